import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { createAppointment, createOwnAppointment } from './contract.ts';

let world: World;
let coach: number;
let session: string;
let admin: number;
let admins: string;
beforeAll(async () => {
  world = await openWorld();
  [coach, admin] = [await world.coach(), await world.admin()];
  [session, admins] = [await world.signIn(coach), await world.signIn(admin)];
});
afterAll(() => world.close());

const today = dateOf(new Date());
const ago = (days: number) => addDays(today, -days);

/** A participant whose qualification began some days ago, and whom the coach has found by e-mail. */
async function participant(daysAgo = 400): Promise<number> {
  const id = await world.participant();
  await world.found(coach, id);
  const participants = world.db.updateTable('participant').set({ qualification_start: ago(daysAgo) });
  await participants.where('person_id', '=', id).execute();
  return id;
}
const form = (date: string, participantId: number | null, times = {}) => ({
  ...{ type: 'Einzelcoaching', date, fromTime: '10:00', tillTime: '10:45', participantId },
  ...times,
});
type Answer = { body: { meta: { status: string; code?: string } } };
const codeOf = ({ body: { meta } }: Answer) => meta.code ?? meta.status;
const record = (asked: ReturnType<typeof form>, by = session) => world.call(createOwnAppointment, by, asked);
const recordAsAdmin = (asked: ReturnType<typeof form>) =>
  world.call(createAppointment, admins, { ...asked, coachId: coach });
const rowOf = (id = 0) => world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a coaching that a coach records after the fact [7.19]', () => {
  test('began at most 14 days ago; one of 1990 is refused, and an admin may record it', async () => {
    const id = await participant(20_000);
    const invented = form('1990-01-01', id);
    const { body } = await record(invented);
    expect(body.meta).toMatchObject({
      code: 'inPast',
      message: 'Nachtragen lässt sich höchstens, was vor 14 Tagen war. Was länger her ist, trägt ein Admin nach.',
    });
    expect(codeOf(await record(form(ago(16), id)))).toBe('inPast');
    expect(codeOf(await record(form(ago(13), id)))).toBe('success');
    expect(codeOf(await recordAsAdmin(invented))).toBe('success');
  });

  test('did not begin before the qualification of the participant; what is ahead is not asked about', async () => {
    const id = await participant(5);
    const { body } = await record(form(ago(6), id));
    expect(body.meta).toMatchObject({
      code: 'inPast',
      message: 'So früh hatte die Qualifizierung dieser Person noch nicht begonnen.',
    });
    expect(codeOf(await record(form(ago(5), id)))).toBe('success');
    expect(codeOf(await recordAsAdmin(form(ago(6), id)))).toBe('success');
    expect(codeOf(await record(form(addDays(today, 3), await participant(-10))))).toBe('success');
  });

  test('obeys the same rule if the coach is an admin or a speed coach who uses the call of coaches', async () => {
    const [both, speed] = [await world.coach(), await world.coach()];
    await world.db.updateTable('person').set({ role_id: 3 }).where('id', '=', both).execute();
    await world.db.updateTable('coach').set({ speed_coach: true }).where('person_id', '=', speed).execute();
    for (const own of [await world.signIn(both), await world.signIn(speed)]) {
      const id = await participant();
      expect(codeOf(await record(form(ago(30), id), own))).toBe('inPast');
      expect(codeOf(await record(form(ago(3), id), own))).toBe('success');
    }
  });
});

describe('an Einzelcoaching that staff book [7.19]', () => {
  const long = { fromTime: '06:00', tillTime: '23:00' };

  test('lasts four hours at most, also for admins; a longer one is refused before all but its times', async () => {
    const [id, date] = [await participant(), addDays(today, 40)];
    const { body } = await record(form(date, id, long));
    expect(body.meta).toMatchObject({
      code: 'tooLong',
      message: 'Ein Einzelcoaching mit Teilnehmer:in dauert höchstens vier Stunden.',
    });
    expect(codeOf(await recordAsAdmin(form(date, id, long)))).toBe('tooLong');
    expect(codeOf(await recordAsAdmin(form('1990-01-01', id, long)))).toBe('tooLong');
    expect(codeOf(await record(form(date, id, { fromTime: '10:00', tillTime: '14:01' })))).toBe('tooLong');
    expect(codeOf(await record(form(date, id, { fromTime: '10:00', tillTime: '14:00' })))).toBe('success');
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', id).execute();
    expect(codeOf(await record(form(date, id, long)))).toBe('tooLong');
    expect(codeOf(await record(form(date, id, { fromTime: '23:00', tillTime: '06:00' })))).toBe('invalidTime');
  });

  test('is not what a free one or a Speedcoaching is: these may be longer', async () => {
    expect(codeOf(await record(form(addDays(today, 41), null, long)))).toBe('success');
    const speed = { ...form(addDays(today, 42), null, long), type: 'Speedcoaching' };
    expect(codeOf(await record(speed))).toBe('success');
    const booked = { ...form(addDays(today, 43), await participant(), long), type: 'Speedcoaching' };
    expect(codeOf(await record(booked))).toBe('notBookable');
  });
});

test('what an admin records later than a day after its end says so, what others record or in time does not [7.19]', async () => {
  const [id, twoDays] = [await participant(), ago(2)];
  const late = await recordAsAdmin(form(ago(30), id));
  const row = await rowOf(late.body.data?.appointmentId);
  expect(row).toMatchObject({ status: 'G', recorded_late_at: row.booked_at, recorded_late_by: admin });
  const unmarked = { recorded_late_at: null, recorded_late_by: null };
  const ahead = await recordAsAdmin(form(addDays(today, 50), id));
  const byCoach = await record(form(twoDays, id, { fromTime: '12:00', tillTime: '12:45' }));
  for (const { body } of [ahead, byCoach]) expect(await rowOf(body.data?.appointmentId)).toMatchObject(unmarked);
});
