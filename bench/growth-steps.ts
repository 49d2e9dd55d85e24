import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { servicePath } from '../src/platform/http/calls/calls.ts';
import { addDays, dateOf } from '../src/shared/berlin.ts';
import type { Call, InputOf } from '../src/shared/call.ts';
import type { Portal } from './growth-portal.ts';

/** The answer to a call, and the time until the client had received it. */
export interface Answer {
  body: string;
  milliseconds: number;
}

/** The values that calls of a group pass on to later calls of the same turn. */
export interface TurnState {
  /** The id of a new document, appointment, entry on the waiting list, series, absence or note. */
  createdId: number;
  /** The id of a new appointment that is offered to the waiting list. */
  slotId: number;
  /** The number of appointments in the preview of a series. */
  previewedCount: number;
  /** The id of a new session. */
  sessionId: string;
  /** The URL path of a new calendar feed. */
  feedPath: string;
}

/** Makes one call on one of the two portals. `turn` is the number of the repetition. */
export type Step = (portal: Portal, turn: number, state: TurnState) => Promise<Answer>;

/** Calls by name. The calls of a group run in order in each turn and undo their changes where possible. */
export type Group = Record<string, Step>;

/** Measures a request. Throws an error if it is refused. */
export async function measureFetch(address: string, path: string, init: RequestInit): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(address + path, init);
  const body = await response.text();
  const milliseconds = performance.now() - startedAt;
  if (!response.ok || body.includes('"status":"error"')) throw new Error(`${path}: ${body.slice(0, 200)}`);
  return { body, milliseconds };
}

/** The headers of a call with a JSON body. */
export const headers = { 'content-type': 'application/json' };

/** Measures a call. */
export function measureCall<C extends Call>(
  portal: Portal,
  call: C,
  caller: { sessionId: string },
  input: InputOf<C>,
): Promise<Answer> {
  const body = JSON.stringify({ ...(input as object), sessionId: caller.sessionId });
  return measureFetch(portal.address, servicePath(call), { method: 'POST', headers, body });
}

/** Measures a call that uploads a document of Word in the field `field`. */
export function measureUpload(portal: Portal, call: Pick<Call, 'path'>, field: string): Promise<Answer> {
  const form = new FormData();
  form.append(field, readDocument(), 'Lebenslauf neu.docx');
  return measureFetch(portal.address, servicePath(call), { method: 'POST', body: form });
}

const readDocument = () => {
  const bytes = readFileSync(resolve(import.meta.dirname, '../src/features/files/testdata/documents/abiword.docx'));
  return new Blob([new Uint8Array(bytes)]);
};

/** Returns the id of the newest document in a list of documents. */
export const findNewestId = (body: string) =>
  Math.max(...[...body.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id)));

const today = dateOf(new Date());

/** Builds a range of dates. `from` and `till` are counted in days from today. */
export const buildDayRange = (from: number, till: number) => ({
  fromDate: addDays(today, from),
  tillDate: addDays(today, till),
});
/** Builds a filter for all ratings until today. `from` is counted in days from today. */
export const buildRatingFilter = (from: number) => ({
  fromDate: addDays(today, from),
  toDate: today,
  ratingFrom: 1,
  ratingTo: 5,
});
/** Creates a step for a call that changes nothing. `createInput` creates the input of the call for a portal. */
type CreateReadStep = <C extends Call>(call: C, createInput: (portal: Portal) => InputOf<C>) => Step;
/** Returns a function that creates these steps for one caller. */
const createStepsFor =
  (findCaller: (portal: Portal) => { sessionId: string } | undefined): CreateReadStep =>
  (call, createInput) =>
  (portal) =>
    measureCall(portal, call, findCaller(portal) ?? { sessionId: '' }, createInput(portal));
/** Creates steps of the first participant. */
export const asParticipant = createStepsFor((portal) => portal.participants[0]);
/** Creates steps of the coach. */
export const asCoach = createStepsFor((portal) => portal.coach);
/** Creates steps of the speed coach. */
export const asSpeedCoach = createStepsFor((portal) => portal.speedCoach);
/** Creates steps of the admin. */
export const asAdmin = createStepsFor((portal) => portal.admin);

/** Returns the participant who makes the calls of a turn. */
export const findParticipantOfTurn = (portal: Portal, turn: number) => portal.participants[turn] ?? portal.coach;

/** Builds the input for a new appointment. Each turn has its own day, on which the coach has no other appointments. */
export const buildAppointment = (portal: Portal, turn: number, hour: string, participantId: number | null) => ({
  type: 'Einzelcoaching' as const,
  date: addDays(portal.emptyDay, turn),
  fromTime: `${hour}:00`,
  tillTime: `${hour}:45`,
  participantId,
});
