import { sql } from 'kysely';
import { cancelAppointment } from '../../src/features/booking/contract.ts';
import { joinWaiting } from '../../src/features/waiting/contract.ts';
import { passOnOffers } from '../../src/features/waiting/jobs.ts';
import {
  book,
  createBooking,
  uncancelledRowsAt,
  outcomeOf,
  createPeople,
  createSlots,
  countOutcomes,
  type Race,
  type RaceContext,
} from './context.ts';

/** How many people try to book a slot that is held for another person. */
const crowd = 49;

/** Puts people on the waiting list in this order: for the coach of an appointment, or for any coach (null). */
async function addToWaitingList(
  { world }: RaceContext,
  waiting: readonly { id: number }[],
  appointment: number | null,
) {
  for (const { id } of waiting)
    await sql`
      INSERT INTO waiting_entry (person_id, coach_id, from_date, till_date, place)
      VALUES (${id}, (SELECT coach_id FROM appointment WHERE id = ${appointment}), current_date, current_date + 60, 1)
    `.execute(world.db);
}

const cancel = ({ world }: RaceContext, session: string, appointmentId: number) =>
  world.call(cancelAppointment, session, { appointmentId }).then(outcomeOf);

/** Creates a slot for which some people wait, and which is held for the first of them. */
async function createHeldSlot(context: RaceContext, howMany: number) {
  const { session, slot } = await createBooking(context);
  const waiting = await createPeople(context, howMany);
  await addToWaitingList(context, waiting, slot);
  await cancel(context, session, slot);
  return { waiting, slot: (await uncancelledRowsAt(context, slot))[0]?.id ?? 0 };
}

/** The ids of those of the people who have an open offer, one for each offer. */
async function peopleWithOffers({ world }: RaceContext, among: readonly { id: number }[]) {
  const ids = among.map(({ id }) => id);
  const { rows } = await sql<{ person: number }>`
    SELECT person_id AS person FROM waiting_offer
    WHERE person_id = ANY (${ids}) AND outcome IS NULL AND held_until > clock_timestamp() ORDER BY person_id
  `.execute(world.db);
  return rows.map(({ person }) => person);
}

export const races: readonly Race[] = [
  {
    no: 'R30',
    fault: 'when fifty people book a held slot, another person than its holder gets it',
    guard: {
      removingSql: `CREATE OR REPLACE FUNCTION hold_of(slot bigint) RETURNS TABLE (holder bigint, "heldUntil" timestamptz)
        LANGUAGE sql AS 'SELECT 0::bigint, now() WHERE false'`,
    },
    roundShare: 0.25,
    async runRound(context) {
      const { waiting, slot } = await createHeldSlot(context, 1);
      const others = await createPeople(context, crowd);
      const all = [...others.slice(0, 25), ...waiting, ...others.slice(25)];
      const outcomes = await Promise.all(all.map(({ session }) => book(context, session, slot)));
      return outcomes[25] !== 'success' || countOutcomes(outcomes, 'slotTaken') !== crowd;
    },
  },
  {
    no: 'R30',
    fault: 'a slot that was just offered to the next person is booked by another who saw it as free',
    guard: { locks: true },
    async runRound(context) {
      const { world } = context;
      const { waiting, slot } = await createHeldSlot(context, 2);
      const others = await createPeople(context, 6);
      const past = sql`held_from = held_from - interval '3 hours', held_until = clock_timestamp()`;
      await sql`UPDATE waiting_offer SET ${past} WHERE appointment_id = ${slot}`.execute(world.db);
      const booked = others.map(({ session }) => book(context, session, slot));
      const [, ...outcomes] = await Promise.all([passOnOffers(world.app), ...booked]);
      // A booking ends the offer of its slot, so an offer that expired before its time was violated.
      const { rows: broken } = await sql`
        SELECT FROM waiting_offer
        WHERE appointment_id = ${slot} AND outcome = 'expired' AND held_until > clock_timestamp()
      `.execute(world.db);
      const holders = await peopleWithOffers(context, waiting);
      return broken.length > 0 || countOutcomes(outcomes) + holders.length !== 1;
    },
  },
  {
    no: 'R30',
    fault: 'one person is offered two slots that become free at the same time, or a person is skipped',
    guard: { constraints: ['waiting_offer_one_per_person'] },
    async runRound(context) {
      const { world } = context;
      await sql`UPDATE waiting_entry SET ended_at = now(), ended_by = 'left', place = NULL WHERE ended_at IS NULL`.execute(
        world.db,
      );
      const bookings = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createBooking(context)));
      const waiting = await createPeople(context, 8);
      await addToWaitingList(context, waiting, null);
      const outcomes = await Promise.all(bookings.map(({ session, slot }) => cancel(context, session, slot)));
      const offeredTo = await peopleWithOffers(context, waiting);
      const first = waiting.slice(0, 6).map(({ id }) => id);
      return countOutcomes(outcomes) !== 6 || offeredTo.join() !== first.sort((a, b) => a - b).join();
    },
  },
  {
    no: 'R30',
    fault: 'a participant who joins the waiting list several times gets a fourth place, or the same entry twice',
    guard: null,
    async runRound(context) {
      const { world } = context;
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const [slot = 0] = await createSlots(context, 1);
      const { rows } = await sql<{
        coach: number;
      }>`SELECT coach_id AS coach FROM appointment WHERE id = ${slot}`.execute(world.db);
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      const entry = (days: number) => ({ coachId: rows[0]?.coach ?? 0, fromDate: day(1), tillDate: day(days) });
      const outcomes = await Promise.all(
        [10, 10, 11, 12, 13, 14].map((days) => world.call(joinWaiting, person.session, entry(days)).then(outcomeOf)),
      );
      const entries = await world.db
        .selectFrom('waiting_entry')
        .select('till_date')
        .where('person_id', '=', person.id)
        .execute();
      return entries.length !== 3 || countOutcomes(outcomes) + countOutcomes(outcomes, 'tooMany') !== 6;
    },
  },
];
