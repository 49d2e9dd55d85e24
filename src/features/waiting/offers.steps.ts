import type { Clock, Tx } from '../../platform/database/db.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { assign, heldUntil, mostOffers } from './rules.ts';
import * as sql from './offers.sql.ts';

/** The parts of the application that offering needs. */
export interface Offering {
  clock: Clock;
  settings: { providerConfig: Pick<ProviderConfig, 'waiting'> };
}

/**
 * Offers slots that become free in the given transaction to those who wait for them, with mails and audit entries
 * (reference 12.2). Speedcoachings and slots that nobody waits for stay as they are. Call it once, as the last step of
 * a transaction, with all slots that the transaction frees: it waits for no lock, but keeps its own locks until the
 * end. It costs one statement if nobody waits, else two, however many slots there are.
 */
export async function offerFreed(tx: Tx, app: Offering, freed: readonly number[]): Promise<void> {
  const hours = app.settings.providerConfig.waiting.holdHours;
  const passedOver: number[] = [];
  let left = freed;
  let most = mostOffers;
  while (left.length > 0 && most > 0) {
    const { candidates, now } = await sql.listCandidates(tx, app.clock, left, passedOver);
    const picks = assign(candidates, most).flatMap(({ slot, ...pick }) => {
      const until = heldUntil(now, new Date(slot.start), hours);
      return until ? [{ ...pick, slot: slot.id, until }] : [];
    });
    if (picks.length === 0) return;
    const offered = new Set(await sql.offer(tx, app.clock, picks));
    // Another transaction is offering these people something at this very moment: ask those who come after them.
    const missed = picks.filter(({ slot }) => !offered.has(slot));
    if (missed.length === 0) return;
    passedOver.push(...missed.map(({ person }) => person));
    left = left.filter((slot) => !offered.has(slot));
    most -= offered.size;
  }
}
