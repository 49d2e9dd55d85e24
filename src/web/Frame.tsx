import Box from '@mui/material/Box';
import type { ReactNode, Ref } from 'react';
import { Header } from './Header.tsx';

interface Props {
  main?: Ref<HTMLElement>;
  footer?: ReactNode;
  children: ReactNode;
}

/** Header, a page's content in its measure, footer. The first paint of the start page is drawn in it, too. */
export function Frame({ main, footer, children }: Props) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <Header />
      <Box component="main" id="inhalt" ref={main} tabIndex={-1} sx={content}>
        {children}
      </Box>
      {footer}
    </Box>
  );
}

const content = {
  flex: 1,
  // The footer begins below the first screen, so that nothing moves when the page's content comes.
  minHeight: { xs: 'calc(100dvh - 64px)', sm: 'calc(100dvh - 72px)' },
  '@media print': { minHeight: 0 },
  width: '100%',
  maxWidth: 1200,
  mx: 'auto',
  px: { xs: 4, sm: 6 },
  pt: { xs: 6, sm: 10 },
  pb: 16,
} as const;
