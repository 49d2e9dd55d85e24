import { audit } from '../audit/exports.ts';
import { queueMails } from '../mail/exports.ts';
import { lockPerson } from '../people/exports.ts';
import { transact, type Clock, type Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { createSecret, hashOf } from './browser-cookie.adapter.ts';
import type { Account } from './openid.adapter.ts';
import * as sql from './sql.ts';

/**
 * Finds the person of an account at the identity provider, and returns a code with which the browser opens their
 * session; null if the account belongs to no active member of staff. At the first sign-in, the person with the verified
 * e-mail address is bound to the account and notified by mail; from then on, only the account counts.
 */
export async function createCode(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  account: Account,
  browserHash: Buffer,
): Promise<string | null> {
  const code = createSecret();
  const storeCode = async (tx: Tx, person: number | null) => {
    if (person === null) return null;
    await sql.insertCode(tx, clock, { codeHash: hashOf(code), browserHash, person });
    return code;
  };
  const bound = await transact(db, async (tx) => {
    const person = await sql.findBoundPerson(tx, account.issuer, account.subject);
    return { isKnown: person !== null, code: await storeCode(tx, person && (await lockStaff(tx, person, null))) };
  });
  if (bound.isKnown) return bound.code;
  // Outside of a transaction, because it may ask the identity provider.
  const email = await account.loadVerifiedEmail();
  if (email === null) return null;
  return transact(db, async (tx) => storeCode(tx, await bindByEmail(tx, clock, account, email)));
}

/** Locks a person and returns their id; null if they are no active member of staff, or have another e-mail address. */
async function lockStaff(tx: Tx, person: number, email: string | null): Promise<number | null> {
  const isUsable = (await lockPerson(tx, person)) && (await sql.isActiveStaff(tx, person, email));
  return isUsable ? person : null;
}

/** Binds the active member of staff with this e-mail address to an account; null if there is none, or they are bound. */
async function bindByEmail(tx: Tx, clock: Clock, account: Account, email: string): Promise<number | null> {
  const person = await sql.findPersonByEmail(tx, email);
  if (person === null || (await lockStaff(tx, person, email)) === null) return null;
  const { issuer, subject } = account;
  if (!(await sql.bindIdentity(tx, clock, { person, issuer, subject })))
    // Perhaps another sign-in with the same account has just been faster.
    return (await sql.findBoundPerson(tx, issuer, subject)) === person ? person : null;
  await queueMails(tx, [{ kind: 'identityBound', person }]);
  await audit(tx, { actor: person, action: 'identityBound', person });
  return person;
}
