import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { dateOf } from '../../shared/berlin.ts';
import { changeActiveStatus } from '../participants/contract.ts';
import { getDailyPlan, getFullOverview, getFullDailyPlan, getOwnOverview } from '../appointments/contract.ts';
import { toActionFlags, changeBooking } from './admin/contract.ts';
import { bookAppointment, cancelAppointment, listMyAppointments } from './contract.ts';
import { moveOwnAppointment } from './move/contract.ts';
import { reschedule } from './reschedule/contract.ts';

let world: World;
let coach: number;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  coach = await world.addCoach();
  adminSession = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

/** Every test uses its own days, so its appointments never overlap those of another test. */
let day = 5;
const nextStart = () => inDays(day++, '10:00');
const noteText = 'Es geht um meine Lücke\nim Lebenslauf.';

const readStoredNote = async (id: number) =>
  (await world.db.selectFrom('appointment').select('booking_note').where('id', '=', id).executeTakeFirstOrThrow())
    .booking_note;

/** Creates a booking by a new participant, with `noteText` as its note. */
async function createBooking() {
  const person = await world.addParticipant();
  const session = await world.signIn(person);
  const start = nextStart();
  const id = await world.addAppointment(coach, start);
  const { body } = await world.call(bookAppointment, session, { appointmentId: id, note: ` ${noteText} ` });
  expect(body.meta).toEqual({ status: 'success' });
  return { person, session, id, start };
}

describe('a note to the coach [4.24]', () => {
  test('can be read by its author, the coach of the booking and admins, but by no other coach', async () => {
    const { session, id, start } = await createBooking();
    const { body: ownList } = await world.call(listMyAppointments, session);
    expect(ownList.data).toMatchObject([{ id, note: noteText }]);

    const range = { fromDate: dateOf(start), tillDate: dateOf(start) };
    const filters = { ...range, status: { booked: true, free: true, missed: true } };
    const coachSession = await world.signIn(coach);
    const responses = [
      await world.call(getDailyPlan, coachSession, range),
      await world.call(getOwnOverview, coachSession, filters),
      await world.call(getFullDailyPlan, adminSession, { ...range, coachId: null }),
      await world.call(getFullOverview, adminSession, { ...filters, coachId: null }),
    ];
    for (const { body } of responses) expect(body.data).toMatchObject([{ id, note: noteText }]);
    const otherCoachSession = await world.signIn(await world.addCoach());
    expect((await world.call(getDailyPlan, otherCoachSession, range)).body.data).toEqual([]);
  });

  test('may have at most 500 characters; a booking with a longer note is refused', async () => {
    const session = await world.signIn(await world.addParticipant());
    const appointmentId = await world.addAppointment(coach, nextStart());
    const tooLong = await world.call(bookAppointment, session, { appointmentId, note: 'x'.repeat(501) });
    expect(tooLong.status).toBe(400);
    const { body } = await world.call(bookAppointment, session, { appointmentId, note: 'x'.repeat(500) });
    expect(body.meta).toEqual({ status: 'success' });
    expect(await readStoredNote(appointmentId)).toHaveLength(500);
  });

  test('can be replaced and deleted after booking, but not once the appointment has begun', async () => {
    const { session, id } = await createBooking();
    /** Books again with a note. Returns the code of the refusal, or the note that is stored afterwards. */
    const rebookWithNote = async (note?: string | null) =>
      (await world.call(bookAppointment, session, { appointmentId: id, note })).body.meta.code ??
      (await readStoredNote(id));
    expect(await rebookWithNote()).toBe(noteText);
    expect(await rebookWithNote(null)).toBe(noteText);
    expect(await rebookWithNote('Doch lieber das Anschreiben.')).toBe('Doch lieber das Anschreiben.');
    expect(await rebookWithNote('')).toBeNull();
    expect(await rebookWithNote(noteText)).toBe(noteText);
    const times = { starts_at: inDays(-1, '10:00'), ends_at: inDays(-1, '10:45') };
    await world.db.updateTable('appointment').set(times).where('id', '=', id).execute();
    expect([await rebookWithNote('Zu spät'), await rebookWithNote(noteText)]).toEqual(['started', noteText]);
  });

  test('is kept when its author reschedules, unless a new one is sent', async () => {
    for (const [note, expected] of [
      [undefined, noteText],
      ['Nun etwas anderes.', 'Nun etwas anderes.'],
      ['', null],
    ] as const) {
      const { session, id } = await createBooking();
      const newAppointmentId = await world.addAppointment(coach, nextStart());
      const { body } = await world.call(reschedule, session, { appointmentId: id, newAppointmentId, note });
      expect(body.meta).toEqual({ status: 'success' });
      expect([await readStoredNote(id), await readStoredNote(newAppointmentId)]).toEqual([null, expected]);
    }
  });

  test('is kept when staff move the booking', async () => {
    const { id } = await createBooking();
    const newTime = { date: dateOf(nextStart()), fromTime: '15:00', tillTime: '15:45' };
    const coachSession = await world.signIn(coach);
    const { body } = await world.call(moveOwnAppointment, coachSession, { appointmentId: id, ...newTime });
    expect([await readStoredNote(id), await readStoredNote(body.data?.appointmentId ?? 0)]).toEqual([null, noteText]);
  });

  test('is deleted when anyone cancels the booking, and is not restored when the booking is set back to booked', async () => {
    const cancelledBySelf = await createBooking();
    await world.call(cancelAppointment, cancelledBySelf.session, { appointmentId: cancelledBySelf.id });
    expect(await readStoredNote(cancelledBySelf.id)).toBeNull();

    const cancelledByAdmin = await createBooking();
    const setStatus = (action: Parameters<typeof toActionFlags>[0]) =>
      world.call(changeBooking, adminSession, { appointmentId: cancelledByAdmin.id, action: toActionFlags(action) });
    expect((await setStatus('goodwill')).body.meta.status).toBe('success');
    expect(await readStoredNote(cancelledByAdmin.id)).toBeNull();
    expect((await setStatus('booked')).body.meta.status).toBe('success');
    expect(await readStoredNote(cancelledByAdmin.id)).toBeNull();

    const bookingOfInactivePerson = await createBooking();
    await world.call(changeActiveStatus, adminSession, {
      participantId: bookingOfInactivePerson.person,
      participantStatus: 1,
    });
    expect(await readStoredNote(bookingOfInactivePerson.id)).toBeNull();
  });
});
