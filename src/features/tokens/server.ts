import { audit } from '../audit/exports.ts';
import { lockPerson } from '../people/exports.ts';
import { checkRecentSignIn, lockSession } from '../sessions/exports.ts';
import { readToday } from '../../platform/database/db.ts';
import { createRoutes } from '../../platform/http/calls/handler.ts';
import { notFound, ServerError } from '../../platform/server-error.ts';
import * as contract from './contract.ts';
import { lastDayProblem, maxTokens } from './rules.ts';
import * as sql from './sql.ts';
import { generateToken, hashToken } from './steps.ts';

/** The handlers for the tokens of other systems. */
export const routes = createRoutes(contract, {
  async createToken(context) {
    const { input, person, app, db, transaction, refuse } = context;
    const message = lastDayProblem(input.expiresOn, await readToday(db, app.clock));
    if (message) throw new ServerError(200, 'invalid', message, { errors: [{ path: 'expiresOn', message }] });
    const refusal = await checkRecentSignIn(context, input.password);
    if (refusal) throw refuse(refusal === 'passwordWrong' ? 'wrongPassword' : refusal);
    const token = generateToken();
    const tokenId = await transaction(async (tx) => {
      await lockPerson(tx, person.id);
      await lockSession(tx, app, person.sessionId);
      if ((await sql.lockAndCountLiveTokens(tx, app.clock, app.usesLocks)) >= maxTokens) throw refuse('tooMany');
      const { name, expiresOn } = input;
      const scopes = [...new Set(input.scopes)];
      const values = { hash: hashToken(token), name, scopes, expiresOn, createdBy: person.id };
      const id = await sql.insertToken(tx, app.clock, values);
      await audit(tx, { actor: person.id, action: 'tokenCreated', token: id });
      return id;
    });
    return { data: { tokenId, token } };
  },

  async getTokens({ db }) {
    const rows = await sql.listTokens(db);
    return {
      data: rows.map(({ id, createdAt, lastUsedAt, revokedAt, ...row }) => ({
        ...row,
        tokenId: id,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        revokedAt: revokedAt?.toISOString() ?? null,
      })),
    };
  },

  async revokeToken({ input: { tokenId }, person, app, transaction }) {
    await transaction(async (tx) => {
      const isNewlyRevoked = await sql.revokeToken(tx, app.clock, tokenId, person.id);
      if (isNewlyRevoked === null) throw notFound();
      if (isNewlyRevoked) await audit(tx, { actor: person.id, action: 'tokenRevoked', token: tokenId });
    });
    return {};
  },
});
