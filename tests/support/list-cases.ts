import { getAbsences, getOwnAbsences } from '../../src/features/absences/contract.ts';
import { sessionCheck } from '../../src/features/accounts/contract.ts';
import { fullOverview, fullPlan, dailyPlan, ownOverview } from '../../src/features/appointments/contract.ts';
import { getOwnSeries, getSeries } from '../../src/features/appointments/series/contract.ts';
import { getAuditLog } from '../../src/features/audit/contract.ts';
import { bookable, bookingOverview, myAppointment } from '../../src/features/booking/contract.ts';
import { bookableCoaches, bookableDays } from '../../src/features/booking/search/contract.ts';
import { coachAnalytics, getCoachList, listCoaches } from '../../src/features/coaches/contract.ts';
import { dashboardData, dashboardFigures, welcomeData } from '../../src/features/dashboard/contract.ts';
import { getFiles } from '../../src/features/files/contract.ts';
import { getMails } from '../../src/features/mail/contract.ts';
import { getAccessLog } from '../../src/features/own-data/contract.ts';
import { getIntroductions } from '../../src/features/coaches/introduction/contract.ts';
import { getErasureRequests } from '../../src/features/own-data/erasure/contract.ts';
import { searchAll, searchOwn, searchParticipant, searchShort } from '../../src/features/participants/contract.ts';
import { ratingAnalytics, ratingOverview } from '../../src/features/ratings/contract.ts';
import { getSteering } from '../../src/features/steering/contract.ts';
import { getWaiting, myWaiting } from '../../src/features/waiting/contract.ts';
import type { Call, InputOf } from '../../src/shared/call.ts';
import { addDays } from '../../src/shared/berlin.ts';

/** The first request of a page with a list, search or analysis, and how long the server may take, in milliseconds. */
export interface ListCase {
  name: string;
  who: 'admin' | 'coach' | 'participant';
  call: Pick<Call, 'path'>;
  input: object;
  limit: number;
}

const list = 100;
const search = 50;
const analysis = 200;
const steering = 1500;

/** All lists that people read, on a database filled by `fill`; `today` is a Berlin day. */
export function listCases(today: string, coachId: number): ListCase[] {
  const of = <C extends Call>(
    name: string,
    who: ListCase['who'],
    limit: number,
    call: C,
    input: InputOf<C>,
  ): ListCase => ({
    name,
    who,
    limit,
    call,
    input: input as object,
  });
  const days = (from: number, till: number) => ({ fromDate: addDays(today, from), tillDate: addDays(today, till) });
  const rated = (from: number) => ({ fromDate: addDays(today, from), toDate: today, ratingFrom: 1, ratingTo: 5 });
  const statuses = { booked: true, free: true, missed: true };
  const page = { status: statuses, page: 1, pageSize: 15 };
  const hits = { page: 1, pageSize: 5 };
  const evenings = { ...days(0, 30), weekdays: [1, 4], partOfDay: 'evening' as const };
  return [
    of('overview, 30 days', 'admin', list, fullOverview, { ...days(0, 30), ...page, coachId: null }),
    of('overview, a year', 'admin', list, fullOverview, { ...days(-365, 0), ...page, coachId: null }),
    of('overview of one coach, a year', 'admin', list, fullOverview, { ...days(-365, 0), ...page, coachId }),
    of('daily plan of all coaches', 'admin', list, fullPlan, { ...days(0, 0), coachId: null }),
    of('daily plan of one coach', 'admin', list, fullPlan, { ...days(0, 0), coachId }),
    of('bookings of 30 days', 'admin', list, bookingOverview, { ...days(-30, 0), coachId: null, page: 1 }),
    of('bookings of a year, one coach', 'admin', list, bookingOverview, { ...days(-365, 0), coachId, page: 1 }),
    of('welcome page', 'admin', list, welcomeData, { date: today, limit: 5, coachId: null }),
    of('dashboard', 'admin', list, dashboardData, {}),
    of('figures of the dashboard', 'admin', list, dashboardFigures, {}),
    of('steering, a year', 'admin', steering, getSteering, { ...days(-365, 0), coachId: null }),
    of('steering, one coach, a year', 'admin', steering, getSteering, { ...days(-365, 0), coachId }),
    of('coaches', 'admin', list, listCoaches, {}),
    of('coaches for a picker', 'admin', list, getCoachList, {}),
    of('ratings of 14 days', 'admin', list, ratingOverview, { ...rated(-14), page: 1, pageSize: 5 }),
    of('series of a quarter', 'admin', list, getSeries, { ...days(0, 92), coachId: null }),
    of('absences of a quarter', 'admin', list, getAbsences, { ...days(0, 92), coachId: null }),
    of('log', 'admin', list, getAuditLog, {}),
    of('log of a day long ago', 'admin', list, getAuditLog, days(-900, -900)),
    of('log by action', 'admin', list, getAuditLog, { action: 'imported' }),
    of('log of a person', 'admin', search, getAuditLog, { person: 'anna müller' }),
    of('log by actor', 'admin', search, getAuditLog, { actor: 'ben schmidt' }),
    of('log by actor and rare action', 'admin', search, getAuditLog, { actor: 'ben schmidt', action: 'booked' }),
    of('waiting list', 'admin', list, getWaiting, { coachId: null, page: 1 }),
    of('waiting list of a coach', 'admin', list, getWaiting, { coachId, page: 1 }),
    of('erasure requests', 'admin', list, getErasureRequests, {}),
    of('introductions to decide on', 'admin', list, getIntroductions, {}),
    of('mails', 'admin', list, getMails, {}),
    of('mails that failed', 'admin', list, getMails, { state: 'failed' }),
    of('mails that wait', 'admin', list, getMails, { state: 'waiting' }),
    of('mails to a person', 'admin', search, getMails, { person: 'anna müller' }),
    of('search by a name', 'admin', search, searchAll, { ...hits, searchString: 'anna müller' }),
    of('search by a common name', 'admin', search, searchAll, { ...hits, searchString: 'müller' }),
    of('search by two letters', 'admin', search, searchAll, { ...hits, searchString: 'mü' }),
    of('search by e-mail', 'admin', search, searchAll, { ...hits, searchString: 'p4711@probe' }),
    of('search by day', 'admin', search, searchAll, { ...hits, date: today }),
    of('search by day and coach', 'admin', search, searchAll, { ...hits, date: today, coachId }),
    of('search by coach', 'admin', search, searchAll, { ...hits, coachId }),
    of('all participants', 'admin', list, searchAll, { ...hits, all: true }),
    of('participants whose qualification ends soon', 'admin', list, searchAll, {
      ...hits,
      endFrom: today,
      endTill: today,
    }),
    of('search by e-mail before the @', 'admin', search, searchAll, { ...hits, searchString: 'p4711', mailbox: true }),
    of('search that finds nobody', 'admin', search, searchAll, { ...hits, searchString: 'zacharias niemand' }),
    of('search for a picker', 'admin', search, searchShort, { searchString: 'anna mü' }),
    of('search for a picker, two letters', 'admin', search, searchShort, { searchString: 'an' }),
    of('analytics of a coach, a year', 'admin', analysis, coachAnalytics, { coachId, ...days(-365, 0) }),
    of('analytics of ratings, 14 days', 'admin', analysis, ratingAnalytics, rated(-14)),
    of('analytics of ratings of a coach, a year', 'admin', analysis, ratingAnalytics, { ...rated(-365), coachId }),
    of('own plan', 'coach', list, dailyPlan, days(0, 0)),
    of('own overview, 30 days', 'coach', list, ownOverview, { ...days(0, 30), ...page }),
    of('own series of a quarter', 'coach', list, getOwnSeries, days(0, 92)),
    of('own absences of a quarter', 'coach', list, getOwnAbsences, days(0, 92)),
    of('own search', 'coach', search, searchOwn, { ...hits, searchString: 'anna' }),
    of('own search for a picker', 'coach', search, searchParticipant, { searchString: 'anna' }),
    of('own ratings of 14 days', 'coach', list, ratingOverview, { ...rated(-14), page: 1, pageSize: 5 }),
    of('bookable slots', 'participant', list, bookable, { limit: 50 }),
    of('bookable slots of a coach', 'participant', list, bookable, { limit: 50, coachId }),
    of('bookable slots on some evenings', 'participant', list, bookable, {
      limit: 50,
      ...days(0, 30),
      ...evenings,
    }),
    of('days with bookable slots', 'participant', list, bookableDays, {}),
    of('days with bookable slots of a coach', 'participant', list, bookableDays, { coachId }),
    of('coaches who can be booked', 'participant', list, bookableCoaches, {}),
    of('own appointments', 'participant', list, myAppointment, {}),
    of('own entries on the waiting list', 'participant', list, myWaiting, {}),
    of('who accessed own data', 'participant', list, getAccessLog, {}),
    of('own documents', 'participant', list, getFiles, {}),
    of('own session', 'participant', list, sessionCheck, {}),
  ];
}
