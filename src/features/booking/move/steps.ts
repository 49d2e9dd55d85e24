import { lockParticipant } from '../../people/exports.ts';
import { intervalOf, type IntervalForm } from '../../appointments/rules.ts';
import { audit } from '../../audit/exports.ts';
import { notFound, type ServerError } from '../../../platform/server-error.ts';
import { refusedBy, type Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import { offerFreed } from '../../waiting/exports.ts';
import { moveAndQueueMails } from '../reschedule/steps.ts';
import { findSides } from '../sql.ts';
import { alreadyThere, whyNotMove, type NotMovable } from './rules.ts';
import * as sql from './sql.ts';

/** A move as staff ask for it. */
interface StaffMove {
  appointment: number;
  /** The coach whose appointment it must be; null for any. */
  owner: number | null;
  /** The coach whose it is to be. */
  coach: number;
  form: IntervalForm;
  reason: string;
  release: boolean;
  by: number;
}

/** The row that has the appointment now, and whether a booking has used up a free Einzelcoaching there. */
interface Moved {
  data: { appointmentId: number };
  usedFree: boolean;
}

const meanings = {
  appointment_in_absence: 'absent',
  appointment_coach_overlap: 'overlap',
  appointment_participant_overlap: 'participantOverlap',
} as const;

/**
 * Moves an appointment in the given transaction (reference 4.17): a free one in place, a booking to another row, with
 * its mails and audit entry. Returns what the calls answer. Throws the refusals of the call, and 404 for an unknown
 * or foreign appointment. Locks the participant, the coaches in order of id, then the rows in order of id.
 */
export async function moveByStaff(
  tx: Tx,
  app: App,
  move: StaffMove,
  refuse: (code: NotMovable | 'invalidTime', message?: string) => ServerError,
): Promise<Moved> {
  const { appointment, owner, coach, form, reason, release, by } = move;
  const sides = await findSides(tx, appointment);
  if (!sides || (owner !== null && sides.coach !== owner)) throw notFound();
  const interval = intervalOf(form);
  if (typeof interval === 'string') throw refuse('invalidTime', interval);
  const to = { coach, ...interval };
  if (app.locks) {
    if (sides.participant !== null) await lockParticipant(tx, sides.participant);
    await sql.lockCoaches(tx, [sides.coach, coach]);
    await sql.lockRows(tx, appointment, to);
  }
  const facts = await sql.readFacts(tx, app, appointment, to);
  if (!facts) throw notFound();
  const { row, now } = facts;
  // Somebody booked or moved the appointment before it was locked, so the wrong people are locked: start again.
  if (row.participant !== sides.participant || row.coach !== sides.coach) return moveByStaff(tx, app, move, refuse);
  const there = alreadyThere(appointment, facts, to);
  if (there !== null) return { data: { appointmentId: there }, usedFree: false };
  const reasonAgainst = whyNotMove(facts, to);
  if (reasonAgainst) throw refuse(reasonAgainst);

  let appointmentId = appointment;
  let usedFree = false;
  let freed = [appointment];
  const broken = await refusedBy(meanings, async () => {
    const { participant } = row;
    if (participant === null) {
      await sql.placeFree(tx, appointment, to);
      await audit(tx, { actor: by, action: 'appointmentMoved', person: coach, appointment });
      return;
    }
    usedFree = facts.equalFree !== null;
    const sidesOfMove = { booking: row, participant, to, slot: facts.equalFree };
    const decided = { ...sidesOfMove, from: appointment, by, byStaff: true, reason, release, at: now };
    ({ appointment: appointmentId, freed } = await moveAndQueueMails(tx, app, decided));
  });
  if (broken) throw refuse(broken);
  await offerFreed(tx, app, freed);
  return { data: { appointmentId }, usedFree };
}
