import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { notFound } from '../../../platform/server-error.ts';
import { statuses } from '../../../shared/coaching.ts';
import { audit } from '../../audit/exports.ts';
import { lockParticipant } from '../../people/exports.ts';
import { lockOwnBooking } from '../sql.ts';
import * as contract from './contract.ts';
import * as sql from './sql.ts';

/** Handler of the call with which participants say that they come to a booked appointment (reference 4.26). */
export const routes = createRoutes(contract, {
  async confirmComing({ input: { appointmentId: appointment }, person, app, transaction, refuse }) {
    await transaction(async (tx) => {
      if (!(await lockParticipant(tx, person.id, app.usesLocks))) throw refuse('noParticipantProfile');
      const booking = await lockOwnBooking(tx, app.clock, appointment, person.id);
      if (!booking) throw notFound();
      if (booking.status !== statuses.booked) throw refuse('notBooked');
      if (booking.endsAt <= booking.now) throw refuse('over');
      if (await sql.saveComing(tx, appointment, booking.now))
        await audit(tx, { actor: person.id, action: 'comingConfirmed', person: person.id, appointment });
    });
    return {};
  },
});
