import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as yauzl from 'yauzl';
import { command } from '../backup/testing.ts';
import { bookAppointment, cancelAppointment } from '../booking/contract.ts';
import { uploadFiles } from '../files/contract.ts';
import { craftDocx } from '../files/testdata/craft.ts';
import { columns, type ColumnClass } from '../server/columns.ts';
import { inDays, openWorld, type World } from '../server/testing.ts';
import { disclose, findPerson } from './disclose.ts';
import { dataAbout } from './tables.ts';

let world: World;
let folder: string;
let asking: number;
let other: number;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'portal-disclosure-'));
  const coach = await world.coach({ firstName: 'Cleo', lastName: 'Berater' });
  asking = await world.participant({ email: 'frage@test.example', lastName: 'Fragend', docx: false });
  other = await world.participant({ email: 'fremd@test.example', lastName: 'Fremdling', docx: false });
  for (const person of [asking, other]) {
    const session = await world.signIn(person);
    const name = person === asking ? 'Lebenslauf Ä.docx' : 'Geheimnis.docx';
    await world.send(uploadFiles, [{ field: `file_${session}_0`, name, bytes: craftDocx() }]);
    const appointmentId = await world.appointment(coach, inDays(person === asking ? 5 : 6, '10:00'));
    await world.call(bookAppointment, session, { appointmentId });
    await world.call(cancelAppointment, session, { appointmentId, reason: `Grund von ${person}` });
  }
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** The names and contents of an archive, as a reader of zip files sees them. */
async function unpacked(path: string): Promise<Map<string, Buffer>> {
  const zip = await yauzl.openPromise(path);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    files.set(entry.fileName, Buffer.concat(parts));
  }
  return files;
}

test('a person gets their own data and documents, and of others no more than the coach’s name', async () => {
  const path = join(folder, 'auskunft.zip');
  expect(await disclose(world.app, asking, path)).toEqual({ documents: 1, missing: [] });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const files = await unpacked(path);
  const [readMe, data, document] = files.keys();
  expect([readMe, data]).toEqual(['LIESMICH.txt', 'daten.json']);
  expect(document).toMatch(/^unterlagen\/\d+-Lebenslauf Ä\.docx$/);
  expect(files.get(document ?? '')?.equals(craftDocx())).toBe(true);
  const all = String(files.get('daten.json'));
  for (const own of ['Fragend', 'frage@test.example', `Grund von ${asking}`, 'Cleo Berater', 'Lebenslauf Ä.docx'])
    expect(all).toContain(own);
  for (const foreign of ['Fremdling', 'fremd@test.example', `Grund von ${other}`, 'Geheimnis'])
    expect(all).not.toContain(foreign);
  const entries = await world.db.selectFrom('audit').select('action').where('action', '=', 'dataDisclosed').execute();
  expect(entries).toHaveLength(1);
});

test('every personal column of the database is in it, or opens a door', async () => {
  // One row of each table at least.
  await sql`INSERT INTO reminder_choice VALUES (${asking}, 'reminderSoon', false)`.execute(world.db);
  const data = await dataAbout(world.db, asking);
  const doors = /^(.*_hash|hash|secret|store_key)$/;
  for (const [table, of] of Object.entries(columns))
    for (const [column, kind] of Object.entries(of) as [string, ColumnClass][]) {
      if (typeof kind !== 'object') continue;
      const told = data[table];
      expect(told, `${table} tells nothing of people`).toBeDefined();
      for (const row of told?.rows ?? [])
        if (doors.test(column)) expect(row, `${table}.${column}`).not.toHaveProperty(column);
        else expect(row, `${table}.${column}`).toHaveProperty(column);
    }
});

test('no number of another person is left in it', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT c.conrelid::regclass || '.' || a.attname AS name
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
    WHERE c.contype = 'f' AND c.confrelid IN ('person'::regclass, 'participant'::regclass, 'coach'::regclass)
  `.execute(world.db);
  const data = await dataAbout(world.db, asking);
  for (const { name } of rows) {
    const [table = '', column = ''] = name.split('.');
    for (const row of data[table]?.rows ?? []) expect(['string', 'object'], name).toContain(typeof row[column]);
  }
});

test('the command finds people by address and number, and writes over nothing', async () => {
  expect(await findPerson(world.app.db, 'FRAGE@test.example')).toBe(asking);
  expect(await findPerson(world.app.db, 'nobody')).toBeNull();
  const path = join(folder, 'befehl.zip');
  const env = { DATABASE_URL: world.appUrl, DATA_DIR: world.dataDir };
  const { code, output } = await command('export-person', [String(asking), '--to', path], env);
  expect(output).toContain(`holds the data of person ${asking} and 1 documents.`);
  expect(code).toBe(0);
  expect(execFileSync('sh', ['-c', 'head -c 2 "$0"', path], { encoding: 'utf8' })).toBe('PK');
  const again = await command('export-person', [String(asking), '--to', path], env);
  expect(again).toEqual({ code: 1, output: `There is a file ${path} already: name another one.\n` });
});
