import { sql } from 'kysely';
import { endAbsence, planAbsence, undoAbsence } from '../../src/features/absences/contract.ts';
import { createAppointment } from '../../src/features/appointments/contract.ts';
import { dateOf } from '../../src/shared/berlin.ts';
import { statuses } from '../../src/shared/coaching.ts';
import { inDays } from '../support/world.ts';
import { book, outcomeOf, createPeople, countSuccesses, type Race, type RaceContext } from './context.ts';

/** Returns the date of all absences. Each round has new coaches, so the rounds do not interfere with each other. */
const getAbsenceDate = () => dateOf(inDays(12, '10:00'));

/** What happens to a booking of an absent coach: it moves to a colleague, or the participant is offered other slots. */
interface Decision {
  appointmentId: number;
  action: 'move' | 'offer';
  toCoachId?: number;
}

/** Plans an absence of a coach on the day of these races; `decisions` say what happens to the bookings. */
const plan = ({ world, adminSession }: RaceContext, coachId: number, decisions: Decision[] = []) =>
  world.call(planAbsence, adminSession, {
    coachId,
    fromDate: getAbsenceDate(),
    fromTime: null,
    tillDate: getAbsenceDate(),
    tillTime: null,
    kind: 'other',
    apply: true,
    decisions,
  });

/** Reads the appointments of coaches that are not cancelled, in the order of their ids. */
async function readUncancelledRows({ world }: RaceContext, ...coaches: number[]) {
  const query = world.db.selectFrom('appointment').select(['id', 'status', 'participant_id as participant']);
  return query.where('coach_id', 'in', coaches).where('status', '<>', statuses.cancelled).orderBy('id').execute();
}

/** Whether a coach has an absence that was neither undone nor ended, and that overlaps an uncancelled appointment. */
async function hasOverlap({ world }: RaceContext, coach: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM absence b JOIN appointment a ON a.coach_id = b.coach_id AND a.status <> 'K'
    WHERE b.coach_id = ${coach} AND b.ended_at IS NULL AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at
  `.execute(world.db);
  return rows.length > 0;
}

/** Creates a participant with a booking of a coach on the day of these races. */
async function createBooking(context: RaceContext, coach: number) {
  const [person = { id: 0, session: '' }] = await createPeople(context, 1);
  const appointmentId = await context.world.addAppointment(coach, inDays(12, '10:00'), {
    participant: person.id,
    quotaNumber: 1,
  });
  return { ...person, appointmentId };
}

/** Drops the triggers that refuse an absence during appointments, and an appointment during an absence. */
const dropTriggersSql = `DROP TRIGGER absence_not_over_appointments ON absence;
  DROP TRIGGER appointment_made_not_in_absence ON appointment`;

export const races: readonly Race[] = [
  {
    id: 'R34',
    fault: 'a slot is booked in an absence that is planned at the same moment',
    guard: { locks: true, guardRemovalSql: dropTriggersSql },
    async runRound(context) {
      const coach = await context.world.addCoach();
      const slot = await context.world.addAppointment(coach, inDays(12, '10:00'));
      const people = await createPeople(context, 3);
      const [planOutcome, ...bookingOutcomes] = await Promise.all([
        plan(context, coach).then(outcomeOf),
        ...people.map(({ session }) => book(context, session, slot)),
      ]);
      // The first request wins: either the slot no longer exists, or the plan lacks a decision on the new booking.
      const oneSucceeded =
        planOutcome === 'success'
          ? countSuccesses(bookingOutcomes) === 0
          : planOutcome === 'undecided' && countSuccesses(bookingOutcomes) === 1;
      return !oneSucceeded || (await hasOverlap(context, coach));
    },
  },
  {
    id: 'R34',
    fault: 'an appointment is created in an absence that is planned at the same moment',
    guard: { locks: true, guardRemovalSql: dropTriggersSql },
    async runRound(context) {
      const { world, adminSession } = context;
      const coach = await world.addCoach();
      const [person = { id: 0 }] = await createPeople(context, 1);
      const times = { date: getAbsenceDate(), fromTime: '10:00', tillTime: '10:45' };
      const form = { ...times, type: 'Einzelcoaching', coachId: coach, participantId: person.id };
      const outcomes = await Promise.all([
        plan(context, coach).then(outcomeOf),
        world.call(createAppointment, adminSession, form).then(outcomeOf),
      ]);
      const oneSucceeded = ['success absent', 'undecided success'].includes(outcomes.join(' '));
      return !oneSucceeded || (await hasOverlap(context, coach));
    },
  },
  {
    id: 'R35',
    fault: 'two bookings are handed over to one slot of a colleague, or the refused absence is partly planned',
    guard: { locks: true },
    async runRound(context) {
      const { world } = context;
      const colleague = await world.addCoach();
      const slot = await world.addAppointment(colleague, inDays(12, '10:00'));
      const coaches = [await world.addCoach(), await world.addCoach()];
      const bookings = await Promise.all(coaches.map((coach) => createBooking(context, coach)));
      const freeSlots = await Promise.all(coaches.map((coach) => world.addAppointment(coach, inDays(12, '08:00'))));
      const outcomes = await Promise.all(
        coaches.map((coach, index) => {
          const appointmentId = bookings[index]?.appointmentId ?? 0;
          return plan(context, coach, [{ appointmentId, action: 'move', toCoachId: colleague }]).then(outcomeOf);
        }),
      );
      const winner = outcomes.indexOf('success');
      const loser = 1 - winner;
      if (countSuccesses(outcomes) !== 1 || outcomes[loser] !== 'slotTaken') return true;
      const [bookedRow] = await readUncancelledRows(context, colleague);
      const idsOfLoser = (await readUncancelledRows(context, coaches[loser] ?? 0)).map(({ id }) => id);
      return (
        bookedRow?.id !== slot ||
        bookedRow.participant !== bookings[winner]?.id ||
        idsOfLoser.join() !== [bookings[loser]?.appointmentId, freeSlots[loser]].join() ||
        (await readUncancelledRows(context, coaches[winner] ?? 0)).length > 0
      );
    },
  },
  {
    id: 'R36',
    fault: 'undoing an absence restores the booking of a participant who has just booked another slot at that time',
    guard: { locks: true, constraints: ['appointment_participant_overlap'] },
    async runRound(context) {
      const { world, adminSession: admin } = context;
      const coach = await world.addCoach();
      const { id, session, appointmentId } = await createBooking(context, coach);
      const otherSlot = await world.addAppointment(await world.addCoach(), inDays(12, '10:15'));
      const planResponse = await plan(context, coach, [{ appointmentId, action: 'offer' }]);
      const absenceId = planResponse.body.data?.absenceId;
      const outcomes = await Promise.all([
        world.call(undoAbsence, admin, { absenceId }).then(outcomeOf),
        book(context, session, otherSlot),
      ]);
      const query = world.db.selectFrom('appointment').select('id').where('participant_id', '=', id);
      const bookedRows = await query.where('status', '=', statuses.booked).execute();
      const bookedIds = bookedRows.map((row) => row.id).join();
      const onlyUndoSucceeded = outcomes.join(' ') === 'success overlap' && bookedIds === String(appointmentId);
      const onlyBookingSucceeded = outcomes.join(' ') === 'changed success' && bookedIds === String(otherSlot);
      return !onlyUndoSucceeded && !onlyBookingSucceeded;
    },
  },
  {
    id: 'R36',
    fault: 'undoing an absence restores a slot although an appointment is created at its time at the same moment',
    guard: { locks: true, constraints: ['appointment_coach_overlap'], guardRemovalSql: dropTriggersSql },
    async runRound(context) {
      const { world, adminSession: admin } = context;
      const coach = await world.addCoach();
      await world.addAppointment(coach, inDays(12, '10:00'));
      const absenceId = (await plan(context, coach)).body.data?.absenceId;
      const [person = { id: 0 }] = await createPeople(context, 1);
      const form = {
        type: 'Einzelcoaching',
        date: getAbsenceDate(),
        fromTime: '10:15',
        tillTime: '11:00',
        coachId: coach,
      };
      const outcomes = await Promise.all([
        world.call(undoAbsence, admin, { absenceId }).then(outcomeOf),
        world.call(createAppointment, admin, { ...form, participantId: person.id }).then(outcomeOf),
      ]);
      // The creation is refused, either because the coach is still absent, or because the slot has been restored.
      const isCreationRefused = ['success absent', 'success overlap'].includes(outcomes.join(' '));
      const foundStatuses = (await readUncancelledRows(context, coach)).map(({ status }) => status).join('');
      return !isCreationRefused || foundStatuses !== statuses.free;
    },
  },
  {
    id: 'R36',
    fault: 'an absence that is undone and ended at the same time ends up both undone and ended, or neither',
    guard: { locks: true },
    async runRound(context) {
      const { world, adminSession: admin } = context;
      const coach = await world.addCoach();
      await world.addAppointment(coach, inDays(12, '08:00'));
      const absenceId = (await plan(context, coach)).body.data?.absenceId ?? 0;
      const [undoOutcome, endOutcome] = await Promise.all([
        world.call(undoAbsence, admin, { absenceId }).then(outcomeOf),
        world.call(endAbsence, admin, { absenceId }).then(outcomeOf),
      ]);
      const query = world.db.selectFrom('absence').select('ended_by').where('id', '=', absenceId);
      const { ended_by } = await query.executeTakeFirstOrThrow();
      const slotCount = (await readUncancelledRows(context, coach)).length;
      const result = [undoOutcome, ended_by, slotCount].join(' ');
      return endOutcome !== 'success' || !['success undone 1', 'changed ended 0'].includes(result);
    },
  },
];
