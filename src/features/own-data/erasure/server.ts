import { listActiveAdminIds, lockParticipant, participantExists } from '../../people/exports.ts';
import { audit } from '../../audit/exports.ts';
import { queueErasureAnswer, queueMails } from '../../mail/exports.ts';
import { lockSession } from '../../sessions/exports.ts';
import { notFound } from '../../../platform/server-error.ts';
import { createRoutesWithExistenceChecks, type ExistenceChecks } from '../../../platform/http/calls/handler.ts';
import * as contract from './contract.ts';
import { dueDayOf } from './rules.ts';
import * as sql from './sql.ts';

const existenceChecks: ExistenceChecks<typeof contract> = {
  closeErasureRequest: ({ input, db }) => participantExists(db, input.participantId),
};

/** The handlers for requests for erasure: participants make them, and admins answer them. */
export const routes = createRoutesWithExistenceChecks(contract, existenceChecks, {
  async requestErasure({ input, person, app, transaction, refuse, logSecurityEvent }) {
    const request = await transaction(async (tx) => {
      if (!(await lockParticipant(tx, person.id, app.usesLocks))) throw refuse('noParticipantProfile');
      await lockSession(tx, app, person.sessionId);
      if (await sql.insertRequest(tx, app.clock, person.id, input.reason)) {
        await queueMails(tx, [{ kind: 'erasureRequested', person: person.id }]);
        // Beyond the limit, the admins get no more mails about this person, but their page still lists the request.
        const refusal = await app.rateLimiter.countAttemptOrReturnError('erasureMails', String(person.id));
        if (refusal) logSecurityEvent('limitReached', { person: person.id, limit: refusal.limit });
        else
          await queueMails(
            tx,
            (await listActiveAdminIds(tx)).map((admin) => ({ kind: 'erasureToAnswer' as const, person: admin })),
          );
        await audit(tx, { actor: person.id, action: 'erasureRequested', person: person.id });
      }
      return sql.findNewestRequest(tx, person.id);
    });
    if (!request) throw notFound();
    return { data: datesOf(request) };
  },

  async withdrawErasure({ person, app, transaction, refuse }) {
    await transaction(async (tx) => {
      if (!(await lockParticipant(tx, person.id, app.usesLocks))) throw refuse('noParticipantProfile');
      await lockSession(tx, app, person.sessionId);
      if (!(await sql.deleteOpenRequest(tx, person.id))) return;
      await queueMails(tx, [{ kind: 'erasureWithdrawn', person: person.id }]);
      await audit(tx, { actor: person.id, action: 'erasureWithdrawn', person: person.id });
    });
    return {};
  },

  async getErasureRequest({ person, db }) {
    const request = await sql.findNewestRequest(db, person.id);
    if (!request) return { data: null };
    const { reason, closedAt, answer } = request;
    return {
      data: {
        ...datesOf(request),
        reason,
        answer: closedAt && { at: closedAt.toISOString(), reason: answer ?? '' },
      },
    };
  },

  async getErasureRequests({ db }) {
    const openRequests = await sql.selectOpenRequests(db);
    const formerAdmins = await sql.selectFormerAdmins(db);
    return { data: openRequests.map((request) => ({ ...request, ...datesOf(request) })), meta: { formerAdmins } };
  },

  async closeErasureRequest({ input: { participantId, reason }, person, app, transaction }) {
    await transaction(async (tx) => {
      if (!(await lockParticipant(tx, participantId, app.usesLocks))) throw notFound();
      const request = await sql.findNewestRequest(tx, participantId);
      if (!request) throw notFound();
      // If the request is already closed, this call is a retry after a lost response, and sends no second mail.
      if (request.closedAt) return;
      await sql.closeRequest(tx, app.clock, request.id, person.id, reason);
      await queueErasureAnswer(tx, participantId, request.id);
      await audit(tx, { actor: person.id, action: 'erasureClosed', person: participantId });
    });
    return {};
  },
});

const datesOf = ({ requestedAt }: { requestedAt: Date }) => ({
  requestedAt: requestedAt.toISOString(),
  due: dueDayOf(requestedAt),
});
