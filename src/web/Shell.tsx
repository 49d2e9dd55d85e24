import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
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
import { Opening } from './ui/Opening.tsx';

const LoginDialog = lazyPart('LoginDialog', () => import('./LoginDialog.tsx'));
const DelayBanner = lazyPart('DelayBanner', () => import('../mail/ui/DelayBanner.tsx'));
const Toasts = lazyPart('Toasts', () => import('./Toasts.tsx'));

/** What stands around every page: skip link, header, footer, login dialog, toasts. */
export function Shell() {
  const { pathname } = useLocation();
  const navigating = useNavigation().state !== 'idle';
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
      <Frame main={main} footer={<Footer />}>
        {settled && session.user?.role.value === roles.admin.value && (
          <Suspense>
            <DelayBanner />
          </Suspense>
        )}
        <Outlet />
      </Frame>
      {(wanted || expired) && (
        <Suspense fallback={<Opening />}>
          <LoginDialog onClose={close} onDone={() => setWanted(false)} />
        </Suspense>
      )}
      {toasts && (
        <Suspense>
          <Toasts place={pathname === '/booking' || pathname === '/appointments' ? 'bottom-left' : 'top'} />
        </Suspense>
      )}
      {/* A page that was asked for and is still on the way. */}
      {navigating && <Opening />}
      <ConnectionNotice />
      <ScrollRestoration />
    </LoginContext>
  );
}

function usePageTitle(pathname: string) {
  const provider = usePortal()?.provider;
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
