import { passwordMatches } from '../../platform/password-hash.ts';
import { lockPerson } from '../people/exports.ts';
import { queueMails } from '../mail/exports.ts';
import { audit } from '../audit/exports.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { createRoutes, type App } from '../../platform/http/calls/handler.ts';
import { notFound } from '../../platform/server-error.ts';
import type { SignedInPerson } from '../../platform/http/calls/authentication.ts';
import { endSessions, lockSession } from '../sessions/exports.ts';
import { findBoundSince } from '../single-sign-on/exports.ts';
import { consumeCode, consumeAppCode } from './check.steps.ts';
import { toAppSetup, hashRecoveryCode, generateRecoveryCodes, generateSecret } from './codes.adapter.ts';
import * as contract from './contract.ts';
import { parseCode } from './rules.ts';
import { encryptSecret } from './secret-encryption.adapter.ts';
import * as sql from './sql.ts';

/** The handlers for the second factor: setting it up, switching it on and off, and its recovery codes. */
export const routes = createRoutes(contract, {
  async getSecondFactor({ person, app, db }) {
    const factor = await sql.findFactor(db, app.clock, person.id);
    return {
      data: {
        available: app.settings.secondFactorKey !== undefined,
        required: app.settings.providerConfig.secondFactor === 'required',
        since: factor?.confirmedAt?.toISOString() ?? null,
        recoveryCodesLeft: await sql.countRecoveryCodes(db, person.id),
        singleSignOnSince: (await findBoundSince(db, person.id))?.toISOString() ?? null,
      },
    };
  },

  async prepareSecondFactor({ input, person, app, db, transaction, refuse }) {
    const { secondFactorKey: key, providerConfig } = app.settings;
    if (!key) throw refuse('secondFactorUnavailable');
    const { email } = await checkPassword(app, db, person, input.password, () => refuse('wrongPassword'));
    const secret = generateSecret();
    await transaction(async (tx) => {
      await lockPersonAndSession(tx, app, person);
      if (!(await sql.saveUnconfirmedSecret(tx, app.clock, person.id, encryptSecret(key, person.id, secret))))
        throw refuse('secondFactorOn');
    });
    const { base32, otpauthUri } = toAppSetup(secret, providerConfig.provider, email);
    return { data: { secret: base32, address: otpauthUri } };
  },

  async switchOnSecondFactor({ input, person, app, transaction, refuse }) {
    const recoveryCodes = await withCountedAttempt(app, person, () =>
      transaction(async (tx) => {
        await lockPersonAndSession(tx, app, person);
        const factor = await sql.findFactor(tx, app.clock, person.id);
        if (!factor || factor.confirmedAt || factor.isExpired) throw refuse('secondFactorNotPrepared');
        const code = parseCode(input.code)?.code ?? '';
        if (!(await consumeAppCode(tx, app, person.id, code, factor))) throw refuse('secondFactorInvalid');
        await sql.confirmSecondFactor(tx, app.clock, person.id);
        await endSessions(tx, person.id, person.sessionId);
        await queueMails(tx, [{ kind: 'secondFactorOn', person: person.id }]);
        await audit(tx, { actor: person.id, action: 'secondFactorOn', person: person.id });
        return createRecoveryCodes(tx, person);
      }),
    );
    return { data: { recoveryCodes } };
  },

  async renewRecoveryCodes({ input, person, app, db, transaction, refuse }) {
    await checkPassword(app, db, person, input.password, () => refuse('wrongPassword'));
    const recoveryCodes = await withCountedAttempt(app, person, () =>
      transaction(async (tx) => {
        await lockPersonAndSession(tx, app, person);
        const refusal = await tryConsumeCode(tx, app, person, input.code);
        if (refusal) throw refuse(refusal);
        await audit(tx, { actor: person.id, action: 'recoveryCodesRenewed', person: person.id });
        return createRecoveryCodes(tx, person);
      }),
    );
    return { data: { recoveryCodes } };
  },

  async switchOffSecondFactor({ input, person, app, db, transaction, refuse }) {
    await checkPassword(app, db, person, input.password, () => refuse('wrongPassword'));
    await withCountedAttempt(app, person, () =>
      transaction(async (tx) => {
        await lockPersonAndSession(tx, app, person);
        const refusal = await tryConsumeCode(tx, app, person, input.code);
        if (refusal) throw refuse(refusal);
        await sql.deleteSecondFactor(tx, person.id);
        await endSessions(tx, person.id, person.sessionId);
        await queueMails(tx, [{ kind: 'secondFactorOff', person: person.id }]);
        await audit(tx, { actor: person.id, action: 'secondFactorOff', person: person.id });
      }),
    );
    return {};
  },

  async resetSecondFactor({ input, person, transaction, refuse }) {
    await transaction(async (tx) => {
      if (!(await sql.lockCoach(tx, input.coachId))) throw notFound();
      if (!(await sql.deleteSecondFactor(tx, input.coachId))) throw refuse('secondFactorOff');
      await endSessions(tx, input.coachId);
      await queueMails(tx, [{ kind: 'secondFactorOff', person: input.coachId }]);
      await audit(tx, { actor: person.id, action: 'secondFactorReset', person: input.coachId });
    });
    return {};
  },
});

/** Locks the caller and their session; throws if the session has ended in the meantime. */
async function lockPersonAndSession(tx: Tx, app: App, person: SignedInPerson): Promise<void> {
  await lockPerson(tx, person.id);
  await lockSession(tx, app, person.sessionId);
}

/** Consumes a typed code. Returns the key of a refusal if the second factor is off or the code is wrong, else null. */
async function tryConsumeCode(tx: Tx, app: App, { id }: SignedInPerson, code: string) {
  if (!(await sql.findFactor(tx, app.clock, id))?.confirmedAt) return 'secondFactorOff';
  return (await consumeCode(tx, app, id, code)) ? null : 'secondFactorInvalid';
}

/** Returns a person's account if the password is correct, and throws `refusal()` if not. Attempts are limited. */
async function checkPassword(app: App, db: Db, { id }: SignedInPerson, password: string, refusal: () => Error) {
  await app.rateLimiter.countAttemptOrThrow('passwordPerPerson', String(id));
  const account = await sql.findAccount(db, id);
  if (!(await passwordMatches(account.passwordHash, password))) throw refusal();
  await app.rateLimiter.uncountAttempt('passwordPerPerson', String(id));
  return account;
}

/** Counts an attempt to use a code; attempts are limited. If `work` succeeds, the attempt no longer counts. */
async function withCountedAttempt<T>({ rateLimiter }: App, { id }: SignedInPerson, work: () => Promise<T>): Promise<T> {
  await rateLimiter.countAttemptOrThrow('codePerPerson', String(id));
  const result = await work();
  await rateLimiter.uncountAttempt('codePerPerson', String(id));
  return result;
}

/** Replaces the recovery codes with ten new ones and returns them. Only their hashes are stored. */
async function createRecoveryCodes(tx: Tx, { id }: SignedInPerson): Promise<string[]> {
  const codes = generateRecoveryCodes();
  await sql.replaceRecoveryCodes(
    tx,
    id,
    codes.map((code) => hashRecoveryCode(code.replaceAll('-', ''))),
  );
  return codes;
}
