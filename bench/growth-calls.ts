import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { login, logout, checkSession } from '../src/features/accounts/contract.ts';
import {
  createOwnAppointment,
  getDailyPlan,
  deleteOwnAppointment,
  getOwnOverview,
} from '../src/features/appointments/contract.ts';
import {
  listBookableSlots,
  bookAppointment,
  cancelAppointment,
  listMyAppointments,
} from '../src/features/booking/contract.ts';
import {
  downloadAppointmentFile,
  changeFeed,
  endFeed,
  getFeed,
  renewFeed,
} from '../src/features/calendar-feed/contract.ts';
import { getCoachList } from '../src/features/coaches/contract.ts';
import {
  deleteFile,
  downloadFile,
  getFiles,
  uploadFiles,
  uploadForParticipant,
} from '../src/features/files/contract.ts';
import { changeReminder, getReminders } from '../src/features/mail/contract.ts';
import {
  searchAllParticipants,
  searchOwnParticipants,
  searchParticipant,
} from '../src/features/participants/contract.ts';
import { rateCoaching, getRatingOverview } from '../src/features/ratings/contract.ts';
import { getSecondFactor } from '../src/features/second-factor/contract.ts';
import { servicePath } from '../src/platform/http/calls/calls.ts';
import { getSessions } from '../src/features/sessions/contract.ts';
import { addDays, dateOf } from '../src/shared/berlin.ts';
import type { Call, InputOf } from '../src/shared/call.ts';
import { password, type Portal } from './growth-portal.ts';

/** The answer to a call, and the time until the client had received it. */
export interface Answer {
  body: string;
  milliseconds: number;
}

/** The values that calls of a group pass on to later calls of the same turn. */
interface TurnState {
  /** The id of a new document or appointment. */
  createdId: number;
  /** The id of a new session. */
  sessionId: string;
  /** The URL path of a new calendar feed. */
  feedPath: string;
}

/** Makes one call on one of the two portals. `turn` is the number of the repetition. */
export type Step = (portal: Portal, turn: number, state: TurnState) => Promise<Answer>;

/** Calls by name. The calls of a group run in order in each turn and undo their changes where possible. */
export type Group = Record<string, Step>;

async function measureFetch(address: string, path: string, init: RequestInit): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(address + path, init);
  const body = await response.text();
  const milliseconds = performance.now() - startedAt;
  if (!response.ok || body.includes('"status":"error"')) throw new Error(`${path}: ${body.slice(0, 200)}`);
  return { body, milliseconds };
}

const headers = { 'content-type': 'application/json' };

function measureCall<C extends Call>(
  portal: Portal,
  call: C,
  caller: { sessionId: string },
  input: InputOf<C>,
): Promise<Answer> {
  const body = JSON.stringify({ ...(input as object), sessionId: caller.sessionId });
  return measureFetch(portal.address, servicePath(call), { method: 'POST', headers, body });
}

function measureUpload(portal: Portal, call: Pick<Call, 'path'>, field: string): Promise<Answer> {
  const form = new FormData();
  form.append(field, readDocument(), 'Lebenslauf neu.docx');
  return measureFetch(portal.address, servicePath(call), { method: 'POST', body: form });
}

const readDocument = () => {
  const bytes = readFileSync(resolve(import.meta.dirname, '../src/features/files/testdata/documents/abiword.docx'));
  return new Blob([new Uint8Array(bytes)]);
};

/** Returns the id of the newest document in a list of documents. */
const findNewestId = (body: string) => Math.max(...[...body.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id)));

const today = dateOf(new Date());
/** Builds a range of dates. `from` and `till` are counted in days from today. */
const buildDayRange = (from: number, till: number) => ({
  fromDate: addDays(today, from),
  tillDate: addDays(today, till),
});
/** Builds a filter for all ratings until today. `from` is counted in days from today. */
const buildRatingFilter = (from: number) => ({
  fromDate: addDays(today, from),
  toDate: today,
  ratingFrom: 1,
  ratingTo: 5,
});
const overviewOptions = { status: { booked: true, free: true, missed: true }, page: 1, pageSize: 15 };
const firstPage = { page: 1, pageSize: 5 };

/** Creates a step for a call that changes nothing. `createInput` creates the input of the call for a portal. */
type CreateReadStep = <C extends Call>(call: C, createInput: (portal: Portal) => InputOf<C>) => Step;
/** Returns a function that creates these steps for one caller. */
const createStepsFor =
  (findCaller: (portal: Portal) => { sessionId: string } | undefined): CreateReadStep =>
  (call, createInput) =>
  (portal) =>
    measureCall(portal, call, findCaller(portal) ?? { sessionId: '' }, createInput(portal));
const asParticipant = createStepsFor((portal) => portal.participants[0]);
const asCoach = createStepsFor((portal) => portal.coach);
const asSpeedCoach = createStepsFor((portal) => portal.speedCoach);

const findParticipantOfTurn = (portal: Portal, turn: number) => portal.participants[turn] ?? portal.coach;

/** All calls of participants and coaches that use growing tables. */
export const groups: Group[] = [
  { 'bookable slots': asParticipant(listBookableSlots, () => ({ limit: 50 })) },
  { 'own appointments': asParticipant(listMyAppointments, () => ({})) },
  { 'own documents': asParticipant(getFiles, () => ({})) },
  { 'own session': asParticipant(checkSession, () => ({})) },
  { 'own sessions': asParticipant(getSessions, () => ({})) },
  { 'own reminders': asParticipant(getReminders, () => ({})) },
  { 'coach: plan of today': asCoach(getDailyPlan, () => buildDayRange(0, 0)) },
  { 'coach: overview, 30 days': asCoach(getOwnOverview, () => ({ ...buildDayRange(0, 30), ...overviewOptions })) },
  {
    'coach: search of own participants by name': asCoach(searchOwnParticipants, (portal) => ({
      ...firstPage,
      searchString: portal.ownParticipant.fullName,
    })),
  },
  {
    'coach: picker, by name': asCoach(searchParticipant, (portal) => ({
      searchString: portal.ownParticipant.fullName,
    })),
  },
  { 'coach: search by a first name': asCoach(searchOwnParticipants, () => ({ ...firstPage, searchString: 'anna' })) },
  { 'coach: picker, by a first name': asCoach(searchParticipant, () => ({ searchString: 'anna' })) },
  { 'coach: picker, two letters': asCoach(searchParticipant, () => ({ searchString: 'an' })) },
  {
    'coach: picker, by e-mail': asCoach(searchParticipant, (portal) => ({ searchString: portal.ownParticipant.email })),
  },
  { 'coach: ratings of 14 days': asCoach(getRatingOverview, () => ({ ...buildRatingFilter(-14), ...firstPage })) },
  { 'coach: documents of a participant': asCoach(getFiles, (portal) => ({ participantId: portal.ownParticipant.id })) },
  { 'coach: coaches': asCoach(getCoachList, () => ({})) },
  { 'coach: second factor': asCoach(getSecondFactor, () => ({})) },
  {
    'speed coach: search by e-mail': asSpeedCoach(searchAllParticipants, (portal) => ({
      ...firstPage,
      searchString: portal.ownParticipant.email,
    })),
  },
  {
    'sign in': async (portal, turn, state) => {
      const body = JSON.stringify({ username: findParticipantOfTurn(portal, turn).email, password });
      const answer = await measureFetch(portal.address, servicePath(login), { method: 'POST', headers, body });
      state.sessionId = /"sessionId":"(\w+)"/.exec(answer.body)?.[1] ?? '';
      return answer;
    },
    'sign out': (portal, _turn, state) => measureCall(portal, logout, { sessionId: state.sessionId }, {}),
  },
  {
    book: (portal, turn) =>
      measureCall(portal, bookAppointment, findParticipantOfTurn(portal, turn), {
        appointmentId: portal.slots[turn] ?? 0,
      }),
    'calendar file': (portal, turn) =>
      measureCall(portal, downloadAppointmentFile, findParticipantOfTurn(portal, turn), {
        appointmentId: portal.slots[turn] ?? 0,
      }),
    cancel: (portal, turn) =>
      measureCall(portal, cancelAppointment, findParticipantOfTurn(portal, turn), {
        appointmentId: portal.slots[turn] ?? 0,
      }),
  },
  {
    rate: (portal, turn) => {
      const { id = 0, participant = portal.coach } = portal.unratedCoachings[turn] ?? {};
      const texts = { personalFeedback: 'Danke.', freeText: '', speakWithCoachQuestions: '', additionalQuestions: '' };
      return measureCall(portal, rateCoaching, participant, {
        appointmentId: id,
        starQestions: [5, 5, 5, 5, 5, 5],
        ...texts,
      });
    },
  },
  {
    upload: (portal, turn) =>
      measureUpload(portal, uploadFiles, `file_${findParticipantOfTurn(portal, turn).sessionId}_0`),
    'documents after the upload': async (portal, turn, state) => {
      const answer = await measureCall(portal, getFiles, findParticipantOfTurn(portal, turn), {});
      state.createdId = findNewestId(answer.body);
      return answer;
    },
    download: (portal, turn, state) =>
      measureCall(portal, downloadFile, findParticipantOfTurn(portal, turn), { fileId: state.createdId }),
    'delete a document': (portal, turn, state) =>
      measureCall(portal, deleteFile, findParticipantOfTurn(portal, turn), { fileId: state.createdId }),
  },
  {
    'coach: upload': (portal) =>
      measureUpload(portal, uploadForParticipant, `file_${portal.coach.sessionId}_${portal.ownParticipant.id}_0`),
    'coach: documents after the upload': async (portal, _turn, state) => {
      const answer = await measureCall(portal, getFiles, portal.coach, { participantId: portal.ownParticipant.id });
      state.createdId = findNewestId(answer.body);
      return answer;
    },
    'coach: download': (portal, _turn, state) =>
      measureCall(portal, downloadFile, portal.coach, { fileId: state.createdId }),
    'coach: delete a document': (portal, _turn, state) =>
      measureCall(portal, deleteFile, portal.coach, { fileId: state.createdId }),
  },
  {
    'coach: new appointment': async (portal, turn, state) => {
      const answer = await measureCall(
        portal,
        createOwnAppointment,
        portal.coach,
        buildAppointment(portal, turn, '09', null),
      );
      state.createdId = Number(/"appointmentId":(\d+)/.exec(answer.body)?.[1]);
      return answer;
    },
    'coach: delete an appointment': (portal, _turn, state) =>
      measureCall(portal, deleteOwnAppointment, portal.coach, { appointmentId: state.createdId }),
    'coach: new booked appointment': (portal, turn) =>
      measureCall(
        portal,
        createOwnAppointment,
        portal.coach,
        buildAppointment(portal, turn, '11', portal.ownParticipant.id),
      ),
  },
  {
    'switch a reminder': (portal, turn) =>
      measureCall(portal, changeReminder, findParticipantOfTurn(portal, turn), {
        kind: 'reminderSoon',
        wanted: turn % 2 === 0,
      }),
  },
  ...(['participant', 'coach'] as const).map((role): Group => {
    const findFeedOwner = (portal: Portal, turn: number) =>
      role === 'coach' ? portal.coach : findParticipantOfTurn(portal, turn);
    return {
      [`${role}: set up a calendar feed`]: async (portal, turn, state) => {
        const answer = await measureCall(portal, renewFeed, findFeedOwner(portal, turn), {});
        state.feedPath = /\/kalender\/[^"]+/.exec(answer.body)?.[0] ?? '';
        return answer;
      },
      [`${role}: change the feed`]: (portal, turn) =>
        measureCall(portal, changeFeed, findFeedOwner(portal, turn), { initialsOnly: true, freeShown: false }),
      [`${role}: read the feed’s settings`]: (portal, turn) =>
        measureCall(portal, getFeed, findFeedOwner(portal, turn), {}),
      [`${role}: calendar feed`]: (portal, _turn, state) => measureFetch(portal.address, state.feedPath, {}),
      [`${role}: end the feed`]: (portal, turn) => measureCall(portal, endFeed, findFeedOwner(portal, turn), {}),
    };
  }),
];

/** Builds the input for a new appointment. Each turn has its own day, on which the coach has no other appointments. */
const buildAppointment = (portal: Portal, turn: number, hour: string, participantId: number | null) => ({
  type: 'Einzelcoaching' as const,
  date: addDays(portal.emptyDay, turn),
  fromTime: `${hour}:00`,
  tillTime: `${hour}:45`,
  participantId,
});
