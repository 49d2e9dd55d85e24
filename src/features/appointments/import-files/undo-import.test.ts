import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantOf } from '../../../shared/berlin.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { bookAppointment, cancelAppointment } from '../../booking/contract.ts';
import { importAppointments, undoImport } from './contract.ts';

let world: World;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

let coachCount = 0;
/** Imports two appointments of a new coach in ten days' time. */
async function importTwoAppointments() {
  const email = `rueck${++coachCount}@test.example`;
  const coach = await world.addCoach({ email });
  const day = inDays(10, '12:00').toISOString().slice(0, 10);
  const lines = `Coach-E-Mail;Typ;Datum;Von;Bis\r\n${email};Einzelcoaching;${day};09:00;09:45\r\n${email};Einzelcoaching;${day};10:00;10:45\r\n`;
  const { body } = await world.send(importAppointments, [
    { field: `file_${adminSession}`, name: 'termine.csv', bytes: Buffer.from(lines) },
  ]);
  return { coach, email, day, body, importId: body.importId ?? 0 };
}
const undo = (importId: number) => world.call(undoImport, adminSession, { importId });
const remainingRows = (coach: number) =>
  world.db
    .selectFrom('appointment')
    .select(['id', 'status'])
    .where('coach_id', '=', coach)
    .orderBy('starts_at')
    .execute();

test('undoing an import deletes its free appointments but no others of the coach; a repetition deletes nothing [7.4]', async () => {
  const { coach, importId } = await importTwoAppointments();
  const otherSlot = await world.addAppointment(coach, inDays(12, '09:00'));
  expect((await undo(importId)).body.data).toEqual({ deleted: 2 });
  expect(await remainingRows(coach)).toEqual([{ id: otherSlot, status: 'F' }]);
  expect((await undo(importId)).body.data).toEqual({ deleted: 0 });
  expect((await undo(987_654_321)).status).toBe(404);
  const entries = world.db.selectFrom('audit').select('action').where('action', '=', 'importUndone');
  expect(await entries.execute()).toHaveLength(1);
});

test('an import with a booking cannot be undone; once the booking is cancelled, its slot is deleted, too [7.4]', async () => {
  const { coach, importId } = await importTwoAppointments();
  const [firstRow] = await remainingRows(coach);
  const session = await world.signIn(await world.addParticipant());
  const appointmentId = firstRow?.id ?? 0;
  expect((await world.call(bookAppointment, session, { appointmentId })).body.meta.status).toBe('success');
  const refusedResponse = await undo(importId);
  expect({ status: refusedResponse.status, code: refusedResponse.body.meta.code }).toEqual({
    status: 409,
    code: 'hasBookings',
  });
  expect(await remainingRows(coach)).toHaveLength(2);
  expect((await world.call(cancelAppointment, session, { appointmentId })).body.meta.status).toBe('success');
  expect((await undo(importId)).body.data).toEqual({ deleted: 2 });
  expect((await remainingRows(coach)).map(({ status }) => status)).toEqual(['K']);
});

test('if a slot is booked while its import is undone, either the booking or the undoing succeeds [7.4]', async () => {
  for (let attempt = 0; attempt < 5; attempt++) {
    const { coach, importId } = await importTwoAppointments();
    const [firstRow] = await remainingRows(coach);
    const session = await world.signIn(await world.addParticipant());
    const [bookingResponse, undoResponse] = await Promise.all([
      world.call(bookAppointment, session, { appointmentId: firstRow?.id ?? 0 }),
      undo(importId),
    ]);
    const statuses = (await remainingRows(coach)).map(({ status }) => status);
    if (bookingResponse.body.meta.status === 'success') {
      expect(undoResponse.body.meta.code).toBe('hasBookings');
      expect(statuses).toEqual(['G', 'F']);
    } else {
      expect(undoResponse.body.data).toEqual({ deleted: 2 });
      expect(statuses).toEqual([]);
    }
  }
});

test('an import that stores nothing has no id [7.4]', async () => {
  const { email, day } = await importTwoAppointments();
  const sameFile = `Coach-E-Mail;Typ;Datum;Von;Bis\r\n${email};Einzelcoaching;${day};09:00;09:45\r\n`;
  const file = { field: `file_${adminSession}`, name: 'termine.csv', bytes: Buffer.from(sameFile) };
  expect((await world.send(importAppointments, [file])).body.importId).toBeNull();
  const dryRunParts = [file, { field: `dryRun_${adminSession}`, text: '1' }];
  expect((await world.send(importAppointments, dryRunParts)).body.importId).toBeNull();
});

test('an existing appointment is reported as existing even if its coach is inactive and it is in the past [7.4]', async () => {
  const { coach, email } = await importTwoAppointments();
  await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
  await world.addAppointment(coach, instantOf('2026-01-12', '09:00') as Date);
  const { body } = await world.send(importAppointments, [
    {
      field: `file_${adminSession}`,
      name: 'termine.csv',
      bytes: Buffer.from(
        `Coach-E-Mail;Typ;Datum;Von;Bis\r\n${email};Einzelcoaching;2026-01-12;09:00;09:45\r\n` +
          `${email};Einzelcoaching;2026-01-12;11:00;11:45\r\n`,
      ),
    },
  ]);
  expect(body.errors?.map(({ message }) => message)).toEqual([
    'Termin existiert bereits',
    'Der Coach ist inaktiv. Der Termin liegt in der Vergangenheit.',
  ]);
});
