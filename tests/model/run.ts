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
import { Model, size, type Step } from './model.ts';

/** The number of days from today to the model's first day: far enough ahead that every booking can be cancelled. */
const firstDay = 9;
const startOf = (day: number) => inDays(firstDay + day, '10:00');
const minuteMs = 60_000;

/** The data that a calendar app stores about an event (RFC 5546). */
interface StoredEvent {
  sequence: number;
  start: string;
  cancelled: boolean;
}

/**
 * Runs the steps in the portal with new people and calendars, and after each step compares the result and all
 * appointments with the model. Finally sends all mails, and checks that every person's calendar app shows exactly their
 * bookings.
 */
export async function runSteps(context: RaceContext, mailContext: MailContext, steps: readonly Step[]): Promise<void> {
  const { world, adminSession } = context;
  const model = new Model();
  const participants = await createPeople(context, size.participants);
  const coaches: number[] = [];
  for (let n = 0; n < size.coaches; n++) coaches.push(await world.addCoach());
  for (const coach of coaches)
    for (let day = 0; day < size.days; day++) await world.addAppointment(coach, startOf(day));
  const absences: number[] = [];
  const coachAt = (index: number) => coaches[index] ?? 0;
  const sessionOf = ({ participant }: Step) => participants[participant]?.session ?? '';

  /** The appointments that are not cancelled, with their days in the model. */
  async function selectRows() {
    const rows = await world.db
      .selectFrom('appointment')
      .select([
        'id',
        'coach_id as coach',
        'starts_at as start',
        'status',
        'participant_id as participant',
        'quota_number as quota',
      ])
      .where('coach_id', 'in', coaches)
      .where('status', '<>', 'K')
      .execute();
    return rows.map((row) => ({ ...row, day: Math.round((+row.start - +startOf(0)) / 86_400_000) }));
  }
  const findAppointmentId = async (coach: number, day: number) =>
    (await selectRows()).find((row) => row.coach === coachAt(coach) && row.day === day)?.id ?? 0;
  const eventsByPerson = new Map(
    [...participants.map(({ id }) => id), ...coaches].map((id) => [id, new Map<string, StoredEvent>()]),
  );

  /** Sends the mails that are due, and checks that the sequence of an event rises with each mail about it. */
  async function deliverDue(): Promise<void> {
    const dueMails = await world.db
      .selectFrom('mail')
      .select(['id', 'person_id as person'])
      .where('person_id', 'in', [...eventsByPerson.keys()])
      .where('to_hand_over', '=', true)
      .where(sql<boolean>`coalesce(hold_until, '-infinity') <= ${new Date(Date.now() + world.clock.shiftMs)}`)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    for (const { id, person } of dueMails) {
      await world.db.updateTable('mail').set({ to_hand_over: false }).where('id', '=', id).execute();
      await deliver({ ...mailContext, clock: world.clock, send: openMailTransport(world.settings) }, id);
      const file = join(world.settings.dataDir, 'mails', `${id}.eml`);
      if (!existsSync(file)) continue;
      const { attachments } = await PostalMime.parse(readFileSync(file));
      const text = new TextDecoder().decode(attachments[0]?.content as ArrayBuffer);
      const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
      const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
      const personEvents = eventsByPerson.get(person);
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
      const slot = await findAppointmentId(step.coach, step.day);
      const expected = model.book(step);
      if (expected !== null) expect(await book(context, sessionOf(step), slot)).toBe(expected);
    },
    async reschedule(step) {
      const from = await findAppointmentId(model.findCoach(step.participant, step.day), step.day);
      const to = await findAppointmentId(step.toCoach, step.toDay);
      const expected = model.reschedule(step);
      const input = { appointmentId: from, newAppointmentId: to };
      if (expected !== null) expect(outcomeOf(await world.call(reschedule, sessionOf(step), input))).toBe(expected);
    },
    async cancel(step) {
      const appointmentId = await findAppointmentId(model.findCoach(step.participant, step.day), step.day);
      const expected = model.cancel(step);
      if (expected === null) return;
      expect(outcomeOf(await world.call(cancelAppointment, sessionOf(step), { appointmentId }))).toBe(expected);
    },
    async move(step) {
      const appointmentId = await findAppointmentId(step.coach, step.day);
      const expected = model.move(step);
      if (expected === null) return;
      const to = {
        coachId: coachAt(step.toCoach),
        date: dateOf(startOf(step.toDay)),
        fromTime: '10:00',
        tillTime: '10:45',
      };
      expect(outcomeOf(await world.call(moveAppointment, adminSession, { appointmentId, ...to }))).toBe(expected);
    },
    async series(step) {
      const { from, till, newCount } = model.createSeries(step);
      const plan = {
        coachId: coachAt(step.coach),
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
    async absent(step) {
      const appointmentId = await findAppointmentId(step.coach, step.day);
      const existingAbsence = model.findAbsence(step.coach, step.day);
      const { colleague } = model.planAbsence(step);
      const decision =
        colleague === null
          ? { appointmentId, action: 'offer' }
          : { appointmentId, action: 'move', toCoachId: coachAt(colleague) };
      const date = dateOf(startOf(step.day));
      const days = { fromDate: date, fromTime: null, tillDate: date, tillTime: null, kind: 'illness', apply: true };
      const decisions = appointmentId > 0 ? [decision] : [];
      const { body } = await world.call(planAbsence, adminSession, {
        coachId: coachAt(step.coach),
        ...days,
        decisions,
      });
      expect(body.meta.status).toBe('success');
      const id = body.data?.absenceId ?? 0;
      if (existingAbsence) expect(id).toBe(absences[model.absences.indexOf(existingAbsence)]);
      else absences.push(id);
    },
    async undo({ day }) {
      const index = absences.length - 1 - (day % 2);
      if (index < 0) return;
      const expected = model.undo(index);
      expect(outcomeOf(await world.call(undoAbsence, adminSession, { absenceId: absences[index] }))).toBe(expected);
    },
    async end({ day }) {
      const index = absences.length - 1 - (day % 2);
      if (index < 0) return;
      model.end(index);
      expect(outcomeOf(await world.call(endAbsence, adminSession, { absenceId: absences[index] }))).toBe('success');
    },
    // After two of these waits, an absence can no longer be undone.
    wait: () => Promise.resolve(advanceClock(3)),
    deliver: deliverDue,
  };
  function advanceClock(minutes: number): void {
    model.wait(minutes);
    world.clock.shiftMs += minutes * minuteMs;
  }

  world.clock.shiftMs = 0;
  for (const step of steps) {
    await stepRunners[step.action](step);
    const rows = await selectRows();
    const cells = coaches.map((coach) =>
      Array.from({ length: size.days }, (_, day) => {
        const [row, ...otherRows] = rows.filter(
          (appointment) => appointment.coach === coach && appointment.day === day,
        );
        expect(otherRows).toEqual([]);
        return row ? (row.status === 'F' ? 'free' : participants.findIndex(({ id }) => id === row.participant)) : null;
      }),
    );
    expect(cells, step.action).toEqual(model.cells);
    for (const [index, { id }] of participants.entries()) {
      const numbers = rows.flatMap((row) => (row.participant === id && row.quota !== null ? [row.quota] : []));
      expect(new Set(numbers).size).toBe(model.countBookings(index));
    }
  }
  advanceClock(6);
  await deliverDue();
  world.clock.shiftMs = 0;
  const rows = (await selectRows()).filter(({ status }) => status === 'G');
  for (const [person, events] of eventsByPerson) {
    const shown = [...events.values()].filter(({ cancelled }) => !cancelled).map(({ start }) => start);
    const bookings = rows.filter(({ coach, participant }) => coach === person || participant === person);
    expect(shown.sort()).toEqual(bookings.map(({ start }) => start.toISOString()).sort());
  }
}
