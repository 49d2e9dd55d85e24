import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instantOf, wallClock } from '../../shared/berlin.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { getAbsences, planAbsence, undoAbsence } from './contract.ts';
import { toInterval, toDaysAndTimes } from './rules.ts';

let world: World;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  world.clock.shiftMs = instantAt('2041-03-01 09:00').getTime() - Date.now();
  adminSession = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

/** Returns the instant of 'yyyy-mm-dd HH:mm' in Berlin; in 2041 the clocks change on 31 March and 27 October. */
function instantAt(wallTime: string): Date {
  const [date = '', time = ''] = wallTime.split(' ');
  const instant = instantOf(date, time);
  if (!instant) throw new Error(`no such time: ${wallTime}`);
  return instant;
}

const wholeDays = (fromDate: string, tillDate: string) => ({ fromDate, fromTime: null, tillDate, tillTime: null });

/** Absences with slots: an absence deletes the slots inside it and keeps the slots outside it. */
const absences: [name: string, form: object, outside: string[], inside: string[]][] = [
  [
    'the Sunday in March with 23 hours',
    wholeDays('2041-03-31', '2041-03-31'),
    ['2041-03-30 23:15', '2041-04-01 00:00'],
    ['2041-03-31 00:00', '2041-03-31 23:15'],
  ],
  [
    'the Sunday in October with 25 hours',
    wholeDays('2041-10-27', '2041-10-27'),
    ['2041-10-26 23:15', '2041-10-28 00:00'],
    ['2041-10-27 00:00', '2041-10-27 23:15'],
  ],
  [
    'a night in which the clocks go forward',
    { fromDate: '2041-03-30', fromTime: '10:00', tillDate: '2041-03-31', tillTime: '10:00' },
    ['2041-03-30 09:15', '2041-03-31 10:00'],
    ['2041-03-30 10:00', '2041-03-31 09:15'],
  ],
  [
    'a night in which the clocks go back',
    { fromDate: '2041-10-26', fromTime: '10:00', tillDate: '2041-10-27', tillTime: '10:00' },
    ['2041-10-26 09:15', '2041-10-27 10:00'],
    ['2041-10-26 10:00', '2041-10-27 09:15'],
  ],
  [
    'the summer with both clock changes',
    wholeDays('2041-03-30', '2041-10-28'),
    ['2041-03-29 23:15', '2041-10-29 00:00'],
    ['2041-03-30 00:00', '2041-07-01 12:00', '2041-10-28 23:15'],
  ],
  [
    'New Year',
    wholeDays('2041-12-24', '2042-01-06'),
    ['2041-12-23 23:15', '2042-01-07 00:00'],
    ['2041-12-24 00:00', '2041-12-31 23:15', '2042-01-01 00:00', '2042-01-06 23:15'],
  ],
];

describe('an absence follows the wall clock [14.1] [14.2] [14.3] [14.4]', () => {
  test.each(absences)('when it is planned, listed and undone over %s', async (_, form, outside, inside) => {
    const coachId = await world.addCoach();
    const slots = [...outside, ...inside].sort();
    for (const slot of slots) await world.addAppointment(coachId, instantAt(slot));
    const listStarts = async () => {
      const rows = world.db.selectFrom('appointment').select('starts_at as start').where('coach_id', '=', coachId);
      const starts = (await rows.orderBy('starts_at').execute()).map(({ start }) => wallClock(start));
      return starts.map(({ date, time }) => `${date} ${time}`);
    };
    expect(await listStarts()).toEqual(slots);

    const input = { ...form, coachId, kind: 'vacation', apply: true, decisions: [] };
    const { body } = await world.call(planAbsence, adminSession, input);
    expect(body.data?.free).toBe(inside.length);
    expect(await listStarts()).toEqual(outside);
    const year = { fromDate: '2041-02-01', tillDate: '2042-01-31', coachId };
    expect((await world.call(getAbsences, adminSession, year)).body.data).toMatchObject([form]);
    await world.call(undoAbsence, adminSession, { absenceId: body.data?.absenceId });
    expect(await listStarts()).toEqual(slots);
  });

  test('in every time zone of the process', async () => {
    const forms = absences.map(([, form]) =>
      Object.fromEntries(Object.entries(form).map(([field, value]: [string, unknown]) => [field, value ?? ''])),
    ) as Parameters<typeof toInterval>[0][];
    const folder = await mkdtemp(join(tmpdir(), 'absences-'));
    const script = join(folder, 'absences.mts');
    const rules = pathToFileURL(resolve(import.meta.dirname, 'rules.ts')).href;
    await writeFile(
      script,
      `import { toInterval, toDaysAndTimes } from '${rules}';
      const intervals = ${JSON.stringify(forms)}.map(toInterval);
      console.log(JSON.stringify(intervals.map((interval) => [interval, toDaysAndTimes(interval)])));`,
    );
    const outputs = ['Europe/Berlin', 'America/New_York'].map((TZ) =>
      execFileSync(process.execPath, ['--import', import.meta.resolve('tsx'), script], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      }),
    );
    await rm(folder, { recursive: true });
    expect(outputs[1]).toBe(outputs[0]);
    const expected = forms.map((form) => {
      const interval = toInterval(form);
      return [interval, interval && toDaysAndTimes(interval)];
    });
    expect(JSON.parse(outputs[0] ?? '')).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(JSON.parse(outputs[1] ?? '')).toMatchObject(absences.map(([, form]) => [{}, form]));
  });
});
