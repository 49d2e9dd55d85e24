import { randomBytes } from 'node:crypto';
import type { Clock, Tx } from '../../platform/database/db.ts';
import type { NewDevice } from '../../platform/http/calls/authentication.ts';
import { hashOfDevice, trustedDeviceDays } from './device-cookie.adapter.ts';
import { replaceDevice } from './trusted-device.sql.ts';

/**
 * Makes a device a trusted device of a person who has just signed in there or chosen a password: a new secret of 256
 * random bits replaces the one that the device presented for them. Only the hash is stored.
 */
export async function rememberDevice(
  tx: Tx,
  clock: Clock,
  person: number,
  hashes: readonly string[],
): Promise<NewDevice> {
  const secret = randomBytes(32).toString('base64url');
  const others = await replaceDevice(tx, clock, person, {
    hash: hashOfDevice(secret),
    days: trustedDeviceDays,
    hashes,
  });
  return { secret, otherHashes: others };
}
