import { cancelAppointment } from '../../src/features/booking/contract.ts';
import {
  bookForParticipant,
  bookOwnForParticipant,
  undoDirectBooking,
} from '../../src/features/booking/direct/contract.ts';
import { inDays } from '../support/world.ts';
import { book, uncancelledRowsAt, createPeople, createSlots, countOutcomes, outcomeOf, type Race } from './context.ts';

/** How many people book a slot themselves, and for how many an admin books it. */
const racers = 4;

export const races: readonly Race[] = [
  {
    no: 'R32',
    fault: 'one slot is booked by one participant and for another one, or for two of them',
    guard: { locks: true },
    async runRound(context) {
      const { world, admin } = context;
      const [slot = 0] = await createSlots(context, 1);
      const all = await createPeople(context, 2 * racers);
      const outcomes = await Promise.all(
        all.map(({ id, session }, at) =>
          at < racers
            ? book(context, session, slot)
            : world.call(bookForParticipant, admin, { appointmentId: slot, participantId: id }).then(outcomeOf),
        ),
      );
      const [only] = await uncancelledRowsAt(context, slot);
      const fair = countOutcomes(outcomes) === 1 && countOutcomes(outcomes, 'slotTaken') === outcomes.length - 1;
      return !fair || only?.participant !== all[outcomes.indexOf('success')]?.id;
    },
  },
  {
    no: 'R33',
    fault:
      'undoing and cancelling a direct booking at the same time both succeed, or free the slot twice or not at all',
    guard: { locks: true },
    async runRound(context) {
      const { world } = context;
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const coach = await world.coach();
      const session = await world.signIn(coach);
      const appointmentId = await world.appointment(coach, inDays(9, '10:00'));
      await world.recordFoundParticipant(coach, person.id);
      await world.call(bookOwnForParticipant, session, { appointmentId, participantId: person.id });
      const both = await Promise.all([
        world.call(undoDirectBooking, session, { appointmentId }).then(outcomeOf),
        world.call(cancelAppointment, person.session, { appointmentId }).then(outcomeOf),
      ]);
      const row = await world.db
        .selectFrom('appointment')
        .select('cancel_kind as kind')
        .where('id', '=', appointmentId)
        .executeTakeFirstOrThrow();
      const [only, ...more] = await uncancelledRowsAt(context, appointmentId);
      const fair = ['success notBooked byAdmin', 'notBooked success byParticipant'];
      return !fair.includes([...both, row.kind].join(' ')) || only?.status !== 'F' || more.length > 0;
    },
  },
];
