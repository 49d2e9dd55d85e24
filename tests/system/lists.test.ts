import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCases } from '../support/list-cases.ts';
import { fullyScannedTables, planOf, recordStatements } from '../support/explain.ts';
import { fillDatabase } from '../support/fill.ts';
import { dateOf } from '../../src/shared/berlin.ts';
import { nothing } from '../../src/shared/call.ts';
import { openWorld, type World } from '../support/world.ts';

const coaches = 5;
let world: World;
let client: pg.Client;
const sessions = { admin: '', coach: '', participant: '' };
const today = dateOf(new Date());
let coach: number;

beforeAll(async () => {
  world = await openWorld();
  await fillDatabase(world.db, { participants: 1000, appointments: 5000, coaches, entries: 5000 });
  client = new pg.Client({ connectionString: world.appUrl });
  await client.connect();
  // PostgreSQL prefers full scans of small tables; with this setting, it only uses them if an index is missing.
  await client.query('SET enable_seqscan = off');
  const person = (email: string) =>
    world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const admin = await person('admin@probe.example');
  coach = (await person('c1@probe.example')).id;
  sessions.admin = await world.signIn(admin.id);
  sessions.coach = await world.signIn(coach);
  sessions.participant = await world.signIn((await person('p1@probe.example')).id);
});
afterAll(async () => {
  await client.end();
  await world.close();
});

test('a full scan because of a missing index is detected', async () => {
  const plan = await planOf(client, { text: 'SELECT FROM audit WHERE document_id = $1', values: [1] });
  expect(fullyScannedTables(plan)).toEqual(['audit']);
});

test.each(listCases(today, 0).map(({ name }) => name))(
  'the request "%s" scans no big table completely',
  async (name) => {
    const { call, input, who } = listCases(today, coach).find((one) => one.name === name) ?? raise(name);
    const statements = await recordStatements(async () => {
      const { body } = await world.call({ ...call, input: nothing, output: nothing }, sessions[who], { ...input });
      expect(body.meta.status).toBe('success');
    });
    expect(statements.length).toBeGreaterThan(1);
    for (const statement of statements) {
      const plan = await planOf(client, statement);
      expect(fullyScannedTables(plan), plan.join('\n')).toEqual([]);
    }
  },
);

function raise(name: string): never {
  throw new Error(`no case ${name}`);
}
