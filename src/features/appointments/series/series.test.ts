import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, instantOf, wallClock } from '../../../shared/berlin.ts';
import { berlinInstant, seriesForm, createSeriesActions } from '../../../../tests/support/series.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { joinWaitingList, listMyWaitingEntries } from '../../waiting/contract.ts';
import { planOwnSeries } from './contract.ts';
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

/** The world's clock when the tests begin, a Monday. */
const now = berlinInstant('2040-12-03', '09:30');

const { plan, readAppointmentsOf, createSeries } = createSeriesActions(
  () => world,
  () => adminSession,
);

/** Returns the entries of a preview as `date fromTime state`. */
async function previewEntries(coachId: number, changes: object = {}) {
  const { data } = (await plan(coachId, changes)).body;
  return (data?.entries ?? []).map(({ date, fromTime, state }) => `${date} ${fromTime} ${state}`);
}
/** Creates a coach whose federal state is North Rhine-Westphalia. */
async function createCoachInNrw(): Promise<number> {
  const coach = await world.addCoach();
  await world.db.updateTable('coach').set({ state: 'DE-NW' }).where('person_id', '=', coach).execute();
  return coach;
}

describe('the preview of a series [7.13]', () => {
  test('shows each appointment with the first state that applies, and counts the states', async () => {
    const coach = await createCoachInNrw();
    const participant = await world.addParticipant();
    await world.addAppointment(coach, berlinInstant('2041-04-24', '09:00'), { participant });
    await world.addAppointment(coach, berlinInstant('2041-04-24', '10:00'), { participant, status: 'K' });
    await world.addAppointment(coach, berlinInstant('2041-04-24', '11:00'), { isSpeedcoaching: true });
    await world.addAppointment(coach, berlinInstant('2041-05-01', '09:00'));
    await world.addAppointment(coach, berlinInstant('2041-05-01', '10:15'));
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
    expect(await previewEntries(await world.addCoach(), { tillTime: '09:45' })).toEqual([
      '2041-04-24 09:00 new',
      '2041-05-01 09:00 new',
    ]);
  });

  test('marks times that a clock change skips or repeats', async () => {
    const nightPlan = { weekdays: [7], fromTime: '01:00', tillTime: '05:00', minutes: 60, breakMinutes: 0 };
    const coach = await world.addCoach();
    for (const date of ['2041-03-31', '2041-10-27'])
      expect(await previewEntries(coach, { ...nightPlan, fromDate: date, tillDate: date })).toEqual([
        `${date} 01:00 clockChange`,
        `${date} 02:00 clockChange`,
        `${date} 03:00 new`,
        `${date} 04:00 new`,
      ]);
  });

  test('keeps the time of day across both clock changes and New Year', async () => {
    const coach = await createCoachInNrw();
    const yearPlan = { everyWeeks: 4, tillTime: '09:45', fromDate: '2041-03-06', tillDate: '2042-02-01' };
    const { slots } = await createSeries(coach, yearPlan);
    const rows = (await readAppointmentsOf(coach)).map((row) => wallClock(row.starts_at as unknown as Date));
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
    const newYearPlan = { fromDate: '2041-12-23', tillDate: '2042-01-05', tillTime: '09:45' };
    expect(await previewEntries(coach, newYearPlan)).toEqual(['2041-12-25 09:00 holiday', '2042-01-01 09:00 holiday']);
  });

  test('marks appointments that have already begun according to the database’s clock', async () => {
    const coach = await world.addCoach();
    const [yesterday, tomorrow] = ['2040-12-02', '2040-12-04'];
    const days = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromDate: yesterday, tillDate: tomorrow };
    await world.addAppointment(coach, berlinInstant(yesterday, '09:00'));
    const entries = await previewEntries(coach, { ...days, tillTime: '09:45' });
    expect(entries[0]).toBe(`${yesterday} 09:00 past`);
    expect(entries[2]).toBe(`${tomorrow} 09:00 new`);
  });

  test('is the same in every time zone of the process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'series-'));
    const program = join(folder, 'series.mts');
    const urlOf = (file: string) => pathToFileURL(resolve(import.meta.dirname, file)).href;
    const yearPlan: SeriesForm = {
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
      console.log(JSON.stringify(toPlannedTimes(${JSON.stringify(yearPlan)}).map((time) => [time, instantOf(time.date, time.fromTime)])));`,
    );
    const outputs = ['Europe/Berlin', 'America/New_York'].map((TZ) =>
      execFileSync(process.execPath, ['--import', import.meta.resolve('tsx'), program], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      }),
    );
    await rm(folder, { recursive: true });
    expect(outputs[1]).toBe(outputs[0]);
    const expected = toPlannedTimes(yearPlan).map((time) => [time, instantOf(time.date, time.fromTime)]);
    expect(JSON.parse(outputs[0] ?? '')).toEqual(JSON.parse(JSON.stringify(expected)));
  });
});

describe('creating a series [7.13]', () => {
  test('creates all new appointments with one audit entry; repeating the call is refused as stale', async () => {
    const coach = await createCoachInNrw();
    const { status, body } = await plan(coach, { apply: true, expect: 3 });
    expect(status).toBe(200);
    expect(body.data?.counts.new).toBe(3);
    const rows = await readAppointmentsOf(coach);
    expect(rows.map((row) => [row.status, row.series_id])).toEqual(
      Array.from({ length: 3 }, () => ['F', body.data?.seriesId]),
    );
    const entries = await world.db.selectFrom('audit').selectAll().where('person_id', '=', coach).execute();
    expect(entries.map(({ actor_id, action }) => [actor_id, action])).toEqual([[adminId, 'seriesMade']]);
    const repeatedResponse = await plan(coach, { apply: true, expect: 3 });
    expect({ status: repeatedResponse.status, code: repeatedResponse.body.meta.code }).toEqual({
      status: 409,
      code: 'stale',
    });
    expect(await readAppointmentsOf(coach)).toHaveLength(3);
  });

  test('creates nothing if the number of new appointments differs from the preview', async () => {
    const coach = await createCoachInNrw();
    for (const expected of [0, 2, 4]) {
      const { status, body } = await plan(coach, { apply: true, expect: expected });
      expect({ status, code: body.meta.code }).toEqual({ status: 409, code: 'stale' });
    }
    expect(await readAppointmentsOf(coach)).toEqual([]);
    expect(await world.db.selectFrom('series').select('id').where('coach_id', '=', coach).execute()).toEqual([]);
  });

  test('succeeds but stores no series if there are no new appointments', async () => {
    const coach = await createCoachInNrw();
    const { body } = await plan(coach, { fromDate: '2041-05-01', tillDate: '2041-05-01', apply: true, expect: 0 });
    expect(body.data).toMatchObject({ seriesId: null, counts: { new: 0, holiday: 3 } });
  });

  test('is limited to 2,000 appointments in 366 days', async () => {
    const coach = await world.addCoach();
    const wholeYear = {
      ...seriesForm,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      fromDate: '2041-01-01',
      tillDate: '2042-01-01',
    };
    const fiveADay = { ...wholeYear, fromTime: '08:00', tillTime: '13:00', minutes: 60, breakMinutes: 0 };
    const { slots } = await createSeries(coach, fiveADay);
    expect(slots).toHaveLength(366 * 5);
    const refusedResponse = await plan(coach, { ...fiveADay, tillTime: '14:00' });
    expect({ status: refusedResponse.status, code: refusedResponse.body.meta.code }).toEqual({
      status: 409,
      code: 'tooMany',
    });
  });

  test('offers the new appointments to the waiting list [12.2]', async () => {
    const coach = await world.addCoach();
    const session = await world.signIn(await world.addParticipant());
    const date = '2040-12-23';
    await world.call(joinWaitingList, session, { coachId: coach, fromDate: date, tillDate: date });
    const days = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromDate: date, tillDate: date };
    const { slots } = await createSeries(coach, days);
    expect((await world.call(listMyWaitingEntries, session)).body.data?.[0]?.offer?.appointmentId).toBe(slots[0]);
  });

  test('is refused with the first reason that applies', async () => {
    const coach = await world.addCoach();
    const refusalFor = async (changes: object) => {
      const { status, body } = await plan(coach, { apply: true, expect: 3, ...changes });
      return `${status} ${body.meta.code}`;
    };
    const tooLong = { tillDate: addDays(seriesForm.fromDate, 366) };
    const tooMany = {
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      tillDate: addDays(seriesForm.fromDate, 365),
      minutes: 15,
      breakMinutes: 0,
    };
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
    expect(await refusalFor({ weekdays: [], ...tooLong })).toBe('409 invalid');
    expect(await refusalFor({ expect: null })).toBe('409 invalid');
    expect(await refusalFor({ weekdays: [3], fromDate: '2041-04-25', tillDate: '2041-04-29' })).toBe('409 invalid');
    expect(await refusalFor({ ...tooMany, ...tooLong })).toBe('409 rangeTooLong');
    expect(await refusalFor(tooMany)).toBe('409 tooMany');
    expect(await refusalFor({})).toBe('409 inactive');
    expect(await refusalFor({ apply: false })).toBe('409 inactive');
    expect(await refusalFor({ coachId: 987_654_321 })).toBe('404 notFound');
    expect(await refusalFor({ coachId: null })).toBe('409 invalid');
    expect(await refusalFor({ weekdays: [8] })).toBe('400 invalidRequest');
  });

  test('uses a coach’s own calendar, whichever coach the call names, and requires a coach profile', async () => {
    const [ada, cora] = [await world.addCoach(), await world.addCoach()];
    const session = await world.signIn(ada);
    const { body } = await world.call(planOwnSeries, session, { ...seriesForm, coachId: cora, apply: true, expect: 6 });
    expect(body.meta.status).toBe('success');
    expect([(await readAppointmentsOf(ada)).length, (await readAppointmentsOf(cora)).length]).toEqual([6, 0]);
    const responseWithoutProfile = await world.call(planOwnSeries, adminSession, seriesForm);
    expect({ status: responseWithoutProfile.status, code: responseWithoutProfile.body.meta.code }).toEqual({
      status: 409,
      code: 'noCoachProfile',
    });
  });
});
