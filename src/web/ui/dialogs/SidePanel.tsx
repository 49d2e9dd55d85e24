import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface Props {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The panel with the details of a row beside its list. On a phone it fills the screen. Escape, a click outside or
 * 'back' closes it.
 */
export function SidePanel({ title, open, onClose, children }: Props) {
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-labelledby={id}
      // Keeps the panel inside the main landmark instead of at the end of the page.
      disablePortal
      className="no-print"
      sx={panelStyle}
    >
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'start', mb: 4 }}>
        <Typography id={id} variant="h2" sx={{ flex: 1, minWidth: 0, pt: 2, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <IconButton aria-label="Details schließen" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      {children}
    </Dialog>
  );
}

const panelStyle = {
  '& .MuiDialog-container': { justifyContent: 'flex-end' },
  '& .MuiDialog-paper': {
    m: 0,
    width: { xs: '100%', sm: 440 },
    maxWidth: 'none',
    height: '100%',
    maxHeight: 'none',
    borderRadius: 0,
    px: { xs: 4, sm: 6 },
    py: 4,
  },
} as const;
