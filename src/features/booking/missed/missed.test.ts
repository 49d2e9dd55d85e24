import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDailyPlan, getOwnOverview } from '../../appointments/contract.ts';
import { toActionFlags, changeBooking } from '../admin/contract.ts';
import type { AdminAction } from '../admin/rules.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { dateOf } from '../../../shared/berlin.ts';
import { setMissed, setMissedAsAdmin } from './contract.ts';

let world: World;
let ada: number;
let adaSession: string;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  ada = await world.addCoach();
  [adaSession, adminSession] = [await world.signIn(ada), await world.signIn(await world.addAdmin())];
});
afterAll(() => world.close());

const stars = { collaboration: 5, open_questions: 5, application_process: 5, competencies: 5, documents: 5 };
const fiveStars = { ...stars, recommendation: 5 };

/** Every appointment has its own two minutes, so that none overlaps another. */
let minute = 0;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000 - minute++ * 120_000);

const outcomeOf = ({ status, body }: { status: number; body: { meta: { status: string; code?: string } } }) =>
  body.meta.status === 'success' ? 'success' : `${status} ${body.meta.code}`;
const callSetMissed = async (appointmentId: number, missed: boolean, session = adaSession) =>
  outcomeOf(await world.call(setMissed, session, { appointmentId, missed }));
const answerAsAdmin = async (appointmentId: number, missed: boolean) =>
  outcomeOf(await world.call(setMissedAsAdmin, adminSession, { appointmentId, missed }));
const setAsAdmin = async (appointmentId: number, action: AdminAction) =>
  outcomeOf(await world.call(changeBooking, adminSession, { appointmentId, action: toActionFlags(action) }));

/** Creates an appointment with Ada that is one minute long. */
async function createAppointment(startsAt: Date, options: { status?: 'G' | 'V' | 'K'; quotaNumber?: number } = {}) {
  const participant = await world.addParticipant();
  return { participant, id: await world.addAppointment(ada, startsAt, { minutes: 1, participant, ...options }) };
}
const rowOf = (id: number) =>
  world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const statusOf = async (id: number) => (await rowOf(id)).status;
const findUnsupersededMails = (id: number, person: number) =>
  world.db
    .selectFrom('mail')
    .select('kind')
    .where('appointment_id', '=', id)
    .where('person_id', '=', person)
    .where('overtaken_at', 'is', null)
    .execute();
const auditEntriesAbout = (id: number) =>
  world.db.selectFrom('audit').selectAll().where('appointment_id', '=', id).orderBy('id').execute();

test('a coach can set an appointment to missed; the participant gets a mail, and the quota number stays in use [4.21]', async () => {
  const { id, participant } = await createAppointment(hoursAgo(2), { quotaNumber: 2 });
  for (let times = 0; times < 2; times++) expect(await callSetMissed(id, true)).toBe('success');
  expect(await rowOf(id)).toMatchObject({ status: 'V', quota_number: 2 });
  expect(await findUnsupersededMails(id, participant)).toEqual([{ kind: 'appointmentMissed' }]);
  expect(await auditEntriesAbout(id)).toMatchObject([{ action: 'setToMissed', actor_id: ada, person_id: participant }]);
});

test('a coach can set a missed appointment back to booked, and the participant gets another mail [4.21]', async () => {
  const { id, participant } = await createAppointment(hoursAgo(2));
  await callSetMissed(id, true);
  for (let times = 0; times < 2; times++) expect(await callSetMissed(id, false)).toBe('success');
  expect(await statusOf(id)).toBe('G');
  expect(await findUnsupersededMails(id, participant)).toEqual([
    { kind: 'appointmentMissed' },
    { kind: 'appointmentSetBack' },
  ]);
  expect(await findUnsupersededMails(id, ada), 'mails to the coach who made the change').toEqual([]);
  expect((await auditEntriesAbout(id)).map(({ action }) => action)).toEqual(['setToMissed', 'setBackToBooked']);
});

test('a coach confirms once that the participant was there; setting the appointment to missed takes that back [4.21]', async () => {
  const { id, participant } = await createAppointment(hoursAgo(2));
  const isAttended = async () => (await rowOf(id)).attended_at !== null;
  expect(await isAttended()).toBe(false);
  for (let times = 0; times < 2; times++) expect(await callSetMissed(id, false)).toBe('success');
  expect(await isAttended()).toBe(true);
  expect(await auditEntriesAbout(id)).toMatchObject([
    { action: 'attendanceConfirmed', actor_id: ada, person_id: participant },
  ]);
  expect(await findUnsupersededMails(id, participant)).toEqual([]);
  await callSetMissed(id, true);
  expect([await statusOf(id), await isAttended()]).toEqual(['V', false]);
  await callSetMissed(id, false);
  expect([await statusOf(id), await isAttended()]).toEqual(['G', true]);
  await setAsAdmin(id, 'missed');
  await setAsAdmin(id, 'booked');
  expect([await statusOf(id), await isAttended()]).toEqual(['G', false]);
});

test('attendance is not confirmed before the start, or by another coach [4.21]', async () => {
  const { id: upcoming } = await createAppointment(inDays(4, '10:00'));
  const { id: past } = await createAppointment(hoursAgo(2));
  expect(await callSetMissed(upcoming, false)).toBe('409 notStarted');
  expect(await callSetMissed(past, false, await world.signIn(await world.addCoach()))).toBe('404 notFound');
  expect([(await rowOf(upcoming)).attended_at, (await rowOf(past)).attended_at]).toEqual([null, null]);
});

test('an admin answers for the coach; of a missed appointment both get a mail, and a late answer is marked [4.21] [7.19]', async () => {
  const { id, participant } = await createAppointment(hoursAgo(300));
  for (let times = 0; times < 2; times++) expect(await answerAsAdmin(id, false)).toBe('success');
  expect((await rowOf(id)).attended_at).not.toBeNull();
  expect((await auditEntriesAbout(id)).map(({ action }) => action)).toEqual(['attendanceConfirmed']);
  expect(await findUnsupersededMails(id, ada)).toEqual([]);

  expect(await answerAsAdmin(id, true)).toBe('success');
  expect(await rowOf(id)).toMatchObject({ status: 'V', attended_at: null, recorded_late_at: null });
  for (const person of [participant, ada])
    expect(await findUnsupersededMails(id, person)).toEqual([{ kind: 'appointmentMissed' }]);
  expect(await answerAsAdmin(id, false)).toBe('success');
  expect(await rowOf(id)).toMatchObject({
    status: 'G',
    attended_at: expect.any(Date),
    recorded_late_at: expect.any(Date),
  });
});

test('an admin takes back what a coach has set to missed, and is refused what nobody can say [4.21]', async () => {
  const { id } = await createAppointment(hoursAgo(2));
  await callSetMissed(id, true);
  expect(await answerAsAdmin(id, false)).toBe('success');
  const { id: upcoming } = await createAppointment(inDays(5, '10:00'));
  expect(await answerAsAdmin(upcoming, true)).toBe('409 notStarted');
  const { id: cancelled } = await createAppointment(hoursAgo(3), { status: 'K' });
  expect(await answerAsAdmin(cancelled, false)).toBe('409 notBooked');
  const { id: rated } = await createAppointment(hoursAgo(3));
  await world.db
    .insertInto('rating')
    .values({ appointment_id: rated, ...fiveStars, personal_feedback: '', free_text: '' })
    .execute();
  expect(await answerAsAdmin(rated, true)).toBe('409 alreadyRated');
  expect(await answerAsAdmin(987_654_321, true)).toBe('404 notFound');
});

test('plan and overview say that the participant was there if the coach has confirmed it, or the participant has rated [4.21] [7.5] [7.8]', async () => {
  const coach = await world.addCoach();
  const session = await world.signIn(coach);
  const startsAt = inDays(-2, '10:00');
  const create = async (minutesLater: number) =>
    world.addAppointment(coach, new Date(+startsAt + minutesLater * 60_000), {
      minutes: 1,
      participant: await world.addParticipant(),
    });
  const [unknown, confirmed, rated] = [await create(0), await create(5), await create(10)];
  await callSetMissed(confirmed, false, session);
  await world.db
    .insertInto('rating')
    .values({ appointment_id: rated, ...fiveStars, personal_feedback: '', free_text: '' })
    .execute();
  const day = { fromDate: dateOf(startsAt), tillDate: dateOf(startsAt) };
  const status = { booked: true, free: true, missed: true };
  for (const { body } of [
    await world.call(getDailyPlan, session, day),
    await world.call(getOwnOverview, session, { ...day, status }),
  ])
    expect(body.data?.map(({ id, attended }) => [id, attended])).toEqual([
      [unknown, false],
      [confirmed, true],
      [rated, true],
    ]);
});

test('a coach cannot set an appointment to missed before its start or more than 168 hours after it [4.21]', async () => {
  const { id: upcoming } = await createAppointment(inDays(3, '10:00'));
  const { id: tooLate } = await createAppointment(hoursAgo(168.1));
  const { id: justInTime } = await createAppointment(new Date(Date.now() - 168 * 3_600_000 + 60_000));
  expect(await callSetMissed(upcoming, true)).toBe('409 notStarted');
  expect(await callSetMissed(upcoming, false)).toBe('409 notStarted');
  expect(await callSetMissed(tooLate, true)).toBe('409 tooLate');
  expect(await callSetMissed(justInTime, true)).toBe('success');
  expect([await statusOf(upcoming), await statusOf(tooLate)]).toEqual(['G', 'G']);
});

test('a coach cannot set a free or cancelled appointment to missed or back to booked, and cannot set a rated one to missed [4.21]', async () => {
  const free = await world.addAppointment(ada, hoursAgo(3), { minutes: 1 });
  const { id: cancelled } = await createAppointment(hoursAgo(3), { status: 'K' });
  const { id: rated } = await createAppointment(hoursAgo(3));
  await world.db
    .insertInto('rating')
    .values({ appointment_id: rated, ...fiveStars, personal_feedback: '', free_text: '' })
    .execute();
  for (const missed of [true, false]) {
    expect(await callSetMissed(free, missed)).toBe('409 notBooked');
    expect(await callSetMissed(cancelled, missed)).toBe('409 notBooked');
  }
  expect(await callSetMissed(rated, true)).toBe('409 alreadyRated');
  expect(await callSetMissed(rated, false)).toBe('success');
  expect([await statusOf(cancelled), await statusOf(rated)]).toEqual(['K', 'G']);
});

test('if an appointment was last set to missed by an admin, only an admin can set it back to booked [4.21]', async () => {
  const { id } = await createAppointment(hoursAgo(4));
  await setAsAdmin(id, 'missed');
  expect(await callSetMissed(id, true)).toBe('success');
  expect(await callSetMissed(id, false)).toBe('409 setByAdmin');
  expect(await statusOf(id)).toBe('V');
  await setAsAdmin(id, 'booked');
  expect(await callSetMissed(id, true)).toBe('success');
  expect(await callSetMissed(id, false)).toBe('success');
  await callSetMissed(id, true);
  await setAsAdmin(id, 'booked');
  await setAsAdmin(id, 'missed');
  expect(await callSetMissed(id, false)).toBe('409 setByAdmin');
});

test('a missed appointment counts as set by an admin if the log does not say who set it to missed [4.21]', async () => {
  const { id } = await createAppointment(hoursAgo(5), { status: 'V' });
  expect(await callSetMissed(id, false)).toBe('409 setByAdmin');
});

test('a coach cannot set a missed appointment back to booked if the participant has another booking at that time [4.21]', async () => {
  const startsAt = hoursAgo(6);
  const { id, participant } = await createAppointment(startsAt);
  await callSetMissed(id, true);
  await world.addAppointment(await world.addCoach(), startsAt, { participant });
  expect(await callSetMissed(id, false)).toBe('409 participantOverlap');
  expect(await statusOf(id)).toBe('V');
});

test('a coach can set only their own appointments to missed [2.9] [4.21]', async () => {
  const { id, participant } = await createAppointment(hoursAgo(7));
  expect(await callSetMissed(id, true, await world.signIn(await world.addCoach()))).toBe('404 notFound');
  expect(await callSetMissed(id, true, adminSession)).toBe('409 noCoachProfile');
  expect(await callSetMissed(987_654_321, true)).toBe('404 notFound');
  await world.db.updateTable('person').set({ anonymised_at: new Date() }).where('id', '=', participant).execute();
  for (const missed of [true, false]) expect(await callSetMissed(id, missed)).toBe('404 notFound');
  expect(await statusOf(id)).toBe('G');
});
