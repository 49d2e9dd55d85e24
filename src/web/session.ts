import { useSyncExternalStore } from 'react';
import type { User } from '../accounts/contract.ts';
import { toast } from './toast.ts';

/**
 * Who sits in front of this browser. `starting` while a stored session is being checked; `expired` keeps the person, so
 * that the page stays as it is below the login dialog and nothing typed is lost.
 */
export type Session = { state: 'starting' | 'signedOut'; user: null } | { state: 'signedIn' | 'expired'; user: User };

/** Where the id is kept. '' tells other tabs of an expiry, a removed entry of a logout. */
export const storageKey = 'sessionId';

const signedOut: Session = { state: 'signedOut', user: null };
const listeners = new Set<() => void>();
let id = localStorage.getItem(storageKey) ?? '';
let session: Session = id ? { state: 'starting', user: null } : signedOut;

function become(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

/** The session id that calls send, '' while nobody is signed in. */
export function sessionId(): string {
  return id;
}

/** The session of this moment; components take `useSession`. */
export function currentSession(): Session {
  return session;
}

/** The session, renewed whenever it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, currentSession);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signs a person in, or takes over what the server now says of them. */
export function adopt(user: User) {
  id = user.sessionId;
  if (localStorage.getItem(storageKey) !== id) localStorage.setItem(storageKey, id);
  become({ state: 'signedIn', user });
}

/** Uses the id of another tab from now on. */
export function follow(otherId: string) {
  id = otherId;
}

/** Signs out here and in every other tab. */
export function forget() {
  id = '';
  localStorage.removeItem(storageKey);
  become(signedOut);
}

/**
 * The server no longer knows the session that a call was sent with (spec §8): says so once and keeps the page. An answer
 * to an older session says nothing of the present one.
 */
export function expire(sentWith: string) {
  if (session.state === 'expired' || sentWith !== id) return;
  if (session.state !== 'signedIn') return forget();
  id = '';
  if (localStorage.getItem(storageKey)) localStorage.setItem(storageKey, '');
  become({ state: 'expired', user: session.user });
  toast.error('Ihre Session ist abgelaufen', 'session');
}
