import type { App } from '../../platform/http/calls/handler.ts';
import { queueMails } from '../mail/exports.ts';
import { listActiveAdminIds } from '../people/exports.ts';
import { wasReported } from './sql.ts';
import { readBackupState } from './state.steps.ts';

/** Sends the admins a mail if a backup has failed or is overdue, at most once in 24 hours (reference 10.11). */
export async function reportMissingBackup(app: Pick<App, 'db' | 'clock' | 'settings'>): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const { state } = await readBackupState(tx, app);
    if (state === 'off' || state === 'fine' || (await wasReported(tx, app.clock))) return;
    const admins = await listActiveAdminIds(tx);
    await queueMails(
      tx,
      admins.map((person) => ({ kind: 'backupMissing' as const, person })),
    );
  });
}
