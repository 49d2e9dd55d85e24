import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookAppointment, cancelAppointment } from '../../../features/booking/contract.ts';
import { login, needNewPassword } from '../../../features/accounts/contract.ts';
import { confirmRegistration, submitRegistration } from '../../../features/accounts/registration/contract.ts';
import { uploadFiles } from '../../../features/files/contract.ts';
import { importAppointments } from '../../../features/appointments/import-files/contract.ts';
import { createProfileTexts, createRegistrationForm } from '../../../../tests/support/registration.ts';
import { collectLog } from '../../../../tests/support/log.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';

const { logStream, loggedText } = collectLog();
let world: World;
beforeAll(async () => {
  world = await openWorld({ env: { LOG_LEVEL: 'trace' }, logStream, runsJobs: true });
});
afterAll(() => world.close());

test('no log line contains a session id, name, e-mail, phone number, file name, reason or token, whatever goes wrong', async () => {
  const canary = 'Kanarienvogel';
  const phone = '0999888777666';
  const location = await world.addLocation();
  const person = await world.addParticipant({ email: `${canary}1@test.example`, firstName: canary });
  const session = await world.signIn(person);
  const admin = await world.signIn(await world.addAdmin());
  const form = createRegistrationForm(`${canary}2@test.example`, location, {
    ...createProfileTexts(canary),
    phoneNumber: phone,
  });
  const slot = await world.addAppointment(await world.addCoach(), inDays(9, '10:00'));
  const tooManyBytes = Buffer.alloc(10_500_000);
  const createUpload = (name: string, bytes: Buffer, sessionId = session) => [
    { field: `file_${sessionId}_0`, name, bytes },
  ];

  const makeCalls = async () => {
    await world.call(submitRegistration, null, form);
    await world.call(submitRegistration, null, { ...form, email: `${canary}1@test.example`, repeatEmail: '' });
    await world.call(submitRegistration, null, { ...form, firstName: `${canary}\u0000` });
    await world.call(login, null, { username: `${canary}1@test.example`, password: canary });
    await world.call(needNewPassword, null, { email: `${canary}1@test.example` });
    await world.call(confirmRegistration, null, { token: canary });
    await world.call(bookAppointment, session, { appointmentId: slot });
    await world.call(bookAppointment, session, { appointmentId: canary });
    await world.call(cancelAppointment, session, { appointmentId: slot, reason: canary });
    await world.send(uploadFiles, createUpload(`${canary}.docx`, Buffer.from('kein Word')));
    await world.send(uploadFiles, createUpload(`${canary}.pdf`, tooManyBytes));
    await world.send(importAppointments, createUpload(`${canary}.csv`, Buffer.from(canary), admin));
    await fetch(`${world.address}/registrierung-bestaetigen?token=${canary}`);
    await fetch(`${world.address}/api/service/authentication/login.php`, { method: 'POST', body: `{"${canary}` });
  };
  await makeCalls();
  // The same calls fail in the database. Its errors contain values of the row.
  await sql`ALTER TABLE person ADD CONSTRAINT broken CHECK (first_name <> ${sql.lit(canary)}) NOT VALID`.execute(
    world.db,
  );
  await sql`ALTER TABLE document RENAME COLUMN name TO broken_name`.execute(world.db);
  await sql`ALTER TABLE appointment RENAME COLUMN cancel_reason TO broken_reason`.execute(world.db);
  await makeCalls();
  await world.call(submitRegistration, null, { ...form, email: 'x@test.example', repeatEmail: 'x@test.example' });

  expect(loggedText()).toContain('unexpected fault');
  expect(loggedText()).toContain('"constraint":"broken"');
  for (const forbidden of [canary, phone, session, admin])
    expect(loggedText().toLowerCase()).not.toContain(forbidden.toLowerCase());
});
