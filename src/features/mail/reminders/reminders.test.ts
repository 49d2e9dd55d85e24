import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDb, openPool, transact, type Db } from '../../../platform/database/db.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { deliver } from '../delivery/deliver.steps.ts';
import { deleteOldReminders, loadReminderChoices, saveReminderChoices } from './sql.ts';
import { queueReminders } from './jobs.ts';
import { openMailTransport } from '../delivery/smtp.adapter.ts';
import { openMailContext, type MailContext } from '../../../../tests/support/smtp.ts';

let world: World;
let context: MailContext;
let secondInstance: Db;
beforeAll(async () => {
  world = await openWorld();
  context = openMailContext(world.appUrl, world.settings);
  context.clock = world.clock;
  secondInstance = openDb(openPool(world.appUrl, 2));
});
afterAll(async () => {
  await secondInstance.destroy();
  await context.pool.end();
  await world.close();
});

test('every kind of reminder is on until it is switched off, which does not affect other kinds [11.3]', async () => {
  const person = await world.addParticipant();
  const allOn = { reminderThreeDays: true, reminderDayBefore: true, reminderSoon: true, ratingInvitation: true };
  expect(await loadReminderChoices(world.db, person)).toEqual(allOn);
  const save = (choices: Partial<typeof allOn>) => transact(world.db, (tx) => saveReminderChoices(tx, person, choices));
  await save({ reminderSoon: false, ratingInvitation: false });
  await save({ ratingInvitation: true });
  await save({});
  expect(await loadReminderChoices(world.db, person)).toEqual({ ...allOn, reminderSoon: false });
  expect(await loadReminderChoices(world.db, await world.addParticipant())).toEqual(allOn);
});

type Zoned = Temporal.ZonedDateTime;
const compare = (a: Zoned, b: Zoned) => Temporal.ZonedDateTime.compare(a, b);
const toDate = (moment: Zoned) => new Date(moment.epochMilliseconds);

/** One coaching of the year, with the facts that decide which reminders the test expects for it. */
interface Scenario {
  start: Zoned;
  bookedAt: Zoned;
  outcome: 'held' | 'cancelled' | 'missed';
  /** Whether its participant gets invitations to rate. */
  getsRatingInvitation: boolean;
  /** The appointment's id; 0 until the appointment is added. */
  id: number;
}

/** When a cancelled coaching is cancelled: after the first reminder was sent and before the others are due. */
const cancelledAt = ({ start }: Scenario) => start.subtract({ hours: 60 });

/** When each reminder of a coaching becomes due. */
const dueAt = {
  reminderThreeDays: ({ start }: Scenario) => start.subtract({ hours: 72 }),
  reminderDayBefore: ({ start }: Scenario) => start.subtract({ days: 1 }).with({ hour: 16, minute: 0 }),
  reminderSoon: ({ start }: Scenario) => start.subtract({ hours: 2 }),
  ratingInvitation: ({ start }: Scenario) => start.add({ minutes: 45 + 120 }),
};
/** When it becomes too late to send each reminder of a coaching. */
const tooLateAt = {
  reminderThreeDays: ({ start }: Scenario) => start.subtract({ hours: 50 }),
  reminderDayBefore: ({ start }: Scenario) => start.subtract({ days: 1 }).with({ hour: 21, minute: 0 }),
  reminderSoon: ({ start }: Scenario) => start.subtract({ minutes: 15 }),
  ratingInvitation: ({ start }: Scenario) => start.add({ minutes: 45, hours: 72 }),
};
type Kind = keyof typeof dueAt;
const kinds = Object.keys(dueAt) as Kind[];

/** How many hours before their start the coachings are booked. */
const hoursAheadOptions = [240, 78, 3, 500];

/** Whether the test expects this reminder if the workers are always running. */
function isExpected(kind: Kind, { start, bookedAt, outcome, getsRatingInvitation }: Scenario): boolean {
  const hoursAhead = bookedAt.until(start).total('hours');
  // Only bookings 240 or 500 hours ahead are early enough.
  if (kind === 'reminderThreeDays') return hoursAhead > 100;
  if (kind === 'ratingInvitation') return outcome === 'held' && getsRatingInvitation;
  // Only bookings 3 hours ahead are too late.
  return outcome !== 'cancelled' && hoursAhead > 50;
}

/** One coaching on every sixth day of 2027, and three on each of the days around the clock changes. */
function planYear(): Scenario[] {
  const scenarios: Scenario[] = [];
  const firstDay = Temporal.PlainDate.from('2027-01-04');
  const aroundChanges = ['2027-03-27', '2027-03-28', '2027-03-29', '2027-10-30', '2027-10-31', '2027-11-01'];
  const days = [
    ...Array.from({ length: 60 }, (_, index) => ({
      day: firstDay.add({ days: 6 * index }).toString(),
      hour: 7 + (index % 3),
    })),
    ...aroundChanges.flatMap((day) => [0, 11, 20].map((hour) => ({ day, hour }))),
  ];
  for (const [index, { day, hour }] of days.entries()) {
    const time = `${String(hour).padStart(2, '0')}:15`;
    const start = Temporal.ZonedDateTime.from(`${day}T${time}[Europe/Berlin]`);
    scenarios.push({
      start,
      bookedAt: start.subtract({ hours: hoursAheadOptions[index % hoursAheadOptions.length] ?? 0 }),
      outcome: index % 7 === 3 ? 'cancelled' : index % 11 === 5 ? 'missed' : 'held',
      getsRatingInvitation: index % 5 !== 0,
      id: 0,
    });
  }
  return scenarios;
}

test('in a year with two clock changes, two workers send each due reminder once and no other mail [11.3]', async () => {
  const coach = await world.addCoach();
  const [participantWithInvitations, participantWithoutInvitations] = [
    await world.addParticipant(),
    await world.addParticipant(),
  ];
  await transact(world.db, (tx) => saveReminderChoices(tx, participantWithoutInvitations, { ratingInvitation: false }));
  const scenarios = planYear();
  for (const scenario of scenarios) {
    scenario.id = await world.addAppointment(coach, toDate(scenario.start), {
      participant: scenario.getsRatingInvitation ? participantWithInvitations : participantWithoutInvitations,
    });
    await world.db
      .updateTable('appointment')
      .set({ booked_at: toDate(scenario.bookedAt) })
      .where('id', '=', scenario.id)
      .execute();
  }

  // Both workers are down from one evening to the next. At all other times they run shortly before and one second after
  // each reminder becomes due.
  const outageFrom = Temporal.ZonedDateTime.from('2027-03-26T20:00+01:00[Europe/Berlin]');
  const outageUntil = Temporal.ZonedDateTime.from('2027-03-27T22:30+01:00[Europe/Berlin]');
  const isDuringOutage = (moment: Zoned) => compare(moment, outageFrom) >= 0 && compare(moment, outageUntil) < 0;
  const steps = scenarios.flatMap((scenario) => [
    ...kinds.flatMap((kind) => {
      const due = dueAt[kind](scenario);
      return [due.subtract({ seconds: 20 }), due.add({ seconds: 1 })].map((at) => ({ at, change: null }));
    }),
    ...(scenario.outcome === 'cancelled'
      ? [{ at: cancelledAt(scenario), change: { ...scenario, status: 'K', cancel_kind: 'byParticipant' } }]
      : []),
    ...(scenario.outcome === 'missed'
      ? [{ at: scenario.start.add({ minutes: 50 }), change: { ...scenario, status: 'V', cancel_kind: null } }]
      : []),
  ]);
  steps.push({ at: outageUntil, change: null });
  steps.sort((a, b) => compare(a.at, b.at));
  const send = openMailTransport(world.settings);
  for (const { at, change } of steps) {
    world.clock.shiftMs = at.epochMilliseconds - Date.now();
    if (change) {
      const { status, cancel_kind } = change;
      await world.db.updateTable('appointment').set({ status, cancel_kind }).where('id', '=', change.id).execute();
    }
    if (isDuringOutage(at)) continue;
    await Promise.all([queueReminders(context.db, world.clock), queueReminders(secondInstance, world.clock)]);
    const unsentMails = await world.db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute();
    await Promise.all(unsentMails.map(({ id }) => deliver({ ...context, send }, id)));
  }

  const reminderMails = await world.db
    .selectFrom('mail')
    .innerJoin('reminder as r', (join) =>
      join.onRef('r.appointment_id', '=', 'mail.appointment_id').onRef('r.kind', '=', 'mail.kind'),
    )
    .select(['mail.appointment_id as appointment', 'mail.kind', 'mail.sent_at', 'r.queued_at as at'])
    .execute();
  expect(reminderMails.every((mail) => mail.sent_at !== null)).toBe(true);
  const actual = reminderMails.map(
    ({ appointment, kind, at }) => `${appointment} ${kind} ${Math.round(at.getTime() / 60_000)}`,
  );
  const expected = scenarios.flatMap((scenario) =>
    kinds.flatMap((kind) => {
      const due = dueAt[kind](scenario);
      const at = isDuringOutage(due) ? outageUntil : due;
      const isInTime = compare(at, tooLateAt[kind](scenario)) < 0;
      return isExpected(kind, scenario) && isInTime
        ? [`${scenario.id} ${kind} ${Math.round(at.epochMilliseconds / 60_000)}`]
        : [];
    }),
  );
  expect(actual.sort()).toEqual(expected.sort());
  expect(expected.length).toBeGreaterThan(150);

  world.clock.shiftMs += 30 * 24 * 3_600_000;
  await deleteOldReminders(world.db, world.clock);
  expect(await world.db.selectFrom('reminder').selectAll().execute()).toEqual([]);
  world.clock.shiftMs = 0;
});
