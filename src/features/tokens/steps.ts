import { hash, randomBytes } from 'node:crypto';
import { audit } from '../audit/exports.ts';
import type { Clock, Db, Tx } from '../../platform/database/db.ts';
import type { Authentication } from '../../platform/http/calls/authentication.ts';
import * as sql from './sql.ts';

/** Every token begins with this, so that programs that look for secrets recognise it. */
const prefix = 'cpt_';

/** Generates the text of a token: `cpt_` and 256 random bits in base64url. */
export const generateToken = () => prefix + randomBytes(32).toString('base64url');

/** Returns the hash of a token, which is stored instead of it. */
export const hashToken = (text: string) => hash('sha256', text, 'buffer');

const isToken = (text: string) => /^cpt_[\w-]{43}$/.test(text);

/**
 * Creates the function that finds the token of a call. The function always reads the database. It also records when the
 * token is used and for which call, at most once a minute, so that most calls that only read write nothing.
 */
export function createFindToken(db: Db, clock: Clock): Authentication['findToken'] {
  return async (text, path) => {
    const token = isToken(text) ? await sql.findLiveToken(db, clock, hashToken(text)) : null;
    if (!token) return null;
    if (token.isLastUseOutdated) await sql.recordTokenUse(db, clock, token.id, path);
    const { id, scopes, maker } = token;
    // What the maker has to set up before using the portal does not concern another system. It has no session.
    const setup = { mustChangePassword: false, mustSetUpSecondFactor: false, sessionId: '' };
    return { id, scopes, maker: { id: maker, role: 'admin', caller: 'admin', ...setup } };
  };
}

/** Revokes all tokens that an admin has made, on behalf of the system, and logs it. */
export async function revokeTokensOf(tx: Tx, clock: Clock, person: number): Promise<void> {
  for (const token of await sql.revokeTokensOf(tx, clock, person))
    await audit(tx, { actor: null, action: 'tokenRevoked', token });
}

/** Revokes all tokens that a person has made and empties their names, because the person is being anonymised. */
export async function eraseTokensOf(tx: Tx, clock: Clock, person: number): Promise<void> {
  await revokeTokensOf(tx, clock, person);
  await sql.eraseTokenNames(tx, person);
}
