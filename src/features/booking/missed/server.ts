import { hasCoachProfile } from '../../people/exports.ts';
import { audit, findLastActor } from '../../audit/exports.ts';
import { notFound, type ServerError } from '../../../platform/server-error.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { createRoutes, type App } from '../../../platform/http/calls/handler.ts';
import { applyAdminActionToLocked, lockParties } from '../admin/steps.ts';
import type { Parties } from '../sql.ts';
import * as contract from './contract.ts';
import { whyNotSetMissed, whyNotSetMissedAsAdmin } from './rules.ts';
import * as sql from './sql.ts';

/** An answer to the question whether the participant of an appointment was there. */
interface Answer {
  appointment: number;
  missed: boolean;
  /** Who answers. */
  by: number;
  asAdmin: boolean;
}

/**
 * Stores an answer whose reasons against it were checked: `reason` is 'done' if the appointment has the status already.
 * The parties and the appointment are locked.
 */
async function saveAnswer(
  tx: Tx,
  app: App,
  { appointment, missed, by, asAdmin }: Answer,
  { parties, reason, now }: { parties: Parties; reason: 'done' | null; now: Date },
  refuse: (code: 'notBooked' | 'participantOverlap') => ServerError,
): Promise<void> {
  const { participant } = parties;
  if (reason === 'done') {
    if (missed || participant === null) return;
    if (await sql.saveAttended(tx, appointment, now))
      await audit(tx, { actor: by, action: 'attendanceConfirmed', person: participant, appointment });
    return;
  }
  const change = {
    ...{ appointment, release: true, by },
    action: missed ? ('missed' as const) : ('booked' as const),
    // What an admin sets to booked late is marked (reference 7.19); a coach can answer for a week.
    ...(asAdmin ? { markIfLate: true } : { skipMailTo: by }),
  };
  // The appointment has begun and is booked or missed, so `participantOverlap` is the only refusal to expect.
  await applyAdminActionToLocked(tx, app, parties, change, (code) =>
    refuse(code === 'participantOverlap' ? code : 'notBooked'),
  );
  if (!missed) await sql.saveAttended(tx, appointment, now);
}

/** Handlers of the calls that say whether the participant of an appointment was there. */
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
      const answer = { appointment, missed, by: coach, asAdmin: false };
      await saveAnswer(tx, app, answer, { parties, reason, now: facts.now }, refuse);
    });
    return {};
  },

  async setMissedAsAdmin({ input: { appointmentId: appointment, missed }, person, app, transaction, refuse }) {
    await transaction(async (tx) => {
      const parties = await lockParties(tx, app, appointment);
      const facts = parties && (await sql.lockAppointment(tx, app, appointment));
      if (!facts) throw notFound();
      const reason = whyNotSetMissedAsAdmin(facts, { missed, now: facts.now });
      if (reason && reason !== 'done') throw refuse(reason);
      const answer = { appointment, missed, by: person.id, asAdmin: true };
      await saveAnswer(tx, app, answer, { parties, reason, now: facts.now }, refuse);
    });
    return {};
  },
});
