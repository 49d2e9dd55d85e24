import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppointment } from '../appointments/contract.ts';
import { inDays, openWorld, type World } from '../server/testing.ts';
import { dateOf } from '../shared/berlin.ts';
import { bookable, bookAppointment, myAppointment } from '../booking/contract.ts';
import { actionFlags, changeBooking } from './contract.ts';
import { stepsOf, type AdminAction } from './rules.ts';

let world: World;
let coach: number;
let admin: number;
let session: string;
beforeAll(async () => {
  world = await openWorld();
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

async function set(appointmentId: number, action: AdminAction, more: { release?: boolean } = {}) {
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
/** The mails of an appointment that will leave, by whom they are for. */
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
/** As if all mails that wait had left. */
const allLeave = () =>
  world.db
    .updateTable('mail')
    .set({ to_hand_over: false, sent_at: new Date() })
    .where('to_hand_over', '=', true)
    .execute();
const entriesOf = (id: number) =>
  world.db.selectFrom('audit').selectAll().where('appointment_id', '=', id).orderBy('id').execute();

/** A self-booked appointment and whose it is. */
async function booked(startsAt: Date, { quota = 1 as number | null, status = 'G' as 'G' | 'V' } = {}) {
  const participant = await world.participant();
  return { participant, startsAt, id: await world.appointment(coach, startsAt, { participant, quota, status }) };
}
/** The same, cancelled by an admin; the stretch is free again where it is ahead. */
async function cancelled(startsAt: Date, more: { quota?: number | null } = {}) {
  const booking = await booked(startsAt, more);
  expect(await set(booking.id, 'cancelled')).toBe('success');
  return booking;
}

describe('cancelling', () => {
  test('as Stornierung gives the stretch and the quota number back, and keeps who did it and when', async () => {
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

  test('a cancellation of the participant stays theirs when the admin cancels it once more', async () => {
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

describe('what was cancelled and is set to Gebucht', () => {
  test('is the booking that it was; the fresh free row goes', async () => {
    const { id, startsAt, participant } = await booked(ahead());
    const before = await rowOf(id);
    await set(id, 'goodwill');
    expect(await rowsAt(startsAt)).toHaveLength(2);
    expect(await set(id, 'booked')).toBe('success');
    // Calendar programs are told of both changes.
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

  test('is refused where somebody else has booked the stretch meanwhile', async () => {
    const { id, startsAt } = await cancelled(ahead());
    const fresh = (await rowsAt(startsAt)).at(-1)?.id;
    const other = await world.signIn(await world.participant());
    expect((await world.call(bookAppointment, other, { appointmentId: fresh })).status).toBe(200);
    const before = await rowsAt(startsAt);
    expect(await set(id, 'booked')).toBe('slotTaken');
    expect(await rowsAt(startsAt)).toEqual(before);
  });

  test('is refused where the coach has another appointment that overlaps it, be it free', async () => {
    const { id, startsAt } = await cancelled(ahead());
    await world.db.deleteFrom('appointment').where('starts_at', '=', startsAt).where('status', '=', 'F').execute();
    await world.appointment(coach, new Date(startsAt.getTime() + 30 * 60_000));
    expect(await set(id, 'booked')).toBe('slotTaken');
  });

  test('is refused where the participant is busy then', async () => {
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

  test('by a coach it takes no quota number either', async () => {
    const { id } = await cancelled(ahead(), { quota: null });
    expect(await set(id, 'booked')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ self_booked: false, quota_number: null });
  });

  test('and on to Versäumt is held to the same', async () => {
    const { id, participant, startsAt } = await cancelled(past());
    const busy = await world.appointment(await world.coach(), startsAt, { participant });
    expect(await set(id, 'missed')).toBe('participantOverlap');
    await world.db.deleteFrom('appointment').where('id', '=', busy).execute();
    expect(await set(id, 'missed')).toBe('success');
    expect(await rowOf(id)).toMatchObject({ status: 'V', quota_number: 1, cancel_kind: null, cancelled_by: null });
  });
});

test('a missed appointment is not set back to booked where the participant was elsewhere', async () => {
  const { id, participant, startsAt } = await booked(past(), { status: 'V' });
  await world.appointment(await world.coach(), startsAt, { participant });
  expect(await set(id, 'booked')).toBe('participantOverlap');
});

describe('inactive people', () => {
  const inactivate = (id: number) =>
    world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', id).execute();

  test('are not booked into the future; what has begun is still corrected', async () => {
    const coming = await cancelled(ahead());
    const over = await cancelled(past());
    for (const { participant } of [coming, over]) await inactivate(participant);
    expect(await set(coming.id, 'booked')).toBe('inactive');
    expect(await set(coming.id, 'goodwill')).toBe('success');
    expect(await set(over.id, 'missed')).toBe('success');
    expect(await set(over.id, 'booked')).toBe('success');
  });

  test('neither is anybody with a coach who has left', async () => {
    const leaving = await world.coach();
    const participant = await world.participant();
    const id = await world.appointment(leaving, ahead(), { participant });
    await set(id, 'cancelled', { release: false });
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', leaving).execute();
    expect(await set(id, 'booked')).toBe('inactive');
  });

  test('nor is anybody booked who has become a coach: neither set back nor entered', async () => {
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

describe('several changes in a row', () => {
  test('are told as the last one alone; the log keeps them all', async () => {
    const { id, participant } = await booked(past());
    for (const action of ['cancelled', 'goodwill', 'missed', 'booked', 'missed'] as const) await set(id, action);
    expect(await waitingFor(id, participant)).toEqual(['appointmentMissed']);
    expect(await waitingFor(id, coach)).toEqual(['appointmentMissed']);
    expect(await entriesOf(id)).toHaveLength(5);
  });

  test('that end where they began are not told at all to those who know that state', async () => {
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

  test('of different appointments do not touch each other', async () => {
    const [one, other] = [await booked(past()), await booked(past())];
    await set(one.id, 'missed');
    await set(other.id, 'missed');
    expect(await waitingFor(one.id, one.participant)).toEqual(['appointmentMissed']);
  });
});

test('a Speedcoaching is nobody’s and cannot be changed; an unknown appointment is not found', async () => {
  const id = await world.appointment(coach, ahead(), { speed: true });
  expect(await set(id, 'cancelled')).toBe('notBooked');
  expect(await set(987_654_321, 'cancelled')).toBe('notFound');
});

test.each([
  ['none is true', { cancelled: false, goodwill: false, missed: false, booked: false }],
  ['two are', { cancelled: true, goodwill: false, missed: false, booked: true }],
  ['one is absent', { cancelled: true, goodwill: false, missed: false }],
  ['they are numbers', { cancelled: 1, goodwill: 0, missed: 0, booked: 0 }],
])('flags of which %s are a fault of form', async (_, action) => {
  const { id } = await booked(ahead());
  const { status, body } = await world.call(changeBooking, session, { appointmentId: id, action });
  expect({ status, code: body.meta.code }).toEqual({ status: 400, code: 'invalidRequest' });
  expect(await rowOf(id)).toMatchObject({ status: 'G' });
});

test('every refusal has its German sentence', () => {
  expect(changeBooking.refusals).toEqual({
    notBooked: 'Dieser Termin ist frei: Hier gibt es nichts zu ändern.',
    notStarted: 'Der Termin hat noch nicht begonnen und kann daher nicht versäumt sein.',
    inactive: 'Die Person oder der Coach ist nicht mehr aktiv: Ein kommender Termin kann nicht gebucht werden.',
    slotTaken: 'In dieser Zeit hat der Coach inzwischen einen anderen Termin.',
    participantOverlap: 'Zu dieser Zeit ist schon ein anderer Termin gebucht.',
  });
});

test('what starts this very instant has begun: it can be missed, and is not opened again', () => {
  const now = new Date('2026-11-30T09:00:00Z');
  const at = (milliseconds: number, action: AdminAction) =>
    stepsOf({ status: 'G', goodwill: false, startsAt: new Date(now.getTime() + milliseconds), active: true }, action, {
      release: true,
      now,
    });
  expect(at(0, 'missed')).toEqual(['miss']);
  expect(at(0, 'cancelled')).toEqual(['cancel']);
  expect(at(1, 'missed')).toBe('notStarted');
  expect(at(1, 'cancelled')).toEqual(['cancel', 'release']);
});
