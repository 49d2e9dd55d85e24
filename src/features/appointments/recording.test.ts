import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { roles } from '../../shared/roles.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { createAppointment, createOwnAppointment } from './contract.ts';

let world: World;
let coach: number;
let coachSession: string;
let admin: number;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  [coach, admin] = [await world.addCoach(), await world.addAdmin()];
  [coachSession, adminSession] = [await world.signIn(coach), await world.signIn(admin)];
});
afterAll(() => world.close());

const today = dateOf(new Date());
const daysAgo = (days: number) => addDays(today, -days);

/** Creates a participant whose qualification began this many days ago, and whom the coach has found by e-mail. */
async function createParticipant(daysSinceStart = 400): Promise<number> {
  const id = await world.addParticipant();
  await world.recordParticipantSearchHit(coach, id);
  await world.db
    .updateTable('participant')
    .set({ qualification_start: daysAgo(daysSinceStart), qualification_end: addDays(today, 365) })
    .where('person_id', '=', id)
    .execute();
  return id;
}
const form = (date: string, participantId: number | null, times = {}) => ({
  type: 'Einzelcoaching',
  date,
  fromTime: '10:00',
  tillTime: '10:45',
  participantId,
  ...times,
});
type Answer = { body: { meta: { status: string; code?: string } } };
const codeOf = ({ body: { meta } }: Answer) => meta.code ?? meta.status;
const record = (input: ReturnType<typeof form>, callerSession = coachSession) =>
  world.call(createOwnAppointment, callerSession, input);
const recordAsAdmin = (input: ReturnType<typeof form>) =>
  world.call(createAppointment, adminSession, { ...input, coachId: coach });
const rowOf = (id = 0) => world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a coaching session that a coach records after the fact [7.19]', () => {
  test('must have begun at most 14 days ago; an older one can be recorded only by an admin', async () => {
    const id = await createParticipant(20_000);
    const oldForm = form('1990-01-01', id);
    const { body } = await record(oldForm);
    expect(body.meta).toMatchObject({
      code: 'inPast',
      message: 'Nachtragen lässt sich höchstens, was vor 14 Tagen war. Was länger her ist, trägt ein Admin nach.',
    });
    expect(codeOf(await record(form(daysAgo(16), id)))).toBe('inPast');
    expect(codeOf(await record(form(daysAgo(13), id)))).toBe('success');
    expect(codeOf(await recordAsAdmin(oldForm))).toBe('success');
  });

  test('must not have begun before the participant’s qualification; this does not apply to upcoming ones', async () => {
    const id = await createParticipant(5);
    const { body } = await record(form(daysAgo(6), id));
    expect(body.meta).toMatchObject({
      code: 'inPast',
      message: 'So früh hatte die Qualifizierung dieser Person noch nicht begonnen.',
    });
    expect(codeOf(await record(form(daysAgo(5), id)))).toBe('success');
    expect(codeOf(await recordAsAdmin(form(daysAgo(6), id)))).toBe('success');
    expect(codeOf(await record(form(addDays(today, 3), await createParticipant(-10))))).toBe('success');
  });

  test('is subject to the same rule if an admin or a speed coach uses the call for coaches', async () => {
    const [adminCoach, speedCoach] = [await world.addCoach(), await world.addCoach()];
    await world.db.updateTable('person').set({ role_id: roles.admin.value }).where('id', '=', adminCoach).execute();
    await world.db.updateTable('coach').set({ speed_coach: true }).where('person_id', '=', speedCoach).execute();
    for (const ownSession of [await world.signIn(adminCoach), await world.signIn(speedCoach)]) {
      const id = await createParticipant();
      expect(codeOf(await record(form(daysAgo(30), id), ownSession))).toBe('inPast');
      expect(codeOf(await record(form(daysAgo(3), id), ownSession))).toBe('success');
    }
  });
});

describe('an Einzelcoaching that staff book [7.19]', () => {
  const longTimes = { fromTime: '06:00', tillTime: '23:00' };

  test('may last at most four hours, even for admins; invalid times are refused first', async () => {
    const [id, date] = [await createParticipant(), addDays(today, 40)];
    const { body } = await record(form(date, id, longTimes));
    expect(body.meta).toMatchObject({
      code: 'tooLong',
      message: 'Ein Einzelcoaching mit Teilnehmer:in dauert höchstens vier Stunden.',
    });
    expect(codeOf(await recordAsAdmin(form(date, id, longTimes)))).toBe('tooLong');
    expect(codeOf(await recordAsAdmin(form('1990-01-01', id, longTimes)))).toBe('tooLong');
    expect(codeOf(await record(form(date, id, { fromTime: '10:00', tillTime: '14:01' })))).toBe('tooLong');
    expect(codeOf(await record(form(date, id, { fromTime: '10:00', tillTime: '14:00' })))).toBe('success');
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', id).execute();
    expect(codeOf(await record(form(date, id, longTimes)))).toBe('tooLong');
    expect(codeOf(await record(form(date, id, { fromTime: '23:00', tillTime: '06:00' })))).toBe('invalidTime');
  });

  test('has a maximum length that does not apply to free Einzelcoachings and Speedcoachings', async () => {
    expect(codeOf(await record(form(addDays(today, 41), null, longTimes)))).toBe('success');
    const freeSpeedcoaching = { ...form(addDays(today, 42), null, longTimes), type: 'Speedcoaching' };
    expect(codeOf(await record(freeSpeedcoaching))).toBe('success');
    const bookedSpeedcoaching = {
      ...form(addDays(today, 43), await createParticipant(), longTimes),
      type: 'Speedcoaching',
    };
    expect(codeOf(await record(bookedSpeedcoaching))).toBe('notBookable');
  });
});

test('an appointment is marked as recorded late only if an admin records it more than a day after its end [7.19]', async () => {
  const [id, twoDaysAgo] = [await createParticipant(), daysAgo(2)];
  const lateResponse = await recordAsAdmin(form(daysAgo(30), id));
  const row = await rowOf(lateResponse.body.data?.appointmentId);
  expect(row).toMatchObject({ status: 'G', recorded_late_at: row.booked_at, recorded_late_by: admin });
  const unmarked = { recorded_late_at: null, recorded_late_by: null };
  const upcomingResponse = await recordAsAdmin(form(addDays(today, 50), id));
  const coachResponse = await record(form(twoDaysAgo, id, { fromTime: '12:00', tillTime: '12:45' }));
  for (const { body } of [upcomingResponse, coachResponse])
    expect(await rowOf(body.data?.appointmentId)).toMatchObject(unmarked);
});
