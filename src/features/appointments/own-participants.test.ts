import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAuditLog } from '../audit/contract.ts';
import { changeBooking } from '../booking/admin/contract.ts';
import { bookOwnSlotForParticipant, undoDirectBooking } from '../booking/direct/contract.ts';
import { getFiles } from '../files/contract.ts';
import { writeNote } from '../files/notes/contract.ts';
import { searchOwnParticipants, searchParticipant } from '../participants/contract.ts';
import { cleanUp } from '../../operations/cleanup.ts';
import type { InputOf } from '../../shared/call.ts';
import { dateOf } from '../../shared/berlin.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { createOwnAppointment } from './contract.ts';

let world: World;
let ada: number;
let adaSession: string;
beforeAll(async () => {
  const file = join(tmpdir(), `portal-new-people-${process.pid}.json`);
  writeFileSync(file, JSON.stringify({ alarms: { newPeoplePerDay: 3 } }));
  world = await openWorld({ env: { PORTAL_FILE: file } });
  ada = await world.addCoach();
  adaSession = await world.signIn(ada);
});
afterAll(() => world.close());

/** The number of days from now to the next appointment; each appointment is on a different day. */
let daysAhead = 5;
const newSlotForm = (date = dateOf(inDays(daysAhead++, '10:00'))) =>
  ({ type: 'Einzelcoaching', date, fromTime: '10:00', tillTime: '10:45' }) as const;

const emailOf = async (id: number) =>
  (await world.db.selectFrom('person').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email ?? '';
const findParticipantIds = async (searchString: string, session = adaSession) =>
  (await world.call(searchParticipant, session, { searchString })).body.data?.map(({ participantId }) => participantId);
const createAppointmentFor = (participantId: number, session = adaSession, changes: object = {}) =>
  world.call(createOwnAppointment, session, { ...newSlotForm(), ...changes, participantId });
const outcomeOf = ({ status, body }: { status: number; body: { meta: { status: string; code?: string } } }) =>
  body.meta.status === 'success' ? 'success' : `${status} ${body.meta.code}`;
const mailsTo = async (person: number) =>
  (await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).execute()).map(({ kind }) => kind);

describe('booking for a participant [8.10]', () => {
  test('a coach gets the same refusal for every stranger, whether active, inactive, busy or unknown', async () => {
    const [activeStranger, inactiveStranger, busyStranger] = [
      await world.addParticipant(),
      await world.addParticipant(),
      await world.addParticipant(),
    ];
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', inactiveStranger).execute();
    const busyTime = newSlotForm();
    await world.addAppointment(await world.addCoach(), inDays(daysAhead - 1, '10:00'), { participant: busyStranger });
    const slot = await world.addAppointment(ada, inDays(daysAhead++, '10:00'));
    const answers = [];
    for (const participantId of [activeStranger, inactiveStranger, busyStranger, 987_654_321]) {
      answers.push(await createAppointmentFor(participantId, adaSession, busyTime));
      // The refusal comes before all others: an end before the start, a day in the past, a time that is taken.
      answers.push(await createAppointmentFor(participantId, adaSession, { tillTime: '09:00' }));
      answers.push(
        await createAppointmentFor(participantId, adaSession, {
          date: '1990-01-01',
          fromTime: '06:00',
          tillTime: '23:00',
        }),
      );
      answers.push(await world.call(bookOwnSlotForParticipant, adaSession, { appointmentId: slot, participantId }));
    }
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers.map(outcomeOf)).toEqual(answers.map(() => '404 notFound'));
    expect(await mailsTo(activeStranger)).toEqual([]);
    expect((await world.call(getFiles, adaSession, { participantId: activeStranger })).status).toBe(404);
  });

  test('a coach who finds a participant by the complete e-mail address can book for them within an hour', async () => {
    const [eva, slot] = [await world.addParticipant(), await world.addAppointment(ada, inDays(daysAhead++, '10:00'))];
    const email = await emailOf(eva);
    expect(await findParticipantIds(email.slice(0, -1))).toEqual([]);
    expect(outcomeOf(await createAppointmentFor(eva))).toBe('404 notFound');
    expect(await findParticipantIds(email.toUpperCase())).toEqual([eva]);
    const otherSession = await world.signIn(await world.addCoach());
    expect(outcomeOf(await createAppointmentFor(eva, otherSession))).toBe('404 notFound');

    world.clock.shiftMs += 3_600_000;
    expect(outcomeOf(await createAppointmentFor(eva))).toBe('404 notFound');
    await cleanUp(world.app);
    expect(await world.db.selectFrom('found_participant').selectAll().execute()).toEqual([]);
    await findParticipantIds(email);
    const bookingResponse = await world.call(bookOwnSlotForParticipant, adaSession, {
      appointmentId: slot,
      participantId: eva,
    });
    world.clock.shiftMs -= 3_600_000;
    expect(outcomeOf(bookingResponse)).toBe('success');
    // From now on she is one of the coach's own participants.
    expect(await mailsTo(eva)).toEqual(['appointmentBooked']);
    expect(outcomeOf(await createAppointmentFor(eva))).toBe('success');
  });

  test('a speed coach can book for every participant', async () => {
    const speedSession = await world.signIn(await world.addCoach({ isSpeedCoach: true }));
    expect(outcomeOf(await createAppointmentFor(await world.addParticipant(), speedSession))).toBe('success');
  });
});

test('a coach loses access to a participant by undoing the booking, but not if it is cancelled later [8.10]', async () => {
  const [eva, adminSession] = [await world.addParticipant(), await world.signIn(await world.addAdmin())];
  const readAccess = async () => [
    (await world.call(getFiles, adaSession, { participantId: eva })).status,
    (await world.call(writeNote, adaSession, { participantId: eva, text: 'Hallo' })).status,
    (await world.call(searchOwnParticipants, adaSession, { searchString: await emailOf(eva) })).body.meta.total,
  ];
  await findParticipantIds(await emailOf(eva));
  const { appointmentId = 0 } = (await createAppointmentFor(eva)).body.data ?? {};
  expect(await readAccess()).toEqual([200, 200, 1]);
  expect(outcomeOf(await world.call(undoDirectBooking, adaSession, { appointmentId }))).toBe('success');
  expect(await readAccess()).toEqual([404, 404, 0]);

  // A booking that an admin sets back to booked gives access, even if it is cancelled later.
  const setStatus = (action: InputOf<typeof changeBooking>['action']) =>
    world.call(changeBooking, adminSession, { appointmentId, action });
  const noFlags = { cancelled: false, goodwill: false, missed: false, booked: false };
  expect(outcomeOf(await setStatus({ ...noFlags, booked: true }))).toBe('success');
  expect(await readAccess()).toEqual([200, 200, 1]);
  expect(outcomeOf(await setStatus({ ...noFlags, cancelled: true }))).toBe('success');
  expect(await readAccess()).toEqual([200, 200, 1]);
});

test('when a coach records a past session, the participant is notified, but not the coach [7.1]', async () => {
  const eva = await world.addParticipant();
  await world.addAppointment(ada, inDays(-20, '10:00'), { participant: eva });
  const mailCountBefore = (await mailsTo(ada)).length;
  expect(outcomeOf(await createAppointmentFor(eva, adaSession, { date: dateOf(inDays(-2, '10:00')) }))).toBe('success');
  expect(await mailsTo(eva)).toEqual(['appointmentBooked']);
  expect(await mailsTo(ada)).toHaveLength(mailCountBefore);
});

test('a coach who books for too many new people within a day is reported to the admins once [10.6]', async () => {
  const coach = await world.addCoach({ firstName: 'Nina', lastName: 'Neugier' });
  const [session, admin] = [await world.signIn(coach), await world.addAdmin()];
  const readAlarms = async () =>
    (await world.call(getAuditLog, await world.signIn(admin), { action: 'metMany' })).body.data?.map(
      ({ sentence }) => sentence,
    );
  const bookNewPersonAndUndo = async () => {
    const person = await world.addParticipant();
    await findParticipantIds(await emailOf(person), session);
    const { appointmentId = 0 } = (await createAppointmentFor(person, session)).body.data ?? {};
    await world.call(undoDirectBooking, session, { appointmentId });
    return person;
  };
  const knownParticipant = await world.addParticipant();
  await world.addAppointment(coach, inDays(-3, '10:00'), { participant: knownParticipant });
  for (let count = 0; count < 4; count++)
    expect(outcomeOf(await createAppointmentFor(knownParticipant, session))).toBe('success');
  for (let count = 0; count < 3; count++) await bookNewPersonAndUndo();
  expect(await readAlarms()).toEqual([]);
  await bookNewPersonAndUndo();
  await bookNewPersonAndUndo();
  expect(await readAlarms()).toEqual([
    'Nina Neugier hat in 24 Stunden für ungewöhnlich viele neue Personen Termine eingetragen.',
  ]);
  expect((await mailsTo(admin)).filter((kind) => kind === 'metMany')).toHaveLength(1);
});
