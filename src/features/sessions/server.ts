import { audit } from '../audit/exports.ts';
import { createRoutes } from '../../platform/http/calls/handler.ts';
import { notFound } from '../../platform/server-error.ts';
import * as contract from './contract.ts';
import * as sql from './sql.ts';

/** Handlers with which people list and end their own sessions. */
export const routes = createRoutes(contract, {
  async getSessions({ person, app, db }) {
    const rows = await sql.selectLiveSessions(
      db,
      app.clock,
      app.settings.providerConfig.session,
      person.id,
      person.sessionId,
    );
    return {
      data: rows.map(({ startedAt, seenAt, ...row }) => ({
        ...row,
        startedAt: startedAt.toISOString(),
        seenAt: seenAt.toISOString(),
      })),
    };
  },

  async endSession({ input, person, transaction }) {
    await transaction(async (tx) => {
      if (!(await sql.endSessionByNumber(tx, person.id, input.id))) throw notFound();
      await audit(tx, { actor: person.id, action: 'sessionEnded', person: person.id });
    });
    return {};
  },

  async endOtherSessions({ person, transaction }) {
    await transaction(async (tx) => {
      if ((await sql.endSessions(tx, person.id, person.sessionId)) > 0)
        await audit(tx, { actor: person.id, action: 'otherSessionsEnded', person: person.id });
    });
    return {};
  },
});
