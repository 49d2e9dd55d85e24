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
import { deleteOldMailFiles } from '../features/mail/delivery/old-files.jobs.ts';
import { createTemporaryName } from '../platform/storage/temporary-files.ts';
import { removeAbandonedFiles, cleanUp } from './cleanup.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ runsJobs: true });
});
afterAll(() => world.close());

test('expired sessions, one-time secrets, challenges and counters are deleted, and valid ones stay', async () => {
  const person = await world.addParticipant();
  const hoursFromNow = (n: number) => new Date(Date.now() + n * 3_600_000);
  const insertSession = (seenHoursAgo: number, createdHoursAgo: number) =>
    world.db
      .insertInto('session')
      .values({
        id_hash: Buffer.from(randomUUID()),
        person_id: person,
        seen_at: hoursFromNow(-seenHoursAgo),
        created_at: hoursFromNow(-createdHoursAgo),
      })
      .execute();
  const insertCredential = (hoursLeft: number) =>
    world.db
      .insertInto('credential')
      .values({ person_id: person, kind: 'confirmation', hash: randomUUID(), expires_at: hoursFromNow(hoursLeft) })
      .execute();
  const insertChallenge = (hoursLeft: number) =>
    world.db
      .insertInto('passkey_challenge')
      .values({ hash: Buffer.from(randomUUID()), expires_at: hoursFromNow(hoursLeft) })
      .execute();
  const insertAttempt = async (hoursLeft: number) => {
    const columns = { browser_hash: Buffer.from('x'), expires_at: hoursFromNow(hoursLeft) };
    const [state_hash, code_hash] = [Buffer.from(randomUUID()), Buffer.from(randomUUID())];
    await world.db
      .insertInto('single_sign_on_attempt')
      .values({ state_hash, target: '/', ...columns })
      .execute();
    await world.db
      .insertInto('single_sign_on_code')
      .values({ code_hash, person_id: person, ...columns })
      .execute();
  };
  // Sessions end after 8 hours without use, and after 168 hours in any case.
  await Promise.all([
    insertSession(1, 1),
    insertSession(9, 9),
    insertSession(1, 169),
    insertCredential(1),
    insertCredential(-1),
    insertChallenge(1),
    insertChallenge(-1),
    insertAttempt(1),
    insertAttempt(-1),
  ]);
  await world.db
    .insertInto('throttle')
    .values([
      { key: 'old', points: 1, expire: Date.now() - 7_200_000 },
      { key: 'new', points: 1, expire: Date.now() + 1000 },
    ])
    .execute();
  await cleanUp(world.app);
  const tables = [
    ...(['session', 'credential', 'passkey_challenge', 'throttle'] as const),
    ...(['single_sign_on_attempt', 'single_sign_on_code'] as const),
  ];
  const countRows = async (table: (typeof tables)[number]) =>
    (await world.db.selectFrom(table).selectAll().execute()).length;
  for (const table of tables) expect(await countRows(table), table).toBe(1);
});

test('the kind of an absence is deleted a year after its end, the record of its changes to appointments after a day, and an undone absence after a month [14.1]', async () => {
  const coach = await world.addCoach();
  const daysAgo = (n: number) => new Date(Date.now() - n * 86_400_000);
  const [oldAbsence, recentAbsence] = [
    await world.addAbsence(coach, daysAgo(400), daysAgo(367)),
    await world.addAbsence(coach, daysAgo(364), daysAgo(360)),
  ];
  const undoneAbsence = await world.addAbsence(coach, daysAgo(40), daysAgo(39));
  const undoneColumns = { ended_at: daysAgo(32), ended_by: 'undone', kind: null };
  await world.db.updateTable('absence').set(undoneColumns).where('id', '=', undoneAbsence).execute();
  const recentlyPlannedAbsence = await world.addAbsence(coach, daysAgo(20), daysAgo(19));
  await world.db
    .updateTable('absence')
    .set({ planned_at: new Date() })
    .where('id', '=', recentlyPlannedAbsence)
    .execute();
  const slot = { type_id: 1, starts_at: daysAgo(19.5), ends_at: daysAgo(19.4) };
  await world.db
    .insertInto('absence_change')
    .values([recentAbsence, recentlyPlannedAbsence].map((absence_id) => ({ absence_id, ...slot })))
    .execute();
  await cleanUp(world.app);
  const absences = await world.db
    .selectFrom('absence')
    .select(['id', 'kind'])
    .where('coach_id', '=', coach)
    .orderBy('id')
    .execute();
  expect(absences).toEqual([
    { id: oldAbsence, kind: null },
    { id: recentAbsence, kind: 'vacation' },
    { id: recentlyPlannedAbsence, kind: 'vacation' },
  ]);
  const changes = await world.db.selectFrom('absence_change').select('absence_id as absence').execute();
  expect(changes).toEqual([{ absence: recentlyPlannedAbsence }]);
});

test('an entry of the waiting list and its offers are deleted a year after the entry ended', async () => {
  const person_id = await world.addParticipant();
  const daysAgo = (n: number) => new Date(Date.now() - n * 86_400_000);
  const insertEntry = (endedAt: Date | null) =>
    world.db
      .insertInto('waiting_entry')
      .values({
        person_id,
        from_date: '2026-01-01',
        till_date: '2199-01-01',
        place: endedAt ? null : 1,
        ended_at: endedAt,
        ended_by: endedAt && 'left',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [oldEntry, recentEntry, waitingEntry] = [
    await insertEntry(daysAgo(367)),
    await insertEntry(daysAgo(360)),
    await insertEntry(null),
  ];
  const coach_id = await world.addCoach();
  const slot = { entry_id: oldEntry.id, person_id, coach_id, starts_at: daysAgo(380), ends_at: daysAgo(379) };
  await world.db
    .insertInto('waiting_offer')
    .values({ ...slot, held_from: daysAgo(390), held_until: daysAgo(389), outcome: 'expired' })
    .execute();
  await cleanUp(world.app);
  const entries = await world.db.selectFrom('waiting_entry').select('id').orderBy('id').execute();
  expect(entries.map(({ id }) => id)).toEqual([recentEntry.id, waitingEntry.id]);
  expect(await world.db.selectFrom('waiting_offer').select('id').execute()).toEqual([]);
});

test.skipIf(fileAgesAreUnknown)(
  'partial files of interrupted uploads and mails are deleted after an hour, and newer ones stay',
  async () => {
    for (const name of ['tmp', 'files/incoming', 'mails']) {
      const folder = join(world.app.settings.dataDir, name);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'old.part'), 'half a CV');
      await writeFile(join(folder, 'new.part'), 'half a CV');
      const overAnHourAgo = new Date(Date.now() - 61 * 60_000);
      await utimes(join(folder, 'old.part'), overAnHourAgo, overAnHourAgo);
      await removeAbandonedFiles(world.settings);
      expect((await readdir(folder)).filter((file) => file.endsWith('.part'))).toEqual(['new.part']);
    }
  },
);

test('the file of a barrier report is deleted after 30 days, and so is the file of a mail that is no longer listed [1.19]', async () => {
  const folder = join(world.settings.dataDir, 'mails');
  const setAge = async (name: string, days: number) => {
    const at = new Date(Date.now() - days * 86_400_000);
    await utimes(join(folder, name), at, at);
  };
  const listFiles = async () => readdir(folder).catch((): string[] => []);
  const filesBefore = new Set(await listFiles());
  await world.call(reportBarrier, null, { text: 'Der Knopf ist zu klein', email: 'nora@test.example' });
  const listNewMails = async () =>
    (await listFiles()).filter((name) => name.endsWith('.eml') && !filesBefore.has(name));
  await vi.waitFor(async () => expect(await listNewMails()).toHaveLength(1), { timeout: 60_000 });
  const [report = ''] = await listNewMails();
  const person_id = await world.addParticipant();
  const { id } = await world.db
    .insertInto('mail')
    .values({ kind: 'passwordChanged', person_id, sent_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [listedMail, unlistedMail, otherFile] = [`${id}.eml`, `${randomUUID()}.eml`, 'Notiz.eml'];
  for (const name of [listedMail, unlistedMail, otherFile]) {
    await writeFile(join(folder, name), 'Hallo');
    await setAge(name, 31);
  }
  await setAge(report, 29);
  await deleteOldMailFiles(world.app);
  expect(await listFiles()).toEqual(expect.arrayContaining([report, listedMail, otherFile]));
  expect(await listFiles()).not.toContain(unlistedMail);
  await setAge(report, 31);
  const otherApplication = await createApplication(world.settings, world.appUrl, null, { runsJobs: false });
  onTestFinished(() => otherApplication.close());
  await vi.waitFor(async () => expect(await listFiles()).not.toContain(report), { timeout: 60_000 });
  expect(await listFiles()).toEqual(expect.arrayContaining([listedMail, otherFile]));
});

test('a document reader that a killed portal left behind is killed, and its folder is deleted', async () => {
  const readerFolder = join(world.settings.dataDir, 'tmp', 'killed.part');
  await mkdir(readerFolder, { recursive: true });
  await writeFile(join(readerFolder, 'original'), 'half a CV');
  const overAnHourAgo = new Date(Date.now() - 61 * 60_000);
  await utimes(readerFolder, overAnHourAgo, overAnHourAgo);
  const readerArguments = [
    '-e',
    'console.log("begun"); for (;;);',
    '--',
    `--allow-fs-read=${join(readerFolder, 'original')}`,
  ];
  const reader = spawn(process.execPath, readerArguments, { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void reader.kill('SIGKILL'));
  const readerExit = once(reader, 'exit');
  await once(reader.stdout, 'data');
  await removeAbandonedFiles(world.settings);
  expect(await readerExit).toEqual([null, 'SIGKILL']);
  expect(await readdir(join(world.settings.dataDir, 'tmp'))).not.toContain('killed.part');
});

test('every process deletes the leftover files of a killed process, even if another process does the nightly work', async () => {
  const folder = join(world.settings.dataDir, 'tmp');
  const leftover = join(folder, 'killed.part');
  await mkdir(folder, { recursive: true });
  await writeFile(leftover, 'half a CV');
  const overAnHourAgo = new Date(Date.now() - 61 * 60_000);
  await utimes(leftover, overAnHourAgo, overAnHourAgo);
  const otherApplication = await createApplication(world.settings, world.appUrl, null, { runsJobs: false });
  onTestFinished(() => otherApplication.close());
  await vi.waitFor(async () => expect(await readdir(folder)).not.toContain('killed.part'), { timeout: 60_000 });
});

test('a half-written mail of a killed process is deleted at the next start, and complete mails stay [11.2]', async () => {
  const folder = join(world.settings.dataDir, 'mails');
  await mkdir(folder, { recursive: true });
  const killed = spawn(process.execPath, ['-e', '']);
  await once(killed, 'exit');
  const halfWrittenMail = createTemporaryName(randomUUID()).replace(`-${process.pid}-`, `-${killed.pid}-`);
  const currentMail = createTemporaryName(randomUUID());
  for (const name of [halfWrittenMail, currentMail, 'whole.eml']) {
    await writeFile(join(folder, name), 'Hallo Ada');
    // The file system ignores a shifted clock, so the times are set here.
    await utimes(join(folder, name), new Date(), new Date());
  }
  const otherApplication = await createApplication(world.settings, world.appUrl, null, { runsJobs: false });
  onTestFinished(() => otherApplication.close());
  await vi.waitFor(async () => expect(await readdir(folder)).not.toContain(halfWrittenMail), { timeout: 60_000 });
  expect(await readdir(folder)).toEqual(expect.arrayContaining([currentMail, 'whole.eml']));
});

test('the queue runs the cleanup every night, with the app’s role', async () => {
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
