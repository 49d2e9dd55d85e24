import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dateOf, wallClock } from '../../shared/berlin.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { moveAppointment } from '../booking/move/contract.ts';
import { reschedule } from '../booking/reschedule/contract.ts';
import { joinWaiting, myWaiting } from './contract.ts';

let world: World;
let admin: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn(await world.admin());
});
afterAll(() => world.close());
// People who wait for any coach would get offers in the next test, too.
beforeEach(() => world.db.deleteFrom('waiting_entry').execute());

const day = (days: number) => dateOf(inDays(days, '12:00'));

/** A person on the waiting list for a coach. */
async function waiting(coach: number, more: object = {}) {
  const id = await world.participant();
  const session = await world.signIn(id);
  await world.call(joinWaiting, session, { coachId: coach, fromDate: day(0), tillDate: day(60), ...more });
  return { id, session };
}

/** A person with a booking in ten days who waits for another slot instead of it. */
async function waitingInstead(coach: number) {
  const id = await world.participant();
  const session = await world.signIn(id);
  const slot = await world.appointment(await world.coach(), inDays(10, '10:00'), { participant: id, quota: 1 });
  await world.call(joinWaiting, session, { coachId: coach, fromDate: day(0), tillDate: day(60), insteadOf: slot });
  return { id, session, slot };
}

const own = async (session: string) => (await world.call(myWaiting, session)).body.data ?? [];
const move = (appointmentId: number, coachId: number, startsAt: Date) =>
  world.call(moveAppointment, admin, {
    ...{ appointmentId, coachId, date: dateOf(startsAt), fromTime: wallClock(startsAt).time },
    tillTime: wallClock(new Date(startsAt.getTime() + 2_700_000)).time,
  });
const codeOf = ({ body }: { body: { meta: { code?: string; status: string } } }) => body.meta.code ?? body.meta.status;

/** A slot that has just become free because staff moved it there, and so is offered. */
async function movedHere(coach: number, startsAt: Date): Promise<number> {
  const slot = await world.appointment(coach, inDays(40, '10:00'));
  expect(codeOf(await move(slot, coach, startsAt))).toBe('success');
  return slot;
}

test('a free slot that is moved is offered at its new time, and whoever had it held gets a mail [12.2] [12.3]', async () => {
  const coach = await world.coach();
  const first = await waiting(coach, { tillDate: day(12) });
  const second = await waiting(coach, { fromDate: day(13) });
  const slot = await movedHere(coach, inDays(12, '10:00'));
  expect(await own(first.session)).toMatchObject([{ offer: { appointmentId: slot, date: day(12) } }]);
  expect(codeOf(await move(slot, coach, inDays(14, '10:00')))).toBe('success');
  expect(await own(first.session)).toMatchObject([{ offer: null }]);
  expect(await own(second.session)).toMatchObject([{ offer: { appointmentId: slot, date: day(14) } }]);
  const mails = world.db.selectFrom('mail').select('kind').where('person_id', '=', first.id).orderBy('created_at');
  expect(await mails.execute()).toEqual([{ kind: 'waitingOffer' }, { kind: 'waitingOfferGone' }]);
});

test('the slot that a moved booking leaves is offered, whether its participant or staff move it [12.2]', async () => {
  const coach = await world.coach();
  for (const byStaff of [false, true]) {
    const somebody = await waiting(coach);
    const start = inDays(byStaff ? 20 : 22, '10:00');
    const id = await world.participant();
    const old = await world.appointment(coach, start, { participant: id, quota: 1 });
    const elsewhere = await world.coach();
    const to = await world.appointment(elsewhere, inDays(24, '10:00'));
    const answer = byStaff
      ? await move(old, elsewhere, inDays(25, '10:00'))
      : await world.call(reschedule, await world.signIn(id), { appointmentId: old, newAppointmentId: to });
    expect(codeOf(answer)).toBe('success');
    expect(await own(somebody.session)).toMatchObject([{ offer: { date: dateOf(start) } }]);
  }
});

test('only its holder can reschedule to a held slot, and that ends the entry [12.3] [12.5]', async () => {
  const coach = await world.coach();
  const holder = await waitingInstead(coach);
  const slot = await movedHere(coach, inDays(12, '10:00'));
  const other = await world.participant();
  const booking = await world.appointment(await world.coach(), inDays(11, '10:00'), { participant: other, quota: 1 });
  const session = await world.signIn(other);
  const attempt = (by: string, appointmentId: number) =>
    world.call(reschedule, by, { appointmentId, newAppointmentId: slot });
  expect(codeOf(await attempt(session, booking))).toBe('slotTaken');
  expect(codeOf(await attempt(holder.session, holder.slot))).toBe('success');
  expect(await own(holder.session)).toEqual([]);
  const entry = world.db.selectFrom('waiting_entry').select('ended_by').where('person_id', '=', holder.id);
  expect(await entry.execute()).toEqual([{ ended_by: 'taken' }]);
});

test('a move by staff does not use up a held slot [12.3]', async () => {
  const coach = await world.coach();
  const somebody = await waiting(coach);
  const slot = await movedHere(coach, inDays(12, '10:00'));
  const participant = await world.participant();
  const booking = await world.appointment(await world.coach(), inDays(11, '10:00'), { participant });
  expect(codeOf(await move(booking, coach, inDays(12, '10:00')))).toBe('overlap');
  expect(await own(somebody.session)).toMatchObject([{ offer: { appointmentId: slot } }]);
  const past = { held_from: new Date(Date.now() - 9_000), held_until: new Date(Date.now() - 1_000) };
  await world.db.updateTable('waiting_offer').set(past).where('appointment_id', '=', slot).execute();
  expect((await move(booking, coach, inDays(12, '10:00'))).body.data).toEqual({ appointmentId: slot });
});

test('an entry instead of a booking follows it when staff move it, and ends when its participant moves it [12.5]', async () => {
  const coach = await world.coach();
  const { session, slot } = await waitingInstead(coach);
  const elsewhere = await world.coach();
  const { body } = await move(slot, elsewhere, inDays(15, '10:00'));
  const now = body.data?.appointmentId ?? 0;
  expect(await own(session)).toMatchObject([{ insteadOf: now }]);
  const free = await world.appointment(elsewhere, inDays(16, '10:00'));
  await world.call(reschedule, session, { appointmentId: now, newAppointmentId: free });
  expect(await own(session)).toEqual([]);
});

test('somebody whose booking staff have moved gets offers instead of it until it begins, without the 48 hours [12.2]', async () => {
  const coach = await world.coach();
  const { session, slot } = await waitingInstead(coach);
  const soon = inDays(1, '21:00');
  expect(codeOf(await move(slot, await world.coach(), soon))).toBe('success');
  const held = await movedHere(coach, inDays(12, '10:00'));
  expect(await own(session)).toMatchObject([{ offer: { appointmentId: held } }]);
});
