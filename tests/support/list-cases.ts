import { getAbsences, getOwnAbsences } from '../../src/features/absences/contract.ts';
import { checkSession } from '../../src/features/accounts/contract.ts';
import {
  getFullOverview,
  getFullDailyPlan,
  getDailyPlan,
  getOwnOverview,
} from '../../src/features/appointments/contract.ts';
import { getOwnSeries, getSeries } from '../../src/features/appointments/series/contract.ts';
import { getAuditLog } from '../../src/features/audit/contract.ts';
import { listBookableSlots, getBookingOverview, listMyAppointments } from '../../src/features/booking/contract.ts';
import { listBookableCoaches, listBookableDays } from '../../src/features/booking/search/contract.ts';
import { getCoachAnalytics, getCoachList, listCoaches } from '../../src/features/coaches/contract.ts';
import { getDashboardData, getDashboardFigures, getWelcomeData } from '../../src/features/dashboard/contract.ts';
import { exportEvidence, getAttendanceProof } from '../../src/features/evidence/contract.ts';
import { getFiles } from '../../src/features/files/contract.ts';
import { getNotes } from '../../src/features/files/notes/contract.ts';
import { getMails } from '../../src/features/mail/contract.ts';
import { getAccessLog } from '../../src/features/own-data/contract.ts';
import { getCoach, getIntroductions, getMyIntroduction } from '../../src/features/coaches/introduction/contract.ts';
import { getErasureRequest, getErasureRequests } from '../../src/features/own-data/erasure/contract.ts';
import { exportOwnData } from '../../src/features/own-data/export/contract.ts';
import {
  searchAllParticipants,
  searchOwnParticipants,
  searchParticipant,
  searchParticipantAsAdmin,
} from '../../src/features/participants/contract.ts';
import { getRatingAnalytics, getRatingOverview } from '../../src/features/ratings/contract.ts';
import { getSteering } from '../../src/features/steering/contract.ts';
import { listMyWaitingEntries } from '../../src/features/waiting/contract.ts';
import { listWaitingEntries } from '../../src/features/waiting/demand/contract.ts';
import { getWebhooks } from '../../src/features/webhooks/contract.ts';
import type { Call, InputOf } from '../../src/shared/call.ts';
import { addDays } from '../../src/shared/berlin.ts';

/** The request with which a page loads a list, the results of a search, an analysis or a file made of them. */
export interface ListCase {
  name: string;
  /** The role of the person who makes the request. */
  role: 'admin' | 'coach' | 'participant';
  call: Pick<Call, 'path'>;
  input: object;
  /** The longest time that the server may take, in milliseconds. */
  maxMs: number;
}

// The longest times that the server may take, in milliseconds.
const listMs = 100;
const searchMs = 50;
const analysisMs = 200;
const steeringMs = 1500;
const fileMs = 300;

/**
 * Returns the requests of all lists that people read, for a database that `fillDatabase` has filled. `today` is a
 * Berlin date.
 */
export function listCases(today: string, coachId: number): ListCase[] {
  const listCase = <C extends Call>(
    name: string,
    role: ListCase['role'],
    maxMs: number,
    call: C,
    input: InputOf<C>,
  ): ListCase => ({
    name,
    role,
    maxMs,
    call,
    input: input as object,
  });
  const days = (from: number, till: number) => ({ fromDate: addDays(today, from), tillDate: addDays(today, till) });
  const ratedDays = (from: number) => ({ fromDate: addDays(today, from), toDate: today, ratingFrom: 1, ratingTo: 5 });
  const statuses = { booked: true, free: true, missed: true };
  const firstPage = { status: statuses, page: 1, pageSize: 15 };
  const firstHits = { page: 1, pageSize: 5 };
  const twoEvenings = { weekdays: [1, 4], partOfDay: 'evening' as const };
  return [
    listCase('overview, 30 days', 'admin', listMs, getFullOverview, { ...days(0, 30), ...firstPage, coachId: null }),
    listCase('overview, a year', 'admin', listMs, getFullOverview, { ...days(-365, 0), ...firstPage, coachId: null }),
    listCase('overview of one coach, a year', 'admin', listMs, getFullOverview, {
      ...days(-365, 0),
      ...firstPage,
      coachId,
    }),
    listCase('daily plan of all coaches', 'admin', listMs, getFullDailyPlan, { ...days(0, 0), coachId: null }),
    listCase('daily plan of one coach', 'admin', listMs, getFullDailyPlan, { ...days(0, 0), coachId }),
    listCase('bookings of 30 days', 'admin', listMs, getBookingOverview, { ...days(-30, 0), coachId: null, page: 1 }),
    listCase('bookings of a year, one coach', 'admin', listMs, getBookingOverview, {
      ...days(-365, 0),
      coachId,
      page: 1,
    }),
    listCase('welcome page', 'admin', listMs, getWelcomeData, { date: today, limit: 5, coachId: null }),
    listCase('dashboard', 'admin', listMs, getDashboardData, {}),
    listCase('figures of the dashboard', 'admin', listMs, getDashboardFigures, {}),
    listCase('steering figures, a year', 'admin', steeringMs, getSteering, { ...days(-365, 0), coachId: null }),
    listCase('steering figures of one coach, a year', 'admin', steeringMs, getSteering, { ...days(-365, 0), coachId }),
    listCase('coaches', 'admin', listMs, listCoaches, {}),
    listCase('coaches for a picker', 'admin', listMs, getCoachList, {}),
    listCase('ratings of 14 days', 'admin', listMs, getRatingOverview, { ...ratedDays(-14), page: 1, pageSize: 5 }),
    listCase('series of a quarter', 'admin', listMs, getSeries, { ...days(0, 92), coachId: null }),
    listCase('absences of a quarter', 'admin', listMs, getAbsences, { ...days(0, 92), coachId: null }),
    listCase('audit log', 'admin', listMs, getAuditLog, {}),
    listCase('audit log of a day long ago', 'admin', listMs, getAuditLog, days(-900, -900)),
    listCase('audit log by action', 'admin', listMs, getAuditLog, { action: 'imported' }),
    listCase('audit log of a person', 'admin', searchMs, getAuditLog, { person: 'anna müller' }),
    listCase('audit log by actor', 'admin', searchMs, getAuditLog, { actor: 'ben schmidt' }),
    listCase('audit log by actor and rare action', 'admin', searchMs, getAuditLog, {
      actor: 'ben schmidt',
      action: 'booked',
    }),
    listCase('waiting list', 'admin', listMs, listWaitingEntries, { coachId: null, page: 1 }),
    listCase('waiting list of a coach', 'admin', listMs, listWaitingEntries, { coachId, page: 1 }),
    listCase('erasure requests', 'admin', listMs, getErasureRequests, {}),
    listCase('introductions to approve or refuse', 'admin', listMs, getIntroductions, {}),
    listCase('webhooks', 'admin', listMs, getWebhooks, {}),
    listCase('mails', 'admin', listMs, getMails, {}),
    listCase('failed mails', 'admin', listMs, getMails, { state: 'failed' }),
    listCase('waiting mails', 'admin', listMs, getMails, { state: 'waiting' }),
    listCase('mails to a person', 'admin', searchMs, getMails, { person: 'anna müller' }),
    listCase('search by a name', 'admin', searchMs, searchAllParticipants, {
      ...firstHits,
      searchString: 'anna müller',
    }),
    listCase('search by a common name', 'admin', searchMs, searchAllParticipants, {
      ...firstHits,
      searchString: 'müller',
    }),
    listCase('search by two letters', 'admin', searchMs, searchAllParticipants, { ...firstHits, searchString: 'mü' }),
    listCase('search by e-mail', 'admin', searchMs, searchAllParticipants, {
      ...firstHits,
      searchString: 'p4711@probe',
    }),
    listCase('search by day', 'admin', searchMs, searchAllParticipants, { ...firstHits, date: today }),
    listCase('search by day and coach', 'admin', searchMs, searchAllParticipants, {
      ...firstHits,
      date: today,
      coachId,
    }),
    listCase('search by coach', 'admin', searchMs, searchAllParticipants, { ...firstHits, coachId }),
    listCase('all participants', 'admin', listMs, searchAllParticipants, { ...firstHits, all: true }),
    listCase('participants whose qualification ends soon', 'admin', listMs, searchAllParticipants, {
      ...firstHits,
      endFrom: today,
      endTill: today,
    }),
    listCase('search by e-mail before the @', 'admin', searchMs, searchAllParticipants, {
      ...firstHits,
      searchString: 'p4711',
      mailbox: true,
    }),
    listCase('search that finds nobody', 'admin', searchMs, searchAllParticipants, {
      ...firstHits,
      searchString: 'zacharias niemand',
    }),
    listCase('search for a picker', 'admin', searchMs, searchParticipantAsAdmin, { searchString: 'anna mü' }),
    listCase('search for a picker, two letters', 'admin', searchMs, searchParticipantAsAdmin, { searchString: 'an' }),
    listCase('analytics of a coach, a year', 'admin', analysisMs, getCoachAnalytics, { coachId, ...days(-365, 0) }),
    listCase('analytics of ratings, 14 days', 'admin', analysisMs, getRatingAnalytics, ratedDays(-14)),
    listCase('analytics of ratings of a coach, a year', 'admin', analysisMs, getRatingAnalytics, {
      ...ratedDays(-365),
      coachId,
    }),
    listCase('evidence of a coach, 30 days', 'admin', fileMs, exportEvidence, { ...days(-30, 0), coachId }),
    listCase('own daily plan', 'coach', listMs, getDailyPlan, days(0, 0)),
    listCase('own overview, 30 days', 'coach', listMs, getOwnOverview, { ...days(0, 30), ...firstPage }),
    listCase('own series of a quarter', 'coach', listMs, getOwnSeries, days(0, 92)),
    listCase('own absences of a quarter', 'coach', listMs, getOwnAbsences, days(0, 92)),
    listCase('own search', 'coach', searchMs, searchOwnParticipants, { ...firstHits, searchString: 'anna' }),
    listCase('own search for a picker', 'coach', searchMs, searchParticipant, { searchString: 'anna' }),
    listCase('own ratings of 14 days', 'coach', listMs, getRatingOverview, { ...ratedDays(-14), page: 1, pageSize: 5 }),
    listCase('own introduction', 'coach', listMs, getMyIntroduction, {}),
    listCase('bookable slots', 'participant', listMs, listBookableSlots, { limit: 50 }),
    listCase('bookable slots of a coach', 'participant', listMs, listBookableSlots, { limit: 50, coachId }),
    listCase('bookable slots on two evenings a week', 'participant', listMs, listBookableSlots, {
      limit: 50,
      ...days(0, 30),
      ...twoEvenings,
    }),
    listCase('days with bookable slots', 'participant', listMs, listBookableDays, {}),
    listCase('days with bookable slots of a coach', 'participant', listMs, listBookableDays, { coachId }),
    listCase('bookable coaches', 'participant', listMs, listBookableCoaches, {}),
    listCase('own appointments', 'participant', listMs, listMyAppointments, {}),
    listCase('own entries on the waiting list', 'participant', listMs, listMyWaitingEntries, {}),
    listCase('access log of own data', 'participant', listMs, getAccessLog, {}),
    listCase('own documents', 'participant', listMs, getFiles, {}),
    listCase('own notes', 'participant', listMs, getNotes, {}),
    listCase('own request for erasure', 'participant', listMs, getErasureRequest, {}),
    listCase('own proof of attendance', 'participant', fileMs, getAttendanceProof, {}),
    listCase('own data as an archive', 'participant', fileMs, exportOwnData, {}),
    listCase('introduction of a coach', 'participant', listMs, getCoach, { coachId }),
    listCase('own session', 'participant', listMs, checkSession, {}),
  ];
}
