import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { limitConcurrency } from './concurrency.ts';

/** The parameters that OWASP recommends for Argon2id. Hashes with weaker ones are replaced at the next login. */
const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const prefix = '$argon2id$v=19$m=19456,t=2,p=1$';

/** The number of cores for this process. SHARED_BY is the number of the portal's processes that share the cores. */
const coreCount = Math.floor(availableParallelism() / Number(process.env['SHARED_BY'] ?? 1));
/**
 * A hash occupies a core for tens of milliseconds, so at most three are computed at the same time, and the queue is
 * limited to a few seconds of work. One of Node's four worker threads always stays free for file access.
 */
const maxRunning = Math.max(1, Math.min(coreCount, 3));
const maxWaiting = 200;
const runLimited = limitConcurrency(maxRunning, maxWaiting);

/** Hashes a password with Argon2id after NFC normalisation. Throws 503 if too many passwords are waiting. */
export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(password.normalize('NFC'), parameters));
}

const randomBase64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
/** A hash of random bytes, which no password matches. */
const decoyHash = `${prefix}${randomBase64(16)}$${randomBase64(32)}`;

/**
 * Whether a password matches a stored hash. If the hash is null, a decoy hash is checked and the result is false, so
 * that the duration does not reveal whether an account exists. A keyboard may produce an ä as one character (NFC) or as
 * two (NFD). New hashes use NFC and older ones the form that was typed, so all forms are checked.
 */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  const unicodeForms = new Set([password.normalize('NFC'), password.normalize('NFD'), password]);
  for (const unicodeForm of unicodeForms)
    if ((await runLimited(() => verify(storedHash ?? decoyHash, unicodeForm))) && storedHash !== null) return true;
  return false;
}

/** Whether a hash has other parameters than the current ones. */
export function isOutdatedHash(storedHash: string): boolean {
  return !storedHash.startsWith(prefix);
}
