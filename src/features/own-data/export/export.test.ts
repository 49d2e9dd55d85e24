import { createHash, randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { login } from '../../accounts/contract.ts';
import { hashPassword } from '../../../platform/password-hash.ts';
import { bookAppointment, cancelAppointment } from '../../booking/contract.ts';
import { uploadFiles } from '../../files/contract.ts';
import { craftDocx } from '../../files/testdata/craft.ts';
import { joinWaitingList } from '../../waiting/contract.ts';
import { dataClasses, type ColumnClass } from '../../../platform/database/data-classes.ts';
import { transact } from '../../../platform/database/db.ts';
import { servicePath } from '../../../platform/http/calls/calls.ts';
import { dateOf } from '../../../shared/berlin.ts';
import { addToken } from '../../../../tests/support/tokens.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { unzip } from '../../../../tests/support/zip.ts';
import { requestErasure } from '../erasure/contract.ts';
import { exportOwnData } from './contract.ts';
import { selectTablesAbout } from './tables.sql.ts';

const password = 'Sommer-Wiese-2026!';
let world: World;
let passwordHash: string;
let requester: number;
let session: string;
let otherPerson: number;
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMIT_FACTOR: '1' } });
  passwordHash = await hashPassword(password);
  const coach = await world.addCoach({ firstName: 'Cleo', lastName: 'Berater' });
  requester = await world.addParticipant({ email: 'frage@test.example', lastName: 'Fragend', hasCv: false });
  otherPerson = await world.addParticipant({ email: 'fremd@test.example', lastName: 'Fremdling', hasCv: false });
  // Both people have the same kinds of data, so the tests notice if the export contains the other person's data.
  for (const person of [requester, otherPerson]) {
    session = await world.signIn(person);
    const name = person === requester ? 'Lebenslauf Ä.docx' : 'Geheimnis.docx';
    await world.send(uploadFiles, [{ field: `file_${session}_0`, name, bytes: craftDocx() }]);
    const appointmentId = await world.addAppointment(coach, inDays(person === requester ? 5 : 6, '10:00'));
    await world.call(bookAppointment, session, { appointmentId });
    await world.call(cancelAppointment, session, { appointmentId, reason: `Grund <von> ${person}` });
    const days = { fromDate: dateOf(inDays(40, '12:00')), tillDate: dateOf(inDays(70, '12:00')) };
    await world.call(joinWaitingList, session, { coachId: null, ...days });
    const startsAt = inDays(person === requester ? 8 : 9, '10:00');
    const booking = { appointmentId: await world.addAppointment(coach, startsAt), note: `Wort von ${person}` };
    await world.call(bookAppointment, session, booking);
    await world.call(requestErasure, session, { reason: `Umzug von ${person}` });
  }
  session = await world.signIn(requester);
});
beforeEach(async () => {
  world.clock.shiftMs = 0;
  await sql`TRUNCATE throttle`.execute(world.db);
});
afterAll(() => world.close());

async function requestExport(sessionId: string, input: Record<string, unknown> = {}) {
  const response = await fetch(world.address + servicePath(exportOwnData), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId, ...input }),
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const bytes = Buffer.from(await response.arrayBuffer());
  const body = isJson ? (JSON.parse(bytes.toString()) as { meta: { code?: string } }) : null;
  return { status: response.status, headers: response.headers, code: body?.meta.code, bytes };
}
/** Requests an export and returns the error code, or the HTTP status if there is no code. */
const requestOutcome = async (sessionId: string, input: Record<string, unknown> = {}) => {
  const { status, code } = await requestExport(sessionId, input);
  return code ?? status;
};

describe('an export of a person’s own data [13.8] [13.9]', () => {
  test('contains all data of the person; of other people it contains only the coach’s name', async () => {
    const { headers, bytes } = await requestExport(session);
    expect(headers.get('content-disposition')).toContain('filename="meine-daten.zip"');
    const files = await unzip(bytes);
    const [page, data, document, ...otherFiles] = files.keys();
    expect([page, data, otherFiles]).toEqual(['meine-daten.html', 'meine-daten.json', []]);
    expect(document).toMatch(/^unterlagen\/\d+-Lebenslauf Ä\.docx$/);
    expect(files.get(document ?? '')?.equals(craftDocx())).toBe(true);
    const json = String(files.get('meine-daten.json'));
    const tables = JSON.parse(json) as Record<string, { words: string; rows: Record<string, unknown>[] }>;
    expect(tables['person']).toMatchObject({ words: 'Dein Konto', rows: [{ last_name: 'Fragend' }] });
    for (const table of ['waiting_entry', 'erasure_request', 'appointment', 'mail', 'audit', 'session', 'document'])
      expect(tables[table]?.rows, table).not.toEqual([]);
    const html = String(files.get('meine-daten.html'));
    for (const text of [json, html]) {
      for (const ownText of [
        'Fragend',
        'frage@test.example',
        'Cleo Berater',
        'Lebenslauf Ä.docx',
        `Umzug von ${requester}`,
        `Wort von ${requester}`,
      ])
        expect(text).toContain(ownText);
      for (const otherText of ['Fremdling', 'fremd@test.example', `von ${otherPerson}`, 'Geheimnis'])
        expect(text).not.toContain(otherText);
    }
    expect(html).toContain(`Grund &#60;von&#62; ${requester}`);
    expect(html).toContain(`href="${(document ?? '').split('/').map(encodeURIComponent).join('/')}"`);
    expect(html).not.toMatch(/<script|src=|https?:\/\/(?!provider\.example)/);
  });

  test('is logged, and the person is notified by mail', async () => {
    const person = await world.addParticipant();
    await requestExport(await world.signIn(person));
    const entries = world.db.selectFrom('audit').select(['actor_id', 'action']).where('person_id', '=', person);
    expect(await entries.execute()).toEqual([{ actor_id: person, action: 'dataExported' }]);
    const mails = world.db.selectFrom('mail').select('kind').where('person_id', '=', person);
    expect(await mails.execute()).toEqual([{ kind: 'dataExported' }]);
  });

  test('lists the documents that are missing in the store, and contains all others', async () => {
    const person = await world.addParticipant({ hasCv: false });
    const personSession = await world.signIn(person);
    await world.send(uploadFiles, [{ field: `file_${personSession}_0`, name: 'Da.docx', bytes: craftDocx() }]);
    await world.addDocument(person, { name: 'Weg.docx' });
    const files = await unzip((await requestExport(personSession)).bytes);
    expect([...files.keys()].slice(2)).toEqual([expect.stringMatching(/Da\.docx$/), 'fehlende-dokumente.txt']);
    expect(String(files.get('fehlende-dokumente.txt'))).toContain('Weg.docx');
  });

  test('is not started while the store is unavailable, and does not count toward the limit', async () => {
    const personSession = await world.signIn(await world.addParticipant());
    const storeCheck = vi.spyOn(world.app.store, 'check').mockRejectedValue(new Error('away'));
    for (let attempt = 0; attempt < 4; attempt++) expect((await requestExport(personSession)).status).toBe(503);
    storeCheck.mockRestore();
    expect((await requestExport(personSession)).status).toBe(200);
  });
});

describe('the password for an export [13.8]', () => {
  let personSession: string;
  beforeEach(async () => {
    const email = `pw${Math.random()}@test.example`;
    personSession = await world.signIn(await world.addParticipant({ email, passwordHash }));
  });

  test('is not needed within 15 minutes after signing in', async () => {
    world.clock.shiftMs = 14.9 * 60_000;
    expect(await requestOutcome(personSession)).toBe(200);
    world.clock.shiftMs = 15.1 * 60_000;
    expect(await requestOutcome(personSession)).toBe('passwordNeeded');
  });

  test('is needed more than 15 minutes after signing in', async () => {
    world.clock.shiftMs = 20 * 60_000;
    for (const input of [{}, { password: '' }, { password: null }])
      expect(await requestExport(personSession, input)).toMatchObject({ status: 200, code: 'passwordNeeded' });
    expect(await requestExport(personSession, { password: 'Falsch-2026!' })).toMatchObject({
      status: 200,
      code: 'passwordWrong',
    });
    expect(await requestOutcome(personSession, { password })).toBe(200);
  });

  test('counts as a failed login if it is wrong; after ten failures, even the correct password is refused', async () => {
    const email = 'zehn@test.example';
    personSession = await world.signIn(await world.addParticipant({ email, passwordHash }));
    world.clock.shiftMs = 20 * 60_000;
    for (let attempt = 0; attempt < 10; attempt++)
      expect(await requestOutcome(personSession, { password: 'x' })).toBe('passwordWrong');
    expect((await requestExport(personSession, { password })).status).toBe(429);
    expect((await world.call(login, null, { username: email, password })).status).toBe(429);
  });
});

describe('limits of exports [13.8]', () => {
  test('a fourth export within 24 hours is refused with 429 and the time to wait', async () => {
    const personSession = await world.signIn(await world.addParticipant());
    // A completed archive no longer occupies a slot, so the person can export again immediately.
    for (let attempt = 0; attempt < 3; attempt++) expect(await requestOutcome(personSession)).toBe(200);
    const refusedExport = await requestExport(personSession);
    expect(refusedExport).toMatchObject({ status: 429, code: 'tooManyRequests' });
    expect(Number(refusedExport.headers.get('retry-after'))).toBeGreaterThan(80_000);
  });

  /** Creates a participant with an archive so large that the buffers of an unread connection cannot hold it. */
  async function createParticipantWithLargeArchive(): Promise<number> {
    const person = await world.addParticipant({ hasCv: false });
    const { key } = await world.db
      .selectFrom('document')
      .select('store_key as key')
      .where('id', '=', await world.addDocument(person))
      .executeTakeFirstOrThrow();
    await world.app.store.put(key, Readable.from([randomBytes(20_000_000)]));
    return person;
  }

  /** Requests an export and does not read the body. `response` resolves when the headers of the response arrive. */
  function requestUnread(sessionId: string) {
    const call = request(world.address + servicePath(exportOwnData), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    call.on('error', () => {});
    const response = new Promise<IncomingMessage>((resolve) =>
      call.once('response', (message) => resolve(message.pause())),
    );
    call.end(JSON.stringify({ sessionId }));
    return { response, hangUp: () => call.destroy() };
  }

  /** The archives on disk: files without a name that this process has open. */
  async function listArchivesOnDisk(): Promise<string[]> {
    const openPaths = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    return openPaths.filter((path) => path.startsWith(join(world.settings.dataDir, 'tmp')));
  }
  const listTemporaryFiles = () => readdir(join(world.settings.dataDir, 'tmp')).catch(() => []);

  test('two archives that nobody downloads block no other export and keep no transaction open', async () => {
    const clients: ReturnType<typeof requestUnread>[] = [];
    for (let count = 0; count < 2; count++) {
      const client = requestUnread(await world.signIn(await createParticipantWithLargeArchive()));
      expect((await client.response).statusCode).toBe(200);
      clients.push(client);
    }
    const thirdSession = await world.signIn(await world.addParticipant());
    for (let attempt = 0; attempt < 2; attempt++) expect(await requestOutcome(thirdSession)).toBe(200);
    // The query uses the app’s database role, since other roles cannot see the state of the app’s connections.
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
    `.execute(world.app.db);
    expect(rows).toEqual([]);
    // The archives are files without a name, so they disappear when the client hangs up or the process ends.
    expect(await listTemporaryFiles()).toEqual([]);
    expect(await listArchivesOnDisk()).toHaveLength(2);
    for (const { hangUp } of clients) hangUp();
    await vi.waitFor(async () => expect(await listArchivesOnDisk()).toEqual([]), { timeout: 60_000, interval: 50 });
  });

  test('at most one archive per person, and two in all, are made at a time; hanging up leaves no files', async () => {
    const people = [await world.addParticipant(), await world.addParticipant()];
    const sessions = await Promise.all(people.map((person) => world.signIn(person)));
    const thirdSession = await world.signIn(await world.addParticipant());
    const [first, second] = await world.db.transaction().execute(async (tx) => {
      // Every archive reads this table, so the two archives cannot be completed before this transaction ends.
      await sql`LOCK TABLE introduction IN ACCESS EXCLUSIVE MODE`.execute(tx);
      const calls = sessions.map(requestUnread);
      const lockWaitersQuery = sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'introduction'::regclass`;
      const expectBothWaiting = async () => expect((await lockWaitersQuery.execute(world.db)).rows).toHaveLength(2);
      await vi.waitFor(expectBothWaiting, { timeout: 9_000, interval: 20 });
      expect((await requestExport(sessions[0] ?? '')).status).toBe(429);
      expect((await requestExport(thirdSession)).status).toBe(429);
      calls[0]?.hangUp();
      return calls;
    });
    expect((await second?.response)?.statusCode).toBe(200);
    second?.hangUp();
    first?.hangUp();
    await vi.waitFor(async () => expect(await requestOutcome(thirdSession)).toBe(200), {
      timeout: 60_000,
      interval: 200,
    });
    await vi.waitFor(async () => expect(await listArchivesOnDisk()).toEqual([]), { timeout: 60_000, interval: 50 });
    expect(await listTemporaryFiles()).toEqual([]);
  });

  test('an export states the length of the archive', async () => {
    const { headers, bytes } = await requestExport(await world.signIn(await world.addParticipant()));
    expect(headers.get('content-length')).toBe(String(bytes.length));
  });

  test('an error while an archive is made leads to a 503 without a partial archive, and does not count', async () => {
    const person = await world.addParticipant({ hasCv: false });
    const personSession = await world.signIn(person);
    await world.send(uploadFiles, [{ field: `file_${personSession}_0`, name: 'CV.docx', bytes: craftDocx() }]);
    const failingStream = new Readable({
      read() {
        this.push(Buffer.alloc(100_000));
        this.destroy(new Error('the store is gone'));
      },
    });
    for (let attempt = 0; attempt < 4; attempt++) {
      const storeGet = vi.spyOn(world.app.store, 'get').mockResolvedValue(failingStream);
      expect(await requestExport(personSession)).toMatchObject({ status: 503, code: 'later' });
      storeGet.mockRestore();
    }
    expect(await requestOutcome(personSession)).toBe(200);
    const mails = world.db
      .selectFrom('mail')
      .select('id')
      .where('person_id', '=', person)
      .where('kind', '=', 'dataExported');
    expect(await mails.execute()).toHaveLength(1);
    expect(await listArchivesOnDisk()).toEqual([]);
  });
});

describe('the tables of an export [13.9]', () => {
  const readTables = (person: number) =>
    transact(world.db, async (tx) => {
      const rowsByTable = new Map<string, Record<string, unknown>[]>();
      for (const { table, rows } of await selectTablesAbout(tx, person)) {
        const tableRows: Record<string, unknown>[] = [];
        for await (const row of rows()) tableRows.push(row);
        rowsByTable.set(table, tableRows);
      }
      return rowsByTable;
    });
  const secretColumn = /^(.*_hash|hash|secret|store_key|credential_id|public_key|sign_count)$/;

  test('contain every personal column of the database, except secrets', async () => {
    await sql`INSERT INTO reminder_choice VALUES (${requester}, 'reminderSoon', false)`.execute(world.db);
    const data = await readTables(requester);
    for (const [table, columns] of Object.entries(dataClasses))
      for (const [column, columnClass] of Object.entries(columns) as [string, ColumnClass][]) {
        // Only the classes of personal columns are objects.
        if (typeof columnClass !== 'object') continue;
        expect(data.has(table), `${table} has no rows about people`).toBe(true);
        for (const row of data.get(table) ?? [])
          if (secretColumn.test(column)) expect(row, `${table}.${column}`).not.toHaveProperty(column);
          else expect(row, `${table}.${column}`).toHaveProperty(column);
      }
  });

  test('contain the tokens that an admin has made for other systems, without the tokens themselves', async () => {
    const admin = await world.addAdmin();
    const adminSession = await world.signIn(admin);
    const { token } = await addToken(world, adminSession, { name: 'Lernplattform' });
    await addToken(world, await world.signIn(await world.addAdmin()), { name: 'Fremd' });
    const data = await readTables(admin);
    expect(data.get('token')).toMatchObject([{ name: 'Lernplattform', created_by: 'du', revoked_at: null }]);
    expect(JSON.stringify([...data])).not.toContain(createHash('sha256').update(token).digest('hex'));
  });

  test('contain no id of another person', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT c.conrelid::regclass || '.' || a.attname AS name
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
      WHERE c.contype = 'f' AND c.confrelid IN ('person'::regclass, 'participant'::regclass, 'coach'::regclass)
    `.execute(world.db);
    const data = await readTables(requester);
    for (const { name } of rows) {
      const [table = '', column = ''] = name.split('.');
      // An id would be a number. The export has a string instead, or null (an 'object') for an empty column.
      for (const row of data.get(table) ?? []) expect(['string', 'object'], name).toContain(typeof row[column]);
    }
  });
});
