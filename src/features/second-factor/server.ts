import { passwordMatches } from '../accounts/passwords.ts';
import { lockPerson } from '../accounts/sql.ts';
import { queueMail } from '../mail/outbox.ts';
import { audit } from '../server/audit.ts';
import type { Db, Tx } from '../server/db.ts';
import { serve, type App } from '../server/handler.ts';
import { notFound } from '../server/refusal.ts';
import { endSessionsOf, lockSession, type SignedIn } from '../server/session.ts';
import { spendCode, spendCodeOfApp } from './check.ts';
import { forApp, hashOfRecovery, newRecoveryCodes, newSecret } from './codes.ts';
import * as contract from './contract.ts';
import { readCode } from './rules.ts';
import { seal } from './seal.ts';
import * as sql from './sql.ts';

/** Handlers of the second factor: set up, switched on and off, and its codes for recovery. */
export const served = serve(contract, {
  async getSecondFactor({ person, app, db }) {
    const factor = await sql.loadFactor(db, app.clock, person.id);
    return {
      data: {
        available: app.settings.secondFactorKey !== undefined,
        required: app.settings.portal.secondFactor === 'required',
        since: factor?.confirmedAt?.toISOString() ?? null,
        recoveryCodesLeft: await sql.countRecoveryCodes(db, person.id),
      },
    };
  },

  async prepareSecondFactor({ input, person, app, db, transaction, refuse }) {
    const { secondFactorKey: key, portal } = app.settings;
    if (!key) throw refuse('secondFactorUnavailable');
    const { email } = await proven(app, db, person, input.password, () => refuse('wrongPassword'));
    const secret = newSecret();
    await transaction(async (tx) => {
      await begin(tx, app, person);
      if (!(await sql.savePrepared(tx, app.clock, person.id, seal(key, person.id, secret))))
        throw refuse('secondFactorOn');
    });
    return { data: forApp(secret, portal.provider, email) };
  },

  async switchOnSecondFactor({ input, person, app, transaction, refuse }) {
    const recoveryCodes = await withCode(app, person, () =>
      transaction(async (tx) => {
        await begin(tx, app, person);
        const factor = await sql.loadFactor(tx, app.clock, person.id);
        if (!factor || factor.confirmedAt || factor.expired) throw refuse('secondFactorNotPrepared');
        const code = readCode(input.code)?.code ?? '';
        if (!(await spendCodeOfApp(tx, app, person.id, code, factor))) throw refuse('secondFactorInvalid');
        await sql.switchOn(tx, app.clock, person.id);
        await endSessionsOf(tx, person.id, person.sessionId);
        await queueMail(tx, [{ kind: 'secondFactorOn', person: person.id }]);
        await audit(tx, { actor: person.id, action: 'secondFactorOn', person: person.id });
        return giveRecoveryCodes(tx, person);
      }),
    );
    return { data: { recoveryCodes } };
  },

  async renewRecoveryCodes({ input, person, app, db, transaction, refuse }) {
    await proven(app, db, person, input.password, () => refuse('wrongPassword'));
    const recoveryCodes = await withCode(app, person, () =>
      transaction(async (tx) => {
        await begin(tx, app, person);
        const why = await whyNot(tx, app, person, input.code);
        if (why) throw refuse(why);
        await audit(tx, { actor: person.id, action: 'recoveryCodesRenewed', person: person.id });
        return giveRecoveryCodes(tx, person);
      }),
    );
    return { data: { recoveryCodes } };
  },

  async switchOffSecondFactor({ input, person, app, db, transaction, refuse }) {
    await proven(app, db, person, input.password, () => refuse('wrongPassword'));
    await withCode(app, person, () =>
      transaction(async (tx) => {
        await begin(tx, app, person);
        const why = await whyNot(tx, app, person, input.code);
        if (why) throw refuse(why);
        await sql.drop(tx, person.id);
        await endSessionsOf(tx, person.id, person.sessionId);
        await queueMail(tx, [{ kind: 'secondFactorOff', person: person.id }]);
        await audit(tx, { actor: person.id, action: 'secondFactorOff', person: person.id });
      }),
    );
    return {};
  },

  async resetSecondFactor({ input, person, transaction, refuse }) {
    await transaction(async (tx) => {
      if (!(await sql.lockCoach(tx, input.coachId))) throw notFound();
      if (!(await sql.drop(tx, input.coachId))) throw refuse('secondFactorOff');
      await endSessionsOf(tx, input.coachId);
      await queueMail(tx, [{ kind: 'secondFactorOff', person: input.coachId }]);
      await audit(tx, { actor: person.id, action: 'secondFactorReset', person: input.coachId });
    });
    return {};
  },
});

/** Locks the person of a session that still lives; throws 'session invalid' where it ended meanwhile. */
async function begin(tx: Tx, app: App, person: SignedIn): Promise<void> {
  await lockPerson(tx, person.id);
  await lockSession(tx, app, person.sessionId);
}

/** Uses a code of a person whose factor is on; answers the refusal where that cannot be. */
async function whyNot(tx: Tx, app: App, { id }: SignedIn, code: string) {
  if (!(await sql.loadFactor(tx, app.clock, id))?.confirmedAt) return 'secondFactorOff';
  return (await spendCode(tx, app, id, code)) ? null : 'secondFactorInvalid';
}

/** The account of a person who has just typed its password; whoever sits at an open session must not guess at it. */
async function proven(app: App, db: Db, { id }: SignedIn, password: string, wrong: () => Error) {
  await app.throttle.attempt('passwordOfPerson', String(id));
  const account = await sql.accountOf(db, id);
  if (!(await passwordMatches(account.passwordHash, password))) throw wrong();
  await app.throttle.forgive('passwordOfPerson', String(id));
  return account;
}

/** Counts an attempt with a code, and takes it back where the work was done. */
async function withCode<T>({ throttle }: App, { id }: SignedIn, work: () => Promise<T>): Promise<T> {
  await throttle.attempt('codeOfPerson', String(id));
  const done = await work();
  await throttle.forgive('codeOfPerson', String(id));
  return done;
}

/** Makes ten codes for recovery, the only ones from now on; stored as hashes, told this once. */
async function giveRecoveryCodes(tx: Tx, { id }: SignedIn): Promise<string[]> {
  const codes = newRecoveryCodes();
  await sql.replaceRecoveryCodes(
    tx,
    id,
    codes.map((code) => hashOfRecovery(code.replaceAll('-', ''))),
  );
  return codes;
}
