import { sql } from 'kysely';
import { cancelAppointment } from '../../src/features/booking/contract.ts';
import { moveAppointment } from '../../src/features/booking/move/contract.ts';
import { reschedule } from '../../src/features/booking/reschedule/contract.ts';
import { editCoach } from '../../src/features/coaches/contract.ts';
import { dateOf } from '../../src/shared/berlin.ts';
import { statuses } from '../../src/shared/coaching.ts';
import { inDays } from '../support/world.ts';
import {
  book,
  createBooking,
  findUncancelledRowsAtTimeOf,
  createPeople,
  createSlots,
  countOutcomes,
  countSuccesses,
  outcomeOf,
  type RaceContext,
  type Race,
} from './context.ts';

/** Reschedules a participant's booking to a free slot; returns the outcome. */
const rescheduleTo = ({ world }: RaceContext, session: string, appointmentId: number, newAppointmentId: number) =>
  world.call(reschedule, session, { appointmentId, newAppointmentId }).then(outcomeOf);
const cancel = ({ world }: RaceContext, session: string, appointmentId: number) =>
  world.call(cancelAppointment, session, { appointmentId }).then(outcomeOf);

/** Reads a participant's booked rows, in order of their quota numbers. */
const readBookedRows = async ({ world }: RaceContext, participant: number) =>
  world.db
    .selectFrom('appointment')
    .select(['id', 'quota_number as number'])
    .where('participant_id', '=', participant)
    .where('status', '=', statuses.booked)
    .orderBy('quota_number')
    .execute();

/**
 * Creates a participant with bookings in the first slots of a coach. Races that need free slots create more slots of
 * another coach and use only the later ones, which do not overlap these bookings.
 */
async function createParticipantWithBookings(context: RaceContext, bookingCount: number) {
  const [person = { id: 0, session: '' }] = await createPeople(context, 1);
  const slots = await createSlots(context, bookingCount);
  for (const slot of slots) await book(context, person.session, slot);
  return { ...person, bookings: slots };
}

/** How many participants reschedule to the same slot. */
const participantCount = 6;

export const races: readonly Race[] = [
  {
    id: 'R26',
    fault: 'two participants reschedule to the same slot, or a participant who is refused loses the booking',
    guard: { locks: true },
    fractionOfRounds: 0.7,
    async runRound(context) {
      const [slot = 0] = await createSlots(context, 1);
      const bookings = await Promise.all(Array.from({ length: participantCount }, () => createBooking(context)));
      const outcomes = await Promise.all(
        bookings.map((booking) => rescheduleTo(context, booking.session, booking.slot, slot)),
      );
      const areBookingsCorrect = await Promise.all(
        bookings.map(async (booking, index) => {
          const rows = await readBookedRows(context, booking.id);
          const expectedSlot = outcomes[index] === 'success' ? slot : booking.slot;
          return rows.length === 1 && rows[0]?.id === expectedSlot && rows[0].number === 1;
        }),
      );
      return (
        countSuccesses(outcomes) !== 1 ||
        countOutcomes(outcomes, 'slotTaken') !== participantCount - 1 ||
        areBookingsCorrect.includes(false)
      );
    },
  },
  {
    id: 'R27',
    fault: 'of two reschedules, a cancellation and an admin’s move of one booking, none or more than one succeeds',
    guard: { locks: true },
    async runRound(context) {
      const { world, adminSession } = context;
      const { id, session, bookings } = await createParticipantWithBookings(context, 3);
      const [appointmentId = 0] = bookings;
      const [firstSlot = 0, secondSlot = 0] = (await createSlots(context, 5)).slice(3);
      const coachId = await world.addCoach();
      const newTime = { coachId, date: dateOf(inDays(30, '10:00')), fromTime: '10:00', tillTime: '10:45' };
      const outcomes = await Promise.all([
        rescheduleTo(context, session, appointmentId, firstSlot),
        rescheduleTo(context, session, appointmentId, secondSlot),
        cancel(context, session, appointmentId),
        world.call(moveAppointment, adminSession, { appointmentId, ...newTime }).then(outcomeOf),
      ]);
      const quotaNumbers = (await readBookedRows(context, id)).map(({ number }) => number).join(' ');
      const expectedNumbers = outcomes[2] === 'success' ? '2 3' : '1 2 3';
      const rows = await findUncancelledRowsAtTimeOf(context, appointmentId);
      const oneSucceeded = countSuccesses(outcomes) === 1 && countOutcomes(outcomes, 'notBooked') === 3;
      return (
        !oneSucceeded || quotaNumbers !== expectedNumbers || rows.length !== 1 || rows[0]?.status !== statuses.free
      );
    },
  },
  {
    id: 'R28',
    fault: 'a participant who reschedules and books at the same time gets a fourth booking, or loses a quota number',
    guard: { locks: true, constraints: ['appointment_quota_once'] },
    async runRound(context) {
      const { id, session, bookings } = await createParticipantWithBookings(context, 2);
      const [appointmentId = 0] = bookings;
      const [newSlot = 0, ...otherSlots] = (await createSlots(context, 6)).slice(2);
      const [rescheduleOutcome, ...bookingOutcomes] = await Promise.all([
        rescheduleTo(context, session, appointmentId, newSlot),
        ...otherSlots.map((slot) => book(context, session, slot)),
      ]);
      const quotaNumbers = (await readBookedRows(context, id)).map(({ number }) => number).join(' ');
      return rescheduleOutcome !== 'success' || countSuccesses(bookingOutcomes) !== 1 || quotaNumbers !== '1 2 3';
    },
  },
  {
    id: 'R29',
    fault: 'a coach who is inactivated during a reschedule keeps the slot that the reschedule frees or books',
    guard: { locks: true },
    async runRound(context) {
      const { world, adminSession: admin } = context;
      const [oldCoach, newCoach] = [await world.addCoach(), await world.addCoach()];
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const booking = await world.addAppointment(oldCoach, inDays(9, '10:00'), {
        participant: person.id,
        quotaNumber: 1,
      });
      const newSlot = await world.addAppointment(newCoach, inDays(10, '10:00'));
      const createInactivationForm = (id: number) => ({
        id,
        user_id: id,
        vorname: 'Cleo',
        nachname: 'Coach',
        email: `off${id}@race.example`,
        active: 0,
        teams_link: 'https://teams.example/1',
      });
      await Promise.all([
        rescheduleTo(context, person.session, booking, newSlot),
        world.call(editCoach, admin, createInactivationForm(oldCoach)),
        world.call(editCoach, admin, createInactivationForm(newCoach)),
      ]);
      const { rows } = await sql`
        SELECT FROM appointment a JOIN coach c ON c.person_id = a.coach_id
        WHERE a.coach_id = ANY (${[oldCoach, newCoach]}) AND NOT c.active
          AND a.status IN ('F', 'G') AND a.starts_at > now()
      `.execute(world.db);
      return rows.length > 0;
    },
  },
  {
    id: 'R35',
    fault: 'staff move two bookings to the same slot of a colleague, or a booking is lost because its move is refused',
    guard: { locks: true },
    async runRound(context) {
      const { world, adminSession: admin } = context;
      const colleague = await world.addCoach();
      const slot = await world.addAppointment(colleague, inDays(12, '10:00'));
      const people = await createPeople(context, 2);
      const newTime = { coachId: colleague, date: dateOf(inDays(12, '10:00')), fromTime: '10:00', tillTime: '10:45' };
      const bookings = await Promise.all(
        people.map(async ({ id }) =>
          world.addAppointment(await world.addCoach(), inDays(9, '10:00'), { participant: id, quotaNumber: 1 }),
        ),
      );
      const outcomes = await Promise.all(
        bookings.map((appointmentId) =>
          world.call(moveAppointment, admin, { appointmentId, ...newTime }).then(outcomeOf),
        ),
      );
      const areBookingsCorrect = await Promise.all(
        people.map(async ({ id }, index) => {
          const rows = await readBookedRows(context, id);
          return rows.length === 1 && rows[0]?.id === (outcomes[index] === 'success' ? slot : bookings[index]);
        }),
      );
      return (
        countSuccesses(outcomes) !== 1 || countOutcomes(outcomes, 'overlap') !== 1 || areBookingsCorrect.includes(false)
      );
    },
  },
];
