import { sql } from 'kysely';
import { createAppointment, deleteAppointment, importAppointments } from '../../src/features/appointments/contract.ts';
import { planSeries } from '../../src/features/appointments/series/contract.ts';
import { cancelAppointment } from '../../src/features/booking/contract.ts';
import { actionFlags, changeBooking } from '../../src/features/booking/admin/contract.ts';
import type { AdminAction } from '../../src/features/booking/admin/rules.ts';
import { deleteFile } from '../../src/features/files/contract.ts';
import { rateCoaching, toSubmission } from '../../src/features/ratings/contract.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { inDays } from '../support/world.ts';
import {
  book,
  createBooking,
  count,
  uncancelledRowsAt,
  createPeople,
  createSlots,
  countOutcomes,
  outcomeOf,
  type RaceContext,
  type Race,
} from './context.ts';

/** How many people book one appointment at the same time. */
const racers = 10;

const cancel = ({ world }: RaceContext, session: string, appointmentId: number) =>
  world.call(cancelAppointment, session, { appointmentId }).then(outcomeOf);
const change = ({ world, admin }: RaceContext, appointmentId: number, action: AdminAction) =>
  world.call(changeBooking, admin, { appointmentId, action: actionFlags(action) }).then(outcomeOf);

/** Books the new free row of a slot as soon as it exists. */
async function bookWhenFree(context: RaceContext, session: string, slot: number): Promise<string> {
  for (let attempt = 0; attempt < 30; attempt++) {
    const free = (await uncancelledRowsAt(context, slot)).find(({ status }) => status === 'F');
    if (free) return book(context, session, free.id);
  }
  return 'never free';
}

const rowOf = async ({ world }: RaceContext, id: number) =>
  world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirst();

/** For each admin action, the allowed answers to it and to the participant's cancellation, and the booking's state. */
const orders: Record<'cancelled' | 'goodwill' | 'booked', readonly string[]> = {
  cancelled: ['success success K byParticipant', 'notBooked success K byAdmin'],
  goodwill: ['success success K goodwill', 'notBooked success K goodwill'],
  booked: ['success success K byParticipant', 'success success G null'],
};

let turn = 0;
let day = 0;

export const races: readonly Race[] = [
  {
    no: 'R01',
    fault: 'two people book the same appointment successfully',
    guard: { locks: true },
    async runRound(context) {
      const [slot = 0] = await createSlots(context, 1);
      const all = await createPeople(context, racers);
      const outcomes = await Promise.all(all.map(({ session }) => book(context, session, slot)));
      return countOutcomes(outcomes) !== 1 || countOutcomes(outcomes, 'slotTaken') !== racers - 1;
    },
  },
  {
    no: 'R02',
    fault: 'a participant who books eight slots at the same time gets more or fewer than three',
    guard: { locks: true, constraints: ['appointment_quota_once'] },
    async runRound(context) {
      const [person] = await createPeople(context, 1);
      const outcomes = await Promise.all(
        (await createSlots(context, 8)).map((slot) => book(context, person?.session ?? '', slot)),
      );
      return countOutcomes(outcomes) !== 3 || countOutcomes(outcomes, 'limitReached') !== 5;
    },
  },
  {
    no: 'R03',
    fault: 'a participant gets two appointments that overlap',
    guard: { locks: true, constraints: ['appointment_participant_overlap'] },
    async runRound(context) {
      const [person] = await createPeople(context, 1);
      const together = (await Promise.all([1, 2, 3, 4].map(() => createSlots(context, 1)))).flat();
      const outcomes = await Promise.all(together.map((slot) => book(context, person?.session ?? '', slot)));
      return countOutcomes(outcomes) !== 1 || countOutcomes(outcomes, 'overlap') !== 3;
    },
  },
  {
    no: 'R04',
    fault: 'a slot that is cancelled twice while other participants try to book it is lost or booked twice',
    guard: { locks: true, constraints: ['appointment_coach_overlap'] },
    async runRound(context) {
      const { session, slot } = await createBooking(context);
      const waiting = await createPeople(context, 2);
      const [own, admin, ...hunters] = await Promise.all([
        cancel(context, session, slot),
        change(context, slot, 'cancelled'),
        ...waiting.map((one) => bookWhenFree(context, one.session, slot)),
      ]);
      const live = await uncancelledRowsAt(context, slot);
      const [only] = live;
      const winner = waiting[hunters.indexOf('success')];
      const owned = winner ? only?.status === 'G' && only.participant === winner.id : only?.status === 'F';
      const fair = countOutcomes(hunters) <= 1 && hunters.every((one) => /success|slotTaken|never free/.test(one));
      return live.length !== 1 || !owned || !fair || admin !== 'success' || !/success|notBooked/.test(own ?? '');
    },
  },
  {
    no: 'R05',
    fault: 'a cancellation and an admin’s change of one booking have a result that neither order of the two explains',
    guard: { locks: true },
    async runRound(context) {
      const action = (['cancelled', 'goodwill', 'booked'] as const)[turn++ % 3] ?? 'booked';
      const { session, slot } = await createBooking(context);
      const both = await Promise.all([cancel(context, session, slot), change(context, slot, action)]);
      const row = await rowOf(context, slot);
      const end = `${both.join(' ')} ${row?.status} ${row?.cancel_kind}`;
      return !orders[action].includes(end) || (await uncancelledRowsAt(context, slot)).length !== 1;
    },
  },
  {
    no: 'R06',
    fault: 'a restored booking and a new one both hold the same slot',
    guard: { locks: true, constraints: ['appointment_coach_overlap'] },
    async runRound(context) {
      const { slot } = await createBooking(context);
      const [other] = await createPeople(context, 1);
      await change(context, slot, 'cancelled');
      const [fresh] = await uncancelledRowsAt(context, slot);
      const both = await Promise.all([
        change(context, slot, 'booked'),
        book(context, other?.session ?? '', fresh?.id ?? 0),
      ]);
      const fair = both.join(' ') === 'success notFound' || both.join(' ') === 'slotTaken success';
      return !fair || (await uncancelledRowsAt(context, slot)).length !== 1;
    },
  },
  {
    no: 'R11',
    fault: 'an appointment is both deleted and booked, or neither',
    guard: { locks: true },
    async runRound(context) {
      const [slot = 0] = await createSlots(context, 1);
      const [person] = await createPeople(context, 1);
      const { world, admin } = context;
      const both = await Promise.all([
        book(context, person?.session ?? '', slot),
        world.call(deleteAppointment, admin, { appointmentId: slot }).then(outcomeOf),
      ]);
      const row = await rowOf(context, slot);
      const end = `${both.join(' ')} ${row?.status}`;
      return end !== 'success notFree G' && end !== 'notFound success undefined';
    },
  },
  {
    no: 'R13',
    fault: 'a participant books after their last Word file was deleted',
    guard: { locks: true },
    async runRound(context) {
      const { world } = context;
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const [slot = 0] = await createSlots(context, 1);
      const { id: file } = await world.db
        .selectFrom('document')
        .select('id')
        .where('participant_id', '=', person.id)
        .executeTakeFirstOrThrow();
      const [booked] = await Promise.all([
        book(context, person.session, slot),
        world.call(deleteFile, person.session, { fileId: file }),
      ]);
      const entries = await world.db
        .selectFrom('audit')
        .select('action')
        .where('actor_id', '=', person.id)
        .orderBy('id')
        .execute();
      const end = [booked, ...entries.map(({ action }) => action)].join(' ');
      return end !== 'success booked fileDeleted' && end !== 'noEditableFile fileDeleted';
    },
  },
  {
    no: 'R14',
    fault: 'a booking that is requested three times is stored, mailed or logged more than once',
    guard: { locks: true },
    async runRound(context) {
      const [slot = 0] = await createSlots(context, 1);
      const [person] = await createPeople(context, 1);
      const outcomes = await Promise.all([1, 2, 3].map(() => book(context, person?.session ?? '', slot)));
      const about = sql<boolean>`appointment_id = ${slot}`;
      return (
        countOutcomes(outcomes) !== 3 ||
        (await count(context, 'audit', about)) !== 1 ||
        (await count(context, 'mail', about)) !== 2
      );
    },
  },
  {
    no: 'R15',
    fault: 'a cancellation that is requested three times frees the slot or is logged more than once',
    guard: null,
    async runRound(context) {
      const { session, slot } = await createBooking(context);
      const outcomes = await Promise.all([1, 2, 3].map(() => cancel(context, session, slot)));
      const entries = await count(
        context,
        'audit',
        sql`appointment_id = ${slot} AND action = 'cancelledByParticipant'`,
      );
      return countOutcomes(outcomes) !== 3 || entries !== 1 || (await uncancelledRowsAt(context, slot)).length !== 1;
    },
  },
  {
    no: 'R15',
    fault: 'a rating that is sent three times is stored more than once',
    guard: { locks: true, constraints: ['rating_once'] },
    async runRound(context) {
      const { world } = context;
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const id = await world.appointment(await world.coach(), inDays(-3, '10:00'), { participant: person.id });
      const rating = { stars: [5, 5, 5, 5, 5, 5], personalFeedback: '', freeText: '', topics: [], wishes: [] };
      const outcomes = await Promise.all(
        [1, 2, 3].map(() => world.call(rateCoaching, person.session, toSubmission(id, rating)).then(outcomeOf)),
      );
      return countOutcomes(outcomes) !== 3 || (await count(context, 'rating', sql`appointment_id = ${id}`)) !== 1;
    },
  },
  {
    no: 'R17',
    fault: 'an appointment that is entered four times is created twice',
    guard: { constraints: ['appointment_coach_overlap'] },
    async runRound(context) {
      const { world, admin } = context;
      const coachId = await world.coach();
      const form = { type: 'Einzelcoaching', date: dateOf(inDays(30, '10:00')), fromTime: '10:00', tillTime: '10:45' };
      const outcomes = await Promise.all(
        [1, 2, 3, 4].map(() =>
          world.call(createAppointment, admin, { ...form, coachId, participantId: null }).then(outcomeOf),
        ),
      );
      return countOutcomes(outcomes) !== 1 || (await count(context, 'appointment', sql`coach_id = ${coachId}`)) !== 1;
    },
  },
  {
    no: 'R18',
    fault: 'two imports and an appointment that is entered create an appointment twice, or lose one',
    guard: null,
    async runRound(context) {
      const { world, admin } = context;
      const email = `import${day++}@race.example`;
      const coachId = await world.coach({ email });
      const date = addDays(dateOf(new Date()), 40);
      const hours = ['08', '09', '10', '11', '12'];
      const rows = hours.map((hour) => `${email};Einzelcoaching;${date};${hour}:00;${hour}:45`).join('\n');
      const bytes = new TextEncoder().encode(`Coach-E-Mail;Typ;Datum;Von;Bis\n${rows}\n`);
      const send = () =>
        world.send(importAppointments, [{ field: `file_${admin}_0`, name: 'a.csv', bytes }]).then(outcomeOf);
      const entered = {
        type: 'Einzelcoaching',
        date,
        fromTime: '10:15',
        tillTime: '11:00',
        coachId,
        participantId: null,
      };
      const outcomes = await Promise.all([
        send(),
        send(),
        world.call(createAppointment, admin, entered).then(outcomeOf),
      ]);
      // The calendar has either the appointment that was entered, or the overlapping row of the file.
      const stored = await count(context, 'appointment', sql`coach_id = ${coachId}`);
      return countOutcomes(outcomes.slice(0, 2)) !== 2 || stored !== 5;
    },
  },
  {
    no: 'R31',
    fault: 'a series and an import of the same appointments create one twice, fail, or are only partly applied',
    guard: { locks: true, constraints: ['appointment_coach_overlap'] },
    async runRound(context) {
      const { world, admin } = context;
      const email = `serie${day++}@race.example`;
      const coachId = await world.coach({ email });
      const date = addDays(dateOf(new Date()), 40);
      const rows = ['08', '09', '10'].map((hour) => `${email};Einzelcoaching;${date};${hour}:00;${hour}:45`).join('\n');
      const bytes = new TextEncoder().encode(`Coach-E-Mail;Typ;Datum;Von;Bis\n${rows}\n`);
      const pattern = {
        type: 'Einzelcoaching',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        everyWeeks: 1,
        fromDate: date,
        tillDate: date,
        fromTime: '08:00',
        tillTime: '10:45',
        minutes: 45,
        breakMinutes: 15,
        apply: true,
        expect: 3,
      };
      const [imported, series] = await Promise.all([
        world.send(importAppointments, [{ field: `file_${admin}_0`, name: 'a.csv', bytes }]),
        world.call(planSeries, admin, { ...pattern, coachId }),
      ]);
      const createdByImport = imported.body.success?.length;
      // The first request creates all appointments, and the answer to the other one reports that.
      const fair = [createdByImport === 3 && 'stale', createdByImport === 0 && 'success'].includes(outcomeOf(series));
      const stored = await count(context, 'appointment', sql`coach_id = ${coachId}`);
      return outcomeOf(imported) !== 'success' || !fair || stored !== 3;
    },
  },
];
