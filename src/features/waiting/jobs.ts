import { transact, type Db } from '../../platform/database/db.ts';
import { endPassedEntries, expireHolds } from './offers.sql.ts';
import { offerFreedSlots, type OfferDependencies } from './offers.steps.ts';
import { maxOffersPerTransaction } from './rules.ts';

/**
 * Offers slots whose hold has expired to the next person, and ends the entries whose last day has passed (reference
 * 12.3, 12.5). Each hold ends once, however often and in however many processes this runs.
 */
export async function passOnOffers(app: OfferDependencies & { db: Db }): Promise<void> {
  await endPassedEntries(app.db, app.clock);
  for (;;) {
    const expiredCount = await transact(app.db, async (tx) => {
      const slots = await expireHolds(tx, app.clock, maxOffersPerTransaction);
      await offerFreedSlots(tx, app, slots);
      return slots.length;
    });
    if (expiredCount < maxOffersPerTransaction) return;
  }
}
