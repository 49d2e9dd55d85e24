import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dateOf } from '../../../shared/berlin.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { bookable } from '../contract.ts';
import { bookableDays } from './contract.ts';

let world: World;
let coach: number;
let person: number;
let session: string;
beforeAll(async () => {
  world = await openWorld();
  coach = await world.coach();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.deleteFrom('appointment').execute();
  world.clock.shiftMs = 0;
  person = await world.participant();
  session = await world.signIn(person);
});

const createBooking = (startsAt: Date, quota: number | null = null) =>
  world.appointment(coach, startsAt, { participant: person, quota });
const findIds = async (input: object) =>
  (await world.call(bookable, session, { ...input })).body.data?.map(({ id }) => id);
const answersOfBothCalls = (input: object) =>
  Promise.all(
    [bookable, bookableDays].map(async (call) => {
      const { status, body } = await world.call(call, session, { ...input });
      return { status, code: body.meta.code, message: body.meta.message };
    }),
  );
const inBothCalls = <T>(answer: T) => [answer, answer];

describe('searching for a slot to reschedule a booking to [4.13]', () => {
  test('ignores the quota, in the list and in the days', async () => {
    const third = await createBooking(inDays(10, '09:00'), 3);
    await createBooking(inDays(11, '09:00'), 1);
    await createBooking(inDays(12, '09:00'), 2);
    const free = await world.appointment(coach, inDays(20, '09:00'));
    const open = await world.appointment(coach, inDays(20, '12:00'), { speed: true });
    expect(await findIds({})).toEqual([open]);
    expect(await findIds({ insteadOf: third })).toEqual([free, open]);
    const { body } = await world.call(bookable, session, { insteadOf: third });
    expect(body.meta).toMatchObject({ status: 'success', quota: { used: 3, max: 3 } });
    expect((await world.call(bookableDays, session, { insteadOf: third })).body.data).toEqual([
      { date: dateOf(inDays(20, '09:00')), einzelcoachings: 1, speedcoachings: 1 },
    ]);
  });

  test('works with every filter and with pages', async () => {
    const ownBooking = await createBooking(inDays(10, '09:00'), 1);
    const other = await world.coach();
    await world.appointment(other, inDays(19, '09:00'));
    const ids: number[] = [];
    for (const day of [20, 21, 22]) ids.push(await world.appointment(coach, inDays(day, '09:00')));
    await world.appointment(coach, inDays(23, '14:00'));
    const from = dateOf(inDays(19, '09:00'));
    const filters = {
      insteadOf: ownBooking,
      coachId: coach,
      partOfDay: 'morning',
      fromDate: from,
      tillDate: addDays(from, 9),
    };
    expect(await findIds(filters)).toEqual(ids);
    const first = (await world.call(bookable, session, { ...filters, limit: 2 })).body;
    expect(first.data?.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const { nextCursor: cursor } = first.meta;
    expect(await findIds({ ...filters, limit: 2, ...(cursor ? { cursor } : {}) })).toEqual(ids.slice(2));
  });

  test('also finds slots that overlap the booking itself', async () => {
    const ownBooking = await createBooking(inDays(10, '09:00'), 1);
    const near = await world.appointment(await world.coach(), inDays(10, '09:15'));
    expect(await findIds({ insteadOf: ownBooking })).toEqual([near]);
  });

  test('is possible until exactly 48 hours before the booking starts', async () => {
    const startsAt = inDays(10, '09:00');
    const ownBooking = await createBooking(startsAt, 1);
    const free = await world.appointment(coach, inDays(20, '09:00'));
    const ahead = (ms: number) => startsAt.getTime() - 48 * 3_600_000 + ms - Date.now();
    world.clock.shiftMs = ahead(-10_000);
    session = await world.signIn(person);
    expect(await findIds({ insteadOf: ownBooking })).toEqual([free]);
    world.clock.shiftMs = ahead(1);
    const message = 'Dieser Termin kann nicht mehr umgebucht werden: Das geht nur bis 48 Stunden vor Beginn.';
    expect(await answersOfBothCalls({ insteadOf: ownBooking })).toEqual(
      inBothCalls({ status: 200, code: 'tooLate', message }),
    );
  });

  test('is refused if the booking was cancelled by its participant, cancelled as goodwill, or missed', async () => {
    const cancelled = await createBooking(inDays(10, '09:00'), 1);
    const bySelf = { status: 'K', cancel_kind: 'byParticipant', quota_number: null };
    await world.db.updateTable('appointment').set(bySelf).where('id', '=', cancelled).execute();
    const goodwill = await world.appointment(coach, inDays(11, '09:00'), { participant: person, status: 'K' });
    const missed = await world.appointment(coach, inDays(-1, '09:00'), { participant: person, status: 'V' });
    const message = 'Dieser Termin ist nicht mehr gebucht.';
    for (const insteadOf of [cancelled, goodwill, missed])
      expect(await answersOfBothCalls({ insteadOf })).toEqual(inBothCalls({ status: 200, code: 'notBooked', message }));
  });

  test('is not found for another person’s booking, a free slot or an unknown id, whatever else is wrong', async () => {
    const strangersBooking = await world.appointment(coach, inDays(10, '09:00'), {
      participant: await world.participant(),
    });
    const free = await world.appointment(coach, inDays(11, '09:00'));
    const message = 'Der Eintrag wurde nicht gefunden.';
    for (const insteadOf of [strangersBooking, free, 987_654_321])
      for (const wrong of [{}, { fromDate: '2026-12-02', tillDate: '2026-12-01' }])
        expect(await answersOfBothCalls({ insteadOf, ...wrong })).toEqual(
          inBothCalls({ status: 404, code: 'notFound', message }),
        );
  });

  test('treats an empty field as no booking', async () => {
    const open = await world.appointment(coach, inDays(11, '09:00'), { speed: true });
    for (const insteadOf of ['', null]) expect(await findIds({ insteadOf })).toEqual([open]);
    expect((await answersOfBothCalls({ insteadOf: 'x' }))[0]?.status).toBe(400);
  });
});
