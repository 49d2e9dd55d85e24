import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportOwnData } from '../../src/features/own-data/export/contract.ts';
import { craftDocx } from '../../src/features/files/testdata/craft.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { servicePath } from '../../src/platform/http/calls.ts';
import { inDays, openWorld, type World } from '../support/world.ts';
import { unzipped } from '../support/zip.ts';
import { recordFigure, tries } from './figure.ts';

const appointments = tries(300);
const documents = Math.min(50, tries(50));
/** Each document's bytes; all of them are just below what a person may have. */
const documentBytes = 1_900_000;
let world: World;
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world.close());

test('somebody with hundreds of appointments and the most documents exports all of it in seconds, in constant memory', async () => {
  const coach = await world.coach();
  const person = await world.participant({ docx: false });
  const session = await world.signIn(person);
  // Random bytes in a document do not shrink: the archive is as long as it can be.
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

  // Kept once, to be compared; then timed, and read without keeping a byte: the memory is the portal's own then.
  const parts: Uint8Array[] = [];
  await take(session, (part) => void parts.push(part));
  const bytes = Buffer.concat(parts);
  parts.length = 0;
  const before = process.memoryUsage().rss;
  const { seconds, most } = await take(session, () => {});
  const more = Math.max(0, most - before) / 1e6;

  const files = await unzipped(bytes);
  const tables = JSON.parse(String(files.get('meine-daten.json'))) as Record<string, { rows: { id: string }[] }>;
  let missing = 0;
  for (const [table, { rows }] of Object.entries(tables)) {
    const column = owner[table];
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
    what: 'Export of one’s own data: the most of everything',
    result:
      `${appointments} appointments, ${documents} documents, ${(bytes.length / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s; ` +
      `${missing} rows and documents differ from the database; at most ${more.toFixed(0)} MB more memory meanwhile`,
    goal: '0 differ, < 10 s, < 60 MB',
    holds: missing === 0 && seconds < 10 && more < 60,
  });
  expect({ missing, inTime: seconds < 10, flat: more < 60 }).toEqual({ missing: 0, inTime: true, flat: true });
});

/** Tables whose rows about a person can be counted by one column. */
const owner: Record<string, string> = {
  ...{ person: 'id', participant: 'person_id', appointment: 'participant_id', document: 'participant_id' },
  ...{ note: 'person_id', erasure_request: 'person_id', waiting_entry: 'person_id', reminder_choice: 'person_id' },
};

/** Exports; the seconds until the last byte, and the most memory that the process had meanwhile. */
async function take(sessionId: string, each: (part: Uint8Array) => void) {
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const from = performance.now();
  const response = await fetch(world.address + servicePath(exportOwnData), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId }),
  });
  expect(response.status).toBe(200);
  for await (const part of response.body ?? []) each(part);
  clearInterval(watch);
  return { seconds: (performance.now() - from) / 1000, most };
}
