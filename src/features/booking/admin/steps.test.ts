import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppointment } from '../../appointments/contract.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { dateOf } from '../../../shared/berlin.ts';
import { bookable, bookAppointment, myAppointment } from '../contract.ts';
import { actionFlags, changeBooking } from './contract.ts';
import { stepsOf, type AdminAction } from './rules.ts';

let world: World;
let coach: number;
let admin: number;
let session: string;
beforeAll(async () => {
  world = await openWorld({ env: { STAFF_MAIL_WAIT_SECONDS: '60' } });
  coach = await world.coach();
  admin = await world.admin();
  session = await world.signIn(admin);
});
afterAll(() => world.close());

/** Every test has days of its own, so that none meets another's appointments. */
let day = 3;
const nextDay = () => day++;
const ahead = () => inDays(nextDay(), '10:00');
const past = () => inDays(-nextDay(), '10:00');

async function set(
  appointmentId: number,
  action: AdminAction,
  more: { release?: boolean; seenStatus?: 'F' | 'G' | 'V' | 'K'; reason?: string } = {},
) {
  const { status, body } = await world.call(changeBooking, session, {
    appointmentId,
    action: actionFlags(action),
    ...more,
  });
  expect(status).toBe(body.meta.code === 'notFound' ? 404 : 200);
  return body.meta.code ?? body.meta.status;
}
const rowOf = (id: number) => world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirst();
const rowsAt = (startsAt: Date, of = coach) =>
  world.db
    .selectFrom('appointment')
    .selectAll()
    .where('coach_id', '=', of)
    .where('starts_at', '=', startsAt)
    .orderBy('id')
    .execute();
const mailsOf = (id: number) =>
  world.db.selectFrom('mail').select(['kind', 'person_id']).where('appointment_id', '=', id).execute();
/** The mails of an appointment to a person that will be sent. */
const waitingFor = async (id: number, person: number) => {
  const mails = await world.db
    .selectFrom('mail')
    .select('kind')
    .where('appointment_id', '=', id)
    .where('person_id', '=', person)
    .where('to_hand_over', '=', true)
    .execute();
  return mails.map(({ kind }) => kind);
};
/** As if all waiting mails had been sent. */
const allLeave = () =>
  world.db
    .updateTable('mail')
    .set({ to_hand_over: false, sent_at: new Date() })
    .where('to_hand_over', '=', true)
    .execute();
const entriesOf = (id: number) =>
  world.db.selectFrom('audit').selectAll().where('appointment_id', '=', id).orderBy('id').execute();

/** A self-booked appointment and its participant. */
async function booked(startsAt: Date, { quota = 1 as number | null, status = 'G' as 'G' | 'V' } = {}) {
  const participant = await world.participant();
  return { participant, startsAt, id: await world.appointment(coach, startsAt, { participant, quota, status }) };
}
/** The same, cancelled by an admin; an upcoming slot is free again. */
async function cancelled(startsAt: Date, more: { quota?: number | null } = {}) {
  const booking = await booked(startsAt, more);
  expect(await set(booking.id, 'cancelled')).toBe('success');
  return booking;
}

describe('cancelling', () => {
  test('as Stornierung gives slot and quota number back, and records who did it and when [4.10]', async () => {
    const { id, participant, startsAt } = await booked(ahead());
    expect(await set(id, 'cancelled')).toBe('success');
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
    const own = await world.signIn(participant);
    expect((await world.call(bookable, own)).body.meta.quota).toEqual({ used: 0, max: 3 });
    expect((await world.call(myAppointment, own)).body.data).toEqual([]);
  });

  test('as Kulanz stays in the participant’s list', async () => {
    const { id, participant } = await booked(past());
    expect(await set(id, 'goodwill')).toBe('success');
    const { body } = await world.call(myAppointment, await world.signIn(participant));
    expect(body.data).toMatchObject([{ id, status: 'K' }]);
  });

  test('without release keeps the coach’s time closed', async () => {
    const { id, startsAt } = await booked(ahead());
    expect(await set(id, 'goodwill', { release: false })).toBe('success');
    expect(await rowsAt(startsAt)).toMatchObject([{ id, status: 'K' }]);
  });

  test('a participant’s own cancellation stays theirs if the admin cancels it again', async () => {
    const { id } = await booked(ahead());
    const reason = { cancel_kind: 'byParticipant', cancel_reason: 'krank', quota_number: null } as const;
    await world.db
      .updateTable('appointment')
      .set({ status: 'K', ...reason })
      .where('id', '=', id)
      .execute();
    const before = await rowOf(id);
    expect(await set(id, 'cancelled')).toBe('success');
    expect(await rowOf(id)).toEqual(before);
    expect(await set(id, 'goodwill')).toBe('success');
    expect(await rowOf(id)).toEqual({ ...before, cancel_kind: 'goodwill' });
  });
});

describe('a cancelled appointment that is set to Gebucht', () => {
  test('is the same booking again; the new free row is deleted [4.10]', async () => {
    const { id, startsAt, participant } = await booked(ahead());
    const before = await rowOf(id);
    await set(id, 'goodwill');
    expect(await rowsAt(startsAt)).toHaveLength(2);
    expect(await set(id, 'booked')).toBe('success');
    // Calendar programs get both changes.
    expect(await rowsAt(startsAt)).toEqual([{ ...before, calendar_sequence: 2 }]);
    const { body } = await world.call(myAppointment, await world.signIn(participant));
    expect(body.data).toMatchObject([{ id, status: 'G' }]);
  });

  test('needs no free row: it may have been deleted, or never opened', async () => {
    const { id, startsAt } = await cancelled(ahead());
    await world.db.deleteFrom('appointment').where('starts_at', '=', startsAt).where('status', '=', 'F').execute();
    expect(await set(id, 'booked')).toBe('success');
    expect(await rowsAt(startsAt)).toMatchObject([{ id, status: 'G' }]);
  });

  test('is refused if somebody else has booked the slot meanwhile', async () => {
    const { id, startsAt } = await cancelled(ahead());
    const fresh = (await rowsAt(startsAt)).at(-1)?.id;
    const other = await world.signIn(await world.participant());
    expect((await world.call(bookAppointment, other, { appointmentId: fresh })).status).toBe(200);
    const before = await rowsAt(startsAt);
    expect(await set(id, 'booked')).toBe('slotTaken');
    expect(await rowsAt(startsAt)).toEqual(before);
  });

  test('is refused if the coach has another appointment that overlaps it, even a free one', async () => {
    const { id, startsAt } = await cancelled(ahead());
    await world.db.deleteFrom('appointment').where('starts_at', '=', startsAt).where('status', '=', 'F').execute();
    await world.appointment(coach, new Date(startsAt.getTime() + 30 * 60_000));
    expect(await set(id, 'booked')).toBe('slotTaken');
  });

  test('is refused if the participant has another booking then', async () => {
    const { id, participant, startsAt } = await cancelled(ahead());
    await world.appointment(await world.coach(), startsAt, { participant });
    expect(await set(id, 'booked')).toBe('participantOverlap');
    expect(await rowsAt(startsAt)).toMatchObject([{ status: 'K' }, { status: 'F' }]);
  });

  test('takes the lowest free quota number; with none free it counts as not self-booked', async () => {
    const { id, participant } = await cancelled(ahead(), { quota: 1 });
    await world.appointment(coach, ahead(), { participant, quota: 1 });
    expect(await set(id, 'booked')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ self_booked: true, quota_number: 2 });
    await set(id, 'cancelled');
    for (const quota of [2, 3]) await world.appointment(coach, ahead(), { participant, quota });
    expect(await set(id, 'booked')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ status: 'G', self_booked: false, quota_number: null });
  });

  test('if a coach had booked it, takes no quota number either', async () => {
    const { id } = await cancelled(ahead(), { quota: null });
    expect(await set(id, 'booked')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ self_booked: false, quota_number: null });
  });

  test('and then to Versäumt has the same conditions', async () => {
    const { id, participant, startsAt } = await cancelled(past());
    const busy = await world.appointment(await world.coach(), startsAt, { participant });
    expect(await set(id, 'missed')).toBe('participantOverlap');
    await world.db.deleteFrom('appointment').where('id', '=', busy).execute();
    expect(await set(id, 'missed')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ status: 'V', quota_number: 1, cancel_kind: null, cancelled_by: null });
  });
});

test('a missed appointment is not set back to booked if the participant had another one', async () => {
  const { id, participant, startsAt } = await booked(past(), { status: 'V' });
  await world.appointment(await world.coach(), startsAt, { participant });
  expect(await set(id, 'booked')).toBe('participantOverlap');
});

describe('Gebucht that an admin sets later than a day after the end [7.19]', () => {
  const late = { recorded_late_at: expect.any(Date) as Date, recorded_late_by: 0 };
  const unmarked = { recorded_late_at: null, recorded_late_by: null };

  test.each([
    ['missed', 24, async (startsAt: Date) => booked(startsAt, { status: 'V' })],
    ['cancelled', 22, async (startsAt: Date) => cancelled(startsAt)],
  ] as const)('says so where it was %s; the same within a day does not', async (_, hoursAgo, made) => {
    const { id } = await made(past());
    expect(await set(id, 'booked')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ ...late, recorded_late_by: admin });
    const startsAt = new Date(Date.now() - hoursAgo * 3_600_000);
    const recent = await made(startsAt);
    expect(await set(recent.id, 'booked')).toBe('success');
    expect(await rowOf(recent.id)).toMatchObject(unmarked);
  });

  test('is what counts: neither Stornierung nor Versäumt says so, and what is booked already stays as it is', async () => {
    const { id } = await cancelled(past());
    expect(await set(id, 'missed')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ status: 'V', ...unmarked });
    const unchanged = await booked(past());
    expect(await set(unchanged.id, 'booked')).toBe('success');
    expect(await rowOf(unchanged.id)).toMatchObject({ status: 'G', ...unmarked });
  });
});

describe('inactive people', () => {
  const inactivate = (id: number) =>
    world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', id).execute();

  test('cannot be booked for the future; past appointments can still be corrected', async () => {
    const coming = await cancelled(ahead());
    const over = await cancelled(past());
    for (const { participant } of [coming, over]) await inactivate(participant);
    expect(await set(coming.id, 'booked')).toBe('inactive');
    expect(await set(coming.id, 'goodwill')).toBe('success');
    expect(await set(over.id, 'missed')).toBe('success');
    expect(await set(over.id, 'booked')).toBe('success');
  });

  test('include coaches who have left', async () => {
    const leaving = await world.coach();
    const participant = await world.participant();
    const id = await world.appointment(leaving, ahead(), { participant });
    await set(id, 'cancelled', { release: false });
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', leaving).execute();
    expect(await set(id, 'booked')).toBe('inactive');
  });

  test('include participants who have become coaches: they are neither set back to booked nor entered', async () => {
    const { id, participant } = await cancelled(ahead());
    await world.db.updateTable('person').set({ role_id: 2 }).where('id', '=', participant).execute();
    expect(await set(id, 'booked')).toBe('inactive');
    const { body } = await world.call(createAppointment, session, {
      ...{ type: 'Einzelcoaching', date: dateOf(ahead()), fromTime: '10:00', tillTime: '10:45' },
      ...{ coachId: coach, participantId: participant },
    });
    expect(body.meta.code).toBe('inactive');
  });

  test('once anonymised are not found', async () => {
    const { id, participant } = await booked(past());
    await inactivate(participant);
    await world.db.updateTable('person').set({ anonymised_at: new Date() }).where('id', '=', participant).execute();
    for (const action of ['cancelled', 'goodwill', 'missed', 'booked'] as const)
      expect(await set(id, action)).toBe('notFound');
  });
});

test.each([
  ['cancelled', 'G', 'appointmentCancelledByUs', 'cancelledByAdmin'],
  ['goodwill', 'V', 'appointmentGoodwill', 'goodwillGranted'],
  ['missed', 'G', 'appointmentMissed', 'setToMissed'],
  ['booked', 'V', 'appointmentSetBack', 'setBackToBooked'],
] as const)('%s tells participant and coach, and the log, once', async (action, status, kind, entry) => {
  const { id, participant } = await booked(past(), { status });
  for (let times = 0; times < 2; times++) expect(await set(id, action)).toBe('success');
  expect(await mailsOf(id)).toEqual([
    { kind, person_id: participant },
    { kind, person_id: coach },
  ]);
  expect(await entriesOf(id)).toMatchObject([{ actor_id: admin, action: entry, person_id: participant }]);
});

test('a cancellation keeps its reason, and a later change drops it [4.10]', async () => {
  const { id } = await booked(ahead());
  expect(await set(id, 'cancelled', { reason: 'Der Raum ist gesperrt.' })).toBe('success');
  const reasonOf = async () => (await rowOf(id))?.cancel_reason;
  expect(await reasonOf()).toBe('Der Raum ist gesperrt.');
  expect(await set(id, 'booked')).toBe('success');
  expect(await reasonOf()).toBeNull();
});

describe('several changes in a row [11.7]', () => {
  test('are announced only as the last one; the log keeps them all', async () => {
    const { id, participant } = await booked(past());
    for (const action of ['cancelled', 'goodwill', 'missed', 'booked', 'missed'] as const) await set(id, action);
    expect(await waitingFor(id, participant)).toEqual(['appointmentMissed']);
    expect(await waitingFor(id, coach)).toEqual(['appointmentMissed']);
    expect(await entriesOf(id)).toHaveLength(5);
  });

  test('that end in the original state are not announced to those who know that state', async () => {
    const { id, participant } = await booked(past(), { status: 'V' });
    await set(id, 'booked');
    expect(await waitingFor(id, participant)).toEqual(['appointmentSetBack']);
    await allLeave();
    await set(id, 'goodwill');
    await set(id, 'booked');
    expect(await waitingFor(id, participant)).toEqual([]);
    expect(await waitingFor(id, coach)).toEqual([]);
    await set(id, 'goodwill');
    await allLeave();
    await set(id, 'booked');
    expect(await waitingFor(id, participant)).toEqual(['appointmentSetBack']);
  });

  test('of different appointments are independent', async () => {
    const [one, other] = [await booked(past()), await booked(past())];
    await set(one.id, 'missed');
    await set(other.id, 'missed');
    expect(await waitingFor(one.id, one.participant)).toEqual(['appointmentMissed']);
  });
});

test('a Speedcoaching has no participant and cannot be changed; an unknown appointment is not found', async () => {
  const id = await world.appointment(coach, ahead(), { speed: true });
  expect(await set(id, 'cancelled')).toBe('notBooked');
  expect(await set(987_654_321, 'cancelled')).toBe('notFound');
});

test.each([
  ['none is true', { cancelled: false, goodwill: false, missed: false, booked: false }],
  ['two are', { cancelled: true, goodwill: false, missed: false, booked: true }],
  ['one is absent', { cancelled: true, goodwill: false, missed: false }],
  ['they are numbers', { cancelled: 1, goodwill: 0, missed: 0, booked: 0 }],
])('flags of which %s are a fault of form [4.10]', async (_, action) => {
  const { id } = await booked(ahead());
  const { status, body } = await world.call(changeBooking, session, { appointmentId: id, action });
  expect({ status, code: body.meta.code }).toEqual({ status: 400, code: 'invalidRequest' });
  expect(await rowOf(id)).toMatchObject({ status: 'G' });
});

test('a status set by another admin meanwhile is not overwritten unseen [4.10]', async () => {
  const appointment = await world.appointment(coach, past(), { participant: await world.participant() });
  expect(await set(appointment, 'missed', { seenStatus: 'G' })).toBe('success');
  expect(await set(appointment, 'goodwill', { seenStatus: 'G' })).toBe('statusChanged');
  expect(await rowOf(appointment)).toMatchObject({ status: 'V' });
  // Setting the current state needs no check, and a client that sends no status can change any.
  expect(await set(appointment, 'missed', { seenStatus: 'G' })).toBe('success');
  expect(await set(appointment, 'goodwill')).toBe('success');
});

test('every refusal has its German sentence [4.10]', () => {
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

test('an appointment that starts this very instant has begun: it can be missed, and its slot is not opened again', () => {
  const now = new Date('2026-11-30T09:00:00Z');
  const at = (milliseconds: number, action: AdminAction) =>
    stepsOf({ status: 'G', cancelKind: null, startsAt: new Date(now.getTime() + milliseconds), active: true }, action, {
      release: true,
      now,
    });
  expect(at(0, 'missed')).toEqual(['miss']);
  expect(at(0, 'cancelled')).toEqual(['cancel']);
  expect(at(1, 'missed')).toBe('notStarted');
  expect(at(1, 'cancelled')).toEqual(['cancel', 'release']);
});
