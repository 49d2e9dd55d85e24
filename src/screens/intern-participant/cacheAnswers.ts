import { cacheFirstAnswer, type FirstAnswers } from '../../web/calls/firstAnswers.ts';
import { listBookableSlots, listMyAppointments } from '../../features/booking/contract.ts';
import { getFiles } from '../../features/files/contract.ts';
import { listMyWaitingEntries } from '../../features/waiting/contract.ts';

/**
 * Puts the answers that came with the page's document into the cache. Returns whether the page can be rendered from
 * them at once.
 */
export function cacheAnswers(answers: FirstAnswers): boolean {
  const outputs = [
    cacheFirstAnswer(getFiles, {}, answers),
    cacheFirstAnswer(listBookableSlots, { limit: 1 }, answers),
    cacheFirstAnswer(listMyAppointments, {}, answers),
    cacheFirstAnswer(listMyWaitingEntries, {}, answers),
  ];
  return outputs.every((output) => output !== undefined);
}
