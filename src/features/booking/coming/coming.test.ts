import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { dateOf } from '../../../shared/berlin.ts';
import { getDailyPlan } from '../../appointments/contract.ts';
import { bookAppointment, cancelAppointment, listMyAppointments } from '../contract.ts';
import { moveOwnAppointment } from '../move/contract.ts';
import { reschedule } from '../reschedule/contract.ts';
import { confirmComing } from './contract.ts';

let world: World;
let coach: number;
beforeAll(async () => {
  world = await openWorld();
  coach = await world.addCoach();
});
afterAll(() => world.close());

/** Every test uses its own days, so its appointments never overlap those of another test. */
let day = 5;
const nextStart = () => inDays(day++, '10:00');

/** Creates a booking by a new participant, who has said that they come. */
async function createConfirmedBooking() {
  const session = await world.signIn(await world.addParticipant());
  const start = nextStart();
  const id = await world.addAppointment(coach, start);
  await world.call(bookAppointment, session, { appointmentId: id });
  const { body } = await world.call(confirmComing, session, { appointmentId: id });
  expect(body.meta).toEqual({ status: 'success' });
  return { session, id, start };
}

const readOwn = async (session: string) => (await world.call(listMyAppointments, session)).body.data;

const countEntries = async (appointment: number) =>
  (
    await world.db
      .selectFrom('audit')
      .select('id')
      .where('appointment_id', '=', appointment)
      .where('action', '=', 'comingConfirmed')
      .execute()
  ).length;

describe('a participant who says that they come [4.26]', () => {
  test('sees it with the booking, as does the coach in the daily plan; saying it again changes nothing', async () => {
    const { session, id, start } = await createConfirmedBooking();
    expect(await readOwn(session)).toMatchObject([{ id, meta: { coming: true } }]);
    const range = { fromDate: dateOf(start), tillDate: dateOf(start) };
    const { body: plan } = await world.call(getDailyPlan, await world.signIn(coach), range);
    expect(plan.data).toMatchObject([{ id, coming: true }]);
    expect((await world.call(confirmComing, session, { appointmentId: id })).body.meta).toEqual({ status: 'success' });
    expect(await countEntries(id)).toBe(1);
  });

  test('takes it back by cancelling; the next participant of the slot has said nothing', async () => {
    const { session, id } = await createConfirmedBooking();
    await world.call(cancelAppointment, session, { appointmentId: id });
    const nextSession = await world.signIn(await world.addParticipant());
    const [freedSlot] = await world.db
      .selectFrom('appointment')
      .select('id')
      .where('coach_id', '=', coach)
      .where('status', '=', 'F')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    await world.call(bookAppointment, nextSession, { appointmentId: freedSlot?.id ?? 0 });
    expect(await readOwn(nextSession)).toMatchObject([{ id: freedSlot?.id, meta: { coming: false } }]);
    const again = await world.call(confirmComing, session, { appointmentId: id });
    expect(again).toMatchObject({ status: 409, body: { meta: { code: 'notBooked' } } });
  });

  test('is asked anew when the booking moves, by themselves or by the coach', async () => {
    const rescheduled = await createConfirmedBooking();
    const otherSlot = await world.addAppointment(coach, nextStart());
    await world.call(reschedule, rescheduled.session, { appointmentId: rescheduled.id, newAppointmentId: otherSlot });
    expect(await readOwn(rescheduled.session)).toMatchObject([{ meta: { coming: false } }]);

    const moved = await createConfirmedBooking();
    const newStart = nextStart();
    const { body } = await world.call(moveOwnAppointment, await world.signIn(coach), {
      appointmentId: moved.id,
      date: dateOf(newStart),
      fromTime: '12:00',
      tillTime: '12:45',
    });
    expect(body.meta).toMatchObject({ status: 'success' });
    expect(await readOwn(moved.session)).toMatchObject([{ meta: { coming: false } }]);
  });

  test('can say so until the appointment ends', async () => {
    const session = await world.signIn(await world.addParticipant());
    const id = await world.addAppointment(coach, nextStart());
    await world.call(bookAppointment, session, { appointmentId: id });
    const now = new Date();
    const hour = 3_600_000;
    const times = { starts_at: new Date(+now - hour), ends_at: new Date(+now - hour / 2) };
    await world.db.updateTable('appointment').set(times).where('id', '=', id).execute();
    const refused = await world.call(confirmComing, session, { appointmentId: id });
    expect(refused).toMatchObject({ status: 409, body: { meta: { code: 'over' } } });
    await world.db
      .updateTable('appointment')
      .set({ ends_at: new Date(+now + hour) })
      .where('id', '=', id)
      .execute();
    expect((await world.call(confirmComing, session, { appointmentId: id })).body.meta).toEqual({ status: 'success' });
  });

  test('can say so only of their own booking', async () => {
    const { id } = await createConfirmedBooking();
    const otherSession = await world.signIn(await world.addParticipant());
    expect((await world.call(confirmComing, otherSession, { appointmentId: id })).status).toBe(404);
  });
});
