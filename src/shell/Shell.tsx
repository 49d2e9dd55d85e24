import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { roles } from '../shared/roles.ts';
import { ConnectionNotice } from '../web/ui/notices/ConnectionNotice.tsx';
import { Footer } from './Footer.tsx';
import { Frame } from './Frame.tsx';
import { LoginContext } from '../web/login.ts';
import { pageAt } from './pages.ts';
import { clearPersonalResponses } from '../web/calls/apiQuery.ts';
import { useProviderConfig } from '../features/provider/ui/provider.ts';
import { setSignedOut, useSession } from '../web/session.ts';
import { lazyOptionalComponent, lazyComponent } from '../web/lazyComponent.ts';
import { useFirstScreenDone } from '../web/firstScreen.ts';
import { useToastWaiting } from '../web/toasts/toast.ts';
import { useOnPageLeave } from '../web/drafts/useOnPageLeave.ts';
import { OpeningNotice } from '../web/ui/notices/OpeningNotice.tsx';

const LoginDialog = lazyComponent('LoginDialog', () => import('./login/LoginDialog.tsx'));
const DelayBanner = lazyOptionalComponent('DelayBanner', () => import('../features/mail/ui/DelayBanner.tsx'));
const Toasts = lazyOptionalComponent('Toasts', () => import('../web/toasts/Toasts.tsx'));

/** Surrounds every page with the skip link, header, footer, login dialog and toasts. */
export function Shell() {
  const { pathname } = useLocation();
  const navigating = useNavigation().state !== 'idle';
  const session = useSession();
  const [loginOpen, setLoginOpen] = useState(false);
  const openLogin = useCallback(() => setLoginOpen(true), []);
  useOnPageLeave(() => setLoginOpen(false));
  const mainRef = useRef<HTMLElement>(null);
  // The code of the toasts is loaded in advance, so that toasts also work without a connection: when the first screen
  // is done, or earlier if a toast is waiting.
  const firstScreenDone = useFirstScreenDone();
  const toastWaiting = useToastWaiting();
  const showToasts = firstScreenDone || toastWaiting;
  usePageTitle(pathname, session.user?.firstPassword);
  useFocusAfterNavigation(pathname, mainRef);

  // An expired session opens the login dialog over the page, which keeps its content. Closing the dialog signs out.
  const expired = session.state === 'expired';
  const closeLogin = () => {
    setLoginOpen(false);
    if (!expired) return;
    setSignedOut();
    clearPersonalResponses();
  };

  const { resetPassword, mustSetUpSecondFactor } = session.state === 'signedIn' ? session.user : {};
  const requiredPath = resetPassword ? '/change-password' : mustSetUpSecondFactor && '/einstellungen';
  if (requiredPath && pathname !== requiredPath && pathname !== '/logout')
    return <Navigate to={requiredPath} replace />;

  return (
    <LoginContext value={openLogin}>
      <Frame mainRef={mainRef} wide={pageAt(pathname)?.wide} footer={<Footer />}>
        {firstScreenDone && session.user?.role.value === roles.admin.value && (
          <Suspense>
            <DelayBanner />
          </Suspense>
        )}
        <Outlet />
      </Frame>
      {(loginOpen || expired) && (
        <Suspense fallback={<OpeningNotice />}>
          <LoginDialog onClose={closeLogin} onDone={() => setLoginOpen(false)} />
        </Suspense>
      )}
      {showToasts && (
        <Suspense>
          <Toasts place={pathname === '/booking' || pathname === '/appointments' ? 'bottom-left' : 'top'} />
        </Suspense>
      )}
      {/* Shown while the next page is loading. */}
      {navigating && <OpeningNotice />}
      <ConnectionNotice />
      <ScrollRestoration />
    </LoginContext>
  );
}

function usePageTitle(pathname: string, firstPassword?: boolean) {
  const provider = useProviderConfig()?.provider;
  // A user who has not chosen a password yet can open only this page, and has no old password to change.
  const title = firstPassword ? 'Passwort wählen' : (pageAt(pathname)?.title ?? 'Seite nicht gefunden');
  useEffect(() => {
    document.title = [title, 'Bewerbungscoaching', provider].filter(Boolean).join(' · ');
  }, [title, provider]);
}

/** Moves the focus to the h1 after a change of route, so that a screen reader starts with the new page. */
function useFocusAfterNavigation(pathname: string, mainRef: { current: HTMLElement | null }) {
  const previousPath = useRef(pathname);
  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    (mainRef.current?.querySelector<HTMLElement>('h1') ?? mainRef.current)?.focus({ preventScroll: true });
  }, [pathname, mainRef]);
}
