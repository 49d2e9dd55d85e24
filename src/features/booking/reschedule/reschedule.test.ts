import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { toActionFlags, changeBooking } from '../admin/contract.ts';
import { listBookableSlots, getBookingOverview, cancelAppointment, listMyAppointments } from '../contract.ts';
import { reschedule } from './contract.ts';

let world: World;
let ada: number;
let cora: number;
beforeAll(async () => {
  world = await openWorld();
  [ada, cora] = [await world.addCoach({ firstName: 'Ada' }), await world.addCoach({ firstName: 'Cora' })];
});
afterAll(() => world.close());

/** Every test uses its own days, so its appointments never overlap those of another test. */
let day = 5;
const nextDay = () => day++;

const rowOf = (id: number) =>
  world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const findUncancelledAt = (coach: number, startsAt: Date) =>
  world.db
    .selectFrom('appointment')
    .selectAll()
    .where('coach_id', '=', coach)
    .where('starts_at', '=', startsAt)
    .where('status', '<>', 'K')
    .execute();
/** The mails about appointments as 'kind person appointment', sorted. */
async function mailsAbout(...appointments: number[]): Promise<string[]> {
  const mails = await world.db.selectFrom('mail').selectAll().where('appointment_id', 'in', appointments).execute();
  return mails.map((mail) => `${mail.kind} ${mail.person_id} ${mail.appointment_id}`).sort();
}

const rescheduleTo = async (person: number, appointmentId: number, newAppointmentId: number) =>
  world.call(reschedule, await world.signIn(person), { appointmentId, newAppointmentId });

/** Creates a booking with Ada, and a free slot a day later, by default with Cora. */
async function createBookingAndSlot({ to = cora, quota = 2 as number | null } = {}) {
  const person = await world.addParticipant();
  const [from, newStart] = [inDays(nextDay(), '10:00'), inDays(nextDay(), '11:00')];
  const bookingId = await world.addAppointment(ada, from, { participant: person, quotaNumber: quota });
  return { person, from, bookingId, slot: await world.addAppointment(to, newStart) };
}

describe('rescheduling [4.15]', () => {
  test('books the new slot and frees the old one, but does not change the quota number, the time of booking or who booked', async () => {
    const { person, from, bookingId, slot } = await createBookingAndSlot();
    const bookedAt = new Date('2026-01-05T09:00:00Z');
    await world.db
      .updateTable('appointment')
      .set({ booked_at: bookedAt, booked_by: ada })
      .where('id', '=', bookingId)
      .execute();
    const { status, body } = await rescheduleTo(person, bookingId, slot);
    expect({ status, body }).toEqual({
      status: 200,
      body: { meta: { status: 'success' }, data: { appointmentId: slot } },
    });
    expect(await rowOf(bookingId)).toMatchObject({
      status: 'K',
      cancel_kind: 'rescheduled',
      cancelled_by: person,
      quota_number: null,
      participant_id: person,
    });
    expect(await rowOf(slot)).toMatchObject({
      status: 'G',
      participant_id: person,
      self_booked: true,
      quota_number: 2,
      booked_at: bookedAt,
      booked_by: ada,
      moved_from: bookingId,
      moved_by_staff: false,
      calendar_event: bookingId,
    });
    expect(await findUncancelledAt(ada, from)).toMatchObject([
      { status: 'F', participant_id: null, calendar_event: null },
    ]);
    const entries = await world.db.selectFrom('audit').selectAll().where('appointment_id', '=', slot).execute();
    expect(entries).toMatchObject([{ action: 'rescheduled', actor_id: person, person_id: person }]);
  });

  test('mails each person once: the old coach gets a cancellation, the others get the new calendar event', async () => {
    const { person, bookingId, slot } = await createBookingAndSlot();
    await rescheduleTo(person, bookingId, slot);
    expect(await mailsAbout(bookingId, slot)).toEqual(
      [
        `appointmentRescheduled ${person} ${slot}`,
        `appointmentRescheduled ${cora} ${slot}`,
        `appointmentHandedOver ${ada} ${bookingId}`,
      ].sort(),
    );
    const sameCoach = await createBookingAndSlot({ to: ada });
    await rescheduleTo(sameCoach.person, sameCoach.bookingId, sameCoach.slot);
    expect(await mailsAbout(sameCoach.bookingId, sameCoach.slot)).toEqual(
      [
        `appointmentRescheduled ${sameCoach.person} ${sameCoach.slot}`,
        `appointmentRescheduled ${ada} ${sameCoach.slot}`,
      ].sort(),
    );
  });

  test('can be repeated without effect while the new slot is booked', async () => {
    const { person, bookingId, slot } = await createBookingAndSlot();
    await rescheduleTo(person, bookingId, slot);
    const before = await rowOf(slot);
    expect((await rescheduleTo(person, bookingId, slot)).body).toEqual({
      meta: { status: 'success' },
      data: { appointmentId: slot },
    });
    expect(await rowOf(slot)).toEqual(before);
    expect(await mailsAbout(bookingId, slot)).toHaveLength(3);
    await world.call(cancelAppointment, await world.signIn(person), { appointmentId: slot });
    expect((await rescheduleTo(person, bookingId, slot)).body.meta.code).toBe('notBooked');
  });

  test('is possible even with three bookings, because the number of bookings stays the same', async () => {
    const { person, bookingId, slot } = await createBookingAndSlot({ quota: 1 });
    for (const quota of [2, 3])
      await world.addAppointment(ada, inDays(nextDay(), '10:00'), { participant: person, quotaNumber: quota });
    expect((await rescheduleTo(person, bookingId, slot)).body.meta.status).toBe('success');
    const { body } = await world.call(listBookableSlots, await world.signIn(person), {});
    expect(body.meta).toMatchObject({ quota: { used: 3, max: 3 } });
  });

  test('does not make a booking by staff count towards the limit of three', async () => {
    const { person, bookingId, slot } = await createBookingAndSlot({ quota: null });
    await rescheduleTo(person, bookingId, slot);
    expect(await rowOf(slot)).toMatchObject({ status: 'G', self_booked: false, quota_number: null });
  });

  test('leaves only the new row in the participant’s list, and admins cannot change the old row', async () => {
    const { person, bookingId, slot } = await createBookingAndSlot();
    const session = await world.signIn(person);
    await rescheduleTo(person, bookingId, slot);
    const { body } = await world.call(listMyAppointments, session, {});
    expect(body.data).toMatchObject([{ id: slot, status: 'G', meta: { stornoPossible: true, movedByStaff: false } }]);
    const admin = await world.signIn(await world.addAdmin());
    for (const action of ['cancelled', 'goodwill', 'missed', 'booked'] as const) {
      const response = await world.call(changeBooking, admin, {
        appointmentId: bookingId,
        action: toActionFlags(action),
      });
      expect(response.body.meta.code).toBe('notBooked');
    }
    expect(await rowOf(bookingId)).toMatchObject({ status: 'K', cancel_kind: 'rescheduled' });
  });

  test('leaves a single entry for the booking in the overview of bookings, at its new time', async () => {
    const { person, bookingId, slot } = await createBookingAndSlot();
    const bookedAt = new Date('2026-02-05T09:00:00Z');
    await world.db.updateTable('appointment').set({ booked_at: bookedAt }).where('id', '=', bookingId).execute();
    await rescheduleTo(person, bookingId, slot);
    const admin = await world.signIn(await world.addAdmin());
    const days = { fromDate: '2026-02-05', tillDate: '2026-02-05', coachId: null };
    const { body } = await world.call(getBookingOverview, admin, days);
    expect(body).toMatchObject({ data: [{ id: slot }], meta: { total: 1 } });
  });
});

describe('rescheduling is refused [4.15]', () => {
  async function expectRefused(
    person: number,
    bookingId: number,
    slot: number,
    code: keyof typeof reschedule.refusals,
  ) {
    const before = [await rowOf(bookingId), await rowOf(slot)];
    const { status, body } = await rescheduleTo(person, bookingId, slot);
    expect({ status, meta: body.meta }).toEqual({
      status: 409,
      meta: { status: 'error', code, message: reschedule.refusals[code] },
    });
    expect([await rowOf(bookingId), await rowOf(slot)]).toEqual(before);
  }

  test.each(['V', 'K'] as const)('for an appointment with status %s', async (status) => {
    const { person, slot } = await createBookingAndSlot();
    const bookingId = await world.addAppointment(ada, inDays(-nextDay(), '10:00'), { participant: person, status });
    await expectRefused(person, bookingId, slot, 'notBooked');
  });

  test('less than 48 hours before the start of the old slot', async () => {
    const { person, slot } = await createBookingAndSlot();
    const bookingId = await world.addAppointment(await world.addCoach(), new Date(Date.now() + 47.9 * 3_600_000), {
      participant: person,
      quotaNumber: 1,
    });
    await expectRefused(person, bookingId, slot, 'tooLate');
  });

  test('to a Speedcoaching', async () => {
    const { person, bookingId } = await createBookingAndSlot();
    const slot = await world.addAppointment(cora, inDays(nextDay(), '10:00'), { isSpeedcoaching: true });
    await expectRefused(person, bookingId, slot, 'notBookable');
  });

  test('to a slot that another participant has booked, and to the booking’s own slot', async () => {
    const { person, bookingId } = await createBookingAndSlot();
    const takenSlot = await world.addAppointment(cora, inDays(nextDay(), '10:00'), {
      participant: await world.addParticipant(),
    });
    await expectRefused(person, bookingId, takenSlot, 'slotTaken');
    await expectRefused(person, bookingId, bookingId, 'slotTaken');
  });

  test('to another slot that the participant has booked', async () => {
    const { person, bookingId } = await createBookingAndSlot();
    const ownSlot = await world.addAppointment(cora, inDays(nextDay(), '10:00'), {
      participant: person,
      quotaNumber: 1,
    });
    await expectRefused(person, bookingId, ownSlot, 'slotTaken');
  });

  test('to a slot that has begun', async () => {
    const { person, bookingId } = await createBookingAndSlot();
    await expectRefused(person, bookingId, await world.addAppointment(cora, new Date(Date.now() - 60_000)), 'started');
  });

  test('for an inactive participant who still has a session', async () => {
    const { person, bookingId, slot } = await createBookingAndSlot();
    await world.db.updateTable('person').set({ confirmed_at: null }).where('id', '=', person).execute();
    await expectRefused(person, bookingId, slot, 'inactive');
  });

  test('without a Word file', async () => {
    const { person, bookingId, slot } = await createBookingAndSlot();
    await world.db.deleteFrom('document').where('participant_id', '=', person).execute();
    await expectRefused(person, bookingId, slot, 'noEditableFile');
  });

  test('if a booking of the participant overlaps the new slot, unless it is the one to be moved', async () => {
    const person = await world.addParticipant();
    const start = inDays(nextDay(), '10:00');
    const later = new Date(start.getTime() + 30 * 60_000);
    const bookingId = await world.addAppointment(ada, start, { participant: person, quotaNumber: 1 });
    const slot = await world.addAppointment(cora, later);
    const evening = inDays(nextDay(), '18:00');
    await world.addAppointment(ada, evening, { participant: person, quotaNumber: 2 });
    await expectRefused(person, bookingId, await world.addAppointment(cora, evening), 'overlap');
    expect((await rescheduleTo(person, bookingId, slot)).status).toBe(200);
  });

  test('as not found for another person’s booking, a free appointment and unknown ids', async () => {
    const { person, bookingId, slot } = await createBookingAndSlot();
    const other = await world.addParticipant();
    const unknownId = 999_999_999;
    for (const [caller, from, to] of [
      [other, bookingId, slot],
      [person, slot, slot],
      [person, unknownId, slot],
      [person, bookingId, unknownId],
    ] as const)
      expect((await rescheduleTo(caller, from, to)).status).toBe(404);
    expect(await rowOf(bookingId)).toMatchObject({ status: 'G' });
  });

  test('for an admin without a participant profile', async () => {
    const { bookingId, slot } = await createBookingAndSlot();
    await expect(rescheduleTo(await world.addAdmin(), bookingId, slot)).resolves.toMatchObject({
      status: 409,
      body: { meta: { code: 'noParticipantProfile' } },
    });
  });
});

describe('a booking that staff have moved [4.16]', () => {
  /** Creates a booking that starts in `hours` hours and was moved to this time by staff. */
  async function createBookingMovedByStaff(hours: number) {
    const { person, bookingId } = await createBookingAndSlot();
    const startsAt = new Date(Date.now() + hours * 3_600_000);
    const id = await world.addAppointment(await world.addCoach(), startsAt, { participant: person, quotaNumber: 1 });
    await world.db
      .updateTable('appointment')
      .set({ moved_from: bookingId, moved_at: new Date(), moved_by_staff: true, calendar_event: bookingId })
      .where('id', '=', id)
      .execute();
    await world.db
      .updateTable('appointment')
      .set({ status: 'K', cancel_kind: 'rescheduled', quota_number: null })
      .where('id', '=', bookingId)
      .execute();
    return { person, id, session: await world.signIn(person) };
  }

  test('can be cancelled until it begins, and the list shows that', async () => {
    const { id, session } = await createBookingMovedByStaff(1);
    const { body } = await world.call(listMyAppointments, session, {});
    expect(body.data).toMatchObject([{ id, meta: { stornoPossible: true, movedByStaff: true } }]);
    const response = await world.call(cancelAppointment, session, { appointmentId: id });
    expect(response.body.meta.status).toBe('success');
  });

  test('can be rescheduled until it begins; the rescheduled booking has the limit of 48 hours again', async () => {
    const { person, id, session } = await createBookingMovedByStaff(1);
    expect((await world.call(listBookableSlots, session, { insteadOf: id })).body.meta.status).toBe('success');
    const soonSlot = await world.addAppointment(await world.addCoach(), new Date(Date.now() + 3 * 3_600_000));
    expect((await rescheduleTo(person, id, soonSlot)).status).toBe(200);
    expect(await rowOf(soonSlot)).toMatchObject({ moved_by_staff: false });
    const laterSlot = await world.addAppointment(cora, inDays(nextDay(), '10:00'));
    expect((await rescheduleTo(person, soonSlot, laterSlot)).body.meta.code).toBe('tooLate');
  });

  test('can no longer be cancelled once it has begun', async () => {
    const { id, session } = await createBookingMovedByStaff(-0.01);
    expect((await world.call(cancelAppointment, session, { appointmentId: id })).body.meta.code).toBe('tooLate');
  });
});
