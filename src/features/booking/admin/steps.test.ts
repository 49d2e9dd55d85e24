import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppointment } from '../../appointments/contract.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { dateOf } from '../../../shared/berlin.ts';
import { listBookableSlots, bookAppointment, listMyAppointments } from '../contract.ts';
import { toActionFlags, changeBooking } from './contract.ts';
import type { AdminAction } from './rules.ts';

let world: World;
let coach: number;
let admin: number;
let session: string;
beforeAll(async () => {
  world = await openWorld({ env: { STAFF_MAIL_WAIT_SECONDS: '60' } });
  coach = await world.addCoach();
  admin = await world.addAdmin();
  session = await world.signIn(admin);
});
afterAll(() => world.close());

/** Every test uses its own days, so its appointments never overlap those of another test. */
let day = 3;
const nextDay = () => day++;
const upcomingStart = () => inDays(nextDay(), '10:00');
const pastStart = () => inDays(-nextDay(), '10:00');

async function setStatus(
  appointmentId: number,
  action: AdminAction,
  options: { release?: boolean; seenStatus?: 'F' | 'G' | 'V' | 'K'; reason?: string } = {},
) {
  const { status, body } = await world.call(changeBooking, session, {
    appointmentId,
    action: toActionFlags(action),
    ...options,
  });
  expect(status).toBe(body.meta.code === 'notFound' ? 404 : 200);
  return body.meta.code ?? body.meta.status;
}
const rowOf = (id: number) => world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirst();
const rowsAt = (startsAt: Date) =>
  world.db
    .selectFrom('appointment')
    .selectAll()
    .where('coach_id', '=', coach)
    .where('starts_at', '=', startsAt)
    .orderBy('id')
    .execute();
const mailsOf = (id: number) =>
  world.db.selectFrom('mail').select(['kind', 'person_id']).where('appointment_id', '=', id).execute();
/** Returns the kinds of the unsent mails to a person about an appointment. */
const unsentMailKinds = async (id: number, person: number) => {
  const mails = await world.db
    .selectFrom('mail')
    .select('kind')
    .where('appointment_id', '=', id)
    .where('person_id', '=', person)
    .where('to_hand_over', '=', true)
    .execute();
  return mails.map(({ kind }) => kind);
};
/** Marks all unsent mails as sent. */
const markAllMailsSent = () =>
  world.db
    .updateTable('mail')
    .set({ to_hand_over: false, sent_at: new Date() })
    .where('to_hand_over', '=', true)
    .execute();
const auditEntriesOf = (id: number) =>
  world.db.selectFrom('audit').selectAll().where('appointment_id', '=', id).orderBy('id').execute();

/** Creates a self-booked appointment and its participant. */
async function createBooking(startsAt: Date, { quota = 1 as number | null, status = 'G' as 'G' | 'V' } = {}) {
  const participant = await world.addParticipant();
  return {
    participant,
    startsAt,
    id: await world.addAppointment(coach, startsAt, { participant, quotaNumber: quota, status }),
  };
}
/** Creates a self-booked appointment that an admin has cancelled. If it is upcoming, its slot is free again. */
async function createCancelledBooking(startsAt: Date, options: { quota?: number | null } = {}) {
  const booking = await createBooking(startsAt, options);
  expect(await setStatus(booking.id, 'cancelled')).toBe('success');
  return booking;
}

describe('cancelling as an admin', () => {
  test('frees the slot and the quota number, and records who cancelled and when [4.10]', async () => {
    const { id, participant, startsAt } = await createBooking(upcomingStart());
    expect(await setStatus(id, 'cancelled')).toBe('success');
    expect(await rowOf(id)).toMatchObject({
      status: 'K',
      cancel_kind: 'byAdmin',
      cancelled_by: admin,
      cancel_reason: null,
      quota_number: null,
      participant_id: participant,
    });
    expect((await rowOf(id))?.cancelled_at).toBeInstanceOf(Date);
    expect(await rowsAt(startsAt)).toMatchObject([{ id }, { status: 'F', type_id: 1, participant_id: null }]);
    const participantSession = await world.signIn(participant);
    expect((await world.call(listBookableSlots, participantSession)).body.meta.quota).toEqual({ used: 0, max: 3 });
    expect((await world.call(listMyAppointments, participantSession)).body.data).toEqual([]);
  });

  test('as goodwill leaves the appointment in the participant’s list', async () => {
    const { id, participant } = await createBooking(pastStart());
    expect(await setStatus(id, 'goodwill')).toBe('success');
    const { body } = await world.call(listMyAppointments, await world.signIn(participant));
    expect(body.data).toMatchObject([{ id, status: 'K' }]);
  });

  test('without release does not open the slot again', async () => {
    const { id, startsAt } = await createBooking(upcomingStart());
    expect(await setStatus(id, 'goodwill', { release: false })).toBe('success');
    expect(await rowsAt(startsAt)).toMatchObject([{ id, status: 'K' }]);
  });

  test('has no effect if the participant has already cancelled; cancelling as goodwill then changes only the kind', async () => {
    const { id } = await createBooking(upcomingStart());
    const cancellation = { cancel_kind: 'byParticipant', cancel_reason: 'krank', quota_number: null } as const;
    await world.db
      .updateTable('appointment')
      .set({ status: 'K', ...cancellation })
      .where('id', '=', id)
      .execute();
    const before = await rowOf(id);
    expect(await setStatus(id, 'cancelled')).toBe('success');
    expect(await rowOf(id)).toEqual(before);
    expect(await setStatus(id, 'goodwill')).toBe('success');
    expect(await rowOf(id)).toEqual({ ...before, cancel_kind: 'goodwill' });
  });
});

describe('setting a cancelled appointment back to booked', () => {
  test('restores the original booking and deletes the new free appointment [4.10]', async () => {
    const { id, startsAt, participant } = await createBooking(upcomingStart());
    const before = await rowOf(id);
    await setStatus(id, 'goodwill');
    expect(await rowsAt(startsAt)).toHaveLength(2);
    expect(await setStatus(id, 'booked')).toBe('success');
    // The sequence counts both changes, so that calendar programs apply them.
    expect(await rowsAt(startsAt)).toEqual([{ ...before, calendar_sequence: 2 }]);
    const { body } = await world.call(listMyAppointments, await world.signIn(participant));
    expect(body.data).toMatchObject([{ id, status: 'G' }]);
  });

  test('is possible even if the slot has no free appointment', async () => {
    const { id, startsAt } = await createCancelledBooking(upcomingStart());
    await world.db.deleteFrom('appointment').where('starts_at', '=', startsAt).where('status', '=', 'F').execute();
    expect(await setStatus(id, 'booked')).toBe('success');
    expect(await rowsAt(startsAt)).toMatchObject([{ id, status: 'G' }]);
  });

  test('is refused if another participant has booked the slot in the meantime', async () => {
    const { id, startsAt } = await createCancelledBooking(upcomingStart());
    const freeSlot = (await rowsAt(startsAt)).at(-1)?.id;
    const otherSession = await world.signIn(await world.addParticipant());
    expect((await world.call(bookAppointment, otherSession, { appointmentId: freeSlot })).status).toBe(200);
    const before = await rowsAt(startsAt);
    expect(await setStatus(id, 'booked')).toBe('slotTaken');
    expect(await rowsAt(startsAt)).toEqual(before);
  });

  test('is refused if the coach has another appointment that overlaps it, even a free one', async () => {
    const { id, startsAt } = await createCancelledBooking(upcomingStart());
    await world.db.deleteFrom('appointment').where('starts_at', '=', startsAt).where('status', '=', 'F').execute();
    await world.addAppointment(coach, new Date(startsAt.getTime() + 30 * 60_000));
    expect(await setStatus(id, 'booked')).toBe('slotTaken');
  });

  test('is refused if the participant has another booking at that time', async () => {
    const { id, participant, startsAt } = await createCancelledBooking(upcomingStart());
    await world.addAppointment(await world.addCoach(), startsAt, { participant });
    expect(await setStatus(id, 'booked')).toBe('participantOverlap');
    expect(await rowsAt(startsAt)).toMatchObject([{ status: 'K' }, { status: 'F' }]);
  });

  test('uses the lowest free quota number; if none is free, the booking does not count as self-booked', async () => {
    const { id, participant } = await createCancelledBooking(upcomingStart(), { quota: 1 });
    await world.addAppointment(coach, upcomingStart(), { participant, quotaNumber: 1 });
    expect(await setStatus(id, 'booked')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ self_booked: true, quota_number: 2 });
    await setStatus(id, 'cancelled');
    for (const quota of [2, 3]) await world.addAppointment(coach, upcomingStart(), { participant, quotaNumber: quota });
    expect(await setStatus(id, 'booked')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ status: 'G', self_booked: false, quota_number: null });
  });

  test('uses no quota number if a coach had made the booking', async () => {
    const { id } = await createCancelledBooking(upcomingStart(), { quota: null });
    expect(await setStatus(id, 'booked')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ self_booked: false, quota_number: null });
  });

  test('has the same conditions as setting it directly to missed', async () => {
    const { id, participant, startsAt } = await createCancelledBooking(pastStart());
    const otherBooking = await world.addAppointment(await world.addCoach(), startsAt, { participant });
    expect(await setStatus(id, 'missed')).toBe('participantOverlap');
    await world.db.deleteFrom('appointment').where('id', '=', otherBooking).execute();
    expect(await setStatus(id, 'missed')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ status: 'V', quota_number: 1, cancel_kind: null, cancelled_by: null });
  });
});

test('a missed appointment cannot be set back to booked if the participant has another booking at that time', async () => {
  const { id, participant, startsAt } = await createBooking(pastStart(), { status: 'V' });
  await world.addAppointment(await world.addCoach(), startsAt, { participant });
  expect(await setStatus(id, 'booked')).toBe('participantOverlap');
});

describe('an appointment that an admin sets to booked more than a day after its end [7.19]', () => {
  const notRecordedLate = { recorded_late_at: null, recorded_late_by: null };

  test.each([
    ['missed', 24, async (startsAt: Date) => createBooking(startsAt, { status: 'V' })],
    ['cancelled', 22, async (startsAt: Date) => createCancelledBooking(startsAt)],
  ] as const)(
    'is marked as recorded late if it was %s; within a day after its end it is not',
    async (_, hoursAgo, create) => {
      const { id } = await create(pastStart());
      expect(await setStatus(id, 'booked')).toBe('success');
      expect(await rowOf(id)).toMatchObject({
        recorded_late_at: expect.any(Date) as Date,
        recorded_late_by: admin,
      });
      const startsAt = new Date(Date.now() - hoursAgo * 3_600_000);
      const recent = await create(startsAt);
      expect(await setStatus(recent.id, 'booked')).toBe('success');
      expect(await rowOf(recent.id)).toMatchObject(notRecordedLate);
    },
  );

  test('is not marked if it is set to missed instead, or was already booked', async () => {
    const { id } = await createCancelledBooking(pastStart());
    expect(await setStatus(id, 'missed')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ status: 'V', ...notRecordedLate });
    const unchanged = await createBooking(pastStart());
    expect(await setStatus(unchanged.id, 'booked')).toBe('success');
    expect(await rowOf(unchanged.id)).toMatchObject({ status: 'G', ...notRecordedLate });
  });
});

describe('appointments of inactive people', () => {
  const deactivate = (id: number) =>
    world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', id).execute();

  test('cannot be set back to booked while they are upcoming, but can be corrected once they have begun', async () => {
    const upcoming = await createCancelledBooking(upcomingStart());
    const begun = await createCancelledBooking(pastStart());
    for (const { participant } of [upcoming, begun]) await deactivate(participant);
    expect(await setStatus(upcoming.id, 'booked')).toBe('inactive');
    expect(await setStatus(upcoming.id, 'goodwill')).toBe('success');
    expect(await setStatus(begun.id, 'missed')).toBe('success');
    expect(await setStatus(begun.id, 'booked')).toBe('success');
  });

  test('cannot be set back to booked if the coach is inactive', async () => {
    const inactiveCoach = await world.addCoach();
    const participant = await world.addParticipant();
    const id = await world.addAppointment(inactiveCoach, upcomingStart(), { participant });
    await setStatus(id, 'cancelled', { release: false });
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', inactiveCoach).execute();
    expect(await setStatus(id, 'booked')).toBe('inactive');
  });

  test('cannot be set back to booked or created for a participant who has become a coach', async () => {
    const { id, participant } = await createCancelledBooking(upcomingStart());
    await world.db.updateTable('person').set({ role_id: 2 }).where('id', '=', participant).execute();
    expect(await setStatus(id, 'booked')).toBe('inactive');
    const { body } = await world.call(createAppointment, session, {
      type: 'Einzelcoaching',
      date: dateOf(upcomingStart()),
      fromTime: '10:00',
      tillTime: '10:45',
      coachId: coach,
      participantId: participant,
    });
    expect(body.meta.code).toBe('inactive');
  });

  test('are not found once the participant is anonymised', async () => {
    const { id, participant } = await createBooking(pastStart());
    await deactivate(participant);
    await world.db.updateTable('person').set({ anonymised_at: new Date() }).where('id', '=', participant).execute();
    for (const action of ['cancelled', 'goodwill', 'missed', 'booked'] as const)
      expect(await setStatus(id, action)).toBe('notFound');
  });
});

test.each([
  ['cancelled', 'G', 'appointmentCancelledByUs', 'cancelledByAdmin'],
  ['goodwill', 'V', 'appointmentGoodwill', 'goodwillGranted'],
  ['missed', 'G', 'appointmentMissed', 'setToMissed'],
  ['booked', 'V', 'appointmentSetBack', 'setBackToBooked'],
] as const)(
  'setting an appointment to %s mails participant and coach and logs it, only once',
  async (action, status, kind, auditAction) => {
    const { id, participant } = await createBooking(pastStart(), { status });
    for (let times = 0; times < 2; times++) expect(await setStatus(id, action)).toBe('success');
    expect(await mailsOf(id)).toEqual([
      { kind, person_id: participant },
      { kind, person_id: coach },
    ]);
    expect(await auditEntriesOf(id)).toMatchObject([{ actor_id: admin, action: auditAction, person_id: participant }]);
  },
);

test('the reason for a cancellation is stored, and deleted when the appointment is set back to booked [4.10]', async () => {
  const { id } = await createBooking(upcomingStart());
  expect(await setStatus(id, 'cancelled', { reason: 'Der Raum ist gesperrt.' })).toBe('success');
  const reasonOf = async () => (await rowOf(id))?.cancel_reason;
  expect(await reasonOf()).toBe('Der Raum ist gesperrt.');
  expect(await setStatus(id, 'booked')).toBe('success');
  expect(await reasonOf()).toBeNull();
});

describe('several changes in a row [11.7]', () => {
  test('cause mails only about the last change; the log contains all changes', async () => {
    const { id, participant } = await createBooking(pastStart());
    for (const action of ['cancelled', 'goodwill', 'missed', 'booked', 'missed'] as const) await setStatus(id, action);
    expect(await unsentMailKinds(id, participant)).toEqual(['appointmentMissed']);
    expect(await unsentMailKinds(id, coach)).toEqual(['appointmentMissed']);
    expect(await auditEntriesOf(id)).toHaveLength(5);
  });

  test('cause no mail if the final state is the one that was last mailed', async () => {
    const { id, participant } = await createBooking(pastStart(), { status: 'V' });
    await setStatus(id, 'booked');
    expect(await unsentMailKinds(id, participant)).toEqual(['appointmentSetBack']);
    await markAllMailsSent();
    await setStatus(id, 'goodwill');
    await setStatus(id, 'booked');
    expect(await unsentMailKinds(id, participant)).toEqual([]);
    expect(await unsentMailKinds(id, coach)).toEqual([]);
    await setStatus(id, 'goodwill');
    await markAllMailsSent();
    await setStatus(id, 'booked');
    expect(await unsentMailKinds(id, participant)).toEqual(['appointmentSetBack']);
  });

  test('are mailed independently for each appointment', async () => {
    const [first, second] = [await createBooking(pastStart()), await createBooking(pastStart())];
    await setStatus(first.id, 'missed');
    await setStatus(second.id, 'missed');
    expect(await unsentMailKinds(first.id, first.participant)).toEqual(['appointmentMissed']);
  });
});

test('a Speedcoaching has no participant and cannot be changed; an unknown appointment is not found', async () => {
  const id = await world.addAppointment(coach, upcomingStart(), { isSpeedcoaching: true });
  expect(await setStatus(id, 'cancelled')).toBe('notBooked');
  expect(await setStatus(987_654_321, 'cancelled')).toBe('notFound');
});

test.each([
  ['none is true', { cancelled: false, goodwill: false, missed: false, booked: false }],
  ['two are true', { cancelled: true, goodwill: false, missed: false, booked: true }],
  ['one is missing', { cancelled: true, goodwill: false, missed: false }],
  ['they are numbers', { cancelled: 1, goodwill: 0, missed: 0, booked: 0 }],
])('the flags of an action are rejected as malformed input if %s [4.10]', async (_, action) => {
  const { id } = await createBooking(upcomingStart());
  const { status, body } = await world.call(changeBooking, session, { appointmentId: id, action });
  expect({ status, code: body.meta.code }).toEqual({ status: 400, code: 'invalidRequest' });
  expect(await rowOf(id)).toMatchObject({ status: 'G' });
});

test('an admin who has not seen the status that another admin has just set cannot overwrite it [4.10]', async () => {
  const appointment = await world.addAppointment(coach, pastStart(), { participant: await world.addParticipant() });
  expect(await setStatus(appointment, 'missed', { seenStatus: 'G' })).toBe('success');
  expect(await setStatus(appointment, 'goodwill', { seenStatus: 'G' })).toBe('statusChanged');
  expect(await rowOf(appointment)).toMatchObject({ status: 'V' });
  // Setting the current status always succeeds, and a client that sends no `seenStatus` can change every status.
  expect(await setStatus(appointment, 'missed', { seenStatus: 'G' })).toBe('success');
  expect(await setStatus(appointment, 'goodwill')).toBe('success');
});

test('every refusal has a German sentence [4.10]', () => {
  expect(changeBooking.refusals).toEqual({
    statusChanged: 'Inzwischen hat jemand anderes diesen Termin geändert. Bitte sieh ihn dir noch einmal an.',
    notBooked: 'Dieser Termin ist frei oder wurde verlegt: Hier gibt es nichts zu ändern.',
    notStarted: 'Der Termin hat noch nicht begonnen und kann daher nicht versäumt sein.',
    inactive: 'Die Person oder der Coach ist nicht mehr aktiv: Ein kommender Termin kann nicht gebucht werden.',
    absent: 'In dieser Zeit ist der Coach abwesend: Ein kommender Termin kann nicht gebucht werden.',
    slotTaken: 'In dieser Zeit hat der Coach inzwischen einen anderen Termin.',
    participantOverlap: 'Zu dieser Zeit ist schon ein anderer Termin gebucht.',
  });
});
