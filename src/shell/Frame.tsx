import Box from '@mui/material/Box';
import type { ReactNode, RefObject } from 'react';
import { Header } from './Header.tsx';

interface Props {
  main?: RefObject<HTMLElement | null>;
  footer: ReactNode;
  children: ReactNode;
}

/** Skip link, header, a page's content in its measure, footer. The first paint of every page is drawn in it, too. */
export function Frame({ main, footer, children }: Props) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <Box
        component="a"
        href="#inhalt"
        className="no-print"
        onClick={(event) => {
          event.preventDefault();
          main?.current?.focus();
          main?.current?.scrollIntoView();
        }}
        sx={skipLink}
      >
        Zum Inhalt springen
      </Box>
      <Header />
      <Box component="main" id="inhalt" ref={main} tabIndex={-1} sx={content}>
        {children}
      </Box>
      {footer}
    </Box>
  );
}

const skipLink = {
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: 2000,
  px: 4,
  py: 3,
  borderRadius: '12px',
  bgcolor: 'background.paper',
  color: 'primary.main',
  '&:focus': { boxShadow: 8 },
  '&:not(:focus)': { transform: 'translateY(-200%)' },
} as const;

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
