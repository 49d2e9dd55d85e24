import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { addDays } from '../../shared/berlin.ts';
import { federalStateCodes, type FederalState } from '../../shared/states.ts';
import { editCoach, listCoaches } from '../coaches/contract.ts';
import { getHolidays } from './contract.ts';
import { holidaysOf } from './holidays.adapter.ts';

/** The Easter Sunday of each year, copied from printed calendars. */
const easterSundays: Record<number, string> = {
  2026: '2026-04-05',
  2027: '2027-03-28',
  2028: '2028-04-16',
  2029: '2029-04-01',
  2030: '2030-04-21',
};
/** Each year's day of repentance (Buß- und Bettag, the Wednesday before 23 November), from printed calendars. */
const repentanceDays: Record<number, string> = {
  2026: '2026-11-18',
  2027: '2027-11-17',
  2028: '2028-11-22',
  2029: '2029-11-21',
  2030: '2030-11-20',
};

/**
 * The holidays that apply in every federal state: 3 October by article 2 of the unification treaty, the others by the
 * law of each state. A number counts the days after Easter Sunday.
 */
const nationwideHolidays = ['01-01', '05-01', '10-03', '12-25', '12-26', -2, 1, 39, 50] as const;

/**
 * The other holidays that apply to a whole federal state by its law: a day `MM-DD` or `yyyy-MM-DD`, a number of days
 * after Easter Sunday, or the day of repentance. Holidays of only some municipalities are left out: Mariä Himmelfahrt
 * and the Friedensfest in Bavaria, Fronleichnam in Saxony and Thuringia. Hesse's law makes every Sunday a holiday;
 * these Sundays are left out, too.
 */
const stateHolidays: Record<FederalState, readonly (string | number)[]> = {
  // FTG: Erscheinungsfest, Fronleichnam, Allerheiligen.
  'DE-BW': ['01-06', 60, '11-01'],
  // FTG: Heilige Drei Könige, Fronleichnam, Allerheiligen.
  'DE-BY': ['01-06', 60, '11-01'],
  // FTG: Frauentag; in 2028 only, 17 June.
  'DE-BE': ['03-08', '2028-06-17'],
  // FTG: Ostersonntag, Pfingstsonntag, Reformationstag.
  'DE-BB': [0, 49, '10-31'],
  'DE-HB': ['10-31'],
  'DE-HH': ['10-31'],
  // HFeiertagsG: Fronleichnam.
  'DE-HE': [60],
  // FTG M-V: Frauentag (since 2023), Reformationstag.
  'DE-MV': ['03-08', '10-31'],
  'DE-NI': ['10-31'],
  // Feiertagsgesetz NW: Fronleichnam, Allerheiligen.
  'DE-NW': [60, '11-01'],
  'DE-RP': [60, '11-01'],
  // SFG: Fronleichnam, Mariä Himmelfahrt, Allerheiligen.
  'DE-SL': [60, '08-15', '11-01'],
  // SächsSFG: Reformationstag, Buß- und Bettag.
  'DE-SN': ['10-31', 'repentance'],
  // FeiertG LSA: Heilige Drei Könige, Reformationstag.
  'DE-ST': ['01-06', '10-31'],
  'DE-SH': ['10-31'],
  // ThürFtG: Weltkindertag, Reformationstag.
  'DE-TH': ['09-20', '10-31'],
};

/** Lists the dates of a year that are holidays by a federal state's law, in order. */
function listLegalHolidays(year: number, state: FederalState): string[] {
  return [...nationwideHolidays, ...stateHolidays[state]]
    .map((day) => {
      if (typeof day === 'number') return addDays(easterSundays[year] ?? '', day);
      if (day === 'repentance') return repentanceDays[year] ?? '';
      return day.length === 5 ? `${year}-${day}` : day;
    })
    .filter((day) => day.startsWith(`${year}-`))
    .sort();
}

const listDates = (year: number, state: FederalState) => holidaysOf(year, state).map(({ date }) => date);

describe('statutory holidays of a whole federal state [7.11]', () => {
  test.each(federalStateCodes)('match the law of %s from 2026 to 2030', (state) => {
    for (const year of Object.keys(easterSundays).map(Number))
      expect(listDates(year, state)).toEqual(listLegalHolidays(year, state));
  });

  test('include one-time holidays, and new holidays only from their introduction on', () => {
    for (const day of ['2020-05-08', '2025-05-08', '2028-06-17'])
      for (const state of federalStateCodes)
        expect(listDates(Number(day.slice(0, 4)), state).includes(day)).toBe(state === 'DE-BE');
    expect(listDates(2026, 'DE-BE')).not.toContain('2026-05-08');
    expect(listDates(2022, 'DE-MV')).not.toContain('2022-03-08');
    expect(listDates(2023, 'DE-MV')).toContain('2023-03-08');
  });

  test('have German names', () => {
    expect(holidaysOf(2026, 'DE-SN').map(({ name }) => name)).toEqual([
      'Neujahrstag',
      'Karfreitag',
      'Ostermontag',
      'Tag der Arbeit',
      'Christi Himmelfahrt',
      'Pfingstmontag',
      'Tag der Deutschen Einheit',
      'Reformationstag',
      'Buß- und Bettag',
      '1. Weihnachtstag',
      '2. Weihnachtstag',
    ]);
  });

  test('are the same days whatever the time zone of the server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holidays-'));
    const program = join(folder, 'holidays.mts');
    const moduleUrl = pathToFileURL(resolve(import.meta.dirname, 'holidays.adapter.ts')).href;
    const years = '[2020, 2026, 2028, 2099]';
    await writeFile(
      program,
      `import { holidaysOf } from '${moduleUrl}';
      console.log(JSON.stringify(${years}.map((year) => holidaysOf(year, 'DE-BE'))));`,
    );
    const outputs = ['Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati'].map((TZ) =>
      execFileSync(process.execPath, ['--import', import.meta.resolve('tsx'), program], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      }),
    );
    await rm(folder, { recursive: true });
    expect(new Set(outputs).size).toBe(1);
    expect(JSON.parse(outputs[0] ?? '')).toEqual([2020, 2026, 2028, 2099].map((year) => holidaysOf(year, 'DE-BE')));
  });
});

describe('the holidays that the portal reports [7.11]', () => {
  /** A portal with a provider that has set its federal state. */
  let worldWithState: World;
  let world: World;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-file-'));
    const PORTAL_FILE = join(folder, 'portal.json');
    await writeFile(PORTAL_FILE, '{"state": "DE-NW"}');
    [world, worldWithState] = await Promise.all([openWorld(), openWorld({ env: { PORTAL_FILE } })]);
  });
  afterAll(async () => {
    await Promise.all([world.close(), worldWithState.close()]);
    await rm(folder, { recursive: true });
  });

  const fetchDates = async (portal: World, session: string, input: object) =>
    (await portal.call(getHolidays, session, { ...input })).body.data?.map(({ date }) => date);

  test('belong to the requested federal state, or else to the coach’s, or else to the provider’s', async () => {
    const coach = await worldWithState.addCoach();
    const admin = await worldWithState.signIn(await worldWithState.addAdmin());
    const [coachSession, participantSession] = [
      await worldWithState.signIn(coach),
      await worldWithState.signIn(await worldWithState.addParticipant()),
    ];
    for (const session of [coachSession, participantSession, admin])
      expect(await fetchDates(worldWithState, session, { year: 2027 })).toEqual(listLegalHolidays(2027, 'DE-NW'));

    const { data = [], meta } = (await worldWithState.call(listCoaches, admin)).body;
    expect(meta).toMatchObject({ state: 'DE-NW' });
    await worldWithState.call(editCoach, admin, { ...data.find(({ id }) => id === coach), state: 'DE-SN' });
    expect(await fetchDates(worldWithState, coachSession, { year: 2027 })).toEqual(listLegalHolidays(2027, 'DE-SN'));
    expect(await fetchDates(worldWithState, coachSession, { year: 2027, state: 'DE-BY' })).toEqual(
      listLegalHolidays(2027, 'DE-BY'),
    );
    expect(await fetchDates(worldWithState, participantSession, { year: 2027 })).toEqual(
      listLegalHolidays(2027, 'DE-NW'),
    );
  });

  test('are an empty list if no federal state is requested or chosen', async () => {
    const session = await world.signIn(await world.addParticipant());
    expect(await fetchDates(world, session, { year: 2027 })).toEqual([]);
    expect(await fetchDates(world, session, { year: 2027, state: null })).toEqual([]);
    expect(await fetchDates(world, session, { year: 2027, state: 'DE-BE' })).toEqual(listLegalHolidays(2027, 'DE-BE'));
  });

  test.each([2020, 2099])('are known in %i', async (year) => {
    const session = await world.signIn(await world.addParticipant());
    expect(await fetchDates(world, session, { year, state: 'DE-HH' })).toContain(`${year}-10-31`);
  });

  test.each([2019, 2100, -1])('are not known in %i, so the request is refused at its field', async (year) => {
    const session = await world.signIn(await world.addParticipant());
    const { status, body } = await world.call(getHolidays, session, { year, state: 'DE-HH' });
    expect(status).toBe(200);
    expect(body.meta.code).toBe('invalid');
    expect(body.errors).toEqual([{ path: 'year', message: 'Feiertage gibt es hier von 2020 bis 2099.' }]);
  });

  test.each(['BY', 'DE-XX', 'de-by', ''])('are refused for %j, which is not a federal state', async (state) => {
    const session = await world.signIn(await world.addParticipant());
    const { status, body } = await world.call(getHolidays, session, { year: 2027, state });
    expect({ status, code: body.meta.code }).toEqual({ status: 400, code: 'invalidRequest' });
  });
});
