import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** A sentence or two below the title. */
  children?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
}

/** The one h1 of a page; takes the focus after a change of route. */
export function PageHeader({ title, children, actions }: Props) {
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'flex-end', justifyContent: 'space-between', mb: 6 }}
    >
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
        <Box className="no-print" sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          {actions}
        </Box>
      )}
    </Box>
  );
}
