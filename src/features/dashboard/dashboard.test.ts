import { afterAll, beforeAll, expect, test } from 'vitest';
import { logout } from '../accounts/contract.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { addDays } from '../../shared/berlin.ts';
import { getDashboardData, getDashboardFigures, getToday, getWelcomeData } from './contract.ts';

/** Wednesday noon in Berlin, in winter. */
const noon = '2027-01-20T11:00:00Z';

let world: World;
let adminSession: string;
let coach: number;
let otherCoach: number;
let participant: number;
beforeAll(async () => {
  world = await openWorld();
  setClock(noon);
  adminSession = await world.signIn(await world.addAdmin());
  coach = await world.addCoach({ firstName: 'Ute', lastName: 'Abel' });
  otherCoach = await world.addCoach({ firstName: 'Zoe', lastName: 'Ärmel' });
  participant = await world.addParticipant({ firstName: 'Mia', lastName: 'Özil' });
});
afterAll(() => world.close());

function setClock(instant: string) {
  world.clock.shiftMs = Date.parse(instant) - Date.now();
}

/** Creates an appointment, which is booked if `bookedAt` is not empty, and returns its id. */
async function createAppointment(
  startsAt: string,
  { coachId = coach, isSpeedcoaching = false, bookedAt = '', status = 'G' as 'G' | 'V' | 'K' } = {},
) {
  const bookingFields = bookedAt ? { participant, status } : {};
  const id = await world.addAppointment(coachId, new Date(startsAt), { minutes: 1, isSpeedcoaching, ...bookingFields });
  await world.db
    .updateTable('appointment')
    .set({ booked_at: bookedAt ? new Date(bookedAt) : null })
    .where('id', '=', id)
    .execute();
  return id;
}

async function rate(appointmentId: number, stars: number, createdAt: string) {
  await world.db
    .insertInto('rating')
    .values({
      appointment_id: appointmentId,
      collaboration: stars,
      open_questions: stars,
      application_process: stars,
      competencies: stars,
      documents: stars,
      recommendation: stars,
      personal_feedback: 'Danke!',
      free_text: 'Gehalt',
      topics: ['Lebenslauf', 'Anschreiben'],
      created_at: new Date(createdAt),
    })
    .execute();
}

/** The numbers of free, booked and Speedcoaching appointments that the welcome page shows from a date on. */
async function readCountsFrom(date: string, coachId: number | null = null) {
  const { body } = await world.call(getWelcomeData, adminSession, { date, limit: 5, coachId });
  return [body.free?.data, body.booked?.data, body.speedcoaching?.data];
}

test('the welcome page counts the appointments of 30 Berlin days, even across clock changes [10.1]', async () => {
  for (const [before, first, last, after] of [
    ['2027-02-28T22:59Z', '2027-02-28T23:00Z', '2027-03-30T21:58Z', '2027-03-30T22:00Z'],
    ['2027-10-09T21:59Z', '2027-10-09T22:00Z', '2027-11-08T22:58Z', '2027-11-08T23:00Z'],
  ] as const) {
    await createAppointment(before);
    await createAppointment(first);
    await createAppointment(last, { bookedAt: '2026-06-01T10:00Z' });
    await createAppointment(last, { coachId: otherCoach, isSpeedcoaching: true });
    await createAppointment(after);
  }
  expect(await readCountsFrom('2027-03-01')).toEqual([1, 1, 1]);
  expect(await readCountsFrom('2027-10-10')).toEqual([1, 1, 1]);
  expect(await readCountsFrom('2027-03-01', coach)).toEqual([1, 1, 0]);
  expect(await readCountsFrom('2027-03-02')).toEqual([1, 1, 1]);
});

test('today’s appointments are those of the Berlin day, coach by coach, without cancelled ones [10.1]', async () => {
  // Half past midnight in Berlin, on a day on which nothing else takes place.
  setClock('2027-03-09T23:30:00Z');
  const session = await world.signIn(await world.addAdmin());
  const [busyCoach, quietCoach] = [
    await world.addCoach({ firstName: 'Ida', lastName: 'Tag' }),
    await world.addCoach({ firstName: 'Änne', lastName: 'Tag' }),
  ];
  await createAppointment('2027-03-09T22:58:00Z', { coachId: busyCoach, bookedAt: '2027-03-01T10:00:00Z' });
  const running = await createAppointment('2027-03-09T23:30:00Z', {
    coachId: busyCoach,
    bookedAt: '2027-03-01T10:00:00Z',
  });
  await createAppointment('2027-03-10T10:00:00Z', { coachId: busyCoach });
  await createAppointment('2027-03-10T11:00:00Z', {
    coachId: busyCoach,
    bookedAt: '2027-03-01T10:00:00Z',
    status: 'K',
  });
  await createAppointment('2027-03-10T22:59:00Z', { coachId: quietCoach });
  await createAppointment('2027-03-10T23:00:00Z', { coachId: quietCoach });
  const counts = { booked: 0, free: 1, missed: 0, unanswered: 0 };
  const { body } = await world.call(getToday, session);
  setClock(noon);
  expect(body.data).toEqual([
    { coachId: quietCoach, coach: 'Änne Tag', current: null, next: null, ...counts },
    {
      coachId: busyCoach,
      coach: 'Ida Tag',
      current: { appointmentId: running, timeSlot: '00:30 - 00:31', participant: 'Mia Özil' },
      next: null,
      ...counts,
      booked: 1,
    },
  ]);
});

test('the welcome page lists the requested number of newest ratings, of all coaches or of one [10.1]', async () => {
  for (const [day, coachId] of [
    ['05', coach],
    ['06', otherCoach],
    ['07', coach],
  ] as const) {
    const id = await createAppointment(`2026-12-${day}T10:00Z`, { coachId, bookedAt: '2026-06-01T10:00Z' });
    await rate(id, 4, `2026-12-${day}T23:30Z`);
  }
  const { body } = await world.call(getWelcomeData, adminSession, { date: '2027-01-20', limit: 2, coachId: null });
  expect(Object.keys(body).sort()).toEqual(['booked', 'free', 'lastRatings', 'meta', 'speedcoaching']);
  expect(body.lastRatings).toEqual([
    {
      ratingId: expect.any(Number),
      participantSalutation: 'd',
      participantFirstName: 'Mia',
      participantLastName: 'Özil',
      coachSalutation: 'd',
      coachFirstName: 'Ute',
      coachLastName: 'Abel',
      createdAt: '2026-12-08',
      averageRating: 4,
      starsCollaboration: 4,
      starsClarifyingOpenQuestions: 4,
      starsApplicationProcess: 4,
      starsCompetencies: 4,
      starsApplicationDocuments: 4,
      starRatingRecommend: 4,
      personalFeedback: 'Danke!',
      freeText: 'Gehalt',
      speakWithCoachQuestions: 'Lebenslauf, Anschreiben',
      additionalQuestions: '',
    },
    expect.objectContaining({ coachLastName: 'Ärmel' }),
  ]);
  const otherCoachAnswer = await world.call(getWelcomeData, adminSession, {
    date: '2027-01-20',
    limit: 5,
    coachId: otherCoach,
  });
  expect(otherCoachAnswer.body.lastRatings).toMatchObject([{ coachLastName: 'Ärmel' }]);
  expect((await world.call(getWelcomeData, adminSession, { date: '2027-01-20', limit: 0, coachId: null })).status).toBe(
    400,
  );
});

test('the dashboard lists the newest bookings that are not cancelled and the newest registrations [10.2]', async () => {
  await world.db.deleteFrom('rating').execute();
  await world.db.deleteFrom('appointment').execute();
  await createAppointment('2027-07-05T07:00Z', { bookedAt: '2027-01-19T10:00Z' });
  await createAppointment('2027-02-01T08:00Z', { coachId: otherCoach, bookedAt: '2027-01-20T10:00Z' });
  await createAppointment('2027-02-02T08:00Z', { bookedAt: '2027-01-20T10:30Z', status: 'K' });
  for (let day = 10; day < 30; day++) {
    const bookedAt = `2027-01-${String(day - 9).padStart(2, '0')}T09:00Z`;
    await createAppointment(`2027-04-${day}T08:00Z`, { bookedAt });
  }
  await world.db
    .updateTable('person')
    .set({ created_at: new Date('2027-01-01T10:00Z') })
    .execute();
  const newParticipant = await world.addParticipant({ firstName: 'Noa', lastName: 'Neu' });
  const anonymisedParticipant = await world.addParticipant({ firstName: 'Anonymisiert', lastName: '' });
  // Half past midnight in Berlin.
  const createdAt = new Date('2027-01-19T23:30Z');
  await world.db
    .updateTable('person')
    .set({ created_at: createdAt })
    .where('id', 'in', [newParticipant, anonymisedParticipant])
    .execute();
  await world.db
    .updateTable('person')
    .set({ anonymised_at: new Date() })
    .where('id', '=', anonymisedParticipant)
    .execute();

  const { body } = await world.call(getDashboardData, adminSession);
  const data = body.data as NonNullable<typeof body.data>;
  expect(Object.keys(data).sort()).toEqual(['bookings', 'registraions', 'sessionsToday', 'traffic']);
  expect(data.bookings).toHaveLength(20);
  expect(data.bookings.slice(0, 2)).toEqual([
    {
      appointmentDate: '2027-02-01',
      appointmentStart: '09:00',
      appointmentEnd: '09:01',
      coach: 'Zoe Ärmel',
      participant: 'Mia Özil',
    },
    expect.objectContaining({ appointmentDate: expect.stringMatching(/^2027-04/) }),
  ]);
  expect(data.bookings).toContainEqual(
    expect.objectContaining({ appointmentDate: '2027-07-05', appointmentStart: '09:00' }),
  );
  expect(data.registraions).toEqual([
    { participant: 'Noa Neu', createdAt: '2027-01-20' },
    { participant: 'Mia Özil', createdAt: '2027-01-01' },
  ]);
});

test('the dashboard shows how often each value of a kind was counted, with rare values summed [10.2]', async () => {
  const toCountRow = (kind: string, value: string, day: string, count: number) => ({ kind, value, day, count });
  await world.db
    .insertInto('tracking')
    .values([
      toCountRow('screenWidth', '1920', '2027-01-19', 2),
      toCountRow('screenWidth', '1920', '2027-01-20', 3),
      toCountRow('screenWidth', '360', '2027-01-20', 4),
      toCountRow('viewportHeight', '900', '2027-01-20', 1),
      ...Array.from({ length: 102 }, (_, i) => toCountRow('userAgent', `Browser ${i}`, '2027-01-20', 200 - i)),
      toCountRow('userAgent', 'andere', '2027-01-20', 5_000),
    ])
    .execute();
  const { traffic } = (await world.call(getDashboardData, adminSession)).body.data ?? {};
  expect(Object.keys(traffic ?? {}).sort()).toEqual(
    [
      'mostCommonIpAddress',
      'mostCommonScreenWidth',
      'mostCommonScreenHeight',
      'mostCommonViewportWidth',
      'mostCommonViewportHeight',
      'mostCommonUserLanguage',
      'mostCommonUserAgent',
      'ipAddress',
      'screenWidth',
      'screenHeight',
      'userLanguage',
      'userAgent',
    ].sort(),
  );
  expect(traffic).toMatchObject({
    mostCommonIpAddress: '',
    mostCommonScreenWidth: '1920',
    mostCommonViewportHeight: '900',
    mostCommonUserAgent: 'Browser 0',
    screenWidth: { 1920: 5, 360: 4 },
    userLanguage: {},
  });
  expect(Object.keys(traffic?.userAgent ?? {})).toHaveLength(101);
  expect(traffic?.userAgent['andere']).toBe(5_000 + 100 + 99);
});

async function readSessionsToday() {
  return (await world.call(getDashboardData, adminSession)).body.data?.sessionsToday;
}

test('a session counts once on each Berlin day on which it is used, even if it ends later [10.2]', async () => {
  // Ten minutes before midnight in Berlin, in summer.
  setClock('2027-06-30T21:50:00Z');
  adminSession = await world.signIn(await world.addAdmin());
  const [first, second] = [await world.signIn(participant), await world.signIn(participant)];
  expect(await readSessionsToday()).toBe(3);
  await world.call(logout, first);
  expect(await readSessionsToday()).toBe(3);

  setClock('2027-06-30T22:00:30Z');
  expect(await readSessionsToday()).toBe(1);
  expect(await readSessionsToday()).toBe(1);
  await world.call(logout, second);
  expect(await readSessionsToday()).toBe(2);
});

test('a session is counted once on a new day even if its first calls on that day are concurrent', async () => {
  setClock('2027-07-01T21:00:00Z');
  adminSession = await world.signIn(await world.addAdmin());
  setClock('2027-07-01T22:10:00Z');
  await Promise.all(Array.from({ length: 12 }, () => readSessionsToday()));
  expect(await readSessionsToday()).toBe(1);
});

test('the dashboard counts bookings, the utilisation of coaches and ratings by Berlin days and weeks [10.3]', async () => {
  await world.db.deleteFrom('rating').execute();
  await world.db.deleteFrom('appointment').execute();
  // A Thursday, in the week after the clock change.
  setClock('2027-04-01T10:00:00Z');
  adminSession = await world.signIn(await world.addAdmin());
  const bookedTimes = [
    '2027-03-02T22:59Z',
    '2027-03-02T23:00Z',
    '2027-03-28T21:59Z',
    '2027-03-28T22:00Z',
    '2027-04-01T09:00Z',
  ];
  for (const [i, bookedAt] of bookedTimes.entries()) await createAppointment(`2027-05-0${i + 1}T10:00Z`, { bookedAt });
  await createAppointment('2027-05-09T10:00Z', { bookedAt: '2027-04-01T09:30Z', status: 'K' });

  const longAgo = '2026-06-01T10:00Z';
  await createAppointment('2027-03-02T22:59Z', { bookedAt: longAgo });
  await createAppointment('2027-03-02T23:00Z', { bookedAt: longAgo });
  await createAppointment('2027-04-01T21:58Z');
  await createAppointment('2027-04-01T22:00Z', { bookedAt: longAgo });
  await createAppointment('2027-03-15T10:00Z', { coachId: otherCoach, bookedAt: longAgo, status: 'V' });
  await createAppointment('2027-03-16T10:00Z', { coachId: otherCoach, bookedAt: longAgo, status: 'K' });
  await createAppointment('2027-03-17T10:00Z', { coachId: otherCoach, isSpeedcoaching: true });
  const ratedAppointments = [];
  for (const day of ['01', '02', '03'])
    ratedAppointments.push(await createAppointment(`2026-03-${day}T10:00Z`, { bookedAt: longAgo }));
  // A rating at the end of a Sunday, one right after it on Monday, and one right before the current week.
  await rate(ratedAppointments[0] ?? 0, 2, '2027-03-21T22:59Z');
  await rate(ratedAppointments[1] ?? 0, 5, '2027-03-21T23:00Z');
  await rate(ratedAppointments[2] ?? 0, 4, '2027-03-28T21:59Z');

  const { data } = (await world.call(getDashboardFigures, adminSession)).body;
  expect(data?.bookingsPerDay.map(({ date }) => date)).toEqual(
    Array.from({ length: 30 }, (_, day) => addDays('2027-03-03', day)),
  );
  expect(data?.bookingsPerDay.filter(({ bookings }) => bookings > 0)).toEqual([
    { date: '2027-03-03', bookings: 1 },
    { date: '2027-03-28', bookings: 1 },
    { date: '2027-03-29', bookings: 1 },
    { date: '2027-04-01', bookings: 2 },
  ]);
  expect(data?.coaches).toEqual([
    { coachId: otherCoach, coach: 'Zoe Ärmel', offered: 1, booked: 1, share: 1 },
    { coachId: coach, coach: 'Ute Abel', offered: 2, booked: 1, share: 0.5 },
  ]);
  expect(data?.starsPerWeek).toHaveLength(12);
  expect(data?.starsPerWeek.at(-1)).toEqual({ from: '2027-03-29', ratings: 0, average: null });
  expect(data?.starsPerWeek.slice(-3, -1)).toEqual([
    { from: '2027-03-15', ratings: 1, average: 2 },
    { from: '2027-03-22', ratings: 2, average: 4.5 },
  ]);
});
