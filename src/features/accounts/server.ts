import { locationExists, lockPerson } from '../people/exports.ts';
import { createHash } from 'node:crypto';
import { audit } from '../audit/exports.ts';
import type { Tx } from '../../platform/database/db.ts';
import { createRoutes } from '../../platform/http/calls/handler.ts';
import {
  rememberDevice,
  findTrustedDevice,
  endSession,
  endSessions,
  lockSession,
  startSession,
} from '../sessions/exports.ts';
import { consumeCode } from '../second-factor/exports.ts';
import { mustUseSingleSignOn, rolesWithoutPassword } from '../single-sign-on/rules.ts';
import { queuePasswordReset, queueMails, queueRegistrationAttemptMail } from '../mail/exports.ts';
import { countAttempt } from '../../platform/rate-limit/attempts.ts';
import { isCommonPassword } from './passwords/common-passwords.adapter.ts';
import * as accessCalls from './contract.ts';
import * as passwordCalls from './passwords/contract.ts';
import * as passwords from './passwords/sql.ts';
import * as registrationCalls from './registration/contract.ts';
import { noLocation } from './registration/steps.ts';
import { isGuessable } from './passwords/guessable.steps.ts';
import { hashPassword, isOutdatedHash, passwordMatches } from '../../platform/password-hash.ts';
import * as registration from './registration/sql.ts';
import { withMinResponseTime } from '../../platform/http/calls/response-time.ts';
import * as sql from './sql.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The handlers for signing in, passwords and registration. */
export const routes = createRoutes(
  { ...accessCalls, ...passwordCalls, ...registrationCalls },
  {
    async login({
      input,
      app,
      db,
      transaction,
      refuse,
      ipAddress,
      sessionCookie,
      deviceCookie,
      describeDevice,
      logSecurityEvent,
    }) {
      const email = input.username.toLowerCase();
      const passwordSha256 = sha256(input.password);
      const logAndRefuse = (person: number | null, code: 'loginFailed' | 'secondFactorInvalid' = 'loginFailed') => {
        logSecurityEvent('signInFailed', { person });
        return refuse(code);
      };
      const trustedDevice = await findTrustedDevice(db, app.clock, deviceCookie.readHashes(), email);
      // The attempt is counted before the expensive comparison, and the count is removed on success.
      const attempt = await countAttempt(app.rateLimiter, trustedDevice && ['loginPerDevice', trustedDevice.hash], [
        ['loginPerIpAddress', ipAddress],
        ['loginPerAccount', email, ipAddress],
      ]);
      // The steps up to a refusal are the same whether or not the e-mail address has an account.
      const account = await sql.findAccount(db, app.clock, email, passwordSha256);
      // A one-time password cannot be guessed, so the owner of the mailbox can sign in even if strangers have used up
      // the limits.
      if (attempt.refusal && !account?.isOneTimePassword) throw attempt.refusal;
      const comparedHash = account && !account.passwordExpired ? account.passwordHash : null;
      const matches = await passwordMatches(comparedHash, input.password);
      if (!account?.confirmed || !account.active || !(matches || account.isOneTimePassword))
        throw logAndRefuse(account?.id ?? null);
      if (mustUseSingleSignOn(app.settings.singleSignOn, account)) {
        await attempt.uncount();
        throw refuse('ssoOnly');
      }
      // Attempts with codes count per account and password, so changing the password resets the count.
      const codeCounterKey = [String(account.id), matches ? (account.passwordHash ?? '') : 'oneTime'] as const;
      if (account.hasSecondFactor && !input.code) {
        await attempt.uncount();
        throw refuse('secondFactorRequired');
      }
      const codeAttempt = account.hasSecondFactor
        ? await countAttempt(app.rateLimiter, trustedDevice && ['loginCodePerDevice', trustedDevice.hash], [
            ['loginCodePerAccount', ...codeCounterKey],
          ])
        : null;
      if (codeAttempt?.refusal) throw codeAttempt.refusal;
      const isOutdated = matches && account.passwordHash && isOutdatedHash(account.passwordHash);
      const newHash = isOutdated ? await hashPassword(input.password) : null;
      const { user, session, newDevice } = await transaction(async (tx) => {
        const lockedAccount = await sql.lockAccount(tx, account.id);
        // While the password was being compared, an admin may have deactivated the person or replaced the password.
        if (!lockedAccount?.active || lockedAccount.passwordHash !== account.passwordHash)
          throw logAndRefuse(account.id);
        if (newHash) await passwords.updatePasswordHash(tx, account.id, newHash);
        if (!matches) {
          if (!(await passwords.consumeTemporaryPassword(tx, app.clock, account.id, passwordSha256)))
            throw logAndRefuse(account.id);
          // From now on the account belongs to the person who used the one-time password: the old password and its
          // sessions end.
          await passwords.setPassword(tx, account.id, null, true);
          await endSessions(tx, account.id);
        }
        // The code is checked last, so that a wrong code rolls back the use of a one-time password.
        if (lockedAccount.hasSecondFactor && !(await consumeCode(tx, app, account.id, input.code ?? '')))
          throw logAndRefuse(account.id, 'secondFactorInvalid');
        const session = await startSession(tx, app.clock, account.id, describeDevice());
        const newDevice = await rememberDevice(tx, app.clock, account.id, deviceCookie.readHashes());
        return {
          user: await sql.loadUser(tx, app.settings.providerConfig, account.id, session.sessionId),
          session,
          newDevice,
        };
      });
      sessionCookie.set(session);
      deviceCookie.set(newDevice);
      await attempt.uncount();
      await codeAttempt?.uncount();
      logSecurityEvent('signedIn', { person: account.id });
      return { data: user };
    },

    async checkSession({ person, app, db }) {
      return { data: person ? await sql.loadUser(db, app.settings.providerConfig, person.id, person.sessionId) : null };
    },

    async needNewPassword({ input, app, db, transaction, ipAddress, deviceCookie, logSecurityEvent }) {
      const email = input.email.toLowerCase();
      // Beyond the limit no mail is sent, which the response does not reveal (reference 2.10).
      const { rateLimiter } = app;
      const trustedDevice = await findTrustedDevice(db, app.clock, deviceCookie.readHashes(), email);
      const refusal =
        (trustedDevice ? null : await rateLimiter.countAttemptOrReturnError('passwordResetPerIpAddress', ipAddress)) ??
        (await rateLimiter.countAttemptOrReturnError('passwordResetPerEmail', email));
      if (refusal) {
        logSecurityEvent('limitReached', { limit: refusal.limit });
        return {};
      }
      const excludedRoles = rolesWithoutPassword(app.settings.singleSignOn, email);
      await withMinResponseTime(() => transaction((tx) => queuePasswordReset(tx, email, excludedRoles)));
      return {};
    },

    async setNewPassword({ input, person, app, db, transaction, refuse, deviceCookie }) {
      const { newPassword } = input;
      const facts = await passwords.loadPasswordFacts(db, person.id, sha256(newPassword));
      const { wasOneTimePassword, passwordHash, ...names } = facts;
      // A password that was mailed or handed out by an admin may be known to another person.
      if (wasOneTimePassword || (person.mustChangePassword && (await passwordMatches(passwordHash, newPassword))))
        throw refuse('passwordGiven');
      if (await isCommonPassword(newPassword)) throw refuse('passwordTooCommon');
      const { publicUrl, providerConfig } = app.settings;
      if (await isGuessable(newPassword, { ...names, publicUrl, provider: providerConfig.provider }))
        throw refuse('passwordGuessable');
      const hash = await hashPassword(newPassword);
      const { user, newDevice } = await transaction(async (tx) => {
        await lockPerson(tx, person.id);
        await lockSession(tx, app, person.sessionId);
        await passwords.setPassword(tx, person.id, hash, false);
        await passwords.deleteCredentials(tx, person.id, 'temporaryPassword');
        await passwords.deleteCredentials(tx, person.id, 'usedPassword');
        await endSessions(tx, person.id, person.sessionId);
        await queueMails(tx, [{ kind: 'passwordChanged', person: person.id }]);
        await audit(tx, { actor: person.id, action: 'passwordChanged', person: person.id });
        const newDevice = await rememberDevice(tx, app.clock, person.id, deviceCookie.readHashes());
        return { user: await sql.loadUser(tx, app.settings.providerConfig, person.id, person.sessionId), newDevice };
      });
      deviceCookie.set(newDevice);
      return { data: user };
    },

    async logout({ person, db, sessionCookie }) {
      if (person) {
        await endSession(db, person.sessionId);
        sessionCookie.remove(person.sessionId);
      }
      return {};
    },

    async submitRegistration({ input, app, db, transaction, refuse, ipAddress, logSecurityEvent }) {
      await app.rateLimiter.countAttemptOrThrow('registrationPerIpAddress', ipAddress);
      const email = input.email.toLowerCase();
      await app.rateLimiter.countAttemptOrThrow('registrationPerEmail', email, ipAddress);
      const location = Number(input.location?.value);
      if (!(await locationExists(db, location))) throw noLocation();
      // If strangers keep registering an e-mail address, its owner gets no mails beyond the limit but can still
      // register.
      const refusal = await app.rateLimiter.countAttemptOrReturnError('registrationMails', email);
      if (refusal) logSecurityEvent('limitReached', { limit: refusal.limit });
      /** Saves the registration and returns false. If the e-mail is taken, only notifies its owner and returns true. */
      const saveUnlessEmailTaken = async (tx: Tx) => {
        const id = await registration.saveRegistration(tx, {
          ...input,
          gender: input.gender?.id ?? '',
          location,
        });
        if (id === null) {
          logSecurityEvent('registrationWithKnownEmail', { person: await queueRegistrationAttemptMail(tx, email) });
          return true;
        }
        if (!refusal) await queueMails(tx, [{ kind: 'confirmation', person: id }]);
        await audit(tx, { actor: id, action: 'registered', person: id });
        return false;
      };
      const isEmailTaken = await withMinResponseTime(() => transaction(saveUnlessEmailTaken));
      if (isEmailTaken && app.settings.revealExistingEmail) throw refuse('emailAlreadyExists');
      return {};
    },

    async confirmRegistration({ input, app, transaction, refuse, ipAddress, sessionCookie, describeDevice }) {
      const refusal = await app.rateLimiter.countAttemptOrReturnError('confirmationPerIpAddress', ipAddress);
      const { user, session } = await transaction(async (tx) => {
        const id = await registration.lockPersonByToken(tx, app.clock, sha256(input.token));
        // A link cannot be guessed, so a valid link works even if others at the same IP address have used up the limit.
        if (id === null) throw refusal ?? refuse('tokenInvalid');
        await passwords.deleteCredentials(tx, id, 'confirmation');
        await registration.confirmAccount(tx, app.clock, id);
        await audit(tx, { actor: id, action: 'confirmed', person: id });
        const session = await startSession(tx, app.clock, id, describeDevice());
        return { user: await sql.loadUser(tx, app.settings.providerConfig, id, session.sessionId), session };
      });
      sessionCookie.set(session);
      return { data: user };
    },
  },
);
