import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import { endAbsence, planAbsence, undoAbsence } from '../../src/features/absences/contract.ts';
import { planSeries } from '../../src/features/appointments/series/contract.ts';
import { cancelAppointment } from '../../src/features/booking/contract.ts';
import { moveAppointment } from '../../src/features/booking/move/contract.ts';
import { reschedule } from '../../src/features/booking/reschedule/contract.ts';
import { deliver } from '../../src/features/mail/delivery/deliver.steps.ts';
import { openMailTransport } from '../../src/features/mail/delivery/smtp.adapter.ts';
import { dateOf } from '../../src/shared/berlin.ts';
import { book, outcomeOf, createPeople, type RaceContext } from '../races/context.ts';
import type { MailContext } from '../support/smtp.ts';
import { inDays } from '../support/world.ts';
import { Model, counts, type Step } from './model.ts';

/** The model's first day is far enough ahead that every booking can be cancelled. */
const daysUntilFirstDay = 9;
const startOf = (day: number) => inDays(daysUntilFirstDay + day, '10:00');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The data that a calendar app stores about an event (RFC 5546). */
interface StoredEvent {
  sequence: number;
  start: string;
  cancelled: boolean;
}

/**
 * Runs the steps in the portal with new people and calendars. After each step, compares the result and all appointments
 * with the model. Finally sends all mails and checks that the calendar app of every person shows exactly the bookings
 * of this person.
 */
export async function runSteps(context: RaceContext, mailContext: MailContext, steps: readonly Step[]): Promise<void> {
  const { world, adminSession } = context;
  const model = new Model();
  const participants = await createPeople(context, counts.participants);
  const coachIds: number[] = [];
  for (let n = 0; n < counts.coaches; n++) coachIds.push(await world.addCoach());
  for (const coachId of coachIds)
    for (let day = 0; day < counts.days; day++) await world.addAppointment(coachId, startOf(day));
  const absenceIds: number[] = [];
  const coachIdAt = (index: number) => coachIds[index] ?? 0;
  const sessionOf = ({ participant }: Step) => participants[participant]?.session ?? '';

  /** Returns the appointments that are free ('F') or booked ('G'), with their days in the model. */
  async function readAppointments() {
    const rows = await world.db
      .selectFrom('appointment')
      .select([
        'id',
        'coach_id as coachId',
        'starts_at as start',
        'status',
        'participant_id as participantId',
        'quota_number as quotaNumber',
      ])
      .where('coach_id', 'in', coachIds)
      .where('status', '<>', 'K')
      .execute();
    return rows.map((row) => ({ ...row, day: Math.round((+row.start - +startOf(0)) / dayMs) }));
  }
  const findAppointmentId = async (coachIndex: number, day: number) =>
    (await readAppointments()).find((row) => row.coachId === coachIdAt(coachIndex) && row.day === day)?.id ?? 0;
  const eventsByPerson = new Map(
    [...participants.map(({ id }) => id), ...coachIds].map((id) => [id, new Map<string, StoredEvent>()]),
  );

  /** Sends the mails that are due. Checks that each mail raises the sequence number of its event. */
  async function deliverDueMails(): Promise<void> {
    const dueMails = await world.db
      .selectFrom('mail')
      .select(['id', 'person_id as personId'])
      .where('person_id', 'in', [...eventsByPerson.keys()])
      .where('to_hand_over', '=', true)
      .where(sql<boolean>`coalesce(hold_until, '-infinity') <= ${new Date(Date.now() + world.clock.shiftMs)}`)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    for (const { id, personId } of dueMails) {
      await world.db.updateTable('mail').set({ to_hand_over: false }).where('id', '=', id).execute();
      await deliver({ ...mailContext, clock: world.clock, send: openMailTransport(world.settings) }, id);
      const file = join(world.settings.dataDir, 'mails', `${id}.eml`);
      if (!existsSync(file)) continue;
      const { attachments } = await PostalMime.parse(readFileSync(file));
      const text = new TextDecoder().decode(attachments[0]?.content as ArrayBuffer);
      const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
      const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
      const personEvents = eventsByPerson.get(personId);
      expect(event.sequence, 'the sequence of an event rises with each mail').toBeGreaterThan(
        personEvents?.get(event.uid)?.sequence ?? -1,
      );
      const cancelled = calendar.getFirstPropertyValue('method') === 'CANCEL';
      const start = event.startDate.toJSDate().toISOString();
      personEvents?.set(event.uid, { sequence: event.sequence, start, cancelled });
    }
  }

  const stepRunners: Record<Step['action'], (step: Step) => Promise<void>> = {
    async book(step) {
      const appointmentId = await findAppointmentId(step.coach, step.day);
      const expected = model.book(step);
      if (expected !== null) expect(await book(context, sessionOf(step), appointmentId)).toBe(expected);
    },
    async reschedule(step) {
      const appointmentId = await findAppointmentId(model.findBookedCoach(step.participant, step.day), step.day);
      const newAppointmentId = await findAppointmentId(step.targetCoach, step.targetDay);
      const expected = model.reschedule(step);
      const input = { appointmentId, newAppointmentId };
      if (expected !== null) expect(outcomeOf(await world.call(reschedule, sessionOf(step), input))).toBe(expected);
    },
    async cancel(step) {
      const appointmentId = await findAppointmentId(model.findBookedCoach(step.participant, step.day), step.day);
      const expected = model.cancel(step);
      if (expected === null) return;
      expect(outcomeOf(await world.call(cancelAppointment, sessionOf(step), { appointmentId }))).toBe(expected);
    },
    async move(step) {
      const appointmentId = await findAppointmentId(step.coach, step.day);
      const expected = model.move(step);
      if (expected === null) return;
      const target = {
        coachId: coachIdAt(step.targetCoach),
        date: dateOf(startOf(step.targetDay)),
        fromTime: '10:00',
        tillTime: '10:45',
      };
      expect(outcomeOf(await world.call(moveAppointment, adminSession, { appointmentId, ...target }))).toBe(expected);
    },
    async createSeries(step) {
      const { from, till, newCount } = model.createSeries(step);
      const plan = {
        coachId: coachIdAt(step.coach),
        type: 'Einzelcoaching',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        everyWeeks: 1,
        fromDate: dateOf(startOf(from)),
        tillDate: dateOf(startOf(till)),
        fromTime: '10:00',
        tillTime: '10:45',
        minutes: 45,
        breakMinutes: 0,
        apply: true,
        expect: newCount,
      };
      expect(outcomeOf(await world.call(planSeries, adminSession, plan))).toBe('success');
    },
    async planAbsence(step) {
      const appointmentId = await findAppointmentId(step.coach, step.day);
      const existingAbsence = model.findActiveAbsence(step.coach, step.day);
      const { colleague } = model.planAbsence(step);
      const decision =
        colleague === null
          ? { appointmentId, action: 'offer' }
          : { appointmentId, action: 'move', toCoachId: coachIdAt(colleague) };
      const date = dateOf(startOf(step.day));
      const absence = { fromDate: date, fromTime: null, tillDate: date, tillTime: null, kind: 'illness', apply: true };
      const decisions = appointmentId > 0 ? [decision] : [];
      const { body } = await world.call(planAbsence, adminSession, {
        coachId: coachIdAt(step.coach),
        ...absence,
        decisions,
      });
      expect(body.meta.status).toBe('success');
      const id = body.data?.absenceId ?? 0;
      if (existingAbsence) expect(id).toBe(absenceIds[model.absences.indexOf(existingAbsence)]);
      else absenceIds.push(id);
    },
    async undoAbsence({ day }) {
      const index = chooseRecentAbsence(day);
      if (index < 0) return;
      const expected = model.undoAbsence(index);
      expect(outcomeOf(await world.call(undoAbsence, adminSession, { absenceId: absenceIds[index] }))).toBe(expected);
    },
    async endAbsence({ day }) {
      const index = chooseRecentAbsence(day);
      if (index < 0) return;
      model.endAbsence(index);
      expect(outcomeOf(await world.call(endAbsence, adminSession, { absenceId: absenceIds[index] }))).toBe('success');
    },
    // After two of these waits, an absence can no longer be undone.
    wait: () => Promise.resolve(advanceClock(3)),
    deliver: deliverDueMails,
  };
  /** Returns the index of the newest absence, or on odd days of the absence before it; negative if there is none. */
  function chooseRecentAbsence(day: number): number {
    return absenceIds.length - 1 - (day % 2);
  }
  /** Advances the time of the model and of the portal. */
  function advanceClock(minutes: number): void {
    model.wait(minutes);
    world.clock.shiftMs += minutes * minuteMs;
  }

  world.clock.shiftMs = 0;
  for (const step of steps) {
    await stepRunners[step.action](step);
    const appointments = await readAppointments();
    const cells = coachIds.map((coachId) =>
      Array.from({ length: counts.days }, (_, day) => {
        const [appointment, ...otherAppointments] = appointments.filter(
          (row) => row.coachId === coachId && row.day === day,
        );
        expect(otherAppointments).toEqual([]);
        if (!appointment) return null;
        if (appointment.status === 'F') return 'free';
        return participants.findIndex(({ id }) => id === appointment.participantId);
      }),
    );
    expect(cells, step.action).toEqual(model.cells);
    for (const [index, { id }] of participants.entries()) {
      const quotaNumbers = appointments.flatMap(({ participantId, quotaNumber }) =>
        participantId === id && quotaNumber !== null ? [quotaNumber] : [],
      );
      expect(new Set(quotaNumbers).size).toBe(model.countBookings(index));
    }
  }
  // After these minutes, all mails that were held back are due.
  advanceClock(6);
  await deliverDueMails();
  world.clock.shiftMs = 0;
  const bookings = (await readAppointments()).filter(({ status }) => status === 'G');
  for (const [personId, events] of eventsByPerson) {
    const shownStarts = [...events.values()].filter(({ cancelled }) => !cancelled).map(({ start }) => start);
    const personBookings = bookings.filter(
      ({ coachId, participantId }) => coachId === personId || participantId === personId,
    );
    expect(shownStarts.sort()).toEqual(personBookings.map(({ start }) => start.toISOString()).sort());
  }
}
