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
import { password, type Side } from './growth-side.ts';

/** What one call answered, and how long it took as the client saw it. */
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
export type Step = (side: Side, turn: number, state: TurnState) => Promise<Answer>;

/** Calls by name. Those of a group follow each other in each turn and undo what they did where possible. */
export type Group = Record<string, Step>;

async function timed(address: string, path: string, init: RequestInit): Promise<Answer> {
  const since = performance.now();
  const response = await fetch(address + path, init);
  const body = await response.text();
  const milliseconds = performance.now() - since;
  if (!response.ok || body.includes('"status":"error"')) throw new Error(`${path}: ${body.slice(0, 200)}`);
  return { body, milliseconds };
}

const headers = { 'content-type': 'application/json' };

function ask<C extends Call>(side: Side, call: C, who: { sessionId: string }, input: InputOf<C>): Promise<Answer> {
  const body = JSON.stringify({ ...(input as object), sessionId: who.sessionId });
  return timed(side.address, servicePath(call), { method: 'POST', headers, body });
}

function send(side: Side, call: Pick<Call, 'path'>, field: string): Promise<Answer> {
  const form = new FormData();
  form.append(field, document(), 'Lebenslauf neu.docx');
  return timed(side.address, servicePath(call), { method: 'POST', body: form });
}

const document = () => {
  const bytes = readFileSync(resolve(import.meta.dirname, '../src/features/files/testdata/documents/abiword.docx'));
  return new Blob([new Uint8Array(bytes)]);
};

/** The id of the newest document in an answer of the list. */
const newest = (body: string) => Math.max(...[...body.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id)));

const today = dateOf(new Date());
const days = (from: number, till: number) => ({ fromDate: addDays(today, from), tillDate: addDays(today, till) });
const rated = (from: number) => ({ fromDate: addDays(today, from), toDate: today, ratingFrom: 1, ratingTo: 5 });
const page = { status: { booked: true, free: true, missed: true }, page: 1, pageSize: 15 };
const hits = { page: 1, pageSize: 5 };

type Read = <C extends Call>(call: C, input: (side: Side) => InputOf<C>) => Step;
const reader =
  (who: (side: Side) => { sessionId: string } | undefined): Read =>
  (call, input) =>
  (side) =>
    ask(side, call, who(side) ?? { sessionId: '' }, input(side));
const participant = reader((side) => side.participants[0]);
const coach = reader((side) => side.coach);
const speedCoach = reader((side) => side.speedCoach);

const person = (side: Side, turn: number) => side.participants[turn] ?? side.coach;

/** All calls of participants and coaches that read a growing table. */
export const groups: Group[] = [
  { 'what can be booked': participant(bookable, () => ({ limit: 50 })) },
  { 'own appointments': participant(myAppointment, () => ({})) },
  { 'own documents': participant(getFiles, () => ({})) },
  { 'own session': participant(sessionCheck, () => ({})) },
  { 'own sessions': participant(getSessions, () => ({})) },
  { 'own reminders': participant(getReminders, () => ({})) },
  { 'coach: plan of today': coach(dailyPlan, () => days(0, 0)) },
  { 'coach: overview, 30 days': coach(ownOverview, () => ({ ...days(0, 30), ...page })) },
  {
    'coach: search of one’s own by name': coach(searchOwn, (side) => ({ ...hits, searchString: side.known.fullName })),
  },
  { 'coach: picker, by name': coach(searchParticipant, (side) => ({ searchString: side.known.fullName })) },
  { 'coach: search by a first name': coach(searchOwn, () => ({ ...hits, searchString: 'anna' })) },
  { 'coach: picker, by a first name': coach(searchParticipant, () => ({ searchString: 'anna' })) },
  { 'coach: picker, two letters': coach(searchParticipant, () => ({ searchString: 'an' })) },
  { 'coach: picker, by e-mail': coach(searchParticipant, (side) => ({ searchString: side.known.email })) },
  { 'coach: ratings of 14 days': coach(ratingOverview, () => ({ ...rated(-14), ...hits })) },
  { 'coach: documents of a participant': coach(getFiles, (side) => ({ participantId: side.known.id })) },
  { 'coach: coaches': coach(getCoachList, () => ({})) },
  { 'coach: second factor': coach(getSecondFactor, () => ({})) },
  { 'speed coach: search by e-mail': speedCoach(searchAll, (side) => ({ ...hits, searchString: side.known.email })) },
  {
    'sign in': async (side, turn, state) => {
      const body = JSON.stringify({ username: person(side, turn).email, password });
      const answer = await timed(side.address, servicePath(login), { method: 'POST', headers, body });
      state.text = /"sessionId":"(\w+)"/.exec(answer.body)?.[1] ?? '';
      return answer;
    },
    'sign out': (side, _turn, state) => ask(side, logout, { sessionId: state.text }, {}),
  },
  {
    book: (side, turn) => ask(side, bookAppointment, person(side, turn), { appointmentId: side.slots[turn] ?? 0 }),
    'calendar file': (side, turn) =>
      ask(side, appointmentFile, person(side, turn), { appointmentId: side.slots[turn] ?? 0 }),
    cancel: (side, turn) => ask(side, cancelAppointment, person(side, turn), { appointmentId: side.slots[turn] ?? 0 }),
  },
  {
    rate: (side, turn) => {
      const { id = 0, participant: who = side.coach } = side.unrated[turn] ?? {};
      const words = { personalFeedback: 'Danke.', freeText: '', speakWithCoachQuestions: '', additionalQuestions: '' };
      return ask(side, rateCoaching, who, { appointmentId: id, starQestions: [5, 5, 5, 5, 5, 5], ...words });
    },
  },
  {
    upload: (side, turn) => send(side, uploadFiles, `file_${person(side, turn).sessionId}_0`),
    'documents after it': async (side, turn, state) => {
      const answer = await ask(side, getFiles, person(side, turn), {});
      state.id = newest(answer.body);
      return answer;
    },
    download: (side, turn, state) => ask(side, downloadFile, person(side, turn), { fileId: state.id }),
    'delete a document': (side, turn, state) => ask(side, deleteFile, person(side, turn), { fileId: state.id }),
  },
  {
    'coach: upload': (side) => send(side, uploadForParticipant, `file_${side.coach.sessionId}_${side.known.id}_0`),
    'coach: documents after it': async (side, _turn, state) => {
      const answer = await ask(side, getFiles, side.coach, { participantId: side.known.id });
      state.id = newest(answer.body);
      return answer;
    },
    'coach: download': (side, _turn, state) => ask(side, downloadFile, side.coach, { fileId: state.id }),
    'coach: delete a document': (side, _turn, state) => ask(side, deleteFile, side.coach, { fileId: state.id }),
  },
  {
    'coach: new appointment': async (side, turn, state) => {
      const answer = await ask(side, createOwnAppointment, side.coach, newAppointment(side, turn, '09', null));
      state.id = Number(/"appointmentId":(\d+)/.exec(answer.body)?.[1]);
      return answer;
    },
    'coach: delete an appointment': (side, _turn, state) =>
      ask(side, deleteOwnAppointment, side.coach, { appointmentId: state.id }),
    'coach: new appointment for somebody': (side, turn) =>
      ask(side, createOwnAppointment, side.coach, newAppointment(side, turn, '11', side.known.id)),
  },
  {
    'switch a reminder': (side, turn) =>
      ask(side, changeReminder, person(side, turn), { kind: 'reminderSoon', wanted: turn % 2 === 0 }),
  },
  ...(['participant', 'coach'] as const).map((who): Group => {
    const whose = (side: Side, turn: number) => (who === 'coach' ? side.coach : person(side, turn));
    return {
      [`${who}: set up a calendar feed`]: async (side, turn, state) => {
        const answer = await ask(side, renewFeed, whose(side, turn), {});
        state.text = /\/kalender\/[^"]+/.exec(answer.body)?.[0] ?? '';
        return answer;
      },
      [`${who}: change the feed`]: (side, turn) =>
        ask(side, changeFeed, whose(side, turn), { initialsOnly: true, freeShown: false }),
      [`${who}: look at the feed’s settings`]: (side, turn) => ask(side, getFeed, whose(side, turn), {}),
      [`${who}: calendar feed`]: (side, _turn, state) => timed(side.address, state.text, {}),
      [`${who}: end the feed`]: (side, turn) => ask(side, endFeed, whose(side, turn), {}),
    };
  }),
];

/** An appointment on a day of its own for each turn, where the coach has nothing. */
const newAppointment = (side: Side, turn: number, hour: string, participantId: number | null) => ({
  type: 'Einzelcoaching' as const,
  date: addDays(side.emptyDay, turn),
  fromTime: `${hour}:00`,
  tillTime: `${hour}:45`,
  participantId,
});
