import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dateOf, daysBetween, instantOf } from '../../../shared/berlin.ts';
import { rangeMessages } from '../../../shared/date-range.ts';
import { nextClockChange } from '../../../../tests/support/next-days.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { listBookableSlots } from '../contract.ts';
import { listBookableCoaches, listBookableDays } from './contract.ts';

let world: World;
let session: string;
let anna: number;
let bert: number;
beforeAll(async () => {
  world = await openWorld();
  anna = await world.addCoach({ firstName: 'Anna', lastName: 'Berg' });
  bert = await world.addCoach({ firstName: 'Bert', lastName: 'Neu' });
});
afterAll(() => world.close());
beforeEach(async () => {
  session = await world.signIn(await world.addParticipant());
});
afterEach(async () => {
  await world.db.deleteFrom('appointment').execute();
  world.clock.shiftMs = 0;
});

const today = dateOf(new Date());
/** A Monday some weeks ahead. */
const monday = addDays(today, 28 + ((8 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7));
/**
 * Returns the instant of a Berlin date and time without the portal's own functions. The offset is '+01:00' in winter
 * and '+02:00' in summer.
 */
const instantAtOffset = (date: string, time: string, offset: '+01:00' | '+02:00') =>
  new Date(`${date}T${time}:00${offset}`);
/** Returns the instant of a Berlin date and time. */
const berlinInstant = (date: string, time: string) => {
  const instant = instantOf(date, time);
  if (!instant) throw new Error('this time does not exist on the Berlin wall clock');
  return instant;
};

const idsOf = async (filters: object) =>
  (await world.call(listBookableSlots, session, { ...filters })).body.data?.map(({ id }) => id);
const daysOf = async (filters: object) => (await world.call(listBookableDays, session, { ...filters })).body.data;

describe('searching for bookable appointments [4.13]', () => {
  test('finds one coach’s appointments of both types, and nothing for an unknown coach', async () => {
    const first = await world.addAppointment(anna, berlinInstant(monday, '09:00'));
    await world.addAppointment(bert, berlinInstant(monday, '09:00'));
    const speedcoaching = await world.addAppointment(anna, berlinInstant(monday, '11:00'), { isSpeedcoaching: true });
    expect(await idsOf({ coachId: anna })).toEqual([first, speedcoaching]);
    expect(await idsOf({ coachId: 999_999 })).toEqual([]);
    expect(await daysOf({ coachId: anna })).toEqual([{ date: monday, einzelcoachings: 1, speedcoachings: 1 }]);
    expect(await daysOf({ coachId: 999_999 })).toEqual([]);
  });

  test('includes the first and the last day', async () => {
    const days = [-1, 0, 1, 2, 3].map((day) => addDays(monday, day));
    const ids: number[] = [];
    for (const day of days) {
      ids.push(await world.addAppointment(anna, berlinInstant(day, '00:00'), { minutes: 15 }));
      ids.push(await world.addAppointment(anna, berlinInstant(day, '23:45'), { minutes: 15 }));
    }
    const [before, , , last, after] = days;
    expect(await idsOf({ fromDate: monday, tillDate: last })).toEqual(ids.slice(2, 8));
    expect(await idsOf({ fromDate: last })).toEqual(ids.slice(6));
    expect(await idsOf({ tillDate: before })).toEqual(ids.slice(0, 2));
    expect(await idsOf({ fromDate: monday, tillDate: monday })).toEqual(ids.slice(2, 4));
    expect((await daysOf({ fromDate: last, tillDate: after }))?.map(({ date }) => date)).toEqual([last, after]);
  });

  test.each([
    ['morning', ['00:00', '11:59'], 2],
    ['afternoon', ['12:00', '16:59'], 4],
    ['evening', ['17:00', '23:30'], 3],
  ])('finds the appointments that start in the %s', async (partOfDay, firstAndLastTime, count) => {
    const ids = new Map<string, number>();
    for (const time of ['00:00', '11:59', '12:30', '12:00', '16:30', '16:59', '17:30', '17:00', '23:30']) {
      const coach = await world.addCoach();
      ids.set(time, await world.addAppointment(coach, berlinInstant(monday, time), { minutes: 15 }));
    }
    const foundIds = await idsOf({ partOfDay });
    expect(foundIds).toEqual(expect.arrayContaining(firstAndLastTime.map((time) => ids.get(time))));
    expect(foundIds).toHaveLength(count);
  });

  test('accepts weekdays from 1 (Monday) to 7 (Sunday)', async () => {
    const ids: number[] = [];
    for (const day of [0, 1, 2, 3, 4, 5, 6])
      ids.push(await world.addAppointment(anna, berlinInstant(addDays(monday, day), '10:00')));
    for (const weekday of [1, 2, 3, 4, 5, 6, 7])
      expect(await idsOf({ weekdays: [weekday] })).toEqual([ids[weekday - 1]]);
    expect(await idsOf({ weekdays: [7, 2, 2] })).toEqual([ids[1], ids[6]]);
  });

  test('finds the appointments that match all filters, in the list and in the days', async () => {
    const tuesday = addDays(monday, 1);
    const match = await world.addAppointment(anna, berlinInstant(tuesday, '13:00'));
    const speedMatch = await world.addAppointment(anna, berlinInstant(tuesday, '15:00'), { isSpeedcoaching: true });
    await world.addAppointment(bert, berlinInstant(tuesday, '13:00'));
    await world.addAppointment(anna, berlinInstant(tuesday, '10:00'));
    await world.addAppointment(anna, berlinInstant(monday, '13:00'));
    await world.addAppointment(anna, berlinInstant(addDays(tuesday, 7), '13:00'));
    const filters = {
      coachId: anna,
      fromDate: monday,
      tillDate: addDays(monday, 6),
      weekdays: [2, 3],
      partOfDay: 'afternoon',
    };
    expect(await idsOf(filters)).toEqual([match, speedMatch]);
    expect(await daysOf(filters)).toEqual([{ date: tuesday, einzelcoachings: 1, speedcoachings: 1 }]);
  });

  test('returns pages, in the same way as without filters', async () => {
    const matchingIds: number[] = [];
    for (const day of [0, 1, 7, 8, 14])
      for (const coach of [anna, bert]) {
        const id = await world.addAppointment(coach, berlinInstant(addDays(monday, day), '10:00'));
        if (day % 7 === 0) matchingIds.push(id);
      }
    const filters = { weekdays: [1], partOfDay: 'morning' };
    const all = (await world.call(listBookableSlots, session, filters)).body;
    expect(all.data?.map(({ id }) => id)).toEqual(matchingIds);
    expect(all.meta).toMatchObject({ status: 'success', quota: { used: 0, max: 3 } });
    const paged: unknown[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { body } = await world.call(listBookableSlots, session, {
        ...filters,
        limit: 2,
        ...(cursor ? { cursor } : {}),
      });
      paged.push(...(body.data ?? []));
      cursor = body.meta.nextCursor;
      pages++;
    } while (cursor);
    expect({ pages, paged }).toEqual({ pages: 3, paged: all.data });
  });

  test('finds no slots that are booked, have begun or belong to an inactive coach', async () => {
    const inactiveCoach = await world.addCoach({ firstName: 'Cleo', lastName: 'Weg' });
    await world.addAppointment(inactiveCoach, berlinInstant(monday, '10:00'));
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', inactiveCoach).execute();
    await world.addAppointment(anna, berlinInstant(monday, '10:00'), { participant: await world.addParticipant() });
    await world.addAppointment(anna, new Date(Date.now() - 3_600_000));
    await world.addAppointment(bert, new Date(Date.now() - 7_200_000), { isSpeedcoaching: true });
    for (const filters of [{ coachId: inactiveCoach }, { coachId: anna }, { fromDate: addDays(today, -2) }])
      expect(await idsOf(filters)).toEqual([]);
    expect(await daysOf({})).toEqual([]);
    expect((await world.call(listBookableCoaches, session)).body.data).toEqual([]);
  });

  test('finds only Speedcoachings for a participant with three bookings', async () => {
    const person = await world.addParticipant();
    for (const quota of [1, 2, 3])
      await world.addAppointment(bert, berlinInstant(addDays(monday, quota), '09:00'), {
        participant: person,
        quotaNumber: quota,
      });
    await world.addAppointment(anna, berlinInstant(monday, '10:00'));
    const speedcoaching = await world.addAppointment(anna, berlinInstant(monday, '11:00'), { isSpeedcoaching: true });
    session = await world.signIn(person);
    expect(await idsOf({ coachId: anna })).toEqual([speedcoaching]);
    expect((await world.call(listBookableSlots, session, { coachId: anna })).body.meta.quota).toEqual({
      used: 3,
      max: 3,
    });
    expect(await daysOf({})).toEqual([{ date: monday, einzelcoachings: 0, speedcoachings: 1 }]);
  });

  test('is possible for an admin, too', async () => {
    const id = await world.addAppointment(anna, berlinInstant(monday, '10:00'));
    session = await world.signIn(await world.addAdmin());
    expect(await idsOf({ coachId: anna })).toEqual([id]);
    expect(await daysOf({})).toHaveLength(1);
  });

  test('ignores empty filters; if the filters match everything, the page and its cursor are the same as without filters', async () => {
    for (const hour of ['09:00', '10:00', '11:00']) await world.addAppointment(anna, berlinInstant(monday, hour));
    const unfilteredPage = (await world.call(listBookableSlots, session, { limit: 2 })).body;
    const empty = { coachId: null, fromDate: '', tillDate: '', weekdays: null, partOfDay: null };
    expect((await world.call(listBookableSlots, session, { limit: 2, ...empty })).body).toEqual(unfilteredPage);
    const matchingFilters = { coachId: anna, fromDate: monday, tillDate: monday, weekdays: [1], partOfDay: 'morning' };
    expect((await world.call(listBookableSlots, session, { limit: 2, ...matchingFilters })).body).toEqual(
      unfilteredPage,
    );
  });

  test('reports days in the wrong order as an error at the end date', async () => {
    for (const call of [listBookableSlots, listBookableDays]) {
      const { status, body } = await world.call(call, session, { fromDate: monday, tillDate: addDays(monday, -1) });
      expect({ status, code: body.meta.code, errors: body.errors }).toEqual({
        status: 200,
        code: 'invalid',
        errors: [{ path: 'tillDate', message: rangeMessages.invalidRange }],
      });
    }
  });

  test.each([
    ['a day that does not exist', { fromDate: '2027-02-29' }, 'fromDate'],
    ['no weekday', { weekdays: [] }, 'weekdays'],
    ['an eighth weekday', { weekdays: [8] }, 'weekdays.0'],
    ['an unknown part of the day', { partOfDay: 'noon' }, 'partOfDay'],
    ['a coach by name', { coachId: 'Anna' }, 'coachId'],
  ])('rejects %s as malformed input, with an error at the field', async (_, filters, path) => {
    for (const call of [listBookableSlots, listBookableDays]) {
      const { status, body } = await world.call(call, session, filters);
      expect({ status, code: body.meta.code, paths: body.errors?.map((error) => error.path) }).toEqual({
        status: 400,
        code: 'invalidRequest',
        paths: [path],
      });
    }
  });

  test('accepts a range of up to ten years in the list', async () => {
    const tenYears = { fromDate: today, tillDate: addDays(today, 3653) };
    expect((await world.call(listBookableSlots, session, tenYears)).body.meta.status).toBe('success');
    const { status, body } = await world.call(listBookableSlots, session, {
      ...tenYears,
      tillDate: addDays(today, 3654),
    });
    expect({ status, code: body.meta.code }).toEqual({ status: 200, code: 'rangeTooLong' });
    expect(body.meta.message).toBe(rangeMessages.rangeTooLong);
  });
});

describe('the days on which something can be booked [4.13]', () => {
  test('cover 92 days from today on by default, and never more than 92 days', async () => {
    await world.addAppointment(anna, berlinInstant(addDays(today, 91), '10:00'));
    await world.addAppointment(anna, berlinInstant(addDays(today, 92), '10:00'));
    expect((await daysOf({}))?.map(({ date }) => date)).toEqual([addDays(today, 91)]);
    expect((await daysOf({ tillDate: addDays(today, 91) }))?.length).toBe(1);
    expect((await daysOf({ fromDate: addDays(today, 1) }))?.length).toBe(2);
    expect((await daysOf({ fromDate: addDays(today, 92), tillDate: addDays(today, 183) }))?.length).toBe(1);
    for (const tooLong of [
      { tillDate: addDays(today, 92) },
      { fromDate: addDays(today, 92), tillDate: addDays(today, 184) },
    ]) {
      const { status, body } = await world.call(listBookableDays, session, tooLong);
      expect({ status, code: body.meta.code }).toEqual({ status: 200, code: 'rangeTooLong' });
      expect(body.meta.message).toBe('Der Zeitraum darf höchstens 92 Tage lang sein.');
    }
    expect(await daysOf({ tillDate: addDays(today, -1) })).toEqual([]);
  });

  test('have the same counts as the list, for each day and type', async () => {
    for (let day = 0; day < 12; day++)
      for (const [index, time] of ['08:00', '12:00', '16:00', '18:00'].entries())
        // Leaves out every third time, so that the days differ.
        if ((day * 7 + index) % 3 > 0)
          await world.addAppointment(index % 2 ? anna : bert, berlinInstant(addDays(monday, day), time), {
            isSpeedcoaching: index === 3,
          });
    for (const filters of [{}, { coachId: anna }, { weekdays: [2, 6] }, { partOfDay: 'afternoon' }]) {
      const list = (await world.call(listBookableSlots, session, filters)).body.data ?? [];
      const countsByDate = new Map<string, { date: string; einzelcoachings: number; speedcoachings: number }>();
      for (const { date, type } of list) {
        const day = countsByDate.get(date) ?? { date, einzelcoachings: 0, speedcoachings: 0 };
        if (type === 'Einzelcoaching') day.einzelcoachings++;
        else day.speedcoachings++;
        countsByDate.set(date, day);
      }
      expect(await daysOf(filters)).toEqual([...countsByDate.values()]);
    }
  });
});

describe('the search uses the days and times of Berlin [4.13]', () => {
  /** The Sundays of the next clock changes, with the offsets from UTC before and after the change. */
  const clockChanges = [
    { name: 'spring', date: nextClockChange('spring'), offsetBefore: '+01:00', offsetAfter: '+02:00' },
    { name: 'autumn', date: nextClockChange('autumn'), offsetBefore: '+02:00', offsetAfter: '+01:00' },
  ] as const;

  test.each(clockChanges)('on the day of the $name clock change', async ({ date, offsetBefore, offsetAfter }) => {
    const ids = [
      await world.addAppointment(anna, instantAtOffset(addDays(date, -1), '23:30', offsetBefore), { minutes: 15 }),
      await world.addAppointment(anna, instantAtOffset(date, '00:00', offsetBefore), { minutes: 15 }),
      await world.addAppointment(anna, instantAtOffset(date, '01:30', offsetBefore), { minutes: 15 }),
      await world.addAppointment(anna, instantAtOffset(date, '11:59', offsetAfter), { minutes: 15 }),
      await world.addAppointment(anna, instantAtOffset(date, '16:59', offsetAfter), { minutes: 15 }),
      await world.addAppointment(anna, instantAtOffset(date, '23:30', offsetAfter), { minutes: 15 }),
      await world.addAppointment(anna, instantAtOffset(addDays(date, 1), '00:00', offsetAfter), { minutes: 15 }),
    ];
    const sunday = { fromDate: date, tillDate: date };
    expect(await idsOf(sunday)).toEqual(ids.slice(1, 6));
    expect(await daysOf(sunday)).toEqual([{ date, einzelcoachings: 5, speedcoachings: 0 }]);
    expect(await idsOf({ ...sunday, partOfDay: 'morning' })).toEqual(ids.slice(1, 4));
    expect(await idsOf({ ...sunday, partOfDay: 'afternoon' })).toEqual(ids.slice(4, 5));
    expect(await idsOf({ ...sunday, partOfDay: 'evening' })).toEqual(ids.slice(5, 6));
    const threeDays = { fromDate: addDays(date, -1), tillDate: addDays(date, 1) };
    expect(await idsOf({ ...threeDays, weekdays: [7] })).toEqual(ids.slice(1, 6));
    expect(await idsOf({ ...threeDays, weekdays: [1] })).toEqual(ids.slice(6));
  });

  test('whatever the time zones of server and database are', async () => {
    const ids = [
      await world.addAppointment(anna, berlinInstant(monday, '00:15'), { minutes: 15 }),
      await world.addAppointment(anna, berlinInstant(monday, '12:00'), { minutes: 15 }),
      await world.addAppointment(anna, berlinInstant(monday, '23:30'), { minutes: 15 }),
    ];
    const database = new URL(world.ownerUrl).pathname.slice(1);
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const originalZone = process.env['TZ'];
      process.env['TZ'] = zone;
      await setZoneOfConnections(database, zone);
      try {
        // The first call may still use a connection that is being closed.
        await expect.poll(() => idsOf({ fromDate: monday, tillDate: monday })).toEqual(ids);
        expect(await idsOf({ weekdays: [1], partOfDay: 'afternoon' })).toEqual(ids.slice(1, 2));
        expect(await daysOf({ weekdays: [1] })).toEqual([{ date: monday, einzelcoachings: 3, speedcoachings: 0 }]);
      } finally {
        if (originalZone === undefined) delete process.env['TZ'];
        else process.env['TZ'] = originalZone;
        await setZoneOfConnections(database, 'UTC');
      }
    }
  });

  test('and by default starts on the current day of the database’s clock', async () => {
    await world.addAppointment(anna, berlinInstant(monday, '10:00'));
    const later = addDays(monday, 92);
    await world.addAppointment(anna, berlinInstant(later, '10:00'));
    world.clock.shiftMs = (daysBetween(today, monday) + 2) * 86_400_000;
    session = await world.signIn(await world.addParticipant());
    expect((await daysOf({}))?.map(({ date }) => date)).toEqual([later]);
  });
});

describe('the coaches who can be booked [4.13]', () => {
  const listCoaches = async () => (await world.call(listBookableCoaches, session)).body.data;

  test('are those with an upcoming free Einzelcoaching, in German order', async () => {
    const [oezge, zoe, paul] = [
      await world.addCoach({ firstName: 'Özge', lastName: 'Arslan' }),
      await world.addCoach({ firstName: 'Zoe', lastName: 'Alt' }),
      await world.addCoach({ firstName: 'Paul', lastName: 'Offen' }),
    ];
    for (const coach of [zoe, oezge, anna]) await world.addAppointment(coach, berlinInstant(monday, '10:00'));
    await world.addAppointment(anna, berlinInstant(monday, '12:00'));
    await world.addAppointment(paul, berlinInstant(monday, '10:00'), { isSpeedcoaching: true });
    await world.addAppointment(bert, new Date(Date.now() - 3_600_000));
    expect(await listCoaches()).toEqual([
      { value: anna, label: 'Anna Berg' },
      { value: oezge, label: 'Özge Arslan' },
      { value: zoe, label: 'Zoe Alt' },
    ]);
  });

  test('are the same for a participant with three bookings', async () => {
    const person = await world.addParticipant();
    for (const quota of [1, 2, 3])
      await world.addAppointment(bert, berlinInstant(addDays(monday, quota), '09:00'), {
        participant: person,
        quotaNumber: quota,
      });
    await world.addAppointment(anna, berlinInstant(monday, '10:00'));
    session = await world.signIn(person);
    expect(await listCoaches()).toEqual([{ value: anna, label: 'Anna Berg' }]);
  });
});

/** Sets the time zone for new connections to the database and closes the open ones, so that the pool opens new ones. */
async function setZoneOfConnections(database: string, zone: string): Promise<void> {
  await sql`ALTER DATABASE ${sql.ref(database)} SET timezone = ${sql.lit(zone)}`.execute(world.db);
  // Ends only connections of clients. The database may also run autovacuum, which only a superuser may end.
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = ${database} AND backend_type = 'client backend' AND pid <> pg_backend_pid()
  `.execute(world.db);
}
