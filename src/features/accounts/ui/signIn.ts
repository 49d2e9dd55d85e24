import { checkSession, logout } from '../contract.ts';
import type { User } from '../../../shared/user.ts';
import { homeOf } from '../../../shared/roles.ts';
import { callApi, RequestError } from '../../../web/calls/api.ts';
import { deleteDrafts } from '../../../web/drafts/draftKeys.ts';
import { clearPersonalResponses, invalidateAll } from '../../../web/calls/apiQuery.ts';
import {
  setSignedIn,
  currentSession,
  setSessionId,
  setSignedOut,
  getSessionId,
  sessionIdKey,
} from '../../../web/session.ts';
import { nameCurrentSession } from '../../../web/sessionName.ts';
import { toast } from '../../../web/toasts/toast.ts';

/**
 * Fetches the person of the stored session, and signs out if the session has ended or the server refuses the call. Any
 * other failure (no connection, an overloaded or broken server) changes nothing. While the portal is starting, the call
 * is repeated after such a failure.
 */
export async function refreshSession(): Promise<void> {
  const id = getSessionId();
  if (!id) return nameCurrentSession('');
  try {
    const { data } = await callApi(checkSession, {});
    // The session has changed during the call: the person has signed out or another person has signed in.
    if (getSessionId() !== id) return;
    if (data) return setSignedIn(data);
    setSignedOut();
    toast.info('Du wurdest automatisch abgemeldet!', 'session');
  } catch (error) {
    if (!(error instanceof RequestError)) return setSignedOut();
    if (currentSession().state === 'starting') setTimeout(() => void refreshSession(), 3_000);
  }
}

/**
 * Stores a person who has just signed in, and returns the path to navigate to, or null to stay on the page (reference
 * 1.2). A person stays if their own session had expired. A person who must change their password is sent to the page
 * for that. Anyone else stays if they may open the current page (`mayStay`); otherwise they are sent to their home
 * page.
 */
export function completeSignIn(user: User, mayStay: boolean): string | null {
  const previous = currentSession();
  setSignedIn(user);
  if (previous.state === 'expired' && previous.user.email === user.email) {
    void invalidateAll({ keepOldData: true });
    return null;
  }
  void invalidateAll({ keepOldData: false });
  if (user.resetPassword) return '/change-password';
  return mayStay ? null : homeOf(user.role.value);
}

/** Ends the session here, in every tab, and on the server. */
export async function signOut(): Promise<void> {
  const logoutCall = getSessionId() ? callApi(logout, {}) : Promise.resolve();
  // The page shows the signed-out state immediately; if the server cannot be reached, the session expires there.
  const settledCall = logoutCall.catch(() => undefined);
  const { state, user } = currentSession();
  if (state !== 'signedOut') deleteDrafts(user?.email ?? null);
  setSignedOut();
  clearPersonalResponses();
  await settledCall;
}

/** Applies sign-ins and sign-outs in other tabs to this one. */
export function syncWithOtherTabs() {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== sessionIdKey) return;
    if (newValue) {
      const { user } = currentSession();
      setSessionId(newValue);
      void refreshSession().then(() => {
        if (currentSession().user?.email !== user?.email) void invalidateAll({ keepOldData: false });
      });
    } else if (newValue === null) {
      setSignedOut();
      clearPersonalResponses();
    }
  });
}
