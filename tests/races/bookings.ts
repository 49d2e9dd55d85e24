import { sql } from 'kysely';
import { createAppointment, deleteAppointment } from '../../src/features/appointments/contract.ts';
import { importAppointments } from '../../src/features/appointments/import-files/contract.ts';
import { planSeries } from '../../src/features/appointments/series/contract.ts';
import { cancelAppointment } from '../../src/features/booking/contract.ts';
import { toActionFlags, changeBooking } from '../../src/features/booking/admin/contract.ts';
import type { AdminAction } from '../../src/features/booking/admin/rules.ts';
import { deleteFile } from '../../src/features/files/contract.ts';
import { rateCoaching, toSubmission } from '../../src/features/ratings/contract.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { statuses } from '../../src/shared/coaching.ts';
import { inDays } from '../support/world.ts';
import {
  book,
  createBooking,
  countRows,
  findUncancelledRowsAtTimeOf,
  createPeople,
  createSlots,
  countOutcomes,
  countSuccesses,
  outcomeOf,
  type RaceContext,
  type Race,
} from './context.ts';

/** How many people book one appointment at the same time. */
const bookerCount = 10;

const cancel = ({ world }: RaceContext, session: string, appointmentId: number) =>
  world.call(cancelAppointment, session, { appointmentId }).then(outcomeOf);

/** Changes the status of a booking as an admin; returns the outcome. */
const changeAsAdmin = ({ world, adminSession }: RaceContext, appointmentId: number, action: AdminAction) =>
  world.call(changeBooking, adminSession, { appointmentId, action: toActionFlags(action) }).then(outcomeOf);

/**
 * Waits until a cancelled slot has been replaced by a free one, and books the free one. Returns the outcome, or
 * 'never free' after 30 attempts.
 */
async function bookWhenFree(context: RaceContext, session: string, slot: number): Promise<string> {
  for (let attempt = 0; attempt < 30; attempt++) {
    const freeSlot = (await findUncancelledRowsAtTimeOf(context, slot)).find(({ status }) => status === statuses.free);
    if (freeSlot) return book(context, session, freeSlot.id);
  }
  return 'never free';
}

const readAppointment = async ({ world }: RaceContext, id: number) =>
  world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * For each action of an admin: the allowed results if a participant cancels the booking at the same time. A result
 * lists the outcome of the cancellation, the outcome of the admin's action, the status of the booking (K is cancelled,
 * G is booked), and how the booking was cancelled.
 */
const allowedResults: Record<'cancelled' | 'goodwill' | 'booked', readonly string[]> = {
  cancelled: ['success success K byParticipant', 'notBooked success K byAdmin'],
  goodwill: ['success success K goodwill', 'notBooked success K goodwill'],
  booked: ['success success K byParticipant', 'success success G null'],
};

let actionCount = 0;
let emailNumber = 0;

export const races: readonly Race[] = [
  {
    id: 'R01',
    fault: 'two people book the same appointment successfully',
    guard: { locks: true },
    async runRound(context) {
      const [slot = 0] = await createSlots(context, 1);
      const people = await createPeople(context, bookerCount);
      const outcomes = await Promise.all(people.map(({ session }) => book(context, session, slot)));
      return countSuccesses(outcomes) !== 1 || countOutcomes(outcomes, 'slotTaken') !== bookerCount - 1;
    },
  },
  {
    id: 'R02',
    fault: 'a participant who books eight slots at the same time gets more or fewer than three',
    guard: { locks: true, constraints: ['appointment_quota_once'] },
    async runRound(context) {
      const [person] = await createPeople(context, 1);
      const outcomes = await Promise.all(
        (await createSlots(context, 8)).map((slot) => book(context, person?.session ?? '', slot)),
      );
      return countSuccesses(outcomes) !== 3 || countOutcomes(outcomes, 'limitReached') !== 5;
    },
  },
  {
    id: 'R03',
    fault: 'a participant gets two appointments that overlap',
    guard: { locks: true, constraints: ['appointment_participant_overlap'] },
    async runRound(context) {
      const [person] = await createPeople(context, 1);
      // The first slots of different coaches start at almost the same time.
      const slots = (await Promise.all([1, 2, 3, 4].map(() => createSlots(context, 1)))).flat();
      const outcomes = await Promise.all(slots.map((slot) => book(context, person?.session ?? '', slot)));
      return countSuccesses(outcomes) !== 1 || countOutcomes(outcomes, 'overlap') !== 3;
    },
  },
  {
    id: 'R04',
    fault: 'a slot that is cancelled twice while other participants try to book it is lost or booked twice',
    guard: { locks: true, constraints: ['appointment_coach_overlap'] },
    async runRound(context) {
      const { session, slot } = await createBooking(context);
      const people = await createPeople(context, 2);
      const [cancellation, adminAction, ...bookings] = await Promise.all([
        cancel(context, session, slot),
        changeAsAdmin(context, slot, 'cancelled'),
        ...people.map((person) => bookWhenFree(context, person.session, slot)),
      ]);
      const rows = await findUncancelledRowsAtTimeOf(context, slot);
      const [row] = rows;
      const winner = people[bookings.indexOf('success')];
      const isRowCorrect = winner
        ? row?.status === statuses.booked && row.participant === winner.id
        : row?.status === statuses.free;
      const areBookingsCorrect =
        countSuccesses(bookings) <= 1 && bookings.every((outcome) => /success|slotTaken|never free/.test(outcome));
      const areCancellationsCorrect = adminAction === 'success' && /success|notBooked/.test(cancellation ?? '');
      return rows.length !== 1 || !isRowCorrect || !areBookingsCorrect || !areCancellationsCorrect;
    },
  },
  {
    id: 'R05',
    fault: 'a cancellation and an admin’s change of one booking have a result that neither order could produce',
    guard: { locks: true },
    async runRound(context) {
      const action = (['cancelled', 'goodwill', 'booked'] as const)[actionCount++ % 3] ?? 'booked';
      const { session, slot } = await createBooking(context);
      const outcomes = await Promise.all([cancel(context, session, slot), changeAsAdmin(context, slot, action)]);
      const row = await readAppointment(context, slot);
      const result = `${outcomes.join(' ')} ${row?.status} ${row?.cancel_kind}`;
      return (
        !allowedResults[action].includes(result) || (await findUncancelledRowsAtTimeOf(context, slot)).length !== 1
      );
    },
  },
  {
    id: 'R06',
    fault: 'a restored booking and a new one both hold the same slot',
    guard: { locks: true, constraints: ['appointment_coach_overlap'] },
    async runRound(context) {
      const { slot } = await createBooking(context);
      const [otherPerson] = await createPeople(context, 1);
      await changeAsAdmin(context, slot, 'cancelled');
      const [freeRow] = await findUncancelledRowsAtTimeOf(context, slot);
      const outcomes = await Promise.all([
        changeAsAdmin(context, slot, 'booked'),
        book(context, otherPerson?.session ?? '', freeRow?.id ?? 0),
      ]);
      const oneSucceeded = ['success notFound', 'slotTaken success'].includes(outcomes.join(' '));
      return !oneSucceeded || (await findUncancelledRowsAtTimeOf(context, slot)).length !== 1;
    },
  },
  {
    id: 'R11',
    fault: 'an appointment is both deleted and booked, or neither',
    guard: { locks: true },
    async runRound(context) {
      const [slot = 0] = await createSlots(context, 1);
      const [person] = await createPeople(context, 1);
      const { world, adminSession } = context;
      const outcomes = await Promise.all([
        book(context, person?.session ?? '', slot),
        world.call(deleteAppointment, adminSession, { appointmentId: slot }).then(outcomeOf),
      ]);
      const row = await readAppointment(context, slot);
      const result = `${outcomes.join(' ')} ${row?.status}`;
      return result !== 'success notFree G' && result !== 'notFound success undefined';
    },
  },
  {
    id: 'R13',
    fault: 'a participant books after their last Word file was deleted',
    guard: { locks: true },
    async runRound(context) {
      const { world } = context;
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const [slot = 0] = await createSlots(context, 1);
      const { id: fileId } = await world.db
        .selectFrom('document')
        .select('id')
        .where('participant_id', '=', person.id)
        .executeTakeFirstOrThrow();
      const [booking] = await Promise.all([
        book(context, person.session, slot),
        world.call(deleteFile, person.session, { fileId }),
      ]);
      const auditEntries = await world.db
        .selectFrom('audit')
        .select('action')
        .where('actor_id', '=', person.id)
        .orderBy('id')
        .execute();
      const result = [booking, ...auditEntries.map(({ action }) => action)].join(' ');
      return result !== 'success booked fileDeleted' && result !== 'noEditableFile fileDeleted';
    },
  },
  {
    id: 'R14',
    fault: 'a booking that is requested three times is stored, mailed or logged more than once',
    guard: { locks: true },
    async runRound(context) {
      const [slot = 0] = await createSlots(context, 1);
      const [person] = await createPeople(context, 1);
      const outcomes = await Promise.all([1, 2, 3].map(() => book(context, person?.session ?? '', slot)));
      const matchesSlot = sql<boolean>`appointment_id = ${slot}`;
      return (
        countSuccesses(outcomes) !== 3 ||
        (await countRows(context, 'audit', matchesSlot)) !== 1 ||
        (await countRows(context, 'mail', matchesSlot)) !== 2
      );
    },
  },
  {
    id: 'R15',
    fault: 'a cancellation that is requested three times frees the slot or is logged more than once',
    guard: null,
    async runRound(context) {
      const { session, slot } = await createBooking(context);
      const outcomes = await Promise.all([1, 2, 3].map(() => cancel(context, session, slot)));
      const entryCount = await countRows(
        context,
        'audit',
        sql`appointment_id = ${slot} AND action = 'cancelledByParticipant'`,
      );
      const freeRows = await findUncancelledRowsAtTimeOf(context, slot);
      return countSuccesses(outcomes) !== 3 || entryCount !== 1 || freeRows.length !== 1;
    },
  },
  {
    id: 'R15',
    fault: 'a rating that is sent three times is stored more than once',
    guard: { locks: true, constraints: ['rating_once'] },
    async runRound(context) {
      const { world } = context;
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const id = await world.addAppointment(await world.addCoach(), inDays(-3, '10:00'), { participant: person.id });
      const rating = { stars: [5, 5, 5, 5, 5, 5], personalFeedback: '', freeText: '', topics: [], wishes: [] };
      const outcomes = await Promise.all(
        [1, 2, 3].map(() => world.call(rateCoaching, person.session, toSubmission(id, rating)).then(outcomeOf)),
      );
      return countSuccesses(outcomes) !== 3 || (await countRows(context, 'rating', sql`appointment_id = ${id}`)) !== 1;
    },
  },
  {
    id: 'R17',
    fault: 'an appointment that an admin creates four times is stored twice',
    guard: { constraints: ['appointment_coach_overlap'] },
    async runRound(context) {
      const { world, adminSession: admin } = context;
      const coachId = await world.addCoach();
      const form = { type: 'Einzelcoaching', date: dateOf(inDays(30, '10:00')), fromTime: '10:00', tillTime: '10:45' };
      const outcomes = await Promise.all(
        [1, 2, 3, 4].map(() =>
          world.call(createAppointment, admin, { ...form, coachId, participantId: null }).then(outcomeOf),
        ),
      );
      return (
        countSuccesses(outcomes) !== 1 || (await countRows(context, 'appointment', sql`coach_id = ${coachId}`)) !== 1
      );
    },
  },
  {
    id: 'R18',
    fault:
      'two imports of a file and the creation of an overlapping appointment store an appointment twice, or lose one',
    guard: null,
    async runRound(context) {
      const { world, adminSession: admin } = context;
      const email = `import${emailNumber++}@race.example`;
      const coachId = await world.addCoach({ email });
      const date = addDays(dateOf(new Date()), 40);
      const hours = ['08', '09', '10', '11', '12'];
      const rows = hours.map((hour) => `${email};Einzelcoaching;${date};${hour}:00;${hour}:45`).join('\n');
      const bytes = new TextEncoder().encode(`Coach-E-Mail;Typ;Datum;Von;Bis\n${rows}\n`);
      const importFile = () =>
        world.send(importAppointments, [{ field: `file_${admin}_0`, name: 'a.csv', bytes }]).then(outcomeOf);
      const overlappingAppointment = {
        type: 'Einzelcoaching',
        date,
        fromTime: '10:15',
        tillTime: '11:00',
        coachId,
        participantId: null,
      };
      const outcomes = await Promise.all([
        importFile(),
        importFile(),
        world.call(createAppointment, admin, overlappingAppointment).then(outcomeOf),
      ]);
      // Either the created appointment or the row of the file that overlaps it is stored.
      const appointmentCount = await countRows(context, 'appointment', sql`coach_id = ${coachId}`);
      return countSuccesses(outcomes.slice(0, 2)) !== 2 || appointmentCount !== 5;
    },
  },
  {
    id: 'R31',
    fault: 'a series and an import of the same appointments store an appointment twice, fail, or are partly applied',
    guard: { locks: true, constraints: ['appointment_coach_overlap'] },
    async runRound(context) {
      const { world, adminSession: admin } = context;
      const email = `serie${emailNumber++}@race.example`;
      const coachId = await world.addCoach({ email });
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
      const [importResponse, seriesResponse] = await Promise.all([
        world.send(importAppointments, [{ field: `file_${admin}_0`, name: 'a.csv', bytes }]),
        world.call(planSeries, admin, { ...pattern, coachId }),
      ]);
      // The faster request creates all appointments, and the response to the other request shows that.
      const createdByImport = importResponse.body.success?.length;
      const seriesOutcome = outcomeOf(seriesResponse);
      const onlyImportCreated = createdByImport === 3 && seriesOutcome === 'stale';
      const onlySeriesCreated = createdByImport === 0 && seriesOutcome === 'success';
      const appointmentCount = await countRows(context, 'appointment', sql`coach_id = ${coachId}`);
      const oneCreatedAll = onlyImportCreated || onlySeriesCreated;
      return outcomeOf(importResponse) !== 'success' || !oneCreatedAll || appointmentCount !== 3;
    },
  },
];
