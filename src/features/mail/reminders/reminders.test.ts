import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDb, openPool, transact, type Db } from '../../../platform/database/db.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { deliver } from '../delivery/deliver.steps.ts';
import { loadReminderChoices, saveReminderChoices } from './sql.ts';
import { queueReminders } from './jobs.ts';
import { deleteOldReminders } from './sql.ts';
import { openMailTransport } from '../delivery/smtp.adapter.ts';
import { openMailParts, type MailParts } from '../../../../tests/support/smtp.ts';

let world: World;
let parts: MailParts;
let secondInstance: Db;
beforeAll(async () => {
  world = await openWorld();
  parts = openMailParts(world.appUrl, world.settings);
  parts.clock = world.clock;
  secondInstance = openDb(openPool(world.appUrl, 2));
});
afterAll(async () => {
  await secondInstance.destroy();
  await parts.pool.end();
  await world.close();
});

test('every reminder is on until it is switched off, each by itself [11.3]', async () => {
  const person = await world.participant();
  const all = { reminderThreeDays: true, reminderDayBefore: true, reminderSoon: true, ratingInvitation: true };
  expect(await loadReminderChoices(world.db, person)).toEqual(all);
  const save = (choices: Partial<typeof all>) => transact(world.db, (tx) => saveReminderChoices(tx, person, choices));
  await save({ reminderSoon: false, ratingInvitation: false });
  await save({ ratingInvitation: true });
  await save({});
  expect(await loadReminderChoices(world.db, person)).toEqual({ ...all, reminderSoon: false });
  expect(await loadReminderChoices(world.db, await world.participant())).toEqual(all);
});

type Zoned = Temporal.ZonedDateTime;
const compare = (one: Zoned, other: Zoned) => Temporal.ZonedDateTime.compare(one, other);
const dateOf = (moment: Zoned) => new Date(moment.epochMilliseconds);

/** One coaching of the year and the reminders expected for it, stated without the product's rules. */
interface Course {
  start: Zoned;
  booked: Zoned;
  end: 'held' | 'cancelled after three days' | 'missed';
  ratingWanted: boolean;
  id: number;
}

const moments = {
  reminderThreeDays: ({ start }: Course) => start.subtract({ hours: 72 }),
  reminderDayBefore: ({ start }: Course) => start.subtract({ days: 1 }).with({ hour: 16, minute: 0 }),
  reminderSoon: ({ start }: Course) => start.subtract({ hours: 2 }),
  ratingInvitation: ({ start }: Course) => start.add({ minutes: 45 + 120 }),
};
const latest = {
  reminderThreeDays: ({ start }: Course) => start.subtract({ hours: 50 }),
  reminderDayBefore: ({ start }: Course) => start.subtract({ days: 1 }).with({ hour: 21, minute: 0 }),
  reminderSoon: ({ start }: Course) => start.subtract({ minutes: 15 }),
  ratingInvitation: ({ start }: Course) => start.add({ minutes: 45, hours: 72 }),
};
type Kind = keyof typeof moments;
const kinds = Object.keys(moments) as Kind[];

function isExpected(kind: Kind, { start, booked, end, ratingWanted }: Course): boolean {
  const hoursAhead = booked.until(start).total('hours');
  if (kind === 'reminderThreeDays') return hoursAhead > 100;
  if (kind === 'ratingInvitation') return end === 'held' && ratingWanted;
  return end !== 'cancelled after three days' && hoursAhead > 50;
}

/** A coaching every sixth day of 2027 and three on each of the days around the clock changes, at varying times. */
function plan(): Course[] {
  const courses: Course[] = [];
  const first = Temporal.PlainDate.from('2027-01-04');
  const aroundChanges = ['2027-03-27', '2027-03-28', '2027-03-29', '2027-10-30', '2027-10-31', '2027-11-01'];
  const days = [
    ...Array.from({ length: 60 }, (_, index) => ({ day: first.add({ days: 6 * index }).toString(), hour: 7 })),
    ...aroundChanges.flatMap((day) => [0, 11, 20].map((hour) => ({ day, hour }))),
  ];
  for (const [index, { day, hour }] of days.entries()) {
    const time = `${String(hour === 7 ? 7 + (index % 3) : hour).padStart(2, '0')}:15`;
    const start = Temporal.ZonedDateTime.from(`${day}T${time}[Europe/Berlin]`);
    courses.push({
      start,
      booked: start.subtract({ hours: [240, 78, 3, 500][index % 4] ?? 0 }),
      end: index % 7 === 3 ? 'cancelled after three days' : index % 11 === 5 ? 'missed' : 'held',
      ratingWanted: index % 5 !== 0,
      id: 0,
    });
  }
  return courses;
}

test('in a year with both clock changes and two workers each due reminder is sent once, and no other [11.3]', async () => {
  const coach = await world.coach();
  const [willing, unwilling] = [await world.participant(), await world.participant()];
  await transact(world.db, (tx) => saveReminderChoices(tx, unwilling, { ratingInvitation: false }));
  const courses = plan();
  for (const course of courses) {
    course.id = await world.appointment(coach, dateOf(course.start), {
      participant: course.ratingWanted ? willing : unwilling,
    });
    await world.db
      .updateTable('appointment')
      .set({ booked_at: dateOf(course.booked) })
      .where('id', '=', course.id)
      .execute();
  }

  // The workers are down for a night, and otherwise each is a second late.
  const outage = { from: '2027-03-26T20:00+01:00[Europe/Berlin]', until: '2027-03-27T22:30+01:00[Europe/Berlin]' };
  const [outageFrom, outageUntil] = [
    Temporal.ZonedDateTime.from(outage.from),
    Temporal.ZonedDateTime.from(outage.until),
  ];
  const isOut = (moment: Zoned) => compare(moment, outageFrom) >= 0 && compare(moment, outageUntil) < 0;
  const steps = courses.flatMap((course) => [
    ...kinds.flatMap((kind) => {
      const moment = moments[kind](course);
      return [moment.subtract({ seconds: 20 }), moment.add({ seconds: 1 })].map((at) => ({ at, change: null }));
    }),
    ...(course.end === 'cancelled after three days'
      ? [{ at: course.start.subtract({ hours: 60 }), change: { ...course, status: 'K', cancel_kind: 'byParticipant' } }]
      : []),
    ...(course.end === 'missed'
      ? [{ at: course.start.add({ minutes: 50 }), change: { ...course, status: 'V', cancel_kind: null } }]
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
    if (isOut(at)) continue;
    await Promise.all([queueReminders(parts.db, world.clock), queueReminders(secondInstance, world.clock)]);
    const waiting = world.db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute();
    await Promise.all((await waiting).map(({ id }) => deliver({ ...parts, send }, id)));
  }

  const left = await world.db
    .selectFrom('mail')
    .innerJoin('reminder as r', (join) =>
      join.onRef('r.appointment_id', '=', 'mail.appointment_id').onRef('r.kind', '=', 'mail.kind'),
    )
    .select(['mail.appointment_id as appointment', 'mail.kind', 'mail.sent_at', 'r.queued_at as at'])
    .execute();
  expect(left.every((mail) => mail.sent_at !== null)).toBe(true);
  const found = left.map(({ appointment, kind, at }) => `${appointment} ${kind} ${Math.round(at.getTime() / 60_000)}`);
  const expected = courses.flatMap((course) =>
    kinds.flatMap((kind) => {
      const due = moments[kind](course);
      const at = isOut(due) ? outageUntil : due;
      const inTime = compare(at, latest[kind](course)) < 0;
      return isExpected(kind, course) && inTime
        ? [`${course.id} ${kind} ${Math.round(at.epochMilliseconds / 60_000)}`]
        : [];
    }),
  );
  expect(found.sort()).toEqual(expected.sort());
  expect(expected.length).toBeGreaterThan(150);

  world.clock.shiftMs += 30 * 24 * 3_600_000;
  await deleteOldReminders(world.db, world.clock);
  expect(await world.db.selectFrom('reminder').selectAll().execute()).toEqual([]);
  world.clock.shiftMs = 0;
});
