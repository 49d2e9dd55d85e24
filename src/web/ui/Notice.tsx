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
    <Alert severity={kind} role={announced ? 'alert' : 'note'} action={action} sx={{ mb: 4 }}>
      {title && <AlertTitle sx={{ fontWeight: 700 }}>{title}</AlertTitle>}
      {children}
    </Alert>
  );
}
