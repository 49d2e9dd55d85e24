import { listActiveAdminIds } from '../people/exports.ts';
import { audit } from '../audit/exports.ts';
import { queueMails } from '../mail/exports.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { countNewPeople } from './new-people.sql.ts';

/**
 * Alerts the admins with an audit entry and a mail, at most once in 24 hours, if a coach has booked for more new people
 * within 24 hours than the provider's `alarms.newPeoplePerDay`. Returns whether it has alerted them. Must be called
 * after the booking, in the same transaction.
 */
export async function alertAdminsIfManyNewPeople(
  tx: Tx,
  app: Pick<App, 'clock' | 'settings'>,
  coach: number,
): Promise<boolean> {
  const { newPeopleCount, alarmLogged } = await countNewPeople(tx, app.clock, coach);
  if (newPeopleCount <= app.settings.providerConfig.alarms.newPeoplePerDay || alarmLogged) return false;
  await audit(tx, { actor: coach, action: 'metMany' });
  await queueMails(
    tx,
    (await listActiveAdminIds(tx)).map((person) => ({ kind: 'metMany' as const, person })),
  );
  return true;
}
