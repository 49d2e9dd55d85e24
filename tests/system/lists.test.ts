import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCases } from '../support/list-cases.ts';
import { findFullyScannedTables, readPlan, recordStatements } from '../support/explain.ts';
import { fillDatabase } from '../support/fill.ts';
import { dateOf } from '../../src/shared/berlin.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let client: pg.Client;
const sessions = { admin: '', coach: '', participant: '' };
const today = dateOf(new Date());
let coachId: number;

beforeAll(async () => {
  world = await openWorld();
  await fillDatabase(world.db, { participants: 1000, appointments: 5000, coaches: 5, auditEntries: 5000 });
  client = new pg.Client({ connectionString: world.appUrl });
  await client.connect();
  // PostgreSQL prefers full scans for small tables. With this setting, it uses them only if an index is missing.
  await client.query('SET enable_seqscan = off');
  const findPersonId = async (email: string) =>
    (await world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  coachId = await findPersonId('c1@probe.example');
  sessions.admin = await world.signIn(await findPersonId('admin@probe.example'));
  sessions.coach = await world.signIn(coachId);
  sessions.participant = await world.signIn(await findPersonId('p1@probe.example'));
});
afterAll(async () => {
  await client.end();
  await world.close();
});

test('a full scan is found if an index is missing', async () => {
  const plan = await readPlan(client, { text: 'SELECT FROM audit WHERE document_id = $1', values: [1] });
  expect(findFullyScannedTables(plan)).toEqual(['audit']);
});

// The names of the cases do not depend on the coach.
test.each(listCases(today, 0).map(({ name }) => name))(
  'the request "%s" does not scan any large table completely',
  async (name) => {
    const { call, input, role } =
      listCases(today, coachId).find((listCase) => listCase.name === name) ?? throwNoCase(name);
    const statements = await recordStatements(async () => {
      const response = await fetch(world.address + servicePath(call), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...input, sessionId: sessions[role] }),
      });
      expect(response.ok).toBe(true);
      expect(await response.text()).not.toContain('"status":"error"');
    });
    expect(statements.length).toBeGreaterThan(1);
    for (const statement of statements) {
      const plan = await readPlan(client, statement);
      expect(findFullyScannedTables(plan), plan.join('\n')).toEqual([]);
    }
  },
);

function throwNoCase(name: string): never {
  throw new Error(`no case ${name}`);
}
