import { AdminRefused } from '../accounts/admins.ts';
import { queueMail } from '../mail/outbox.ts';
import { audit } from '../server/audit.ts';
import { transact, type Db } from '../server/db.ts';
import { endSessionsOf } from '../server/session.ts';
import * as sql from './sql.ts';

/**
 * Takes the lost second factor of an admin or coach off, at the command line, and ends their sessions; they are told by
 * mail. Refuses an e-mail that is nobody's, or whose account has none.
 */
export async function takeOff(db: Db, email: string): Promise<void> {
  await transact(db, async (tx) => {
    const person = await sql.lockByEmail(tx, email);
    if (person === null) throw new AdminRefused(`There is no account with the e-mail address ${email}.`);
    if (!(await sql.drop(tx, person))) throw new AdminRefused(`${email} signs in without a second factor.`);
    await endSessionsOf(tx, person);
    await queueMail(tx, [{ kind: 'secondFactorOff', person }]);
    await audit(tx, { actor: null, action: 'secondFactorReset', person });
  });
}
