import { addDays, dateOf, instantOf, weekday } from '../../src/shared/berlin.ts';
import type { CancelKind } from '../../src/shared/coaching.ts';
import type { Chance } from './chance.ts';
import { moveTwoBookings } from './moves.ts';
import { createRating, type DemoRating } from './ratings.ts';

/** The ids of the people in the calendar. */
export interface DemoCast {
  admin: number;
  coaches: number[];
  /** The participant teilnehmer@, who gets one past and one upcoming booking. */
  mainParticipant: number;
  /** The other participants who can book. */
  bookers: number[];
}

/** An appointment in the demo's calendar, with its rating. */
export interface DemoAppointment {
  coach: number;
  type: 'Einzelcoaching' | 'Speedcoaching';
  startsAt: Date;
  endsAt: Date;
  createdAt: Date;
  /** `isComing` is whether the participant has said that they come. */
  booking: {
    participant: number;
    quotaNumber: number | null;
    bySelf: boolean;
    at: Date;
    by: number;
    isComing: boolean;
  } | null;
  /** F is free, G booked, V missed, K cancelled. */
  status: 'F' | 'G' | 'V' | 'K';
  cancellation: { kind: CancelKind; reason: string; at: Date; by: number } | null;
  /** The move of the booking to this row; `from` is the row before the move. */
  move: { from: DemoAppointment; at: Date; byStaff: boolean } | null;
  rating: (DemoRating & { at: Date }) | null;
}

/** The numbers of past and of future days in the calendar (reference 10.12). */
const [pastDays, futureDays] = [14, 28];
const hourMs = 3_600_000;
const hoursOfDay = ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00'];
const cancelReasons = ['Ich bin leider krank.', 'Ich habe an dem Tag ein Vorstellungsgespräch.', 'Kind ist krank', ''];

/** Creates free slots of 45 minutes on weekdays. Some days end with a Speedcoaching of 60 or 90 minutes. */
function createFreeCalendar({ coaches }: DemoCast, now: Date, chance: Chance): DemoAppointment[] {
  const today = dateOf(now);
  const rows: DemoAppointment[] = [];
  for (let day = -pastDays; day <= futureDays; day++) {
    const date = addDays(today, day);
    if (['Samstag', 'Sonntag'].includes(weekday(date))) continue;
    for (const coach of coaches) {
      for (const time of chance.pickSome(hoursOfDay, chance.between(3, 4)))
        rows.push(createFreeSlot(coach, date, time, 45));
      if (chance.happens(0.2))
        rows.push({ ...createFreeSlot(coach, date, '16:00', chance.pickOne([60, 90])), type: 'Speedcoaching' });
    }
  }
  return rows;
}

function createFreeSlot(coach: number, date: string, time: string, minutes: number): DemoAppointment {
  const startsAt = instantOf(date, time);
  if (!startsAt) throw new Error('the demo has no appointments in the hours of the clock changes');
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
  const createdAt = new Date(startsAt.getTime() - 60 * 24 * hourMs);
  const noBooking = { booking: null, status: 'F', cancellation: null, move: null, rating: null } as const;
  return { coach, type: 'Einzelcoaching', startsAt, endsAt, createdAt, ...noBooking };
}

/** Creates the demo's appointments before and after `now`. They have every status, and obey the rules of the portal. */
export function makeCalendar(cast: DemoCast, now: Date, chance: Chance): DemoAppointment[] {
  const rows = createFreeCalendar(cast, now, chance);
  /** How many of the three quota numbers each participant has used, by participant id. */
  const usedQuota = new Map<number, number>();
  /** The keys of all bookings, each made of the participant's id and the start in milliseconds. */
  const busyKeys = new Set<string>();
  const buildKey = (participant: number, { startsAt }: DemoAppointment) => `${participant} ${startsAt.getTime()}`;
  const isBusy = (participant: number, row: DemoAppointment) => busyKeys.has(buildKey(participant, row));

  const book = (row: DemoAppointment, participant: number, bySelf: boolean) => {
    const usedCount = usedQuota.get(participant) ?? 0;
    const usesQuota = bySelf && usedCount < 3;
    if (usesQuota) usedQuota.set(participant, usedCount + 1);
    // All Einzelcoachings begin on the hour, so only those with the same start overlap.
    busyKeys.add(buildKey(participant, row));
    // Far slots were booked at different times of the last days, too.
    const lead = chance.between(50, 240);
    const latest = now.getTime() - (lead - 49) * hourMs + ((lead * 7) % 50) * 60_000;
    const at = new Date(Math.min(row.startsAt.getTime() - lead * hourMs, latest));
    const by = usesQuota ? participant : row.coach;
    row.status = 'G';
    const quotaNumber = usesQuota ? usedCount + 1 : null;
    row.booking = { participant, quotaNumber, bySelf: usesQuota, at, by, isComing: quotaNumber === 2 };
  };

  const [pastSlot, upcomingSlot] = findSlotsOfMainParticipant(rows, cast, now);
  book(pastSlot, cast.mainParticipant, false);
  book(upcomingSlot, cast.mainParticipant, true);
  pastSlot.rating = rateAppointment(pastSlot, now, chance);

  const reopenedSlots: DemoAppointment[] = [];
  for (const row of rows) {
    if (row.status !== 'F' || row.type === 'Speedcoaching') continue;
    const isPast = row.endsAt <= now;
    if (!chance.happens(isPast ? 0.5 : 0.15)) continue;
    const participant = chance.pickOne(cast.bookers);
    // Participants book at most three appointments themselves; coaches book only a few more for them.
    const bySelf = (usedQuota.get(participant) ?? 0) < 3;
    if (isBusy(participant, row) || (!bySelf && chance.happens(0.6))) continue;
    const reopenedSlot = { ...row };
    book(row, participant, bySelf);
    if (isPast && chance.happens(0.1)) row.status = 'V';
    else if (chance.happens(isPast ? 0.1 : 0.2)) {
      cancel(row, cast, now, chance);
      usedQuota.set(participant, (usedQuota.get(participant) ?? 0) - (bySelf ? 1 : 0));
      if (row.startsAt > now) reopenedSlots.push(reopenedSlot);
    } else if (isPast && chance.happens(0.6)) row.rating = rateAppointment(row, now, chance);
  }
  return [...rows, ...reopenedSlots, ...moveTwoBookings(rows, cast, now)];
}

/** Finds a past slot of the first coach, and an upcoming slot that can still be cancelled for a few days. */
function findSlotsOfMainParticipant(
  rows: DemoAppointment[],
  { coaches }: DemoCast,
  now: Date,
): [DemoAppointment, DemoAppointment] {
  const einzelcoachings = rows.filter((row) => row.coach === coaches[0] && row.type === 'Einzelcoaching');
  const pastSlot = einzelcoachings.findLast((row) => row.endsAt.getTime() < now.getTime() - 72 * hourMs);
  const upcomingSlot = einzelcoachings.find((row) => row.startsAt.getTime() > now.getTime() + 120 * hourMs);
  if (!pastSlot || !upcomingSlot) throw new Error('the demo calendar is too short');
  return [pastSlot, upcomingSlot];
}

/** Cancels a booking, and returns its quota number to the participant. */
function cancel(row: DemoAppointment, cast: DemoCast, now: Date, chance: Chance): void {
  if (!row.booking) return;
  const isPast = row.startsAt <= now;
  const kind = chance.pickOne(
    isPast ? (['goodwill', 'goodwill', 'byParticipant'] as const) : (['byParticipant', 'byAdmin'] as const),
  );
  const isByParticipant = kind === 'byParticipant';
  const at = new Date(Math.min(row.booking.at.getTime() + hourMs, now.getTime()));
  row.status = 'K';
  row.booking.quotaNumber = null;
  row.cancellation = {
    kind,
    reason: isByParticipant ? chance.pickOne(cancelReasons) : '',
    at,
    by: isByParticipant ? row.booking.participant : cast.admin,
  };
}

function rateAppointment(row: DemoAppointment, now: Date, chance: Chance): DemoRating & { at: Date } {
  const at = new Date(Math.min(row.endsAt.getTime() + chance.between(1, 48) * hourMs, now.getTime()));
  return { ...createRating(chance), at };
}
