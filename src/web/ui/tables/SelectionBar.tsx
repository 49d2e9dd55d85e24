import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  /** The number of chosen rows, at least one. */
  count: number;
  onClear: () => void;
  /** The buttons that act on the chosen rows. */
  children: ReactNode;
}

/**
 * Shows 'N ausgewählt' and the actions for the chosen rows, in place of the filters or, on a phone, at the bottom of
 * the screen.
 */
export function SelectionBar({ count, onClear, children }: Props) {
  return (
    <Box role="group" aria-label="Ausgewählte Zeilen" className="no-print" sx={bar}>
      <GlobalStyles styles={dockSpace} />
      <Typography role="status" sx={{ fontWeight: 700, mr: 2 }}>
        {count.toLocaleString('de-DE')} ausgewählt
      </Typography>
      {children}
      <Button onClick={onClear}>Auswahl aufheben</Button>
    </Box>
  );
}

/** Keeps the end of the page and the toasts above the bar on a phone. */
const dockSpace = { '@media (width < 600px)': { html: { '--dock': '112px' } } } as const;

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  '& .MuiButton-root': { minHeight: { xs: 44, sm: 32 }, py: 0, px: 3, fontSize: 'body2.fontSize' },
  '& .MuiButton-root.Mui-disabled': { display: { xs: 'none', sm: 'inline-flex' } },
  position: { xs: 'fixed', sm: 'static' },
  zIndex: 3,
  bottom: 0,
  left: 0,
  right: 0,
  px: { xs: 4, sm: 0 },
  py: { xs: 2, sm: 0 },
  bgcolor: 'background.default',
  borderTop: { xs: 1, sm: 0 },
  borderColor: 'divider',
} as const;
