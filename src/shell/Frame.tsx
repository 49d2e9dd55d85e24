import Box from '@mui/material/Box';
import type { ReactNode, RefObject } from 'react';
import { Header } from './Header.tsx';
import type { Page } from './pages.ts';

interface Props {
  mainRef?: RefObject<HTMLElement | null>;
  footer: ReactNode;
  /** Whether the page uses the full width for coaches and admins; see `Page` (base.css). */
  wide?: Page['wide'] | undefined;
  children: ReactNode;
}

/** The frame of a page: skip link, header and footer. Prerendered pages have it, too. */
export function Frame({ mainRef, footer, wide, children }: Props) {
  return (
    <Box className="frame" sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <Box
        component="a"
        href="#inhalt"
        className="no-print"
        onClick={(event) => {
          event.preventDefault();
          mainRef?.current?.focus();
          mainRef?.current?.scrollIntoView();
        }}
        sx={skipLink}
      >
        Zum Inhalt springen
      </Box>
      <Header />
      <Box
        component="main"
        id="inhalt"
        className={wide && (wide === 'list' ? 'wide list' : 'wide')}
        ref={mainRef}
        tabIndex={-1}
        sx={content}
      >
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
  // The footer starts below the first screen, so nothing visible moves when the content has loaded.
  minHeight: { xs: 'calc(100dvh - 64px)', sm: 'calc(100dvh - 72px)' },
  '@media print': { minHeight: 0 },
  width: '100%',
  maxWidth: 1200,
  mx: 'auto',
  px: { xs: 4, sm: 6 },
  pt: { xs: 4, sm: 10 },
  pb: 16,
} as const;
