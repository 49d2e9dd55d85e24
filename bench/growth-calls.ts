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
import { password, type Portal } from './growth-portal.ts';
import {
  asCoach,
  asParticipant,
  asSpeedCoach,
  buildAppointment,
  buildDayRange,
  buildRatingFilter,
  findNewestId,
  findParticipantOfTurn,
  headers,
  measureCall,
  measureFetch,
  measureUpload,
  type Group,
} from './growth-steps.ts';
import { planningGroups } from './growth-planning-calls.ts';

const overviewOptions = { status: { booked: true, free: true, missed: true }, page: 1, pageSize: 15 };
const firstPage = { page: 1, pageSize: 5 };

/** All calls of participants and coaches that use growing tables, and what admins see of one coach. */
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
  ...planningGroups,
];
