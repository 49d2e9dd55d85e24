import { hasCoachProfile, lockParticipant } from '../people/exports.ts';
import { recordChange, type RecordedChange } from '../appointments/exports.ts';
import { audit } from '../audit/exports.ts';
import { moveToSlot } from '../booking/exports.ts';
import { createParticipantAndCoachMails, type BookingSnapshot } from '../mail/outcome/rules.ts';
import { notFound, type ServerError } from '../../platform/server-error.ts';
import { readClock, catchViolation, type Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { wallClock } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import type { AffectedBooking, Decision } from './contract.ts';
import { mailsWaitUntil, undoDeadline, type AbsenceKind, type Interval } from './rules.ts';
import * as sql from './sql.ts';

/** An absence to plan for a coach; `actor` is the person who plans it. */
interface PlanRequest {
  coach: number;
  interval: Interval;
  kind: AbsenceKind;
  decisions: readonly Decision[];
  actor: number;
}

/** The effects of an absence; `absenceId` and `undoUntil` are null for a preview. */
export interface PlanResult {
  absenceId: number | null;
  /** The number of free appointments that the absence deletes. */
  freeCount: number;
  /** How many of these are Speedcoachings. */
  speedcoachingCount: number;
  bookings: AffectedBooking[];
  undoUntil: string | null;
}

type Refusal = 'overlap' | 'undecided' | 'slotTaken';

const noAppointments = { freeCount: 0, speedcoachingCount: 0, bookings: [] };

/**
 * Returns the effects that an absence would have (reference 14.2). If `mayMove` is true, this includes the colleagues
 * who could take bookings over. Throws 404 for an unknown coach.
 */
export async function previewAbsence(
  tx: Tx,
  app: App,
  { coach, interval, mayMove }: Pick<PlanRequest, 'coach' | 'interval'> & { mayMove: boolean },
): Promise<PlanResult> {
  if (!(await hasCoachProfile(tx, coach))) throw notFound();
  const affected = await sql.listAffected(tx, coach, interval, await readClock(tx, app.clock));
  const { freeIds, speedcoachingCount, bookings } = affected;
  const ids = bookings.map(({ id }) => id);
  const slots = mayMove && ids.length > 0 ? await sql.listColleagueSlots(tx, app.clock, ids) : [];
  return {
    absenceId: null,
    undoUntil: null,
    freeCount: freeIds.length,
    speedcoachingCount,
    bookings: bookings.map((row) => toAffectedBooking(row, slots)),
  };
}

function toAffectedBooking(row: sql.BookedRow, slots: readonly sql.ColleagueSlot[]): AffectedBooking {
  const { date, time } = wallClock(row.startsAt);
  const moves = slots.filter(({ bookingId }) => bookingId === row.id);
  return {
    appointmentId: row.id,
    date,
    start: time,
    end: wallClock(row.endsAt).time,
    participantFullName: row.participantName,
    participantPhoneNumber: row.phone,
    moves: moves.map(({ coachId, coach }) => ({ coachId, coach })),
  };
}

/**
 * Plans an absence in the given transaction (reference 14.2): deletes the free appointments, hands the bookings over or
 * cancels them as decided, and queues the mails, which wait while the absence can be undone. If an absence with the
 * same interval exists, returns its id and changes nothing. Throws the refusals of the call, and 404 for an unknown
 * coach. Locks the participants, the coaches, and then the appointments, each in order of id.
 */
export async function planAbsence(
  tx: Tx,
  app: App,
  { coach, interval, kind, decisions, actor }: PlanRequest,
  refuse: (code: Refusal) => ServerError,
): Promise<PlanResult> {
  if (!(await hasCoachProfile(tx, coach))) throw notFound();
  const decisionsByBooking = new Map(decisions.map((decision) => [decision.appointmentId, decision]));
  const colleagues = decisions.flatMap(({ action, toCoachId }) => (action === 'move' && toCoachId ? [toCoachId] : []));
  const lockedIds = await lockAllAffected(tx, app, { coach, interval, colleagues });

  const [existing] = await sql.listOverlapping(tx, coach, interval);
  const now = await readClock(tx, app.clock);
  if (existing && +existing.startsAt === +interval.startsAt && +existing.endsAt === +interval.endsAt)
    return { ...noAppointments, absenceId: existing.id, undoUntil: undoDeadlineOrNull(existing.plannedAt, now) };
  if (existing) throw refuse('overlap');

  const { freeIds, speedcoachingCount, bookings } = await sql.listAffected(tx, coach, interval, now);
  const bookingsWithDecisions = bookings.map((row) => ({ row, decision: decisionsByBooking.get(row.id) }));
  // A booking that is not locked was made while this call waited for the locks, so nobody has decided on it.
  const hasUndecided = bookingsWithDecisions.some(
    ({ row, decision }) =>
      !lockedIds.has(row.id) || !decision || (decision.action === 'move' && (decision.toCoachId ?? null) === null),
  );
  if (hasUndecided) throw refuse('undecided');
  const bookingsToMove = bookingsWithDecisions.filter(({ decision }) => decision?.action === 'move');
  const slots =
    bookingsToMove.length > 0
      ? await sql.listColleagueSlots(
          tx,
          app.clock,
          bookingsToMove.map(({ row }) => row.id),
        )
      : [];
  const takeovers = bookingsToMove.map(({ row, decision }) => {
    const slot = slots.find(({ bookingId, coachId }) => bookingId === row.id && coachId === decision?.toCoachId);
    if (!slot) throw refuse('slotTaken');
    return { row, slot };
  });
  // The decision 'offer' cancels the booking, so that the participant can choose another appointment.
  const bookingsToCancel = bookingsWithDecisions
    .filter(({ decision }) => decision?.action === 'offer')
    .map(({ row }) => row);

  const deletedSlots = await sql.deleteFreeSlots(tx, freeIds);
  const moveChanges: Change[] = [];
  for (const { row, slot } of takeovers) moveChanges.push(await handOver(tx, { row, slot, coach, actor, at: now }));
  await sql.cancelBookings(
    tx,
    bookingsToCancel.map(({ id }) => id),
    actor,
    now,
  );

  let absenceId = 0;
  const refusals = { absence_overlap: 'overlap', absence_over_appointments: 'undecided' } as const;
  const violation = await catchViolation(refusals, async () => {
    absenceId = await sql.insertAbsence(tx, { coach, ...interval, kind, plannedAt: now });
  });
  if (violation) throw refuse(violation);
  const changedBookings = [
    ...takeovers.map(({ row, slot }) => ({ appointment: row.id, movedTo: slot.slotId, quotaNumber: row.quotaNumber })),
    ...bookingsToCancel.map((row) => ({ appointment: row.id, movedTo: null, quotaNumber: row.quotaNumber })),
  ];
  await sql.insertChanges(tx, absenceId, changedBookings, deletedSlots);
  // The mails need the id of the absence, so the changes are recorded only after the absence is stored.
  const record = (change: Change) =>
    recordChange(tx, app, {
      ...change,
      mailHold: { until: mailsWaitUntil(change.before.startsAt, now), absence: absenceId },
    });
  for (const change of moveChanges) await record(change);
  await audit(tx, { actor, action: 'absencePlanned', person: coach });
  for (const row of bookingsToCancel) await record(toCancellation(row, { coach, actor, at: now }));
  return {
    absenceId,
    undoUntil: undoDeadlineOrNull(now, now),
    freeCount: deletedSlots.length,
    speedcoachingCount,
    bookings: bookings.map((row) => toAffectedBooking(row, [])),
  };
}

/** Returns the instant (ISO) until which an absence can be undone, or null after that instant. */
export function undoDeadlineOrNull(plannedAt: Date, now: Date): string | null {
  const until = undoDeadline(plannedAt);
  return now > until ? null : until.toISOString();
}

/**
 * Locks all people and appointments that an absence may affect, and returns the ids of the locked bookings. The free
 * appointments are read only after the coaches are locked, so that none can be added afterwards.
 */
async function lockAllAffected(
  tx: Tx,
  app: App,
  { coach, interval, colleagues }: { coach: number; interval: Interval; colleagues: readonly number[] },
): Promise<Set<number>> {
  const now = await readClock(tx, app.clock);
  const { bookings } = await sql.listAffected(tx, coach, interval, now);
  const lockedIds = new Set(bookings.map(({ id }) => id));
  if (!app.usesLocks) return lockedIds;
  const participants = [...new Set(bookings.map(({ participant }) => participant))].sort((a, b) => a - b);
  for (const participant of participants) await lockParticipant(tx, participant);
  await sql.lockCoaches(tx, [coach, ...colleagues]);
  const { freeIds } = await sql.listAffected(tx, coach, interval, now);
  const slots = lockedIds.size > 0 ? await sql.listColleagueSlots(tx, app.clock, [...lockedIds]) : [];
  const targetSlots = slots.filter(({ coachId }) => colleagues.includes(coachId));
  await sql.lockAppointments(tx, [...lockedIds, ...freeIds, ...targetSlots.map(({ slotId }) => slotId)]);
  return lockedIds;
}

/** A change of a booking by an absence. */
type Change = RecordedChange & { before: BookingSnapshot };

/** The absent coach, the person who plans the absence, and the time at which they plan it. */
interface Planning {
  coach: number;
  actor: number;
  at: Date;
}

/** Moves a booking to a colleague's slot. Returns the change, which the caller records. */
async function handOver(
  tx: Tx,
  { row, slot, coach, actor, at }: Planning & { row: sql.BookedRow; slot: sql.ColleagueSlot },
): Promise<Change> {
  const { startsAt, endsAt, quotaNumber, participant } = row;
  const { change } = await moveToSlot(tx, {
    // `movedByStaff` and `coachActive` do not matter: staff have no deadline, and the absent coach's slot stays closed.
    booking: { status: statuses.booked, coach, startsAt, endsAt, quotaNumber, movedByStaff: false, coachActive: true },
    participant,
    from: row.id,
    freeSlot: slot.slotId,
    to: { coach: slot.coachId, startsAt: slot.startsAt, endsAt: slot.endsAt },
    release: false,
    byStaff: true,
    by: actor,
    reason: '',
    at,
  });
  return change;
}

/** Returns the change of a booking that is cancelled so that its participant can choose another appointment. */
function toCancellation(
  { id: appointment, participant, startsAt, endsAt }: sql.BookedRow,
  { coach, actor, at }: Planning,
): Change {
  const before = { state: 'booked', coach, startsAt, endsAt } as const;
  return {
    appointment,
    before,
    after: { ...before, state: 'goodwill' },
    participant,
    previousAppointment: null,
    mails: createParticipantAndCoachMails('appointmentCalledOff', appointment, { participant, coach }),
    byParticipant: false,
    action: 'goodwillGranted',
    by: actor,
    at,
  };
}
