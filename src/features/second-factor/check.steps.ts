import { timingSafeEqual } from 'node:crypto';
import { queueMails } from '../mail/exports.ts';
import { audit } from '../audit/exports.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { codeOfStep, hashRecoveryCode } from './codes.adapter.ts';
import { parseCode } from './rules.ts';
import { decryptSecret } from './secret-encryption.adapter.ts';
import * as sql from './sql.ts';

/**
 * Consumes a typed code: a recovery code, or the code that the app shows now or showed 30 seconds ago (RFC 6238 allows
 * this for delays). Returns false if the code is wrong or was used before. The caller must hold the person's lock, so
 * that a code works only once.
 */
export async function consumeCode(tx: Tx, app: App, person: number, typedCode: string): Promise<boolean> {
  const parsed = parseCode(typedCode);
  if (!parsed) return false;
  if (parsed.kind === 'app')
    return consumeAppCode(tx, app, person, parsed.code, await sql.findFactor(tx, app.clock, person));
  if (!(await sql.consumeRecoveryCode(tx, person, hashRecoveryCode(parsed.code)))) return false;
  await audit(tx, { actor: person, action: 'recoveryCodeUsed', person });
  await queueMails(tx, [{ kind: 'recoveryCodeUsed', person }]);
  return true;
}

/**
 * Consumes a code from the app; `factor` is on or being set up. Returns false if the code is wrong or was used before,
 * and if there is no factor or its secret cannot be decrypted.
 */
export async function consumeAppCode(
  tx: Tx,
  { settings }: App,
  person: number,
  code: string,
  factor: sql.FactorRow | null,
): Promise<boolean> {
  const key = settings.secondFactorKey;
  const secret = factor && key ? decryptSecret(key, person, factor.secret) : null;
  if (!factor || !secret) return false;
  const matchingStep = [factor.currentStep, factor.currentStep - 1].find((step) =>
    isSame(codeOfStep(secret, step), code),
  );
  if (matchingStep === undefined || matchingStep <= factor.lastStep) return false;
  await sql.updateLastStep(tx, person, matchingStep);
  return true;
}

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
