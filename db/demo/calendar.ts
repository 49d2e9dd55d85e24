import { addDays, dateOf, instantOf, weekday } from '../../src/shared/berlin.ts';
import type { CancelKind } from '../../src/shared/coaching.ts';
import type { Chance } from './chance.ts';
import { moveSome } from './moves.ts';
import { rate, type DemoRating } from './ratings.ts';

/** The ids of the people in the calendar; `guest` is teilnehmer@, who gets one past and one upcoming booking. */
export interface DemoCast {
  admin: number;
  coaches: number[];
  guest: number;
  /** Participants who can book. */
  booking: number[];
}

/** An appointment in the demo's calendar, with its rating. */
export interface DemoAppointment {
  coach: number;
  type: 'Einzelcoaching' | 'Speedcoaching';
  startsAt: Date;
  endsAt: Date;
  createdAt: Date;
  booking: { participant: number; quotaNumber: number | null; self: boolean; at: Date; by: number } | null;
  status: 'F' | 'G' | 'V' | 'K';
  cancel: { kind: CancelKind; reason: string; at: Date; by: number } | null;
  /** The row from which the booking was moved to this one. */
  moved: { from: DemoAppointment; at: Date; byStaff: boolean } | null;
  rating: (DemoRating & { at: Date }) | null;
}

/** The numbers of past and of future days in the calendar (reference 10.12). */
const [back, ahead] = [14, 28];
const hour = 3_600_000;
const hoursOfDay = ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00'];
const reasons = ['Ich bin leider krank.', 'Ich habe an dem Tag ein Vorstellungsgespräch.', 'Kind ist krank', ''];

/** Free slots on weekdays: 45 minutes each, and on some days a Speedcoaching of 60 or 90 minutes at the end. */
function freeCalendar({ coaches }: DemoCast, now: Date, chance: Chance): DemoAppointment[] {
  const today = dateOf(now);
  const rows: DemoAppointment[] = [];
  for (let day = -back; day <= ahead; day++) {
    const date = addDays(today, day);
    if (['Samstag', 'Sonntag'].includes(weekday(date))) continue;
    for (const coach of coaches) {
      for (const time of chance.some(hoursOfDay, chance.between(3, 4))) rows.push(freeSlot(coach, date, time, 45));
      if (chance.happens(0.2))
        rows.push({ ...freeSlot(coach, date, '16:00', chance.one([60, 90])), type: 'Speedcoaching' });
    }
  }
  return rows;
}

function freeSlot(coach: number, date: string, time: string, minutes: number): DemoAppointment {
  const startsAt = instantOf(date, time);
  if (!startsAt) throw new Error('the demo has no appointments in the hours of the clock changes');
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
  const createdAt = new Date(startsAt.getTime() - 60 * 24 * hour);
  const noBooking = { booking: null, status: 'F', cancel: null, moved: null, rating: null } as const;
  return { coach, type: 'Einzelcoaching', startsAt, endsAt, createdAt, ...noBooking };
}

/** The appointments of the demo around `now`, with every status, in keeping with the portal's rules. */
export function makeCalendar(cast: DemoCast, now: Date, chance: Chance): DemoAppointment[] {
  const rows = freeCalendar(cast, now, chance);
  const quota = new Map<number, number>();
  const busy = new Set<string>();
  const isBusy = (participant: number, row: DemoAppointment) => busy.has(`${participant} ${row.startsAt.getTime()}`);

  const book = (row: DemoAppointment, participant: number, self: boolean) => {
    const used = quota.get(participant) ?? 0;
    const counts = self && used < 3;
    if (counts) quota.set(participant, used + 1);
    // All Einzelcoachings begin on the hour, so only those with the same start overlap.
    busy.add(`${participant} ${row.startsAt.getTime()}`);
    const at = new Date(Math.min(row.startsAt.getTime() - chance.between(50, 240) * hour, now.getTime() - hour));
    const by = counts ? participant : row.coach;
    row.status = 'G';
    row.booking = { participant, quotaNumber: counts ? used + 1 : null, self: counts, at, by };
  };

  const [past, upcoming] = guestRows(rows, cast, now);
  book(past, cast.guest, false);
  book(upcoming, cast.guest, true);
  past.rating = ratingOf(past, now, chance);

  const reopenedSlots: DemoAppointment[] = [];
  for (const row of rows) {
    if (row.status !== 'F' || row.type === 'Speedcoaching') continue;
    const isPast = row.endsAt <= now;
    if (!chance.happens(isPast ? 0.5 : 0.15)) continue;
    const participant = chance.one(cast.booking);
    // Participants make at most three bookings themselves, and get few from coaches.
    const self = (quota.get(participant) ?? 0) < 3;
    if (isBusy(participant, row) || (!self && chance.happens(0.6))) continue;
    const reopenedSlot = { ...row };
    book(row, participant, self);
    if (isPast && chance.happens(0.1)) row.status = 'V';
    else if (chance.happens(isPast ? 0.1 : 0.2)) {
      cancel(row, cast, now, chance);
      quota.set(participant, (quota.get(participant) ?? 0) - (self ? 1 : 0));
      if (row.startsAt > now) reopenedSlots.push(reopenedSlot);
    } else if (isPast && chance.happens(0.6)) row.rating = ratingOf(row, now, chance);
  }
  return [...rows, ...reopenedSlots, ...moveSome(rows, cast, now)];
}

/** A past slot of the first coach, and an upcoming one that can be cancelled for some more days. */
function guestRows(rows: DemoAppointment[], { coaches }: DemoCast, now: Date): [DemoAppointment, DemoAppointment] {
  const einzelcoachings = rows.filter((row) => row.coach === coaches[0] && row.type === 'Einzelcoaching');
  const past = einzelcoachings.findLast((row) => row.endsAt.getTime() < now.getTime() - 72 * hour);
  const upcoming = einzelcoachings.find((row) => row.startsAt.getTime() > now.getTime() + 120 * hour);
  if (!past || !upcoming) throw new Error('the demo calendar is too short');
  return [past, upcoming];
}

/** Cancels a booking before its start and gives its quota number back. */
function cancel(row: DemoAppointment, cast: DemoCast, now: Date, chance: Chance): void {
  if (!row.booking) return;
  const isPast = row.startsAt <= now;
  const kind = chance.one(
    isPast ? (['goodwill', 'goodwill', 'byParticipant'] as const) : (['byParticipant', 'byAdmin'] as const),
  );
  const byParticipant = kind === 'byParticipant';
  const at = new Date(Math.min(row.booking.at.getTime() + hour, now.getTime()));
  row.status = 'K';
  row.booking.quotaNumber = null;
  row.cancel = {
    kind,
    reason: byParticipant ? chance.one(reasons) : '',
    at,
    by: byParticipant ? row.booking.participant : cast.admin,
  };
}

function ratingOf(row: DemoAppointment, now: Date, chance: Chance): DemoRating & { at: Date } {
  const at = new Date(Math.min(row.endsAt.getTime() + chance.between(1, 48) * hour, now.getTime()));
  return { ...rate(chance), at };
}
