import { generatePassword } from '../../mail/exports.ts';
import { audit } from '../../audit/exports.ts';
import { revokeTokensOf } from '../../tokens/exports.ts';
import { transact, type Clock, type Db } from '../../../platform/database/db.ts';
import { roles, roleOfId } from '../../../shared/roles.ts';
import { hasInvisibleCharacters } from '../../../shared/invisible.ts';
import { emailProblem } from '../../people/rules.ts';
import { disableAccount, enableAccount, lockAdmins, lockOrInsertAdmin } from './admins.sql.ts';
import { setOneTimePassword } from '../passwords/one-time.steps.ts';
import { revokeAccess } from './steps.ts';

/** The error of a command-line command about admins; its message is printed as one line. */
export class AdminCommandError extends Error {}

/** The clock of the command line, which is never shifted. */
const clock: Clock = { shiftMs: 0 };

/** An admin account to create. */
export interface NewAdmin {
  email: string;
  firstName: string;
  lastName: string;
  gender: 'm' | 'f' | 'd';
}

/**
 * Creates an admin's account, enables a disabled one, or renews the one-time password of an admin who never chose a
 * password. Returns which of the three was done, and the one-time password (valid for 24 hours and one sign-in).
 * Refuses an invalid e-mail or name, and the e-mail of a participant, of a coach, or of an active admin with a
 * password.
 */
export async function createAdmin(
  db: Db,
  admin: NewAdmin,
): Promise<{ outcome: 'created' | 'enabled' | 'renewed'; password: string }> {
  if (emailProblem(admin.email)) throw new AdminCommandError(`${admin.email} is not an e-mail address.`);
  if (hasInvisibleCharacters(admin.firstName + admin.lastName))
    throw new AdminCommandError('The name has invisible characters.');
  return transact(db, async (tx) => {
    const { id, existingPerson } = await lockOrInsertAdmin(tx, clock, admin);
    if (existingPerson && existingPerson.roleId !== roles.admin.value) {
      const role = roleOfId(existingPerson.roleId);
      throw new AdminCommandError(
        `${admin.email} belongs to an account with the role '${role ? roles[role].label : 'none'}': an admin needs an e-mail address of their own.`,
      );
    }
    if (existingPerson?.active && existingPerson.hasPassword)
      throw new AdminCommandError(
        `${admin.email} is an active admin already. Lost passwords are renewed on the portal's page.`,
      );
    const outcome = !existingPerson ? 'created' : existingPerson.active ? 'renewed' : 'enabled';
    const secret = generatePassword();
    await enableAccount(tx, id);
    // Otherwise someone who signed in with the previous one-time password could still choose the account's password.
    await revokeAccess(tx, id);
    await setOneTimePassword(tx, clock, id, secret.hash);
    await audit(tx, { actor: null, action: actionOf[outcome], person: id });
    return { outcome, password: secret.text };
  });
}

const actionOf = { created: 'adminCreated', enabled: 'adminEnabled', renewed: 'adminPasswordGiven' } as const;

/**
 * Disables an admin's account, ends their sessions, revokes the tokens that they have made for other systems, and
 * invalidates all secrets in mails, sent or not. Refuses an unknown e-mail and the last active admin. If two admins are
 * disabled at the same time, one command waits for the other.
 */
export async function disableAdmin(db: Db, email: string): Promise<'disabled' | 'alreadyDisabled'> {
  return transact(db, async (tx) => {
    const admins = await lockAdmins(tx);
    const admin = admins.find((row) => row.email?.toLowerCase() === email.toLowerCase());
    if (!admin) throw new AdminCommandError(`There is no admin with the e-mail address ${email}.`);
    if (!admin.active) return 'alreadyDisabled';
    if (!admins.some((other) => other.active && other.id !== admin.id))
      throw new AdminCommandError(`${email} is the last active admin: create another one first.`);
    await disableAccount(tx, clock, admin.id);
    await revokeAccess(tx, admin.id);
    await revokeTokensOf(tx, clock, admin.id);
    await audit(tx, { actor: null, action: 'adminDisabled', person: admin.id });
    return 'disabled';
  });
}
