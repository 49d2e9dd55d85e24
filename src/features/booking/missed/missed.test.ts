import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionFlags, changeBooking } from '../admin/contract.ts';
import type { AdminAction } from '../admin/rules.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { setMissed } from './contract.ts';

let world: World;
let ada: number;
let adas: string;
let admins: string;
beforeAll(async () => {
  world = await openWorld();
  ada = await world.coach();
  [adas, admins] = [await world.signIn(ada), await world.signIn(await world.admin())];
});
afterAll(() => world.close());

/** Every appointment has two minutes of its own, so that none meets another. */
let minute = 0;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000 - minute++ * 120_000);

const codeOf = ({ status, body }: { status: number; body: { meta: { status: string; code?: string } } }) =>
  body.meta.status === 'success' ? 'success' : `${status} ${body.meta.code}`;
const set = async (appointmentId: number, missed: boolean, session = adas) =>
  codeOf(await world.call(setMissed, session, { appointmentId, missed }));
const setAsAdmin = async (appointmentId: number, action: AdminAction) =>
  codeOf(await world.call(changeBooking, admins, { appointmentId, action: actionFlags(action) }));

/** An appointment of Ada's, a minute long. */
async function held(startsAt: Date, about: { status?: 'G' | 'V' | 'K'; quota?: number } = {}) {
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

test('a coach sets an appointment to missed, and the participant is notified; the quota number stays [4.21]', async () => {
  const { id, participant } = await held(hoursAgo(2), { quota: 2 });
  for (let times = 0; times < 2; times++) expect(await set(id, true)).toBe('success');
  expect(await rowOf(id)).toMatchObject({ status: 'V', quota_number: 2 });
  expect(await waitingMails(id, participant)).toEqual([{ kind: 'appointmentMissed' }]);
  expect(await entriesAbout(id)).toMatchObject([{ action: 'setToMissed', actor_id: ada, person_id: participant }]);
});

test('a coach sets it back, and the participant, who was notified that it was missed, is notified of that [4.21]', async () => {
  const { id, participant } = await held(hoursAgo(2));
  await set(id, true);
  for (let times = 0; times < 2; times++) expect(await set(id, false)).toBe('success');
  expect(await statusOf(id)).toBe('G');
  expect(await waitingMails(id, participant)).toEqual([{ kind: 'appointmentMissed' }, { kind: 'appointmentSetBack' }]);
  expect(await waitingMails(id, ada), 'the coach, who did it').toEqual([]);
  expect((await entriesAbout(id)).map(({ action }) => action)).toEqual(['setToMissed', 'setBackToBooked']);
});

test('what has not begun, or began more than 168 hours ago, is refused [4.21]', async () => {
  const { id: ahead } = await held(inDays(3, '10:00'));
  const { id: late } = await held(hoursAgo(168.1));
  const { id: justInTime } = await held(new Date(Date.now() - 168 * 3_600_000 + 60_000));
  expect(await set(ahead, true)).toBe('409 notStarted');
  expect(await set(ahead, false)).toBe('409 notStarted');
  expect(await set(late, true)).toBe('409 tooLate');
  expect(await set(justInTime, true)).toBe('success');
  expect([await statusOf(ahead), await statusOf(late)]).toEqual(['G', 'G']);
});

test('what is free or cancelled is refused, and so is missing a rated one [4.21]', async () => {
  const free = await world.appointment(ada, hoursAgo(3), { minutes: 1 });
  const { id: cancelled } = await held(hoursAgo(3), { status: 'K' });
  const { id: rated } = await held(hoursAgo(3));
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

test('what an admin has set to missed, only an admin sets back; the last one who set it counts [4.21]', async () => {
  const { id } = await held(hoursAgo(4));
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

test('what is missed without a word of who did it counts as set by an admin [4.21]', async () => {
  const { id } = await held(hoursAgo(5), { status: 'V' });
  expect(await set(id, false)).toBe('409 setByAdmin');
});

test('it is not set back over another appointment of the participant’s at that time [4.21]', async () => {
  const startsAt = hoursAgo(6);
  const { id, participant } = await held(startsAt);
  await set(id, true);
  await world.appointment(await world.coach(), startsAt, { participant });
  expect(await set(id, false)).toBe('409 participantOverlap');
  expect(await statusOf(id)).toBe('V');
});

test('only appointments of one’s own are found [2.9] [4.21]', async () => {
  const { id, participant } = await held(hoursAgo(7));
  expect(await set(id, true, await world.signIn(await world.coach()))).toBe('404 notFound');
  expect(await set(id, true, admins)).toBe('409 noCoachProfile');
  expect(await set(987_654_321, true)).toBe('404 notFound');
  await world.db.updateTable('person').set({ anonymised_at: new Date() }).where('id', '=', participant).execute();
  for (const missed of [true, false]) expect(await set(id, missed)).toBe('404 notFound');
  expect(await statusOf(id)).toBe('G');
});
