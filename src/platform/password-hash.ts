import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { limitConcurrency } from './concurrency.ts';

/** OWASP's parameters for Argon2id (the library's default); weaker hashes are renewed at the next login. */
const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const prefix = '$argon2id$v=19$m=19456,t=2,p=1$';

/**
 * Hashing takes tens of milliseconds of a core, so only a few hashes run at a time, and the queue holds a few seconds
 * of work at most. One of Node's four worker threads always stays free for files. Workers of one portal share the
 * cores.
 */
const cores = Math.floor(availableParallelism() / Number(process.env['SHARED_BY'] ?? 1));
const maxRunning = Math.max(1, Math.min(cores, 3));
const runLimited = limitConcurrency(maxRunning, 200);

/** Hashes a password (in NFC) with Argon2id. Throws 503 if too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(password.normalize('NFC'), parameters));
}

/** A decoy hash of random bytes: no password matches it. */
const unpadded = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
const decoy = `${prefix}${unpadded(16)}$${unpadded(32)}`;

/**
 * Whether a password belongs to a stored hash. Without a hash (null) the same work is done with a decoy and the answer
 * is false, so that the time does not reveal whether an account exists. Keyboards produce an ä as one character or as
 * two: new hashes use the composed form, older ones whichever form was typed.
 */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  const spellings = new Set([password.normalize('NFC'), password.normalize('NFD'), password]);
  for (const spelling of spellings)
    if ((await runLimited(() => verify(storedHash ?? decoy, spelling))) && storedHash !== null) return true;
  return false;
}

/** Whether a hash has weaker parameters than today's. */
export function isOutdatedHash(storedHash: string): boolean {
  return !storedHash.startsWith(prefix);
}
