import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { bookAppointment } from '../../../features/booking/contract.ts';
import {
  createAppointment,
  createOwnAppointment,
  getDailyPlan,
  getFullOverview,
} from '../../../features/appointments/contract.ts';
import { getCoachAnalytics, editCoach, makeNewCoach } from '../../../features/coaches/contract.ts';
import { changeBooking } from '../../../features/booking/admin/contract.ts';
import { submitRegistration } from '../../../features/accounts/registration/contract.ts';
import { changeActiveStatus, changeUserData } from '../../../features/participants/contract.ts';
import { rateCoaching } from '../../../features/ratings/contract.ts';
import type { Call } from '../../../shared/call.ts';
import { emptyProfile } from '../../../shared/profile.ts';
import { readForm } from './form.ts';
import { routes } from '../../../app/features.ts';
import { ServerError } from '../../server-error.ts';
import { nextClockChange } from '../../../../tests/support/next-days.ts';
import { createProfileForm, createRegistrationForm } from '../../../../tests/support/registration.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { dateOf } from '../../../shared/berlin.ts';

let world: World;
let admin: string;
let coach: { id: number; session: string };
let participant: { id: number; session: string };
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn(await world.addAdmin());
  const coachId = await world.addCoach();
  coach = { id: coachId, session: await world.signIn(coachId) };
  const id = await world.addParticipant();
  participant = { id, session: await world.signIn(id) };
});
afterAll(() => world.close());

/** Makes a call with a malformed form, and returns the errors by the path of the field. */
async function getFieldErrors(call: Call, session: string | null, input: Record<string, unknown>) {
  const { status, body } = await world.call(call, session, input);
  expect({ status, code: body.meta.code }).toEqual({ status: 400, code: 'invalidRequest' });
  return Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, message]));
}

describe('malformed input is reported for its field in a specific German message [2.3]', () => {
  const profileForm = { ...createProfileForm(), locationId: 1 };

  test('a required value that is missing or null is reported', async () => {
    const { firstName: _, ...formWithoutFirstName } = profileForm;
    expect(await getFieldErrors(changeUserData, admin, { ...formWithoutFirstName, participantId: null })).toEqual({
      participantId: 'Diese Angabe darf nicht leer sein.',
      firstName: 'Diese Angabe fehlt.',
    });
  });

  test('a text that is too long and a date that does not exist are reported [2.5]', async () => {
    const input = {
      ...profileForm,
      participantId: 1,
      qualification: 'x'.repeat(201),
      startOfQualification: '2026-02-30',
    };
    expect(await getFieldErrors(changeUserData, admin, input)).toEqual({
      qualification: 'Diese Angabe darf höchstens 200 Zeichen lang sein.',
      startOfQualification: 'Dieses Datum gibt es nicht (erwartet: JJJJ-MM-TT).',
    });
    expect(await getFieldErrors(getDailyPlan, coach.session, { fromDate: '1.2.2026', tillDate: '2026-02-01' })).toEqual(
      {
        fromDate: 'Dieses Datum gibt es nicht (erwartet: JJJJ-MM-TT).',
      },
    );
  });

  test('a value of the wrong type is reported with the expected type', async () => {
    const input = { ...profileForm, participantId: '7', firstName: 7, startOfQualification: false, locationId: 'Köln' };
    expect(await getFieldErrors(changeUserData, admin, input)).toEqual({
      participantId: 'Hier wird eine Zahl erwartet.',
      firstName: 'Hier wird ein Text erwartet.',
      startOfQualification: 'Hier wird ein Text erwartet.',
      locationId: 'Hier wird eine Zahl erwartet.',
    });
    const filters = {
      fromDate: '2026-02-01',
      tillDate: '2026-02-01',
      coachId: null,
      status: { booked: 1, free: true },
    };
    expect(await getFieldErrors(getFullOverview, admin, filters)).toEqual({
      'status.booked': 'Hier wird Ja oder Nein erwartet (true oder false).',
      'status.missed': 'Diese Angabe fehlt.',
    });
    expect(
      await getFieldErrors(getFullOverview, admin, { ...filters, status: 'alle', page: 1.5, pageSize: 5000 }),
    ).toEqual({
      status: 'Hier werden mehrere Angaben mit Namen erwartet.',
      page: 'Hier wird eine ganze Zahl erwartet.',
      pageSize: 'Die Zahl darf höchstens 1000 sein.',
    });
    expect(await getFieldErrors(bookAppointment, participant.session, { appointmentId: -1 })).toEqual({
      appointmentId: 'Die Zahl muss mindestens 1 sein.',
    });
  });

  test('a value that is not allowed or has forbidden characters is reported [2.5]', async () => {
    expect(await getFieldErrors(changeActiveStatus, admin, { participantId: 1, participantStatus: 2 })).toEqual({
      participantStatus: 'Möglich sind hier nur: 0, 1.',
    });
    const form = { type: 'Gruppe', date: '', fromTime: '', tillTime: '', participantId: null };
    expect(await getFieldErrors(createOwnAppointment, coach.session, form)).toEqual({
      type: 'Möglich sind hier nur: Einzelcoaching, Speedcoaching.',
    });
    expect(
      await getFieldErrors(changeUserData, admin, { ...profileForm, participantId: 1, lastName: 'Neu\0' }),
    ).toEqual({
      lastName: 'Hier stehen Zeichen, die nicht erlaubt sind.',
    });
    const flags = { cancelled: true, goodwill: true, missed: false, booked: false };
    expect(await getFieldErrors(changeBooking, admin, { appointmentId: 1, action: flags })).toEqual({
      action: 'Genau eine der vier Angaben muss true sein.',
    });
  });

  test('every error message is German, whatever is sent', () => {
    const values = [undefined, null, 7, -1.5, 1e12, 'x'.repeat(40_000), '\0', true, [], [{}], {}, { a: 1 }];
    const messages = routes.flatMap(({ call }) =>
      values.flatMap((value) =>
        errorMessagesOf(call, Object.fromEntries(fieldNamesOf(call.input).map((name) => [name, value]))),
      ),
    );
    expect(messages.length).toBeGreaterThan(500);
    const germanMessage = /^(?:Diese Angabe|Hier|Die Zahl|Dieses Datum|Möglich|Genau) .+\.$/;
    expect([...new Set(messages)].filter((message) => !germanMessage.test(message))).toEqual([]);
  });
});

/** The names of a form's fields. */
function fieldNamesOf(schema: z.ZodMiniType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

/** The messages with which a body is refused; none if it is accepted. */
function errorMessagesOf(call: Call, body: object): string[] {
  try {
    readForm(call, body);
    return [];
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    return (error.errors ?? []).map(({ message }) => message);
  }
}

const unknownId = 987_654_321;

describe('an empty value counts as missing: null, empty text, an empty list or a list of nulls [2.3]', () => {
  test.each([null, '', [], [null, null, null, null, null, null]])(
    'a rating with the stars %j is reported as incomplete',
    async (stars) => {
      const appointmentId = await world.addAppointment(coach.id, inDays(-2, '09:00'), { participant: participant.id });
      const { status, body } = await world.call(rateCoaching, participant.session, {
        appointmentId,
        starQestions: stars,
        personalFeedback: null,
        freeText: null,
        speakWithCoachQuestions: null,
        additionalQuestions: null,
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'error', meta: { code: 'invalid' } });
      expect(body.errors?.map(({ path }) => path)).toEqual(['starQestions']);
      await world.db.deleteFrom('appointment').where('id', '=', appointmentId).execute();
    },
  );

  test.each([null, ''])('a required choice with the value %j is reported as missing', async (emptyValue) => {
    const getInvalidPaths = async (call: Call, session: string | null, input: Record<string, unknown>) => {
      const { body } = await world.call(call, session, input);
      expect(body.meta.code).toBe('invalid');
      return body.errors?.map(({ path }) => path) ?? [];
    };
    const person = { firstName: 'Ada', lastName: 'Neu', email: 'a@test.example' };
    const formWith = (choices: object) => createRegistrationForm(person.email, 1, { ...choices });
    expect(
      await getInvalidPaths(submitRegistration, null, formWith({ gender: emptyValue, location: emptyValue })),
    ).toEqual(['gender', 'location']);
    expect(
      await getInvalidPaths(
        submitRegistration,
        null,
        formWith({ gender: { label: '', id: emptyValue }, location: { label: '', value: emptyValue } }),
      ),
    ).toEqual(['gender', 'location']);
    expect(
      await getInvalidPaths(makeNewCoach, admin, {
        ...person,
        teamsLink: emptyValue,
        gender: emptyValue,
        participantId: emptyValue,
      }),
    ).toEqual(['participantId', 'teamsLink', 'gender']);
    expect(
      await getInvalidPaths(createAppointment, admin, {
        type: emptyValue,
        date: emptyValue,
        fromTime: emptyValue,
        tillTime: emptyValue,
        participantId: emptyValue,
        coachId: emptyValue,
      }),
    ).toEqual(['coachId', 'type', 'date', 'fromTime', 'tillTime']);
    expect(
      await getInvalidPaths(getCoachAnalytics, admin, {
        coachId: emptyValue,
        fromDate: emptyValue,
        tillDate: emptyValue,
      }),
    ).toEqual(['coachId', 'fromDate', 'tillDate']);
  });
});

describe('a call for an unknown object gets status 404, whatever else is wrong in the form [2.4]', () => {
  const emptyAppointment = { type: '', date: '', fromTime: '', tillTime: '', participantId: null };
  const skippedTime = { type: 'Einzelcoaching', date: nextClockChange('spring'), fromTime: '02:30', tillTime: '01:00' };
  const emptyRating = {
    starQestions: null,
    personalFeedback: '',
    freeText: '',
    speakWithCoachQuestions: '',
    additionalQuestions: '',
  };
  const emptyData = { ...emptyProfile, locationId: null };
  const goodData = { ...createProfileForm(), locationId: unknownId };
  const emptyNewCoach = { firstName: '', lastName: '', email: '', teamsLink: '', gender: '' };
  const emptyCoach = { vorname: '', nachname: '', email: '', teams_link: '', active: 1 };

  test.each<[string, Call, () => [session: string, input: Record<string, unknown>]]>([
    ['rateCoaching', rateCoaching, () => [participant.session, { ...emptyRating, appointmentId: unknownId }]],
    ['changeUserData', changeUserData, () => [admin, { ...emptyData, participantId: unknownId }]],
    [
      'changeUserData with an unknown location',
      changeUserData,
      () => [admin, { ...goodData, participantId: unknownId }],
    ],
    ['makeNewCoach', makeNewCoach, () => [admin, { ...emptyNewCoach, participantId: unknownId }]],
    ['editCoach', editCoach, () => [admin, { ...emptyCoach, id: unknownId }]],
    ['editCoach of a participant', editCoach, () => [admin, { ...emptyCoach, id: participant.id }]],
    [
      'coachAnalytics',
      getCoachAnalytics,
      () => [admin, { coachId: unknownId, fromDate: '2027-02-01', tillDate: '2027-01-01' }],
    ],
    [
      'createOwnAppointment with an unknown participant',
      createOwnAppointment,
      () => [coach.session, { ...emptyAppointment, participantId: unknownId }],
    ],
    [
      'createOwnAppointment with an unknown participant at a time that the clock change skips',
      createOwnAppointment,
      () => [coach.session, { ...skippedTime, participantId: unknownId }],
    ],
    [
      'createAppointment for an unknown coach',
      createAppointment,
      () => [admin, { ...emptyAppointment, coachId: unknownId }],
    ],
    [
      'createAppointment for an unknown coach at a time that the clock change skips',
      createAppointment,
      () => [admin, { ...skippedTime, participantId: null, coachId: unknownId }],
    ],
    [
      'createAppointment of a Speedcoaching with an unknown participant',
      createAppointment,
      () => [admin, { ...skippedTime, type: 'Speedcoaching', participantId: unknownId, coachId: coach.id }],
    ],
  ])('%s', async (_, call, request) => {
    const { status, body } = await world.call(call, ...request());
    expect({ status, code: body.meta.code }).toEqual({ status: 404, code: 'notFound' });
  });

  test('a rating of another participant’s appointment also gets status 404', async () => {
    const otherParticipant = await world.addParticipant();
    const appointmentId = await world.addAppointment(coach.id, inDays(-3, '11:00'), { participant: otherParticipant });
    const { status } = await world.call(rateCoaching, participant.session, { ...emptyRating, appointmentId });
    expect(status).toBe(404);
  });

  test('a call for an existing object reports the broken rules', async () => {
    const requests: [Call, string, Record<string, unknown>][] = [
      [changeUserData, admin, { ...emptyData, participantId: participant.id }],
      [makeNewCoach, admin, { ...emptyNewCoach, participantId: participant.id }],
      [editCoach, admin, { ...emptyCoach, id: coach.id }],
      [getCoachAnalytics, admin, { coachId: coach.id, fromDate: '2027-02-01', tillDate: '2027-01-01' }],
      [createAppointment, admin, { ...emptyAppointment, participantId: participant.id, coachId: coach.id }],
    ];
    for (const [call, session, input] of requests)
      expect((await world.call(call, session, input)).body.meta.code, call.path).toBe('invalid');
  });
});

describe('the seconds of a time', () => {
  const form = { type: 'Einzelcoaching', date: dateOf(inDays(30, '12:00')), participantId: null };
  const create = (fromTime: string, tillTime: string) =>
    world.call(createOwnAppointment, coach.session, { ...form, fromTime, tillTime });

  test('are refused with an error at the field, and never ignored [2.6]', async () => {
    const { status, body } = await create('10:00:30', '10:45:15');
    expect({ status, code: body.meta.code }).toEqual({ status: 200, code: 'invalid' });
    expect(body.errors).toEqual([
      { path: 'fromTime', message: 'Die Uhrzeit darf keine Sekunden haben.' },
      { path: 'tillTime', message: 'Die Uhrzeit darf keine Sekunden haben.' },
    ]);
    expect(
      await world.db
        .selectFrom('appointment')
        .select('id')
        .where('coach_id', '=', coach.id)
        .where('status', '=', 'F')
        .execute(),
    ).toEqual([]);
  });

  test('are accepted if they are 0', async () => {
    expect((await create('10:00:00', '10:45:00')).body.meta.status).toBe('success');
  });
});
