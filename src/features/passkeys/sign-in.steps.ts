import type { Clock, Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import type { RelyingParty } from '../../platform/settings/relying-party.ts';
import type { SignedCredential } from './contract.ts';
import { isCountPlausible } from './rules.ts';
import * as sql from './sql.ts';
import {
  hashChallenge,
  readChallenge,
  unknownKey,
  userHandleOf,
  verifySigned,
  type Assertion,
} from './webauthn.adapter.ts';

/** A sign-in that a passkey has signed. */
export interface SignedSignIn {
  passkey: number;
  person: number;
  assertion: Assertion;
}

/**
 * Checks a sign-in by a passkey and uses up its challenge, even if anything else is wrong. `signedSignIn` is null if
 * the sign-in must be refused. `person` is the person of the passkey; null if it is unknown. The steps are the same
 * whether or not the passkey is known.
 */
export async function checkSignIn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  relyingParty: RelyingParty,
  credential: SignedCredential,
): Promise<{ person: number | null; signedSignIn: SignedSignIn | null }> {
  const challenge = readChallenge(credential.response.clientDataJSON);
  const isChallengeValid = await sql.consumeChallenge(db, clock, hashChallenge(challenge ?? ''), null);
  const passkey = await sql.findPasskey(db, Buffer.from(credential.id, 'base64url'));
  const publicKey = passkey?.publicKey ?? unknownKey;
  const assertion = await verifySigned(relyingParty, challenge ?? '', credential, publicKey);
  if (!passkey) return { person: null, signedSignIn: null };
  const { id, person } = passkey;
  const { userHandle } = credential.response;
  const isOwner = !userHandle || userHandle === userHandleOf(relyingParty, person);
  const isSigned = challenge !== null && isChallengeValid && isOwner;
  return { person, signedSignIn: isSigned && assertion ? { passkey: id, person, assertion } : null };
}

/**
 * Records that somebody signs in with a passkey. Returns false if it has been removed in the meantime or the count of
 * its signatures has not risen. The caller must have locked the person.
 */
export async function consumeSignature(tx: Tx, clock: Clock, { passkey, assertion }: SignedSignIn): Promise<boolean> {
  const stored = await sql.findSignCount(tx, passkey);
  if (stored === null || !isCountPlausible(stored, assertion.signCount)) return false;
  await sql.recordUse(tx, clock, passkey, assertion);
  return true;
}
