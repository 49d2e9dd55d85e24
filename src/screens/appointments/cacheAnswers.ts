import { cacheFirstAnswer, type FirstAnswers } from '../../web/calls/firstAnswers.ts';
import { listMyAppointments } from '../../features/booking/contract.ts';
import { listMyWaitingEntries } from '../../features/waiting/contract.ts';

/**
 * Puts the answers that came with the page's document into the cache. Returns whether the page can be rendered from
 * them at once. If a slot is held for the participant, the page needs more code first.
 */
export function cacheAnswers(answers: FirstAnswers): boolean {
  const appointments = cacheFirstAnswer(listMyAppointments, {}, answers);
  const waitingList = cacheFirstAnswer(listMyWaitingEntries, {}, answers);
  return appointments !== undefined && waitingList !== undefined && waitingList.data.every(({ offer }) => !offer);
}
