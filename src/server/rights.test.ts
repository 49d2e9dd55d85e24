import { afterAll, beforeAll, expect, test } from 'vitest';
import * as files from '../files/contract.ts';
import { sessionInvalid } from '../shared/call.ts';
import { allServed } from './nouns.ts';
import { inDays, openWorld, type World } from './testing.ts';

const callers = ['nobody', 'participant', 'coach', 'speedCoach', 'admin'] as const;
type Who = (typeof callers)[number];

/** The table of rights as the contract has it (§3), written out again: who may make which call. */
const everyone: readonly Who[] = callers;
const signedIn: readonly Who[] = ['participant', 'coach', 'speedCoach', 'admin'];
const table: Record<string, readonly Who[]> = {
  'authentication/login': everyone,
  'authentication/needNewPassword': everyone,
  'authentication/sessionCheck': everyone,
  'authentication/logout': everyone,
  'participant/newRegistration': everyone,
  'participant/confirmRegistration': everyone,
  'location/getAll': everyone,
  'public/getPortal': everyone,
  'analytics/tracking': everyone,
  'authentication/setNewPassword': signedIn,
  'authentication/getSessions': signedIn,
  'authentication/endSession': signedIn,
  'authentication/endOtherSessions': signedIn,
  'authentication/getSecondFactor': ['coach', 'speedCoach', 'admin'],
  'authentication/prepareSecondFactor': ['coach', 'speedCoach', 'admin'],
  'authentication/switchOnSecondFactor': ['coach', 'speedCoach', 'admin'],
  'authentication/renewRecoveryCodes': ['coach', 'speedCoach', 'admin'],
  'authentication/switchOffSecondFactor': ['coach', 'speedCoach', 'admin'],
  'admin/resetSecondFactor': ['admin'],
  'appointment/bookable': ['participant', 'admin'],
  'appointment/bookAppointment': ['participant', 'admin'],
  'appointment/myAppointment': ['participant', 'admin'],
  'appointment/stornoByParticipant': ['participant', 'admin'],
  'appointment/stornoByAdmin': ['admin'],
  'participant/rateCoaching': ['participant', 'admin'],
  'participant/uploadFiles': ['participant', 'admin'],
  'participant/getFiles': signedIn,
  'participant/downloadFile': signedIn,
  'participant/deleteFile': signedIn,
  'coach/dailyPlan': ['coach', 'speedCoach', 'admin'],
  'admin/dailyPlan': ['admin'],
  'admin/getBookingOverview': ['admin'],
  'admin/importAppointmentsByFile': ['admin'],
  'coach/createOneAppointment': ['coach', 'speedCoach', 'admin'],
  'coach/deleteAppointment': ['coach', 'speedCoach', 'admin'],
  'coach/appointmentOverview': ['coach', 'speedCoach', 'admin'],
  'coach/uploadFiles': ['coach', 'speedCoach', 'admin'],
  'coach/getCoachList': ['coach', 'speedCoach', 'admin'],
  'coach/searchParticipant': ['coach', 'speedCoach', 'admin'],
  'coach/searchParticipantFull': ['coach', 'speedCoach', 'admin'],
  'admin/searchParticipantFull': ['speedCoach', 'admin'],
  'admin/searchParticipantShort': ['admin'],
  'admin/changeActiveStatus': ['admin'],
  'admin/changeUserData': ['admin'],
  'admin/setDefaultPassword': ['admin'],
  'admin/anonymizeUserData': ['admin'],
  'admin/createOneAppointment': ['admin'],
  'admin/getWelcomeData': ['admin'],
  'admin/getDashboardData': ['admin'],
  'admin/getDashboardFigures': ['admin'],
  'admin/deleteAppointment': ['admin'],
  'admin/appointmentOverview': ['admin'],
  'analytics/appointmentRatingOverview': ['coach', 'speedCoach', 'admin'],
  'public/getCoachId': everyone,
  'admin/getAuditLog': ['admin'],
  'admin/getCoachListObject': ['admin'],
  'admin/editCoach': ['admin'],
  'admin/makeNewCoach': ['admin'],
  'analytics/getCoachAnalytics': ['admin'],
  'analytics/getRatingAnalytics': ['admin'],
  'calendar/appointmentFile': signedIn,
  'calendar/getFeed': signedIn,
  'calendar/renewFeed': signedIn,
  'calendar/changeFeed': signedIn,
  'calendar/endFeed': signedIn,
  'participant/getReminders': ['participant', 'admin'],
  'participant/changeReminder': ['participant', 'admin'],
  'admin/getMails': ['admin'],
  'admin/sendMailAgain': ['admin'],
  'admin/getMailDelay': ['admin'],
};

let world: World;
let people: Record<Exclude<Who, 'nobody'>, number>;

beforeAll(async () => {
  world = await openWorld();
  people = {
    participant: await world.participant(),
    coach: await world.coach(),
    speedCoach: await world.coach({ speed: true }),
    admin: await world.admin(),
  };
});
afterAll(() => world.close());

const sessionOf = (who: Who) => (who === 'nobody' ? Promise.resolve(null) : world.signIn(people[who]));

/** Makes a call with an empty body: past the table of rights it can only fail on its form or find nothing. */
async function knock(path: string, sessionId: string | null) {
  const served = allServed.find(({ call }) => call.path === path);
  if (!served) throw new Error(`no call ${path}`);
  if (served.call.body === 'json') return world.call(served.call, sessionId);
  return world.send(served.call, [
    { field: `file_${sessionId ?? ''}_0`, name: 'leer.csv', bytes: new TextEncoder().encode('x') },
  ]);
}

test('every call that exists stands in the table of rights', () => {
  expect(allServed.map(({ call }) => call.path).sort()).toEqual(Object.keys(table).sort());
});

for (const [path, allowed] of Object.entries(table))
  for (const who of callers)
    test(`${path} ${allowed.includes(who) ? 'serves' : 'refuses'} ${who}`, async () => {
      const { status, body } = await knock(path, await sessionOf(who));
      if (allowed.includes(who)) {
        expect(status).not.toBe(403);
        expect(body.meta.message).not.toBe(sessionInvalid);
      } else if (who === 'nobody') {
        const answersFile = allServed.find(({ call }) => call.path === path)?.call.answer === 'file';
        expect(status).toBe(answersFile ? 401 : 200);
        expect(body.meta).toMatchObject({ status: 'error', message: sessionInvalid });
      } else {
        expect(status).toBe(403);
        expect(body.meta).toMatchObject({ status: 'error', code: 'forbidden' });
      }
    });

test('a person without a role is served the open calls only', async () => {
  const session = await world.signIn(await world.person(null));
  for (const path of Object.keys(table).filter((name) => table[name] !== everyone))
    expect((await knock(path, session)).status, path).toBe(403);
});

test('who must choose a password may do that and nothing else', async () => {
  const person = await world.participant();
  await world.db.updateTable('person').set({ must_change_password: true }).where('id', '=', person).execute();
  const session = await world.signIn(person);
  for (const path of Object.keys(table).filter((name) => table[name] !== everyone)) {
    const { status, body } = await knock(path, session);
    if (path === 'authentication/setNewPassword') expect(status).not.toBe(403);
    else expect({ status, code: body.meta.code }, path).toEqual({ status: 403, code: 'passwordChangeRequired' });
  }
});

test('a foreign id is answered exactly like an unknown one', async () => {
  const stranger = await world.participant();
  const appointment = await world.appointment(people.coach, inDays(20, '09:00'), { participant: stranger });
  const document = await world.document(stranger, { name: 'Fremd.docx' });
  await world.signIn(stranger);
  const { number: theirSession } = await world.db
    .selectFrom('session')
    .select('number')
    .where('person_id', '=', stranger)
    .executeTakeFirstOrThrow();
  const unknown = 987_654_321;
  const otherCoach = await world.coach();
  const attempts: [string, Who | number, string, number][] = [
    ['appointment/stornoByParticipant', 'participant', 'appointmentId', appointment],
    ['participant/downloadFile', 'participant', 'fileId', document],
    ['participant/downloadFile', otherCoach, 'fileId', document],
    ['participant/deleteFile', 'participant', 'fileId', document],
    ['participant/deleteFile', 'coach', 'fileId', document],
    ['participant/deleteFile', 'admin', 'fileId', document],
    ['participant/getFiles', otherCoach, 'participantId', stranger],
    ['calendar/appointmentFile', 'participant', 'appointmentId', appointment],
    ['authentication/endSession', 'admin', 'id', theirSession],
    ['calendar/appointmentFile', otherCoach, 'appointmentId', appointment],
  ];
  for (const [path, who, field, foreign] of attempts) {
    const session = typeof who === 'number' ? await world.signIn(who) : await sessionOf(who);
    const { call } = allServed.find((served) => served.call.path === path) ?? {};
    if (!call) throw new Error(path);
    const seen = await world.call(call, session, { [field]: foreign });
    const missing = await world.call(call, session, { [field]: unknown });
    expect({ status: seen.status, body: seen.body }, path).toEqual({ status: 404, body: missing.body });
  }
  expect((await world.call(files.getFiles, await sessionOf('coach'), { participantId: stranger })).status).toBe(200);
});

test('a participant who names somebody else gets their own list', async () => {
  const stranger = await world.participant();
  const session = await sessionOf('participant');
  const own = await world.call(files.getFiles, session, {});
  const other = await world.call(files.getFiles, session, { participantId: stranger });
  expect(other.body).toEqual(own.body);
});
