import { AdminCommandError } from './admins.steps.ts';
import { transact, type Db } from '../../../platform/database/db.ts';
import { lockPersonByEmail } from '../../second-factor/exports.ts';
import { unbind } from '../../single-sign-on/exports.ts';

/**
 * Unbinds an admin or coach from the account at the identity provider that they have lost, ends their sessions and
 * notifies them by mail. Only the command line calls this. Refuses an unknown e-mail address, and somebody who is not
 * bound.
 */
export async function unbindLostIdentity(db: Db, email: string): Promise<void> {
  await transact(db, async (tx) => {
    const person = await lockPersonByEmail(tx, email);
    if (person === null) throw new AdminCommandError(`There is no account with the e-mail address ${email}.`);
    if (!(await unbind(tx, { actor: null, person })))
      throw new AdminCommandError(`${email} is not bound to an account at the identity provider.`);
  });
}
