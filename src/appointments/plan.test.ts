import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../server/testing.ts';
import { dateOf, weekday } from '../shared/berlin.ts';
import { dailyPlan } from './contract.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The plan of a coach for the days from `first` to `last`, counted from today. */
async function planOf(coach: number, first: number, last = first) {
  const range = { fromDate: dateOf(inDays(first, '12:00')), tillDate: dateOf(inDays(last, '12:00')) };
  const { body } = await world.call(dailyPlan, await world.signIn(coach), range);
  return body.data ?? [];
}

describe('the daily plan', () => {
  test('tells everything of an appointment that the specification names, and the coach’s own meeting link', async () => {
    const [coach, other] = [await world.coach({ firstName: 'Ada' }), await world.coach({ firstName: 'Bea' })];
    const participant = await world.participant({ firstName: 'Jürgen', lastName: 'Müller', email: 'jm@test.example' });
    await world.document(participant, { name: 'Überarbeitet.docx', byCoach: coach });
    const id = await world.appointment(coach, inDays(4, '09:00'), { participant });
    const further = await world.appointment(other, inDays(6, '11:00'), { participant });
    await world.appointment(other, inDays(-2, '11:00'), { participant });
    await world.appointment(other, inDays(7, '11:00'), { participant, status: 'K' });

    const date = dateOf(inDays(4, '09:00'));
    const [entry, ...rest] = await planOf(coach, 4);
    expect(rest).toEqual([]);
    expect(entry).toEqual({
      id,
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
      files: { meta: { total: 2 }, data: expect.any(Array) as unknown },
      remainingAppointments: [
        {
          appointmentId: further,
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

  test('holds own booked and missed appointments of its days in their order, neither free nor cancelled ones', async () => {
    const [coach, other] = [await world.coach(), await world.coach()];
    const participant = await world.participant();
    const late = await world.appointment(coach, inDays(-1, '23:15'), { participant });
    const missed = await world.appointment(coach, inDays(-1, '00:00'), { participant, status: 'V' });
    await world.appointment(coach, inDays(-1, '10:00'));
    await world.appointment(coach, inDays(-1, '12:00'), { participant, status: 'K' });
    await world.appointment(coach, inDays(-2, '23:15'), { participant });
    await world.appointment(coach, inDays(0, '00:00'), { participant });
    await world.appointment(other, inDays(-1, '15:00'), { participant });
    expect((await planOf(coach, -1)).map(({ id, status }) => [id, status])).toEqual([
      [missed, 'V'],
      [late, 'G'],
    ]);
    expect(await planOf(coach, -2, 0)).toHaveLength(4);
  });
});
