import { transact, type Db } from '../../platform/database/db.ts';
import { endPassed, takeExpired } from './offers.sql.ts';
import { offerFreed, type Offering } from './offers.steps.ts';
import { mostOffers } from './rules.ts';

/**
 * Offers slots whose hold has expired to the next person, and ends the entries whose last day has passed (reference
 * 12.3, 12.5). Each hold ends once, however often and in however many processes this runs.
 */
export async function passOnOffers(app: Offering & { db: Db }): Promise<void> {
  await endPassed(app.db, app.clock);
  for (;;) {
    const expiredCount = await transact(app.db, async (tx) => {
      const slots = await takeExpired(tx, app.clock, mostOffers);
      await offerFreed(tx, app, slots);
      return slots.length;
    });
    if (expiredCount < mostOffers) return;
  }
}
