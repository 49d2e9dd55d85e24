import { cancelAppointment } from '../../src/features/booking/contract.ts';
import {
  bookSlotForParticipant,
  bookOwnSlotForParticipant,
  undoDirectBooking,
} from '../../src/features/booking/direct/contract.ts';
import { statuses } from '../../src/shared/coaching.ts';
import { inDays } from '../support/world.ts';
import {
  book,
  findUncancelledRowsAtTimeOf,
  createPeople,
  createSlots,
  countOutcomes,
  countSuccesses,
  outcomeOf,
  type Race,
} from './context.ts';

/** How many participants book a slot themselves. An admin books the slot for as many other participants. */
const selfBookerCount = 4;

export const races: readonly Race[] = [
  {
    id: 'R32',
    fault: 'two participants get the same slot when some book it themselves and an admin books it for others',
    guard: { locks: true },
    async runRound(context) {
      const { world, adminSession } = context;
      const [slot = 0] = await createSlots(context, 1);
      const people = await createPeople(context, 2 * selfBookerCount);
      const outcomes = await Promise.all(
        people.map(({ id, session }, index) =>
          index < selfBookerCount
            ? book(context, session, slot)
            : world
                .call(bookSlotForParticipant, adminSession, { appointmentId: slot, participantId: id })
                .then(outcomeOf),
        ),
      );
      const [row] = await findUncancelledRowsAtTimeOf(context, slot);
      const oneSucceeded =
        countSuccesses(outcomes) === 1 && countOutcomes(outcomes, 'slotTaken') === outcomes.length - 1;
      return !oneSucceeded || row?.participant !== people[outcomes.indexOf('success')]?.id;
    },
  },
  {
    id: 'R33',
    fault:
      'undoing and cancelling a direct booking at the same time both succeed, or free the slot twice or not at all',
    guard: { locks: true },
    async runRound(context) {
      const { world } = context;
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const coach = await world.addCoach();
      const coachSession = await world.signIn(coach);
      const appointmentId = await world.addAppointment(coach, inDays(9, '10:00'));
      await world.recordParticipantSearchHit(coach, person.id);
      await world.call(bookOwnSlotForParticipant, coachSession, { appointmentId, participantId: person.id });
      const outcomes = await Promise.all([
        world.call(undoDirectBooking, coachSession, { appointmentId }).then(outcomeOf),
        world.call(cancelAppointment, person.session, { appointmentId }).then(outcomeOf),
      ]);
      const booking = await world.db
        .selectFrom('appointment')
        .select('cancel_kind as kind')
        .where('id', '=', appointmentId)
        .executeTakeFirstOrThrow();
      const rows = await findUncancelledRowsAtTimeOf(context, appointmentId);
      const allowedResults = ['success notBooked byAdmin', 'notBooked success byParticipant'];
      const isResultAllowed = allowedResults.includes([...outcomes, booking.kind].join(' '));
      return !isResultAllowed || rows.length !== 1 || rows[0]?.status !== statuses.free;
    },
  },
];
