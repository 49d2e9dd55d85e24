import { sql } from 'kysely';
import { endAbsence, planAbsence, undoAbsence } from '../../src/features/absences/contract.ts';
import { createAppointment } from '../../src/features/appointments/contract.ts';
import { dateOf } from '../../src/shared/berlin.ts';
import { inDays } from '../support/world.ts';
import { book, outcomeOf, createPeople, countOutcomes, type Race, type RaceContext } from './context.ts';

/** The day of all these appointments; each round has coaches of its own. */
const day = () => dateOf(inDays(12, '10:00'));

interface Decision {
  appointmentId: number;
  action: 'move' | 'offer';
  toCoachId?: number;
}

/** Plans a coach's absence on that day. */
const plan = ({ world, admin }: RaceContext, coachId: number, decisions: Decision[] = []) =>
  world.call(planAbsence, admin, {
    coachId,
    fromDate: day(),
    fromTime: null,
    tillDate: day(),
    tillTime: null,
    kind: 'other',
    apply: true,
    decisions,
  });

/** The rows of coaches that are not cancelled, in order of id. */
async function liveRows({ world }: RaceContext, ...coaches: number[]) {
  const rows = world.db.selectFrom('appointment').select(['id', 'status', 'participant_id as participant']);
  return rows.where('coach_id', 'in', coaches).where('status', '<>', 'K').orderBy('id').execute();
}

/** Whether a coach has an absence in force that overlaps a row that is not cancelled. */
async function hasOverlap({ world }: RaceContext, coach: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM absence b JOIN appointment a ON a.coach_id = b.coach_id AND a.status <> 'K'
    WHERE b.coach_id = ${coach} AND b.ended_at IS NULL AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at
  `.execute(world.db);
  return rows.length > 0;
}

/** Creates a participant with a booking on that day with a coach. */
async function createBooking(context: RaceContext, coach: number) {
  const [person = { id: 0, session: '' }] = await createPeople(context, 1);
  const row = await context.world.appointment(coach, inDays(12, '10:00'), { participant: person.id, quota: 1 });
  return { ...person, row };
}

const withoutTriggers = `DROP TRIGGER absence_not_over_appointments ON absence;
  DROP TRIGGER appointment_made_not_in_absence ON appointment`;

export const races: readonly Race[] = [
  {
    no: 'R34',
    fault: 'a slot is booked in an absence that is planned at the same moment',
    guard: { locks: true, removingSql: withoutTriggers },
    async runRound(context) {
      const coach = await context.world.coach();
      const slot = await context.world.appointment(coach, inDays(12, '10:00'));
      const all = await createPeople(context, 3);
      const [planned, ...bookings] = await Promise.all([
        plan(context, coach).then(outcomeOf),
        ...all.map(({ session }) => book(context, session, slot)),
      ]);
      // The first request wins: the slot no longer exists, or it has a booking that the absence has not decided on.
      const fair =
        planned === 'success'
          ? countOutcomes(bookings) === 0
          : planned === 'undecided' && countOutcomes(bookings) === 1;
      return !fair || (await hasOverlap(context, coach));
    },
  },
  {
    no: 'R34',
    fault: 'an appointment is created in an absence that is planned at the same moment',
    guard: { locks: true, removingSql: withoutTriggers },
    async runRound(context) {
      const { world, admin } = context;
      const coach = await world.coach();
      const [person = { id: 0 }] = await createPeople(context, 1);
      const times = { date: day(), fromTime: '10:00', tillTime: '10:45' };
      const form = { ...times, type: 'Einzelcoaching', coachId: coach, participantId: person.id };
      const outcomes = await Promise.all([
        plan(context, coach).then(outcomeOf),
        world.call(createAppointment, admin, form).then(outcomeOf),
      ]);
      return (
        !['success absent', 'undecided success'].includes(outcomes.join(' ')) || (await hasOverlap(context, coach))
      );
    },
  },
  {
    no: 'R35',
    fault: 'two bookings are handed over to one slot of a colleague, or the refused absence is partly planned',
    guard: { locks: true },
    async runRound(context) {
      const { world } = context;
      const colleague = await world.coach();
      const slot = await world.appointment(colleague, inDays(12, '10:00'));
      const coaches = [await world.coach(), await world.coach()];
      const bookings = await Promise.all(coaches.map((coach) => createBooking(context, coach)));
      const free = await Promise.all(coaches.map((coach) => world.appointment(coach, inDays(12, '08:00'))));
      const outcomes = await Promise.all(
        coaches.map((coach, at) => {
          const appointmentId = bookings[at]?.row ?? 0;
          return plan(context, coach, [{ appointmentId, action: 'move', toCoachId: colleague }]).then(outcomeOf);
        }),
      );
      const winner = outcomes.indexOf('success');
      const loser = 1 - winner;
      if (countOutcomes(outcomes) !== 1 || outcomes[loser] !== 'slotTaken') return true;
      const [taken] = await liveRows(context, colleague);
      const idsOfLoser = (await liveRows(context, coaches[loser] ?? 0)).map(({ id }) => id);
      return (
        taken?.id !== slot ||
        taken.participant !== bookings[winner]?.id ||
        idsOfLoser.join() !== [bookings[loser]?.row, free[loser]].join() ||
        (await liveRows(context, coaches[winner] ?? 0)).length > 0
      );
    },
  },
  {
    no: 'R36',
    fault: 'undoing an absence restores the booking of a participant who has just booked another slot at that time',
    guard: { locks: true, constraints: ['appointment_participant_overlap'] },
    async runRound(context) {
      const { world, admin } = context;
      const coach = await world.coach();
      const { id, session, row } = await createBooking(context, coach);
      const other = await world.appointment(await world.coach(), inDays(12, '10:15'));
      const planned = await plan(context, coach, [{ appointmentId: row, action: 'offer' }]);
      const absenceId = planned.body.data?.absenceId;
      const outcomes = await Promise.all([
        world.call(undoAbsence, admin, { absenceId }).then(outcomeOf),
        book(context, session, other),
      ]);
      const own = world.db.selectFrom('appointment').select('id').where('participant_id', '=', id);
      const held = (await own.where('status', '=', 'G').execute()).map((one) => one.id).join();
      const undone = outcomes.join(' ') === 'success overlap' && held === String(row);
      return !undone && !(outcomes.join(' ') === 'changed success' && held === String(other));
    },
  },
  {
    no: 'R36',
    fault: 'undoing an absence restores a slot although an appointment is created at its time at the same moment',
    guard: { locks: true, constraints: ['appointment_coach_overlap'], removingSql: withoutTriggers },
    async runRound(context) {
      const { world, admin } = context;
      const coach = await world.coach();
      await world.appointment(coach, inDays(12, '10:00'));
      const absenceId = (await plan(context, coach)).body.data?.absenceId;
      const [person = { id: 0 }] = await createPeople(context, 1);
      const form = { type: 'Einzelcoaching', date: day(), fromTime: '10:15', tillTime: '11:00', coachId: coach };
      const outcomes = await Promise.all([
        world.call(undoAbsence, admin, { absenceId }).then(outcomeOf),
        world.call(createAppointment, admin, { ...form, participantId: person.id }).then(outcomeOf),
      ]);
      // Either the coach is still absent, or the slot has been restored.
      const fair = ['success absent', 'success overlap'].includes(outcomes.join(' '));
      const statuses = (await liveRows(context, coach)).map(({ status }) => status).join('');
      return !fair || statuses !== 'F';
    },
  },
  {
    no: 'R36',
    fault: 'an absence that is undone and ended at the same time is both, or neither',
    guard: { locks: true },
    async runRound(context) {
      const { world, admin } = context;
      const coach = await world.coach();
      await world.appointment(coach, inDays(12, '08:00'));
      const absenceId = (await plan(context, coach)).body.data?.absenceId ?? 0;
      const [undone, ended] = await Promise.all([
        world.call(undoAbsence, admin, { absenceId }).then(outcomeOf),
        world.call(endAbsence, admin, { absenceId }).then(outcomeOf),
      ]);
      const stored = world.db.selectFrom('absence').select('ended_by as by').where('id', '=', absenceId);
      const { by } = await stored.executeTakeFirstOrThrow();
      const slots = (await liveRows(context, coach)).length;
      return ended !== 'success' || !['success undone 1', 'changed ended 0'].includes([undone, by, slots].join(' '));
    },
  },
];
