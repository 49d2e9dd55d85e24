import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionFlags, changeBooking } from '../admin/contract.ts';
import type { AdminAction } from '../admin/rules.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { setMissed } from './contract.ts';

let world: World;
let ada: number;
let adaSession: string;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  ada = await world.coach();
  [adaSession, adminSession] = [await world.signIn(ada), await world.signIn(await world.admin())];
});
afterAll(() => world.close());

/** Every appointment gets its own two minutes, so none overlaps another. */
let minute = 0;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000 - minute++ * 120_000);

const codeOf = ({ status, body }: { status: number; body: { meta: { status: string; code?: string } } }) =>
  body.meta.status === 'success' ? 'success' : `${status} ${body.meta.code}`;
const set = async (appointmentId: number, missed: boolean, session = adaSession) =>
  codeOf(await world.call(setMissed, session, { appointmentId, missed }));
const setAsAdmin = async (appointmentId: number, action: AdminAction) =>
  codeOf(await world.call(changeBooking, adminSession, { appointmentId, action: actionFlags(action) }));

/** An appointment with Ada, one minute long. */
async function createAppointment(startsAt: Date, about: { status?: 'G' | 'V' | 'K'; quota?: number } = {}) {
  const participant = await world.participant();
  return { participant, id: await world.appointment(ada, startsAt, { minutes: 1, participant, ...about }) };
}
const rowOf = (id: number) =>
  world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const statusOf = async (id: number) => (await rowOf(id)).status;
const waitingMails = (id: number, person: number) =>
  world.db
    .selectFrom('mail')
    .select('kind')
    .where('appointment_id', '=', id)
    .where('person_id', '=', person)
    .where('overtaken_at', 'is', null)
    .execute();
const entriesAbout = (id: number) =>
  world.db.selectFrom('audit').selectAll().where('appointment_id', '=', id).orderBy('id').execute();

test('a coach sets an appointment to missed; the participant is notified, and the quota number stays in use [4.21]', async () => {
  const { id, participant } = await createAppointment(hoursAgo(2), { quota: 2 });
  for (let times = 0; times < 2; times++) expect(await set(id, true)).toBe('success');
  expect(await rowOf(id)).toMatchObject({ status: 'V', quota_number: 2 });
  expect(await waitingMails(id, participant)).toEqual([{ kind: 'appointmentMissed' }]);
  expect(await entriesAbout(id)).toMatchObject([{ action: 'setToMissed', actor_id: ada, person_id: participant }]);
});

test('a coach sets a missed appointment back to booked, and the participant is notified again [4.21]', async () => {
  const { id, participant } = await createAppointment(hoursAgo(2));
  await set(id, true);
  for (let times = 0; times < 2; times++) expect(await set(id, false)).toBe('success');
  expect(await statusOf(id)).toBe('G');
  expect(await waitingMails(id, participant)).toEqual([{ kind: 'appointmentMissed' }, { kind: 'appointmentSetBack' }]);
  expect(await waitingMails(id, ada), 'the coach, who did it').toEqual([]);
  expect((await entriesAbout(id)).map(({ action }) => action)).toEqual(['setToMissed', 'setBackToBooked']);
});

test('a coach cannot set an appointment to missed before its start or more than 168 hours after it [4.21]', async () => {
  const { id: upcoming } = await createAppointment(inDays(3, '10:00'));
  const { id: tooLate } = await createAppointment(hoursAgo(168.1));
  const { id: justInTime } = await createAppointment(new Date(Date.now() - 168 * 3_600_000 + 60_000));
  expect(await set(upcoming, true)).toBe('409 notStarted');
  expect(await set(upcoming, false)).toBe('409 notStarted');
  expect(await set(tooLate, true)).toBe('409 tooLate');
  expect(await set(justInTime, true)).toBe('success');
  expect([await statusOf(upcoming), await statusOf(tooLate)]).toEqual(['G', 'G']);
});

test('a coach cannot set a free or cancelled appointment to missed or back, nor a rated one to missed [4.21]', async () => {
  const free = await world.appointment(ada, hoursAgo(3), { minutes: 1 });
  const { id: cancelled } = await createAppointment(hoursAgo(3), { status: 'K' });
  const { id: rated } = await createAppointment(hoursAgo(3));
  const stars = { collaboration: 5, open_questions: 5, application_process: 5, competencies: 5, documents: 5 };
  await world.db
    .insertInto('rating')
    .values({ appointment_id: rated, ...stars, recommendation: 5, personal_feedback: '', free_text: '' })
    .execute();
  for (const missed of [true, false]) {
    expect(await set(free, missed)).toBe('409 notBooked');
    expect(await set(cancelled, missed)).toBe('409 notBooked');
  }
  expect(await set(rated, true)).toBe('409 alreadyRated');
  expect(await set(rated, false)).toBe('success');
  expect([await statusOf(cancelled), await statusOf(rated)]).toEqual(['K', 'G']);
});

test('only an admin can set back an appointment that was last set to missed by an admin [4.21]', async () => {
  const { id } = await createAppointment(hoursAgo(4));
  await setAsAdmin(id, 'missed');
  expect(await set(id, true)).toBe('success');
  expect(await set(id, false)).toBe('409 setByAdmin');
  expect(await statusOf(id)).toBe('V');
  await setAsAdmin(id, 'booked');
  expect(await set(id, true)).toBe('success');
  expect(await set(id, false)).toBe('success');
  await set(id, true);
  await setAsAdmin(id, 'booked');
  await setAsAdmin(id, 'missed');
  expect(await set(id, false)).toBe('409 setByAdmin');
});

test('a missed appointment without a record of who set it counts as set by an admin [4.21]', async () => {
  const { id } = await createAppointment(hoursAgo(5), { status: 'V' });
  expect(await set(id, false)).toBe('409 setByAdmin');
});

test('a missed appointment is not set back if the participant has another one at that time [4.21]', async () => {
  const startsAt = hoursAgo(6);
  const { id, participant } = await createAppointment(startsAt);
  await set(id, true);
  await world.appointment(await world.coach(), startsAt, { participant });
  expect(await set(id, false)).toBe('409 participantOverlap');
  expect(await statusOf(id)).toBe('V');
});

test('a coach finds only their own appointments [2.9] [4.21]', async () => {
  const { id, participant } = await createAppointment(hoursAgo(7));
  expect(await set(id, true, await world.signIn(await world.coach()))).toBe('404 notFound');
  expect(await set(id, true, adminSession)).toBe('409 noCoachProfile');
  expect(await set(987_654_321, true)).toBe('404 notFound');
  await world.db.updateTable('person').set({ anonymised_at: new Date() }).where('id', '=', participant).execute();
  for (const missed of [true, false]) expect(await set(id, missed)).toBe('404 notFound');
  expect(await statusOf(id)).toBe('G');
});
