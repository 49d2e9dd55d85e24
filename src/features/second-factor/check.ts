import { timingSafeEqual } from 'node:crypto';
import { queueMail } from '../mail/outbox.ts';
import { audit } from '../server/audit.ts';
import type { Tx } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import { codeAt, hashOfRecovery } from './codes.ts';
import { readCode } from './rules.ts';
import { unseal } from './seal.ts';
import * as sql from './sql.ts';

/**
 * Uses a typed code up: one that the app shows now or showed in the 30 seconds before, which is what RFC 6238 grants for
 * the way, or one for recovery. False where it is neither, or was used. The caller holds the person's lock, so that a code counts once.
 */
export async function spendCode(tx: Tx, app: App, person: number, typed: string): Promise<boolean> {
  const read = readCode(typed);
  if (!read) return false;
  if (read.of === 'app') return spendCodeOfApp(tx, app, person, read.code, await sql.loadFactor(tx, app.clock, person));
  if (!(await sql.useRecoveryCode(tx, person, hashOfRecovery(read.code)))) return false;
  await audit(tx, { actor: person, action: 'recoveryCodeUsed', person });
  await queueMail(tx, [{ kind: 'recoveryCodeUsed', person }]);
  return true;
}

/** The same for the app's codes alone, of a factor that is on or that a code is to prove. */
export async function spendCodeOfApp(
  tx: Tx,
  { settings }: App,
  person: number,
  code: string,
  factor: sql.FactorRow | null,
): Promise<boolean> {
  const key = settings.secondFactorKey;
  const secret = factor && key ? unseal(key, person, factor.secret) : null;
  if (!factor || !secret) return false;
  const matching = [factor.step, factor.step - 1].find((step) => isSame(codeAt(secret, step), code));
  if (matching === undefined || matching <= factor.lastStep) return false;
  await sql.useStep(tx, person, matching);
  return true;
}

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
