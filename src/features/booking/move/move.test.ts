import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dateOf, wallClock } from '../../../shared/berlin.ts';
import { nextClockChange } from '../../../../tests/support/next-days.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { cancelAppointment, listMyAppointments } from '../contract.ts';
import { reschedule } from '../reschedule/contract.ts';
import { moveAppointment, moveOwnAppointment } from './contract.ts';

let world: World;
let admin: number;
let ada: number;
let cora: number;
let adaSession: string;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.addAdmin({ firstName: 'Eva', lastName: 'Admin' });
  [ada, cora] = [await world.addCoach({ firstName: 'Ada' }), await world.addCoach({ firstName: 'Cora' })];
  [adaSession, adminSession] = [await world.signIn(ada), await world.signIn(admin)];
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
    .select(['id', 'status'])
    .where('coach_id', '=', coach)
    .where('starts_at', '=', startsAt)
    .where('status', '<>', 'K')
    .execute();
/** The mails about appointments as 'kind person appointment', sorted. */
async function mailsAbout(...appointments: number[]): Promise<string[]> {
  const mails = await world.db.selectFrom('mail').selectAll().where('appointment_id', 'in', appointments).execute();
  return mails.map((mail) => `${mail.kind} ${mail.person_id} ${mail.appointment_id}`).sort();
}

/** Returns the form fields for an interval from an instant on, 45 minutes long by default. */
const toIntervalFields = (startsAt: Date, minutes = 45) => ({
  date: dateOf(startsAt),
  fromTime: wallClock(startsAt).time,
  tillTime: wallClock(new Date(startsAt.getTime() + minutes * 60_000)).time,
});
/** Moves an appointment in the coach's own calendar, by default as Ada. */
const moveOwn = (appointmentId: number, startsAt: Date, otherInput: object = {}, session = adaSession) =>
  world.call(moveOwnAppointment, session, { appointmentId, ...toIntervalFields(startsAt), ...otherInput });
/** Moves an appointment to a coach's calendar, as an admin. */
const moveTo = (coachId: number, appointmentId: number, startsAt: Date, otherInput: object = {}) =>
  world.call(moveAppointment, adminSession, { appointmentId, coachId, ...toIntervalFields(startsAt), ...otherInput });

/** Creates a booking with Ada. Also returns a time on the next day at which no appointment exists. */
async function createBookingAndTime(quota: number | null = 1) {
  const participant = await world.addParticipant();
  const from = inDays(nextDay(), '10:00');
  const bookingId = await world.addAppointment(ada, from, { participant, quotaNumber: quota });
  return { participant, from, bookingId, to: inDays(nextDay(), '14:00') };
}

describe('a booking that staff move [4.17]', () => {
  test('moves to another row with the same quota number, and its old slot becomes free again', async () => {
    const { participant, from, bookingId, to } = await createBookingAndTime(2);
    const { status, body } = await moveOwn(bookingId, to, { reason: 'Ich bin bei einer\nFortbildung.' });
    expect(status).toBe(200);
    expect(body.usedFree).toBe(false);
    const id = body.data?.appointmentId ?? 0;
    expect(await rowOf(bookingId)).toMatchObject({
      status: 'K',
      cancel_kind: 'rescheduled',
      cancelled_by: ada,
      quota_number: null,
      cancel_reason: 'Ich bin bei einer\nFortbildung.',
    });
    expect(await rowOf(id)).toMatchObject({
      status: 'G',
      coach_id: ada,
      starts_at: to,
      participant_id: participant,
      self_booked: true,
      quota_number: 2,
      moved_from: bookingId,
      moved_by_staff: true,
      calendar_event: bookingId,
    });
    expect(await findUncancelledAt(ada, from)).toMatchObject([{ status: 'F' }]);
    const entries = await world.db.selectFrom('audit').selectAll().where('appointment_id', '=', id).execute();
    expect(entries).toMatchObject([{ action: 'movedByStaff', actor_id: ada, person_id: participant }]);
    expect(await mailsAbout(bookingId, id)).toEqual(
      [`appointmentMovedByStaff ${participant} ${id}`, `appointmentMovedByStaff ${ada} ${id}`].sort(),
    );
  });

  test('replaces a free Einzelcoaching at exactly that time', async () => {
    const { bookingId, to } = await createBookingAndTime();
    const free = await world.addAppointment(ada, to);
    expect((await moveOwn(bookingId, to)).body).toMatchObject({ data: { appointmentId: free }, usedFree: true });
    expect(await findUncancelledAt(ada, to)).toEqual([{ id: free, status: 'G' }]);
  });

  test('may last at most four hours at its new time, even if an admin moves it; a free appointment may last longer [7.19]', async () => {
    const { bookingId, to } = await createBookingAndTime();
    const tooLongInterval = toIntervalFields(to, 241);
    const { status, body } = await moveOwn(bookingId, to, tooLongInterval);
    expect([status, body.meta.code]).toEqual([409, 'tooLong']);
    expect((await moveTo(cora, bookingId, to, tooLongInterval)).body.meta.code).toBe('tooLong');
    expect(await rowOf(bookingId)).toMatchObject({ status: 'G' });
    expect((await moveOwn(bookingId, to, toIntervalFields(to, 240))).status).toBe(200);
    const free = await world.addAppointment(ada, inDays(nextDay(), '08:00'));
    expect((await moveOwn(free, inDays(nextDay(), '08:00'), { fromTime: '06:00', tillTime: '23:00' })).status).toBe(
      200,
    );
  });

  test('can be moved to another coach by an admin, even at the same time; the old coach gets a cancellation mail', async () => {
    const { participant, from, bookingId } = await createBookingAndTime();
    const { body } = await moveTo(cora, bookingId, from);
    const id = body.data?.appointmentId ?? 0;
    expect(await rowOf(id)).toMatchObject({ status: 'G', coach_id: cora, starts_at: from });
    expect(await findUncancelledAt(ada, from)).toMatchObject([{ status: 'F' }]);
    expect(await mailsAbout(bookingId, id)).toEqual(
      [
        `appointmentMovedByStaff ${participant} ${id}`,
        `appointmentMovedByStaff ${cora} ${id}`,
        `appointmentHandedOver ${ada} ${bookingId}`,
      ].sort(),
    );
  });

  test('leaves its old slot closed on request, or if it overlaps the new one', async () => {
    const first = await createBookingAndTime();
    await moveOwn(first.bookingId, first.to, { release: false });
    expect(await findUncancelledAt(ada, first.from)).toEqual([]);
    const second = await createBookingAndTime();
    const quarterLater = new Date(second.from.getTime() + 15 * 60_000);
    expect((await moveOwn(second.bookingId, quarterLater)).status).toBe(200);
    expect(await findUncancelledAt(ada, second.from)).toEqual([]);
  });

  test('is not moved twice: repeating the call, or a move to its current time, succeeds without effect', async () => {
    const { bookingId, from, to } = await createBookingAndTime();
    expect((await moveOwn(bookingId, from)).body.data).toEqual({ appointmentId: bookingId });
    const { body } = await moveOwn(bookingId, to);
    const id = body.data?.appointmentId ?? 0;
    expect((await moveOwn(bookingId, to)).body.data).toEqual({ appointmentId: id });
    expect((await moveOwn(id, to)).body.data).toEqual({ appointmentId: id });
    expect(await mailsAbout(bookingId, id)).toHaveLength(2);
    expect((await moveOwn(bookingId, from)).body.meta.code).toBe('notBooked');
  });

  test('can be cancelled until it begins, even after more moves by staff, unless its participant reschedules it', async () => {
    const { participant, bookingId, to } = await createBookingAndTime();
    const session = await world.signIn(participant);
    const { body } = await moveOwn(bookingId, to);
    const inTwoHours = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 2 * 3_600_000);
    const secondMove = await moveTo(await world.addCoach(), body.data?.appointmentId ?? 0, inTwoHours, {
      tillTime: wallClock(new Date(inTwoHours.getTime() + 60_000)).time,
    });
    const id = secondMove.body.data?.appointmentId ?? 0;
    const ownList = await world.call(listMyAppointments, session, {});
    expect(ownList.body.data).toMatchObject([{ id, meta: { stornoPossible: true, movedByStaff: true } }]);
    const nextSlot = await world.addAppointment(cora, new Date(inTwoHours.getTime() + 3_600_000));
    const input = { appointmentId: id, newAppointmentId: nextSlot };
    expect((await world.call(reschedule, session, input)).status).toBe(200);
    expect((await world.call(cancelAppointment, session, { appointmentId: nextSlot })).body.meta.code).toBe('tooLate');
  });
});

describe('a free appointment that staff move [4.17]', () => {
  test.each([false, true])('keeps its row, and no mail is sent (Speedcoaching: %s)', async (isSpeedcoaching) => {
    const from = inDays(nextDay(), '10:00');
    const to = inDays(nextDay(), '16:00');
    const id = await world.addAppointment(ada, from, { isSpeedcoaching });
    const before = await rowOf(id);
    expect((await moveTo(cora, id, to)).body.data).toEqual({ appointmentId: id });
    const endsAt = new Date(to.getTime() + 45 * 60_000);
    const sequence = before.calendar_sequence + 1;
    expect(await rowOf(id)).toEqual({
      ...before,
      coach_id: cora,
      starts_at: to,
      ends_at: endsAt,
      calendar_sequence: sequence,
      free_since: expect.any(Date),
    });
    expect(await mailsAbout(id)).toEqual([]);
    const entries = await world.db.selectFrom('audit').selectAll().where('appointment_id', '=', id).execute();
    expect(entries).toMatchObject([{ action: 'appointmentMoved', actor_id: admin }]);
    expect((await moveTo(cora, id, to)).body.data).toEqual({ appointmentId: id });
    expect((await rowOf(id)).calendar_sequence).toBe(sequence);
  });

  test('cannot be moved onto another appointment, not even onto one at exactly that time, but may overlap its own old time', async () => {
    const from = inDays(nextDay(), '10:00');
    const to = inDays(nextDay(), '10:00');
    const id = await world.addAppointment(ada, from);
    await world.addAppointment(ada, to);
    expect((await moveOwn(id, to)).body.meta.code).toBe('overlap');
    expect((await moveOwn(id, new Date(from.getTime() + 15 * 60_000))).status).toBe(200);
  });

  test('cannot be moved once it has begun', async () => {
    const id = await world.addAppointment(await world.addCoach(), new Date(Date.now() - 60_000), {
      isSpeedcoaching: true,
    });
    expect((await moveTo(ada, id, inDays(nextDay(), '10:00'))).body.meta.code).toBe('started');
  });
});

describe('a move by staff is refused [4.17]', () => {
  const sentences = moveAppointment.refusals;
  async function expectRefused(
    code: keyof typeof sentences,
    coach: number,
    bookingId: number,
    to: Date,
    otherInput = {},
  ) {
    const before = await rowOf(bookingId);
    const { status, body } = await moveTo(coach, bookingId, to, otherInput);
    expect({ status, code: body.meta.code, message: body.meta.message }).toEqual({
      status: 409,
      code,
      message: sentences[code],
    });
    expect(await rowOf(bookingId)).toEqual(before);
  }

  test('if the new end is not after the new start, even for an appointment that is no longer booked', async () => {
    const { participant, to } = await createBookingAndTime();
    const missed = await world.addAppointment(ada, inDays(-nextDay(), '10:00'), { participant, status: 'V' });
    await expectRefused('invalidTime', ada, missed, to, { tillTime: wallClock(to).time });
  });

  test('if a clock change skips the new time', async () => {
    const { bookingId, to } = await createBookingAndTime();
    const skippedTime = { date: nextClockChange('spring'), fromTime: '02:15', tillTime: '02:45' };
    const { status, body } = await moveTo(ada, bookingId, to, skippedTime);
    expect([status, body.meta.code]).toEqual([409, 'invalidTime']);
    expect(body.meta.message).toContain('Zeitumstellung');
  });

  test.each(['V', 'K'] as const)('for an appointment with status %s', async (status) => {
    const participant = await world.addParticipant();
    const bookingId = await world.addAppointment(ada, inDays(-nextDay(), '10:00'), { participant, status });
    await expectRefused('notBooked', ada, bookingId, inDays(nextDay(), '10:00'));
  });

  test('for an appointment that has begun', async () => {
    const participant = await world.addParticipant();
    const bookingId = await world.addAppointment(await world.addCoach(), new Date(Date.now() - 60_000), {
      participant,
    });
    await expectRefused('started', ada, bookingId, inDays(nextDay(), '10:00'));
  });

  test('if the new coach is inactive', async () => {
    const { bookingId, to } = await createBookingAndTime();
    const inactiveCoach = await world.addCoach();
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', inactiveCoach).execute();
    await expectRefused('inactive', inactiveCoach, bookingId, to);
  });

  test('if the participant is inactive', async () => {
    const { participant, bookingId, to } = await createBookingAndTime();
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', participant).execute();
    await expectRefused('inactive', ada, bookingId, to);
  });

  test('if the new time is in the past', async () => {
    const { bookingId } = await createBookingAndTime();
    await expectRefused('inPast', ada, bookingId, inDays(-1, '10:00'));
  });

  test('if the new coach has a Speedcoaching, a booking or a free appointment of a different length at that time', async () => {
    const { bookingId, to } = await createBookingAndTime();
    // The next day, which no other test may use.
    const later = new Date(to.getTime() + 24 * 3_600_000);
    day++;
    const other = await world.addParticipant();
    await world.addAppointment(cora, to, { isSpeedcoaching: true });
    await expectRefused('overlap', cora, bookingId, to);
    await world.addAppointment(cora, later, { participant: other });
    await expectRefused('overlap', cora, bookingId, later);
    await world.addAppointment(ada, to, { minutes: 60 });
    await expectRefused('overlap', ada, bookingId, to);
  });

  test('if the participant has another booking at that time', async () => {
    const { participant, bookingId, to } = await createBookingAndTime();
    await world.addAppointment(cora, to, { participant, quotaNumber: 3 });
    await expectRefused('participantOverlap', ada, bookingId, to);
  });

  test('if fields are empty, with an error at each field, or if the reason is too long', async () => {
    const { bookingId, to } = await createBookingAndTime();
    const empty = { coachId: null, date: '', fromTime: '', tillTime: null };
    const { status, body } = await world.call(moveAppointment, adminSession, { appointmentId: bookingId, ...empty });
    expect([status, body.meta.code]).toEqual([409, 'invalid']);
    expect(body.errors?.map(({ path }) => path)).toEqual(['coachId', 'date', 'fromTime', 'tillTime']);
    expect((await moveOwn(bookingId, to, { reason: 'ä'.repeat(1001) })).status).toBe(400);
  });
});

describe('whose appointments staff can move [4.17]', () => {
  test('a coach can move only their own appointments, and only within their own calendar', async () => {
    const { bookingId, to } = await createBookingAndTime();
    const coraSession = await world.signIn(cora);
    expect((await moveOwn(bookingId, to, {}, coraSession)).status).toBe(404);
    expect((await moveOwn(999_999_999, to)).status).toBe(404);
    const { body } = await moveOwn(bookingId, to, { coachId: cora });
    expect(await rowOf(body.data?.appointmentId ?? 0)).toMatchObject({ coach_id: ada });
  });

  test('an admin without a coach profile cannot move appointments as a coach', async () => {
    const { bookingId, to } = await createBookingAndTime();
    const { status, body } = await moveOwn(bookingId, to, {}, adminSession);
    expect([status, body.meta.code]).toEqual([409, 'noCoachProfile']);
  });

  test('an unknown coach is not found', async () => {
    const { bookingId, to } = await createBookingAndTime();
    expect((await moveTo(999_999_999, bookingId, to)).status).toBe(404);
  });
});
