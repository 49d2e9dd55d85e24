import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { login } from '../accounts/contract.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { noteSeals, sealsName } from '../audit/seal-list.ts';
import { sealLog } from '../audit/seals.ts';
import { bookAppointment } from '../booking/contract.ts';
import { deleteFile, downloadFile, getFiles, uploadFiles } from '../files/contract.ts';
import { craftDocx } from '../files/testdata/craft.ts';
import { anonymizeUserData, changeActiveStatus } from '../participants/contract.ts';
import { servicePath } from '../server/calls.ts';
import { migrations } from '../server/checkout.ts';
import { openDb, openPool, type Db } from '../server/db.ts';
import { migrate, migrationsIn } from '../server/migrate.ts';
import { openPortal } from '../server/portal.ts';
import { readSettings } from '../server/settings.ts';
import { inDatabase, runStatement } from '../server/testing-database.ts';
import { inDays, openWorld, type World } from '../server/testing.ts';
import { newKeyPair } from './age.ts';
import { bringBack, type Asked } from './bring-back.ts';
import { erasedName } from './erased.ts';
import { makeBackup } from './make.ts';
import { command } from './testing.ts';

const password = 'Ganz-Neu-2026!';
const canary = 'kanarivoglqwrtzpsdfg';

let world: World;
let folder: string;
let archive: string;
let keyFile: string;
let stays: number;
let goes: number;
let key: { identity: string; recipient: string };
/** Facts of the moment of the backup. */
let tables: Map<string, string>;

const databases: string[] = [];

/** An empty database of its own with its data directory, as the settings of a new machine name them. */
async function scratch() {
  const { migrateUrl, url } = inject('postgres');
  const name = `scratch_${randomUUID().replaceAll('-', '')}`;
  await runStatement(migrateUrl, `CREATE DATABASE ${name}`);
  databases.push(name);
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const [ownerUrl, appUrl] = [inDatabase(migrateUrl, name), inDatabase(url, name)];
  const env = { DATABASE_URL: appUrl, DATABASE_MIGRATE_URL: ownerUrl, DATA_DIR: dataDir };
  return { env, dataDir, ownerUrl, appUrl, known: `${name}@localhost` };
}

/** Brings a backup back as the command does, and answers what it told; the line of a refusal instead of it. */
async function broughtBack(
  env: Record<string, string>,
  file: string,
  asked: Omit<Asked, 'file'> = {},
): Promise<string> {
  const lines: string[] = [];
  try {
    await bringBack(readSettings(env), { file, ...asked }, (line) => lines.push(line));
    return lines.join('\n');
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
}

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = openPool(url, 1);
  try {
    return await work(openDb(pool));
  } finally {
    await pool.end();
  }
}

/** A hash of each table's rows, whatever their order; which mails were handed to the queue is not looked at. */
async function hashesOf(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  `.execute(db);
  const hashes = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: found } = await sql<{ hash: string }>`
      SELECT md5(coalesce(string_agg(row, '|' ORDER BY row), '')) AS hash
      FROM (SELECT (to_jsonb(t) - 'to_hand_over')::text AS row FROM ${sql.table(name)} t) rows
    `.execute(db);
    hashes.set(name, found[0]?.hash ?? '');
  }
  return hashes;
}

const whoever = async (about: Record<string, unknown>) =>
  world.participant({ docx: false, passwordHash: await hashPassword(password), ...about });

beforeAll(async () => {
  world = await openWorld({ sendMails: true });
  folder = await mkdtemp(join(tmpdir(), 'portal-restore-'));
  key = await newKeyPair();
  keyFile = join(folder, 'key.txt');
  await writeFile(keyFile, `# a key\n${key.identity}\n`);
  stays = await whoever({ email: 'bleibt@test.example', firstName: 'Zoë', lastName: 'O’Neill-Öztürk' });
  goes = await whoever({ email: `${canary}@test.example`, lastName: canary });
  const coach = await world.coach();
  for (const person of [stays, goes]) {
    const session = await world.signIn(person);
    for (const name of ['Lebenslauf.docx', 'Zeugnis.docx'])
      await world.send(uploadFiles, [{ field: `file_${session}_0`, name, bytes: craftDocx() }]);
    const appointmentId = await world.appointment(coach, inDays(person === stays ? 5 : 6, '10:00'));
    await world.call(bookAppointment, session, { appointmentId });
  }
  // A mail that waits; its job is due when nobody looks any more.
  await sql`
    WITH m AS (INSERT INTO mail (kind, person_id) VALUES ('passwordChanged', ${stays}) RETURNING id)
    SELECT graphile_worker.add_job('mail', json_build_object('id', id), run_at => now() + interval '1 day') FROM m
  `.execute(world.db);
  await vi.waitFor(async () => {
    const { rows } = await sql`SELECT FROM mail WHERE sent_at IS NULL`.execute(world.db);
    if (rows.length !== 1) throw new Error('mails are under way');
  }, 15_000);
  await sealLog(world.app);
  tables = await hashesOf(world.db);
  const settings = { ...world.settings, backupRecipients: [key.recipient] };
  ({ path: archive } = await makeBackup({ ...world.app, settings }, folder));

  // Life goes on: somebody is erased, a document deleted.
  const admin = await world.signIn(await world.admin());
  await world.call(changeActiveStatus, admin, { participantId: goes, participantStatus: 1 });
  await world.call(anonymizeUserData, admin, { participantId: goes });
  const own = await world.signIn(stays);
  const files = await world.call(getFiles, own);
  const deleted = files.body.files?.uploadParticiopant.find(({ name }) => name === 'Zeugnis.docx');
  await world.call(deleteFile, own, { fileId: deleted?.id });
});
afterAll(async () => {
  await world.close();
  for (const name of databases) await runStatement(inject('postgres').migrateUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  await rm(folder, { recursive: true });
});

test('an erasure is noted outside of the database, by numbers alone', async () => {
  await vi.waitFor(async () => {
    const list = await readFile(join(world.dataDir, erasedName), 'utf8');
    expect(list).toMatch(new RegExp(`^# portal [0-9a-f]{16}\n\\S+Z person ${goes}\n\\S+Z document \\d+\n$`));
  }, 15_000);
});

test(
  'a restore on a new machine brings everybody back but those who were erased since',
  { timeout: 60_000 },
  async () => {
    const machine = await scratch();
    // All that is left: the backup, its key and the list.
    const list = join(folder, 'saved.txt');
    await copyFile(join(world.dataDir, erasedName), list);
    const args = [archive, '--key', keyFile, '--erased', list];
    const { code, output } = await command('restore', args, machine.env);
    expect(output).toMatch(/^The backup of \d{4}-\d\d-\d\d \d\d:\d\d UTC is whole\.\n/);
    expect(output).toContain('holds 3 people, 3 appointments and 1 documents again.');
    expect(output).toContain('Erased since the backup, and erased again: 1 people, 1 documents.');
    expect(output).toContain('The doctor found nothing broken.');
    expect(code).toBe(0);

    await withDb(machine.ownerUrl, async (db) => {
      const now = await hashesOf(db);
      const touched = 'person participant appointment document mail audit audit_seal session credential'.split(' ');
      for (const [name, hash] of tables) if (!touched.includes(name)) expect(now.get(name), name).toBe(hash);
      const { rows } = await sql<{ text: string }>`
      SELECT string_agg(p::text, '') AS text FROM (SELECT person::text FROM person UNION ALL SELECT mail::text FROM mail) p
    `.execute(db);
      expect(rows[0]?.text).toContain('O’Neill-Öztürk');
      expect(rows[0]?.text).not.toContain(canary);
      expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
      // Of the erased person's booking the coach is told, without a name; what waited before waits again.
      const waiting = await sql<{ kind: string }>`
      SELECT kind FROM mail WHERE sent_at IS NULL AND to_hand_over ORDER BY kind
    `.execute(db);
      expect(waiting.rows.map(({ kind }) => kind)).toEqual(['appointmentCancelledByUs', 'passwordChanged']);
      // A number that was given after the backup is not given twice.
      const next = await sql<{ id: number }>`
      INSERT INTO person (role_id, first_name, last_name, gender) VALUES (3, 'A', 'B', 'd') RETURNING id
    `.execute(db);
      expect(next.rows[0]?.id).toBeGreaterThan(100_000);
    });

    const settings = readSettings({ ...machine.env, LOG_LEVEL: 'silent' });
    const portal = await openPortal(settings, machine.appUrl, null, { sendMails: false });
    onTestFinished(() => portal.close());
    const address = await portal.fastify.listen({ port: 0, host: '127.0.0.1' });
    const post = (path: string, body: object) =>
      fetch(address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const signedIn = (await (await post(servicePath(login), { username: 'bleibt@test.example', password })).json()) as {
      data: { sessionId: string };
    };
    const { sessionId } = signedIn.data;
    const { files } = (await (await post(servicePath(getFiles), { sessionId })).json()) as {
      files: { uploadParticiopant: { id: number; name: string }[] };
    };
    expect(files.uploadParticiopant.map(({ name }) => name)).toEqual(['Lebenslauf.docx']);
    const bytes = await post(servicePath(downloadFile), { sessionId, fileId: files.uploadParticiopant[0]?.id });
    expect(Buffer.from(await bytes.arrayBuffer()).equals(craftDocx())).toBe(true);
    const erased = await post(servicePath(login), { username: `${canary}@test.example`, password });
    expect(await erased.json()).toMatchObject({ meta: { code: 'loginFailed' } });
    // The app's own role still cannot rewrite the log.
    await expect(withDb(machine.appUrl, (db) => db.deleteFrom('audit').execute())).rejects.toThrow(/permission denied/);
  },
);

test('where nothing was erased since, every table comes back as it was', { timeout: 60_000 }, async () => {
  const machine = await scratch();
  const alone = join(folder, 'alone');
  await mkdir(alone);
  await copyFile(archive, join(alone, 'copy.tar.gz.age'));
  // Sealed since, and noted here: the restore goes back behind it, which is no tampering.
  await sealLog(world.app);
  await noteSeals({ ...world.app, settings: { ...world.settings, dataDir: machine.dataDir } });
  const told = await broughtBack(machine.env, join(alone, 'copy.tar.gz.age'), { key: keyFile });
  expect(told).toContain('The doctor found nothing broken.');
  expect(await readFile(join(machine.dataDir, sealsName), 'utf8')).toMatch(/ seal 2 .*\n.* restored to seal 1\n$/);
  const now = await withDb(machine.ownerUrl, hashesOf);
  for (const [name, hash] of tables)
    if (!['session', 'credential', 'throttle', 'audit', 'audit_seal'].includes(name))
      expect(now.get(name), name).toBe(hash);
});

test(
  'a portal with people in it is replaced only by its name, and not while it works',
  { timeout: 60_000 },
  async () => {
    const machine = await scratch();
    const args = [archive, '--key', keyFile];
    await migrate(machine.ownerUrl, machine.appUrl, migrations);
    await withDb(machine.ownerUrl, (db) =>
      sql`INSERT INTO person (role_id, first_name, last_name, gender) VALUES (3, 'Anna', 'Vorher', 'f')`.execute(db),
    );
    const before = await withDb(machine.ownerUrl, hashesOf);

    const unnamed = await command('restore', args, machine.env);
    expect(unnamed.code).toBe(1);
    expect(unnamed.output).toContain(
      `${machine.known} holds a portal with 1 people. If the backup shall take their place, add: --replace ${machine.known}\n`,
    );
    const other = await command('restore', [...args, '--replace', 'portal@elsewhere'], machine.env);
    expect(other.output).toContain(`--replace names portal@elsewhere, but the settings lead to ${machine.known}.`);

    const working = openPool(machine.appUrl, 1);
    await working.query('SELECT 1');
    const busy = await command('restore', [...args, '--replace', machine.known], machine.env);
    expect(busy.output).toContain(`A portal works on ${machine.known}: stop it first, all of its instances.`);
    await working.end();

    // A store that cannot take the documents: everything stays as it was.
    await writeFile(join(machine.dataDir, 'files'), 'no folder');
    const broken = await command('restore', [...args, '--replace', machine.known], machine.env);
    expect(broken.code).toBe(1);
    expect(await withDb(machine.ownerUrl, hashesOf)).toEqual(before);
    await rm(join(machine.dataDir, 'files'));

    const done = await command('restore', [...args, '--replace', machine.known], machine.env);
    expect(done.code).toBe(0);
    const names = await withDb(machine.ownerUrl, (db) => db.selectFrom('person').select('last_name').execute());
    expect(names.map((row) => row.last_name)).not.toContain('Vorher');
  },
);

test('what does not fit is refused before anything is touched', { timeout: 60_000 }, async () => {
  const machine = await scratch();
  const bytes = await readFile(archive);
  const torn = join(folder, 'torn.tar.gz.age');
  await writeFile(torn, bytes.subarray(0, bytes.length - 100));
  const wrongKey = join(folder, 'wrong.txt');
  await writeFile(wrongKey, (await newKeyPair()).identity);
  const strangers = join(folder, 'strangers.txt');
  await writeFile(strangers, `# portal ${'0'.repeat(16)}\n2026-11-21T10:00:00.000Z person 1\n`);
  const cases: [string, Omit<Asked, 'file'>, string][] = [
    [archive, {}, 'is encrypted: name the file with its key'],
    [archive, { key: wrongKey }, 'The key does not fit this backup.'],
    [archive, { key: archive }, 'There is no key (AGE-SECRET-KEY-1…) in the file'],
    [torn, { key: keyFile }, 'The file is torn or was changed'],
    [join(folder, 'none'), {}, 'There is no file'],
    [archive, { key: keyFile, erased: strangers }, 'is the list of another portal than the backup.'],
  ];
  for (const [file, asked, sentence] of cases) expect(await broughtBack(machine.env, file, asked)).toContain(sentence);
  const { code, output } = await command('restore', [], machine.env);
  expect([code, output.split('\n')[2]]).toEqual([
    1,
    '  npm run restore -- FILE             into an empty installation',
  ]);
  const { rows } = await withDb(machine.ownerUrl, (db) =>
    sql`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`.execute(db),
  );
  expect(rows).toEqual([]);
});

test(
  'a backup of an older version is brought up to date, one of a newer version refused',
  { timeout: 60_000 },
  async () => {
    const older = await scratch();
    const some = join(folder, 'migrations');
    await mkdir(some);
    const names = migrationsIn(migrations).slice(0, -3);
    for (const name of names) await copyFile(join(migrations, name), join(some, name));
    await migrate(older.ownerUrl, older.appUrl, some);
    await withDb(older.ownerUrl, (db) =>
      sql`INSERT INTO person (role_id, first_name, last_name, gender) VALUES (3, 'Anna', 'Früher', 'f')`.execute(db),
    );
    const settings = readSettings(older.env);
    const { path } = await withDb(older.appUrl, (db) => makeBackup({ ...world.app, db, settings }, older.dataDir));
    const machine = await scratch();
    expect(await broughtBack(machine.env, path)).toContain('again');
    await withDb(machine.ownerUrl, async (db) => {
      const applied = await db.selectFrom('migration').select('name').orderBy('name').execute();
      expect(applied.map(({ name }) => name)).toEqual(migrationsIn(migrations));
      expect(await db.selectFrom('person').select('last_name').execute()).toEqual([{ last_name: 'Früher' }]);
    });

    await withDb(older.ownerUrl, (db) => sql`INSERT INTO migration (name) VALUES ('9999_later.sql')`.execute(db));
    const newer = await withDb(older.appUrl, (db) => makeBackup({ ...world.app, db, settings }, folder));
    const refused = await command('restore', [newer.path], (await scratch()).env);
    expect(refused.output).toContain('was made by a newer version (0.1.0; migration 9999_later.sql)');
    expect(refused.code).toBe(1);
  },
);
