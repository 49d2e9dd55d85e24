import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantOf } from '../../../shared/berlin.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { bookAppointment, cancelAppointment } from '../../booking/contract.ts';
import { importAppointments, undoImport } from '../contract.ts';

let world: World;
let admin: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn(await world.admin());
});
afterAll(() => world.close());

let coaches = 0;
/** Imports two appointments of a new coach, in ten days. */
async function imported(more = '') {
  const email = `rueck${++coaches}@test.example`;
  const coach = await world.coach({ email });
  const day = inDays(10, '12:00').toISOString().slice(0, 10);
  const lines = `Coach-E-Mail;Typ;Datum;Von;Bis\r\n${email};Einzelcoaching;${day};09:00;09:45\r\n${email};Einzelcoaching;${day};10:00;10:45\r\n`;
  const { body } = await world.send(importAppointments, [
    { field: `file_${admin}`, name: 'termine.csv', bytes: Buffer.from(lines + more) },
  ]);
  return { coach, email, day, body, importId: body.importId ?? 0 };
}
const undo = (importId: number) => world.call(undoImport, admin, { importId });
const left = (coach: number) =>
  world.db
    .selectFrom('appointment')
    .select(['id', 'status'])
    .where('coach_id', '=', coach)
    .orderBy('starts_at')
    .execute();

test('an import is undone once: its free appointments go, others of the coach stay [7.4]', async () => {
  const { coach, importId } = await imported();
  const other = await world.appointment(coach, inDays(12, '09:00'));
  expect((await undo(importId)).body.data).toEqual({ deleted: 2 });
  expect(await left(coach)).toEqual([{ id: other, status: 'F' }]);
  expect((await undo(importId)).body.data).toEqual({ deleted: 0 });
  expect((await undo(987_654_321)).status).toBe(404);
  const entries = world.db.selectFrom('audit').select('action').where('action', '=', 'importUndone');
  expect(await entries.execute()).toHaveLength(1);
});

test('with a booking of it nothing is deleted; once that is cancelled, its slot goes with the others [7.4]', async () => {
  const { coach, importId } = await imported();
  const [first] = await left(coach);
  const session = await world.signIn(await world.participant());
  const appointmentId = first?.id ?? 0;
  expect((await world.call(bookAppointment, session, { appointmentId })).body.meta.status).toBe('success');
  const refused = await undo(importId);
  expect({ status: refused.status, code: refused.body.meta.code }).toEqual({ status: 409, code: 'hasBookings' });
  expect(await left(coach)).toHaveLength(2);
  expect((await world.call(cancelAppointment, session, { appointmentId })).body.meta.status).toBe('success');
  expect((await undo(importId)).body.data).toEqual({ deleted: 2 });
  expect((await left(coach)).map(({ status }) => status)).toEqual(['K']);
});

test('booking and undoing at once: the booking stays with its appointment, or nobody has one [7.4]', async () => {
  for (let round = 0; round < 5; round++) {
    const { coach, importId } = await imported();
    const [first] = await left(coach);
    const session = await world.signIn(await world.participant());
    const [booked, undone] = await Promise.all([
      world.call(bookAppointment, session, { appointmentId: first?.id ?? 0 }),
      undo(importId),
    ]);
    const statuses = (await left(coach)).map(({ status }) => status);
    if (booked.body.meta.status === 'success') {
      expect(undone.body.meta.code).toBe('hasBookings');
      expect(statuses).toEqual(['G', 'F']);
    } else {
      expect(undone.body.data).toEqual({ deleted: 2 });
      expect(statuses).toEqual([]);
    }
  }
});

test('an import that stores nothing has no number [7.4]', async () => {
  const { email, day } = await imported();
  const again = `Coach-E-Mail;Typ;Datum;Von;Bis\r\n${email};Einzelcoaching;${day};09:00;09:45\r\n`;
  const file = { field: `file_${admin}`, name: 'termine.csv', bytes: Buffer.from(again) };
  expect((await world.send(importAppointments, [file])).body.importId).toBeNull();
  const dryRun = [file, { field: `dryRun_${admin}`, text: '1' }];
  expect((await world.send(importAppointments, dryRun)).body.importId).toBeNull();
});

test('what exists already says so before an inactive coach, the past and an absence [7.4]', async () => {
  const { coach, email } = await imported();
  await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
  await world.appointment(coach, instantOf('2026-01-12', '09:00') as Date);
  const { body } = await world.send(importAppointments, [
    {
      field: `file_${admin}`,
      name: 'termine.csv',
      bytes: Buffer.from(
        `Coach-E-Mail;Typ;Datum;Von;Bis\r\n${email};Einzelcoaching;2026-01-12;09:00;09:45\r\n` +
          `${email};Einzelcoaching;2026-01-12;11:00;11:45\r\n`,
      ),
    },
  ]);
  expect(body.errors?.map(({ message }) => message)).toEqual(['Termin existiert bereits', 'Der Coach ist inaktiv']);
});
