import { lockParticipant, participantExists } from '../people/exports.ts';
import { audit } from '../audit/exports.ts';
import { queueMails } from '../mail/exports.ts';
import { lockSession } from '../sessions/exports.ts';
import { createRoutes } from '../../platform/http/calls/handler.ts';
import * as contract from './contract.ts';
import * as sql from './sql.ts';
import { describeAccess } from './words.ts';

/** The handlers for a participant's phone number and access log. */
export const routes = createRoutes(contract, {
  async changeContact({ input, person, app, transaction, refuse }) {
    await transaction(async (tx) => {
      if (!(await lockParticipant(tx, person.id, app.usesLocks))) throw refuse('noParticipantProfile');
      await lockSession(tx, app, person.sessionId);
      // If the number is already stored, this call is a retry after a lost response, and sends no second mail.
      if (!(await sql.updatePhone(tx, person.id, input.phoneNumber))) return;
      await queueMails(tx, [{ kind: 'contactChanged', person: person.id }]);
      await audit(tx, { actor: person.id, action: 'contactChanged', person: person.id });
    });
    return {};
  },

  async getAccessLog({ input, person, db }) {
    // Only participants have an access log. Some admins are also participants.
    if (!(await participantExists(db, person.id))) return { data: [], meta: { total: 0 } };
    const { page = 1 } = input;
    const limit = contract.accessPageSize;
    const { rows, total } = await sql.selectAccessEntries(db, person.id, { limit, offset: (page - 1) * limit });
    return {
      data: rows.map(({ at, document, ...entry }) => ({ at: at.toISOString(), ...describeAccess(entry), document })),
      meta: { total },
    };
  },
});
