import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { roles } from '../shared/roles.ts';
import { ConnectionNotice } from '../web/ui/notices/ConnectionNotice.tsx';
import { Footer } from './Footer.tsx';
import { Frame } from './Frame.tsx';
import { LoginContext } from '../web/login.ts';
import { pageAt } from './pages.ts';
import { clearPersonalAnswers } from '../web/calls/apiQuery.ts';
import { useProviderConfig } from '../features/provider/ui/provider.ts';
import { setSignedOut, useSession } from '../web/session.ts';
import { lazyAside, lazyComponent } from '../web/lazyComponent.ts';
import { useFirstScreenDone } from '../web/firstScreen.ts';
import { useToastWaiting } from '../web/toasts/toast.ts';
import { useLeftPage } from '../web/drafts/useLeftPage.ts';
import { OpeningNotice } from '../web/ui/notices/OpeningNotice.tsx';

const LoginDialog = lazyComponent('LoginDialog', () => import('./login/LoginDialog.tsx'));
const DelayBanner = lazyAside('DelayBanner', () => import('../features/mail/ui/DelayBanner.tsx'));
const Toasts = lazyAside('Toasts', () => import('../web/toasts/Toasts.tsx'));

/** The frame around every page: skip link, header, footer, login dialog, toasts. */
export function Shell() {
  const { pathname } = useLocation();
  const navigating = useNavigation().state !== 'idle';
  const session = useSession();
  const [loginOpen, setLoginOpen] = useState(false);
  const openLogin = useCallback(() => setLoginOpen(true), []);
  useLeftPage(() => setLoginOpen(false));
  const main = useRef<HTMLElement>(null);
  // Loaded with the first message, or once the first screen is done: toasts must work before a connection is lost.
  const firstScreenDone = useFirstScreenDone();
  const toasts = [firstScreenDone, useToastWaiting()].includes(true);
  usePageTitle(pathname, session.user?.firstPassword);
  useFocusAfterNavigation(pathname, main);

  // An expired session opens the login dialog over the page, which stays as it is. Closing the dialog signs out.
  const expired = session.state === 'expired';
  const close = () => {
    setLoginOpen(false);
    if (!expired) return;
    setSignedOut();
    clearPersonalAnswers();
  };

  const { resetPassword, mustSetUpSecondFactor } = session.state === 'signedIn' ? session.user : {};
  const first = resetPassword ? '/change-password' : mustSetUpSecondFactor && '/einstellungen';
  if (first && pathname !== first && pathname !== '/logout') return <Navigate to={first} replace />;

  return (
    <LoginContext value={openLogin}>
      <Frame main={main} wide={pageAt(pathname)?.wide} footer={<Footer />}>
        {firstScreenDone && session.user?.role.value === roles.admin.value && (
          <Suspense>
            <DelayBanner />
          </Suspense>
        )}
        <Outlet />
      </Frame>
      {(loginOpen || expired) && (
        <Suspense fallback={<OpeningNotice />}>
          <LoginDialog onClose={close} onDone={() => setLoginOpen(false)} />
        </Suspense>
      )}
      {toasts && (
        <Suspense>
          <Toasts place={pathname === '/booking' || pathname === '/appointments' ? 'bottom-left' : 'top'} />
        </Suspense>
      )}
      {/* The next page is still loading. */}
      {navigating && <OpeningNotice />}
      <ConnectionNotice />
      <ScrollRestoration />
    </LoginContext>
  );
}

function usePageTitle(pathname: string, first?: boolean) {
  const provider = useProviderConfig()?.provider;
  // A person without a password of their own sees only this page, and has no old password to change.
  const title = first ? 'Passwort wählen' : (pageAt(pathname)?.title ?? 'Seite nicht gefunden');
  useEffect(() => {
    document.title = [title, 'Bewerbungscoaching', provider].filter(Boolean).join(' · ');
  }, [title, provider]);
}

/** After a change of route the focus moves to the h1, so that a screen reader starts with the new page. */
function useFocusAfterNavigation(pathname: string, main: { current: HTMLElement | null }) {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    (main.current?.querySelector<HTMLElement>('h1') ?? main.current)?.focus({ preventScroll: true });
  }, [pathname, main]);
}
