import { addDays, mondayOf } from '../../shared/berlin.ts';
import { compareGerman } from '../../shared/german.ts';
import type { Traffic } from './contract.ts';

/**
 * The network of a visitor's address, /24 for IPv4 and /48 for IPv6; nothing else of the address is kept (reference
 * 10.4). `address` is IPv4, IPv6 or an IPv4-mapped IPv6 address; the result for anything else is ''.
 */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (v4) return `${v4[1]}.0/24`;
  if (!address.includes(':')) return '';
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`;
}

/** Normalises a value for counting (reference 10.4): printable, on one line, at most 200 characters. */
export function normalizeVisitValue(value: string): string {
  return value
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

/** The number of days on the welcome page and of the dashboard's bookings, and of weeks of its average ratings. */
export const figureSpans = { days: 30, weeks: 12 } as const;

/**
 * The days of the figures (reference 10.3): the last 30 up to `today`, and the Mondays of the last 12 weeks including
 * the current one.
 */
export function figureDates(today: string): { days: string[]; weeks: string[] } {
  const monday = mondayOf(today);
  const listDates = (length: number, dateAgo: (ago: number) => string) =>
    Array.from({ length }, (_, index) => dateAgo(length - 1 - index));
  return {
    days: listDates(figureSpans.days, (ago) => addDays(today, -ago)),
    weeks: listDates(figureSpans.weeks, (ago) => addDays(monday, -7 * ago)),
  };
}

/**
 * The coaches with the share of their Einzelcoachings that were booked (reference 10.3), sorted by share, highest
 * first, then in German order.
 */
export function sortByUtilisation<C extends { coach: string; offered: number; booked: number }>(coaches: readonly C[]) {
  return coaches
    .map((coach) => ({ ...coach, share: coach.booked / coach.offered }))
    .sort((a, b) => b.share - a.share || compareGerman(a.coach, b.coach));
}

/**
 * Converts counts to the traffic on the wire (reference 10.4); `counts` have the most frequent value of a kind first.
 */
export function toTraffic(counts: readonly { kind: string; value: string; count: number }[]): Traffic {
  const ofKind = (kind: string) => counts.filter((row) => row.kind === kind);
  const mostCommon = (kind: string) => ofKind(kind)[0]?.value ?? '';
  const countsOf = (kind: string) => Object.fromEntries(ofKind(kind).map(({ value, count }) => [value, count]));
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
