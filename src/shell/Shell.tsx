import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { isStaff, roles } from '../shared/roles.ts';
import { ConnectionNotice } from '../web/ui/notices/ConnectionNotice.tsx';
import { Footer } from './Footer.tsx';
import { Frame } from './Frame.tsx';
import { LoginContext } from '../web/login.ts';
import { pageAt } from './pages.ts';
import { clearPersonalResponses } from '../web/calls/apiQuery.ts';
import { useProviderConfig } from '../features/provider/ui/provider.ts';
import { signInReturn } from '../web/signInReturn.ts';
import { setSignedOut, useSession } from '../web/session.ts';
import { lazyOptionalComponent, lazyComponent } from '../web/lazyComponent.ts';
import { useIsFirstScreenDone } from '../web/firstScreen.ts';
import { useToastWaiting } from '../web/toasts/toast.ts';
import { useOnPageLeave } from '../web/drafts/useOnPageLeave.ts';
import { LoadingNotice } from '../web/ui/notices/LoadingNotice.tsx';

const LoginDialog = lazyComponent('LoginDialog', () => import('./login/LoginDialog.tsx'));
const PasskeyOffer = lazyOptionalComponent('PasskeyOffer', () => import('../features/passkeys/ui/PasskeyOffer.tsx'));
const DelayBanner = lazyOptionalComponent('DelayBanner', () => import('../features/mail/ui/DelayBanner.tsx'));
const Toasts = lazyOptionalComponent('Toasts', () => import('../web/toasts/Toasts.tsx'));

/** Surrounds every page with the skip link, header, footer, login dialog and toasts. */
export function Shell() {
  const { pathname } = useLocation();
  const isNavigating = useNavigation().state !== 'idle';
  const session = useSession();
  const [isLoginOpen, setIsLoginOpen] = useState(signInReturn !== '');
  const [isPasskeyOffered, setIsPasskeyOffered] = useState(false);
  const openLogin = useCallback(() => setIsLoginOpen(true), []);
  useOnPageLeave(() => setIsLoginOpen(false));
  const mainRef = useRef<HTMLElement>(null);
  // The code of the toasts is loaded when the first screen is done, or earlier if a toast is waiting. It is loaded
  // before it is needed, so that toasts also work without a connection.
  const isFirstScreenDone = useIsFirstScreenDone();
  const isToastWaiting = useToastWaiting();
  const showToasts = isFirstScreenDone || isToastWaiting;
  usePageTitle(pathname, session.user?.firstPassword);
  useFocusAfterNavigation(pathname, mainRef);

  // An expired session opens the login dialog over the page, which keeps its content. Closing the dialog signs out.
  const isExpired = session.state === 'expired';
  const closeLogin = () => {
    setIsLoginOpen(false);
    if (!isExpired) return;
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
        {isFirstScreenDone && session.user?.role.value === roles.admin.value && (
          <Suspense>
            <DelayBanner />
          </Suspense>
        )}
        <Outlet />
      </Frame>
      {(isLoginOpen || isExpired) && (
        <Suspense fallback={<LoadingNotice />}>
          <LoginDialog
            onClose={closeLogin}
            onSignedIn={() => setIsLoginOpen(false)}
            onPasskeyOffer={() => setIsPasskeyOffered(true)}
          />
        </Suspense>
      )}
      {isPasskeyOffered && session.state === 'signedIn' && (
        <Suspense>
          <PasskeyOffer onClosed={() => setIsPasskeyOffered(false)} />
        </Suspense>
      )}
      {showToasts && (
        <Suspense>
          <Toasts position={toastPosition(pathname, session.user?.role.value)} />
        </Suspense>
      )}
      {/* Shown while the next page is loading. */}
      {isNavigating && <LoadingNotice />}
      <ConnectionNotice />
      <ScrollRestoration />
    </LoginContext>
  );
}

/** Returns where messages are (reference 1.7). Only participants have links in the middle of the header. */
function toastPosition(pathname: string, role: number | null | undefined) {
  if (pathname === '/booking' || pathname === '/appointments') return 'bottom-left';
  return isStaff(role) ? 'header' : 'top';
}

function usePageTitle(pathname: string, firstPassword?: boolean) {
  const provider = useProviderConfig()?.provider;
  // A user who has not chosen a password yet can open only the page '/change-password', which then has another title.
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
