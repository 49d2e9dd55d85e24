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
import { recordFigure, scaledCount } from './figure.ts';

const appointmentCount = scaledCount(300);
const documentCount = Math.min(50, scaledCount(50));
/** The size of each document. All of a person's documents together stay just below the limit. */
const documentBytes = 1_900_000;
let world: World;
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world.close());

test('a participant with as much data as possible exports the data within seconds and in constant memory', async () => {
  const coach = await world.addCoach();
  const participantId = await world.addParticipant({ hasCv: false });
  const sessionId = await world.signIn(participantId);
  // Random bytes cannot be compressed, so the archive is as large as possible.
  const createRandomEntry = (index: number) => ({
    name: `word/media/${index}.bin`,
    data: randomBytes(documentBytes),
    stored: true,
  });
  for (let index = 0; index < documentCount; index++) {
    const files = [
      { field: `file_${sessionId}_0`, name: `Datei ${index}.docx`, bytes: craftDocx({}, [createRandomEntry(index)]) },
    ];
    expect((await world.send(uploadFiles, files)).body.status).toBe('success');
  }
  for (let index = 0; index < appointmentCount; index++) {
    const slot = inDays(-2 - Math.trunc(index / 8), `${String(8 + (index % 8)).padStart(2, '0')}:00`);
    await world.addAppointment(coach, slot, { participant: participantId });
  }

  // The first export is kept for comparison. The second one is measured. Its bytes are discarded, so only the portal
  // can use more memory.
  const chunks: Uint8Array[] = [];
  await measureExport(sessionId, (chunk) => void chunks.push(chunk));
  const archive = Buffer.concat(chunks);
  chunks.length = 0;
  const memoryBefore = process.memoryUsage().rss;
  const { seconds, maxMemory } = await measureExport(sessionId, () => {});
  const memoryGrowth = Math.max(0, maxMemory - memoryBefore) / 1e6;

  const files = await unzip(archive);
  const tables = JSON.parse(String(files.get('meine-daten.json'))) as Record<string, { rows: { id: string }[] }>;
  let differenceCount = 0;
  for (const [table, { rows }] of Object.entries(tables)) {
    const column = ownerColumns[table];
    if (!column) continue;
    const countResult = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${participantId}
    `.execute(world.db);
    differenceCount += Math.abs((countResult.rows[0]?.count ?? 0) - rows.length);
  }
  const storedDocuments = await world.db
    .selectFrom('document')
    .select(['id', 'size'])
    .where('participant_id', '=', participantId)
    .execute();
  const sizesById = new Map([...files].map(([name, { length }]) => [/^unterlagen\/(\d+)-/.exec(name)?.[1], length]));
  differenceCount += storedDocuments.filter(({ id, size }) => sizesById.get(String(id)) !== Number(size)).length;
  recordFigure({
    subject: 'Export of one’s own data: the maximum of everything',
    result:
      `${appointmentCount} appointments, ${documentCount} documents, ` +
      `${(archive.length / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s; ` +
      `${differenceCount} rows and documents differ from the database; ` +
      `at most ${memoryGrowth.toFixed(0)} MB more memory meanwhile`,
    goal: '0 differ, < 10 s, < 60 MB',
    isMet: differenceCount === 0 && seconds < 10 && memoryGrowth < 60,
  });
  expect({ differenceCount, isFast: seconds < 10, isMemoryConstant: memoryGrowth < 60 }).toEqual({
    differenceCount: 0,
    isFast: true,
    isMemoryConstant: true,
  });
});

test('two participants who never read their archives do not prevent other participants from exporting', async () => {
  const stalledExports = await Promise.all([startUnreadExport(), startUnreadExport()]);
  const exportCount = scaledCount(20);
  const countsByStatus = new Map<number, number>();
  let longestMs = 0;
  const start = performance.now();
  for (let index = 0; index < exportCount; index++) {
    const sessionId = await world.signIn(await world.addParticipant());
    const exportStart = performance.now();
    const response = await requestExport(sessionId);
    await response.arrayBuffer();
    countsByStatus.set(response.status, (countsByStatus.get(response.status) ?? 0) + 1);
    longestMs = Math.max(longestMs, performance.now() - exportStart);
  }
  const seconds = (performance.now() - start) / 1000;
  // The query uses the app’s role, because other roles cannot see the state of the app’s connections.
  const { rows: idleTransactions } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
  `.execute(world.app.db);
  for (const { disconnect } of stalledExports) disconnect();
  const remainingFiles = await readdir(join(world.dataDir, 'tmp')).catch(() => []);
  const refusedCount = exportCount - (countsByStatus.get(200) ?? 0);
  recordFigure({
    subject: 'Export of one’s own data while two participants do not read theirs',
    result:
      `${exportCount} exports of others within ${seconds.toFixed(1)} s, ${refusedCount} refused, the slowest in ` +
      `${longestMs.toFixed(0)} ms; ${idleTransactions.length} transactions idle, ${remainingFiles.length} files left`,
    goal: '0 refused, 0 idle, 0 left (streamed out of the transaction: 20 of 20 refused, 2 idle)',
    isMet: refusedCount + idleTransactions.length + remainingFiles.length === 0,
  });
  expect({ refusedCount, idleTransactions, remainingFiles }).toEqual({
    refusedCount: 0,
    idleTransactions: [],
    remainingFiles: [],
  });
});

/** Starts an export of 40 MB and does not read its response; `disconnect()` closes the connection. */
async function startUnreadExport(): Promise<{ disconnect: () => void }> {
  const participantId = await world.addParticipant({ hasCv: false });
  const documentId = await world.addDocument(participantId);
  const { key } = await world.db
    .selectFrom('document')
    .select('store_key as key')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow();
  await world.app.store.put(key, Readable.from([randomBytes(40_000_000)]));
  const exportRequest = request(world.address + servicePath(exportOwnData), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  exportRequest.on('error', () => {});
  exportRequest.end(JSON.stringify({ sessionId: await world.signIn(participantId) }));
  const [response] = (await once(exportRequest, 'response')) as [IncomingMessage];
  expect(response.pause().statusCode).toBe(200);
  return { disconnect: () => exportRequest.destroy() };
}

/** Requests an export; resolves when the headers of its response have arrived. */
const requestExport = (sessionId: string) =>
  fetch(world.address + servicePath(exportOwnData), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId }),
  });

/** The column with the person's id, for each table in which a single column identifies the person's rows. */
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

/** Exports a person's data; returns the seconds until the last byte, and this process's maximum memory in bytes. */
async function measureExport(sessionId: string, onChunk: (chunk: Uint8Array) => void) {
  let maxMemory = 0;
  const memoryTimer = setInterval(() => (maxMemory = Math.max(maxMemory, process.memoryUsage().rss)), 20);
  const start = performance.now();
  const response = await requestExport(sessionId);
  expect(response.status).toBe(200);
  for await (const chunk of response.body ?? []) onChunk(chunk);
  clearInterval(memoryTimer);
  return { seconds: (performance.now() - start) / 1000, maxMemory };
}
