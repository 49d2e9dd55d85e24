import { sql } from 'kysely';
import { endAbsence, planAbsence, undoAbsence } from '../../src/features/absences/contract.ts';
import { createAppointment } from '../../src/features/appointments/contract.ts';
import { dateOf } from '../../src/shared/berlin.ts';
import { inDays } from '../support/world.ts';
import { book, outcomeOf, people, times, type Race, type RaceContext } from './context.ts';

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
    ...{ coachId, fromDate: day(), fromTime: null, tillDate: day(), tillTime: null, kind: 'other', apply: true },
    decisions,
  });

/** The live rows of coaches, in order of id. */
async function live({ world }: RaceContext, ...coaches: number[]) {
  const rows = world.db.selectFrom('appointment').select(['id', 'status', 'participant_id as participant']);
  return rows.where('coach_id', 'in', coaches).where('status', '<>', 'K').orderBy('id').execute();
}

/** Absences that apply and have a live row in them. */
async function broken({ world }: RaceContext, coach: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM absence b JOIN appointment a ON a.coach_id = b.coach_id AND a.status <> 'K'
    WHERE b.coach_id = ${coach} AND b.ended_at IS NULL AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at
  `.execute(world.db);
  return rows.length > 0;
}

/** Somebody with a booking in a calendar on that day. */
async function booked(context: RaceContext, coach: number) {
  const [person = { id: 0, session: '' }] = await people(context, 1);
  const row = await context.world.appointment(coach, inDays(12, '10:00'), { participant: person.id, quota: 1 });
  return { ...person, row };
}

const withoutTriggers = `DROP TRIGGER absence_not_over_appointments ON absence;
  DROP TRIGGER appointment_made_not_in_absence ON appointment`;

export const races: readonly Race[] = [
  {
    no: 'R34',
    fault: 'a slot is booked in an absence that is planned at the same moment',
    guard: { locks: true, without: withoutTriggers },
    async round(context) {
      const coach = await context.world.coach();
      const slot = await context.world.appointment(coach, inDays(12, '10:00'));
      const all = await people(context, 3);
      const [planned, ...bookings] = await Promise.all([
        plan(context, coach).then(outcomeOf),
        ...all.map(({ session }) => book(context, session, slot)),
      ]);
      // Whoever comes first has it: the slot is gone, or its booking is one that nobody has decided on.
      const fair = planned === 'success' ? times(bookings) === 0 : planned === 'undecided' && times(bookings) === 1;
      return !fair || (await broken(context, coach));
    },
  },
  {
    no: 'R34',
    fault: 'an appointment is made in an absence that is planned at the same moment',
    guard: { locks: true, without: withoutTriggers },
    async round(context) {
      const { world, admin } = context;
      const coach = await world.coach();
      const [person = { id: 0 }] = await people(context, 1);
      const times = { date: day(), fromTime: '10:00', tillTime: '10:45' };
      const made = { ...times, type: 'Einzelcoaching', coachId: coach, participantId: person.id };
      const outcomes = await Promise.all([
        plan(context, coach).then(outcomeOf),
        world.call(createAppointment, admin, made).then(outcomeOf),
      ]);
      return !['success absent', 'undecided success'].includes(outcomes.join(' ')) || (await broken(context, coach));
    },
  },
  {
    no: 'R35',
    fault: 'two bookings are handed over to one slot of a colleague, or the loser’s absence is planned in part',
    guard: { locks: true },
    async round(context) {
      const { world } = context;
      const colleague = await world.coach();
      const slot = await world.appointment(colleague, inDays(12, '10:00'));
      const coaches = [await world.coach(), await world.coach()];
      const bookings = await Promise.all(coaches.map((coach) => booked(context, coach)));
      const free = await Promise.all(coaches.map((coach) => world.appointment(coach, inDays(12, '08:00'))));
      const outcomes = await Promise.all(
        coaches.map((coach, at) => {
          const appointmentId = bookings[at]?.row ?? 0;
          return plan(context, coach, [{ appointmentId, action: 'move', toCoachId: colleague }]).then(outcomeOf);
        }),
      );
      const winner = outcomes.indexOf('success');
      const loser = 1 - winner;
      if (times(outcomes) !== 1 || outcomes[loser] !== 'slotTaken') return true;
      const [taken] = await live(context, colleague);
      const kept = (await live(context, coaches[loser] ?? 0)).map(({ id }) => id);
      return (
        taken?.id !== slot ||
        taken.participant !== bookings[winner]?.id ||
        kept.join() !== [bookings[loser]?.row, free[loser]].join() ||
        (await live(context, coaches[winner] ?? 0)).length > 0
      );
    },
  },
  {
    no: 'R36',
    fault: 'undoing an absence gives somebody a booking back who has just booked another at that time',
    guard: { locks: true, constraints: ['appointment_participant_overlap'] },
    async round(context) {
      const { world, admin } = context;
      const coach = await world.coach();
      const { id, session, row } = await booked(context, coach);
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
    fault: 'undoing an absence gives a slot back where somebody is booked for that time at the same moment',
    guard: { locks: true, constraints: ['appointment_coach_overlap'], without: withoutTriggers },
    async round(context) {
      const { world, admin } = context;
      const coach = await world.coach();
      await world.appointment(coach, inDays(12, '10:00'));
      const absenceId = (await plan(context, coach)).body.data?.absenceId;
      const [person = { id: 0 }] = await people(context, 1);
      const made = { type: 'Einzelcoaching', date: day(), fromTime: '10:15', tillTime: '11:00', coachId: coach };
      const outcomes = await Promise.all([
        world.call(undoAbsence, admin, { absenceId }).then(outcomeOf),
        world.call(createAppointment, admin, { ...made, participantId: person.id }).then(outcomeOf),
      ]);
      // Either the coach is still absent, or the slot is there again.
      const fair = ['success absent', 'success overlap'].includes(outcomes.join(' '));
      const statuses = (await live(context, coach)).map(({ status }) => status).join('');
      return !fair || statuses !== 'F';
    },
  },
  {
    no: 'R36',
    fault: 'an absence that is undone and ended at once is both, or neither',
    guard: { locks: true },
    async round(context) {
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
      const slots = (await live(context, coach)).length;
      return ended !== 'success' || !['success undone 1', 'changed ended 0'].includes([undone, by, slots].join(' '));
    },
  },
];
