import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../server/audit.ts';
import type { Tx } from '../server/db.ts';
import { serve } from '../server/handler.ts';
import { knownDevice, rememberDevice } from '../server/known-device.ts';
import { Refused } from '../server/refusal.ts';
import { endSession, endSessionsOf, lockSession, startSession } from '../server/session.ts';
import { spendCode } from '../second-factor/check.ts';
import { queueForgotten, queueMail, queueRegistrationTried } from '../mail/outbox.ts';
import { countAttempt } from './attempts.ts';
import { isCommonPassword } from './common-passwords.ts';
import * as contract from './contract.ts';
import { isGuessable } from './guessable.ts';
import { hashPassword, isOutdated, passwordMatches } from './passwords.ts';
import * as sql from './sql.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Longer than these deeds take; below it, nobody can tell from the time whether there was something to do. Milliseconds. */
const floor = 50;

/** Does a deed and answers no sooner than after `floor`. */
async function noSooner<T>(deed: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([deed(), sleep(floor)]);
  return result;
}

/** Handlers of sign-in, password and registration. */
export const served = serve(contract, {
  async login({ input, app, db, transaction, refuse, address, companion, deviceCookie, device, record }) {
    const email = input.username.toLowerCase();
    const hash = sha256(input.password);
    const fail = (person: number | null, code: 'loginFailed' | 'secondFactorInvalid' = 'loginFailed') => {
      record('signInFailed', { person });
      return refuse(code);
    };
    const known = await knownDevice(db, app.clock, deviceCookie.hashes(), email);
    // Counted before the expensive comparison, taken back when it was right.
    const attempt = await countAttempt(app.throttle, known && ['loginOfDevice', known.hash], [
      ['loginOfAddress', address],
      ['loginOfAccount', email, address],
    ]);
    // Up to the refusal every attempt does the same, whoever and whatever was named.
    const account = await sql.findAccount(db, app.clock, email, hash);
    // Nobody guesses a one-time password: by it whoever reads the account's mail gets in, whatever strangers have filled.
    if (attempt.refusal && !account?.oneTime) throw attempt.refusal;
    const right = await passwordMatches(account && !account.lapsed ? account.passwordHash : null, input.password);
    if (!account?.confirmed || !account.active || !(right || account.oneTime)) throw fail(account?.id ?? null);
    // Whoever guesses codes knows the password, and is counted with it: a new one begins anew, for its owner.
    const guesser = [String(account.id), right ? (account.passwordHash ?? '') : 'oneTime'] as const;
    if (account.secondFactor && !input.code) {
      await attempt.forgive();
      throw refuse('secondFactorRequired');
    }
    const coded = account.secondFactor
      ? await countAttempt(app.throttle, known && ['codeOfDevice', known.hash], [['codeOfLogin', ...guesser]])
      : null;
    if (coded?.refusal) throw coded.refusal;
    const outdated = right && account.passwordHash && isOutdated(account.passwordHash);
    const renewed = outdated ? await hashPassword(input.password) : null;
    const { user, session, remembered } = await transaction(async (tx) => {
      const now = await sql.lockAccount(tx, account.id);
      // Comparing takes its time: meanwhile an admin may have inactivated the person or replaced the password.
      if (!now?.active || now.passwordHash !== account.passwordHash) throw fail(account.id);
      if (renewed) await sql.renewHash(tx, account.id, renewed);
      if (!right) {
        if (!(await sql.useTemporaryPassword(tx, app.clock, account.id, hash))) throw fail(account.id);
        // From now on the one-time password's owner is the account's: the old password and its sessions end.
        await sql.setPassword(tx, account.id, null, true);
        await endSessionsOf(tx, account.id);
      }
      // Last, so that a code that does not count leaves a one-time password unused.
      if (now.secondFactor && !(await spendCode(tx, app, account.id, input.code ?? '')))
        throw fail(account.id, 'secondFactorInvalid');
      const session = await startSession(tx, app.clock, account.id, device());
      const remembered = await rememberDevice(tx, app.clock, account.id, deviceCookie.hashes());
      return { user: await sql.loadUser(tx, app.settings.portal, account.id, session.sessionId), session, remembered };
    });
    companion.give(session);
    deviceCookie.give(remembered);
    await attempt.forgive();
    await coded?.forgive();
    record('signedIn', { person: account.id });
    return { data: user };
  },

  async sessionCheck({ person, app, db }) {
    return { data: person ? await sql.loadUser(db, app.settings.portal, person.id, person.sessionId) : null };
  },

  async needNewPassword({ input, app, db, transaction, address, deviceCookie, record }) {
    const email = input.email.toLowerCase();
    // Beyond the limit nothing is mailed, and the answer does not tell (contract §4).
    const { throttle } = app;
    const known = await knownDevice(db, app.clock, deviceCookie.hashes(), email);
    const refusal =
      (known ? null : await throttle.full('forgottenOfAddress', address)) ??
      (await throttle.full('forgottenOfEmail', email));
    if (refusal) {
      record('limitReached', { limit: refusal.limit });
      return {};
    }
    await noSooner(() => transaction((tx) => queueForgotten(tx, email)));
    return {};
  },

  async setNewPassword({ input, person, app, db, transaction, refuse, deviceCookie }) {
    const { newPassword } = input;
    const { used, passwordHash, ...names } = await sql.loadChooser(db, person.id, sha256(newPassword));
    // What was mailed, or passed on by an admin, somebody else has seen.
    if (used || (person.mustChangePassword && (await passwordMatches(passwordHash, newPassword))))
      throw refuse('passwordGiven');
    if (await isCommonPassword(newPassword)) throw refuse('passwordTooCommon');
    const { publicUrl, portal } = app.settings;
    if (await isGuessable(newPassword, { ...names, publicUrl, provider: portal.provider }))
      throw refuse('passwordGuessable');
    const hash = await hashPassword(newPassword);
    const { user, remembered } = await transaction(async (tx) => {
      await sql.lockPerson(tx, person.id);
      await lockSession(tx, app, person.sessionId);
      await sql.setPassword(tx, person.id, hash, false);
      await sql.dropCredentials(tx, person.id, 'temporaryPassword');
      await sql.dropCredentials(tx, person.id, 'usedPassword');
      await endSessionsOf(tx, person.id, person.sessionId);
      await queueMail(tx, [{ kind: 'passwordChanged', person: person.id }]);
      await audit(tx, { actor: person.id, action: 'passwordChanged', person: person.id });
      const remembered = await rememberDevice(tx, app.clock, person.id, deviceCookie.hashes());
      return { user: await sql.loadUser(tx, app.settings.portal, person.id, person.sessionId), remembered };
    });
    deviceCookie.give(remembered);
    return { data: user };
  },

  async logout({ person, db, companion }) {
    if (person) {
      await endSession(db, person.sessionId);
      companion.take(person.sessionId);
    }
    return {};
  },

  async newRegistration({ input, app, db, transaction, refuse, address, record }) {
    await app.throttle.attempt('registrationOfAddress', address);
    const email = input.email.toLowerCase();
    await app.throttle.attempt('registrationOfEmail', email, address);
    const location = Number(input.location?.value);
    if (!(await sql.locationExists(db, location))) {
      const message = 'Bitte wähle einen Standort aus';
      throw new Refused(200, 'invalid', message, { errors: [{ path: 'location', message }] });
    }
    // Strangers who register an e-mail over and over fill its owner's mailbox no further, and do not keep the owner out.
    const refusal = await app.throttle.full('registrationMails', email);
    if (refusal) record('limitReached', { limit: refusal.limit });
    const save = async (tx: Tx) => {
      const id = await sql.saveRegistration(tx, {
        gender: input.gender?.id ?? '',
        firstName: input.firstName,
        lastName: input.lastName,
        email: input.email,
        phone: input.phoneNumber,
        qualification: input.qualification,
        start: input.startOfQualification,
        end: input.endOfQualification,
        location,
      });
      if (id === null) {
        record('registrationOfKnown', { person: await queueRegistrationTried(tx, email) });
        return true;
      }
      if (!refusal) await queueMail(tx, [{ kind: 'confirmation', person: id }]);
      await audit(tx, { actor: id, action: 'registered', person: id });
      return false;
    };
    const known = await noSooner(() => transaction(save));
    if (known && app.settings.revealExistingEmail) throw refuse('emailAlreadyExists');
    return {};
  },

  async confirmRegistration({ input, app, transaction, refuse, address, companion, device }) {
    const refusal = await app.throttle.full('confirmationOfAddress', address);
    const { user, session } = await transaction(async (tx) => {
      const id = await sql.personOfToken(tx, app.clock, sha256(input.token));
      // Nobody guesses a link: the right one counts, whatever strangers behind the address have filled.
      if (id === null) throw refusal ?? refuse('tokenInvalid');
      await sql.dropCredentials(tx, id, 'confirmation');
      await sql.confirm(tx, app.clock, id);
      await audit(tx, { actor: id, action: 'confirmed', person: id });
      const session = await startSession(tx, app.clock, id, device());
      return { user: await sql.loadUser(tx, app.settings.portal, id, session.sessionId), session };
    });
    companion.give(session);
    return { data: user };
  },
});
