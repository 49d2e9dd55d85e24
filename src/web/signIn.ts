import { sessionCheck, logout, type User } from '../accounts/contract.ts';
import { homeOf } from '../shared/roles.ts';
import { ask, Fault } from './api.ts';
import { dropDrafts } from './draftKeys.ts';
import { mayOpen, pageAt } from './pages.ts';
import { forgetAnswers, renewAll } from './query.ts';
import { adopt, currentSession, follow, forget, sessionId, storageKey } from './session.ts';
import { toast } from './toast.ts';

/** Asks the server who belongs to the stored session. An answer is awaited; without a connection it is tried again. */
export async function refreshSession(): Promise<void> {
  const asked = sessionId();
  if (!asked) return;
  try {
    const { data } = await ask(sessionCheck, {});
    // Signed out, or in as somebody else, while the question was on its way.
    if (sessionId() !== asked) return;
    if (data) return adopt(data);
    forget();
    toast.info('Du wurdest automatisch abgemeldet!', 'session');
  } catch (error) {
    const passing = error instanceof Fault && (error.status === 0 || error.status === 503);
    if (!passing) return forget();
    if (currentSession().state === 'starting') setTimeout(() => void refreshSession(), 3_000);
  }
}

/**
 * Takes over a person who has just signed in, and answers where to go, or null to stay. The same person after an expired
 * session stays, as does whoever was asked to sign in by a page that they may open; everybody else goes home (spec §4).
 */
export function welcome(user: User, pathname: string): string | null {
  const before = currentSession();
  adopt(user);
  if (before.state === 'expired' && before.user.email === user.email) {
    void renewAll({ keep: true });
    return null;
  }
  void renewAll({ keep: false });
  if (user.resetPassword) return '/change-password';
  const page = pageAt(pathname);
  const guarded = page !== undefined && page.for !== 'everyone';
  return guarded && mayOpen(page, user) ? null : homeOf(user.role.value);
}

/** Ends the session here, in every tab, and on the server. */
export async function signOut(): Promise<void> {
  const ended = sessionId() ? ask(logout, {}) : Promise.resolve();
  // The person is gone from the screen at once; a server that cannot be reached lets the session run out.
  const done = ended.catch(() => undefined);
  const { state, user } = currentSession();
  if (state !== 'signedOut') dropDrafts(user?.email ?? null);
  forget();
  forgetAnswers();
  await done;
}

/** Follows sign-in and sign-out of the other tabs. */
export function followOtherTabs() {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKey) return;
    if (newValue) {
      const { user } = currentSession();
      follow(newValue);
      void refreshSession().then(() => {
        if (currentSession().user?.email !== user?.email) void renewAll({ keep: false });
      });
    } else if (newValue === null) {
      forget();
      forgetAnswers();
    }
  });
}
