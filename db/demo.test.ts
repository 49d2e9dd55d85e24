import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { passwordMatches } from '../src/platform/password-hash.ts';
import { download, listDocuments, upload, type NamedFile } from '../tests/support/documents.ts';
import { openWorld, type World } from '../tests/support/world.ts';
import { getMarkup } from '../src/features/files/markup/contract.ts';
import { addDays, dateOf, wallClock, weekday } from '../src/shared/berlin.ts';
import { demoPassword, fillDemo } from './demo.ts';
import { createChance } from './demo/chance.ts';
import { makeCalendar } from './demo/calendar.ts';
import { seedLocations } from './locations.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await seedLocations(world.app.db);
});
afterEach(() => world.close());

const fill = (now: Date) => fillDemo({ db: world.app.db, now, store: world.app.store });
const saturday = new Date('2026-11-21T05:00:00Z');
const startTimes = [
  saturday,
  new Date('2026-10-20T23:30:00Z'),
  new Date('2027-03-22T10:20:00Z'),
  new Date('2028-02-29T15:59:59Z'),
];

const selectPeople = () => world.db.selectFrom('person').selectAll().orderBy('id').execute();
const selectAppointments = () => world.db.selectFrom('appointment').selectAll().orderBy('id').execute();
const findId = async (email: string) => (await selectPeople()).find((person) => person.email === email)?.id ?? 0;

test('an empty database gets accounts that can sign in with the password of the demo [10.12]', async () => {
  expect(await fill(saturday)).toBe(true);
  const people = await selectPeople();
  const names = ['admin', 'coach', 'speedcoach', 'coach2', 'coach3', 'coach4', 'teilnehmer', 'neu'];
  for (const name of names) {
    const person = people.find(({ email }) => email === `${name}@demo.example`);
    expect(person?.confirmed_at).not.toBeNull();
    expect(person?.inactive_at).toBeNull();
  }
  expect(await passwordMatches(people[0]?.password_hash ?? null, demoPassword)).toBe(true);
  expect(people.filter(({ role_id }) => role_id === 1)).toHaveLength(32);
  const speedCoaches = await world.db.selectFrom('coach').select('person_id').where('speed_coach', '=', true).execute();
  expect(speedCoaches).toEqual([{ person_id: await findId('speedcoach@demo.example') }]);
  expect(people.some(({ first_name, last_name }) => `${first_name} ${last_name}`.length > 60)).toBe(true);
  expect(people.every(({ phone }) => /^0\d{7,}$/.test(phone))).toBe(true);
});

test('the audit log contains the actions of the demo, oldest first', async () => {
  await fill(saturday);
  const log = await world.db.selectFrom('audit').selectAll().orderBy('id').execute();
  const countEntries = (action: string) => log.filter((entry) => entry.action === action).length;
  const bookedRows = (await selectAppointments()).filter(({ booked_at }) => booked_at !== null);
  expect([countEntries('rescheduled'), countEntries('movedByStaff')]).toEqual([1, 1]);
  expect(countEntries('comingConfirmed')).toBeGreaterThan(0);
  // The two moved bookings have two rows each, but were booked only once.
  expect(countEntries('booked')).toBe(bookedRows.length - 2);
  expect(countEntries('registered')).toBe(32);
  expect(log.every(({ actor_id, at }, i) => actor_id !== null && at >= (log[i - 1]?.at ?? at))).toBe(true);
});

test('three people wait, and the last free Einzelcoaching is held for one of them [10.12]', async () => {
  await fill(saturday);
  const entries = await world.db.selectFrom('waiting_entry').select(['id', 'person_id']).orderBy('joined_at').execute();
  expect(entries.map(({ person_id }) => person_id)).toContain(await findId('teilnehmer@demo.example'));
  expect(entries).toHaveLength(3);
  const [offer] = await world.db.selectFrom('waiting_offer').selectAll().execute();
  expect(offer).toMatchObject({ entry_id: entries[0]?.id, outcome: null, held_from: saturday });
  // It is Saturday, 6:00. The two hours of the offer only count from 7:00.
  expect(offer?.held_until).toEqual(new Date('2026-11-21T08:00:00Z'));
  const heldSlot = (await selectAppointments()).find(({ id }) => id === offer?.appointment_id);
  expect(heldSlot).toMatchObject({ status: 'F', type_id: 1, starts_at: offer?.starts_at });
});

test.each(startTimes)(
  'one coach has an upcoming vacation without any appointments, and another one was ill [10.12]: %s',
  async (now) => {
    await fill(now);
    const absences = await world.db.selectFrom('absence').selectAll().orderBy('id').execute();
    expect(absences.map(({ kind, starts_at }) => `${kind} ${starts_at > now ? 'ahead' : 'over'}`)).toEqual([
      'vacation ahead',
      'illness over',
    ]);
    expect(absences[1]?.coach_id).toBe(await findId('coach@demo.example'));
    const rows = (await selectAppointments()).filter(({ status }) => status !== 'K');
    for (const { coach_id, starts_at, ends_at } of absences)
      expect(
        rows.filter((row) => row.coach_id === coach_id && row.starts_at < ends_at && row.ends_at > starts_at),
      ).toEqual([]);
  },
);

test('one coach has a series on the next Tuesdays with several free slots [10.12]', async () => {
  await fill(saturday);
  const [series] = await world.db.selectFrom('series').selectAll().execute();
  expect(series?.coach_id).toBe(await findId('speedcoach@demo.example'));
  const rows = (await selectAppointments()).filter(({ series_id }) => series_id === series?.id);
  expect(rows.filter(({ status }) => status === 'F').length).toBeGreaterThan(3);
  for (const { starts_at, type_id } of rows) {
    const { date, time } = wallClock(starts_at);
    expect([weekday(date), type_id, time >= '09:00' && time <= '15:00']).toEqual(['Dienstag', 1, true]);
  }
});

test('one person requested erasure 24 days ago [10.12]', async () => {
  await fill(saturday);
  const requests = await world.db.selectFrom('erasure_request').select(['requested_at', 'closed_at']).execute();
  expect(requests).toEqual([{ requested_at: new Date(saturday.getTime() - 24 * 86_400_000), closed_at: null }]);
});

test('a database with a single person stays unchanged', async () => {
  await world.addParticipant();
  expect(await fill(saturday)).toBe(false);
  expect(await selectPeople()).toHaveLength(1);
  expect(await selectAppointments()).toEqual([]);
});

test('two simultaneous starts fill the database once', async () => {
  expect((await Promise.all([fill(saturday), fill(saturday)])).sort()).toEqual([false, true]);
  expect(await selectPeople()).toHaveLength(38);
});

test('on any day, the calendar meets all constraints and reaches from two weeks ago to four weeks ahead [10.12]', async () => {
  for (const now of startTimes) {
    // The database is emptied and filled again for each of these times, because its constraints check the rows.
    await world.db.deleteFrom('rating').execute();
    await world.db.deleteFrom('waiting_entry').execute();
    await world.db.deleteFrom('erasure_request').execute();
    await world.db.deleteFrom('absence').execute();
    await world.db.deleteFrom('availability').execute();
    await world.db.deleteFrom('appointment').execute();
    await world.db.deleteFrom('document').execute();
    await world.db.deleteFrom('series').execute();
    await world.db.deleteFrom('introduction').execute();
    for (const table of ['participant', 'coach', 'person'] as const) await world.db.deleteFrom(table).execute();
    expect(await fill(now)).toBe(true);
    const rows = await selectAppointments();
    const today = dateOf(now);
    for (const { starts_at, ends_at, type_id, status, ...row } of rows) {
      const date = dateOf(starts_at);
      expect(date >= addDays(today, -14) && date <= addDays(today, 28)).toBe(true);
      expect(['Samstag', 'Sonntag']).not.toContain(weekday(date));
      expect(wallClock(starts_at).time).toMatch(/^(09|1[0-6]):00$/);
      const minutes = (ends_at.getTime() - starts_at.getTime()) / 60_000;
      expect(type_id === 1 ? [45] : [60, 90]).toContain(minutes);
      if (status === 'V') expect(ends_at <= now).toBe(true);
      for (const at of [row.booked_at, row.cancelled_at]) expect((at ?? now) <= now).toBe(true);
    }
    expect(rows.length).toBeGreaterThan(400);
    const upcomingRows = rows.filter(({ starts_at }) => starts_at > now);
    const pastRows = rows.filter(({ ends_at }) => ends_at <= now);
    for (const status of ['G', 'V', 'K', 'F']) expect(pastRows.some((row) => row.status === status)).toBe(true);
    for (const status of ['G', 'K', 'F']) expect(upcomingRows.some((row) => row.status === status)).toBe(true);
    for (const kind of ['byParticipant', 'byAdmin', 'goodwill', 'rescheduled'])
      expect(rows.some((row) => row.cancel_kind === kind)).toBe(true);
    const movedRows = upcomingRows.filter((row) => row.moved_from !== null && row.status === 'G');
    expect(movedRows).toHaveLength(2);
    expect(new Set(movedRows.map((row) => row.moved_by_staff))).toEqual(new Set([false, true]));
    expect(upcomingRows.filter((row) => row.type_id === 2).length).toBeGreaterThan(5);
  }
});

test('teilnehmer@ has a docx, a rated past coaching, and an upcoming one that counts towards the quota', async () => {
  await fill(saturday);
  const id = await findId('teilnehmer@demo.example');
  const ownRows = (await selectAppointments()).filter((row) => row.participant_id === id);
  expect(ownRows.map(({ status, quota_number, starts_at }) => [status, quota_number, starts_at > saturday])).toEqual([
    ['G', null, false],
    ['G', 1, true],
  ]);
  const ratings = await world.db.selectFrom('rating').selectAll().execute();
  expect(ratings.map((row) => row.appointment_id)).toContain(ownRows[0]?.id);
  expect(ratings.length).toBeGreaterThan(20);
  expect(ratings.flatMap((row) => [...row.topics, ...row.topic_wishes]).join('')).not.toContain(',');

  const documents = await world.db.selectFrom('document').selectAll().where('participant_id', '=', id).execute();
  expect(documents.map(({ by_coach }) => by_coach)).toEqual([false, true]);
  const bytes = await buffer(await world.app.store.get(documents[0]?.store_key ?? ''));
  expect(bytes).toHaveLength(documents[0]?.size ?? 0);
  const newcomer = await findId('neu@demo.example');
  expect(await world.db.selectFrom('document').select('id').where('participant_id', '=', newcomer).execute()).toEqual(
    [],
  );
});

test('teilnehmer@ has the CV back from coach@ with 12 changes and 3 comments, as the portal counts them [10.12]', async () => {
  await fill(saturday);
  const id = await findId('teilnehmer@demo.example');
  const session = await world.signIn(id);
  const { files } = await listDocuments(world, session);
  const [cv] = files?.uploadParticiopant ?? [];
  const [returnedCv] = files?.uploadCoach ?? [];
  expect([cv?.name, cv?.state, cv?.markup]).toEqual([
    'Lebenslauf.docx',
    'returned',
    { insertions: 0, deletions: 0, comments: 0 },
  ]);
  expect([returnedCv?.name, returnedCv?.answers]).toEqual(['Lebenslauf mit Anmerkungen.docx', cv?.id]);
  const { insertions = 0, deletions = 0, comments } = returnedCv?.markup ?? {};
  expect([insertions + deletions, comments]).toEqual([12, 3]);

  const { body } = await world.call(getMarkup, session, { fileId: returnedCv?.id ?? 0 });
  const changes = body.data?.blocks.flatMap(({ runs }) => runs.filter(({ change }) => change !== null)) ?? [];
  // 25 hours before, by the clock of the coach, in whose zone it is an hour later than in UTC.
  const origin = { author: 'Katharina Brandt', at: '2026-11-20T05:00:00.000Z' };
  for (const { author, at } of changes) expect({ author, at }).toEqual(origin);
  expect(body.data?.comments).toMatchObject([origin, origin, origin]);

  // Whoever uploads both gets the same numbers, and no notice that a file was changed.
  const newcomer = await world.signIn(await findId('neu@demo.example'));
  const cvs = [cv, returnedCv].flatMap((file) => file ?? []);
  const copies = await Promise.all(
    cvs.map(async (file): Promise<NamedFile> => [file.name, (await download(world, session, file.id)).bytes]),
  );
  const { body: answer } = await upload(world, newcomer, ...copies);
  expect([answer.status, answer.message]).toEqual(['success', undefined]);
  const { files: uploads } = await listDocuments(world, newcomer);
  const markupOf = (list: typeof cvs) => Object.fromEntries(list.map(({ name, markup }) => [name, markup]));
  expect(markupOf(uploads?.uploadParticiopant ?? [])).toEqual(markupOf(cvs));
});

test('two coaches have an introduction with a drawn face, and the introduction of a third coach waits for approval [10.12]', async () => {
  await fill(saturday);
  const rows = await world.db.selectFrom('introduction').select(['state', 'picture']).orderBy('id').execute();
  expect(rows.map(({ state }) => state)).toEqual(['shown', 'shown', 'proposed']);
  for (const { picture } of rows) expect(picture?.toString('latin1', 8, 12)).toBe('WEBP');
});

test('all demos that are started on the same day have the same calendar', () => {
  const cast = { admin: 1, coaches: [2, 3, 4, 5, 6], mainParticipant: 7, bookers: [8, 9, 10, 11, 12, 13, 14, 15] };
  const createCalendar = () => makeCalendar(cast, saturday, createChance(1));
  expect(createCalendar()).toEqual(createCalendar());
});

test('the calendar ends before the appointments of the example file for an import', async () => {
  await fill(saturday);
  const csv = new TextDecoder('windows-1252').decode(
    readFileSync('src/features/appointments/testdata/termine-januar-2027.csv'),
  );
  const days = [...csv.matchAll(/(\d\d)\.(\d\d)\.(\d{4})/g)].map(([, day, month, year]) => `${year}-${month}-${day}`);
  const end = Math.max(...(await selectAppointments()).map(({ ends_at }) => ends_at.getTime()));
  expect(days.length).toBeGreaterThan(200);
  expect(days.every((day) => day > dateOf(new Date(end)))).toBe(true);
});

test('filling the database takes less than one and a half seconds', async () => {
  const startedAt = performance.now();
  await fill(saturday);
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});
