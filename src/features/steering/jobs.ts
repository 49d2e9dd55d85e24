import { readClock } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { wallClock } from '../../shared/berlin.ts';
import { storeTodaysAvailability } from './sql.ts';

/**
 * Stores in how many days the next free Einzelcoaching is, once a day between 6:00 and 7:00 in Berlin (reference 16.2).
 */
export async function storeAvailabilityAtSix({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  if (wallClock(await readClock(db, clock)).time.startsWith('06')) await storeTodaysAvailability(db, clock);
}
