import { notFound } from '../../../platform/server-error.ts';
import { refusedBy } from '../../../platform/database/db.ts';
import { serve } from '../../../platform/http/calls/handler.ts';
import { offerFreed } from '../../waiting/exports.ts';
import { moveAndQueueMails } from './steps.ts';
import * as contract from './contract.ts';
import { alreadyMoved, whyNotReschedule } from './rules.ts';
import * as sql from './sql.ts';

/** Handler of rescheduling: a participant moves a booking to another slot. */
export const routes = serve(contract, {
  async reschedule({ input, person, app, transaction, refuse }) {
    const { appointmentId: from, newAppointmentId: to, note } = input;
    await transaction(async (tx) => {
      const facts = await sql.lockReschedule(tx, app, person.id, { from, to });
      if (facts === 'noProfile') throw refuse('noParticipantProfile');
      if (facts === 'notFound') throw notFound();
      if (alreadyMoved(facts, from)) return;
      const reason = whyNotReschedule(facts);
      if (reason) throw refuse(reason);
      const { booking, slot, now } = facts;
      const sides = { booking, participant: person.id, to: slot, slot: to, release: true };
      const freed: number[] = [];
      const broken = await refusedBy({ appointment_participant_overlap: 'overlap' as const }, async () => {
        const move = { ...sides, from, by: person.id, byStaff: false, reason: '', note, at: now };
        freed.push(...(await moveAndQueueMails(tx, app, move)).freed);
      });
      if (broken) throw refuse(broken);
      await offerFreed(tx, app, freed);
    });
    return { data: { appointmentId: to } };
  },
});
