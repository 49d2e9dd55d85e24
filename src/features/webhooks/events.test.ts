import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSignedInParticipant, minimalPdf, readDocx, upload } from '../../../tests/support/documents.ts';
import { createCredential, createProfileForm, createRegistrationForm } from '../../../tests/support/registration.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../../tests/support/webhook-receiver.ts';
import { addWebhook, deliverWebhooks } from '../../../tests/support/webhooks.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { transact } from '../../platform/database/db.ts';
import { dateOf } from '../../shared/berlin.ts';
import { planAbsence, undoAbsence } from '../absences/contract.ts';
import { inviteParticipant } from '../accounts/invitation/contract.ts';
import { confirmRegistration, submitRegistration } from '../accounts/registration/contract.ts';
import { createOwnAppointment } from '../appointments/contract.ts';
import { audit } from '../audit/exports.ts';
import type { AuditAction } from '../audit/actions.rules.ts';
import { changeBooking, toActionFlags } from '../booking/admin/contract.ts';
import type { AdminAction } from '../booking/admin/rules.ts';
import { bookAppointment, cancelAppointment } from '../booking/contract.ts';
import { bookOwnSlotForParticipant, bookSlotForParticipant, undoDirectBooking } from '../booking/direct/contract.ts';
import { setMissed } from '../booking/missed/contract.ts';
import { moveAppointment, moveOwnAppointment } from '../booking/move/contract.ts';
import { reschedule } from '../booking/reschedule/contract.ts';
import { uploadForParticipant } from '../files/contract.ts';
import { changeContact } from '../own-data/contract.ts';
import { anonymizeUserData, changeActiveStatus, changeUserData } from '../participants/contract.ts';
import { rateCoaching } from '../ratings/contract.ts';

let world: World;
let receiver: WebhookReceiver;
let admin: string;
let docx: Buffer;
beforeAll(async () => {
  [world, receiver, docx] = await Promise.all([
    openWorld({ env: { WEBHOOK_HOSTS: '127.0.0.1' } }),
    openWebhookReceiver(),
    readDocx(),
  ]);
  admin = await world.signIn(await world.addAdmin());
  await addWebhook(world, admin, receiver.url);
});
beforeEach(async () => {
  await world.db.deleteFrom('webhook_delivery').execute();
  receiver.messages.length = 0;
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

/** Delivers what waits and returns the events that came, as type and data without `sequence`. */
async function takeEvents() {
  await deliverWebhooks(world);
  const events = receiver.messages.splice(0);
  return events.map(({ body: { type, data } }) => {
    const { sequence, ...facts } = data;
    expect(sequence).toEqual(expect.any(Number));
    return { type, ...facts };
  });
}

let day = 10;
/** A coach with a free appointment, or with a booking of a participant, on a day of its own. */
async function createAppointment({ booked = false, days = day++ } = {}) {
  const coachId = await world.addCoach();
  const { id: participantId, session } = await addSignedInParticipant(world);
  await world.addDocument(participantId);
  const startsAt = inDays(days, '10:00');
  const data = booked ? { participant: participantId, quotaNumber: 1 } : {};
  const appointmentId = await world.addAppointment(coachId, startsAt, data);
  return {
    coachId,
    coach: await world.signIn(coachId),
    participantId,
    participant: session,
    appointmentId,
    facts: {
      appointmentId,
      participantId,
      coachId,
      date: dateOf(startsAt),
      start: '10:00',
      end: '10:45',
      kind: 'Einzelcoaching',
    },
  };
}
const setStatus = (appointmentId: number, action: AdminAction) =>
  world.call(changeBooking, admin, { appointmentId, ...toActionFlagsInput(action) });
const toActionFlagsInput = (action: AdminAction) => ({ action: toActionFlags(action) });

describe('an event of an appointment [18.2]', () => {
  test('is sent when a participant books, reschedules and cancels', async () => {
    const { appointmentId, participant, coachId, facts } = await createAppointment();
    await world.call(bookAppointment, participant, { appointmentId, note: 'Geheim' });
    expect(await takeEvents()).toEqual([{ type: 'appointment.booked', ...facts, status: 'G' }]);
    const newSlot = await world.addAppointment(coachId, inDays(day++, '11:00'));
    await world.call(reschedule, participant, { appointmentId, newAppointmentId: newSlot });
    const date = dateOf(inDays(day - 1, '11:00'));
    const moved = { ...facts, appointmentId: newSlot, date, start: '11:00', end: '11:45' };
    expect(await takeEvents()).toEqual([{ type: 'appointment.rescheduled', ...moved, status: 'G' }]);
    await world.call(cancelAppointment, participant, { appointmentId: newSlot, reason: 'Geheim' });
    expect(await takeEvents()).toEqual([{ type: 'appointment.cancelled', ...moved, status: 'K' }]);
  });

  test('is sent when staff book, and when a coach takes this back', async () => {
    const { appointmentId, participantId, coach, facts } = await createAppointment();
    await world.recordParticipantSearchHit(facts.coachId, participantId);
    await world.call(bookOwnSlotForParticipant, coach, { appointmentId, participantId });
    expect(await takeEvents()).toEqual([{ type: 'appointment.booked', ...facts, status: 'G' }]);
    await world.call(undoDirectBooking, coach, { appointmentId });
    expect(await takeEvents()).toEqual([{ type: 'appointment.cancelled', ...facts, status: 'K' }]);
    const other = await createAppointment();
    await world.call(bookSlotForParticipant, admin, {
      appointmentId: other.appointmentId,
      participantId: other.participantId,
    });
    expect(await takeEvents()).toEqual([{ type: 'appointment.booked', ...other.facts, status: 'G' }]);
  });

  test('is sent when a coach creates an appointment for a participant, and not for a free one', async () => {
    const { coach, coachId, participantId } = await createAppointment();
    const date = dateOf(inDays(day++, '12:00'));
    await world.recordParticipantSearchHit(coachId, participantId);
    const later = { fromTime: '11:00', tillTime: '11:45' };
    const form = { date, fromTime: '09:00', tillTime: '09:45', type: 'Einzelcoaching' };
    const { body } = await world.call(createOwnAppointment, coach, { ...form, participantId });
    const facts = { participantId, coachId, date, start: '09:00', end: '09:45', kind: 'Einzelcoaching', status: 'G' };
    const appointmentId = body.data?.appointmentId;
    expect(await takeEvents()).toEqual([{ type: 'appointment.booked', appointmentId, ...facts }]);
    await world.call(createOwnAppointment, coach, { ...form, ...later, participantId: null });
    expect(await takeEvents()).toEqual([]);
  });

  test('is sent when staff move a booking, with the id of the new row; not for a free appointment', async () => {
    const { appointmentId, coach, coachId, facts } = await createAppointment({ booked: true });
    const date = dateOf(inDays(day++, '12:00'));
    const interval = { date, fromTime: '14:00', tillTime: '14:45', reason: 'Geheim' };
    const { body } = await world.call(moveOwnAppointment, coach, { appointmentId, ...interval });
    const moved = { ...facts, appointmentId: body.data?.appointmentId, date, start: '14:00', end: '14:45' };
    expect(moved.appointmentId).not.toBe(appointmentId);
    expect(await takeEvents()).toEqual([{ type: 'appointment.moved', ...moved, status: 'G' }]);
    const colleague = await world.addCoach();
    const again = await world.call(moveAppointment, admin, {
      appointmentId: moved.appointmentId,
      ...interval,
      fromTime: '16:00',
      tillTime: '16:45',
      coachId: colleague,
    });
    expect(await takeEvents()).toMatchObject([
      { type: 'appointment.moved', appointmentId: again.body.data?.appointmentId, coachId: colleague, start: '16:00' },
    ]);
    const free = await world.addAppointment(coachId, inDays(day++, '10:00'));
    await world.call(moveOwnAppointment, coach, {
      appointmentId: free,
      ...interval,
      fromTime: '18:00',
      tillTime: '18:45',
    });
    expect(await takeEvents()).toEqual([]);
  });

  test('is sent for each status that staff set', async () => {
    const { appointmentId, coach, facts } = await createAppointment({ booked: true, days: -2 });
    await world.call(setMissed, coach, { appointmentId, missed: true });
    expect(await takeEvents()).toEqual([{ type: 'appointment.missed', ...facts, status: 'V' }]);
    await world.call(setMissed, coach, { appointmentId, missed: false });
    expect(await takeEvents()).toMatchObject([{ type: 'appointment.restored', status: 'G' }]);
    const sent: unknown[] = [];
    for (const action of ['missed', 'booked', 'cancelled', 'goodwill', 'booked'] as const) {
      await setStatus(appointmentId, action);
      sent.push(...(await takeEvents()));
    }
    expect(sent).toEqual([
      { type: 'appointment.missed', ...facts, status: 'V' },
      { type: 'appointment.restored', ...facts, status: 'G' },
      { type: 'appointment.cancelled', ...facts, status: 'K' },
      { type: 'appointment.cancelled', ...facts, status: 'K' },
      { type: 'appointment.restored', ...facts, status: 'G' },
    ]);
    await setStatus(appointmentId, 'booked');
    expect(await takeEvents()).toEqual([]);
  });

  test('is sent for what an absence does and for what its undoing brings back, and never says why', async () => {
    const { appointmentId, coachId, facts } = await createAppointment({ booked: true });
    const absence = { coachId, fromDate: facts.date, tillDate: facts.date, fromTime: null, tillTime: null };
    const { body } = await world.call(planAbsence, admin, {
      ...absence,
      kind: 'illness',
      apply: true,
      decisions: [{ appointmentId, action: 'offer' }],
    });
    expect(await takeEvents()).toEqual([{ type: 'appointment.cancelled', ...facts, status: 'K' }]);
    await world.call(undoAbsence, admin, { absenceId: body.data?.absenceId });
    expect(await takeEvents()).toEqual([{ type: 'appointment.restored', ...facts, status: 'G' }]);
  });
});

describe('an event of a participant [18.2]', () => {
  test('is sent for the registration and its confirmation', async () => {
    const email = 'webhook@test.example';
    await world.call(submitRegistration, null, createRegistrationForm(email, await world.addLocation()));
    const { id } = await world.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(await takeEvents()).toEqual([{ type: 'participant.registered', participantId: id }]);
    await world.call(confirmRegistration, null, { token: await createCredential(world.db, id, 'confirmation') });
    expect(await takeEvents()).toEqual([{ type: 'participant.confirmed', participantId: id }]);
  });

  test('is sent when an admin invites somebody', async () => {
    const { repeatEmail: _, ...invitation } = createRegistrationForm(
      'eingeladen@test.example',
      await world.addLocation(),
    );
    const { body } = await world.call(inviteParticipant, admin, invitation);
    expect(await takeEvents()).toEqual([{ type: 'participant.registered', participantId: body.data?.participantId }]);
  });

  test('is sent for each change of their data, by themselves or by an admin', async () => {
    const { id: participantId, session } = await addSignedInParticipant(world);
    await world.call(changeContact, session, { phoneNumber: '0221 555 666' });
    expect(await takeEvents()).toEqual([{ type: 'participant.changed', participantId }]);
    const locationId = await world.addLocation();
    for (const email of ['webhook-new@test.example', 'webhook-newer@test.example', 'webhook-newer@test.example']) {
      const { body } = await world.call(changeUserData, admin, {
        participantId,
        ...createProfileForm({ email }),
        locationId,
      });
      expect(body.status).toBe('success');
      expect(await takeEvents()).toEqual([{ type: 'participant.changed', participantId }]);
    }
  });

  test('is sent when they become inactive, with the bookings that this cancels, and active, and are anonymised', async () => {
    const { participantId, facts } = await createAppointment({ booked: true });
    const setActive = (participantStatus: 0 | 1) =>
      world.call(changeActiveStatus, admin, { participantId, participantStatus });
    await setActive(1);
    expect(await takeEvents()).toEqual([
      { type: 'appointment.cancelled', ...facts, status: 'K' },
      { type: 'participant.inactivated', participantId },
    ]);
    await setActive(0);
    expect(await takeEvents()).toEqual([{ type: 'participant.changed', participantId }]);
    await setActive(1);
    await world.call(anonymizeUserData, admin, { participantId });
    expect(await takeEvents()).toEqual([
      { type: 'participant.inactivated', participantId },
      { type: 'participant.anonymised', participantId },
    ]);
  });

  test('is not sent for staff', async () => {
    const coach = await world.addCoach();
    for (const action of ['emailChanged', 'anonymised'] as const)
      await transact(world.db, (tx) => audit(tx, { actor: null, action, person: coach }));
    expect(await takeEvents()).toEqual([]);
  });
});

test('a rating is sent with its ids, without its stars and words [18.2]', async () => {
  const { appointmentId, participant, facts } = await createAppointment({ booked: true, days: -3 });
  await world.call(rateCoaching, participant, {
    appointmentId,
    starQestions: [5, 4, 3, 4, 5, 2],
    personalFeedback: 'Geheim',
    freeText: 'Geheim',
    speakWithCoachQuestions: '',
    additionalQuestions: '',
  });
  const { id: ratingId } = await world.db
    .selectFrom('rating')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirstOrThrow();
  expect(await takeEvents()).toEqual([{ type: 'rating.created', ratingId, ...facts, status: 'G' }]);
});

test('a document is sent with its ids: one of a participant, one of a coach, and an answer [18.2]', async () => {
  const { participant, participantId, coach, coachId } = await createAppointment({ booked: true });
  await upload(world, participant, ['Geheim.docx', docx]);
  const [own] = await takeEvents();
  expect(own).toEqual({ type: 'document.uploaded', participantId, fileId: expect.any(Number) as number });
  const file = { field: `file_${coach}_${participantId}_0`, name: 'Geheim.pdf', bytes: minimalPdf };
  await world.send(uploadForParticipant, [file]);
  const fileId = expect.any(Number) as number;
  expect(await takeEvents()).toEqual([{ type: 'document.uploaded', participantId, coachId, fileId }]);
  const text = { field: `answers_${coach}`, text: String((own as { fileId?: number }).fileId) };
  await world.send(uploadForParticipant, [text, file]);
  expect(await takeEvents()).toEqual([{ type: 'document.answered', participantId, coachId, fileId }]);
});

describe('the sequence of events [18.2]', () => {
  test('rises for each appointment, whoever changes it', async () => {
    const { appointmentId } = await createAppointment({ booked: true, days: -4 });
    for (const action of ['missed', 'booked', 'missed', 'cancelled'] as const) await setStatus(appointmentId, action);
    await deliverWebhooks(world);
    const sequences = receiver.messages.map(({ body }) => Number(body.data['sequence']));
    expect(sequences).toHaveLength(4);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  });
});

test('a change that is rolled back sends nothing [18.2]', async () => {
  const { appointmentId, participantId } = await createAppointment({ booked: true });
  const failing = transact(world.db, async (tx) => {
    await audit(tx, { actor: null, action: 'booked', person: participantId, appointment: appointmentId });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await world.db.selectFrom('webhook_delivery').select('id').execute()).toEqual([]);
});

test('an event has what its transaction has made of the appointment in the end [18.2]', async () => {
  const { appointmentId, participantId } = await createAppointment({ booked: true, days: -5 });
  await transact(world.db, async (tx) => {
    await audit(tx, { actor: null, action: 'setToMissed', person: participantId, appointment: appointmentId });
    await tx.updateTable('appointment').set({ status: 'V' }).where('id', '=', appointmentId).execute();
  });
  expect(await takeEvents()).toMatchObject([{ type: 'appointment.missed', status: 'V' }]);
});

test('an event says when it was logged, and holds no word about anybody [18.2]', async () => {
  const canary = 'Kanarivogl';
  const participantId = await world.addParticipant({ firstName: canary, lastName: canary });
  const coach = await world.addCoach({ firstName: canary, lastName: canary });
  const slot = await world.addAppointment(coach, inDays(day++, '10:00'));
  await world.call(bookSlotForParticipant, admin, { appointmentId: slot, participantId });
  await deliverWebhooks(world);
  const [message] = receiver.messages;
  const entry = await world.db
    .selectFrom('audit')
    .select('at')
    .where('appointment_id', '=', slot)
    .executeTakeFirstOrThrow();
  expect(message?.body.timestamp).toBe(entry.at.toISOString());
  expect(message?.text).not.toContain(canary);
  expect(Object.keys(message?.body ?? {})).toEqual(['type', 'timestamp', 'data']);
});

test('every action of the log that is an event is one of the list, and no other action is sent [18.2]', async () => {
  const { appointmentId, participantId } = await createAppointment({ booked: true });
  const document = await world.addDocument(participantId, { name: 'Zeugnis.pdf' });
  const sendAll = async (actions: AuditAction[], ids: { appointment?: number; document?: number }) => {
    for (const action of actions)
      await transact(world.db, (tx) => audit(tx, { actor: null, action, person: participantId, ...ids }));
    return (await takeEvents()).map(({ type }) => type);
  };
  expect(await sendAll(['slotOffered', 'offerDeclined', 'appointmentCreated'], { appointment: appointmentId })).toEqual(
    [],
  );
  expect(await sendAll(['fileDownloaded', 'documentStateSet'], { document })).toEqual([]);
  expect(await sendAll(['passwordChanged', 'dataExported', 'coachMade'], {})).toEqual([]);
});
