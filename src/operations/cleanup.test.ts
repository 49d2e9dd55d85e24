import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sql } from 'kysely';
import { fileAgesAreUnknown } from '../../tests/support/shifted-clock.ts';
import { openWorld, type World } from '../../tests/support/world.ts';
import { createApplication } from '../app/application.ts';
import { reportBarrier } from '../features/provider/barrier/contract.ts';
import { removeOldMailFiles } from '../features/mail/delivery/old-files.jobs.ts';
import { temporaryName } from '../platform/storage/receive.ts';
import { removeAbandonedFiles, cleanUp } from './cleanup.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ sendMails: true });
});
afterAll(() => world.close());

test('expired rows are deleted, valid ones stay', async () => {
  const person = await world.participant();
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
  const session = (seen: number, created: number) =>
    world.db
      .insertInto('session')
      .values({
        id_hash: Buffer.from(randomUUID()),
        person_id: person,
        seen_at: hours(-seen),
        created_at: hours(-created),
      })
      .execute();
  const credential = (left: number) =>
    world.db
      .insertInto('credential')
      .values({ person_id: person, kind: 'confirmation', hash: randomUUID(), expires_at: hours(left) })
      .execute();
  await Promise.all([session(1, 1), session(9, 9), session(1, 169), credential(1), credential(-1)]);
  await world.db
    .insertInto('throttle')
    .values([
      { key: 'old', points: 1, expire: Date.now() - 7_200_000 },
      { key: 'new', points: 1, expire: Date.now() + 1000 },
    ])
    .execute();
  await cleanUp(world.app);
  const left = async (table: 'session' | 'credential' | 'throttle') =>
    (await world.db.selectFrom(table).selectAll().execute()).length;
  expect([await left('session'), await left('credential'), await left('throttle')]).toEqual([1, 1, 1]);
});

test('the kind of an absence goes a year after its end, what it has done after a day, and an ended one after a month [14.1]', async () => {
  const coach = await world.coach();
  const days = (n: number) => new Date(Date.now() - n * 86_400_000);
  const [old, recent] = [
    await world.absence(coach, days(400), days(367)),
    await world.absence(coach, days(364), days(360)),
  ];
  const ended = await world.absence(coach, days(40), days(39));
  const endedAt = { ended_at: days(32), ended_by: 'undone', kind: null };
  await world.db.updateTable('absence').set(endedAt).where('id', '=', ended).execute();
  const fresh = await world.absence(coach, days(20), days(19));
  await world.db.updateTable('absence').set({ planned_at: new Date() }).where('id', '=', fresh).execute();
  const slot = { type_id: 1, starts_at: days(19.5), ends_at: days(19.4) };
  await world.db
    .insertInto('absence_change')
    .values([recent, fresh].map((absence_id) => ({ absence_id, ...slot })))
    .execute();
  await cleanUp(world.app);
  const kept = await world.db
    .selectFrom('absence')
    .select(['id', 'kind'])
    .where('coach_id', '=', coach)
    .orderBy('id')
    .execute();
  expect(kept).toEqual([
    { id: old, kind: null },
    { id: recent, kind: 'vacation' },
    { id: fresh, kind: 'vacation' },
  ]);
  const changes = await world.db.selectFrom('absence_change').select('absence_id as absence').execute();
  expect(changes).toEqual([{ absence: fresh }]);
});

test('entries of the waiting list go a year after their end, with what was offered to them', async () => {
  const person_id = await world.participant();
  const days = (n: number) => new Date(Date.now() - n * 86_400_000);
  const entry = (ended: Date | null) =>
    world.db
      .insertInto('waiting_entry')
      .values({
        ...{ person_id, from_date: '2026-01-01', till_date: '2199-01-01', place: ended ? null : 1 },
        ...{ ended_at: ended, ended_by: ended && 'left' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [old, recent, waiting] = [await entry(days(367)), await entry(days(360)), await entry(null)];
  const coach_id = await world.coach();
  const slot = { entry_id: old.id, person_id, coach_id, starts_at: days(380), ends_at: days(379) };
  await world.db
    .insertInto('waiting_offer')
    .values({ ...slot, held_from: days(390), held_until: days(389), outcome: 'expired' })
    .execute();
  await cleanUp(world.app);
  const left = await world.db.selectFrom('waiting_entry').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([recent.id, waiting.id]);
  expect(await world.db.selectFrom('waiting_offer').select('id').execute()).toEqual([]);
});

test.skipIf(fileAgesAreUnknown)(
  'files of a killed upload or mail are deleted after an hour, those under way stay',
  async () => {
    for (const name of ['tmp', 'files/incoming', 'mails']) {
      const folder = join(world.app.settings.dataDir, name);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'old.part'), 'half a CV');
      await writeFile(join(folder, 'new.part'), 'half a CV');
      const earlier = new Date(Date.now() - 61 * 60_000);
      await utimes(join(folder, 'old.part'), earlier, earlier);
      await removeAbandonedFiles(world.settings);
      expect((await readdir(folder)).filter((left) => left.endsWith('.part'))).toEqual(['new.part']);
    }
  },
);

test('a report of a barrier that was written to a file goes after 30 days, and so does a mail that left the list [1.19]', async () => {
  const folder = join(world.settings.dataDir, 'mails');
  const age = async (name: string, days: number) => {
    const at = new Date(Date.now() - days * 86_400_000);
    await utimes(join(folder, name), at, at);
  };
  const files = async () => readdir(folder).catch((): string[] => []);
  const before = new Set(await files());
  await world.call(reportBarrier, null, { text: 'Der Knopf ist zu klein', email: 'nora@test.example' });
  const written = async () => (await files()).filter((name) => name.endsWith('.eml') && !before.has(name));
  await vi.waitFor(async () => expect(await written()).toHaveLength(1), { timeout: 60_000 });
  const [report = ''] = await written();
  const person_id = await world.participant();
  const { id } = await world.db
    .insertInto('mail')
    .values({ kind: 'passwordChanged', person_id, sent_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [listed, gone, foreign] = [`${id}.eml`, `${randomUUID()}.eml`, 'Notiz.eml'];
  for (const name of [listed, gone, foreign]) {
    await writeFile(join(folder, name), 'Hallo');
    await age(name, 31);
  }
  await age(report, 29);
  await removeOldMailFiles(world.app);
  expect(await files()).toEqual(expect.arrayContaining([report, listed, foreign]));
  expect(await files()).not.toContain(gone);
  await age(report, 31);
  const another = await createApplication(world.settings, world.appUrl, null, { sendMails: false });
  onTestFinished(() => another.close());
  await vi.waitFor(async () => expect(await files()).not.toContain(report), { timeout: 60_000 });
  expect(await files()).toEqual(expect.arrayContaining([listed, foreign]));
});

test('a reader that a killed portal has left is ended, and its folder deleted', async () => {
  const desk = join(world.settings.dataDir, 'tmp', 'killed.part');
  await mkdir(desk, { recursive: true });
  await writeFile(join(desk, 'original'), 'half a CV');
  const earlier = new Date(Date.now() - 61 * 60_000);
  await utimes(desk, earlier, earlier);
  const loop = ['-e', 'console.log("begun"); for (;;);', '--', `--allow-fs-read=${join(desk, 'original')}`];
  const reader = spawn(process.execPath, loop, { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void reader.kill('SIGKILL'));
  const ended = once(reader, 'exit');
  await once(reader.stdout, 'data');
  await removeAbandonedFiles(world.settings);
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(await readdir(join(world.settings.dataDir, 'tmp'))).not.toContain('killed.part');
});

test('each process deletes what an earlier one has left in its own folder, whichever does the nightly work', async () => {
  const folder = join(world.settings.dataDir, 'tmp');
  const left = join(folder, 'killed.part');
  await mkdir(folder, { recursive: true });
  await writeFile(left, 'half a CV');
  const earlier = new Date(Date.now() - 61 * 60_000);
  await utimes(left, earlier, earlier);
  const another = await createApplication(world.settings, world.appUrl, null, { sendMails: false });
  onTestFinished(() => another.close());
  await vi.waitFor(async () => expect(await readdir(folder)).not.toContain('killed.part'), { timeout: 60_000 });
});

test('half a mail of a killed process is deleted with the next start, a whole one stays [11.2]', async () => {
  const folder = join(world.settings.dataDir, 'mails');
  await mkdir(folder, { recursive: true });
  const killed = spawn(process.execPath, ['-e', '']);
  await once(killed, 'exit');
  const half = temporaryName(randomUUID()).replace(`-${process.pid}-`, `-${killed.pid}-`);
  const underWay = temporaryName(randomUUID());
  for (const name of [half, underWay, 'whole.eml']) await writeFile(join(folder, name), 'Hallo Ada');
  const another = await createApplication(world.settings, world.appUrl, null, { sendMails: false });
  onTestFinished(() => another.close());
  await vi.waitFor(async () => expect(await readdir(folder)).not.toContain(half), { timeout: 60_000 });
  expect(await readdir(folder)).toEqual(expect.arrayContaining([underWay, 'whole.eml']));
});

test('it is done every night by the queue, with the app’s role', async () => {
  await vi.waitFor(
    async () => {
      const { rows } =
        await sql`SELECT FROM graphile_worker._private_known_crontabs WHERE identifier = 'nightly'`.execute(world.db);
      expect(rows).toHaveLength(1);
    },
    { timeout: 60_000 },
  );
  await world.db.insertInto('tracking').values({ day: '2020-01-01', kind: 'userLanguage', value: 'de' }).execute();
  await sql`SELECT graphile_worker.add_job('nightly')`.execute(world.db);
  await vi.waitFor(async () => expect(await world.db.selectFrom('tracking').selectAll().execute()).toEqual([]), {
    timeout: 60_000,
  });
});
