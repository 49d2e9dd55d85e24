import { hasCoachProfile } from '../../people/exports.ts';
import { lastActor } from '../../audit/exports.ts';
import { notFound } from '../../../platform/server-error.ts';
import { serve } from '../../../platform/http/calls/handler.ts';
import { changeLocked, lockParties } from '../admin/steps.ts';
import * as contract from './contract.ts';
import { whyNotSetMissed } from './rules.ts';
import * as sql from './sql.ts';

/** Handler of what a coach records about an appointment once it has begun. */
export const routes = serve(contract, {
  async setMissed({ input: { appointmentId: appointment, missed }, person, app, db, transaction, refuse }) {
    const coach = person.id;
    if (!(await hasCoachProfile(db, coach))) throw refuse('noCoachProfile');
    await transaction(async (tx) => {
      // Lock the participant before reading: rating and correcting the appointment take the same lock.
      const parties = await lockParties(tx, app, appointment);
      if (parties?.coach !== coach) throw notFound();
      const held = await sql.lockHeld(tx, app, appointment);
      if (!held) throw notFound();
      const { participant } = parties;
      const missedBy =
        participant === null ? null : await lastActor(tx, { action: 'setToMissed', person: participant, appointment });
      const reason = whyNotSetMissed({ ...held, missedBy }, { missed, coach, now: held.now });
      if (reason === 'done') return;
      if (reason) throw refuse(reason);
      const change = {
        appointment,
        action: missed ? 'missed' : 'booked',
        release: true,
        by: coach,
        skipMailTo: coach,
      } as const;
      // A booked or missed one that has begun meets no other refusal of an admin's change.
      await changeLocked(tx, app, parties, change, (code) =>
        refuse(code === 'participantOverlap' ? code : 'notBooked'),
      );
    });
    return {};
  },
});
