import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dateOf, wallClock } from '../../shared/berlin.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { moveAppointment } from '../booking/move/contract.ts';
import { reschedule } from '../booking/reschedule/contract.ts';
import { joinWaitingList, listMyWaitingEntries } from './contract.ts';

let world: World;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());
// Otherwise, people who wait for any coach would get offers in the next test, too.
beforeEach(() => world.db.deleteFrom('waiting_entry').execute());

const dateIn = (days: number) => dateOf(inDays(days, '12:00'));

/** Adds a person who waits for a slot of a coach. */
async function addWaitingPerson(coach: number, fields: object = {}) {
  const id = await world.addParticipant();
  const session = await world.signIn(id);
  await world.call(joinWaitingList, session, { coachId: coach, fromDate: dateIn(0), tillDate: dateIn(60), ...fields });
  return { id, session };
}

/** Adds a person with a booking in ten days who waits for a slot of a coach, to reschedule the booking to this slot. */
async function addPersonWaitingToReschedule(coach: number) {
  const id = await world.addParticipant();
  const session = await world.signIn(id);
  const booking = await world.addAppointment(await world.addCoach(), inDays(10, '10:00'), {
    participant: id,
    quotaNumber: 1,
  });
  await world.call(joinWaitingList, session, {
    coachId: coach,
    fromDate: dateIn(0),
    tillDate: dateIn(60),
    insteadOf: booking,
  });
  return { id, session, booking };
}

const readOwnEntries = async (session: string) => (await world.call(listMyWaitingEntries, session)).body.data ?? [];
const move = (appointmentId: number, coachId: number, startsAt: Date) =>
  world.call(moveAppointment, adminSession, {
    appointmentId,
    coachId,
    date: dateOf(startsAt),
    fromTime: wallClock(startsAt).time,
    tillTime: wallClock(new Date(startsAt.getTime() + 45 * 60_000)).time,
  });
const codeOf = ({ body }: { body: { meta: { code?: string; status: string } } }) => body.meta.code ?? body.meta.status;

/** Adds a free slot and moves it to `startsAt`, so that it counts as just freed and is offered; returns its id. */
async function offerMovedSlot(coach: number, startsAt: Date): Promise<number> {
  const slot = await world.addAppointment(coach, inDays(40, '10:00'));
  expect(codeOf(await move(slot, coach, startsAt))).toBe('success');
  return slot;
}

test('a free slot that is moved is offered at its new time, and the person for whom it was held gets a mail [12.2] [12.3]', async () => {
  const coach = await world.addCoach();
  const first = await addWaitingPerson(coach, { tillDate: dateIn(12) });
  const second = await addWaitingPerson(coach, { fromDate: dateIn(13) });
  const slot = await offerMovedSlot(coach, inDays(12, '10:00'));
  expect(await readOwnEntries(first.session)).toMatchObject([{ offer: { appointmentId: slot, date: dateIn(12) } }]);
  expect(codeOf(await move(slot, coach, inDays(14, '10:00')))).toBe('success');
  expect(await readOwnEntries(first.session)).toMatchObject([{ offer: null }]);
  expect(await readOwnEntries(second.session)).toMatchObject([{ offer: { appointmentId: slot, date: dateIn(14) } }]);
  const mails = world.db.selectFrom('mail').select('kind').where('person_id', '=', first.id).orderBy('created_at');
  expect(await mails.execute()).toEqual([{ kind: 'waitingOffer' }, { kind: 'waitingOfferGone' }]);
});

test('the slot from which a booking is moved is offered, whether the participant or staff move it [12.2]', async () => {
  const coach = await world.addCoach();
  for (const isMovedByStaff of [false, true]) {
    const waitingPerson = await addWaitingPerson(coach);
    const start = inDays(isMovedByStaff ? 20 : 22, '10:00');
    const id = await world.addParticipant();
    const bookedSlot = await world.addAppointment(coach, start, { participant: id, quotaNumber: 1 });
    const otherCoach = await world.addCoach();
    const freeSlot = await world.addAppointment(otherCoach, inDays(24, '10:00'));
    const response = isMovedByStaff
      ? await move(bookedSlot, otherCoach, inDays(25, '10:00'))
      : await world.call(reschedule, await world.signIn(id), { appointmentId: bookedSlot, newAppointmentId: freeSlot });
    expect(codeOf(response)).toBe('success');
    expect(await readOwnEntries(waitingPerson.session)).toMatchObject([{ offer: { date: dateOf(start) } }]);
  }
});

test('only the person for whom a slot is held can reschedule to it, which ends the entry [12.3] [12.5]', async () => {
  const coach = await world.addCoach();
  const holder = await addPersonWaitingToReschedule(coach);
  const slot = await offerMovedSlot(coach, inDays(12, '10:00'));
  const otherPerson = await world.addParticipant();
  const booking = await world.addAppointment(await world.addCoach(), inDays(11, '10:00'), {
    participant: otherPerson,
    quotaNumber: 1,
  });
  const session = await world.signIn(otherPerson);
  const tryReschedule = (callerSession: string, appointmentId: number) =>
    world.call(reschedule, callerSession, { appointmentId, newAppointmentId: slot });
  expect(codeOf(await tryReschedule(session, booking))).toBe('slotTaken');
  expect(codeOf(await tryReschedule(holder.session, holder.booking))).toBe('success');
  expect(await readOwnEntries(holder.session)).toEqual([]);
  const entry = world.db.selectFrom('waiting_entry').select('ended_by').where('person_id', '=', holder.id);
  expect(await entry.execute()).toEqual([{ ended_by: 'taken' }]);
});

test('staff cannot move a booking to a slot while it is held [12.3]', async () => {
  const coach = await world.addCoach();
  const waitingPerson = await addWaitingPerson(coach);
  const slot = await offerMovedSlot(coach, inDays(12, '10:00'));
  const participant = await world.addParticipant();
  const booking = await world.addAppointment(await world.addCoach(), inDays(11, '10:00'), { participant });
  expect(codeOf(await move(booking, coach, inDays(12, '10:00')))).toBe('overlap');
  expect(await readOwnEntries(waitingPerson.session)).toMatchObject([{ offer: { appointmentId: slot } }]);
  const expiredTimes = { held_from: new Date(Date.now() - 9_000), held_until: new Date(Date.now() - 1_000) };
  await world.db.updateTable('waiting_offer').set(expiredTimes).where('appointment_id', '=', slot).execute();
  expect((await move(booking, coach, inDays(12, '10:00'))).body.data).toEqual({ appointmentId: slot });
});

test('an entry for rescheduling follows the booking when staff move it, and ends when the participant moves it [12.5]', async () => {
  const coach = await world.addCoach();
  const { session, booking } = await addPersonWaitingToReschedule(coach);
  const otherCoach = await world.addCoach();
  const { body } = await move(booking, otherCoach, inDays(15, '10:00'));
  const movedBooking = body.data?.appointmentId ?? 0;
  expect(await readOwnEntries(session)).toMatchObject([{ insteadOf: movedBooking }]);
  const freeSlot = await world.addAppointment(otherCoach, inDays(16, '10:00'));
  await world.call(reschedule, session, { appointmentId: movedBooking, newAppointmentId: freeSlot });
  expect(await readOwnEntries(session)).toEqual([]);
});

test('after staff have moved a booking, its participant gets offers for rescheduling until it begins, despite the 48 hours [12.2]', async () => {
  const coach = await world.addCoach();
  const { session, booking } = await addPersonWaitingToReschedule(coach);
  const soon = inDays(1, '21:00');
  expect(codeOf(await move(booking, await world.addCoach(), soon))).toBe('success');
  const heldSlot = await offerMovedSlot(coach, inDays(12, '10:00'));
  expect(await readOwnEntries(session)).toMatchObject([{ offer: { appointmentId: heldSlot } }]);
});
