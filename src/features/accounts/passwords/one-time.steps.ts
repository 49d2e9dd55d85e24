import type { Clock, Tx } from '../../../platform/database/db.ts';
import { replaceTemporaryPassword, setPassword } from './sql.ts';

/** Replaces a person's password with a one-time password, valid for 24 hours; `hash` is its SHA-256. */
export async function setOneTimePassword(tx: Tx, clock: Clock, person: number, hash: string): Promise<void> {
  await setPassword(tx, person, null, true);
  await replaceTemporaryPassword(tx, clock, person, hash);
}
