import { sql } from 'kysely';
import { cancelAppointment } from '../../src/features/booking/contract.ts';
import { joinWaitingList } from '../../src/features/waiting/contract.ts';
import { passOnOffers } from '../../src/features/waiting/jobs.ts';
import {
  book,
  createBooking,
  findUncancelledRowsAtTimeOf,
  outcomeOf,
  createPeople,
  createSlots,
  countOutcomes,
  countSuccesses,
  type Race,
  type RaceContext,
} from './context.ts';

/** How many people try to book a slot before and after the person for whom the slot is held. */
const [bookerCountBefore, bookerCountAfter] = [25, 24];

/**
 * Puts people on the waiting list, in this order, for the coach of an appointment. If the appointment is null, they
 * wait for any coach.
 */
async function addToWaitingList({ world }: RaceContext, people: readonly { id: number }[], appointment: number | null) {
  for (const { id } of people)
    await sql`
      INSERT INTO waiting_entry (person_id, coach_id, from_date, till_date, place)
      VALUES (${id}, (SELECT coach_id FROM appointment WHERE id = ${appointment}), current_date, current_date + 60, 1)
    `.execute(world.db);
}

const cancel = ({ world }: RaceContext, session: string, appointmentId: number) =>
  world.call(cancelAppointment, session, { appointmentId }).then(outcomeOf);

/** Creates a slot for which people wait, and which is held for the first of them. */
async function createHeldSlot(context: RaceContext, waitingCount: number) {
  const { session, slot } = await createBooking(context);
  const waitingPeople = await createPeople(context, waitingCount);
  await addToWaitingList(context, waitingPeople, slot);
  await cancel(context, session, slot);
  return { waitingPeople, slot: (await findUncancelledRowsAtTimeOf(context, slot))[0]?.id ?? 0 };
}

/** Finds the open offers to these people; returns the id of the person of each offer. */
async function findPeopleWithOffers({ world }: RaceContext, people: readonly { id: number }[]) {
  const ids = people.map(({ id }) => id);
  const { rows } = await sql<{ person: number }>`
    SELECT person_id AS person FROM waiting_offer
    WHERE person_id = ANY (${ids}) AND outcome IS NULL AND held_until > clock_timestamp() ORDER BY person_id
  `.execute(world.db);
  return rows.map(({ person }) => person);
}

export const races: readonly Race[] = [
  {
    id: 'R30',
    fault: 'when fifty people book a slot that is held for one of them, a different person gets it',
    guard: {
      guardRemovalSql: `CREATE OR REPLACE FUNCTION hold_of(slot bigint)
        RETURNS TABLE (holder bigint, "heldUntil" timestamptz)
        LANGUAGE sql AS 'SELECT 0::bigint, now() WHERE false'`,
    },
    fractionOfRounds: 0.25,
    async runRound(context) {
      const { waitingPeople, slot } = await createHeldSlot(context, 1);
      const otherPeople = await createPeople(context, bookerCountBefore + bookerCountAfter);
      const allPeople = [
        ...otherPeople.slice(0, bookerCountBefore),
        ...waitingPeople,
        ...otherPeople.slice(bookerCountBefore),
      ];
      const outcomes = await Promise.all(allPeople.map(({ session }) => book(context, session, slot)));
      return outcomes[bookerCountBefore] !== 'success' || countOutcomes(outcomes, 'slotTaken') !== otherPeople.length;
    },
  },
  {
    id: 'R30',
    fault: 'a slot that was just offered to the next person is booked by somebody else who saw it as free',
    guard: { locks: true },
    async runRound(context) {
      const { world } = context;
      const { waitingPeople, slot } = await createHeldSlot(context, 2);
      const otherPeople = await createPeople(context, 6);
      await sql`
        UPDATE waiting_offer SET held_from = held_from - interval '3 hours', held_until = clock_timestamp()
        WHERE appointment_id = ${slot}
      `.execute(world.db);
      const bookings = otherPeople.map(({ session }) => book(context, session, slot));
      const [, ...outcomes] = await Promise.all([passOnOffers(world.app), ...bookings]);
      // A booking ends the offer of its slot. So a slot was booked if its offer ended before the end of the hold.
      const { rows: offersEndedEarly } = await sql`
        SELECT FROM waiting_offer
        WHERE appointment_id = ${slot} AND outcome = 'expired' AND held_until > clock_timestamp()
      `.execute(world.db);
      const holders = await findPeopleWithOffers(context, waitingPeople);
      return offersEndedEarly.length > 0 || countSuccesses(outcomes) + holders.length !== 1;
    },
  },
  {
    id: 'R30',
    fault: 'one person is offered two slots that become free at the same time, or a person is skipped',
    guard: { constraints: ['waiting_offer_one_per_person'] },
    async runRound(context) {
      const { world } = context;
      // Removes the people of earlier rounds from the list, because the people of this round wait for any coach.
      await sql`
        UPDATE waiting_entry SET ended_at = now(), ended_by = 'left', place = NULL WHERE ended_at IS NULL
      `.execute(world.db);
      const bookings = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createBooking(context)));
      const waitingPeople = await createPeople(context, 8);
      await addToWaitingList(context, waitingPeople, null);
      const outcomes = await Promise.all(bookings.map(({ session, slot }) => cancel(context, session, slot)));
      const peopleWithOffers = await findPeopleWithOffers(context, waitingPeople);
      const firstSix = waitingPeople.slice(0, 6).map(({ id }) => id);
      return countSuccesses(outcomes) !== 6 || peopleWithOffers.join() !== firstSix.sort((a, b) => a - b).join();
    },
  },
  {
    id: 'R30',
    fault: 'a participant who joins the waiting list several times gets a fourth entry, or the same entry twice',
    guard: null,
    async runRound(context) {
      const { world } = context;
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const [slot = 0] = await createSlots(context, 1);
      const { coach_id: coachId } = await world.db
        .selectFrom('appointment')
        .select('coach_id')
        .where('id', '=', slot)
        .executeTakeFirstOrThrow();
      const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      const join = (days: number) =>
        world.call(joinWaitingList, person.session, { coachId, fromDate: dateIn(1), tillDate: dateIn(days) });
      const outcomes = await Promise.all([10, 10, 11, 12, 13, 14].map((days) => join(days).then(outcomeOf)));
      const entries = await world.db
        .selectFrom('waiting_entry')
        .select('till_date')
        .where('person_id', '=', person.id)
        .execute();
      return entries.length !== 3 || countSuccesses(outcomes) + countOutcomes(outcomes, 'tooMany') !== 6;
    },
  },
];
