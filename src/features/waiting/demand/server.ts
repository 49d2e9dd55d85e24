import { lockParticipant } from '../../people/exports.ts';
import { audit } from '../../audit/exports.ts';
import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { notFound } from '../../../platform/server-error.ts';
import { entriesPerPage } from '../rules.ts';
import { endEntry } from '../sql.ts';
import * as contract from './contract.ts';
import * as sql from './sql.ts';

/** The handlers of what admins see of the waiting list, and do with it. */
export const routes = createRoutes(contract, {
  async listWaitingEntries({ input: { coachId = null, page = 1 }, app, db }) {
    const { total, rows } = await sql.listOpenEntries(db, app.clock, {
      coach: coachId,
      limit: entriesPerPage,
      offset: (page - 1) * entriesPerPage,
    });
    return { data: rows.map(({ joinedAt, ...row }) => ({ ...row, since: joinedAt.toISOString() })), meta: { total } };
  },

  async endWaitingEntry({ input: { waitingId }, person, app, db, transaction, refuse }) {
    const waitingPerson = await sql.findWaitingPerson(db, waitingId);
    if (waitingPerson === null) throw notFound();
    await transaction(async (tx) => {
      await lockParticipant(tx, waitingPerson, app.usesLocks);
      if (await sql.hasOpenOffer(tx, app.clock, waitingId)) throw refuse('offered');
      if (!(await endEntry(tx, waitingId, 'staff'))) return;
      await audit(tx, { actor: person.id, action: 'waitingEnded', person: waitingPerson });
    });
    return {};
  },

  async resumeWaitingEntry({ input: { waitingId }, person, app, db, transaction, refuse }) {
    const waitingPerson = await sql.findWaitingPerson(db, waitingId);
    if (waitingPerson === null) throw notFound();
    await transaction(async (tx) => {
      await lockParticipant(tx, waitingPerson, app.usesLocks);
      const result = await sql.resumeEntry(tx, app.clock, waitingId);
      if (result === 'refused') throw refuse('notResumable');
      if (result === 'resumed') await audit(tx, { actor: person.id, action: 'waitingResumed', person: waitingPerson });
    });
    return {};
  },
});
