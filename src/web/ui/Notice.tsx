import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { ReactNode } from 'react';

interface Props {
  kind: 'info' | 'warning' | 'error' | 'success';
  title?: string;
  children: ReactNode;
  action?: ReactNode;
  /** Speaks up when it appears; leave out for boxes that are part of the page from the start. */
  announced?: boolean;
}

/** A box that stays: warning, information, error. */
export function Notice({ kind, title, children, action, announced = false }: Props) {
  return (
    <Alert severity={kind} role={announced ? 'alert' : 'note'} action={action} sx={box}>
      {title && <AlertTitle sx={{ fontWeight: 700 }}>{title}</AlertTitle>}
      {children}
    </Alert>
  );
}

const box = {
  mb: 4,
  // On a phone the way on stands below the words, in line with them, not beside them.
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  '& .MuiAlert-message': { flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' },
  '& .MuiAlert-action': {
    ml: { xs: '22px', sm: 'auto' },
    mr: 0,
    pl: { xs: 0, sm: 4 },
    pt: { xs: 0, sm: '4px' },
    width: { xs: '100%', sm: 'auto' },
  },
} as const;
