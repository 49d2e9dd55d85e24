import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** What fields say on the screen, and paper has to say without them: whose list it is, of which days. */
export function OnPaper({ children }: { children: ReactNode }) {
  return <Typography sx={{ display: 'none', mb: 4, '@media print': { display: 'block' } }}>{children}</Typography>;
}
