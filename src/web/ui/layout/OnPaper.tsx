import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** Text for paper only: what the fields show on the screen, such as whose list it is and of which days. */
export function OnPaper({ children }: { children: ReactNode }) {
  return <Typography sx={{ display: 'none', mb: 4, '@media print': { display: 'block' } }}>{children}</Typography>;
}
