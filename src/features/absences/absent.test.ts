import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateOf, germanDate, isoWeekday, wallClock } from '../../shared/berlin.ts';
import { nextDateOn } from '../../../tests/support/next-days.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { createAppointment, createOwnAppointment } from '../appointments/contract.ts';
import { importAppointments } from '../appointments/import-files/contract.ts';
import { planSeries } from '../appointments/series/contract.ts';
import { toActionFlags, changeBooking } from '../booking/admin/contract.ts';
import { moveAppointment, moveOwnAppointment } from '../booking/move/contract.ts';
import { planAbsence } from './contract.ts';

let world: World;
let adminSession: string;
let coach: number;
let coachSession: string;
beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
  coach = await world.addCoach({ email: 'ada@absent.example' });
  coachSession = await world.signIn(coach);
  // From 9:00 on the fifth day to noon on the sixth, and from three hours ago to one hour from now.
  await world.addAbsence(coach, inDays(5, '09:00'), inDays(6, '12:00'));
  await world.addAbsence(coach, new Date(Date.now() - 3 * 3_600_000), new Date(Date.now() + 3_600_000));
});
afterAll(() => world.close());

/** Returns the form fields of an appointment of 45 minutes that starts at an instant. */
const timeFields = (startsAt: Date) => ({
  date: dateOf(startsAt),
  fromTime: wallClock(startsAt).time,
  tillTime: wallClock(new Date(startsAt.getTime() + 45 * 60_000)).time,
});
const outcomeOf = ({ body }: { body: { meta: { code?: string; status: string } } }) =>
  body.meta.code ?? body.meta.status;
const countUncancelledAppointments = async () =>
  (
    await world.db
      .selectFrom('appointment')
      .select('starts_at')
      .where('coach_id', '=', coach)
      .where('status', '<>', 'K')
      .execute()
  ).length;

describe('during an absence there are no upcoming appointments [14.1]', () => {
  test('neither coaches nor admins can create one, free or booked, even if only a minute overlaps [7.1]', async () => {
    const participantId = await world.addParticipant();
    const input = { type: 'Einzelcoaching', participantId: null };
    for (const startsAt of [inDays(5, '08:16'), inDays(5, '23:00'), inDays(6, '11:59')]) {
      expect(
        outcomeOf(await world.call(createOwnAppointment, coachSession, { ...input, ...timeFields(startsAt) })),
      ).toBe('absent');
      const booked = { ...input, ...timeFields(startsAt), coachId: coach, participantId };
      expect(outcomeOf(await world.call(createAppointment, adminSession, booked))).toBe('absent');
    }
    for (const startsAt of [inDays(5, '08:15'), inDays(6, '12:00')])
      expect(
        outcomeOf(await world.call(createOwnAppointment, coachSession, { ...input, ...timeFields(startsAt) })),
      ).toBe('success');
  });

  test('a coach can still record a coaching that has already taken place [7.1]', async () => {
    const participantId = await world.addParticipant();
    await world.recordParticipantSearchHit(coach, participantId);
    const pastCoaching = { ...timeFields(inDays(-1, '10:00')), type: 'Einzelcoaching', participantId };
    await world.addAbsence(coach, inDays(-1, '08:00'), inDays(-1, '18:00'));
    expect(outcomeOf(await world.call(createOwnAppointment, coachSession, pastCoaching))).toBe('success');
  });

  test('an import creates no appointment: its row reports that the coach is absent [7.4]', async () => {
    const toCsvLine = (startsAt: Date) => {
      const { date, fromTime, tillTime } = timeFields(startsAt);
      return `ada@absent.example;Einzelcoaching;${germanDate(date)};${fromTime};${tillTime}`;
    };
    const lines = [
      'Coach-E-Mail;Typ;Datum;Von;Bis',
      toCsvLine(inDays(5, '07:00')),
      toCsvLine(inDays(5, '10:00')),
      toCsvLine(inDays(-2, '10:00')),
    ];
    const file = { field: `file_${adminSession}`, name: 't.csv', bytes: new TextEncoder().encode(lines.join('\n')) };
    const { body } = await world.send(importAppointments, [file]);
    expect(body.success?.map(({ data }) => data.fromTime)).toEqual(['07:00']);
    expect(body.errors?.map(({ message }) => message)).toEqual([
      'Coach ist abwesend',
      'Der Termin liegt in der Vergangenheit',
    ]);
  });

  test('a series creates no appointment: its preview shows the holiday or the absence [7.13]', async () => {
    const ada = await world.addCoach();
    await world.db.updateTable('coach').set({ state: 'DE-NW' }).where('person_id', '=', ada).execute();
    const afterMidnight = (date: string, hours: number) =>
      new Date(Date.parse(`${date}T00:00:00+02:00`) + hours * 3_600_000);
    const holiday = nextDateOn('05-01');
    const dayAfter = addDays(holiday, 1);
    await world.addAbsence(ada, afterMidnight(holiday, 0), afterMidnight(dayAfter, 10));
    const plan = {
      coachId: ada,
      type: 'Einzelcoaching',
      everyWeeks: 1,
      minutes: 60,
      breakMinutes: 0,
      weekdays: [isoWeekday(holiday), isoWeekday(dayAfter)],
      fromDate: holiday,
      tillDate: dayAfter,
      fromTime: '09:00',
      tillTime: '11:00',
    };
    const { data } = (await world.call(planSeries, adminSession, { ...plan, apply: false })).body;
    expect(data?.entries.map(({ state, message }) => `${state} ${message}`)).toEqual([
      'holiday Feiertag: Tag der Arbeit',
      'holiday Feiertag: Tag der Arbeit',
      'absent Coach ist abwesend',
      'new Neuer Termin',
    ]);
    expect(data?.counts).toMatchObject({ absent: 1, new: 1 });
    expect(outcomeOf(await world.call(planSeries, adminSession, { ...plan, apply: true, expect: 1 }))).toBe('success');
  });

  test('no appointment can be moved into an absence, even if it would also overlap another one [4.17]', async () => {
    const participant = await world.addParticipant();
    const booked = await world.addAppointment(coach, inDays(20, '10:00'), { participant });
    const free = await world.addAppointment(coach, inDays(21, '10:00'));
    await world.addAppointment(await world.addCoach(), inDays(5, '10:00'), { participant });
    for (const appointmentId of [booked, free]) {
      const to = { appointmentId, ...timeFields(inDays(5, '10:00')) };
      expect(outcomeOf(await world.call(moveOwnAppointment, coachSession, to))).toBe('absent');
      expect(outcomeOf(await world.call(moveAppointment, adminSession, { ...to, coachId: coach }))).toBe('absent');
    }
  });

  test('a cancelled booking cannot be set back to booked unless it has already begun [4.10]', async () => {
    const participant = await world.addParticipant();
    const upcoming = await world.addAppointment(coach, inDays(5, '14:00'), { participant, status: 'K' });
    const begun = await world.addAppointment(coach, new Date(Date.now() - 60_000), { participant, status: 'K' });
    const setToBooked = (appointmentId: number) =>
      world.call(changeBooking, adminSession, { appointmentId, action: toActionFlags('booked') }).then(outcomeOf);
    expect(await setToBooked(upcoming)).toBe('absent');
    expect(await setToBooked(begun)).toBe('success');
  });

  test('a slot is not opened again, even if an admin changes the status of its cancelled booking [4.10]', async () => {
    const ada = await world.addCoach();
    const booked = await world.addAppointment(ada, inDays(9, '10:00'), { participant: await world.addParticipant() });
    const day = dateOf(inDays(9, '10:00'));
    const plan = {
      coachId: ada,
      fromDate: day,
      fromTime: null,
      tillDate: day,
      tillTime: null,
      kind: 'other',
      apply: true,
    };
    await world.call(planAbsence, adminSession, { ...plan, decisions: [{ appointmentId: booked, action: 'offer' }] });
    for (const action of ['cancelled', 'goodwill'] as const)
      await world.call(changeBooking, adminSession, {
        appointmentId: booked,
        action: toActionFlags(action),
        release: true,
      });
    const rows = await world.db
      .selectFrom('appointment')
      .select(['id', 'status'])
      .where('coach_id', '=', ada)
      .execute();
    expect(rows).toEqual([{ id: booked, status: 'K' }]);
  });
});

test('the database refuses an appointment during an absence, and an absence during an appointment [14.1]', async () => {
  const countBefore = await countUncancelledAppointments();
  await expect(world.addAppointment(coach, inDays(5, '10:00'))).rejects.toThrow('the coach is absent');
  const appointmentId = await world.addAppointment(coach, inDays(12, '10:00'));
  const overlappingTime = [inDays(12, '10:44'), inDays(12, '11:00')] as const;
  await expect(world.addAbsence(coach, ...overlappingTime)).rejects.toThrow('the coach has appointments');
  await expect(
    world.db
      .updateTable('appointment')
      .set({ starts_at: inDays(6, '11:00') })
      .where('id', '=', appointmentId)
      .execute(),
  ).rejects.toThrow('the coach is absent');
  expect(await countUncancelledAppointments()).toBe(countBefore + 1);
});

test('an absence does not affect an appointment that has begun; its status can still be changed [14.1]', async () => {
  const ada = await world.addCoach();
  const [startsAt, participant] = [new Date(Date.now() - 600_000), await world.addParticipant()];
  const id = await world.addAppointment(ada, startsAt, { participant });
  const today = dateOf(new Date());
  const plan = { coachId: ada, fromDate: today, fromTime: null, tillDate: today, tillTime: null, kind: 'illness' };
  const { body } = await world.call(planAbsence, adminSession, { ...plan, apply: true, decisions: [] });
  expect(body.data).toMatchObject({ free: 0, booked: [] });
  const changed = await world.call(changeBooking, adminSession, { appointmentId: id, action: toActionFlags('missed') });
  expect(outcomeOf(changed)).toBe('success');
});
