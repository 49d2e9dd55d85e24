import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../../tests/support/commands.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { unzip } from '../../../tests/support/zip.ts';

let world: World;
let folder: string;
let participant: number;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'portal-disclosure-'));
  participant = await world.addParticipant({ email: 'frage@test.example', hasCv: false });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

test('the command finds people by e-mail address and id, writes a private archive, logs the export, and overwrites no file [10.9]', async () => {
  const env = { DATABASE_URL: world.appUrl, DATA_DIR: world.dataDir };
  for (const [name, emailOrId] of [
    ['adresse.zip', 'FRAGE@test.example'],
    ['nummer.zip', String(participant)],
  ] as const) {
    const path = join(folder, name);
    const { code, output } = await runCommand('export-person', [emailOrId, '--to', path], env);
    expect(output).toContain(`holds the data and documents of person ${participant}.`);
    expect(code).toBe(0);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect([...(await unzip(await readFile(path))).keys()]).toEqual(['meine-daten.html', 'meine-daten.json']);
    const secondResult = await runCommand('export-person', [emailOrId, '--to', path], env);
    expect(secondResult).toEqual({ code: 1, output: `The file ${path} exists already: choose another one.\n` });
  }
  const entries = await world.db.selectFrom('audit').select(['action', 'person_id', 'actor_id']).execute();
  const entry = { action: 'dataDisclosed', person_id: participant, actor_id: null };
  expect(entries).toEqual([entry, entry]);
  const resultForNobody = await runCommand('export-person', ['nobody', '--to', join(folder, 'x.zip')], env);
  expect(resultForNobody.output).toBe('There is nobody with the e-mail address or number nobody.\n');
});

test('a coach’s archive contains the introduction they wrote, and its picture as a file [10.9] [17.1]', async () => {
  const coach = await world.addCoach();
  const row = { person_id: coach, text: 'Ich bin gern Coach.', picture: Buffer.from('ein Bild') };
  const insert = world.db.insertInto('introduction').values({ ...row, state: 'shown', decided_at: new Date() });
  const { id } = await insert.returning('id').executeTakeFirstOrThrow();
  const path = join(folder, 'coach.zip');
  const env = { DATABASE_URL: world.appUrl, DATA_DIR: world.dataDir };
  expect((await runCommand('export-person', [String(coach), '--to', path], env)).code).toBe(0);
  const files = await unzip(await readFile(path));
  expect(String(files.get(`vorstellung-${id}.webp`))).toBe('ein Bild');
  const data = JSON.parse(String(files.get('meine-daten.json'))) as Record<string, { rows: Record<string, unknown>[] }>;
  expect(data['introduction']?.rows).toMatchObject([{ text: 'Ich bin gern Coach.', state: 'shown' }]);
  expect(data['introduction']?.rows[0]).not.toHaveProperty('picture');
  expect(String(files.get('meine-daten.html'))).toContain('Ich bin gern Coach.');
});
