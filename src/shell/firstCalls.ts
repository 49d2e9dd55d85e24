import { checkSession } from '../features/accounts/contract.ts';
import { listBookableSlots, listMyAppointments } from '../features/booking/contract.ts';
import { getFeed } from '../features/calendar-feed/contract.ts';
import { getFiles } from '../features/files/contract.ts';
import { getReminders } from '../features/mail/contract.ts';
import { getNotes } from '../features/files/notes/contract.ts';
import { getSessions } from '../features/sessions/contract.ts';
import { listMyWaitingEntries } from '../features/waiting/contract.ts';
import { firstPageSize } from '../screens/booking/useBookable.ts';
import type { Call, InputOf } from '../shared/call.ts';

/** A call that a page makes first: the path of the call, and its input without the session id. */
type FirstCall = [path: string, input: object];

const firstCall = <C extends Call>({ path }: C, input: InputOf<C>): FirstCall => [path, input as object];

/** The first calls of participants' pages, by path. */
const participantCalls: Readonly<Record<string, readonly FirstCall[]>> = {
  '/intern-participant': [
    firstCall(getFiles, {}),
    firstCall(listBookableSlots, { limit: 1 }),
    firstCall(listMyAppointments, {}),
    firstCall(listMyWaitingEntries, {}),
  ],
  '/booking': [firstCall(listBookableSlots, { limit: firstPageSize }), firstCall(listMyWaitingEntries, {})],
  '/appointments': [firstCall(listMyAppointments, {}), firstCall(listMyWaitingEntries, {})],
  '/files': [firstCall(getFiles, {}), firstCall(getNotes, {})],
  '/einstellungen': [firstCall(getReminders, {}), firstCall(getFeed, {}), firstCall(getSessions, {})],
};

/**
 * Returns the calls that a page makes first for a participant, the check of the session before the others. The page's
 * document lists them, so that `color-scheme.js` can send them while the page's code is loading.
 */
export function firstCallsOf(path: string): readonly FirstCall[] {
  // /logout ends the session without a check.
  if (path === '/logout') return [];
  return [firstCall(checkSession, {}), ...(participantCalls[path] ?? [])];
}
