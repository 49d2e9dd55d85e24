import { expect } from 'vitest';
import { bookable, bookAppointment, cancelAppointment } from '../../src/features/booking/contract.ts';
import { joinWaiting, myWaiting } from '../../src/features/waiting/contract.ts';
import { dateOf } from '../../src/shared/berlin.ts';
import { inDays, type World } from './world.ts';

/** The Berlin day that many days from now. */
export const day = (days: number) => dateOf(inDays(days, '12:00'));

/** Actions and queries for tests of the waiting list, in the world that is open when they run. */
export function waitingListIn(open: () => World) {
  /** A coach of the test's own, so that no other test's slots and entries interfere. */
  const ownCoach = () => open().coach();

  /** Somebody on the waiting list for a coach, within the next 60 days. */
  async function waiting(coach: number | null, more: Record<string, unknown> = {}) {
    const id = await open().participant();
    const session = await open().signIn(id);
    const joined = await open().call(joinWaiting, session, {
      ...{ coachId: coach, fromDate: day(0), tillDate: day(60) },
      ...more,
    });
    expect(joined.body.meta.status).toBe('success');
    return { id, session, waitingId: joined.body.data?.waitingId ?? 0 };
  }

  const offerOf = async (session: string) => (await open().call(myWaiting, session)).body.data?.[0]?.offer ?? null;

  /** Somebody's booking with a coach, in days. */
  async function booked(coach: number, start = inDays(9, '10:00')) {
    const id = await open().participant();
    return {
      id,
      session: await open().signIn(id),
      slot: await open().appointment(coach, start, { participant: id, quota: 1 }),
    };
  }

  /** A slot that a cancellation has just freed: the id of its new row. */
  async function freed(coach: number, start = inDays(9, '10:00')): Promise<number> {
    const { session, slot } = await booked(coach, start);
    expect((await open().call(cancelAppointment, session, { appointmentId: slot })).body.meta.status).toBe('success');
    const rows = open()
      .db.selectFrom('appointment')
      .select('id')
      .where('coach_id', '=', coach)
      .where('status', '=', 'F');
    return (await rows.where('starts_at', '=', start).executeTakeFirstOrThrow()).id;
  }

  const book = async (session: string, appointmentId: number) => {
    const { body } = await open().call(bookAppointment, session, { appointmentId });
    return body.meta.code ?? body.meta.status;
  };

  const listed = async (session: string, appointmentId: number) =>
    (await open().call(bookable, session)).body.data?.find(({ id }) => id === appointmentId);

  const mailsTo = async (person: number) =>
    (
      await open().db.selectFrom('mail').select('kind').where('person_id', '=', person).orderBy('created_at').execute()
    ).map(({ kind }) => kind);

  /** Moves the holds of a slot into the past. */
  const expire = (slot: number) =>
    open()
      .db.updateTable('waiting_offer')
      .set({ held_from: new Date(Date.now() - 7_200_000), held_until: new Date(Date.now() - 1_000) })
      .where('appointment_id', '=', slot)
      .execute();

  return { ownCoach, waiting, offerOf, booked, freed, book, listed, mailsTo, expire };
}
