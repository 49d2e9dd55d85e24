import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOwnAppointment } from '../../appointments/contract.ts';
import { joinWaitingList, listMyWaitingEntries } from '../../waiting/contract.ts';
import { dateOf, wallClock } from '../../../shared/berlin.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { bookAppointment, listBookableSlots, cancelAppointment, listMyAppointments } from '../contract.ts';
import { moveOwnAppointment } from '../move/contract.ts';
import { reschedule } from '../reschedule/contract.ts';
import { bookSlotForParticipant, bookOwnSlotForParticipant, undoDirectBooking } from './contract.ts';

let world: World;
let ada: number;
let cora: number;
let adaSession: string;
let coraSession: string;
let admin: number;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  [ada, cora, admin] = [await world.addCoach(), await world.addCoach(), await world.addAdmin()];
  [adaSession, coraSession, adminSession] = [
    await world.signIn(ada),
    await world.signIn(cora),
    await world.signIn(admin),
  ];
});
afterAll(() => world.close());

/** Every test uses its own days, so its appointments never overlap those of another test. */
let day = 5;
const nextStart = () => inDays(day++, '10:00');

type BookingCall = typeof bookOwnSlotForParticipant | typeof bookSlotForParticipant;
const outcomeOf = ({ status, body }: { status: number; body: { meta: { status: string; code?: string } } }) =>
  body.meta.status === 'success' ? 'success' : `${status} ${body.meta.code}`;
/** Books a slot for a participant whom Ada has just found by e-mail address. */
const bookWith = async (call: BookingCall, session: string, appointmentId: number, participantId: number) => {
  await world.recordParticipantSearchHit(ada, participantId);
  return outcomeOf(await world.call(call, session, { appointmentId, participantId }));
};
const book = (appointmentId: number, participantId: number) =>
  bookWith(bookOwnSlotForParticipant, adaSession, appointmentId, participantId);
const undo = async (appointmentId: number, session = adaSession) =>
  outcomeOf(await world.call(undoDirectBooking, session, { appointmentId }));

const rowOf = (id: number) =>
  world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const updateRow = (id: number, columns: Partial<Awaited<ReturnType<typeof rowOf>>>) =>
  world.db.updateTable('appointment').set(columns).where('id', '=', id).execute();
async function mailsAbout(appointment: number): Promise<string[]> {
  const mails = await world.db.selectFrom('mail').selectAll().where('appointment_id', '=', appointment).execute();
  return mails.map((mail) => `${mail.kind} ${mail.person_id}`).sort();
}
async function auditEntriesAbout(appointment: number): Promise<string[]> {
  const entries = await world.db
    .selectFrom('audit')
    .selectAll()
    .where('appointment_id', '=', appointment)
    .orderBy('id')
    .execute();
  return entries.map((entry) => `${entry.action} by ${entry.actor_id} for ${entry.person_id}`);
}
const findUncancelledAt = (startsAt: Date) =>
  world.db
    .selectFrom('appointment')
    .select(['id', 'status'])
    .where('coach_id', '=', ada)
    .where('starts_at', '=', startsAt)
    .where('status', '<>', 'K')
    .execute();

/** Creates a slot that Ada has just booked for a new participant. */
async function createDirectBooking() {
  const startsAt = nextStart();
  const participant = await world.addParticipant();
  const id = await world.addAppointment(ada, startsAt);
  expect(await book(id, participant)).toBe('success');
  return { startsAt, participant, id };
}

describe('staff who book for a participant [4.19]', () => {
  test('need no document of the participant and use no quota number; participant and coach get a mail, and it is logged', async () => {
    const [id, participant] = [
      await world.addAppointment(ada, nextStart()),
      await world.addParticipant({ hasCv: false }),
    ];
    await world.recordParticipantSearchHit(ada, participant);
    const { status, body } = await world.call(bookOwnSlotForParticipant, adaSession, {
      appointmentId: id,
      participantId: participant,
    });
    expect([status, body.data]).toEqual([200, { appointmentId: id }]);
    expect(await rowOf(id)).toMatchObject({
      status: 'G',
      participant_id: participant,
      self_booked: false,
      quota_number: null,
      booked_by: ada,
      booked_at: expect.any(Date) as Date,
    });
    expect(await mailsAbout(id)).toEqual(
      [participant, ada].map((person) => `appointmentBooked ${person}`).sort((a, b) => a.localeCompare(b)),
    );
    expect(await auditEntriesAbout(id)).toEqual([`booked by ${ada} for ${participant}`]);
  });

  test('can book the same slot for the same participant again without effect, no matter who booked it', async () => {
    const [id, participant] = [await world.addAppointment(ada, nextStart()), await world.addParticipant()];
    expect(await book(id, participant)).toBe('success');
    expect(await book(id, participant)).toBe('success');
    expect(await bookWith(bookSlotForParticipant, adminSession, id, participant)).toBe('success');
    expect(await mailsAbout(id)).toHaveLength(2);
    expect(await auditEntriesAbout(id)).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ booked_by: ada });
  });

  test('can book only slots in their own calendar if they are coaches, and slots of all coaches if they are admins', async () => {
    const [id, participant] = [await world.addAppointment(cora, nextStart()), await world.addParticipant()];
    expect(await book(id, participant)).toBe('404 notFound');
    expect(await book(987_654_321, participant)).toBe('404 notFound');
    expect(await bookWith(bookOwnSlotForParticipant, adminSession, id, participant)).toBe('409 noCoachProfile');
    expect(await bookWith(bookSlotForParticipant, adminSession, id, 987_654_321)).toBe('404 notFound');
    expect(await rowOf(id)).toMatchObject({ status: 'F' });
    expect(await bookWith(bookSlotForParticipant, adminSession, id, participant)).toBe('success');
    expect(await auditEntriesAbout(id)).toEqual([`booked by ${admin} for ${participant}`]);
  });

  test('are refused with the first reason that applies', async () => {
    const startsAt = nextStart();
    const participant = await world.addParticipant();
    const person = { inactive_at: new Date() as Date | null };
    const savePerson = () => world.db.updateTable('person').set(person).where('id', '=', participant).execute();
    await savePerson();
    await world.addAppointment(cora, startsAt, { participant });
    const id = await world.addAppointment(ada, startsAt);
    expect(await book(await world.addAppointment(ada, nextStart(), { isSpeedcoaching: true }), participant)).toBe(
      '409 notBookable',
    );
    const otherBooking = await world.addAppointment(ada, nextStart(), { participant: await world.addParticipant() });
    expect(await book(otherBooking, participant)).toBe('409 slotTaken');
    expect(await book(await world.addAppointment(ada, inDays(-1, '10:00')), participant)).toBe('409 started');
    expect(await book(id, participant)).toBe('409 inactive');
    person.inactive_at = null;
    await savePerson();
    expect(await book(id, participant)).toBe('409 participantOverlap');
    expect(await rowOf(id)).toMatchObject({ status: 'F', participant_id: null });
    expect(await mailsAbout(id)).toEqual([]);
  });

  test('cannot book a slot of more than four hours, not even as admins; the participant can [7.19]', async () => {
    const [startsAt, participant] = [nextStart(), await world.addParticipant()];
    const id = await world.addAppointment(ada, startsAt, { minutes: 241 });
    expect(await book(id, participant)).toBe('409 tooLong');
    expect(await bookWith(bookSlotForParticipant, adminSession, id, participant)).toBe('409 tooLong');
    expect(await rowOf(id)).toMatchObject({ status: 'F' });
    expect(await book(await world.addAppointment(ada, nextStart(), { minutes: 240 }), participant)).toBe('success');
    const ownBooking = await world.call(bookAppointment, await world.signIn(participant), { appointmentId: id });
    expect(ownBooking.body.meta.status).toBe('success');
  });

  test('cannot book a slot that is held for someone on the waiting list, not even for that person', async () => {
    const startsAt = nextStart();
    const waitingPerson = await world.addParticipant();
    const session = await world.signIn(waitingPerson);
    const days = { fromDate: dateOf(startsAt), tillDate: dateOf(startsAt) };
    await world.call(joinWaitingList, session, { coachId: ada, ...days });
    const time = { type: 'Einzelcoaching', fromTime: '10:00', tillTime: '10:45', date: dateOf(startsAt) };
    const created = await world.call(createOwnAppointment, adaSession, { ...time, participantId: null });
    const id = created.body.data?.appointmentId ?? 0;
    expect((await world.call(listMyWaitingEntries, session, {})).body.data?.[0]?.offer?.appointmentId).toBe(id);
    expect(await book(id, await world.addParticipant())).toBe('409 slotTaken');
    expect(await book(id, waitingPerson)).toBe('409 slotTaken');
    await world.db
      .updateTable('waiting_offer')
      .set({ held_from: new Date(Date.now() - 2000), held_until: new Date(Date.now() - 1000) })
      .where('appointment_id', '=', id)
      .execute();
    expect(await book(id, await world.addParticipant())).toBe('success');
  });
});

describe('undoing a direct booking [4.20]', () => {
  test('frees the slot, removes it from the participant’s list and calendar, mails participant and coach, and is logged', async () => {
    const { id, startsAt, participant } = await createDirectBooking();
    const before = await rowOf(id);
    expect(await undo(id)).toBe('success');
    const after = await rowOf(id);
    expect(after).toMatchObject({ status: 'K', cancel_kind: 'byAdmin', cancelled_by: ada });
    expect(after.calendar_sequence).toBeGreaterThan(before.calendar_sequence);
    expect(await findUncancelledAt(startsAt)).toMatchObject([{ status: 'F' }]);
    const session = await world.signIn(participant);
    expect((await world.call(listMyAppointments, session, {})).body.data).toEqual([]);
    const { body } = await world.call(listBookableSlots, session, { coachId: ada, fromDate: dateOf(startsAt) });
    expect(body.data?.map((slot) => slot.id)).toContain((await findUncancelledAt(startsAt))[0]?.id);
    const mails = (await mailsAbout(id)).filter((mail) => mail.startsWith('appointmentCancelledByUs'));
    expect(mails).toHaveLength(2);
    expect(await auditEntriesAbout(id)).toEqual([
      `booked by ${ada} for ${participant}`,
      `bookingTakenBack by ${ada} for ${participant}`,
    ]);
  });

  test('succeeds without effect if the booking is already undone', async () => {
    const { id, startsAt } = await createDirectBooking();
    for (let times = 0; times < 3; times++) expect(await undo(id)).toBe('success');
    expect(await findUncancelledAt(startsAt)).toHaveLength(1);
    expect(await auditEntriesAbout(id)).toHaveLength(2);
  });

  test('works for an appointment created with a participant, and for a booking that staff have moved', async () => {
    const startsAt = nextStart();
    const participantId = await world.addParticipant();
    const time = { type: 'Einzelcoaching', fromTime: '10:00', tillTime: '10:45', date: dateOf(startsAt) };
    await world.recordParticipantSearchHit(ada, participantId);
    const created = await world.call(createOwnAppointment, adaSession, { ...time, participantId });
    expect(await undo(created.body.data?.appointmentId ?? 0)).toBe('success');
    expect(await findUncancelledAt(startsAt)).toMatchObject([{ status: 'F' }]);

    const { id } = await createDirectBooking();
    const newTime = { date: dateOf(nextStart()), fromTime: '14:00', tillTime: '14:45' };
    const moved = await world.call(moveOwnAppointment, adaSession, { appointmentId: id, ...newTime });
    expect(await undo(id)).toBe('409 notBooked');
    expect(await undo(moved.body.data?.appointmentId ?? 0)).toBe('success');
  });

  test('is refused for bookings that the coach did not make, that the participant has moved or cancelled, or that are too late to undo', async () => {
    const participant = await world.addParticipant();
    const session = await world.signIn(participant);
    const slot = await world.addAppointment(ada, nextStart());
    expect(await undo(slot)).toBe('409 notBooked');
    expect((await world.call(bookAppointment, session, { appointmentId: slot })).status).toBe(200);
    expect(await undo(slot)).toBe('409 notBooked');

    const bookedByAdmin = await world.addAppointment(ada, nextStart());
    await bookWith(bookSlotForParticipant, adminSession, bookedByAdmin, participant);
    expect(await undo(bookedByAdmin)).toBe('409 notBooked');

    const cancelled = await createDirectBooking();
    await world.call(cancelAppointment, await world.signIn(cancelled.participant), { appointmentId: cancelled.id });
    expect(await undo(cancelled.id)).toBe('409 notBooked');

    const rescheduled = await createDirectBooking();
    const participantSession = await world.signIn(rescheduled.participant);
    const newSlot = await world.addAppointment(ada, nextStart());
    const ids = { appointmentId: rescheduled.id, newAppointmentId: newSlot };
    const moved = await world.call(reschedule, participantSession, ids);
    expect(moved.status).toBe(200);
    expect(await undo(newSlot)).toBe('409 notBooked');

    const expired = await createDirectBooking();
    await updateRow(expired.id, { booked_at: new Date(Date.now() - 3_601_000) });
    expect(await undo(expired.id)).toBe('409 tooLate');
    await updateRow(expired.id, { booked_by: admin });
    expect(await undo(expired.id)).toBe('409 notBooked');
    expect(await rowOf(expired.id)).toMatchObject({ status: 'G' });

    const begun = await createDirectBooking();
    await updateRow(begun.id, {
      starts_at: new Date(Date.now() - 60_000),
      ends_at: new Date(Date.now() + 60_000),
    });
    expect(await undo(begun.id)).toBe('409 tooLate');
  });

  test('is possible only in the coach’s own calendar', async () => {
    const { id, participant } = await createDirectBooking();
    expect(await undo(id, coraSession)).toBe('404 notFound');
    expect(await undo(id, adminSession)).toBe('409 noCoachProfile');
    expect(await undo(987_654_321)).toBe('404 notFound');
    await world.db.updateTable('person').set({ anonymised_at: new Date() }).where('id', '=', participant).execute();
    expect(await undo(id)).toBe('404 notFound');
  });

  test('offers the slot to a participant on the waiting list', async () => {
    const { id, startsAt } = await createDirectBooking();
    const waitingSession = await world.signIn(await world.addParticipant());
    const days = { fromDate: dateOf(startsAt), tillDate: dateOf(startsAt) };
    await world.call(joinWaitingList, waitingSession, { coachId: ada, ...days });
    expect(await undo(id)).toBe('success');
    const { body } = await world.call(listMyWaitingEntries, waitingSession, {});
    expect(body.data?.[0]?.offer).toMatchObject({ date: days.fromDate, start: wallClock(startsAt).time });
  });
});
