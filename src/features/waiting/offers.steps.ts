import type { Clock, Tx } from '../../platform/database/db.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { assignSlots, heldUntil, maxOffersAtOnce } from './rules.ts';
import * as sql from './offers.sql.ts';

/** The parts of the application that offering slots needs. */
export interface OfferDependencies {
  clock: Clock;
  settings: { providerConfig: Pick<ProviderConfig, 'waiting'> };
}

/**
 * Offers slots that become free in the given transaction to people who are waiting for them, with mails and audit
 * entries (reference 12.2). Speedcoachings and slots that nobody is waiting for stay as they are. Call it once, as the
 * last step of a transaction, with all slots that the transaction frees: it waits for no lock, but keeps its own locks
 * until the end. It usually takes one statement if nobody is waiting and two otherwise, however many slots there are.
 */
export async function offerFreedSlots(tx: Tx, app: OfferDependencies, freed: readonly number[]): Promise<void> {
  const hours = app.settings.providerConfig.waiting.holdHours;
  const passedOver: number[] = [];
  let remainingSlots = freed;
  let remainingOffers = maxOffersAtOnce;
  while (remainingSlots.length > 0 && remainingOffers > 0) {
    const { candidates, now } = await sql.listCandidates(tx, app.clock, remainingSlots, passedOver);
    const picks = assignSlots(candidates, remainingOffers).flatMap(({ slot, ...pick }) => {
      const until = heldUntil(now, new Date(slot.start), hours);
      return until ? [{ ...pick, slot: slot.id, until }] : [];
    });
    if (picks.length === 0) return;
    const offered = new Set(await sql.insertSlotOffers(tx, app.clock, picks));
    // Another transaction is offering these people a slot at this moment, so the people after them are next.
    const failed = picks.filter(({ slot }) => !offered.has(slot));
    if (failed.length === 0) return;
    passedOver.push(...failed.map(({ person }) => person));
    remainingSlots = remainingSlots.filter((slot) => !offered.has(slot));
    remainingOffers -= offered.size;
  }
}
