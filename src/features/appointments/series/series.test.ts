import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateOf, instantOf, wallClock } from '../../../shared/berlin.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { toActionFlags, changeBooking } from '../../booking/admin/contract.ts';
import { bookAppointment, cancelAppointment } from '../../booking/contract.ts';
import { moveAppointment, moveOwnAppointment } from '../../booking/move/contract.ts';
import { reschedule } from '../../booking/reschedule/contract.ts';
import { joinWaiting, myWaiting } from '../../waiting/contract.ts';
import { endOwnSeries, endSeries, getOwnSeries, getSeries, planOwnSeries, planSeries } from './contract.ts';
import { toPlannedTimes, type SeriesForm } from './rules.ts';

let world: World;
let adminId: number;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  world.clock.shiftMs = now.getTime() - Date.now();
  adminId = await world.addAdmin();
  adminSession = await world.signIn(adminId);
});
afterAll(() => world.close());

/**
 * Returns the instant of a Berlin date and time. In 2041, 1 May is a Wednesday, and the clocks change on 31 March and
 * 27 October.
 */
const at = (date: string, time: string) => {
  const instant = instantOf(date, time);
  if (!instant) throw new Error(`${date} ${time}`);
  return instant;
};
/** The world's clock when the tests begin, a Monday. */
const now = at('2040-12-03', '09:30');

const form = {
  type: 'Einzelcoaching',
  weekdays: [3],
  everyWeeks: 1,
  fromDate: '2041-04-22',
  tillDate: '2041-05-05',
  fromTime: '09:00',
  tillTime: '12:00',
  minutes: 45,
  breakMinutes: 15,
  apply: false,
};
const plan = (coachId: number, changes: object = {}) =>
  world.call(planSeries, adminSession, { ...form, coachId, ...changes });
/** Returns the entries of a preview as `date fromTime state`. */
async function statesOf(coachId: number, changes: object = {}) {
  const { data } = (await plan(coachId, changes)).body;
  return (data?.entries ?? []).map(({ date, fromTime, state }) => `${date} ${fromTime} ${state}`);
}
/** Creates a coach whose federal state is North Rhine-Westphalia. */
async function createCoachInNrw(): Promise<number> {
  const coach = await world.addCoach();
  await world.db.updateTable('coach').set({ state: 'DE-NW' }).where('person_id', '=', coach).execute();
  return coach;
}
const rowsOf = (coach: number) =>
  world.db
    .selectFrom('appointment')
    .selectAll()
    .where('coach_id', '=', coach)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
/** Creates a series, and returns its id and its free appointments in order. */
async function createSeries(coach: number, changes: object = {}) {
  const counts = (await plan(coach, changes)).body.data?.counts;
  const { body } = await plan(coach, { ...changes, apply: true, expect: counts?.new });
  const seriesId = body.data?.seriesId ?? 0;
  const rows = (await rowsOf(coach)).filter((row) => row.series_id === seriesId);
  return { seriesId, slots: rows.map(({ id }) => id) };
}

describe('the preview of a series [7.13]', () => {
  test('shows each appointment with the first state that applies, and counts the states', async () => {
    const coach = await createCoachInNrw();
    const participant = await world.addParticipant();
    await world.addAppointment(coach, at('2041-04-24', '09:00'), { participant });
    await world.addAppointment(coach, at('2041-04-24', '10:00'), { participant, status: 'K' });
    await world.addAppointment(coach, at('2041-04-24', '11:00'), { isSpeedcoaching: true });
    await world.addAppointment(coach, at('2041-05-01', '09:00'));
    await world.addAppointment(coach, at('2041-05-01', '10:15'));
    const { status, body } = await plan(coach);
    expect(status).toBe(200);
    const entry = (date: string, fromTime: string, tillTime: string, state: string, message: string) => ({
      date,
      fromTime,
      tillTime,
      state,
      message,
    });
    expect(body.data).toEqual({
      seriesId: null,
      entries: [
        entry('2041-04-24', '09:00', '09:45', 'exists', 'Termin existiert bereits'),
        entry('2041-04-24', '10:00', '10:45', 'new', 'Neuer Termin'),
        entry(
          '2041-04-24',
          '11:00',
          '11:45',
          'conflict',
          'Der Termin überschneidet sich mit einem anderen Termin des Coaches',
        ),
        entry('2041-05-01', '09:00', '09:45', 'exists', 'Termin existiert bereits'),
        entry('2041-05-01', '10:00', '10:45', 'holiday', 'Feiertag: Tag der Arbeit'),
        entry('2041-05-01', '11:00', '11:45', 'holiday', 'Feiertag: Tag der Arbeit'),
      ],
      counts: { clockChange: 0, past: 0, exists: 2, holiday: 2, absent: 0, conflict: 1, new: 1 },
    });
    expect(await world.db.selectFrom('series').select('id').where('coach_id', '=', coach).execute()).toEqual([]);
  });

  test('has no holidays if neither the coach nor the provider has a federal state', async () => {
    expect(await statesOf(await world.addCoach(), { tillTime: '09:45' })).toEqual([
      '2041-04-24 09:00 new',
      '2041-05-01 09:00 new',
    ]);
  });

  test('marks times that a clock change skips or repeats', async () => {
    const nights = { weekdays: [7], fromTime: '01:00', tillTime: '05:00', minutes: 60, breakMinutes: 0 };
    const coach = await world.addCoach();
    for (const date of ['2041-03-31', '2041-10-27'])
      expect(await statesOf(coach, { ...nights, fromDate: date, tillDate: date })).toEqual([
        `${date} 01:00 clockChange`,
        `${date} 02:00 clockChange`,
        `${date} 03:00 new`,
        `${date} 04:00 new`,
      ]);
  });

  test('keeps the time of day across both clock changes and New Year', async () => {
    const coach = await createCoachInNrw();
    const year = { everyWeeks: 4, tillTime: '09:45', fromDate: '2041-03-06', tillDate: '2042-02-01' };
    const { slots } = await createSeries(coach, year);
    const rows = (await rowsOf(coach)).map((row) => wallClock(row.starts_at as unknown as Date));
    expect(rows.map(({ time }) => time)).toEqual(Array.from({ length: 11 }, () => '09:00'));
    expect(rows.map(({ date }) => date)).toEqual([
      '2041-03-06',
      '2041-04-03',
      '2041-05-29',
      '2041-06-26',
      '2041-07-24',
      '2041-08-21',
      '2041-09-18',
      '2041-10-16',
      '2041-11-13',
      '2041-12-11',
      '2042-01-08',
    ]);
    expect(slots).toHaveLength(11);
    const newYear = { fromDate: '2041-12-23', tillDate: '2042-01-05', tillTime: '09:45' };
    expect(await statesOf(coach, newYear)).toEqual(['2041-12-25 09:00 holiday', '2042-01-01 09:00 holiday']);
  });

  test('marks appointments that have already begun according to the database’s clock', async () => {
    const coach = await world.addCoach();
    const [yesterday, tomorrow] = ['2040-12-02', '2040-12-04'];
    const days = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromDate: yesterday, tillDate: tomorrow };
    await world.addAppointment(coach, at(yesterday, '09:00'));
    const states = await statesOf(coach, { ...days, tillTime: '09:45' });
    expect(states[0]).toBe(`${yesterday} 09:00 past`);
    expect(states[2]).toBe(`${tomorrow} 09:00 new`);
  });

  test('is the same in every time zone of the process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'series-'));
    const program = join(folder, 'series.mts');
    const urlOf = (file: string) => pathToFileURL(resolve(import.meta.dirname, file)).href;
    const year: SeriesForm = {
      type: 'Einzelcoaching',
      weekdays: [1, 7],
      everyWeeks: 1,
      fromDate: '2041-02-01',
      tillDate: '2042-01-31',
      fromTime: '00:00',
      tillTime: '23:45',
      minutes: 60,
      breakMinutes: 30,
    };
    await writeFile(
      program,
      `import { toPlannedTimes } from '${urlOf('rules.ts')}';
      import { instantOf } from '${urlOf('../../../shared/berlin.ts')}';
      console.log(JSON.stringify(toPlannedTimes(${JSON.stringify(year)}).map((time) => [time, instantOf(time.date, time.fromTime)])));`,
    );
    const outputs = ['Europe/Berlin', 'America/New_York'].map((TZ) =>
      execFileSync(process.execPath, ['--import', import.meta.resolve('tsx'), program], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      }),
    );
    await rm(folder, { recursive: true });
    expect(outputs[1]).toBe(outputs[0]);
    const expected = toPlannedTimes(year).map((time) => [time, instantOf(time.date, time.fromTime)]);
    expect(JSON.parse(outputs[0] ?? '')).toEqual(JSON.parse(JSON.stringify(expected)));
  });
});

describe('creating a series [7.13]', () => {
  test('creates all new appointments with one audit entry; repeating the call is refused as stale', async () => {
    const coach = await createCoachInNrw();
    const { status, body } = await plan(coach, { apply: true, expect: 3 });
    expect(status).toBe(200);
    expect(body.data?.counts.new).toBe(3);
    const rows = await rowsOf(coach);
    expect(rows.map((row) => [row.status, row.series_id])).toEqual(
      Array.from({ length: 3 }, () => ['F', body.data?.seriesId]),
    );
    const entries = await world.db.selectFrom('audit').selectAll().where('person_id', '=', coach).execute();
    expect(entries.map(({ actor_id, action }) => [actor_id, action])).toEqual([[adminId, 'seriesMade']]);
    const repeated = await plan(coach, { apply: true, expect: 3 });
    expect({ status: repeated.status, code: repeated.body.meta.code }).toEqual({ status: 409, code: 'stale' });
    expect(await rowsOf(coach)).toHaveLength(3);
  });

  test('creates nothing if the number of new appointments differs from the preview', async () => {
    const coach = await createCoachInNrw();
    for (const expected of [0, 2, 4]) {
      const { status, body } = await plan(coach, { apply: true, expect: expected });
      expect({ status, code: body.meta.code }).toEqual({ status: 409, code: 'stale' });
    }
    expect(await rowsOf(coach)).toEqual([]);
    expect(await world.db.selectFrom('series').select('id').where('coach_id', '=', coach).execute()).toEqual([]);
  });

  test('succeeds but stores no series if no new appointments are found or expected', async () => {
    const coach = await createCoachInNrw();
    const { body } = await plan(coach, { fromDate: '2041-05-01', tillDate: '2041-05-01', apply: true, expect: 0 });
    expect(body.data).toMatchObject({ seriesId: null, counts: { new: 0, holiday: 3 } });
  });

  test('is limited to 2,000 appointments in 366 days', async () => {
    const coach = await world.addCoach();
    const wholeYear = { ...form, weekdays: [1, 2, 3, 4, 5, 6, 7], fromDate: '2041-01-01', tillDate: '2042-01-01' };
    const fiveADay = { ...wholeYear, fromTime: '08:00', tillTime: '13:00', minutes: 60, breakMinutes: 0 };
    const { slots } = await createSeries(coach, fiveADay);
    expect(slots).toHaveLength(366 * 5);
    const sixADay = await plan(coach, { ...fiveADay, tillTime: '14:00' });
    expect({ status: sixADay.status, code: sixADay.body.meta.code }).toEqual({ status: 409, code: 'tooMany' });
  });

  test('offers the new appointments to the waiting list [12.2]', async () => {
    const coach = await world.addCoach();
    const session = await world.signIn(await world.addParticipant());
    const date = '2040-12-23';
    await world.call(joinWaiting, session, { coachId: coach, fromDate: date, tillDate: date });
    const days = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromDate: date, tillDate: date };
    const { slots } = await createSeries(coach, days);
    expect((await world.call(myWaiting, session)).body.data?.[0]?.offer?.appointmentId).toBe(slots[0]);
  });

  test('is refused with the first reason that applies', async () => {
    const coach = await world.addCoach();
    const refusal = async (changes: object) => {
      const { status, body } = await plan(coach, { apply: true, expect: 3, ...changes });
      return `${status} ${body.meta.code}`;
    };
    const tooLong = { tillDate: addDays(form.fromDate, 366) };
    const tooMany = {
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      tillDate: addDays(form.fromDate, 365),
      minutes: 15,
      breakMinutes: 0,
    };
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
    expect(await refusal({ weekdays: [], ...tooLong })).toBe('409 invalid');
    expect(await refusal({ expect: null })).toBe('409 invalid');
    expect(await refusal({ weekdays: [3], fromDate: '2041-04-25', tillDate: '2041-04-29' })).toBe('409 invalid');
    expect(await refusal({ ...tooMany, ...tooLong })).toBe('409 rangeTooLong');
    expect(await refusal(tooMany)).toBe('409 tooMany');
    expect(await refusal({})).toBe('409 inactive');
    expect(await refusal({ apply: false })).toBe('409 inactive');
    expect(await refusal({ coachId: 987_654_321 })).toBe('404 notFound');
    expect(await refusal({ coachId: null })).toBe('409 invalid');
    expect(await refusal({ weekdays: [8] })).toBe('400 invalidRequest');
  });

  test('uses a coach’s own calendar, whichever coach the call names, and requires a coach profile', async () => {
    const [ada, cora] = [await world.addCoach(), await world.addCoach()];
    const session = await world.signIn(ada);
    const { body } = await world.call(planOwnSeries, session, { ...form, coachId: cora, apply: true, expect: 6 });
    expect(body.meta.status).toBe('success');
    expect([(await rowsOf(ada)).length, (await rowsOf(cora)).length]).toEqual([6, 0]);
    const withoutProfile = await world.call(planOwnSeries, adminSession, form);
    expect({ status: withoutProfile.status, code: withoutProfile.body.meta.code }).toEqual({
      status: 409,
      code: 'noCoachProfile',
    });
  });
});

describe('the list of series [7.14]', () => {
  const days = { fromDate: '2041-04-22', tillDate: '2041-05-05' };
  const listSeriesOf = async (coachId: number) =>
    (await world.call(getSeries, adminSession, { ...days, coachId })).body.data ?? [];
  const countsOf = async (coachId: number) => (await listSeriesOf(coachId)).map(({ free, booked }) => [free, booked]);

  test('shows each plan and how many appointments are free and booked; coaches see only their own series', async () => {
    const ada = await world.addCoach({ firstName: 'Ada', lastName: 'Serie' });
    const other = await world.addCoach();
    const { seriesId, slots } = await createSeries(ada, { weekdays: [5, 3, 3] });
    await createSeries(other);
    await world.call(bookAppointment, await world.signIn(await world.addParticipant()), { appointmentId: slots[0] });
    const expected = {
      seriesId,
      coachId: ada,
      coach: 'Ada Serie',
      type: 'Einzelcoaching',
      weekdays: [3, 5],
      everyWeeks: 1,
      fromDate: '2041-04-22',
      tillDate: '2041-05-05',
      fromTime: '09:00',
      tillTime: '12:00',
      minutes: 45,
      breakMinutes: 15,
      free: 11,
      booked: 1,
    };
    expect(await listSeriesOf(ada)).toEqual([expected]);
    const ownSeries = await world.call(getOwnSeries, await world.signIn(ada), { ...days, coachId: other });
    expect(ownSeries.body.data).toEqual([expected]);
    expect((await world.call(getOwnSeries, adminSession, days)).body.data).toEqual([]);
    const allSeries = (await world.call(getSeries, adminSession, { ...days, coachId: null })).body.data ?? [];
    expect(allSeries.map(({ coachId }) => coachId)).toEqual(expect.arrayContaining([ada, other]));
  });

  test('has the series whose days overlap the range', async () => {
    const coach = await world.addCoach();
    await createSeries(coach);
    const countIn = async (fromDate: string, tillDate: string) =>
      (await world.call(getSeries, adminSession, { fromDate, tillDate, coachId: coach })).body.data?.length;
    expect(await countIn('2041-01-01', '2041-04-21')).toBe(0);
    expect(await countIn('2041-01-01', '2041-04-22')).toBe(1);
    expect(await countIn('2041-05-05', '2041-06-01')).toBe(1);
    expect(await countIn('2041-05-06', '2041-06-01')).toBe(0);
    const { body } = await world.call(getSeries, adminSession, {
      fromDate: '2041-01-01',
      tillDate: '2051-02-01',
      coachId: coach,
    });
    expect(body.meta.code).toBe('rangeTooLong');
  });

  test('counts a slot as free again after its booking is cancelled', async () => {
    const coach = await world.addCoach();
    const { slots } = await createSeries(coach);
    const session = await world.signIn(await world.addParticipant());
    await world.call(bookAppointment, session, { appointmentId: slots[0] });
    expect(await countsOf(coach)).toEqual([[5, 1]]);
    await world.call(cancelAppointment, session, { appointmentId: slots[0], reason: '' });
    expect(await countsOf(coach)).toEqual([[6, 0]]);
    const action = toActionFlags('booked');
    await world.call(changeBooking, adminSession, { appointmentId: slots[0], action });
    expect(await countsOf(coach)).toEqual([[5, 1]]);
  });

  test('no longer counts a moved free appointment, but counts the slot that a moved booking leaves free', async () => {
    const coach = await world.addCoach();
    const { slots } = await createSeries(coach);
    const session = await world.signIn(coach);
    const to = { date: '2041-04-25', fromTime: '15:00', tillTime: '15:45' };
    await world.call(moveOwnAppointment, session, { appointmentId: slots[0], ...to });
    expect(await countsOf(coach)).toEqual([[5, 0]]);

    const participant = await world.signIn(await world.addParticipant());
    await world.call(bookAppointment, participant, { appointmentId: slots[1] });
    const moveInput = {
      appointmentId: slots[1],
      coachId: coach,
      date: '2041-04-26',
      fromTime: '15:00',
      tillTime: '15:45',
    };
    expect((await world.call(moveAppointment, adminSession, moveInput)).body.meta.status).toBe('success');
    expect(await countsOf(coach)).toEqual([[5, 0]]);
  });

  test('still counts an appointment to which a booking is rescheduled', async () => {
    const coach = await world.addCoach();
    const { slots } = await createSeries(coach);
    const participant = await world.signIn(await world.addParticipant());
    const otherSlot = await world.addAppointment(coach, at('2041-04-26', '09:00'));
    await world.call(bookAppointment, participant, { appointmentId: otherSlot });
    const input = { appointmentId: otherSlot, newAppointmentId: slots[0] };
    expect((await world.call(reschedule, participant, input)).body.meta.status).toBe('success');
    expect(await countsOf(coach)).toEqual([[5, 1]]);
  });
});

describe('ending a series [7.14]', () => {
  test('previews, then deletes the free appointments from a day on; booked ones are kept and listed', async () => {
    const coach = await world.addCoach();
    const { seriesId, slots } = await createSeries(coach);
    const participant = await world.addParticipant({ firstName: 'Robin', lastName: 'Bleibt' });
    await world.call(bookAppointment, await world.signIn(participant), { appointmentId: slots[4] });
    const input = { seriesId, fromDate: '2041-05-01' };
    const keptBookings = [
      { appointmentId: slots[4], date: '2041-05-01', fromTime: '10:00', participant: 'Robin Bleibt' },
    ];
    const session = await world.signIn(coach);

    const preview = await world.call(endOwnSeries, session, { ...input, apply: false });
    expect(preview.body.data).toEqual({ deleted: 2, kept: keptBookings });
    expect(await rowsOf(coach)).toHaveLength(6);

    const ended = await world.call(endOwnSeries, session, { ...input, apply: true });
    expect(ended.body.data).toEqual({ deleted: 2, kept: keptBookings });
    expect((await rowsOf(coach)).map(({ id }) => id)).toEqual(slots.slice(0, 3).concat(slots.slice(4, 5)));
    const repeated = await world.call(endSeries, adminSession, { ...input, apply: true });
    expect(repeated.body.data).toEqual({ deleted: 0, kept: keptBookings });
    const entries = await world.db.selectFrom('audit').selectAll().where('person_id', '=', coach).execute();
    expect(entries.map(({ actor_id, action }) => [actor_id, action])).toEqual([
      [adminId, 'seriesMade'],
      [coach, 'seriesEnded'],
    ]);
  });

  test('keeps free appointments that have begun', async () => {
    const coach = await world.addCoach();
    const seriesId = await world.addSeries(coach, dateOf(now));
    const past = await world.addAppointment(coach, new Date(now.getTime() - 60_000));
    const upcoming = await world.addAppointment(coach, new Date(now.getTime() + 3_600_000));
    await world.db
      .updateTable('appointment')
      .set({ series_id: seriesId })
      .where('id', 'in', [past, upcoming])
      .execute();
    expect(
      (await world.call(endSeries, adminSession, { seriesId, fromDate: '2040-12-01', apply: true })).body.data?.deleted,
    ).toBe(1);
    expect((await rowsOf(coach)).map(({ id }) => id)).toEqual([past]);
  });

  test('does not find an unknown series or, as a coach, another coach’s series', async () => {
    const coach = await world.addCoach();
    const { seriesId } = await createSeries(coach);
    const input = { fromDate: '2041-05-01', apply: true };
    const otherCoachResponse = await world.call(endOwnSeries, await world.signIn(await world.addCoach()), {
      ...input,
      seriesId,
    });
    const unknownSeriesResponse = await world.call(endSeries, adminSession, { ...input, seriesId: 987_654_321 });
    expect([otherCoachResponse.status, unknownSeriesResponse.status]).toEqual([404, 404]);
    expect(await rowsOf(coach)).toHaveLength(6);
  });
});
