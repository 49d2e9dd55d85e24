import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { parseBackupTime } from '../../features/backups/exports.ts';
import { login } from '../../features/accounts/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { recordSeals, sealListName } from '../../features/audit/seal-list.jobs.ts';
import { sealLog } from '../../features/audit/seals.steps.ts';
import { bookAppointment } from '../../features/booking/contract.ts';
import { deleteFile, downloadFile, getFiles, uploadFiles } from '../../features/files/contract.ts';
import { craftDocx } from '../../features/files/testdata/craft.ts';
import { anonymizeUserData, changeActiveStatus } from '../../features/participants/contract.ts';
import { servicePath } from '../../platform/http/calls/calls.ts';
import { migrationsFolder } from '../../platform/settings/paths.ts';
import { openPool } from '../../platform/database/db.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createApplication } from '../../app/application.ts';
import { readSettings } from '../../platform/settings/settings.ts';
import { findColumnsContaining, findFoldersContaining } from '../../../tests/support/canary.ts';
import { addMachine, hashTables, removeMachines, withDb } from '../../../tests/support/machines.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { createKeyPair } from './age.ts';
import { restoreBackup, type RestoreRequest } from './restore-backup.ts';
import { erasureListName, recordErasures } from '../../features/audit/erasures.jobs.ts';
import { deleteIntroduction, proposeIntroduction } from '../../features/coaches/introduction/contract.ts';
import { makeBackup } from './make.ts';
import { runCommand } from '../../../tests/support/commands.ts';
import { createTwoColourPng } from '../../../tests/support/pictures.ts';
import { addAdmin } from '../../../tests/support/people.ts';

const password = 'Ganz-Neu-2026!';
const canary = 'kanarivoglqwrtzpsdfg';

let world: World;
let folder: string;
let archive: string;
let keyFile: string;
let remainingPerson: number;
let erasedPerson: number;
let key: { identity: string; recipient: string };
/** A hash of the rows of each table at the time of the backup. */
let tableHashes: Map<string, string>;

/** An empty machine, which exists until the test file ends. */
const createMachine = () => addMachine(folder);

/** Restores a backup as the command does, and returns its output, or 'refused: …' with the message of the error. */
async function runRestore(
  env: Record<string, string>,
  file: string,
  request: Omit<RestoreRequest, 'file'> = {},
): Promise<string> {
  const lines: string[] = [];
  try {
    await restoreBackup(readSettings(env), { file, ...request }, (line) => lines.push(line));
    return lines.join('\n');
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
}

const createParticipant = async (values: Record<string, unknown>) =>
  world.addParticipant({ hasCv: false, passwordHash: await hashPassword(password), ...values });

/** The part of an introduction that a coach withdraws. */
type WithdrawnPart = 'open' | 'picture' | 'all';

/** The ids of the coaches that `addWithdrawingCoach` creates, by the part that they withdraw after the backup. */
const withdrawingCoaches = new Map<WithdrawnPart, number>([
  ['open', 0],
  ['picture', 0],
  ['all', 0],
]);

/** Creates a coach with a shown and a proposed introduction, who withdraws `part` after the backup. */
async function addWithdrawingCoach(part: WithdrawnPart) {
  const coach = await world.addCoach();
  const picture = await createTwoColourPng();
  await world.db
    .insertInto('introduction')
    .values([
      { person_id: coach, text: 'Gezeigt', picture, state: 'shown', decided_at: new Date() },
      { person_id: coach, text: 'Vorschlag', picture },
    ])
    .execute();
  withdrawingCoaches.set(part, coach);
}

beforeAll(async () => {
  world = await openWorld({ runsJobs: true });
  folder = await mkdtemp(join(tmpdir(), 'portal-restore-'));
  key = await createKeyPair();
  keyFile = join(folder, 'key.txt');
  await writeFile(keyFile, `# a key\n${key.identity}\n`);
  remainingPerson = await createParticipant({
    email: 'bleibt@test.example',
    firstName: 'Zoë',
    lastName: 'O’Neill-Öztürk',
  });
  erasedPerson = await createParticipant({ email: `${canary}@test.example`, lastName: canary });
  const coach = await world.addCoach();
  for (const part of withdrawingCoaches.keys()) await addWithdrawingCoach(part);
  for (const person of [remainingPerson, erasedPerson]) {
    const session = await world.signIn(person);
    for (const name of ['Lebenslauf.docx', 'Zeugnis.docx'])
      await world.send(uploadFiles, [{ field: `file_${session}_0`, name, bytes: craftDocx() }]);
    const appointmentId = await world.addAppointment(coach, inDays(person === remainingPerson ? 5 : 6, '10:00'));
    await world.call(bookAppointment, session, { appointmentId });
  }
  // A waiting mail with a job that is due long after the test.
  await sql`
    WITH m AS (INSERT INTO mail (kind, person_id) VALUES ('passwordChanged', ${remainingPerson}) RETURNING id)
    SELECT graphile_worker.add_job('mail', json_build_object('id', id), run_at => now() + interval '1 day') FROM m
  `.execute(world.db);
  await vi.waitFor(async () => {
    const { rows } = await sql`SELECT FROM mail WHERE sent_at IS NULL`.execute(world.db);
    if (rows.length !== 1) throw new Error('mails are under way');
  }, 60_000);
  await world.db
    .insertInto('token')
    .values({
      hash: Buffer.alloc(32),
      name: 'Lernplattform',
      scopes: ['figures'],
      created_by: coach,
      expires_on: '2199-01-01',
    })
    .execute();
  await sealLog(world.app);
  tableHashes = await hashTables(world.db);
  const settings = { ...world.settings, backupRecipients: [key.recipient] };
  ({ path: archive } = await makeBackup({ ...world.app, settings }, folder));

  // After the backup a participant is erased, and a document is deleted.
  const admin = await world.signIn(await world.addAdmin());
  await world.call(changeActiveStatus, admin, { participantId: erasedPerson, participantStatus: 1 });
  await world.call(anonymizeUserData, admin, { participantId: erasedPerson });
  const participantSession = await world.signIn(remainingPerson);
  const files = await world.call(getFiles, participantSession);
  const deletedFile = files.body.files?.uploadParticiopant.find(({ name }) => name === 'Zeugnis.docx');
  await world.call(deleteFile, participantSession, { fileId: deletedFile?.id });
  // The coaches withdraw parts of their introductions, and one of them then writes a new proposal.
  for (const [part, id] of withdrawingCoaches)
    await world.call(deleteIntroduction, await world.signIn(id), { what: part });
  const coachSession = await world.signIn(withdrawingCoaches.get('open') ?? 0);
  await world.send(proposeIntroduction, [{ field: `text_${coachSession}`, text: 'Neu' }]);
});
afterAll(async () => {
  await world.close();
  await removeMachines();
  await rm(folder, { recursive: true });
});

test('each erasure is recorded in a file outside the database, by id only', async () => {
  await vi.waitFor(async () => {
    const list = await readFile(join(world.dataDir, erasureListName), 'utf8');
    const kinds = { open: 'proposal', picture: 'picture', all: 'introduction' };
    const withdrawals = [...withdrawingCoaches].map(([part, id]) => `\\S+Z ${kinds[part]} ${id}\n`).join('');
    expect(list).toMatch(
      new RegExp(`^# portal [0-9a-f]{16}\n\\S+Z person ${erasedPerson}\n\\S+Z document \\d+\n${withdrawals}$`),
    );
  }, 60_000);
});

test('simultaneous updates of the list of erasures record each erasure once', async () => {
  const settings = { ...world.settings, dataDir: await mkdtemp(join(folder, 'at-once-')) };
  await Promise.all(Array.from({ length: 4 }, async () => recordErasures({ db: world.db, settings })));
  const lines = (await readFile(join(settings.dataDir, erasureListName), 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(new Set(lines).size);
  // The first line, an erased person, a deleted document, and the withdrawn parts.
  expect(lines).toHaveLength(1 + 2 + withdrawingCoaches.size);
});

test(
  'a restore on a new machine brings back everyone except the people who were erased after the backup',
  { timeout: 60_000 },
  async () => {
    const machine = await createMachine();
    // All that is left of the old machine is the backup, its key and the list of erasures.
    const list = join(folder, 'saved.txt');
    await copyFile(join(world.dataDir, erasureListName), list);
    const args = [archive, '--key', keyFile, '--erased', list];
    const { code, output } = await runCommand('restore', args, machine.env);
    expect(output).toMatch(/^The backup of \d{4}-\d\d-\d\d \d\d:\d\d UTC is complete and undamaged\.\n/);
    expect(output).toContain('holds 6 people, 3 appointments and 1 documents now.');
    expect(output).toContain(
      'Erased again, because they had been erased since the backup: 1 people, 1 documents, 3 introductions.',
    );
    expect(output).toContain('The doctor has found nothing broken.');
    expect(code).toBe(0);

    await withDb(machine.ownerUrl, async (db) => {
      const currentHashes = await hashTables(db);
      const changedTables =
        'person participant appointment backup document introduction mail audit audit_seal session credential token'.split(
          ' ',
        );
      for (const [name, hash] of tableHashes)
        if (!changedTables.includes(name)) expect(currentHashes.get(name), name).toBe(hash);
      const { rows } = await sql<{ text: string }>`
      SELECT string_agg(p::text, '') AS text FROM (SELECT person::text FROM person UNION ALL SELECT mail::text FROM mail) p
    `.execute(db);
      expect(rows[0]?.text).toContain('O’Neill-Öztürk');
      expect(await findColumnsContaining(db, [canary])).toEqual([]);
      expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
      // A token that was revoked after the backup must not be valid again.
      const tokens = await db.selectFrom('token').select(['name', 'revoked_at']).execute();
      expect(tokens).toEqual([{ name: 'Lernplattform', revoked_at: expect.any(Date) }]);
      // One mail informs the coach, without a name, of the erased person's cancelled booking. The other one was waiting
      // at the time of the backup and waits again.
      const waiting = await sql<{ kind: string }>`
      SELECT kind FROM mail WHERE sent_at IS NULL AND to_hand_over ORDER BY kind
    `.execute(db);
      expect(waiting.rows.map(({ kind }) => kind)).toEqual(['appointmentCancelledByUs', 'passwordChanged']);
      expect(await findFoldersContaining(machine.dataDir, [canary])).toEqual([]);
      const introductions = await db
        .selectFrom('introduction')
        .select(['person_id as coach', 'state', 'text', sql<boolean>`picture IS NULL`.as('hasNoPicture')])
        .orderBy('person_id')
        .execute();
      expect(introductions).toEqual([
        { coach: withdrawingCoaches.get('open'), state: 'shown', text: 'Gezeigt', hasNoPicture: false },
        { coach: withdrawingCoaches.get('picture'), state: 'shown', text: 'Gezeigt', hasNoPicture: true },
        { coach: withdrawingCoaches.get('picture'), state: 'proposed', text: 'Vorschlag', hasNoPicture: true },
      ]);
      // An id that was assigned after the backup is not assigned again.
      expect(await addAdmin(db)).toBeGreaterThan(100_000);
    });

    const settings = readSettings({ ...machine.env, LOG_LEVEL: 'silent' });
    const portal = await createApplication(settings, machine.appUrl, null, { runsJobs: false });
    onTestFinished(() => portal.close());
    const address = await portal.fastify.listen({ port: 0, host: '127.0.0.1' });
    const post = (path: string, body: object) =>
      fetch(address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const loginResponse = (await (
      await post(servicePath(login), { username: 'bleibt@test.example', password })
    ).json()) as {
      data: { sessionId: string };
    };
    const { sessionId } = loginResponse.data;
    const { files } = (await (await post(servicePath(getFiles), { sessionId })).json()) as {
      files: { uploadParticiopant: { id: number; name: string }[] };
    };
    expect(files.uploadParticiopant.map(({ name }) => name)).toEqual(['Lebenslauf.docx']);
    const download = await post(servicePath(downloadFile), { sessionId, fileId: files.uploadParticiopant[0]?.id });
    expect(Buffer.from(await download.arrayBuffer()).equals(craftDocx())).toBe(true);
    const erasedLogin = await post(servicePath(login), { username: `${canary}@test.example`, password });
    expect(await erasedLogin.json()).toMatchObject({ meta: { code: 'loginFailed' } });
    // The app's role still cannot rewrite the log.
    await expect(withDb(machine.appUrl, (db) => db.deleteFrom('audit').execute())).rejects.toThrow(/permission denied/);
  },
);

test('the next backup contains nothing about an erased person [8.7]', async () => {
  const { path } = await makeBackup(world.app, await mkdtemp(join(folder, 'next-')));
  const content = gunzipSync(await readFile(path))
    .toString('latin1')
    .toLowerCase();
  expect(content).toContain('bleibt@test.example');
  expect(content).not.toContain(canary);
});

/** The tables that a restore changes, even if nothing was erased after the backup. */
const changedTables = new Set([
  ...['session', 'credential', 'passkey_challenge', 'throttle', 'token'],
  ...['single_sign_on_attempt', 'single_sign_on_code'],
  ...['audit', 'audit_seal', 'backup'],
]);

test('if nothing was erased after the backup, every table is restored unchanged', async () => {
  const machine = await createMachine();
  const otherFolder = join(folder, 'alone');
  await mkdir(otherFolder);
  await copyFile(archive, join(otherFolder, 'copy.tar.gz.age'));
  // This machine has recorded a seal that is newer than the backup. A restore to an older seal is not tampering.
  await sealLog(world.app);
  await recordSeals({ ...world.app, settings: { ...world.settings, dataDir: machine.dataDir } });
  const output = await runRestore(machine.env, join(otherFolder, 'copy.tar.gz.age'), { key: keyFile });
  expect(output).toContain('The doctor has found nothing broken.');
  expect(await readFile(join(machine.dataDir, sealListName), 'utf8')).toMatch(/ seal 2 .*\n.* restored to seal 1\n$/);
  const currentHashes = await withDb(machine.ownerUrl, hashTables);
  for (const [name, hash] of tableHashes)
    if (!changedTables.has(name)) expect(currentHashes.get(name), name).toBe(hash);
  // The portal knows from when the restored backup is, and does not report a missing one.
  const backups = await withDb(machine.ownerUrl, (db) =>
    db.selectFrom('backup').select(['tried_at', 'fault']).execute(),
  );
  expect(backups.map(({ fault }) => fault)).toEqual([null]);
  // The time is that of the backup's data, which are read a moment after its name is chosen.
  const delay = Number(backups[0]?.tried_at) - Number(parseBackupTime(basename(archive)));
  expect(delay).toBeGreaterThanOrEqual(0);
  expect(delay).toBeLessThan(60_000);
});

test(
  'a portal with people in it is replaced only if the command names it, and never while it is running',
  { timeout: 60_000 },
  async () => {
    const machine = await createMachine();
    const args = [archive, '--key', keyFile];
    await migrate(machine.ownerUrl, machine.appUrl, migrationsFolder);
    await withDb(machine.ownerUrl, (db) => addAdmin(db, { first_name: 'Anna', last_name: 'Vorher' }));
    const hashesBefore = await withDb(machine.ownerUrl, hashTables);

    const resultWithoutName = await runCommand('restore', args, machine.env);
    expect(resultWithoutName.code).toBe(1);
    expect(resultWithoutName.output).toContain(
      `${machine.portalName} has a portal with 1 people. To replace it by the backup, add: --replace ${machine.portalName}\n`,
    );
    const resultWithOtherName = await runCommand('restore', [...args, '--replace', 'portal@elsewhere'], machine.env);
    expect(resultWithOtherName.output).toContain(
      `--replace names portal@elsewhere, but the settings lead to ${machine.portalName}.`,
    );

    const runningPortal = openPool(machine.appUrl, 1);
    await runningPortal.query('SELECT 1');
    const resultWhileRunning = await runCommand('restore', [...args, '--replace', machine.portalName], machine.env);
    expect(resultWhileRunning.output).toContain(
      `A portal is running on ${machine.portalName}: stop all of its instances first.`,
    );
    await runningPortal.end();

    // If the store cannot take the documents, nothing changes.
    await writeFile(join(machine.dataDir, 'files'), 'no folder');
    const resultWithBrokenStore = await runCommand('restore', [...args, '--replace', machine.portalName], machine.env);
    expect(resultWithBrokenStore.code).toBe(1);
    expect(await withDb(machine.ownerUrl, hashTables)).toEqual(hashesBefore);
    await rm(join(machine.dataDir, 'files'));

    const result = await runCommand('restore', [...args, '--replace', machine.portalName], machine.env);
    expect(result.code).toBe(0);
    const names = await withDb(machine.ownerUrl, (db) => db.selectFrom('person').select('last_name').execute());
    expect(names.map((row) => row.last_name)).not.toContain('Vorher');
  },
);

test('a backup that cannot be restored is refused before anything is changed', async () => {
  const machine = await createMachine();
  const bytes = await readFile(archive);
  const truncatedArchive = join(folder, 'torn.tar.gz.age');
  await writeFile(truncatedArchive, bytes.subarray(0, bytes.length - 100));
  const wrongKeyFile = join(folder, 'wrong.txt');
  await writeFile(wrongKeyFile, (await createKeyPair()).identity);
  const foreignListFile = join(folder, 'strangers.txt');
  await writeFile(foreignListFile, `# portal ${'0'.repeat(16)}\n2026-11-21T10:00:00.000Z person 1\n`);
  const cases: [string, Omit<RestoreRequest, 'file'>, string][] = [
    [archive, {}, 'is encrypted: use --key to name the file with its key'],
    [archive, { key: wrongKeyFile }, 'This key cannot decrypt this backup.'],
    [archive, { key: archive }, 'There is no key (AGE-SECRET-KEY-1…) in the file'],
    [archive, { key: join(folder, 'none') }, `There is no file ${join(folder, 'none')}.`],
    [archive, { key: folder }, `The key in ${folder} cannot be read: illegal operation on a directory (EISDIR).`],
    [truncatedArchive, { key: keyFile }, 'The file is incomplete or was changed'],
    [join(folder, 'none'), {}, 'There is no file'],
    [archive, { key: keyFile, erased: foreignListFile }, 'is not the list of the portal that the backup is from.'],
  ];
  for (const [file, request, sentence] of cases)
    expect(await runRestore(machine.env, file, request)).toContain(sentence);
  const { code, output } = await runCommand('restore', [], machine.env);
  expect([code, output.split('\n')[2]]).toEqual([
    1,
    '  npm run restore -- FILE             into an empty installation',
  ]);
  const listArgs = [archive, '--key', keyFile, '--erased', folder];
  expect((await runCommand('restore', listArgs, machine.env)).output).toContain(
    `${folder} cannot be read: illegal operation on a directory (EISDIR).`,
  );
  const { rows } = await withDb(machine.ownerUrl, (db) =>
    sql`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`.execute(db),
  );
  expect(rows).toEqual([]);
});
