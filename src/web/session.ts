import { useSyncExternalStore } from 'react';
import { isStaff } from '../shared/roles.ts';
import type { User } from '../shared/user.ts';
import { deleteKeptAppointments } from './offlineAppointments.ts';
import { nameCurrentSession } from './sessionName.ts';
import { toast } from './toasts/toast.ts';

/**
 * The session of this browser. It is `starting` while a stored session is being checked. An `expired` session keeps its
 * user, so that the page stays unchanged below the login dialog and no typed text is lost.
 */
export type Session = { state: 'starting' | 'signedOut'; user: null } | { state: 'signedIn' | 'expired'; user: User };

/**
 * The storage key of the session's id. To other tabs, '' means that the session has expired, and a removed key means
 * that the user has signed out.
 */
export const sessionIdKey = 'sessionId';

const signedOut: Session = { state: 'signedOut', user: null };
const listeners = new Set<() => void>();
let currentId = localStorage.getItem(sessionIdKey) ?? '';
let session: Session = currentId ? { state: 'starting', user: null } : signedOut;

function setSession(next: Session) {
  session = next;
  // Coaches and admins have their own frame (base.css). The stored value lets the next document start with that frame.
  const isStaffSession = isStaff(next.user?.role.value);
  document.documentElement.toggleAttribute('data-staff', isStaffSession);
  localStorage.setItem('staff', isStaffSession ? '1' : '');
  void nameCurrentSession(next.state === 'signedIn' ? currentId : '');
  for (const listener of listeners) listener();
}

/** Returns the session id that calls send, or '' while no user is signed in. */
export function getSessionId(): string {
  return currentId;
}

/** Returns the current session. Components use `useSession` instead. */
export function currentSession(): Session {
  return session;
}

/** Returns the session, and renders the component again whenever it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, currentSession);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the user for whom the server renders a page. There is no document and no storage. */
export function setRenderedUser(user: User) {
  session = { state: 'signedIn', user };
}

/** Stores a user who has just signed in, or their updated data. */
export function setSignedIn(user: User) {
  currentId = user.sessionId;
  if (localStorage.getItem(sessionIdKey) !== currentId) {
    localStorage.setItem(sessionIdKey, currentId);
    deleteKeptAppointments();
  }
  setSession({ state: 'signedIn', user });
}

/** Adopts the session id of another tab. */
export function setSessionId(otherId: string) {
  currentId = otherId;
}

/** Signs the user out in this tab and in every other tab. */
export function setSignedOut() {
  currentId = '';
  localStorage.removeItem(sessionIdKey);
  deleteKeptAppointments();
  setSession(signedOut);
}

/**
 * Marks the session as expired when the server no longer accepts the session id that a call was sent with (reference
 * 3.6). Reports this once and keeps the page. A session that is still being checked is signed out instead. The
 * response to a call of an older session is ignored.
 */
export function expireSession(sentSessionId: string) {
  if (session.state === 'expired' || sentSessionId !== currentId) return;
  if (session.state !== 'signedIn') return setSignedOut();
  currentId = '';
  if (localStorage.getItem(sessionIdKey)) localStorage.setItem(sessionIdKey, '');
  deleteKeptAppointments();
  setSession({ state: 'expired', user: session.user });
  toast.error('Ihre Session ist abgelaufen', 'session');
}
