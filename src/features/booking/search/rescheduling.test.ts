import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dateOf } from '../../../shared/berlin.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { listBookableSlots } from '../contract.ts';
import { listBookableDays } from './contract.ts';

let world: World;
let coach: number;
let person: number;
let session: string;
beforeAll(async () => {
  world = await openWorld();
  coach = await world.addCoach();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.deleteFrom('appointment').execute();
  world.clock.shiftMs = 0;
  person = await world.addParticipant();
  session = await world.signIn(person);
});

const createBooking = (startsAt: Date, quota: number | null = null) =>
  world.addAppointment(coach, startsAt, { participant: person, quotaNumber: quota });
const findIds = async (input: object) =>
  (await world.call(listBookableSlots, session, { ...input })).body.data?.map(({ id }) => id);
const callBoth = (input: object) =>
  Promise.all(
    [listBookableSlots, listBookableDays].map(async (call) => {
      const { status, body } = await world.call(call, session, { ...input });
      return { status, code: body.meta.code, message: body.meta.message };
    }),
  );
const twice = <T>(result: T) => [result, result];

describe('searching for a slot to reschedule a booking to [4.13]', () => {
  test('ignores the quota, both in the list and in the days', async () => {
    const thirdBooking = await createBooking(inDays(10, '09:00'), 3);
    await createBooking(inDays(11, '09:00'), 1);
    await createBooking(inDays(12, '09:00'), 2);
    const freeSlot = await world.addAppointment(coach, inDays(20, '09:00'));
    const speedcoaching = await world.addAppointment(coach, inDays(20, '12:00'), { isSpeedcoaching: true });
    expect(await findIds({})).toEqual([speedcoaching]);
    expect(await findIds({ insteadOf: thirdBooking })).toEqual([freeSlot, speedcoaching]);
    const { body } = await world.call(listBookableSlots, session, { insteadOf: thirdBooking });
    expect(body.meta).toMatchObject({ status: 'success', quota: { used: 3, max: 3 } });
    expect((await world.call(listBookableDays, session, { insteadOf: thirdBooking })).body.data).toEqual([
      { date: dateOf(inDays(20, '09:00')), einzelcoachings: 1, speedcoachings: 1 },
    ]);
  });

  test('works with all filters and with pages', async () => {
    const ownBooking = await createBooking(inDays(10, '09:00'), 1);
    const other = await world.addCoach();
    await world.addAppointment(other, inDays(19, '09:00'));
    const ids: number[] = [];
    for (const day of [20, 21, 22]) ids.push(await world.addAppointment(coach, inDays(day, '09:00')));
    await world.addAppointment(coach, inDays(23, '14:00'));
    const from = dateOf(inDays(19, '09:00'));
    const filters = {
      insteadOf: ownBooking,
      coachId: coach,
      partOfDay: 'morning',
      fromDate: from,
      tillDate: addDays(from, 9),
    };
    expect(await findIds(filters)).toEqual(ids);
    const first = (await world.call(listBookableSlots, session, { ...filters, limit: 2 })).body;
    expect(first.data?.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const { nextCursor: cursor } = first.meta;
    expect(await findIds({ ...filters, limit: 2, ...(cursor ? { cursor } : {}) })).toEqual(ids.slice(2));
  });

  test('also finds slots that overlap the booking itself', async () => {
    const ownBooking = await createBooking(inDays(10, '09:00'), 1);
    const overlapping = await world.addAppointment(await world.addCoach(), inDays(10, '09:15'));
    expect(await findIds({ insteadOf: ownBooking })).toEqual([overlapping]);
  });

  test('is possible until exactly 48 hours before the booking starts', async () => {
    const startsAt = inDays(10, '09:00');
    const ownBooking = await createBooking(startsAt, 1);
    const freeSlot = await world.addAppointment(coach, inDays(20, '09:00'));
    const shiftToDeadline = (offsetMs: number) => startsAt.getTime() - 48 * 3_600_000 + offsetMs - Date.now();
    world.clock.shiftMs = shiftToDeadline(-10_000);
    session = await world.signIn(person);
    expect(await findIds({ insteadOf: ownBooking })).toEqual([freeSlot]);
    world.clock.shiftMs = shiftToDeadline(1);
    const message = 'Dieser Termin kann nicht mehr verlegt werden: Das geht nur bis 48 Stunden vor Beginn.';
    expect(await callBoth({ insteadOf: ownBooking })).toEqual(twice({ status: 200, code: 'tooLate', message }));
  });

  test('is refused if the booking was cancelled by its participant, cancelled as goodwill, or missed', async () => {
    const cancelled = await createBooking(inDays(10, '09:00'), 1);
    const cancellation = { status: 'K', cancel_kind: 'byParticipant', quota_number: null };
    await world.db.updateTable('appointment').set(cancellation).where('id', '=', cancelled).execute();
    const goodwill = await world.addAppointment(coach, inDays(11, '09:00'), { participant: person, status: 'K' });
    const missed = await world.addAppointment(coach, inDays(-1, '09:00'), { participant: person, status: 'V' });
    const message = 'Dieser Termin ist nicht mehr gebucht.';
    for (const insteadOf of [cancelled, goodwill, missed])
      expect(await callBoth({ insteadOf })).toEqual(twice({ status: 200, code: 'notBooked', message }));
  });

  test('returns not found for another person’s booking, a free slot or an unknown id, even if the days are also wrong', async () => {
    const othersBooking = await world.addAppointment(coach, inDays(10, '09:00'), {
      participant: await world.addParticipant(),
    });
    const freeSlot = await world.addAppointment(coach, inDays(11, '09:00'));
    const message = 'Der Eintrag wurde nicht gefunden.';
    for (const insteadOf of [othersBooking, freeSlot, 987_654_321])
      for (const days of [{}, { fromDate: '2026-12-02', tillDate: '2026-12-01' }])
        expect(await callBoth({ insteadOf, ...days })).toEqual(twice({ status: 404, code: 'notFound', message }));
  });

  test('with an empty `insteadOf` is a search for a new booking', async () => {
    const speedcoaching = await world.addAppointment(coach, inDays(11, '09:00'), { isSpeedcoaching: true });
    for (const insteadOf of ['', null]) expect(await findIds({ insteadOf })).toEqual([speedcoaching]);
    expect((await callBoth({ insteadOf: 'x' }))[0]?.status).toBe(400);
  });
});
