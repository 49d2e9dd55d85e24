import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servicePath } from '../../../platform/http/calls/calls.ts';
import { waitForBlockedTransaction } from '../../../../tests/support/blocked.ts';
import { openWorld, type CallResponse, type World } from '../../../../tests/support/world.ts';
import { addDays, instantOf } from '../../../shared/berlin.ts';
import { importAppointments, type ImportedRow } from './contract.ts';
import { rowProblems } from './csv.adapter.ts';

let world: World;
let adminSession: string;
let coachCount = 0;

beforeAll(async () => {
  world = await openWorld();
  // The files are in 2027, which is in the future by this clock.
  world.clock.shiftMs = Date.parse('2026-11-02T08:00:00Z') - Date.now();
  adminSession = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

const testdata = (name: string) => readFileSync(new URL(`../testdata/${name}`, import.meta.url));
const header = 'Coach-E-Mail;Typ;Datum;Von;Bis\r\n';

/** Creates a coach for one test, so that the appointments of different tests do not overlap. */
async function createCoach(): Promise<{ id: number; email: string }> {
  const email = `import${++coachCount}@test.example`;
  return { id: await world.addCoach({ email }), email };
}

/** Returns one line of a calendar; `dateAndTimes` is, for example, '2027-03-01 09:00 09:45'. */
const line = (email: string, dateAndTimes: string, type = 'Einzelcoaching') =>
  `${email};${type};${dateAndTimes.replaceAll(' ', ';')}\r\n`;

function send(file: Uint8Array | string, name = 'termine.csv'): Promise<CallResponse> {
  return world.send(importAppointments, [{ field: `file_${adminSession}`, name, bytes: Buffer.from(file) }]);
}
const reportedRows = (response: CallResponse, list: 'success' | 'errors') =>
  response.body[list] as unknown as ImportedRow[];
const rowErrors = (response: CallResponse) =>
  reportedRows(response, 'errors').map(({ data, message }) => [data.id, message]);
const importedCount = (response: CallResponse) => reportedRows(response, 'success').length;

async function slotsOf(coach: number): Promise<string[]> {
  const { rows } = await sql<{ slot: string }>`
    SELECT to_char(starts_at AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') ||
      to_char(ends_at AT TIME ZONE 'Europe/Berlin', ' HH24:MI') || ' ' || status AS slot
    FROM appointment WHERE coach_id = ${coach} ORDER BY starts_at, id
  `.execute(world.db);
  return rows.map((row) => row.slot);
}

async function countAppointmentsAndImports(): Promise<{ appointments: number; imports: number }> {
  const { rows } = await sql<{ appointments: number; imports: number }>`
    SELECT (SELECT count(*)::int FROM appointment) AS appointments,
      (SELECT count(*)::int FROM audit WHERE action = 'imported') AS imports
  `.execute(world.db);
  return rows[0] ?? { appointments: -1, imports: -1 };
}

test('valid rows become free appointments, invalid ones are reported, and importing a file again adds nothing [7.4]', async () => {
  for (const email of ['coach@demo.example', 'coach2@demo.example', 'coach3@demo.example', 'speedcoach@demo.example'])
    await world.addCoach({ email });

  const januaryResponse = await send(testdata('termine-januar-2027.csv'));
  expect(januaryResponse.status).toBe(200);
  expect(januaryResponse.body).toMatchObject({ status: 'success', meta: { status: 'success' }, errors: [] });
  expect(importedCount(januaryResponse)).toBe(274);
  expect(reportedRows(januaryResponse, 'success')[0]).toEqual({
    data: {
      id: expect.any(Number),
      date: '2027-01-04',
      day: 'Montag',
      fromTime: '09:00',
      tillTime: '09:45',
      coachEmail: 'coach@demo.example',
      type: 'Einzelcoaching',
    },
    status: 'success',
    message: 'Termin erstellt',
  });
  expect((await countAppointmentsAndImports()).appointments).toBe(274);

  const mixedResponse = await send(testdata('termine-mit-fehlern.csv'));
  expect(mixedResponse.body['status']).toBe('success');
  expect(importedCount(mixedResponse)).toBe(4);
  const expectedErrors = [
    [2, rowProblems.overlap],
    [4, rowProblems.alreadyExists],
    [5, rowProblems.tillNotAfterFrom],
    [6, rowProblems.noSuchDate],
    [7, rowProblems.invalidTime],
    [8, rowProblems.inPast],
    [9, rowProblems.unknownType],
    [10, rowProblems.unknownCoach],
    [11, rowProblems.unreadableTime],
    [14, rowProblems.tooFewColumns],
  ];
  expect(rowErrors(mixedResponse)).toEqual(expectedErrors);
  expect((await countAppointmentsAndImports()).appointments).toBe(278);

  const secondMixedResponse = await send(testdata('termine-mit-fehlern.csv'));
  expect(importedCount(secondMixedResponse)).toBe(0);
  expect(rowErrors(secondMixedResponse)).toEqual(
    [...expectedErrors, ...[1, 3, 12, 15].map((row) => [row, rowProblems.alreadyExists])].sort(
      (a, b) => Number(a[0]) - Number(b[0]),
    ),
  );
  const secondJanuaryResponse = await send(testdata('termine-januar-2027.csv'));
  expect(importedCount(secondJanuaryResponse)).toBe(0);
  expect((await countAppointmentsAndImports()).appointments).toBe(278);
});

describe('an import is refused with one message and stores nothing', () => {
  const validLine = line('niemand@test.example', '2027-03-01 09:00 09:45');
  const notXlsx = 'Die Datei ist keine Excel-Tabelle (xlsx), die das Portal lesen kann.';
  const notCsv = 'Die Datei ist keine CSV-Datei. Bitte speichere die Tabelle als CSV und versuche es erneut.';
  test.each([
    ['a PDF named .csv', '%PDF-1.7\n%âãÏÓ\n1 0 obj\n', notCsv],
    ['a damaged Excel file named .csv', 'PK\u0003\u0004\u0014\0\u0006\0', notXlsx],
    ['an empty file', '', 'Die Datei ist leer.'],
    ['a file of blank lines', ' \r\n\r\n', 'Die Datei ist leer.'],
    ['a file without one column', 'Coach-E-Mail;Typ;Von;Bis\r\n', "In der Datei fehlt die Spalte 'Datum'."],
    ['a file without two columns', 'Coach-E-Mail;Typ;Von\r\n', "In der Datei fehlen die Spalten 'Datum' und 'Bis'."],
    ['a file with 20,001 rows', header + validLine.repeat(20_001), 'Die Datei hat mehr als 20.000 Zeilen.'],
    ['a file of more than 5 MB', header + ' '.repeat(5_000_000), 'Die Datei ist größer als 5 MB.'],
  ])('if it gets %s', async (_, file, message) => {
    const before = await countAppointmentsAndImports();
    const { status, body } = await send(file);
    expect({ status, body }).toEqual({
      status: 200,
      body: { status: 'error', message, meta: { status: 'error', code: 'unreadable', message } },
    });
    expect(await countAppointmentsAndImports()).toEqual(before);
  });

  test('if the request has no file', async () => {
    const form = new FormData();
    form.append(`file_${adminSession}`, 'kein Anhang');
    const response = await fetch(world.address + servicePath(importAppointments as never), {
      method: 'POST',
      body: form,
    });
    expect(await response.json()).toMatchObject({
      status: 'error',
      meta: { code: 'noFile', message: importAppointments.refusals.noFile },
    });
  });
});

describe('a row of an imported calendar', () => {
  test('may touch an appointment or overlap a cancelled one, but not overlap a free, booked or missed one', async () => {
    const { id, email } = await createCoach();
    const at = (time: string) => instantOf('2027-03-01', time) as Date;
    const person = await world.addParticipant();
    await world.addAppointment(id, at('09:00'));
    await world.addAppointment(id, at('11:00'), { participant: person });
    await world.addAppointment(id, at('13:00'), { participant: person, status: 'V' });
    await world.addAppointment(id, at('15:00'), { participant: person, status: 'K' });
    const response = await send(
      header +
        line(email, '2027-03-01 08:15 09:00') +
        line(email, '2027-03-01 09:30 10:00') +
        line(email, '2027-03-01 11:44 12:00') +
        line(email, '2027-03-01 12:00 13:01') +
        line(email, '2027-03-01 15:00 15:45') +
        line(email, '2027-03-01 08:00 18:00'),
    );
    expect(rowErrors(response)).toEqual([2, 3, 4, 6].map((row) => [row, rowProblems.overlap]));
    expect(await slotsOf(id)).toEqual([
      '2027-03-01 08:15 09:00 F',
      '2027-03-01 09:00 09:45 F',
      '2027-03-01 11:00 11:45 G',
      '2027-03-01 13:00 13:45 V',
      '2027-03-01 15:00 15:45 K',
      '2027-03-01 15:00 15:45 F',
    ]);
  });

  test('is reported as existing if coach, type, start and end are the same, even if the appointment has since been booked', async () => {
    const { id, email } = await createCoach();
    const person = await world.addParticipant();
    await world.addAppointment(id, instantOf('2027-03-01', '09:00') as Date, { participant: person });
    const response = await send(
      header +
        line(email, '2027-03-01 09:00 09:45') +
        line(email, '2027-03-01 09:00 09:45', 'Speedcoaching') +
        line(email, '2027-03-01 09:00 10:00'),
    );
    expect(rowErrors(response)).toEqual([
      [1, rowProblems.alreadyExists],
      [2, rowProblems.overlap],
      [3, rowProblems.overlap],
    ]);
  });

  test('does not overlap a row of another coach at the same time', async () => {
    const [coach, otherCoach] = [await createCoach(), await createCoach()];
    const response = await send(
      header + line(coach.email, '2027-03-01 09:00 09:45') + line(otherCoach.email, '2027-03-01 09:00 09:45'),
    );
    expect(importedCount(response)).toBe(2);
  });

  test('is refused in the hour that a clock change skips or repeats, but not in the hours next to it', async () => {
    const { id, email } = await createCoach();
    const response = await send(
      header +
        line(email, '2027-03-28 02:30 03:30') +
        line(email, '2027-03-28 01:15 02:15') +
        line(email, '2027-03-28 01:00 03:00') +
        line(email, '2027-10-31 02:30 03:30') +
        line(email, '2027-10-31 01:00 01:59') +
        line(email, '2027-10-31 03:00 04:00'),
    );
    expect(rowErrors(response)).toEqual([1, 2, 4].map((row) => [row, rowProblems.invalidTime]));
    expect(await slotsOf(id)).toEqual([
      '2027-03-28 01:00 03:00 F',
      '2027-10-31 01:00 01:59 F',
      '2027-10-31 03:00 04:00 F',
    ]);
  });

  test('must be in the future according to the database’s clock', async () => {
    const { id, email } = await createCoach();
    const response = await send(
      header +
        line(email, '2026-11-02 08:59 09:30') +
        line(email, '2026-11-02 12:00 12:45') +
        line(email, '2025-01-02 09:00 09:45'),
    );
    expect(rowErrors(response)).toEqual([1, 3].map((row) => [row, rowProblems.inPast]));
    expect(await slotsOf(id)).toEqual(['2026-11-02 12:00 12:45 F']);
  });

  test('requires an active coach; the e-mail address of an inactive coach, of a participant or of nobody is refused', async () => {
    const { id, email } = await createCoach();
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', id).execute();
    await world.addParticipant({ email: 'teilnehmerin@test.example' });
    const response = await send(
      header +
        line(email, '2027-03-01 09:00 09:45') +
        line('teilnehmerin@test.example', '2027-03-01 09:00 09:45') +
        line('gibtesnicht@test.example', '2027-03-01 09:00 09:45'),
    );
    expect(rowErrors(response)).toEqual([
      [1, rowProblems.inactiveCoach],
      [2, rowProblems.unknownCoach],
      [3, rowProblems.unknownCoach],
    ]);
  });
});

/** Returns a calendar with appointments of one coach, 15 minutes each and 30 a day, from 1 January 2028 on. */
function createLargeCalendar(email: string, rowCount: number): string {
  const toTime = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  const lines = Array.from({ length: rowCount }, (_, index) => {
    const start = 8 * 60 + (index % 30) * 20;
    return line(email, `${addDays('2028-01-01', Math.floor(index / 30))} ${toTime(start)} ${toTime(start + 15)}`);
  });
  return header + lines.join('');
}

test('20,000 valid rows can be imported from one file', async () => {
  const newCoaches = await Promise.all(Array.from({ length: 4 }, createCoach));
  const file = header + newCoaches.map(({ email }) => createLargeCalendar(email, 5_000).slice(header.length)).join('');
  const startedAt = performance.now();
  const response = await send(file);
  console.log(`20,000 rows in ${Math.round(performance.now() - startedAt)} ms`);
  expect(importedCount(response)).toBe(20_000);
  expect(response.body.errors).toEqual([]);
});

test('a file that takes a long time to read does not block the server', async () => {
  await send(header);
  const eventLoopDelay = monitorEventLoopDelay({ resolution: 5 });
  eventLoopDelay.enable();
  const startedAt = performance.now();
  // The file has the maximum size and only short lines.
  const response = await send('a\n'.repeat(2_499_000));
  const seconds = (performance.now() - startedAt) / 1e3;
  eventLoopDelay.disable();
  expect(response.body.meta.message).toMatch(/^In der Datei fehlen die Spalten|^Die Tabelle ist zu groß/);
  expect(eventLoopDelay.max / 1e9).toBeLessThan(seconds / 3);
});

test('the same file imported several times at the same time creates each appointment once', async () => {
  const { id, email } = await createCoach();
  const file = createLargeCalendar(email, 600);
  const answers = await Promise.all([send(file), send(file), send(file)]);
  expect(answers.map(({ body }) => body['status'])).toEqual(['success', 'success', 'success']);
  expect(answers.reduce((sum, response) => sum + importedCount(response), 0)).toBe(600);
  expect(
    answers.every((response) => rowErrors(response).every(([, message]) => message === rowProblems.alreadyExists)),
  ).toBe(true);
  expect(await slotsOf(id)).toHaveLength(600);
});

/**
 * Opens a request for an import but sends no `body` yet, so that a test can send a part of it. `closed` resolves when
 * the connection is closed.
 */
function openImportRequest(file: string) {
  const body = Buffer.from(
    `--cut\r\nContent-Disposition: form-data; name="file_${adminSession}"; filename="a.csv"\r\n\r\n${file}\r\n--cut--\r\n`,
  );
  const clientRequest = request(world.address + servicePath(importAppointments as never), {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=cut', 'content-length': body.length },
  });
  const closed = new Promise<void>((resolve) => clientRequest.once('close', () => resolve()));
  clientRequest.on('error', () => undefined);
  return { clientRequest, body, closed };
}

/**
 * Waits until the server has noticed that a caller has disconnected, which it does before it answers later requests.
 */
async function waitUntilServerNoticesDisconnection() {
  for (let requests = 0; requests < 3; requests++) await (await fetch(`${world.address}/healthz`)).text();
}

describe('a cancelled import stores nothing', () => {
  test('if it is cancelled while the file is being sent', async () => {
    const { id, email } = await createCoach();
    const before = await countAppointmentsAndImports();
    const { clientRequest, body, closed } = openImportRequest(createLargeCalendar(email, 2_000));
    await new Promise<void>((resolve) => clientRequest.write(body.subarray(0, body.length - 100), () => resolve()));
    clientRequest.destroy();
    await closed;
    await waitUntilServerNoticesDisconnection();
    expect(await slotsOf(id)).toEqual([]);
    expect(await countAppointmentsAndImports()).toEqual(before);
  });

  test('if it is cancelled while the server is processing the file', async () => {
    const { id, email } = await createCoach();
    const before = await countAppointmentsAndImports();
    const { clientRequest, body, closed } = openImportRequest(createLargeCalendar(email, 2_000));
    await world.db.transaction().execute(async (tx) => {
      await tx.selectFrom('coach').select('person_id').where('person_id', '=', id).forUpdate().execute();
      clientRequest.end(body);
      await waitForBlockedTransaction(world.db, tx);
      clientRequest.destroy();
      await closed;
      await waitUntilServerNoticesDisconnection();
    });
    // Waits until the import has released its lock: then its transaction is over.
    await world.db.transaction().execute((tx) => tx.selectFrom('coach').select('person_id').forUpdate().execute());
    expect(await slotsOf(id)).toEqual([]);
    expect(await countAppointmentsAndImports()).toEqual(before);
  });
});
