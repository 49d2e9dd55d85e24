import { lockPerson } from '../people/exports.ts';
import { queueMails } from '../mail/exports.ts';
import { audit } from '../audit/exports.ts';
import { checkRecentSignIn, lockSession } from '../sessions/exports.ts';
import { mustUseSingleSignOn } from '../single-sign-on/rules.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { SignedInPerson } from '../../platform/http/calls/authentication.ts';
import { withMinResponseTime } from '../../platform/http/calls/response-time.ts';
import { createRoutesWithExistenceChecks, type App } from '../../platform/http/calls/handler.ts';
import { notFound } from '../../platform/server-error.ts';
import { findRelyingParty, type RelyingParty } from '../../platform/settings/relying-party.ts';
import * as contract from './contract.ts';
import { maxPasskeys } from './rules.ts';
import * as sql from './sql.ts';
import {
  createChallenge,
  hashChallenge,
  readChallenge,
  toCreationOptions,
  toRequestOptions,
  verifyCreated,
} from './webauthn.adapter.ts';

/** The calls of this feature, except for signing in, which needs the accounts. */
const { passkeyLogin: _, ...calls } = contract;

/** The handlers with which people manage their own passkeys, and the first step of signing in with one. */
export const routes = createRoutesWithExistenceChecks(
  calls,
  { renamePasskey: ({ input, person, db }) => sql.passkeyExists(db, person.id, input.passkeyId) },
  {
    async getPasskeys({ person, app, db }) {
      const passkeys = await sql.selectPasskeys(db, person.id);
      return {
        data: {
          available: (await findUsableRelyingParty(app, db, person)) !== null,
          passkeys: passkeys.map(({ id, createdAt, lastUsedAt, ...row }) => ({
            passkeyId: id,
            createdAt: createdAt.toISOString(),
            lastUsedAt: lastUsedAt?.toISOString() ?? null,
            ...row,
          })),
        },
      };
    },

    async preparePasskey(context) {
      const { input, person, app, db, transaction, refuse } = context;
      const relyingParty = await findUsableRelyingParty(app, db, person);
      if (!relyingParty) throw refuse('passkeysUnavailable');
      const refusal = await checkRecentSignIn(context, input.password);
      if (refusal) throw refuse(refusal === 'passwordWrong' ? 'wrongPassword' : refusal);
      const owner = await sql.findOwner(db, person.id);
      const challenge = createChallenge();
      const credentialIds = await transaction(async (tx) => {
        await lockSession(tx, app, person.sessionId);
        const ids = await sql.selectCredentialIds(tx, person.id);
        if (ids.length >= maxPasskeys) throw refuse('tooMany');
        await sql.insertChallenge(tx, app.clock, hashChallenge(challenge), person.sessionId);
        return ids;
      });
      const { provider } = app.settings.providerConfig;
      return { data: toCreationOptions(relyingParty, provider, owner, challenge, credentialIds) };
    },

    async addPasskey({ input, person, app, db, transaction, refuse }) {
      const relyingParty = await findUsableRelyingParty(app, db, person);
      if (!relyingParty) throw refuse('passkeysUnavailable');
      const { name, credential } = input;
      const passkeyId = await withMinResponseTime(async () => {
        // The challenge is used up even if anything else is wrong.
        const challenge = readChallenge(credential.response.clientDataJSON);
        const hash = hashChallenge(challenge ?? '');
        const isChallengeValid = await sql.consumeChallenge(db, app.clock, hash, person.sessionId);
        const created = challenge === null ? null : await verifyCreated(relyingParty, challenge, credential);
        if (!created || !isChallengeValid) throw refuse('passkeyInvalid');
        return transaction(async (tx) => {
          await lockPersonAndSession(tx, app, person);
          if ((await sql.selectCredentialIds(tx, person.id)).length >= maxPasskeys) throw refuse('tooMany');
          const id = await sql.insertPasskey(tx, app.clock, { ...created, person: person.id, name });
          if (id === null) throw refuse('passkeyInvalid');
          await queueMails(tx, [{ kind: 'passkeyAdded', person: person.id, passkeyName: name }]);
          await audit(tx, { actor: person.id, action: 'passkeyAdded', person: person.id });
          return id;
        });
      });
      return { data: { passkeyId } };
    },

    async renamePasskey({ input, person, app, db, transaction, refuse }) {
      if (!(await findUsableRelyingParty(app, db, person))) throw refuse('passkeysUnavailable');
      await transaction(async (tx) => {
        if (!(await sql.renamePasskey(tx, person.id, input.passkeyId, input.name))) throw notFound();
        await audit(tx, { actor: person.id, action: 'passkeyRenamed', person: person.id });
      });
      return {};
    },

    async removePasskey({ input, person, app, db, transaction, refuse }) {
      if (!(await findUsableRelyingParty(app, db, person))) throw refuse('passkeysUnavailable');
      await transaction(async (tx) => {
        await lockPersonAndSession(tx, app, person);
        const passkeyName = await sql.deletePasskey(tx, person.id, input.passkeyId);
        if (passkeyName === null) throw notFound();
        await queueMails(tx, [{ kind: 'passkeyRemoved', person: person.id, passkeyName }]);
        await audit(tx, { actor: person.id, action: 'passkeyRemoved', person: person.id });
      });
      return {};
    },

    async startPasskeyLogin({ app, db, refuse, ipAddress }) {
      const relyingParty = findRelyingParty(app.settings);
      if (!relyingParty) throw refuse('passkeysUnavailable');
      await app.rateLimiter.countAttemptOrThrow('passkeyLoginStartPerIpAddress', ipAddress);
      const challenge = createChallenge();
      await sql.insertChallenge(db, app.clock, hashChallenge(challenge), null);
      return { data: toRequestOptions(relyingParty, challenge) };
    },
  },
);

/** Returns the relying party; null if this portal has no passkeys, or a person may sign in with single sign-on only. */
async function findUsableRelyingParty(
  { settings }: App,
  db: Db,
  { id }: Pick<SignedInPerson, 'id'>,
): Promise<RelyingParty | null> {
  const policy = settings.singleSignOn;
  if (policy?.isOnlyWay && mustUseSingleSignOn(policy, await sql.findRoleAndEmail(db, id))) return null;
  return findRelyingParty(settings);
}

/** Locks the caller (unless a test does without locks) and their session; throws if the session has ended meanwhile. */
async function lockPersonAndSession(tx: Tx, app: App, person: SignedInPerson): Promise<void> {
  if (app.usesLocks) await lockPerson(tx, person.id);
  await lockSession(tx, app, person.sessionId);
}
