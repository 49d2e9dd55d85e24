import { resolve } from 'node:path';
import { sql } from 'kysely';
import { deleteOldImportFailures } from '../features/appointments/exports.ts';
import { deleteExpiredLookups } from '../features/people/exports.ts';
import { deleteOldVisits } from '../features/dashboard/exports.ts';
import { removeAbandonedFilesIn } from '../platform/storage/temporary-files.ts';
import { deleteExpiredChallenges } from '../features/passkeys/exports.ts';
import { deleteExpiredAttempts } from '../features/single-sign-on/exports.ts';
import { deleteOldReminders } from '../features/mail/exports.ts';
import { deleteOldAbsenceData } from '../features/absences/exports.ts';
import { deleteOldWaitingEntries } from '../features/waiting/exports.ts';
import { deleteOldDeliveries } from '../features/webhooks/exports.ts';
import { killOrphanedSandboxes } from '../platform/sandbox/orphans.ts';
import { now } from '../platform/database/db.ts';
import type { App } from '../platform/http/calls/handler.ts';
import type { Settings } from '../platform/settings/settings.ts';

/**
 * Deletes expired data: sessions, one-time secrets, challenges of passkeys, attempts of single sign-on, counters of
 * attempts, records of the participants that coaches have found by e-mail, old counts of visits, sent reminders, ended
 * entries of the waiting list, details of past absences, failed rows of imports, and deliveries to webhooks.
 */
export async function cleanUp({ db, clock, settings }: Pick<App, 'db' | 'clock' | 'settings'>): Promise<void> {
  const { idleMinutes, absoluteHours } = settings.providerConfig.session;
  await sql`
    DELETE FROM session
    WHERE seen_at <= ${now(clock)} - ${idleMinutes}::double precision * interval '1 minute'
      OR created_at <= ${now(clock)} - ${absoluteHours}::double precision * interval '1 hour'
  `.execute(db);
  await sql`DELETE FROM credential WHERE expires_at <= ${now(clock)}`.execute(db);
  await deleteExpiredChallenges(db, clock);
  await deleteExpiredAttempts(db, clock);
  // The library that writes these rows uses the clock of its machine, in ms. The clocks of two machines differ by
  // less than an hour.
  await sql`DELETE FROM throttle WHERE expire < ${Date.now() - 3_600_000}`.execute(db);
  await deleteExpiredLookups(db, clock);
  await deleteOldVisits(db, clock);
  await deleteOldReminders(db, clock);
  await deleteOldWaitingEntries(db, clock);
  await deleteOldAbsenceData(db, clock);
  await deleteOldImportFailures(db, clock);
  await deleteOldDeliveries(db, clock);
}

/**
 * Deletes the incomplete files of uploads and mails that a killed process left behind, and kills the sandboxed
 * processes that still read them. Every portal process does this, because the nightly job cannot reach folders
 * on other machines.
 */
export async function removeAbandonedFiles({ dataDir }: Pick<Settings, 'dataDir'>): Promise<void> {
  for (const folder of ['tmp', 'files/incoming', 'mails'])
    await removeAbandonedFilesIn(resolve(dataDir, folder), killOrphanedSandboxes);
}
