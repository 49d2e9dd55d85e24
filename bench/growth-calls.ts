import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { login, logout, sessionCheck } from '../src/features/accounts/contract.ts';
import {
  createOwnAppointment,
  dailyPlan,
  deleteOwnAppointment,
  ownOverview,
} from '../src/features/appointments/contract.ts';
import { bookable, bookAppointment, cancelAppointment, myAppointment } from '../src/features/booking/contract.ts';
import { appointmentFile, changeFeed, endFeed, getFeed, renewFeed } from '../src/features/calendar-feed/contract.ts';
import { getCoachList } from '../src/features/coaches/contract.ts';
import {
  deleteFile,
  downloadFile,
  getFiles,
  uploadFiles,
  uploadForParticipant,
} from '../src/features/files/contract.ts';
import { changeReminder, getReminders } from '../src/features/mail/contract.ts';
import { searchAll, searchOwn, searchParticipant } from '../src/features/participants/contract.ts';
import { rateCoaching, ratingOverview } from '../src/features/ratings/contract.ts';
import { getSecondFactor } from '../src/features/second-factor/contract.ts';
import { servicePath } from '../src/platform/http/calls/calls.ts';
import { getSessions } from '../src/features/sessions/contract.ts';
import { addDays, dateOf } from '../src/shared/berlin.ts';
import type { Call, InputOf } from '../src/shared/call.ts';
import { password, type Portal } from './growth-portal.ts';

/** The answer of a call, and how long it took for the client. */
export interface Answer {
  body: string;
  milliseconds: number;
}

/** The data that the calls of one turn pass on to the next ones. */
interface TurnState {
  id: number;
  text: string;
}

/** One call of one turn on one of the two portals. */
export type Step = (portal: Portal, turn: number, state: TurnState) => Promise<Answer>;

/** Calls by name. The calls of a group run in order in each turn and undo their changes where possible. */
export type Group = Record<string, Step>;

async function timedFetch(address: string, path: string, init: RequestInit): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(address + path, init);
  const body = await response.text();
  const milliseconds = performance.now() - startedAt;
  if (!response.ok || body.includes('"status":"error"')) throw new Error(`${path}: ${body.slice(0, 200)}`);
  return { body, milliseconds };
}

const headers = { 'content-type': 'application/json' };

function timedCall<C extends Call>(
  portal: Portal,
  call: C,
  caller: { sessionId: string },
  input: InputOf<C>,
): Promise<Answer> {
  const body = JSON.stringify({ ...(input as object), sessionId: caller.sessionId });
  return timedFetch(portal.address, servicePath(call), { method: 'POST', headers, body });
}

function timedUpload(portal: Portal, call: Pick<Call, 'path'>, field: string): Promise<Answer> {
  const form = new FormData();
  form.append(field, document(), 'Lebenslauf neu.docx');
  return timedFetch(portal.address, servicePath(call), { method: 'POST', body: form });
}

const document = () => {
  const bytes = readFileSync(resolve(import.meta.dirname, '../src/features/files/testdata/documents/abiword.docx'));
  return new Blob([new Uint8Array(bytes)]);
};

/** The id of the newest document in an answer of the list. */
const newestId = (body: string) => Math.max(...[...body.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id)));

const today = dateOf(new Date());
const days = (from: number, till: number) => ({ fromDate: addDays(today, from), tillDate: addDays(today, till) });
const ratingRange = (from: number) => ({ fromDate: addDays(today, from), toDate: today, ratingFrom: 1, ratingTo: 5 });
const overviewPage = { status: { booked: true, free: true, missed: true }, page: 1, pageSize: 15 };
const firstHits = { page: 1, pageSize: 5 };

type Read = <C extends Call>(call: C, input: (portal: Portal) => InputOf<C>) => Step;
const reader =
  (callerOf: (portal: Portal) => { sessionId: string } | undefined): Read =>
  (call, input) =>
  (portal) =>
    timedCall(portal, call, callerOf(portal) ?? { sessionId: '' }, input(portal));
const participant = reader((portal) => portal.participants[0]);
const coach = reader((portal) => portal.coach);
const speedCoach = reader((portal) => portal.speedCoach);

const personOf = (portal: Portal, turn: number) => portal.participants[turn] ?? portal.coach;

/** All calls of participants and coaches that read a growing table. */
export const groups: Group[] = [
  { 'bookable slots': participant(bookable, () => ({ limit: 50 })) },
  { 'own appointments': participant(myAppointment, () => ({})) },
  { 'own documents': participant(getFiles, () => ({})) },
  { 'own session': participant(sessionCheck, () => ({})) },
  { 'own sessions': participant(getSessions, () => ({})) },
  { 'own reminders': participant(getReminders, () => ({})) },
  { 'coach: plan of today': coach(dailyPlan, () => days(0, 0)) },
  { 'coach: overview, 30 days': coach(ownOverview, () => ({ ...days(0, 30), ...overviewPage })) },
  {
    'coach: search of own participants by name': coach(searchOwn, (portal) => ({
      ...firstHits,
      searchString: portal.ownParticipant.fullName,
    })),
  },
  {
    'coach: picker, by name': coach(searchParticipant, (portal) => ({ searchString: portal.ownParticipant.fullName })),
  },
  { 'coach: search by a first name': coach(searchOwn, () => ({ ...firstHits, searchString: 'anna' })) },
  { 'coach: picker, by a first name': coach(searchParticipant, () => ({ searchString: 'anna' })) },
  { 'coach: picker, two letters': coach(searchParticipant, () => ({ searchString: 'an' })) },
  { 'coach: picker, by e-mail': coach(searchParticipant, (portal) => ({ searchString: portal.ownParticipant.email })) },
  { 'coach: ratings of 14 days': coach(ratingOverview, () => ({ ...ratingRange(-14), ...firstHits })) },
  { 'coach: documents of a participant': coach(getFiles, (portal) => ({ participantId: portal.ownParticipant.id })) },
  { 'coach: coaches': coach(getCoachList, () => ({})) },
  { 'coach: second factor': coach(getSecondFactor, () => ({})) },
  {
    'speed coach: search by e-mail': speedCoach(searchAll, (portal) => ({
      ...firstHits,
      searchString: portal.ownParticipant.email,
    })),
  },
  {
    'sign in': async (portal, turn, state) => {
      const body = JSON.stringify({ username: personOf(portal, turn).email, password });
      const answer = await timedFetch(portal.address, servicePath(login), { method: 'POST', headers, body });
      state.text = /"sessionId":"(\w+)"/.exec(answer.body)?.[1] ?? '';
      return answer;
    },
    'sign out': (portal, _turn, state) => timedCall(portal, logout, { sessionId: state.text }, {}),
  },
  {
    book: (portal, turn) =>
      timedCall(portal, bookAppointment, personOf(portal, turn), { appointmentId: portal.slots[turn] ?? 0 }),
    'calendar file': (portal, turn) =>
      timedCall(portal, appointmentFile, personOf(portal, turn), { appointmentId: portal.slots[turn] ?? 0 }),
    cancel: (portal, turn) =>
      timedCall(portal, cancelAppointment, personOf(portal, turn), { appointmentId: portal.slots[turn] ?? 0 }),
  },
  {
    rate: (portal, turn) => {
      const { id = 0, participant: rater = portal.coach } = portal.unrated[turn] ?? {};
      const words = { personalFeedback: 'Danke.', freeText: '', speakWithCoachQuestions: '', additionalQuestions: '' };
      return timedCall(portal, rateCoaching, rater, { appointmentId: id, starQestions: [5, 5, 5, 5, 5, 5], ...words });
    },
  },
  {
    upload: (portal, turn) => timedUpload(portal, uploadFiles, `file_${personOf(portal, turn).sessionId}_0`),
    'documents after the upload': async (portal, turn, state) => {
      const answer = await timedCall(portal, getFiles, personOf(portal, turn), {});
      state.id = newestId(answer.body);
      return answer;
    },
    download: (portal, turn, state) => timedCall(portal, downloadFile, personOf(portal, turn), { fileId: state.id }),
    'delete a document': (portal, turn, state) =>
      timedCall(portal, deleteFile, personOf(portal, turn), { fileId: state.id }),
  },
  {
    'coach: upload': (portal) =>
      timedUpload(portal, uploadForParticipant, `file_${portal.coach.sessionId}_${portal.ownParticipant.id}_0`),
    'coach: documents after the upload': async (portal, _turn, state) => {
      const answer = await timedCall(portal, getFiles, portal.coach, { participantId: portal.ownParticipant.id });
      state.id = newestId(answer.body);
      return answer;
    },
    'coach: download': (portal, _turn, state) => timedCall(portal, downloadFile, portal.coach, { fileId: state.id }),
    'coach: delete a document': (portal, _turn, state) =>
      timedCall(portal, deleteFile, portal.coach, { fileId: state.id }),
  },
  {
    'coach: new appointment': async (portal, turn, state) => {
      const answer = await timedCall(
        portal,
        createOwnAppointment,
        portal.coach,
        newAppointment(portal, turn, '09', null),
      );
      state.id = Number(/"appointmentId":(\d+)/.exec(answer.body)?.[1]);
      return answer;
    },
    'coach: delete an appointment': (portal, _turn, state) =>
      timedCall(portal, deleteOwnAppointment, portal.coach, { appointmentId: state.id }),
    'coach: new booked appointment': (portal, turn) =>
      timedCall(
        portal,
        createOwnAppointment,
        portal.coach,
        newAppointment(portal, turn, '11', portal.ownParticipant.id),
      ),
  },
  {
    'switch a reminder': (portal, turn) =>
      timedCall(portal, changeReminder, personOf(portal, turn), { kind: 'reminderSoon', wanted: turn % 2 === 0 }),
  },
  ...(['participant', 'coach'] as const).map((role): Group => {
    const feedOwner = (portal: Portal, turn: number) => (role === 'coach' ? portal.coach : personOf(portal, turn));
    return {
      [`${role}: set up a calendar feed`]: async (portal, turn, state) => {
        const answer = await timedCall(portal, renewFeed, feedOwner(portal, turn), {});
        state.text = /\/kalender\/[^"]+/.exec(answer.body)?.[0] ?? '';
        return answer;
      },
      [`${role}: change the feed`]: (portal, turn) =>
        timedCall(portal, changeFeed, feedOwner(portal, turn), { initialsOnly: true, freeShown: false }),
      [`${role}: read the feed’s settings`]: (portal, turn) => timedCall(portal, getFeed, feedOwner(portal, turn), {}),
      [`${role}: calendar feed`]: (portal, _turn, state) => timedFetch(portal.address, state.text, {}),
      [`${role}: end the feed`]: (portal, turn) => timedCall(portal, endFeed, feedOwner(portal, turn), {}),
    };
  }),
];

/** An appointment on a separate day for each turn, on which the coach has no other. */
const newAppointment = (portal: Portal, turn: number, hour: string, participantId: number | null) => ({
  type: 'Einzelcoaching' as const,
  date: addDays(portal.emptyDay, turn),
  fromTime: `${hour}:00`,
  tillTime: `${hour}:45`,
  participantId,
});
