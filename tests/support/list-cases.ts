import { sessionCheck } from '../src/accounts/contract.ts';
import { fullOverview, fullPlan, dailyPlan, ownOverview } from '../src/appointments/contract.ts';
import { getAuditLog } from '../src/audit/contract.ts';
import { bookable, bookingOverview, myAppointment } from '../src/booking/contract.ts';
import { coachAnalytics, getCoachList, listCoaches } from '../src/coaches/contract.ts';
import { dashboardData, dashboardFigures, welcomeData } from '../src/dashboard/contract.ts';
import { getFiles } from '../src/files/contract.ts';
import { getMails } from '../src/mail/contract.ts';
import { searchAll, searchOwn, searchParticipant, searchShort } from '../src/participants/contract.ts';
import { ratingAnalytics, ratingOverview } from '../src/ratings/contract.ts';
import type { Call, InputOf } from '../src/shared/call.ts';
import { addDays } from '../src/shared/berlin.ts';

/** A list, search or analysis as its page asks for it first, and how long the server may take, milliseconds. */
export interface Case {
  name: string;
  who: 'admin' | 'coach' | 'participant';
  call: Pick<Call, 'path'>;
  input: object;
  limit: number;
}

const list = 100;
const search = 50;
const analysis = 200;

/** Everything that people read from lists, on a database that `fill` has filled; `today` is a Berlin day. */
export function cases(today: string, coachId: number): Case[] {
  const of = <C extends Call>(name: string, who: Case['who'], limit: number, call: C, input: InputOf<C>): Case => ({
    ...{ name, who, limit, call },
    input: input as object,
  });
  const days = (from: number, till: number) => ({ fromDate: addDays(today, from), tillDate: addDays(today, till) });
  const rated = (from: number) => ({ fromDate: addDays(today, from), toDate: today, ratingFrom: 1, ratingTo: 5 });
  const statuses = { booked: true, free: true, missed: true };
  const page = { status: statuses, page: 1, pageSize: 15 };
  const hits = { page: 1, pageSize: 5 };
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
    of('coaches', 'admin', list, listCoaches, {}),
    of('coaches for a picker', 'admin', list, getCoachList, {}),
    of('ratings of 14 days', 'admin', list, ratingOverview, { ...rated(-14), page: 1, pageSize: 5 }),
    of('log', 'admin', list, getAuditLog, {}),
    of('log of a day long ago', 'admin', list, getAuditLog, days(-900, -900)),
    of('log by deed', 'admin', list, getAuditLog, { action: 'imported' }),
    of('log of a person', 'admin', search, getAuditLog, { person: 'anna müller' }),
    of('log by actor', 'admin', search, getAuditLog, { actor: 'ben schmidt' }),
    of('log by actor and rare deed', 'admin', search, getAuditLog, { actor: 'ben schmidt', action: 'booked' }),
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
    of('search that finds nobody', 'admin', search, searchAll, { ...hits, searchString: 'zacharias niemand' }),
    of('search for a picker', 'admin', search, searchShort, { searchString: 'anna mü' }),
    of('search for a picker, two letters', 'admin', search, searchShort, { searchString: 'an' }),
    of('analytics of a coach, a year', 'admin', analysis, coachAnalytics, { coachId, ...days(-365, 0) }),
    of('analytics of ratings, 14 days', 'admin', analysis, ratingAnalytics, rated(-14)),
    of('analytics of ratings of a coach, a year', 'admin', analysis, ratingAnalytics, { ...rated(-365), coachId }),
    of('own plan', 'coach', list, dailyPlan, days(0, 0)),
    of('own overview, 30 days', 'coach', list, ownOverview, { ...days(0, 30), ...page }),
    of('own search', 'coach', search, searchOwn, { ...hits, searchString: 'anna' }),
    of('own search for a picker', 'coach', search, searchParticipant, { searchString: 'anna' }),
    of('own ratings of 14 days', 'coach', list, ratingOverview, { ...rated(-14), page: 1, pageSize: 5 }),
    of('what can be booked', 'participant', list, bookable, { limit: 50 }),
    of('own appointments', 'participant', list, myAppointment, {}),
    of('own documents', 'participant', list, getFiles, {}),
    of('own session', 'participant', list, sessionCheck, {}),
  ];
}
