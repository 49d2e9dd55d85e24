import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { dateOf, weekday } from '../../shared/berlin.ts';
import { getDailyPlan, getFullDailyPlan } from './contract.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Returns the plan of a coach for the days from `firstDay` to `lastDay`, as numbers of days from today. */
async function planOf(coach: number, firstDay: number, lastDay = firstDay) {
  const range = { fromDate: dateOf(inDays(firstDay, '12:00')), tillDate: dateOf(inDays(lastDay, '12:00')) };
  const { body } = await world.call(getDailyPlan, await world.signIn(coach), range);
  return body.data ?? [];
}

describe('the daily plan [7.5]', () => {
  test('has all details of an appointment, and the coach’s meeting link [7.5]', async () => {
    const [coach, otherCoach] = [
      await world.addCoach({ firstName: 'Ada' }),
      await world.addCoach({ firstName: 'Bea' }),
    ];
    const participant = await world.addParticipant({
      firstName: 'Jürgen',
      lastName: 'Müller',
      email: 'jm@test.example',
    });
    await world.addDocument(participant, { name: 'Überarbeitet.docx', byCoach: coach });
    const id = await world.addAppointment(coach, inDays(4, '09:00'), { participant });
    const otherBooking = await world.addAppointment(otherCoach, inDays(6, '11:00'), { participant });
    await world.addAppointment(otherCoach, inDays(-2, '11:00'), { participant });
    await world.addAppointment(otherCoach, inDays(7, '11:00'), { participant, status: 'K' });

    const date = dateOf(inDays(4, '09:00'));
    const [entry, ...otherEntries] = await planOf(coach, 4);
    expect(otherEntries).toEqual([]);
    expect(entry).toEqual({
      id,
      note: '',
      coming: false,
      attended: false,
      date,
      weekDay: weekday(date),
      timeSlot: '09:00 - 09:45',
      status: 'G',
      href: `https://teams.example/${coach}`,
      participantFullName: 'Jürgen Müller',
      participantPhoneNumber: '022112345678',
      participantEmail: 'jm@test.example',
      participantEndOfQualification: '2026-12-31',
      participantQualification: 'Fachkraft für Lagerlogistik',
      participantId: participant,
      coachId: coach,
      coachFullName: 'Ada Coach',
      takeBackUntil: null,
      files: { meta: { total: 2 }, data: expect.any(Array) as unknown },
      remainingAppointments: [
        {
          appointmentId: otherBooking,
          appointmentDate: dateOf(inDays(6, '11:00')),
          appointmentFromTime: '11:00:00',
          appointmentTillTime: '11:45:00',
          coachName: 'Bea Coach',
        },
      ],
    });
    const files = entry?.files.data.map(({ name, uploadByCoach, mine }) => ({ name, uploadByCoach, mine }));
    expect(files?.sort((a, b) => a.name.localeCompare(b.name, 'de'))).toEqual([
      { name: 'Lebenslauf.docx', uploadByCoach: false, mine: false },
      { name: 'Überarbeitet.docx', uploadByCoach: true, mine: true },
    ]);
  });

  test('has the coach’s booked and missed appointments of the given days in order, but no free or cancelled ones [7.5]', async () => {
    const [coach, otherCoach] = [await world.addCoach(), await world.addCoach()];
    const participant = await world.addParticipant();
    const lateBooking = await world.addAppointment(coach, inDays(-1, '23:15'), { participant });
    const missedBooking = await world.addAppointment(coach, inDays(-1, '00:00'), { participant, status: 'V' });
    await world.addAppointment(coach, inDays(-1, '10:00'));
    await world.addAppointment(coach, inDays(-1, '12:00'), { participant, status: 'K' });
    await world.addAppointment(coach, inDays(-2, '23:15'), { participant });
    await world.addAppointment(coach, inDays(0, '00:00'), { participant });
    await world.addAppointment(otherCoach, inDays(-1, '15:00'), { participant });
    expect((await planOf(coach, -1)).map(({ id, status }) => [id, status])).toEqual([
      [missedBooking, 'V'],
      [lateBooking, 'G'],
    ]);
    expect(await planOf(coach, -2, 0)).toHaveLength(4);
  });
});

describe('the daily plan of an admin', () => {
  test('has the appointments of all coaches or of one, in order of start [7.5]', async () => {
    const [ada, bea] = [await world.addCoach({ firstName: 'Ada' }), await world.addCoach({ firstName: 'Bea' })];
    const participant = await world.addParticipant();
    const first = await world.addAppointment(bea, inDays(40, '09:00'), { participant });
    const second = await world.addAppointment(ada, inDays(40, '11:00'), { participant });
    const third = await world.addAppointment(bea, inDays(41, '09:00'), { participant, status: 'V' });
    await world.addAppointment(ada, inDays(41, '10:00'));
    await world.addAppointment(ada, inDays(41, '11:00'), { participant, status: 'K' });
    const adminSession = await world.signIn(await world.addAdmin());
    const range = { fromDate: dateOf(inDays(40, '12:00')), tillDate: dateOf(inDays(41, '12:00')) };
    const plan = async (coachId: number | null) =>
      (await world.call(getFullDailyPlan, adminSession, { ...range, coachId })).body.data;
    expect((await plan(null))?.map(({ id, coachFullName }) => [id, coachFullName])).toEqual([
      [first, 'Bea Coach'],
      [second, 'Ada Coach'],
      [third, 'Bea Coach'],
    ]);
    expect((await plan(bea))?.map(({ id, href }) => [id, href])).toEqual([
      [first, `https://teams.example/${bea}`],
      [third, `https://teams.example/${bea}`],
    ]);
    expect(await plan(987_654_321)).toEqual([]);
    // Every field is the same as in the coach's own plan.
    const ownPlan = await planOf(bea, 40, 41);
    expect(await plan(bea)).toEqual(ownPlan);
  });

  test('refuses a range in the wrong order or of more than ten years [7.5]', async () => {
    const adminSession = await world.signIn(await world.addAdmin());
    const getPlan = async (fromDate: string, tillDate: string) =>
      (await world.call(getFullDailyPlan, adminSession, { fromDate, tillDate, coachId: null })).body;
    expect((await getPlan('2026-12-02', '2026-12-01')).errors).toEqual([
      { path: 'tillDate', message: 'Das Enddatum muss nach dem Startdatum liegen' },
    ]);
    expect((await getPlan('2026-12-01', '2037-01-01')).meta).toMatchObject({
      code: 'rangeTooLong',
      message: 'Der Zeitraum darf höchstens 10 Jahre lang sein.',
    });
    expect(
      (await world.call(getFullDailyPlan, adminSession, { fromDate: '2026-12-01', tillDate: '2026-12-01' })).status,
    ).toBe(400);
  });
});
