import { cacheFirstAnswer, type FirstAnswers } from '../../web/calls/firstAnswers.ts';
import { listMyWaitingEntries } from '../../features/waiting/contract.ts';
import { isQuotaUsedUp } from './FreeSlots.tsx';
import { cacheFirstSlots } from './useBookable.ts';

/**
 * Puts the answers that came with the page's document into the cache. Returns whether the page can be rendered from
 * them at once. If a slot is held for the participant, if the quota is used up or if nothing is free, the page needs
 * more code or another call first.
 */
export function cacheAnswers(answers: FirstAnswers): boolean {
  const slots = cacheFirstSlots(answers);
  const waitingList = cacheFirstAnswer(listMyWaitingEntries, {}, answers);
  if (!slots || !waitingList) return false;
  return slots.data.length > 0 && !isQuotaUsedUp(slots.meta.quota) && waitingList.data.every(({ offer }) => !offer);
}
