import {
  endOwnAbsence,
  getAbsences,
  getOwnAbsences,
  planOwnAbsence,
  undoOwnAbsence,
} from '../src/features/absences/contract.ts';
import { createOwnAppointment, deleteOwnAppointment } from '../src/features/appointments/contract.ts';
import { endOwnSeries, getOwnSeries, getSeries, planOwnSeries } from '../src/features/appointments/series/contract.ts';
import {
  deleteIntroduction,
  getCoach,
  getMyIntroduction,
  proposalParts,
  proposeIntroduction,
} from '../src/features/coaches/introduction/contract.ts';
import { countVisit } from '../src/features/dashboard/contract.ts';
import {
  exportEvidence,
  getAttendanceProof,
  getParticipantAttendanceProof,
} from '../src/features/evidence/contract.ts';
import { setDocumentState } from '../src/features/files/contract.ts';
import { deleteNote, getNotes, writeNote } from '../src/features/files/notes/contract.ts';
import { changeContact, getAccessLog } from '../src/features/own-data/contract.ts';
import { getErasureRequest, requestErasure, withdrawErasure } from '../src/features/own-data/erasure/contract.ts';
import { exportOwnData } from '../src/features/own-data/export/contract.ts';
import { exportSteering, getSteering } from '../src/features/steering/contract.ts';
import {
  declineOffer,
  joinWaitingList,
  leaveWaitingList,
  listMyWaitingEntries,
} from '../src/features/waiting/contract.ts';
import { listWaitingEntries } from '../src/features/waiting/demand/contract.ts';
import { servicePath } from '../src/platform/http/calls/calls.ts';
import { addDays } from '../src/shared/berlin.ts';
import type { Portal } from './growth-portal.ts';
import {
  asAdmin,
  asCoach,
  asParticipant,
  buildAppointment,
  buildDayRange,
  findParticipantOfTurn,
  measureCall,
  measureFetch,
  type Group,
} from './growth-steps.ts';

/** Returns the number in a field of an answer. */
const readNumber = (body: string, field: string) => Number(new RegExp(`"${field}":(\\d+)`).exec(body)?.[1]);

/** A participant with a coaching that is over. */
const findAttendee = (portal: Portal) => portal.unratedCoachings[0]?.participant ?? portal.coach;

/** Builds the plan of a series of two weeks. Each turn has its own weeks, in which the coach has no appointments. */
const buildSeries = (portal: Portal, turn: number) => {
  const fromDate = addDays(portal.emptyDay, 200 + 14 * turn);
  return {
    type: 'Einzelcoaching' as const,
    weekdays: [1, 2, 3, 4, 5],
    everyWeeks: 1,
    fromDate,
    tillDate: addDays(fromDate, 13),
    fromTime: '07:00',
    tillTime: '09:00',
    minutes: 30,
    breakMinutes: 0,
  };
};

/** Builds an absence on one day, all day long. */
const buildAbsence = (day: string, apply: boolean) => ({
  fromDate: day,
  fromTime: '',
  tillDate: day,
  tillTime: '',
  kind: 'training' as const,
  apply,
  decisions: [],
});
/** A day for each turn on which the coach has no appointments. */
const findAbsentDay = (portal: Portal, turn: number) => addDays(portal.emptyDay, 900 + turn);

const quarter = buildDayRange(0, 92);
const fortnight = buildDayRange(-14, 0);

/**
 * The calls that plan the calendar and the waiting list, prove attendance, show and export people's own data, and count
 * figures. Admins ask about one coach, since a larger portal has more coaches.
 */
export const planningGroups: Group[] = [
  {
    'waiting list: join': async (portal, turn, state) => {
      const day = addDays(portal.emptyDay, turn);
      const answer = await measureCall(portal, joinWaitingList, findParticipantOfTurn(portal, turn), {
        coachId: portal.coach.id,
        fromDate: day,
        tillDate: day,
        weekdays: null,
        fromTime: '',
        tillTime: '',
      });
      state.createdId = readNumber(answer.body, 'waitingId');
      return answer;
    },
    'coach: new appointment, offered': async (portal, turn, state) => {
      const input = buildAppointment(portal, turn, '13', null);
      const answer = await measureCall(portal, createOwnAppointment, portal.coach, input);
      state.slotId = readNumber(answer.body, 'appointmentId');
      return answer;
    },
    'waiting list: own entries': (portal, turn) =>
      measureCall(portal, listMyWaitingEntries, findParticipantOfTurn(portal, turn), {}),
    'waiting list: decline': (portal, turn, state) =>
      measureCall(portal, declineOffer, findParticipantOfTurn(portal, turn), { waitingId: state.createdId }),
    'waiting list: leave': (portal, turn, state) =>
      measureCall(portal, leaveWaitingList, findParticipantOfTurn(portal, turn), { waitingId: state.createdId }),
    'coach: delete an appointment, offered before': (portal, _turn, state) =>
      measureCall(portal, deleteOwnAppointment, portal.coach, { appointmentId: state.slotId }),
  },
  {
    'admin: waiting list of a coach': asAdmin(listWaitingEntries, (portal) => ({ coachId: portal.coach.id, page: 1 })),
  },
  {
    'coach: preview a series': async (portal, turn, state) => {
      const input = { ...buildSeries(portal, turn), apply: false };
      const answer = await measureCall(portal, planOwnSeries, portal.coach, input);
      state.previewedCount = readNumber(answer.body, 'new');
      return answer;
    },
    'coach: new series': async (portal, turn, state) => {
      const input = { ...buildSeries(portal, turn), apply: true, expect: state.previewedCount };
      const answer = await measureCall(portal, planOwnSeries, portal.coach, input);
      state.createdId = readNumber(answer.body, 'seriesId');
      return answer;
    },
    'coach: preview the end of a series': (portal, turn, state) => {
      const { fromDate } = buildSeries(portal, turn);
      return measureCall(portal, endOwnSeries, portal.coach, { seriesId: state.createdId, fromDate, apply: false });
    },
    'coach: end a series': (portal, turn, state) => {
      const { fromDate } = buildSeries(portal, turn);
      return measureCall(portal, endOwnSeries, portal.coach, { seriesId: state.createdId, fromDate, apply: true });
    },
  },
  { 'coach: own series of a quarter': asCoach(getOwnSeries, () => quarter) },
  { 'admin: series of a coach': asAdmin(getSeries, (portal) => ({ ...quarter, coachId: portal.coach.id })) },
  {
    'coach: preview an absence, busy day': (portal) =>
      measureCall(portal, planOwnAbsence, portal.coach, buildAbsence(buildDayRange(7, 7).fromDate, false)),
    'coach: plan an absence': async (portal, turn, state) => {
      const input = buildAbsence(findAbsentDay(portal, turn), true);
      const answer = await measureCall(portal, planOwnAbsence, portal.coach, input);
      state.createdId = readNumber(answer.body, 'absenceId');
      return answer;
    },
    'coach: undo an absence': (portal, _turn, state) =>
      measureCall(portal, undoOwnAbsence, portal.coach, { absenceId: state.createdId }),
    'coach: plan an absence again': async (portal, turn, state) => {
      const input = buildAbsence(findAbsentDay(portal, turn), true);
      const answer = await measureCall(portal, planOwnAbsence, portal.coach, input);
      state.createdId = readNumber(answer.body, 'absenceId');
      return answer;
    },
    'coach: end an absence': (portal, _turn, state) =>
      measureCall(portal, endOwnAbsence, portal.coach, { absenceId: state.createdId }),
  },
  { 'coach: own absences of a quarter': asCoach(getOwnAbsences, () => quarter) },
  { 'admin: absences of a coach': asAdmin(getAbsences, (portal) => ({ ...quarter, coachId: portal.coach.id })) },
  {
    'coach: write a note': async (portal, turn, state) => {
      const input = { participantId: portal.ownParticipant.id, text: `Bitte ergänze die Stelle ${turn}.` };
      const answer = await measureCall(portal, writeNote, portal.coach, input);
      state.createdId = readNumber(answer.body, 'noteId');
      return answer;
    },
    'own notes': (portal) => measureCall(portal, getNotes, portal.ownParticipant, {}),
    'coach: notes for a participant': (portal) =>
      measureCall(portal, getNotes, portal.coach, { participantId: portal.ownParticipant.id }),
    'coach: delete a note': (portal, _turn, state) =>
      measureCall(portal, deleteNote, portal.coach, { noteId: state.createdId }),
    'coach: state of a document': (portal, turn) =>
      measureCall(portal, setDocumentState, portal.coach, {
        fileId: portal.ownDocument,
        state: turn % 2 === 0 ? 'inWork' : 'returned',
      }),
  },
  {
    'admin: steering figures of a coach': asAdmin(getSteering, (portal) => ({
      ...fortnight,
      coachId: portal.coach.id,
    })),
  },
  {
    'admin: steering figures as a spreadsheet': asAdmin(exportSteering, (portal) => ({
      ...fortnight,
      coachId: portal.coach.id,
    })),
  },
  { 'own proof of attendance': (portal) => measureCall(portal, getAttendanceProof, findAttendee(portal), {}) },
  {
    'admin: proof of attendance': asAdmin(getParticipantAttendanceProof, (portal) => ({
      participantId: findAttendee(portal).id,
    })),
  },
  { 'admin: evidence of a coach': asAdmin(exportEvidence, (portal) => ({ ...fortnight, coachId: portal.coach.id })) },
  { 'own access log': asParticipant(getAccessLog, () => ({ page: 1 })) },
  {
    'own data as an archive': (portal, turn) =>
      measureCall(portal, exportOwnData, findParticipantOfTurn(portal, turn), {}),
  },
  {
    'change the own phone number': (portal, turn) =>
      measureCall(portal, changeContact, findParticipantOfTurn(portal, turn), {
        phoneNumber: `0221 ${4_000_000 + turn}`,
      }),
  },
  {
    'request erasure': (portal, turn) =>
      measureCall(portal, requestErasure, findParticipantOfTurn(portal, turn), { reason: '' }),
    'own request for erasure': (portal, turn) =>
      measureCall(portal, getErasureRequest, findParticipantOfTurn(portal, turn), {}),
    'withdraw the request': (portal, turn) =>
      measureCall(portal, withdrawErasure, findParticipantOfTurn(portal, turn), {}),
  },
  {
    'coach: propose an introduction': (portal, turn) => {
      const form = new FormData();
      form.append(`${proposalParts.text}_${portal.coach.sessionId}`, `Ich berate seit ${turn} Jahren.`);
      return measureFetch(portal.address, servicePath(proposeIntroduction), { method: 'POST', body: form });
    },
    'coach: own introduction': (portal) => measureCall(portal, getMyIntroduction, portal.coach, {}),
    'coach: withdraw the proposal': (portal) => measureCall(portal, deleteIntroduction, portal.coach, { what: 'open' }),
  },
  { 'introduction of a coach': asParticipant(getCoach, (portal) => ({ coachId: portal.coach.id })) },
  {
    'count a visit': (portal) =>
      measureCall(
        portal,
        countVisit,
        { sessionId: '' },
        {
          userAgent: 'Mozilla/5.0',
          userLanguage: 'de',
          screenWidth: 1920,
          screenHeight: 1080,
          viewportWidth: 1280,
          viewportHeight: 720,
        },
      ),
  },
];
