import { hasCoachProfile } from '../../people/exports.ts';
import { audit, findLastActor } from '../../audit/exports.ts';
import { notFound } from '../../../platform/server-error.ts';
import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { applyAdminActionToLocked, lockParties } from '../admin/steps.ts';
import * as contract from './contract.ts';
import { whyNotSetMissed } from './rules.ts';
import * as sql from './sql.ts';

/** Handler of the call with which a coach says whether the participant of an appointment was there. */
export const routes = createRoutes(contract, {
  async setMissed({ input: { appointmentId: appointment, missed }, person, app, db, transaction, refuse }) {
    const coach = person.id;
    if (!(await hasCoachProfile(db, coach))) throw refuse('noCoachProfile');
    await transaction(async (tx) => {
      // Lock the participant before reading: rating the appointment and changing its status take the same lock.
      const parties = await lockParties(tx, app, appointment);
      if (parties?.coach !== coach) throw notFound();
      const facts = await sql.lockAppointment(tx, app, appointment);
      if (!facts) throw notFound();
      const { participant } = parties;
      const missedBy =
        participant === null
          ? null
          : await findLastActor(tx, { action: 'setToMissed', person: participant, appointment });
      const reason = whyNotSetMissed({ ...facts, missedBy }, { missed, coach, now: facts.now });
      if (reason && reason !== 'done') throw refuse(reason);
      if (reason === 'done') {
        if (missed || participant === null) return;
        if (await sql.saveAttended(tx, appointment, facts.now))
          await audit(tx, { actor: coach, action: 'attendanceConfirmed', person: participant, appointment });
        return;
      }
      const change = {
        appointment,
        action: missed ? 'missed' : 'booked',
        release: true,
        by: coach,
        skipMailTo: coach,
      } as const;
      // The appointment has begun and is booked or missed, so `participantOverlap` is the only refusal to expect.
      await applyAdminActionToLocked(tx, app, parties, change, (code) =>
        refuse(code === 'participantOverlap' ? code : 'notBooked'),
      );
      if (!missed) await sql.saveAttended(tx, appointment, facts.now);
    });
    return {};
  },
});
