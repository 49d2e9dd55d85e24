import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** A sentence or two below the title. */
  children?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Whether the header takes less height, so that more of the page's list is visible. */
  dense?: boolean;
}

/** The header of a page, with the page's only h1, which takes the focus after navigation. */
export function PageHeader({ title, children, actions, dense = false }: Props) {
  return (
    <Box sx={{ ...line, gap: dense ? 2 : 4, mb: dense ? 3 : { xs: 3, sm: 6 } }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h1" tabIndex={-1}>
          {title}
        </Typography>
        {children && (
          <Typography component="div" sx={{ mt: 2, maxWidth: '70ch', color: 'text.secondary' }}>
            {children}
          </Typography>
        )}
      </Box>
      {actions && (
        <Box className="no-print" sx={dense ? { ...buttons, ...smallButtons } : buttons}>
          {actions}
        </Box>
      )}
    </Box>
  );
}

const line = { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', justifyContent: 'space-between' } as const;
const buttons = { display: 'flex', gap: 2, flexWrap: 'wrap' } as const;
const smallButtons = {
  '& .MuiButton-root': { minHeight: 36, py: 0, px: { xs: 2, sm: 3 }, fontSize: 'body2.fontSize' },
} as const;
