import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { turns } from '../server/turns.ts';

/** OWASP's parameters for Argon2id (the library's default algorithm); a stored hash of lower ones is renewed at the next login. */
const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const prefix = '$argon2id$v=19$m=19456,t=2,p=1$';

/**
 * Hashing takes a core for tens of milliseconds: a few at a time, and a bounded queue behind them, seconds long. One of
 * the four threads that Node has for such work is always left to files. Workers of one portal share the cores.
 */
const cores = Math.floor(availableParallelism() / Number(process.env['SHARED_BY'] ?? 1));
const atOnce = Math.max(1, Math.min(cores, 3));
const inTurn = turns(atOnce, 200);

/** Hashes a password, composed (NFC), with Argon2id. Throws 503 when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), parameters));
}

/** Looks like a hash and is nobody's: no password is known to lead to these random bytes. */
const unpadded = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
const decoy = `${prefix}${unpadded(16)}$${unpadded(32)}`;

/**
 * Whether a password belongs to a stored hash. Without one (null) the same work is done against a decoy and the answer
 * is false, so that the time does not tell an unknown account. Keyboards write an ä as one sign or as two: hashes are
 * made of the one sign, and older ones of whatever was typed.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const spellings = new Set([password.normalize('NFC'), password.normalize('NFD'), password]);
  for (const spelling of spellings)
    if ((await inTurn(() => verify(stored ?? decoy, spelling))) && stored !== null) return true;
  return false;
}

/** Whether a hash was made with weaker parameters than today's. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(prefix);
}
