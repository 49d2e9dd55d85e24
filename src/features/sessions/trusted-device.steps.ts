import { randomBytes } from 'node:crypto';
import type { Clock, Tx } from '../../platform/database/db.ts';
import type { NewDevice } from '../../platform/http/calls/authentication.ts';
import { hashDeviceSecret, trustedDeviceDays } from './device-cookie.adapter.ts';
import { replaceDevice } from './trusted-device.sql.ts';

/**
 * Makes a browser a trusted device of a person who has just signed in or chosen a password with it. `presentedHashes`
 * are the hashes of the secrets that the browser has presented. Returns a new secret of 256 random bits, which replaces
 * the person's old one, and the presented hashes that are valid for other people. Stores only the hash of the secret.
 */
export async function rememberDevice(
  tx: Tx,
  clock: Clock,
  person: number,
  presentedHashes: readonly string[],
): Promise<NewDevice> {
  const secret = randomBytes(32).toString('base64url');
  const otherHashes = await replaceDevice(tx, clock, person, {
    hash: hashDeviceSecret(secret),
    days: trustedDeviceDays,
    presentedHashes,
  });
  return { secret, otherHashes };
}
