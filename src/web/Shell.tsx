import Box from '@mui/material/Box';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { roles } from '../shared/roles.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { Footer } from './Footer.tsx';
import { Frame } from './Frame.tsx';
import { LoginContext } from './login.ts';
import { pageAt } from './pages.ts';
import { forgetAnswers, usePortal } from './query.ts';
import { forget, useSession } from './session.ts';
import { lazyPart } from './chunk.ts';
import { useSettled } from './settled.ts';
import { useSomethingSaid } from './toast.ts';

const LoginDialog = lazyPart('LoginDialog', () => import('./LoginDialog.tsx'));
const DelayBanner = lazyPart('DelayBanner', () => import('../mail/ui/DelayBanner.tsx'));
const Toasts = lazyPart('Toasts', () => import('./Toasts.tsx'));

/** What stands around every page: skip link, header, footer, login dialog, toasts. */
export function Shell() {
  const { pathname } = useLocation();
  const session = useSession();
  const [wanted, setWanted] = useState(false);
  const openLogin = useCallback(() => setWanted(true), []);
  const main = useRef<HTMLElement>(null);
  // Early when somebody says something; else in time for a message that no connection is left.
  const settled = useSettled();
  const toasts = [settled, useSomethingSaid()].includes(true);
  usePageTitle(pathname);
  useFocusAfterNavigation(pathname, main);

  // An ended session asks over the page, which stays as it is. Whoever closes the dialog signs out.
  const expired = session.state === 'expired';
  const close = () => {
    setWanted(false);
    if (!expired) return;
    forget();
    forgetAnswers();
  };

  const { resetPassword, mustSetUpSecondFactor } = session.state === 'signedIn' ? session.user : {};
  const first = resetPassword ? '/change-password' : mustSetUpSecondFactor && '/einstellungen';
  if (first && pathname !== first && pathname !== '/logout') return <Navigate to={first} replace />;

  return (
    <LoginContext value={openLogin}>
      <Box component="a" href="#inhalt" onClick={(event) => skipTo(event, main.current)} sx={skipLink}>
        Zum Inhalt springen
      </Box>
      <Frame main={main} footer={<Footer />}>
        {settled && session.user?.role.value === roles.admin.value && (
          <Suspense>
            <DelayBanner />
          </Suspense>
        )}
        <Outlet />
      </Frame>
      {(wanted || expired) && (
        <Suspense>
          <LoginDialog onClose={close} onDone={() => setWanted(false)} />
        </Suspense>
      )}
      {toasts && (
        <Suspense>
          <Toasts place={pathname === '/booking' || pathname === '/appointments' ? 'bottom-left' : 'top'} />
        </Suspense>
      )}
      <ConnectionNotice />
      <ScrollRestoration />
    </LoginContext>
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

function skipTo(event: { preventDefault: () => void }, main: HTMLElement | null) {
  event.preventDefault();
  main?.focus();
  main?.scrollIntoView();
}

function usePageTitle(pathname: string) {
  const provider = usePortal({ enabled: useSettled() })?.provider;
  const title = pageAt(pathname)?.title ?? 'Seite nicht gefunden';
  useEffect(() => {
    document.title = [title, 'Bewerbungscoaching', provider].filter(Boolean).join(' · ');
  }, [title, provider]);
}

/** After a change of route the focus goes to the h1, so that a screen reader begins with the new page. */
function useFocusAfterNavigation(pathname: string, main: { current: HTMLElement | null }) {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    (main.current?.querySelector<HTMLElement>('h1') ?? main.current)?.focus({ preventScroll: true });
  }, [pathname, main]);
}
