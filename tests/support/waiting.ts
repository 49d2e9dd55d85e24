import { expect } from 'vitest';
import { listBookableSlots, bookAppointment, cancelAppointment } from '../../src/features/booking/contract.ts';
import { joinWaitingList, listMyWaitingEntries } from '../../src/features/waiting/contract.ts';
import { dateOf } from '../../src/shared/berlin.ts';
import { statuses } from '../../src/shared/coaching.ts';
import { inDays, type World } from './world.ts';

/** Returns the Berlin date `yyyy-mm-dd` this many days from today. */
export const dateInDays = (days: number) => dateOf(inDays(days, '12:00'));

/** Returns actions and queries for tests of the waiting list. `getWorld` returns the world in which they run. */
export function createWaitingListActions(getWorld: () => World) {
  /** Adds a coach for one test, so that slots and waiting-list entries of other tests do not interfere. */
  const addSeparateCoach = () => getWorld().addCoach();

  /** Adds a participant who waits for a coach (null: for any coach), by default from today for 60 days. */
  async function addWaitingParticipant(coach: number | null, changes: Record<string, unknown> = {}) {
    const id = await getWorld().addParticipant();
    const session = await getWorld().signIn(id);
    const response = await getWorld().call(joinWaitingList, session, {
      coachId: coach,
      fromDate: dateInDays(0),
      tillDate: dateInDays(60),
      ...changes,
    });
    expect(response.body.meta.status).toBe('success');
    return { id, session, waitingId: response.body.data?.waitingId ?? 0 };
  }

  /** Returns the current offer for the participant's first waiting-list entry, or null. */
  const readOffer = async (session: string) =>
    (await getWorld().call(listMyWaitingEntries, session)).body.data?.[0]?.offer ?? null;

  /** Adds a participant with a booking of a coach, by default in nine days. */
  async function addBooking(coach: number, start = inDays(9, '10:00')) {
    const id = await getWorld().addParticipant();
    return {
      id,
      session: await getWorld().signIn(id),
      slot: await getWorld().addAppointment(coach, start, { participant: id, quotaNumber: 1 }),
    };
  }

  /** Adds a booking and cancels it; returns the id of the free slot that replaces it. */
  async function createFreedSlot(coach: number, start = inDays(9, '10:00')): Promise<number> {
    const { session, slot } = await addBooking(coach, start);
    const response = await getWorld().call(cancelAppointment, session, { appointmentId: slot });
    expect(response.body.meta.status).toBe('success');
    const query = getWorld()
      .db.selectFrom('appointment')
      .select('id')
      .where('coach_id', '=', coach)
      .where('status', '=', statuses.free);
    return (await query.where('starts_at', '=', start).executeTakeFirstOrThrow()).id;
  }

  /** Books an appointment; returns 'success', or the code of the refusal. */
  const bookSlot = async (session: string, appointmentId: number) => {
    const { body } = await getWorld().call(bookAppointment, session, { appointmentId });
    return body.meta.code ?? body.meta.status;
  };

  /** Returns an appointment as the participant's list of bookable appointments shows it, or undefined. */
  const findBookableSlot = async (session: string, appointmentId: number) =>
    (await getWorld().call(listBookableSlots, session)).body.data?.find(({ id }) => id === appointmentId);

  /** Returns the kinds of the mails to a person, oldest first. */
  const readMailKinds = async (person: number) =>
    (
      await getWorld()
        .db.selectFrom('mail')
        .select('kind')
        .where('person_id', '=', person)
        .orderBy('created_at')
        .execute()
    ).map(({ kind }) => kind);

  /** Sets the times of all offers of a slot to the past, so that the slot is no longer held for anyone. */
  const expireHolds = (slot: number) =>
    getWorld()
      .db.updateTable('waiting_offer')
      .set({ held_from: new Date(Date.now() - 7_200_000), held_until: new Date(Date.now() - 1_000) })
      .where('appointment_id', '=', slot)
      .execute();

  return {
    addSeparateCoach,
    readOffer,
    bookSlot,
    readMailKinds,
    addWaitingParticipant,
    addBooking,
    createFreedSlot,
    findBookableSlot,
    expireHolds,
  };
}
