import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { dateOf } from '../../shared/berlin.ts';
import { changeActiveStatus } from '../participants/contract.ts';
import { dailyPlan, fullOverview, fullPlan, ownOverview } from '../appointments/contract.ts';
import { actionFlags, changeBooking } from './admin/contract.ts';
import { bookAppointment, cancelAppointment, myAppointment } from './contract.ts';
import { moveOwnAppointment } from './move/contract.ts';
import { reschedule } from './reschedule/contract.ts';

let world: World;
let coach: number;
let admins: string;
beforeAll(async () => {
  world = await openWorld();
  coach = await world.coach();
  admins = await world.signIn(await world.admin());
});
afterAll(() => world.close());

/** Every test has days of its own, so that none meets another's appointments. */
let day = 5;
const nextStart = () => inDays(day++, '10:00');
const word = 'Es geht um meine Lücke\nim Lebenslauf.';

const stored = async (id: number) =>
  (await world.db.selectFrom('appointment').select('booking_note').where('id', '=', id).executeTakeFirstOrThrow())
    .booking_note;

/** A booking of a new participant, with the word. */
async function booked() {
  const person = await world.participant();
  const session = await world.signIn(person);
  const start = nextStart();
  const id = await world.appointment(coach, start);
  const { body } = await world.call(bookAppointment, session, { appointmentId: id, note: ` ${word} ` });
  expect(body.meta).toEqual({ status: 'success' });
  return { person, session, id, start };
}

describe('a word to the coach [4.24]', () => {
  test('is read by its author, by that coach and by admins, and by no other coach', async () => {
    const { session, id, start } = await booked();
    const { body: own } = await world.call(myAppointment, session);
    expect(own.data).toMatchObject([{ id, note: word }]);

    const range = { fromDate: dateOf(start), tillDate: dateOf(start) };
    const filters = { ...range, status: { booked: true, free: true, missed: true } };
    const theirs = await world.signIn(coach);
    const found = [
      await world.call(dailyPlan, theirs, range),
      await world.call(ownOverview, theirs, filters),
      await world.call(fullPlan, admins, { ...range, coachId: null }),
      await world.call(fullOverview, admins, { ...filters, coachId: null }),
    ];
    for (const { body } of found) expect(body.data).toMatchObject([{ id, note: word }]);
    const others = await world.signIn(await world.coach());
    expect((await world.call(dailyPlan, others, range)).body.data).toEqual([]);
  });

  test('has at most 500 characters; a longer one is refused, and nothing is booked', async () => {
    const session = await world.signIn(await world.participant());
    const appointmentId = await world.appointment(coach, nextStart());
    const long = await world.call(bookAppointment, session, { appointmentId, note: 'x'.repeat(501) });
    expect(long.status).toBe(400);
    const { body } = await world.call(bookAppointment, session, { appointmentId, note: 'x'.repeat(500) });
    expect(body.meta).toEqual({ status: 'success' });
    expect(await stored(appointmentId)).toHaveLength(500);
  });

  test('can be written after booking, replaced and taken back, but not once the appointment has begun', async () => {
    const { session, id } = await booked();
    const write = async (note?: string | null) =>
      (await world.call(bookAppointment, session, { appointmentId: id, note })).body.meta.code ?? (await stored(id));
    expect(await write()).toBe(word);
    expect(await write(null)).toBe(word);
    expect(await write('Doch lieber das Anschreiben.')).toBe('Doch lieber das Anschreiben.');
    expect(await write('')).toBeNull();
    expect(await write(word)).toBe(word);
    const begun = { starts_at: inDays(-1, '10:00'), ends_at: inDays(-1, '10:45') };
    await world.db.updateTable('appointment').set(begun).where('id', '=', id).execute();
    expect([await write('Zu spät'), await write(word)]).toEqual(['started', word]);
  });

  test('moves along when its author reschedules, unless another one is sent', async () => {
    for (const [note, expected] of [
      [undefined, word],
      ['Nun etwas anderes.', 'Nun etwas anderes.'],
      ['', null],
    ] as const) {
      const { session, id } = await booked();
      const newAppointmentId = await world.appointment(coach, nextStart());
      const { body } = await world.call(reschedule, session, { appointmentId: id, newAppointmentId, note });
      expect(body.meta).toEqual({ status: 'success' });
      expect([await stored(id), await stored(newAppointmentId)]).toEqual([null, expected]);
    }
  });

  test('moves along when staff move the booking', async () => {
    const { id } = await booked();
    const to = { date: dateOf(nextStart()), fromTime: '15:00', tillTime: '15:45' };
    const theirs = await world.signIn(coach);
    const { body } = await world.call(moveOwnAppointment, theirs, { appointmentId: id, ...to });
    expect([await stored(id), await stored(body.data?.appointmentId ?? 0)]).toEqual([null, word]);
  });

  test('goes with the booking, whoever cancels it, and does not come back with it', async () => {
    const byThemselves = await booked();
    await world.call(cancelAppointment, byThemselves.session, { appointmentId: byThemselves.id });
    expect(await stored(byThemselves.id)).toBeNull();

    const byAdmin = await booked();
    const set = (action: Parameters<typeof actionFlags>[0]) =>
      world.call(changeBooking, admins, { appointmentId: byAdmin.id, action: actionFlags(action) });
    expect((await set('goodwill')).body.meta.status).toBe('success');
    expect(await stored(byAdmin.id)).toBeNull();
    expect((await set('booked')).body.meta.status).toBe('success');
    expect(await stored(byAdmin.id)).toBeNull();

    const inactive = await booked();
    await world.call(changeActiveStatus, admins, { participantId: inactive.person, participantStatus: 1 });
    expect(await stored(inactive.id)).toBeNull();
  });
});
