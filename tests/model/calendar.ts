import { sql } from 'kysely';
import { expect } from 'vitest';
import { endAbsence, planAbsence, undoAbsence } from '../../src/features/absences/contract.ts';
import { planSeries } from '../../src/features/appointments/series/contract.ts';
import { bookAppointment, cancelAppointment } from '../../src/features/booking/contract.ts';
import { moveAppointment } from '../../src/features/booking/move/contract.ts';
import { reschedule } from '../../src/features/booking/reschedule/contract.ts';
import {
  anonymizeUserData,
  changeActiveStatus,
  searchOwnParticipants,
} from '../../src/features/participants/contract.ts';
import { addDays, instantOf } from '../../src/shared/berlin.ts';
import type { Call } from '../../src/shared/call.ts';
import type { World } from '../support/world.ts';
import { counts, Model, type CalendarAction, type CalendarStep, type Cell } from './model.ts';

/**
 * Signs a person in, and returns a function that makes a call as this person. Its outcome is 'success', the code of the
 * refusal, or the HTTP status.
 */
export type PrepareCall = (
  call: Call,
  person: number,
  input: Record<string, unknown>,
) => Promise<() => Promise<string>>;

/** The call of a person that is about to be made, and what it must do. */
export interface PlannedCall {
  make: () => Promise<string>;
  /** The outcome that the model predicts. */
  outcome: string;
  /** The model after the call. */
  next: Model;
}

/** What the model and the portal must agree on. */
export interface CalendarState {
  /** The calendars by coach and day. */
  cells: readonly (readonly Cell[])[];
  /** The coach and day of each absence, and whether it is in effect, in the order of planning. */
  absences: { coach: number; day: number; isActive: boolean }[];
  /** Whether each participant is active. */
  active: boolean[];
  /** The own participants of each coach. */
  ownParticipants: number[][];
}

/** Returns the state of the model in the form in which the portal's state is read. */
export const stateOf = (model: Model): CalendarState => ({
  cells: model.cells,
  absences: model.absences.map(({ coach, day, outcome }) => ({ coach, day, isActive: outcome === null })),
  active: Array.from({ length: counts.participants }, (_, participant) => model.isActive(participant)),
  ownParticipants: Array.from({ length: counts.coaches }, (_, coach) => model.listOwnParticipants(coach)),
});

/** Each appointment is from 10:00 to 10:45 in Berlin. */
const times = { fromTime: '10:00', tillTime: '10:45' };

/**
 * Adds participants, coaches and appointments that correspond to those of a new model. `firstDate` is the date
 * `yyyy-mm-dd` of the model's first day. It must be so far ahead that every booking can be cancelled.
 */
export async function openCalendar(world: World, firstDate: string, prepareCall: PrepareCall) {
  const { db } = world;
  const dates = Array.from({ length: counts.days }, (_, day) => addDays(firstDate, day));
  const adminId = await world.addAdmin();
  const participantIds: number[] = [];
  for (let n = 0; n < counts.participants; n++) participantIds.push(await world.addParticipant());
  const coachIds: number[] = [];
  for (let n = 0; n < counts.coaches; n++) coachIds.push(await world.addCoach());
  const idAt = (ids: readonly number[], index: number) => ids[index] ?? 0;
  const dateAt = (day: number) => dates[day] ?? '';
  for (const coachId of coachIds)
    for (const date of dates) {
      const start = instantOf(date, times.fromTime);
      if (start) await world.addAppointment(coachId, start);
    }

  /** Returns the appointments that are free ('F') or booked ('G'), with their days in the model. */
  async function readAppointments() {
    const rows = await db
      .selectFrom('appointment')
      .select(['id', 'coach_id as coachId', 'starts_at as start', 'status', 'participant_id as participantId'])
      .select(['quota_number as quotaNumber'])
      // PostgreSQL has the time zone from another source than the portal.
      .select(sql<string>`to_char(starts_at AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD')`.as('date'))
      .select(sql<string>`to_char(starts_at AT TIME ZONE 'Europe/Berlin', 'HH24:MI')`.as('fromTime'))
      .select(sql<string>`to_char(ends_at AT TIME ZONE 'Europe/Berlin', 'HH24:MI')`.as('tillTime'))
      .where('coach_id', 'in', coachIds)
      .where('status', '<>', 'K')
      .orderBy('id')
      .execute();
    for (const { fromTime, tillTime } of rows) expect({ fromTime, tillTime }).toEqual(times);
    return rows.map((row) => ({ ...row, day: dates.indexOf(row.date) }));
  }

  /** Returns the state of the calendars in the portal. Checks the quota numbers of each participant's bookings. */
  async function readState(): Promise<CalendarState> {
    const appointments = await readAppointments();
    const cells = coachIds.map((coachId) =>
      dates.map((_, day): Cell => {
        const [appointment, ...others] = appointments.filter((row) => row.coachId === coachId && row.day === day);
        expect(others).toEqual([]);
        if (!appointment) return null;
        if (appointment.status === 'F' || appointment.participantId === null) return 'free';
        return participantIds.indexOf(appointment.participantId);
      }),
    );
    for (const id of participantIds) {
      const quotaNumbers = appointments.flatMap(({ participantId, quotaNumber }) =>
        participantId === id && quotaNumber !== null ? [quotaNumber] : [],
      );
      expect(new Set(quotaNumbers).size).toBe(appointments.filter(({ participantId }) => participantId === id).length);
    }
    const absences = await readAbsences();
    return {
      cells,
      absences: absences.map(({ coachId, date, isActive }) => ({
        coach: coachIds.indexOf(coachId),
        day: dates.indexOf(date),
        isActive,
      })),
      active: await readActive(),
      ownParticipants: await Promise.all(coachIds.map(readOwnParticipants)),
    };
  }

  async function readActive(): Promise<boolean[]> {
    const people = await db
      .selectFrom('person')
      .select(['id', 'inactive_at'])
      .where('id', 'in', participantIds)
      .execute();
    return participantIds.map((id) => people.find((person) => person.id === id)?.inactive_at === null);
  }

  const coachSessions = new Map<number, string>();

  /** Returns the indexes of the participants whom a coach finds. */
  async function readOwnParticipants(coachId: number): Promise<number[]> {
    const session = coachSessions.get(coachId) ?? (await world.signIn(coachId));
    const { status, body } = await world.call(searchOwnParticipants, session, { searchString: '', all: true });
    if (status === 401) {
      // The session ended because time passed.
      coachSessions.delete(coachId);
      return readOwnParticipants(coachId);
    }
    coachSessions.set(coachId, session);
    // Participants who were erased are no longer found.
    return (body.data ?? []).map(({ participantId }) => participantIds.indexOf(participantId)).sort((a, b) => a - b);
  }

  const readAbsences = () =>
    db
      .selectFrom('absence')
      .select(['id', 'coach_id as coachId', sql<boolean>`ended_at IS NULL`.as('isActive')])
      .select(sql<string>`to_char(starts_at AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD')`.as('date'))
      .where('coach_id', 'in', coachIds)
      .orderBy('id')
      .execute();

  /** Returns the participants for whom slots are held, by coach and day as in '0:3'. */
  async function readHolders(): Promise<Map<string, number>> {
    const offers = await db
      .selectFrom('waiting_offer')
      .innerJoin('appointment', 'appointment.id', 'waiting_offer.appointment_id')
      .select(['appointment.coach_id as coachId', 'waiting_offer.person_id as personId'])
      .select(sql<string>`to_char(appointment.starts_at AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD')`.as('date'))
      .where('appointment.coach_id', 'in', coachIds)
      .where('outcome', 'is', null)
      .where('held_until', '>', sql<Date>`clock_timestamp() + ${world.clock.shiftMs} * interval '1 millisecond'`)
      .execute();
    return new Map(
      offers.map(({ coachId, personId, date }) => [
        `${coachIds.indexOf(coachId)}:${dates.indexOf(date)}`,
        participantIds.indexOf(personId),
      ]),
    );
  }

  async function findAppointmentId(coach: number, day: number): Promise<number> {
    const appointments = await readAppointments();
    return appointments.find((row) => row.coachId === idAt(coachIds, coach) && row.day === day)?.id ?? 0;
  }
  const findBookingId = (model: Model, { participant, day }: CalendarStep) =>
    findAppointmentId(model.findBookedCoach(participant, day), day);
  const findAbsenceId = async (model: Model, { day }: CalendarStep) =>
    (await readAbsences())[model.findRecentAbsence(day)]?.id;

  /** Returns the call of a step, and the person who makes it. */
  const callOf: Record<
    CalendarAction,
    (step: CalendarStep, model: Model, next: Model) => Promise<[Call, number, Record<string, unknown>]>
  > = {
    async book(step) {
      const appointmentId = await findAppointmentId(step.coach, step.day);
      return [bookAppointment, idAt(participantIds, step.participant), { appointmentId }];
    },
    async reschedule(step, model) {
      const appointmentId = await findBookingId(model, step);
      const newAppointmentId = await findAppointmentId(step.targetCoach, step.targetDay);
      return [reschedule, idAt(participantIds, step.participant), { appointmentId, newAppointmentId }];
    },
    async cancel(step, model) {
      const appointmentId = await findBookingId(model, step);
      return [cancelAppointment, idAt(participantIds, step.participant), { appointmentId }];
    },
    async move(step) {
      const appointmentId = await findAppointmentId(step.coach, step.day);
      const target = { coachId: idAt(coachIds, step.targetCoach), date: dateAt(step.targetDay), ...times };
      return [moveAppointment, adminId, { appointmentId, ...target }];
    },
    async createSeries(step, model, next) {
      const countSlots = ({ cells }: Model) => cells.flat().filter((cell) => cell === 'free').length;
      const series = {
        coachId: idAt(coachIds, step.coach),
        type: 'Einzelcoaching',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        everyWeeks: 1,
        fromDate: dateAt(Math.min(step.day, step.targetDay)),
        tillDate: dateAt(Math.max(step.day, step.targetDay)),
        ...times,
        minutes: 45,
        breakMinutes: 0,
      };
      return Promise.resolve([
        planSeries,
        adminId,
        { ...series, apply: true, expect: countSlots(next) - countSlots(model) },
      ]);
    },
    async planAbsence(step, model, next) {
      const appointmentId = await findAppointmentId(step.coach, step.day);
      const isNew = next.absences.length > model.absences.length;
      const colleague = isNew ? next.absences.at(-1)?.handover?.to.coach : undefined;
      const decision =
        colleague === undefined ? { action: 'offer' } : { action: 'move', toCoachId: idAt(coachIds, colleague) };
      const date = dateAt(step.day);
      const absence = { fromDate: date, fromTime: null, tillDate: date, tillTime: null, kind: 'illness', apply: true };
      const decisions = appointmentId > 0 ? [{ appointmentId, ...decision }] : [];
      return [planAbsence, adminId, { coachId: idAt(coachIds, step.coach), ...absence, decisions }];
    },
    async undoAbsence(step, model) {
      return [undoAbsence, adminId, { absenceId: await findAbsenceId(model, step) }];
    },
    async endAbsence(step, model) {
      return [endAbsence, adminId, { absenceId: await findAbsenceId(model, step) }];
    },
    inactivate: ({ participant }) =>
      Promise.resolve([
        changeActiveStatus,
        adminId,
        { participantId: idAt(participantIds, participant), participantStatus: 1 },
      ]),
    reactivate: ({ participant }) =>
      Promise.resolve([
        changeActiveStatus,
        adminId,
        { participantId: idAt(participantIds, participant), participantStatus: 0 },
      ]),
    erase: ({ participant }) =>
      Promise.resolve([anonymizeUserData, adminId, { participantId: idAt(participantIds, participant) }]),
  };

  return {
    adminId,
    participantIds,
    coachIds,
    readState,
    readAppointments,

    /** Prepares the call of a step in the state of this model; null if the step does not apply. */
    async planCall(model: Model, step: CalendarStep): Promise<PlannedCall | null> {
      model.holders = await readHolders();
      const { next, outcome } = model.after(step);
      if (outcome === null) return null;
      const [call, person, input] = await callOf[step.action](step, model, next);
      return { outcome, next, make: await prepareCall(call, person, input) };
    },

    /** Puts a new participant in the place of each anonymised one. */
    async replaceErasedParticipants(): Promise<void> {
      const erased = await db
        .selectFrom('person')
        .select('id')
        .where('id', 'in', participantIds)
        .where('anonymised_at', 'is not', null)
        .execute();
      for (const { id } of erased) participantIds[participantIds.indexOf(id)] = await world.addParticipant();
    },
  };
}
