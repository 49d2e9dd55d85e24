import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { dateOf } from '../../shared/berlin.ts';
import { bookAppointment, getBookingOverview } from './contract.ts';

let world: World;
let adminSession: string;
let ada: number;
let bea: number;
let kim: number;
beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
  ada = await world.addCoach({ firstName: 'Ada' });
  bea = await world.addCoach({ firstName: 'Bea' });
  kim = await world.addParticipant({ firstName: 'Kim' });
});
afterAll(() => world.close());

let hour = 0;
/** Creates an appointment that was booked at the instant `at`, by default by the participant. */
async function createBooking(
  at: string,
  { coach = ada, by = kim, status = 'G' as 'G' | 'V' | 'K' } = {},
): Promise<number> {
  const startsAt = new Date(inDays(-9, '08:00').getTime() + hour++ * 3_600_000);
  const id = await world.addAppointment(coach, startsAt, { participant: kim, status });
  await world.db.updateTable('appointment').set({ booked_at: at, booked_by: by }).where('id', '=', id).execute();
  return id;
}
async function getOverview(fromDate: string, tillDate: string, otherInput: object = {}) {
  return (await world.call(getBookingOverview, adminSession, { fromDate, tillDate, coachId: null, ...otherInput }))
    .body;
}
const idsOf = (body: Awaited<ReturnType<typeof getOverview>>) => body.data?.map(({ id }) => id);

describe('the overview of bookings', () => {
  test('shows for each booking when and by whom it was made, its coach, and its current status [4.11]', async () => {
    const slot = await world.addAppointment(bea, inDays(3, '10:00'));
    const session = await world.signIn(kim);
    expect((await world.call(bookAppointment, session, { appointmentId: slot })).status).toBe(200);
    const today = dateOf(new Date());
    const body = await getOverview(today, today, { coachId: bea });
    expect(body.meta).toEqual({ status: 'success', total: 1 });
    expect(body.data).toEqual([
      {
        id: slot,
        bookedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
        bookedBy: 'Kim Beispiel',
        selfBooked: 1,
        participant: 'Kim Beispiel',
        participantId: kim,
        participantEmail: expect.stringContaining('@') as unknown,
        participantPhoneNumber: expect.any(String) as unknown,
        participantLocation: expect.any(String) as unknown,
        participantQualification: expect.any(String) as unknown,
        coach: 'Bea Coach',
        coachId: bea,
        href: expect.stringMatching(/^https:/) as unknown,
        note: '',
        date: dateOf(inDays(3, '10:00')),
        timeSlot: '10:00 - 10:45',
        type: 'Einzelcoaching',
        status: 'G',
      },
    ]);
  });

  test('lists the bookings made on the given Berlin days, newest first, including cancelled and missed ones [4.11]', async () => {
    // In Berlin, `before` was booked in the last millisecond of 30 June, and `first` at 0:00 on 1 July.
    const before = await createBooking('2025-06-30T21:59:59.999Z');
    const first = await createBooking('2025-06-30T22:00:00Z', { status: 'K' });
    const last = await createBooking('2025-07-01T21:59:59.999Z', { status: 'V', by: ada });
    const after = await createBooking('2025-07-01T22:00:00Z');
    await world.addAppointment(ada, inDays(30, '10:00'));
    const body = await getOverview('2025-07-01', '2025-07-01');
    expect(body.data).toMatchObject([
      { id: last, status: 'V', bookedBy: 'Ada Coach', selfBooked: 0 },
      { id: first, status: 'K', bookedBy: 'Kim Beispiel', selfBooked: 1 },
    ]);
    expect(idsOf(await getOverview('2025-06-30', '2025-07-02'))).toEqual([after, last, first, before]);
    expect((await getOverview('2025-07-03', '2025-07-03')).data).toEqual([]);
  });

  test('has pages of 25 bookings, in a stable order even for bookings made at the same instant [4.11]', async () => {
    const ids: number[] = [];
    for (let number = 0; number < 30; number++) ids.push(await createBooking('2025-08-01T10:00:00Z', { coach: bea }));
    await createBooking('2025-08-01T10:00:00Z');
    const beaFilter = { coachId: bea };
    const firstPage = await getOverview('2025-08-01', '2025-08-01', beaFilter);
    expect({ rows: firstPage.data?.length, total: firstPage.meta.total }).toEqual({ rows: 25, total: 30 });
    const secondPage = await getOverview('2025-08-01', '2025-08-01', { ...beaFilter, page: 2 });
    expect([...(idsOf(firstPage) ?? []), ...(idsOf(secondPage) ?? [])]).toEqual(ids.toReversed());
    expect((await getOverview('2025-08-01', '2025-08-01', { ...beaFilter, page: 3 })).data).toEqual([]);
    expect((await getOverview('2025-08-01', '2025-08-01', { pageSize: 1000 })).data).toHaveLength(31);
  });

  test('refuses days in the wrong order, a range of more than ten years, and impossible page numbers', async () => {
    expect((await getOverview('2026-12-02', '2026-12-01')).errors).toEqual([
      { path: 'tillDate', message: 'Das Enddatum muss nach dem Startdatum liegen' },
    ]);
    expect((await getOverview('2026-12-01', '2037-01-01')).meta).toMatchObject({
      code: 'rangeTooLong',
      message: 'Der Zeitraum darf höchstens 10 Jahre lang sein.',
    });
    for (const page of [0, 1.5, 100_001])
      expect((await getOverview('2026-12-01', '2026-12-01', { page })).meta.code).toBe('invalidRequest');
  });
});
