import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportOwnData } from '../../src/features/own-data/export/contract.ts';
import { craftDocx } from '../../src/features/files/testdata/craft.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { inDays, openWorld, type World } from '../support/world.ts';
import { unzip } from '../support/zip.ts';
import { recordFigure, scaledTries } from './figure.ts';

const appointments = scaledTries(300);
const documents = Math.min(50, scaledTries(50));
/** The size of each document; in total they stay just below the limit of a person. */
const documentBytes = 1_900_000;
let world: World;
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world.close());

test('a participant with hundreds of appointments and as many documents as allowed exports all of it within seconds and in constant memory', async () => {
  const coach = await world.coach();
  const person = await world.participant({ docx: false });
  const session = await world.signIn(person);
  // Random bytes cannot be compressed, so the archive is as large as possible.
  const noise = (index: number) => ({
    name: `word/media/${index}.bin`,
    data: randomBytes(documentBytes),
    stored: true,
  });
  for (let index = 0; index < documents; index++) {
    const files = [{ field: `file_${session}_0`, name: `Datei ${index}.docx`, bytes: craftDocx({}, [noise(index)]) }];
    expect((await world.send(uploadFiles, files)).body.status).toBe('success');
  }
  for (let index = 0; index < appointments; index++) {
    const slot = inDays(-2 - Math.trunc(index / 8), `${String(8 + (index % 8)).padStart(2, '0')}:00`);
    await world.appointment(coach, slot, { participant: person });
  }

  // The first export is stored for comparison. The second one is measured, and its bytes are discarded, so all memory
  // that it takes is the portal's.
  const parts: Uint8Array[] = [];
  await measureExport(session, (part) => void parts.push(part));
  const bytes = Buffer.concat(parts);
  parts.length = 0;
  const before = process.memoryUsage().rss;
  const { seconds, maxMemory } = await measureExport(session, () => {});
  const memoryGrowth = Math.max(0, maxMemory - before) / 1e6;

  const files = await unzip(bytes);
  const tables = JSON.parse(String(files.get('meine-daten.json'))) as Record<string, { rows: { id: string }[] }>;
  let missing = 0;
  for (const [table, { rows }] of Object.entries(tables)) {
    const column = ownerColumns[table];
    if (!column) continue;
    const stored = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${person}
    `.execute(world.db);
    missing += Math.abs((stored.rows[0]?.n ?? 0) - rows.length);
  }
  const stored = await world.db
    .selectFrom('document')
    .select(['id', 'size'])
    .where('participant_id', '=', person)
    .execute();
  const sizes = new Map([...files].map(([name, { length }]) => [/^unterlagen\/(\d+)-/.exec(name)?.[1], length]));
  missing += stored.filter(({ id, size }) => sizes.get(String(id)) !== Number(size)).length;
  recordFigure({
    what: 'Export of one’s own data: the maximum of everything',
    result:
      `${appointments} appointments, ${documents} documents, ${(bytes.length / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s; ` +
      `${missing} rows and documents differ from the database; at most ${memoryGrowth.toFixed(0)} MB more memory meanwhile`,
    goal: '0 differ, < 10 s, < 60 MB',
    holds: missing === 0 && seconds < 10 && memoryGrowth < 60,
  });
  expect({ missing, inTime: seconds < 10, flat: memoryGrowth < 60 }).toEqual({ missing: 0, inTime: true, flat: true });
});

test('two participants who do not read their archives keep no other participant from exporting', async () => {
  const idle = await Promise.all([readNothing(), readNothing()]);
  const others = scaledTries(20);
  const answers = new Map<number, number>();
  let longest = 0;
  const from = performance.now();
  for (let nth = 0; nth < others; nth++) {
    const sessionId = await world.signIn(await world.participant());
    const since = performance.now();
    const { status } = await requestExport(sessionId).then(async (answer) => (await answer.arrayBuffer(), answer));
    answers.set(status, (answers.get(status) ?? 0) + 1);
    longest = Math.max(longest, performance.now() - since);
  }
  const seconds = (performance.now() - from) / 1000;
  // With the app’s role, because other roles do not see the state of its connections.
  const { rows: open } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
  `.execute(world.app.db);
  for (const { leave } of idle) leave();
  const left = await readdir(join(world.dataDir, 'tmp')).catch(() => []);
  const refused = others - (answers.get(200) ?? 0);
  recordFigure({
    what: 'Export of one’s own data while two participants do not read theirs',
    result:
      `${others} exports of others within ${seconds.toFixed(1)} s, ${refused} refused, the slowest in ` +
      `${longest.toFixed(0)} ms; ${open.length} transactions idle, ${left.length} files left`,
    goal: '0 refused, 0 idle, 0 left (streamed out of the transaction: 20 of 20 refused, 2 idle)',
    holds: refused + open.length + left.length === 0,
  });
  expect({ refused, open, left }).toEqual({ refused: 0, open: [], left: [] });
});

/** Starts an export of 40 MB and reads nothing of its answer; `leave()` closes the connection. */
async function readNothing(): Promise<{ leave: () => void }> {
  const person = await world.participant({ docx: false });
  const document = await world.document(person);
  const { key } = await world.db
    .selectFrom('document')
    .select('store_key as key')
    .where('id', '=', document)
    .executeTakeFirstOrThrow();
  await world.app.store.put(key, Readable.from([randomBytes(40_000_000)]));
  const sent = request(world.address + servicePath(exportOwnData), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  sent.on('error', () => {});
  sent.end(JSON.stringify({ sessionId: await world.signIn(person) }));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect(answer.pause().statusCode).toBe(200);
  return { leave: () => sent.destroy() };
}

/** Requests an export; resolves when the head of its answer has arrived. */
const requestExport = (sessionId: string) =>
  fetch(world.address + servicePath(exportOwnData), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId }),
  });

/** The tables whose rows about a person can be counted by one column, with this column. */
const ownerColumns: Record<string, string> = {
  person: 'id',
  participant: 'person_id',
  appointment: 'participant_id',
  document: 'participant_id',
  note: 'person_id',
  erasure_request: 'person_id',
  waiting_entry: 'person_id',
  reminder_choice: 'person_id',
};

/** Exports a person's data; returns the seconds until the last byte, and the process's maximum memory meanwhile. */
async function measureExport(sessionId: string, onPart: (part: Uint8Array) => void) {
  let maxMemory = 0;
  const watch = setInterval(() => (maxMemory = Math.max(maxMemory, process.memoryUsage().rss)), 20);
  const from = performance.now();
  const response = await requestExport(sessionId);
  expect(response.status).toBe(200);
  for await (const part of response.body ?? []) onPart(part);
  clearInterval(watch);
  return { seconds: (performance.now() - from) / 1000, maxMemory };
}
