import { activeAdmins } from '../people/exports.ts';
import { audit } from '../audit/exports.ts';
import { queueMail } from '../mail/exports.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { countNewPeople } from './new-people.sql.ts';

/**
 * Raises the alarm if a coach has booked for more new people within 24 hours than the provider's
 * `alarms.newPeoplePerDay`: with an audit entry and a mail to the admins, once in 24 hours. Returns whether it did. To
 * be called in the transaction in which a coach books for a participant, after the booking.
 */
export async function alarmIfManyNewPeople(
  tx: Tx,
  app: Pick<App, 'clock' | 'settings'>,
  coach: number,
): Promise<boolean> {
  const { people, logged } = await countNewPeople(tx, app.clock, coach);
  if (people <= app.settings.providerConfig.alarms.newPeoplePerDay || logged) return false;
  await audit(tx, { actor: coach, action: 'metMany' });
  await queueMail(
    tx,
    (await activeAdmins(tx)).map((person) => ({ kind: 'metMany' as const, person })),
  );
  return true;
}
