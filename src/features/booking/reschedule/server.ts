import { notFound } from '../../../platform/server-error.ts';
import { catchViolation } from '../../../platform/database/db.ts';
import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { recordChange } from '../../appointments/exports.ts';
import { moveToSlot } from './steps.ts';
import * as contract from './contract.ts';
import { isAlreadyMoved, whyNotReschedule } from './rules.ts';
import * as sql from './sql.ts';

/** Handler of the call with which a participant reschedules a booking. */
export const routes = createRoutes(contract, {
  async reschedule({ input, person, app, transaction, refuse }) {
    const { appointmentId: from, newAppointmentId: to, note } = input;
    await transaction(async (tx) => {
      const facts = await sql.lockForRescheduling(tx, app, person.id, { from, to });
      if (facts === 'noProfile') throw refuse('noParticipantProfile');
      if (facts === 'notFound') throw notFound();
      if (isAlreadyMoved(facts, from)) return;
      const reason = whyNotReschedule(facts);
      if (reason) throw refuse(reason);
      const { booking, slot, now } = facts;
      const move = {
        booking,
        participant: person.id,
        from,
        to: slot,
        freeSlot: to,
        release: true,
        byStaff: false,
        by: person.id,
        reason: '',
        note,
        at: now,
      };
      const violation = await catchViolation({ appointment_participant_overlap: 'overlap' as const }, async () => {
        const { change, freedSlots } = await moveToSlot(tx, move);
        await recordChange(tx, app, change, freedSlots);
      });
      if (violation) throw refuse(violation);
    });
    return { data: { appointmentId: to } };
  },
});
