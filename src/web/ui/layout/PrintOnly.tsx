import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** Text that appears only in print, such as the filters of a list, which the form's fields show on the screen. */
export function PrintOnly({ children }: { children: ReactNode }) {
  return <Typography sx={{ display: 'none', mb: 4, '@media print': { display: 'block' } }}>{children}</Typography>;
}
