import { sessionCheck, logout } from '../contract.ts';
import type { User } from '../../../shared/user.ts';
import { homeOf } from '../../../shared/roles.ts';
import { callApi, RequestError } from '../../../web/calls/api.ts';
import { dropDrafts } from '../../../web/drafts/draftKeys.ts';
import { clearPersonalAnswers, invalidateAll } from '../../../web/calls/apiQuery.ts';
import {
  setSignedIn,
  currentSession,
  setSessionId,
  setSignedOut,
  sessionId,
  storageKey,
} from '../../../web/session.ts';
import { toast } from '../../../web/toasts/toast.ts';

/** Fetches the person of the stored session. Retries without a connection, or if the server is overloaded. */
export async function refreshSession(): Promise<void> {
  const id = sessionId();
  if (!id) return;
  try {
    const { data } = await callApi(sessionCheck, {});
    // Signed out, or signed in as somebody else, during the call.
    if (sessionId() !== id) return;
    if (data) return setSignedIn(data);
    setSignedOut();
    toast.info('Du wurdest automatisch abgemeldet!', 'session');
  } catch (error) {
    const temporary = error instanceof RequestError && (error.status === 0 || error.status === 503);
    if (!temporary) return setSignedOut();
    if (currentSession().state === 'starting') setTimeout(() => void refreshSession(), 3_000);
  }
}

/**
 * Stores a person who has just signed in and returns the path to go to, or null to stay. The same person stays after an
 * expired session, as does somebody who signed in on a page that they may open (`mayStay`); everybody else goes to
 * their home page (reference 1.2).
 */
export function completeSignIn(user: User, mayStay: boolean): string | null {
  const before = currentSession();
  setSignedIn(user);
  if (before.state === 'expired' && before.user.email === user.email) {
    void invalidateAll({ keep: true });
    return null;
  }
  void invalidateAll({ keep: false });
  if (user.resetPassword) return '/change-password';
  return mayStay ? null : homeOf(user.role.value);
}

/** Ends the session here, in every tab, and on the server. */
export async function signOut(): Promise<void> {
  const ended = sessionId() ? callApi(logout, {}) : Promise.resolve();
  // The page shows the signed-out state at once; if the server cannot be reached, the session expires there by itself.
  const done = ended.catch(() => undefined);
  const { state, user } = currentSession();
  if (state !== 'signedOut') dropDrafts(user?.email ?? null);
  setSignedOut();
  clearPersonalAnswers();
  await done;
}

/** Applies sign-in and sign-out of the other tabs to this one. */
export function followOtherTabs() {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKey) return;
    if (newValue) {
      const { user } = currentSession();
      setSessionId(newValue);
      void refreshSession().then(() => {
        if (currentSession().user?.email !== user?.email) void invalidateAll({ keep: false });
      });
    } else if (newValue === null) {
      setSignedOut();
      clearPersonalAnswers();
    }
  });
}
