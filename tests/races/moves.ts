import { sql } from 'kysely';
import { cancelAppointment } from '../../src/features/booking/contract.ts';
import { moveAppointment } from '../../src/features/booking/move/contract.ts';
import { reschedule } from '../../src/features/booking/reschedule/contract.ts';
import { editCoach } from '../../src/features/coaches/contract.ts';
import { dateOf } from '../../src/shared/berlin.ts';
import { inDays } from '../support/world.ts';
import {
  book,
  createBooking,
  uncancelledRowsAt,
  createPeople,
  createSlots,
  countOutcomes,
  outcomeOf,
  type RaceContext,
  type Race,
} from './context.ts';

const move = ({ world }: RaceContext, session: string, appointmentId: number, newAppointmentId: number) =>
  world.call(reschedule, session, { appointmentId, newAppointmentId }).then(outcomeOf);
const cancel = ({ world }: RaceContext, session: string, appointmentId: number) =>
  world.call(cancelAppointment, session, { appointmentId }).then(outcomeOf);

/** A participant's booked rows, in order of their quota numbers. */
const bookedRows = async ({ world }: RaceContext, participant: number) =>
  world.db
    .selectFrom('appointment')
    .select(['id', 'quota_number as number'])
    .where('participant_id', '=', participant)
    .where('status', '=', 'G')
    .orderBy('quota_number')
    .execute();

/**
 * Creates a participant who has booked a coach's first slots, as many as `bookings`. Later slots of other coaches do
 * not overlap them.
 */
async function createParticipantWithBookings(context: RaceContext, bookings: number) {
  const [person = { id: 0, session: '' }] = await createPeople(context, 1);
  const free = await createSlots(context, bookings);
  for (const slot of free) await book(context, person.session, slot);
  return { ...person, booked: free };
}

/** How many participants reschedule to one slot. */
const racers = 6;

export const races: readonly Race[] = [
  {
    no: 'R26',
    fault: 'two participants reschedule to one slot, or a refused one loses their booking',
    guard: { locks: true },
    roundShare: 0.7,
    async runRound(context) {
      const [slot = 0] = await createSlots(context, 1);
      const movers = await Promise.all(Array.from({ length: racers }, () => createBooking(context)));
      const outcomes = await Promise.all(movers.map((one) => move(context, one.session, one.slot, slot)));
      const kept = await Promise.all(
        movers.map(async (one, at) => {
          const [only, ...more] = await bookedRows(context, one.id);
          const expected = outcomes[at] === 'success' ? slot : one.slot;
          return only?.id === expected && only.number === 1 && more.length === 0;
        }),
      );
      return (
        countOutcomes(outcomes) !== 1 || countOutcomes(outcomes, 'slotTaken') !== racers - 1 || kept.includes(false)
      );
    },
  },
  {
    no: 'R27',
    fault: 'not exactly one of two reschedules, a cancellation and an admin’s move of one booking succeeds',
    guard: { locks: true },
    async runRound(context) {
      const { world, admin } = context;
      const { id, session, booked } = await createParticipantWithBookings(context, 3);
      const [old = 0] = booked;
      const [one = 0, other = 0] = (await createSlots(context, 5)).slice(3);
      const coachId = await world.coach();
      const target = { coachId, date: dateOf(inDays(30, '10:00')), fromTime: '10:00', tillTime: '10:45' };
      const outcomes = await Promise.all([
        move(context, session, old, one),
        move(context, session, old, other),
        cancel(context, session, old),
        world.call(moveAppointment, admin, { appointmentId: old, ...target }).then(outcomeOf),
      ]);
      const numbers = (await bookedRows(context, id)).map(({ number }) => number).join(' ');
      const live = await uncancelledRowsAt(context, old);
      const fair = countOutcomes(outcomes) === 1 && countOutcomes(outcomes, 'notBooked') === 3;
      const rightNumbers = outcomes[2] === 'success' ? '2 3' : '1 2 3';
      return !fair || numbers !== rightNumbers || live.length !== 1 || live[0]?.status !== 'F';
    },
  },
  {
    no: 'R28',
    fault: 'a participant who reschedules and books at the same time gets a fourth booking, or loses a quota number',
    guard: { locks: true, constraints: ['appointment_quota_once'] },
    async runRound(context) {
      const { id, session, booked } = await createParticipantWithBookings(context, 2);
      const [old = 0] = booked;
      const [slot = 0, ...free] = (await createSlots(context, 6)).slice(2);
      const [moved, ...books] = await Promise.all([
        move(context, session, old, slot),
        ...free.map((one) => book(context, session, one)),
      ]);
      const numbers = (await bookedRows(context, id)).map(({ number }) => number).join(' ');
      return moved !== 'success' || countOutcomes(books) !== 1 || numbers !== '1 2 3';
    },
  },
  {
    no: 'R29',
    fault: 'a coach who is inactivated during a reschedule keeps the slot that it frees or books',
    guard: { locks: true },
    async runRound(context) {
      const { world, admin } = context;
      const [from, to] = [await world.coach(), await world.coach()];
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const old = await world.appointment(from, inDays(9, '10:00'), { participant: person.id, quota: 1 });
      const slot = await world.appointment(to, inDays(10, '10:00'));
      const inactivated = (id: number) => ({
        id,
        user_id: id,
        vorname: 'Cleo',
        nachname: 'Coach',
        email: `off${id}@race.example`,
        active: 0,
        teams_link: 'https://teams.example/1',
      });
      await Promise.all([
        move(context, person.session, old, slot),
        world.call(editCoach, admin, inactivated(from)),
        world.call(editCoach, admin, inactivated(to)),
      ]);
      const { rows } = await sql`
        SELECT FROM appointment a JOIN coach c ON c.person_id = a.coach_id
        WHERE a.coach_id = ANY (${[from, to]}) AND NOT c.active AND a.status IN ('F', 'G') AND a.starts_at > now()
      `.execute(world.db);
      return rows.length > 0;
    },
  },
  {
    no: 'R35',
    fault: 'staff move two bookings to one slot of a colleague, or the booking whose move is refused is lost',
    guard: { locks: true },
    async runRound(context) {
      const { world, admin } = context;
      const colleague = await world.coach();
      const slot = await world.appointment(colleague, inDays(12, '10:00'));
      const all = await createPeople(context, 2);
      const target = { coachId: colleague, date: dateOf(inDays(12, '10:00')), fromTime: '10:00', tillTime: '10:45' };
      const bookings = await Promise.all(
        all.map(async ({ id }) =>
          world.appointment(await world.coach(), inDays(9, '10:00'), { participant: id, quota: 1 }),
        ),
      );
      const outcomes = await Promise.all(
        bookings.map((appointmentId) =>
          world.call(moveAppointment, admin, { appointmentId, ...target }).then(outcomeOf),
        ),
      );
      const kept = await Promise.all(
        all.map(async ({ id }, at) => {
          const [only, ...more] = await bookedRows(context, id);
          return only?.id === (outcomes[at] === 'success' ? slot : bookings[at]) && more.length === 0;
        }),
      );
      return countOutcomes(outcomes) !== 1 || countOutcomes(outcomes, 'overlap') !== 1 || kept.includes(false);
    },
  },
];
