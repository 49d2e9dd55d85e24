import { useSyncExternalStore } from 'react';
import { isStaff } from '../shared/roles.ts';
import type { User } from '../shared/user.ts';
import { toast } from './toasts/toast.ts';

/**
 * Who uses this browser. `starting` while a stored session is being checked; `expired` keeps the person, so that the
 * page stays as it is below the login dialog and nothing typed is lost.
 */
export type Session = { state: 'starting' | 'signedOut'; user: null } | { state: 'signedIn' | 'expired'; user: User };

/**
 * The storage key of the session's id. To other tabs, '' means that the session has expired, a removed key a logout.
 */
export const storageKey = 'sessionId';

const signedOut: Session = { state: 'signedOut', user: null };
const listeners = new Set<() => void>();
let id = localStorage.getItem(storageKey) ?? '';
let session: Session = id ? { state: 'starting', user: null } : signedOut;

function update(next: Session) {
  session = next;
  // Coaches and admins have their own frame (base.css); the stored value lets the next document start with it.
  const staff = isStaff(next.user?.role.value);
  document.documentElement.toggleAttribute('data-staff', staff);
  localStorage.setItem('staff', staff ? '1' : '');
  for (const listener of listeners) listener();
}

/** The session id that calls send, '' while no user is signed in. */
export function sessionId(): string {
  return id;
}

/** The session at this moment; components use `useSession`. */
export function currentSession(): Session {
  return session;
}

/** The session; the component renders again whenever it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, currentSession);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores a person who has just signed in, or their updated data. */
export function setSignedIn(user: User) {
  id = user.sessionId;
  if (localStorage.getItem(storageKey) !== id) localStorage.setItem(storageKey, id);
  update({ state: 'signedIn', user });
}

/** Adopts the session of another tab. */
export function setSessionId(otherId: string) {
  id = otherId;
}

/** Signs out here and in every other tab. */
export function setSignedOut() {
  id = '';
  localStorage.removeItem(storageKey);
  update(signedOut);
}

/**
 * Called when the server no longer knows the session that a call was sent with (reference 3.6): reports it once and
 * keeps the page. An answer to a call of an older session is ignored.
 */
export function expireSession(sentWith: string) {
  if (session.state === 'expired' || sentWith !== id) return;
  if (session.state !== 'signedIn') return setSignedOut();
  id = '';
  if (localStorage.getItem(storageKey)) localStorage.setItem(storageKey, '');
  update({ state: 'expired', user: session.user });
  toast.error('Ihre Session ist abgelaufen', 'session');
}
