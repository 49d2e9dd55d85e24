import { join } from 'node:path';
import { sql } from 'kysely';
import { forgetOldVisits } from '../dashboard/sql.ts';
import { removeAbandoned } from '../files/receive.ts';
import { forgetOldReminders } from '../mail/reminder-sql.ts';
import { now } from './db.ts';
import type { App } from './handler.ts';
import type { Settings } from './settings.ts';

/** Takes away what has run out: sessions, one-time secrets, counters of attempts, old counts of visits and notes of reminders. */
export async function tidyUp({ db, clock, settings }: Pick<App, 'db' | 'clock' | 'settings'>): Promise<void> {
  const { idleMinutes, absoluteHours } = settings.portal.session;
  await sql`
    DELETE FROM session
    WHERE seen_at <= ${now(clock)} - ${idleMinutes}::double precision * interval '1 minute'
      OR created_at <= ${now(clock)} - ${absoluteHours}::double precision * interval '1 hour'
  `.execute(db);
  await sql`DELETE FROM credential WHERE expires_at <= ${now(clock)}`.execute(db);
  // The counters' library writes milliseconds of the app's clock; an hour is more than any of those differ.
  await sql`DELETE FROM throttle WHERE expire < ${Date.now() - 3_600_000}`.execute(db);
  await forgetOldVisits(db, clock);
  await forgetOldReminders(db, clock);
}

/** Takes away halves of uploads. Each process does so itself: another machine's folders are out of the nightly job's reach. */
export async function tidyFolders({ dataDir }: Pick<Settings, 'dataDir'>): Promise<void> {
  for (const folder of ['tmp', 'files/incoming']) await removeAbandoned(join(dataDir, folder));
}
