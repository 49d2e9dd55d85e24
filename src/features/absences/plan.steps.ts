import { hasCoachProfile, lockParticipant } from '../people/exports.ts';
import { audit } from '../audit/exports.ts';
import { moveAndBuildMails } from '../booking/exports.ts';
import { queueHeld, tellOutcome, type HeldMail } from '../mail/exports.ts';
import { notFound, type ServerError } from '../../platform/server-error.ts';
import { readClock, refusedBy, type Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { wallClock } from '../../shared/berlin.ts';
import type { AbsentBooking, Decision } from './contract.ts';
import { heldUntil, undoableUntil, type AbsenceKind, type Interval } from './rules.ts';
import * as sql from './sql.ts';

/** An absence of a coach as somebody plans it. */
interface Wish {
  coach: number;
  interval: Interval;
  kind: AbsenceKind;
  decisions: readonly Decision[];
  by: number;
}

/** What an absence touches, or has touched; `absenceId` and `undoUntil` are null for a preview. */
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
  { coach, interval, mayMove }: Pick<Wish, 'coach' | 'interval'> & { mayMove: boolean },
): Promise<Planned> {
  if (!(await hasCoachProfile(tx, coach))) throw notFound();
  const touched = await sql.listTouched(tx, coach, interval, await readClock(tx, app.clock));
  const booked = touched.filter(({ status }) => status === 'G');
  const ids = booked.map(({ id }) => id);
  const slots = mayMove && ids.length > 0 ? await sql.listColleagueSlots(tx, app.clock, ids) : [];
  return {
    ...{ absenceId: null, undoUntil: null, free: touched.length - booked.length },
    booked: booked.map((row) => asBooked(row, slots)),
  };
}

function asBooked(row: sql.TouchedRow, slots: readonly sql.ColleagueSlot[]): AbsentBooking {
  const { date, time } = wallClock(row.startsAt);
  const moves = slots.filter(({ booking }) => booking === row.id);
  return {
    ...{ appointmentId: row.id, date, start: time, end: wallClock(row.endsAt).time },
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
  { coach, interval, kind, decisions, by }: Wish,
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

  const touched = await sql.listTouched(tx, coach, interval, now);
  const free = touched.filter(({ status }) => status === 'F');
  const booked = touched.filter(({ status }) => status === 'G');
  const decided = booked.map((row) => ({ row, decision: decisionOf.get(row.id) }));
  // A booking that is not locked was made since: nobody has decided on it.
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

  const withdrawn = await sql.withdrawFree(
    tx,
    free.map(({ id }) => id),
  );
  const mails: HeldMail[] = [];
  for (const { row, slot } of takeovers) mails.push(...(await handOver(tx, app, { row, slot, coach, by, at: now })));
  await sql.cancelBookings(
    tx,
    offered.map(({ id }) => id),
    by,
    now,
  );
  for (const { id: appointment, participant, startsAt, endsAt } of offered) {
    const before = { state: 'booked', coach, startsAt, endsAt } as const;
    const sides = { before, after: { ...before, state: 'goodwill' as const }, participant: participant ?? 0 };
    const kind = 'appointmentCalledOff';
    const news = [sides.participant, coach].map((person) => ({ kind, person, appointment }) as const);
    const told = await tellOutcome(tx, app.clock, { ...sides, left: null, mails: news, doer: null });
    mails.push(...told.map((mail) => ({ ...mail, holdUntil: heldUntil(startsAt, now) })));
  }

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
  await queueHeld(tx, mails, absenceId);
  await audit(tx, { actor: by, action: 'absencePlanned', person: coach });
  for (const { id: appointment, participant } of offered)
    await audit(tx, { actor: by, action: 'goodwillGranted', person: participant ?? 0, appointment });
  return {
    ...{ absenceId, undoUntil: undoUntilOf(now, now), free: withdrawn.length },
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
  const bookings = (await sql.listTouched(tx, coach, interval, now)).filter(({ status }) => status === 'G');
  const known = new Set(bookings.map(({ id }) => id));
  if (!app.locks) return known;
  const participants = [...new Set(bookings.flatMap(({ participant }) => participant ?? []))].sort((a, b) => a - b);
  for (const participant of participants) await lockParticipant(tx, participant);
  await sql.lockCoaches(tx, [coach, ...colleagues]);
  const free = (await sql.listTouched(tx, coach, interval, now)).filter(({ status }) => status === 'F');
  const slots = known.size > 0 ? await sql.listColleagueSlots(tx, app.clock, [...known]) : [];
  const wanted = slots.filter(({ coachId }) => colleagues.includes(coachId));
  await sql.lockRows(tx, [...known, ...free.map(({ id }) => id), ...wanted.map(({ slot }) => slot)]);
  return known;
}

/** Moves a booking to a colleague's slot; its mails are those of any move by staff, and wait. */
async function handOver(
  tx: Tx,
  app: App,
  { row, slot, coach, by, at }: { row: sql.TouchedRow; slot: sql.ColleagueSlot; coach: number; by: number; at: Date },
): Promise<HeldMail[]> {
  const { startsAt, endsAt, quotaNumber } = row;
  // The booking's own deadline does not matter to staff, and its slot stays closed.
  const booking = { status: 'G', coach, startsAt, endsAt, quotaNumber, movedByStaff: false, coachActive: true };
  const told = await moveAndBuildMails(tx, app, {
    ...{ booking, participant: row.participant ?? 0, from: row.id, slot: slot.slot },
    to: { coach: slot.coachId, startsAt: slot.startsAt, endsAt: slot.endsAt },
    ...{ release: false, byStaff: true, by, reason: '', at },
  });
  return told.mails.map((mail) => ({ ...mail, holdUntil: heldUntil(startsAt, at) }));
}
