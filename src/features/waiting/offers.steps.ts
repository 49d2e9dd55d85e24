import type { Clock, Tx } from '../../platform/database/db.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { assignSlots, findHoldEnd, maxOffersPerTransaction } from './rules.ts';
import * as sql from './offers.sql.ts';

/** The parts of the application that offering slots needs. */
export interface OfferDependencies {
  clock: Clock;
  settings: { providerConfig: Pick<ProviderConfig, 'waiting'> };
}

/**
 * Offers slots that become free in the given transaction to people who are waiting for them, with mails and audit
 * entries (reference 12.2). Speedcoachings and slots that nobody is waiting for stay as they are. Call this function
 * once, as the last step of a transaction, with all slots that the transaction frees: it waits for no lock, but keeps
 * its own locks until the end. It usually takes one statement if nobody is waiting and two otherwise, however many
 * slots there are.
 */
export async function offerFreedSlots(tx: Tx, app: OfferDependencies, freedSlots: readonly number[]): Promise<void> {
  const { holdHours } = app.settings.providerConfig.waiting;
  const peopleToSkip: number[] = [];
  let remainingSlots = freedSlots;
  let remainingOffers = maxOffersPerTransaction;
  while (remainingSlots.length > 0 && remainingOffers > 0) {
    const { candidates, now } = await sql.listCandidates(tx, app.clock, remainingSlots, peopleToSkip);
    const offers = assignSlots(candidates, remainingOffers).flatMap(({ entry, person, slot }) => {
      const until = findHoldEnd(now, new Date(slot.start), holdHours);
      return until ? [{ entry, person, slot: slot.id, until }] : [];
    });
    if (offers.length === 0) return;
    const offeredSlots = new Set(await sql.insertSlotOffers(tx, app.clock, offers));
    // Another transaction is offering these people a slot at this moment, so the people after them are next.
    const failedOffers = offers.filter(({ slot }) => !offeredSlots.has(slot));
    if (failedOffers.length === 0) return;
    peopleToSkip.push(...failedOffers.map(({ person }) => person));
    remainingSlots = remainingSlots.filter((slot) => !offeredSlots.has(slot));
    remainingOffers -= offeredSlots.size;
  }
}
