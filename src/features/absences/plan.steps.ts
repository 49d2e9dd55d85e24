import { hasCoachProfile, lockParticipant } from '../people/exports.ts';
import { recordChange, type RecordedChange } from '../appointments/exports.ts';
import { audit } from '../audit/exports.ts';
import { moveToSlot } from '../booking/exports.ts';
import { mailBoth, type BookingSnapshot } from '../mail/outcome/rules.ts';
import { notFound, type ServerError } from '../../platform/server-error.ts';
import { readClock, refusedBy, type Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { wallClock } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import type { AbsentBooking, Decision } from './contract.ts';
import { heldUntil, undoableUntil, type AbsenceKind, type Interval } from './rules.ts';
import * as sql from './sql.ts';

/** An absence that somebody plans for a coach. */
interface PlanRequest {
  coach: number;
  interval: Interval;
  kind: AbsenceKind;
  decisions: readonly Decision[];
  by: number;
}

/** What an absence touches; `absenceId` and `undoUntil` are null for a preview. */
interface Planned {
  absenceId: number | null;
  free: number;
  booked: AbsentBooking[];
  undoUntil: string | null;
}

type Refusal = 'overlap' | 'undecided' | 'slotTaken';

const nothing = { free: 0, booked: [] };

/**
 * Shows what an absence would touch (reference 14.2), with the colleagues who could take bookings over if `mayMove`.
 * Throws 404 for an unknown coach.
 */
export async function previewAbsence(
  tx: Tx,
  app: App,
  { coach, interval, mayMove }: Pick<PlanRequest, 'coach' | 'interval'> & { mayMove: boolean },
): Promise<Planned> {
  if (!(await hasCoachProfile(tx, coach))) throw notFound();
  const touched = await sql.listTouched(tx, coach, interval, await readClock(tx, app.clock));
  const ids = touched.booked.map(({ id }) => id);
  const slots = mayMove && ids.length > 0 ? await sql.listColleagueSlots(tx, app.clock, ids) : [];
  return {
    absenceId: null,
    undoUntil: null,
    free: touched.free.length,
    booked: touched.booked.map((row) => asBooked(row, slots)),
  };
}

function asBooked(row: sql.BookedRow, slots: readonly sql.ColleagueSlot[]): AbsentBooking {
  const { date, time } = wallClock(row.startsAt);
  const moves = slots.filter(({ booking }) => booking === row.id);
  return {
    appointmentId: row.id,
    date,
    start: time,
    end: wallClock(row.endsAt).time,
    participantFullName: row.participantName,
    moves: moves.map(({ coachId, coach }) => ({ coachId, coach })),
  };
}

/**
 * Plans an absence in the given transaction (reference 14.2): deletes the free appointments, hands the booked ones over
 * or cancels them as decided, and queues the mails, which wait as long as it can be undone. Throws the refusals of the
 * call, and 404 for an unknown coach. Locks the participants, the coaches, then the appointments, each in order of id.
 */
export async function planAbsence(
  tx: Tx,
  app: App,
  { coach, interval, kind, decisions, by }: PlanRequest,
  refuse: (code: Refusal) => ServerError,
): Promise<Planned> {
  if (!(await hasCoachProfile(tx, coach))) throw notFound();
  const decisionOf = new Map(decisions.map((decision) => [decision.appointmentId, decision]));
  const colleagues = decisions.flatMap(({ action, toCoachId }) => (action === 'move' && toCoachId ? [toCoachId] : []));
  const known = await lockAll(tx, app, { coach, interval, colleagues });

  const [same] = await sql.listOverlapping(tx, coach, interval);
  const now = await readClock(tx, app.clock);
  if (same && +same.startsAt === +interval.startsAt && +same.endsAt === +interval.endsAt)
    return { ...nothing, absenceId: same.id, undoUntil: undoUntilOf(same.plannedAt, now) };
  if (same) throw refuse('overlap');

  const { free, booked } = await sql.listTouched(tx, coach, interval, now);
  const decided = booked.map((row) => ({ row, decision: decisionOf.get(row.id) }));
  // A booking that is not locked was made after the locks: nobody has decided on it.
  const undecided = decided.some(
    ({ row, decision }) =>
      !known.has(row.id) || !decision || (decision.action === 'move' && (decision.toCoachId ?? null) === null),
  );
  if (undecided) throw refuse('undecided');
  const moved = decided.filter(({ decision }) => decision?.action === 'move');
  const slots =
    moved.length > 0
      ? await sql.listColleagueSlots(
          tx,
          app.clock,
          moved.map(({ row }) => row.id),
        )
      : [];
  const takeovers = moved.map(({ row, decision }) => {
    const slot = slots.find(({ booking, coachId }) => booking === row.id && coachId === decision?.toCoachId);
    if (!slot) throw refuse('slotTaken');
    return { row, slot };
  });
  const offered = decided.filter(({ decision }) => decision?.action === 'offer').map(({ row }) => row);

  const withdrawn = await sql.withdrawFree(tx, free);
  const moves: Change[] = [];
  for (const { row, slot } of takeovers) moves.push(await handOver(tx, { row, slot, coach, by, at: now }));
  await sql.cancelBookings(
    tx,
    offered.map(({ id }) => id),
    by,
    now,
  );

  let absenceId = 0;
  const meanings = { absence_overlap: 'overlap', absence_over_appointments: 'undecided' } as const;
  const broken = await refusedBy(meanings, async () => {
    absenceId = await sql.addAbsence(tx, { coach, ...interval, kind, plannedAt: now });
  });
  if (broken) throw refuse(broken);
  const bookings = [
    ...takeovers.map(({ row, slot }) => ({ appointment: row.id, movedTo: slot.slot, quotaNumber: row.quotaNumber })),
    ...offered.map((row) => ({ appointment: row.id, movedTo: null, quotaNumber: row.quotaNumber })),
  ];
  await sql.noteChanges(tx, absenceId, bookings, withdrawn);
  // The mails need the id of the absence, so the changes are recorded after it is stored. They free no slot.
  const record = (change: Change) =>
    recordChange(tx, app, { ...change, hold: { until: heldUntil(change.before.startsAt, now), absence: absenceId } });
  for (const change of moves) await record(change);
  await audit(tx, { actor: by, action: 'absencePlanned', person: coach });
  for (const row of offered) await record(callOff(row, { coach, by, at: now }));
  return {
    absenceId,
    undoUntil: undoUntilOf(now, now),
    free: withdrawn.length,
    booked: booked.map((row) => asBooked(row, [])),
  };
}

/** The instant (ISO) until which an absence can be undone; null once it has passed. */
export function undoUntilOf(plannedAt: Date, now: Date): string | null {
  const until = undoableUntil(plannedAt);
  return now > until ? null : until.toISOString();
}

/**
 * Locks everybody and everything that an absence may touch, and returns the ids of its bookings. The coaches are locked
 * before the appointments are read, so that nothing is added to the calendars afterwards.
 */
async function lockAll(
  tx: Tx,
  app: App,
  { coach, interval, colleagues }: { coach: number; interval: Interval; colleagues: readonly number[] },
): Promise<Set<number>> {
  const now = await readClock(tx, app.clock);
  const { booked } = await sql.listTouched(tx, coach, interval, now);
  const known = new Set(booked.map(({ id }) => id));
  if (!app.locks) return known;
  const participants = [...new Set(booked.map(({ participant }) => participant))].sort((a, b) => a - b);
  for (const participant of participants) await lockParticipant(tx, participant);
  await sql.lockCoaches(tx, [coach, ...colleagues]);
  const { free } = await sql.listTouched(tx, coach, interval, now);
  const slots = known.size > 0 ? await sql.listColleagueSlots(tx, app.clock, [...known]) : [];
  const wanted = slots.filter(({ coachId }) => colleagues.includes(coachId));
  await sql.lockRows(tx, [...known, ...free, ...wanted.map(({ slot }) => slot)]);
  return known;
}

/** A change of a booking by an absence. */
type Change = RecordedChange & { before: BookingSnapshot };

/** Who plans the absence of a coach, and when. */
interface Planning {
  coach: number;
  by: number;
  at: Date;
}

/** Moves a booking to a colleague's slot. */
async function handOver(
  tx: Tx,
  { row, slot, coach, by, at }: Planning & { row: sql.BookedRow; slot: sql.ColleagueSlot },
): Promise<Change> {
  const { startsAt, endsAt, quotaNumber, participant } = row;
  const { change } = await moveToSlot(tx, {
    // The booking's own deadline does not matter to staff, and its slot stays closed.
    booking: { status: statuses.booked, coach, startsAt, endsAt, quotaNumber, movedByStaff: false, coachActive: true },
    participant,
    from: row.id,
    slot: slot.slot,
    to: { coach: slot.coachId, startsAt: slot.startsAt, endsAt: slot.endsAt },
    release: false,
    byStaff: true,
    by,
    reason: '',
    at,
  });
  return change;
}

/** The change of a booking that is cancelled so that its participant can choose another appointment. */
function callOff(
  { id: appointment, participant, startsAt, endsAt }: sql.BookedRow,
  { coach, by, at }: Planning,
): Change {
  const before = { state: 'booked', coach, startsAt, endsAt } as const;
  return {
    appointment,
    before,
    after: { ...before, state: 'goodwill' },
    participant,
    previousRow: null,
    mails: mailBoth('appointmentCalledOff', appointment, { participant, coach }),
    byParticipant: false,
    action: 'goodwillGranted',
    by,
    at,
  };
}
