import { addDays, dayAndSlot, mondayOf } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { compareGerman } from '../../shared/german.ts';
import { groupBy } from '../../shared/group.ts';
import type { CoachDay, Traffic } from './contract.ts';

/**
 * Returns the network of a visitor's IP address: /24 for IPv4 and /48 for IPv6. Nothing else of the address is kept
 * (reference 10.4). IPv4-mapped IPv6 addresses count as IPv4; for anything that is not an address the result is ''.
 */
export function networkOf(ipAddress: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ipAddress);
  if (ipv4) return `${ipv4[1]}.0/24`;
  if (!ipAddress.includes(':')) return '';
  const [head = '', tail = ''] = ipAddress.split('%')[0]?.split('::') ?? [];
  const groupsBefore = head.split(':').filter(Boolean);
  const groupsAfter = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groupsBefore.length - groupsAfter.length) }, () => '0');
  const groups = ipAddress.includes('::') ? [...groupsBefore, ...zeros, ...groupsAfter] : groupsBefore;
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`;
}

/**
 * Normalises a value for counting (reference 10.4): without control characters, on one line, at most 200 characters.
 */
export function normalizeVisitValue(value: string): string {
  return value
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

/** How many days the welcome page and the dashboard's figures cover, and how many weeks the average ratings cover. */
export const figureSpans = { days: 30, weeks: 12 } as const;

/**
 * The dates of the figures (reference 10.3): the last 30 days including `today`, and the Mondays of the last 12 weeks
 * including the current week. Each list begins with its earliest date.
 */
export function listFigureDates(today: string): { days: string[]; weeks: string[] } {
  const monday = mondayOf(today);
  const listDates = (length: number, dateBefore: (count: number) => string) =>
    Array.from({ length }, (_, index) => dateBefore(length - 1 - index));
  return {
    days: listDates(figureSpans.days, (daysAgo) => addDays(today, -daysAgo)),
    weeks: listDates(figureSpans.weeks, (weeksAgo) => addDays(monday, -7 * weeksAgo)),
  };
}

/**
 * Adds to each coach the share of the coach's Einzelcoachings that were booked (reference 10.3). Sorts by share,
 * highest first, then by name in German order.
 */
export function rankByUtilisation<C extends { coach: string; offered: number; booked: number }>(coaches: readonly C[]) {
  return coaches
    .map((coach) => ({ ...coach, share: coach.booked / coach.offered }))
    .sort((a, b) => b.share - a.share || compareGerman(a.coach, b.coach));
}

/**
 * Converts counts of visits to the form on the wire (reference 10.4). `counts` must have the most frequent value of
 * each kind first.
 */
export function toTraffic(counts: readonly { kind: string; value: string; count: number }[]): Traffic {
  const rowsOfKind = (kind: string) => counts.filter((row) => row.kind === kind);
  const mostCommon = (kind: string) => rowsOfKind(kind)[0]?.value ?? '';
  const countsOf = (kind: string) => Object.fromEntries(rowsOfKind(kind).map(({ value, count }) => [value, count]));
  return {
    mostCommonIpAddress: mostCommon('ipAddress'),
    mostCommonScreenWidth: mostCommon('screenWidth'),
    mostCommonScreenHeight: mostCommon('screenHeight'),
    mostCommonViewportWidth: mostCommon('viewportWidth'),
    mostCommonViewportHeight: mostCommon('viewportHeight'),
    mostCommonUserLanguage: mostCommon('userLanguage'),
    mostCommonUserAgent: mostCommon('userAgent'),
    ipAddress: countsOf('ipAddress'),
    screenWidth: countsOf('screenWidth'),
    screenHeight: countsOf('screenHeight'),
    userLanguage: countsOf('userLanguage'),
    userAgent: countsOf('userAgent'),
  };
}

/** A free, booked or missed appointment of a day. */
export interface AppointmentOfDay {
  id: number;
  coachId: number;
  coach: string;
  status: 'F' | 'G' | 'V';
  isSpeedcoaching: boolean;
  startsAt: Date;
  endsAt: Date;
  /** The participant's name; null if it is not booked. */
  participant: string | null;
  /** Whether it is known that the participant was there. */
  attended: boolean;
}

/**
 * Returns the day of each coach, sorted by name in German order (reference 10.1). `appointments` are those of one day,
 * in order of start.
 */
export function toCoachDays(appointments: readonly AppointmentOfDay[], now: Date): CoachDay[] {
  return [...groupBy(appointments, ({ coachId }) => coachId)]
    .map(([coachId, ownAppointments]) => {
      const takingPlace = ownAppointments.filter((a) => a.status === statuses.booked || isOpenSpeedcoaching(a));
      const current = takingPlace.find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);
      const next = takingPlace.find(({ startsAt }) => startsAt > now);
      const count = (isCounted: (appointment: AppointmentOfDay) => boolean) => ownAppointments.filter(isCounted).length;
      return {
        coachId,
        coach: ownAppointments[0]?.coach ?? '',
        current: current ? toAppointmentToday(current) : null,
        next: next ? toAppointmentToday(next) : null,
        booked: count(({ status }) => status === statuses.booked),
        free: count((a) => a.status === statuses.free && !a.isSpeedcoaching && a.startsAt > now),
        missed: count(({ status }) => status === statuses.missed),
        unanswered: count((a) => a.status === statuses.booked && !a.attended && a.endsAt <= now),
      };
    })
    .sort((a, b) => compareGerman(a.coach, b.coach));
}

const isOpenSpeedcoaching = ({ status, isSpeedcoaching }: AppointmentOfDay) =>
  status === statuses.free && isSpeedcoaching;

const toAppointmentToday = ({ id, participant, ...interval }: AppointmentOfDay) => ({
  appointmentId: id,
  timeSlot: dayAndSlot(interval).timeSlot,
  participant,
});
