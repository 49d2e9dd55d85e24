import { AdminCommandError } from './admins.steps.ts';
import { queueMails } from '../../mail/exports.ts';
import { audit } from '../../audit/exports.ts';
import { transact, type Db } from '../../../platform/database/db.ts';
import { endSessions } from '../../sessions/exports.ts';
import { deleteSecondFactor, lockPersonByEmail } from '../../second-factor/exports.ts';

/**
 * Removes the lost second factor of an admin or coach, ends their sessions and notifies them by mail. Only the command
 * line calls this. Refuses an unknown e-mail address, and an account without a second factor.
 */
export async function removeLostSecondFactor(db: Db, email: string): Promise<void> {
  await transact(db, async (tx) => {
    const person = await lockPersonByEmail(tx, email);
    if (person === null) throw new AdminCommandError(`There is no account with the e-mail address ${email}.`);
    if (!(await deleteSecondFactor(tx, person)))
      throw new AdminCommandError(`${email} signs in without a second factor.`);
    await endSessions(tx, person);
    await queueMails(tx, [{ kind: 'secondFactorOff', person }]);
    await audit(tx, { actor: null, action: 'secondFactorReset', person });
  });
}
