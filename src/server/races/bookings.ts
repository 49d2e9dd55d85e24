import { sql } from 'kysely';
import { createAppointment, deleteAppointment, importAppointments } from '../../appointments/contract.ts';
import { cancelAppointment } from '../../booking/contract.ts';
import { actionFlags, changeBooking } from '../../corrections/contract.ts';
import type { AdminAction } from '../../corrections/rules.ts';
import { deleteFile } from '../../files/contract.ts';
import { rateCoaching, submissionOf } from '../../ratings/contract.ts';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { inDays } from '../testing.ts';
import { book, booking, count, liveAt, people, slots, times, told, type Arena, type Race } from './arena.ts';

/** Racers for one appointment. */
const racers = 10;

const cancel = ({ world }: Arena, session: string, appointmentId: number) =>
  world.call(cancelAppointment, session, { appointmentId }).then(told);
const change = ({ world, admin }: Arena, appointmentId: number, action: AdminAction) =>
  world.call(changeBooking, admin, { appointmentId, action: actionFlags(action) }).then(told);

/** Books the fresh row of a stretch as soon as there is one. */
async function hunt(arena: Arena, session: string, stretch: number): Promise<string> {
  for (let look = 0; look < 30; look++) {
    const free = (await liveAt(arena, stretch)).find(({ status }) => status === 'F');
    if (free) return book(arena, session, free.id);
  }
  return 'never free';
}

const rowOf = async ({ world }: Arena, id: number) =>
  world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirst();

/** What both may be told, and what then has become of the booking, in either order of their deeds. */
const orders: Record<'cancelled' | 'goodwill' | 'booked', readonly string[]> = {
  cancelled: ['success success K byParticipant', 'notBooked success K byAdmin'],
  goodwill: ['success success K goodwill', 'notBooked success K goodwill'],
  booked: ['success success K byParticipant', 'success success G null'],
};

let deed = 0;
let day = 0;

export const races: readonly Race[] = [
  {
    no: 'R01',
    fault: 'two people are told that one appointment is theirs',
    guard: { locks: true },
    async round(arena) {
      const [slot = 0] = await slots(arena, 1);
      const all = await people(arena, racers);
      const outcomes = await Promise.all(all.map(({ session }) => book(arena, session, slot)));
      return times(outcomes) !== 1 || times(outcomes, 'slotTaken') !== racers - 1;
    },
  },
  {
    no: 'R02',
    fault: 'somebody gets a fourth appointment, or less than three of eight',
    guard: { locks: true, constraints: ['appointment_quota_once'] },
    async round(arena) {
      const [person] = await people(arena, 1);
      const outcomes = await Promise.all(
        (await slots(arena, 8)).map((slot) => book(arena, person?.session ?? '', slot)),
      );
      return times(outcomes) !== 3 || times(outcomes, 'limitReached') !== 5;
    },
  },
  {
    no: 'R03',
    fault: 'somebody gets two appointments at the same time',
    guard: { locks: true, constraints: ['appointment_participant_overlap'] },
    async round(arena) {
      const [person] = await people(arena, 1);
      const together = (await Promise.all([1, 2, 3, 4].map(() => slots(arena, 1)))).flat();
      const outcomes = await Promise.all(together.map((slot) => book(arena, person?.session ?? '', slot)));
      return times(outcomes) !== 1 || times(outcomes, 'overlap') !== 3;
    },
  },
  {
    no: 'R04',
    fault: 'a stretch that is cancelled twice while others wait for it is lost, or taken twice',
    guard: { locks: true, constraints: ['appointment_coach_overlap'] },
    async round(arena) {
      const { session, slot } = await booking(arena);
      const waiting = await people(arena, 2);
      const [own, admin, ...hunters] = await Promise.all([
        cancel(arena, session, slot),
        change(arena, slot, 'cancelled'),
        ...waiting.map((one) => hunt(arena, one.session, slot)),
      ]);
      const live = await liveAt(arena, slot);
      const [only] = live;
      const winner = waiting[hunters.indexOf('success')];
      const owned = winner ? only?.status === 'G' && only.participant === winner.id : only?.status === 'F';
      const fair = times(hunters) <= 1 && hunters.every((one) => /success|slotTaken|never free/.test(one));
      return live.length !== 1 || !owned || !fair || admin !== 'success' || !/success|notBooked/.test(own ?? '');
    },
  },
  {
    no: 'R05',
    fault: 'cancelling and an admin’s deed at once end in a state that no order of the two leads to',
    guard: { locks: true },
    async round(arena) {
      const action = (['cancelled', 'goodwill', 'booked'] as const)[deed++ % 3] ?? 'booked';
      const { session, slot } = await booking(arena);
      const both = await Promise.all([cancel(arena, session, slot), change(arena, slot, action)]);
      const row = await rowOf(arena, slot);
      const end = `${both.join(' ')} ${row?.status} ${row?.cancel_kind}`;
      return !orders[action].includes(end) || (await liveAt(arena, slot)).length !== 1;
    },
  },
  {
    no: 'R06',
    fault: 'a booking that is set back and one that comes meanwhile both hold the stretch',
    guard: { locks: true, constraints: ['appointment_coach_overlap'] },
    async round(arena) {
      const { slot } = await booking(arena);
      const [other] = await people(arena, 1);
      await change(arena, slot, 'cancelled');
      const [fresh] = await liveAt(arena, slot);
      const both = await Promise.all([
        change(arena, slot, 'booked'),
        book(arena, other?.session ?? '', fresh?.id ?? 0),
      ]);
      const fair = both.join(' ') === 'success notFound' || both.join(' ') === 'slotTaken success';
      return !fair || (await liveAt(arena, slot)).length !== 1;
    },
  },
  {
    no: 'R11',
    fault: 'an appointment is deleted and booked, or neither',
    guard: { locks: true },
    async round(arena) {
      const [slot = 0] = await slots(arena, 1);
      const [person] = await people(arena, 1);
      const { world, admin } = arena;
      const both = await Promise.all([
        book(arena, person?.session ?? '', slot),
        world.call(deleteAppointment, admin, { appointmentId: slot }).then(told),
      ]);
      const row = await rowOf(arena, slot);
      const end = `${both.join(' ')} ${row?.status}`;
      return end !== 'success notFree G' && end !== 'notFound success undefined';
    },
  },
  {
    no: 'R13',
    fault: 'a booking is made after its last Word file was deleted',
    guard: { locks: true },
    async round(arena) {
      const { world } = arena;
      const [person = { id: 0, session: '' }] = await people(arena, 1);
      const [slot = 0] = await slots(arena, 1);
      const { id: file } = await world.db
        .selectFrom('document')
        .select('id')
        .where('participant_id', '=', person.id)
        .executeTakeFirstOrThrow();
      const [booked] = await Promise.all([
        book(arena, person.session, slot),
        world.call(deleteFile, person.session, { fileId: file }),
      ]);
      const deeds = await world.db
        .selectFrom('audit')
        .select('action')
        .where('actor_id', '=', person.id)
        .orderBy('id')
        .execute();
      const end = [booked, ...deeds.map(({ action }) => action)].join(' ');
      return end !== 'success booked fileDeleted' && end !== 'noEditableFile fileDeleted';
    },
  },
  {
    no: 'R14',
    fault: 'booking three times at once is booked, mailed or written down more than once',
    guard: { locks: true },
    async round(arena) {
      const [slot = 0] = await slots(arena, 1);
      const [person] = await people(arena, 1);
      const outcomes = await Promise.all([1, 2, 3].map(() => book(arena, person?.session ?? '', slot)));
      const about = sql<boolean>`appointment_id = ${slot}`;
      return (
        times(outcomes) !== 3 || (await count(arena, 'audit', about)) !== 1 || (await count(arena, 'mail', about)) !== 2
      );
    },
  },
  {
    no: 'R15',
    fault: 'cancelling three times at once opens the stretch or is written down more than once',
    guard: null,
    async round(arena) {
      const { session, slot } = await booking(arena);
      const outcomes = await Promise.all([1, 2, 3].map(() => cancel(arena, session, slot)));
      const told = await count(arena, 'audit', sql`appointment_id = ${slot} AND action = 'cancelledByParticipant'`);
      return times(outcomes) !== 3 || told !== 1 || (await liveAt(arena, slot)).length !== 1;
    },
  },
  {
    no: 'R15',
    fault: 'rating three times at once is stored more than once',
    guard: { locks: true, constraints: ['rating_once'] },
    async round(arena) {
      const { world } = arena;
      const [person = { id: 0, session: '' }] = await people(arena, 1);
      const id = await world.appointment(await world.coach(), inDays(-3, '10:00'), { participant: person.id });
      const rating = { stars: [5, 5, 5, 5, 5, 5], personalFeedback: '', freeText: '', topics: [], wishes: [] };
      const outcomes = await Promise.all(
        [1, 2, 3].map(() => world.call(rateCoaching, person.session, submissionOf(id, rating)).then(told)),
      );
      return times(outcomes) !== 3 || (await count(arena, 'rating', sql`appointment_id = ${id}`)) !== 1;
    },
  },
  {
    no: 'R17',
    fault: 'an appointment that is entered four times at once is there twice',
    guard: { constraints: ['appointment_coach_overlap'] },
    async round(arena) {
      const { world, admin } = arena;
      const coachId = await world.coach();
      const form = { type: 'Einzelcoaching', date: dateOf(inDays(30, '10:00')), fromTime: '10:00', tillTime: '10:45' };
      const outcomes = await Promise.all(
        [1, 2, 3, 4].map(() =>
          world.call(createAppointment, admin, { ...form, coachId, participantId: null }).then(told),
        ),
      );
      return times(outcomes) !== 1 || (await count(arena, 'appointment', sql`coach_id = ${coachId}`)) !== 1;
    },
  },
  {
    no: 'R18',
    fault: 'of two imports and an appointment that is entered at once one is there twice, or a row is lost',
    guard: null,
    async round(arena) {
      const { world, admin } = arena;
      const email = `import${day++}@race.example`;
      const coachId = await world.coach({ email });
      const date = addDays(dateOf(new Date()), 40);
      const hours = ['08', '09', '10', '11', '12'];
      const rows = hours.map((hour) => `${email};Einzelcoaching;${date};${hour}:00;${hour}:45`).join('\n');
      const bytes = new TextEncoder().encode(`Coach-E-Mail;Typ;Datum;Von;Bis\n${rows}\n`);
      const send = () =>
        world.send(importAppointments, [{ field: `file_${admin}_0`, name: 'a.csv', bytes }]).then(told);
      const entered = {
        type: 'Einzelcoaching',
        date,
        fromTime: '10:15',
        tillTime: '11:00',
        coachId,
        participantId: null,
      };
      const outcomes = await Promise.all([send(), send(), world.call(createAppointment, admin, entered).then(told)]);
      // The one that was entered, or the row of the file that overlaps it.
      const there = await count(arena, 'appointment', sql`coach_id = ${coachId}`);
      return times(outcomes.slice(0, 2)) !== 2 || there !== 5;
    },
  },
];
