import { afterAll, beforeAll, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { cleanUp } from '../../../operations/cleanup.ts';
import { dateOf } from '../../../shared/berlin.ts';
import { bookAppointment, cancelAppointment } from '../../booking/contract.ts';
import { deleteAppointment } from '../contract.ts';
import { getImport, getImports, importAppointments, undoImport } from './contract.ts';

let world: World;
let admin: number;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.addAdmin({ firstName: 'Ada', lastName: 'Amt' });
  adminSession = await world.signIn(admin);
});
afterAll(() => world.close());

const header = 'Coach-E-Mail;Typ;Datum;Von;Bis\r\n';
const day = dateOf(inDays(10, '12:00'));

function send(text: string, { name = 'termine.csv', dryRun = false } = {}) {
  const file = { field: `file_${adminSession}`, name, bytes: Buffer.from(text) };
  return world.send(importAppointments, [file, ...(dryRun ? [{ field: `dryRun_${adminSession}`, text: '1' }] : [])]);
}
const history = async (input = {}) => (await world.call(getImports, adminSession, input)).body.data ?? [];
const getOne = (importId: number) => world.call(getImport, adminSession, { importId });
const newest = async () => (await history())[0];

let coachCount = 0;
/** Imports two appointments of a new coach in ten days' time, and rows that fail. */
async function importTwo(failingRows = '', name = 'termine.csv') {
  const email = `verlauf${++coachCount}@test.example`;
  await world.addCoach({ email });
  const rows = ['09:00;09:45', '10:00;10:45'].map((times) => `${email};Einzelcoaching;${day};${times}\r\n`);
  const { body } = await send(header + rows.join('') + failingRows, { name });
  return { importId: body.importId ?? 0, appointmentIds: body.success?.map(({ data }) => data.id) ?? [], body };
}

test('the history names who imported which file and when, how many rows were taken, and how many failed [7.4]', async () => {
  const before = Date.now();
  const { importId } = await importTwo(
    'wer@test.example;Einzelcoaching;bald;9:00;9:45\r\n',
    'C:\\Büro\\Juni\u202E.csv',
  );
  const entry = await newest();
  expect(entry).toEqual({
    id: importId,
    importedAt: expect.any(String),
    importedBy: 'Ada Amt',
    fileName: 'Juni.csv',
    imported: 2,
    failed: 1,
    existing: 0,
    undoneAt: null,
    canBeUndone: true,
    hasBookings: false,
  });
  expect(Math.abs(Date.parse(entry?.importedAt ?? '') - before)).toBeLessThan(60_000);
});

test('an import of which no row was taken is in the history, a dry run and an unreadable file are not [7.4]', async () => {
  const { importId } = await importTwo();
  await send(`${header}niemand@test.example;Einzelcoaching;${day};09:00;09:45\r\n`, { dryRun: true });
  await send('%PDF-1.4');
  await send(header);
  expect(await newest()).toMatchObject({ id: importId });
  const { body } = await send(`${header}niemand@test.example;Einzelcoaching;${day};09:00;09:45\r\n`);
  expect(body.importId).toBeNull();
  expect(await newest()).toMatchObject({ imported: 0, failed: 1, canBeUndone: false, hasBookings: false });
});

test('the failed rows of an import are returned later as its answer had them, with the row of the header [7.4]', async () => {
  const rows =
    'Niemand@test.example;=Gruppe;01.03.2027;13:00;14:00\r\n' +
    '\r\n\'wer@test.example;Speedcoaching;2027-02-30;"9 ""Uhr""";10:00\r\n';
  const { importId, body } = await importTwo(rows);
  expect(body.errors).toHaveLength(2);
  const { data } = (await getOne(importId)).body;
  expect(data).toMatchObject({ id: importId, errors: body.errors, headerRow: body.headerRow });
  const withoutFailures = await importTwo();
  expect((await getOne(withoutFailures.importId)).body.data?.errors).toEqual([]);
  expect((await getOne(987_654_321)).status).toBe(404);
});

test('the history counts the rows whose appointments exist already, as long as the failed rows are kept [7.4]', async () => {
  const email = 'zweimal@test.example';
  await world.addCoach({ email });
  const text = `${header}${email};Einzelcoaching;${day};09:00;09:45\r\n`;
  await send(text);
  await send(text);
  expect(await newest()).toMatchObject({ imported: 0, failed: 1, existing: 1 });
  await send(`${text}niemand@test.example;Einzelcoaching;${day};09:00;09:45\r\n`);
  const both = await newest();
  expect(both).toMatchObject({ imported: 0, failed: 2, existing: 1 });
  await world.db.deleteFrom('import_failure').where('coach_email', '=', 'niemand@test.example').execute();
  expect(await newest()).toEqual({ ...both, existing: null });
});

test('the history says whether an import can still be undone: not after a booking, an undoing, or the last deletion [7.4]', async () => {
  const { importId, appointmentIds } = await importTwo();
  const [appointmentId] = appointmentIds;
  const session = await world.signIn(await world.addParticipant());
  await world.call(bookAppointment, session, { appointmentId });
  expect(await newest()).toMatchObject({ canBeUndone: false, hasBookings: true });
  await world.call(cancelAppointment, session, { appointmentId });
  expect(await newest()).toMatchObject({ canBeUndone: true, hasBookings: false, undoneAt: null });
  await world.call(undoImport, adminSession, { importId });
  expect(await newest()).toMatchObject({ canBeUndone: false, hasBookings: false, undoneAt: expect.any(String) });

  const other = await importTwo();
  for (const id of other.appointmentIds) {
    expect(await newest()).toMatchObject({ id: other.importId, canBeUndone: true });
    await world.call(deleteAppointment, adminSession, { appointmentId: id });
  }
  expect(await newest()).toMatchObject({ id: other.importId, canBeUndone: false, undoneAt: null });
});

test('the history has pages, newest first [7.4]', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 5; count++) ids.unshift((await importTwo()).importId);
  const first = await world.call(getImports, adminSession, { limit: 3 });
  const second = await world.call(getImports, adminSession, { limit: 2, cursor: first.body.meta.nextCursor });
  expect([...(first.body.data ?? []), ...(second.body.data ?? [])].map(({ id }) => id)).toEqual(ids);
  const oldest = (await history({ limit: 100 })).at(-1)?.id ?? 0;
  expect((await world.call(getImports, adminSession, { limit: 3, cursor: oldest + 1 })).body).toMatchObject({
    data: [{ id: oldest }],
    meta: { nextCursor: null },
  });
});

test('failed rows are deleted 30 days after the import; the history keeps their number [7.4]', async () => {
  const [old, recent] = [await importTwo('wer;x;y;z;z\r\n'), await importTwo('wer;x;y;z;z\r\n')];
  for (const [{ importId }, days] of [[old, 31] as const, [recent, 29] as const])
    await world.db
      .updateTable('import')
      .set({ imported_at: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', importId)
      .execute();
  await cleanUp(world.app);
  expect((await getOne(old.importId)).body.data).toMatchObject({ failed: 1, errors: [] });
  expect((await getOne(recent.importId)).body.data).toMatchObject({ failed: 1, errors: [{ data: { id: 3 } }] });
});

test('an import from before the history was kept is listed without a file and numbers [7.4]', async () => {
  const { id } = await world.db
    .insertInto('import')
    .values({ imported_by: admin })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await newest()).toMatchObject({ id, fileName: null, imported: null, failed: null });
  expect((await getOne(id)).body.data).toMatchObject({ id, headerRow: null, errors: [] });
});
