import { newPassword } from '../mail/secrets.ts';
import { audit } from '../server/audit.ts';
import { now, transact, type Clock, type Db } from '../server/db.ts';
import { roles, roleOfId } from '../shared/roles.ts';
import { emailProblem } from './rules.ts';
import * as sql from './sql.ts';
import { shutOut } from './ways-in.ts';

/** What somebody at the command line asked for and cannot have: one English line, fit to print. */
export class AdminRefused extends Error {}

/** The portal's own clock: nobody shifts it at the command line. */
const clock: Clock = { shiftMs: 0 };

/** An account of an admin to be made. */
export interface NewAdmin {
  email: string;
  firstName: string;
  lastName: string;
  gender: 'm' | 'f' | 'd';
}

/**
 * Makes an account with admin rights, or lets a disabled one in again; an admin who never chose a password gets a new
 * one-time password. Answers it (valid for 24 hours and one sign-in) and which of the three it was. Refuses an e-mail
 * that no one can have, that belongs to a participant or coach, or to an admin who has a password.
 */
export async function createAdmin(
  db: Db,
  admin: NewAdmin,
): Promise<{ done: 'created' | 'enabled' | 'renewed'; password: string }> {
  if (emailProblem(admin.email, '')) throw new AdminRefused(`${admin.email} is not an e-mail address.`);
  return transact(db, async (tx) => {
    const { id, known } = await sql.lockOrAddAdmin(tx, clock, admin);
    if (known && known.roleId !== roles.admin.value) {
      const role = roleOfId(known.roleId);
      throw new AdminRefused(
        `${admin.email} belongs to an account with the role '${role ? roles[role].label : 'none'}': an admin needs an e-mail address of their own.`,
      );
    }
    if (known?.active && known.hasPassword)
      throw new AdminRefused(
        `${admin.email} is an active admin already. Lost passwords are renewed on the portal's page.`,
      );
    const done = !known ? 'created' : known.active ? 'renewed' : 'enabled';
    const secret = newPassword();
    await tx.updateTable('person').set({ inactive_at: null }).where('id', '=', id).execute();
    await sql.setPassword(tx, id, null, true);
    // Whoever had the one-time password before may be signed in by it, and would choose the account's password.
    await shutOut(tx, id);
    await sql.replaceTemporaryPassword(tx, clock, id, secret.hash);
    await audit(tx, { actor: null, action: actionOf[done], person: id });
    return { done, password: secret.text };
  });
}

const actionOf = { created: 'adminCreated', enabled: 'adminEnabled', renewed: 'adminPasswordGiven' } as const;

/** All admins in order of e-mail, without regard to case. */
export function listAdmins(db: Db) {
  return sql.admins(db);
}

/**
 * Closes an admin's account: no sign-in, no session, no secret that was or would be mailed. Refuses an unknown e-mail and the last active
 * admin; two who disable each other at once are served one after the other.
 */
export async function disableAdmin(db: Db, email: string): Promise<'disabled' | 'alreadyDisabled'> {
  return transact(db, async (tx) => {
    const all = await sql.lockAdmins(tx);
    const admin = all.find((row) => row.email?.toLowerCase() === email.toLowerCase());
    if (!admin) throw new AdminRefused(`There is no admin with the e-mail address ${email}.`);
    if (!admin.active) return 'alreadyDisabled';
    if (!all.some((other) => other.active && other.id !== admin.id))
      throw new AdminRefused(`${email} is the last active admin: create another one first.`);
    await tx
      .updateTable('person')
      .set({ inactive_at: now(clock), password_hash: null })
      .where('id', '=', admin.id)
      .execute();
    await shutOut(tx, admin.id);
    await audit(tx, { actor: null, action: 'adminDisabled', person: admin.id });
    return 'disabled';
  });
}
