import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookAppointment } from '../booking/contract.ts';
import { nextClockChange } from '../../../tests/support/next-days.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { addDays, dateOf } from '../../shared/berlin.ts';
import {
  createAppointment,
  createOwnAppointment,
  getDailyPlan,
  deleteAppointment,
  deleteOwnAppointment,
  getFullOverview,
  getOwnOverview,
} from './contract.ts';

let world: World;
let coach: number;
let coachSession: string;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  coach = await world.addCoach();
  coachSession = await world.signIn(coach);
  adminSession = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

const today = dateOf(new Date());
let nextDay = 1;
/** Returns a day that no other test uses. */
const nextDate = () => addDays(today, nextDay++);
const form = (changes: Record<string, unknown> = {}) => ({
  type: 'Einzelcoaching',
  date: nextDate(),
  fromTime: '10:00',
  tillTime: '10:45:00',
  participantId: null,
  ...changes,
});
const rowOf = (id: number) => world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirst();

describe('a new appointment', () => {
  test('that a coach creates is free, and can be booked [7.1]', async () => {
    const { body } = await world.call(createOwnAppointment, coachSession, form());
    const id = body.data?.appointmentId ?? 0;
    expect(await rowOf(id)).toMatchObject({ coach_id: coach, status: 'F', type_id: 1 });
    const bookingResponse = await world.call(bookAppointment, await world.signIn(await world.addParticipant()), {
      appointmentId: id,
    });
    expect(bookingResponse.status).toBe(200);
  });

  test('with a participant is booked immediately without a quota number, and both get a mail [7.1]', async () => {
    const participantId = await world.addParticipant();
    await world.recordParticipantSearchHit(coach, participantId);
    const { body } = await world.call(createOwnAppointment, coachSession, form({ participantId }));
    const id = body.data?.appointmentId ?? 0;
    expect(await rowOf(id)).toMatchObject({
      status: 'G',
      participant_id: participantId,
      booked_by: coach,
      quota_number: null,
      self_booked: false,
    });
    const mails = await world.db.selectFrom('mail').select('person_id').where('appointment_id', '=', id).execute();
    expect(mails.map((mail) => mail.person_id)).toEqual([participantId, coach]);
  });

  test('may be in the past only with a participant, to record a session that took place without a booking', async () => {
    const pastDay = { date: addDays(today, -3) };
    expect((await world.call(createOwnAppointment, coachSession, form(pastDay))).body.meta.code).toBe('inPast');
    const participantId = await world.addParticipant();
    await world.recordParticipantSearchHit(coach, participantId);
    const { body } = await world.call(createOwnAppointment, coachSession, form({ ...pastDay, participantId }));
    expect(body.meta.status).toBe('success');
  });

  test.each([
    ['type', { type: '' }, 'Bitte wähle einen Typ aus.'],
    ['date', { date: '' }, 'Bitte gib ein Datum ein'],
    ['fromTime', { fromTime: null }, 'Bitte wähle eine Uhrzeit aus.'],
    ['tillTime', { tillTime: '25:00' }, 'Bitte wähle eine Uhrzeit aus.'],
  ])('with an invalid %s is refused with a message at the field [7.2]', async (path, changes, message) => {
    const { body } = await world.call(createOwnAppointment, coachSession, form(changes));
    expect(body.errors).toEqual([{ path, message }]);
  });

  test.each([
    ['ends before it starts', { fromTime: '11:00', tillTime: '10:00' }, /^Das Ende muss nach dem Beginn liegen$/],
    ['ends when it starts', { fromTime: '10:00', tillTime: '10:00:00' }, /^Das Ende muss nach dem Beginn liegen$/],
    [
      'ends before it starts, in the hour that the clock change skips',
      { date: nextClockChange('spring'), fromTime: '04:00', tillTime: '02:30' },
      /^Das Ende muss nach dem Beginn liegen$/,
    ],
    [
      'starts in the hour that the clock change skips',
      { date: nextClockChange('spring'), fromTime: '02:30', tillTime: '03:30' },
      /Zeitumstellung/,
    ],
    [
      'starts in the hour that the clock change repeats',
      { date: nextClockChange('autumn'), fromTime: '02:30', tillTime: '03:30' },
      /Zeitumstellung/,
    ],
  ])('that %s is refused with the reason [7.1]', async (_, changes, sentence) => {
    const { status, body } = await world.call(createOwnAppointment, coachSession, form(changes));
    expect({ status, code: body.meta.code }).toEqual({ status: 200, code: 'invalidTime' });
    expect(body.meta.message).toMatch(sentence);
  });

  test('that overlaps another appointment of the coach or the participant is refused, but not one right after it', async () => {
    const date = nextDate();
    const [participantId, colleague] = [await world.addParticipant(), await world.addCoach()];
    for (const id of [coach, colleague]) await world.recordParticipantSearchHit(id, participantId);
    await world.call(createOwnAppointment, coachSession, form({ date, participantId }));
    const create = async (changes: Record<string, unknown>, caller = coachSession) =>
      (await world.call(createOwnAppointment, caller, form({ date, ...changes }))).body.meta;
    expect((await create({ fromTime: '10:30', tillTime: '11:00' })).code).toBe('overlap');
    const otherSession = await world.signIn(colleague);
    expect((await create({ fromTime: '10:30', tillTime: '11:00', participantId }, otherSession)).code).toBe(
      'participantOverlap',
    );
    expect((await create({ fromTime: '10:45', tillTime: '11:30' })).status).toBe('success');
  });

  test('cannot be a Speedcoaching with a participant, and cannot be for an inactive or unknown person [1.1] [7.1]', async () => {
    const participantId = await world.addParticipant();
    await world.recordParticipantSearchHit(coach, participantId);
    const create = async (changes: Record<string, unknown>) =>
      world.call(createOwnAppointment, coachSession, form(changes));
    expect((await create({ type: 'Speedcoaching', participantId })).body.meta.code).toBe('notBookable');
    expect((await create({ type: 'Speedcoaching' })).body.meta.status).toBe('success');
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', participantId).execute();
    expect((await create({ participantId })).body.meta.code).toBe('inactive');
    expect((await create({ participantId: 999_999 })).status).toBe(404);
  });

  test('requires an active coach if an admin creates it, and a coach profile if a coach does [7.1]', async () => {
    const responseWithoutCoach = await world.call(createAppointment, adminSession, form({ coachId: null }));
    expect(responseWithoutCoach.body.errors).toEqual([{ path: 'coachId', message: 'Bitte wähle einen Coach aus.' }]);
    expect((await world.call(createAppointment, adminSession, form({ coachId: coach }))).body.meta.status).toBe(
      'success',
    );
    expect((await world.call(createAppointment, adminSession, form({ coachId: 999_999 }))).status).toBe(404);
    const inactiveCoach = await world.addCoach();
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', inactiveCoach).execute();
    expect((await world.call(createAppointment, adminSession, form({ coachId: inactiveCoach }))).body.meta.code).toBe(
      'inactive',
    );
    expect((await world.call(createOwnAppointment, adminSession, form())).body.meta.code).toBe('noCoachProfile');
  });
});

describe('deleting an appointment', () => {
  const create = async () =>
    (await world.call(createOwnAppointment, coachSession, form())).body.data?.appointmentId ?? 0;

  test('removes a free appointment; deleting it again finds none [7.9]', async () => {
    const id = await create();
    expect((await world.call(deleteOwnAppointment, coachSession, { appointmentId: id })).status).toBe(200);
    expect(await rowOf(id)).toBeUndefined();
    expect((await world.call(deleteOwnAppointment, coachSession, { appointmentId: id })).status).toBe(404);
  });

  test('is refused if the appointment is booked: with status 409 for the coach, with status 200 for the admin [7.9]', async () => {
    const id = await world.addAppointment(coach, inDays(70, '15:00'), { participant: await world.addParticipant() });
    const coachResponse = await world.call(deleteOwnAppointment, coachSession, { appointmentId: id });
    expect({ status: coachResponse.status, code: coachResponse.body.meta.code }).toEqual({
      status: 409,
      code: 'notFree',
    });
    const adminResponse = await world.call(deleteAppointment, adminSession, { appointmentId: id });
    expect({ status: adminResponse.status, code: adminResponse.body.meta.code }).toEqual({
      status: 200,
      code: 'notFree',
    });
  });

  test('does not find another coach’s appointment, but an admin can delete any coach’s [7.9]', async () => {
    const id = await create();
    const otherSession = await world.signIn(await world.addCoach());
    expect((await world.call(deleteOwnAppointment, otherSession, { appointmentId: id })).status).toBe(404);
    expect((await world.call(deleteAppointment, adminSession, { appointmentId: id })).body.meta.status).toBe('success');
  });

  test('and booking it at the same time never both succeed; exactly one of them does [7.9]', async () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const id = await create();
      const participantSession = await world.signIn(await world.addParticipant());
      const [deletionResponse, bookingResponse] = await Promise.all([
        world.call(deleteOwnAppointment, coachSession, { appointmentId: id }),
        world.call(bookAppointment, participantSession, { appointmentId: id }),
      ]);
      expect([deletionResponse.status, bookingResponse.status].filter((status) => status === 200)).toHaveLength(1);
      expect((await rowOf(id))?.status).toBe(bookingResponse.status === 200 ? 'G' : undefined);
    }
  });
});

describe('the overview', () => {
  test('filters by range, status and coach, has pages, and counts the appointments of the range [7.8]', async () => {
    const ownWorld = await openWorld();
    try {
      const [ada, bea] = [await ownWorld.addCoach({ firstName: 'Ada' }), await ownWorld.addCoach({ firstName: 'Bea' })];
      const participant = await ownWorld.addParticipant({ firstName: 'Kim' });
      for (let number = 0; number < 20; number++) await ownWorld.addAppointment(ada, inDays(3 + number, '09:00'));
      await ownWorld.addAppointment(ada, inDays(3, '11:00'), { participant });
      await ownWorld.addAppointment(ada, inDays(-3, '11:00'), { participant, status: 'V' });
      await ownWorld.addAppointment(ada, inDays(3, '13:00'), { participant, status: 'K' });
      await ownWorld.addAppointment(bea, inDays(3, '14:00'), { isSpeedcoaching: true });
      const allStatuses = { booked: true, free: true, missed: true };
      const range = { fromDate: dateOf(inDays(-5, '09:00')), tillDate: dateOf(inDays(60, '09:00')) };
      const adaSession = await ownWorld.signIn(ada);
      const ownAdminSession = await ownWorld.signIn(await ownWorld.addAdmin());

      const firstPage = await ownWorld.call(getOwnOverview, adaSession, {
        ...range,
        status: allStatuses,
        page: 1,
        pageSize: 15,
      });
      expect(firstPage.body.meta).toMatchObject({ total: 22, counts: { booked: 1, free: 20, missed: 1 } });
      expect(firstPage.body.data).toHaveLength(15);
      const secondPage = await ownWorld.call(getOwnOverview, adaSession, {
        ...range,
        status: allStatuses,
        page: 2,
        pageSize: 15,
      });
      expect(secondPage.body.data).toHaveLength(7);

      const bookedPage = await ownWorld.call(getOwnOverview, adaSession, {
        ...range,
        status: { booked: true, free: false, missed: false },
      });
      expect(bookedPage.body.meta).toMatchObject({ total: 1, counts: { booked: 1, free: 20, missed: 1 } });
      expect(bookedPage.body.data).toMatchObject([
        {
          date: dateOf(inDays(3, '11:00')),
          timeSlot: '11:00 - 11:45',
          status: 'G',
          isSpeedcoaching: 0,
          participantFullName: 'Kim Beispiel',
          participantLocation: 'Köln',
          coachFullName: 'Ada Coach',
        },
      ]);
      const noStatus = { booked: false, free: false, missed: false };
      expect((await ownWorld.call(getOwnOverview, adaSession, { ...range, status: noStatus })).body.data).toEqual([]);
      const allCoachesResponse = await ownWorld.call(getFullOverview, ownAdminSession, {
        ...range,
        status: allStatuses,
        coachId: null,
      });
      expect(allCoachesResponse.body.data).toHaveLength(23);
      const oneCoachResponse = await ownWorld.call(getFullOverview, ownAdminSession, {
        ...range,
        status: allStatuses,
        coachId: bea,
      });
      expect(oneCoachResponse.body.data).toMatchObject([{ isSpeedcoaching: 1, participantFullName: '' }]);
    } finally {
      await ownWorld.close();
    }
  });

  test('refuses a range in the wrong order or of more than ten years', async () => {
    const status = { booked: true, free: true, missed: true };
    const getOverview = async (fromDate: string, tillDate: string) =>
      (await world.call(getOwnOverview, coachSession, { fromDate, tillDate, status })).body;
    expect((await getOverview('2026-12-02', '2026-12-01')).errors).toMatchObject([{ path: 'tillDate' }]);
    expect((await getOverview('2026-12-01', '2037-01-01')).meta.code).toBe('rangeTooLong');
    const plan = await world.call(getDailyPlan, coachSession, { fromDate: '2026-12-02', tillDate: '2026-12-01' });
    expect(plan.body.meta.code).toBe('invalid');
  });
});
