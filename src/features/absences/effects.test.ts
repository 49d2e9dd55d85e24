import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absenceForm, addBusyCoach, cancelDecisions, moveDecision } from '../../../tests/support/absences.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { dateOf } from '../../shared/berlin.ts';
import { getAbsenceEffects, getOwnAbsenceEffects, planAbsence } from './contract.ts';

let world: World;
let admin: number;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.addAdmin();
  adminSession = await world.signIn(admin);
});
afterAll(() => world.close());

const dateIn = (days: number) => dateOf(inDays(days, '12:00'));
const plan = (coachId: number, days: number, decisions: object[]) =>
  world.call(planAbsence, adminSession, { ...absenceForm(days, days, { decisions }), coachId });

describe('the effects of an absence [14.4]', () => {
  const effectsOf = async (absenceId: number) =>
    (await world.call(getAbsenceEffects, adminSession, { absenceId })).body.data;

  test('names for each booking who has taken it over, or what its participant has booked since', async () => {
    const { coach, participant, booking } = await addBusyCoach(world, 40);
    const second = { participant: await world.addParticipant({ firstName: 'Kim' }) };
    const handedOver = await world.addAppointment(coach, inDays(40, '12:00'), second);
    const bea = await world.addCoach({ lastName: 'Bea' });
    const slot = await world.addAppointment(bea, inDays(40, '12:00'));
    // Cancelled before, and for another reason.
    await world.addAppointment(coach, inDays(40, '16:00'), { ...second, status: 'K' });
    const decisions = [...cancelDecisions(booking), moveDecision(handedOver, bea)];
    const absenceId = (await plan(coach, 40, decisions)).body.data?.absenceId ?? 0;
    expect(await effectsOf(absenceId)).toMatchObject({
      free: 2,
      booked: [
        {
          ...{ appointmentId: booking, date: dateIn(40), start: '10:00', end: '10:45' },
          ...{ participantFullName: 'Robin Beispiel', handedTo: null, changedSince: false, next: null },
        },
        {
          ...{ appointmentId: handedOver, start: '12:00', participantFullName: 'Kim Beispiel' },
          ...{ handedTo: 'Cleo Bea', changedSince: false, next: null },
        },
      ],
    });

    await world.addAppointment(bea, inDays(41, '09:00'), { participant });
    const newBooking = { booked_at: new Date(Date.now() + 1_000) };
    await world.db.updateTable('appointment').set(newBooking).where('participant_id', '=', participant).execute();
    const cancelled = { status: 'K', cancel_kind: 'byAdmin', cancelled_at: new Date(), cancelled_by: admin } as const;
    await world.db.updateTable('appointment').set(cancelled).where('id', '=', slot).execute();
    expect((await effectsOf(absenceId))?.booked).toMatchObject([
      { next: { date: dateIn(41), start: '09:00', end: '09:45', coach: 'Cleo Bea' } },
      { handedTo: 'Cleo Bea', changedSince: true },
    ]);
  });

  test('says a day later that the number of deleted appointments is not stored any more', async () => {
    const { coach, booking } = await addBusyCoach(world, 43);
    const decisions = cancelDecisions(booking);
    const absenceId = (await plan(coach, 43, decisions)).body.data?.absenceId ?? 0;
    const dayAgo = new Date(Date.now() - 25 * 3_600_000);
    await world.db.updateTable('absence').set({ planned_at: dayAgo }).where('id', '=', absenceId).execute();
    await world.db.updateTable('appointment').set({ cancelled_at: dayAgo }).where('id', '=', booking).execute();
    expect(await effectsOf(absenceId)).toMatchObject({ free: null, booked: [{ appointmentId: booking }] });
    expect((await world.call(getAbsenceEffects, adminSession, { absenceId: 987_654_321 })).status).toBe(404);
  });
});

describe('the effects of an absence, for its coach [14.4]', () => {
  const effectsFor = async (coach: number, absenceId: number) =>
    (await world.call(getOwnAbsenceEffects, await world.signIn(coach), { absenceId })).body.data;
  const bookAnew = async (coach: number, participant: number, days: number) => {
    const appointment = await world.addAppointment(coach, inDays(days, '09:00'), { participant });
    const booked_at = new Date(Date.now() + 1_000);
    await world.db.updateTable('appointment').set({ booked_at }).where('id', '=', appointment).execute();
  };
  const phone = expect.stringMatching(/^[+\d]/);

  test('names who was affected, with a phone number while no other coach has the participant', async () => {
    const { coach, participant, booking } = await addBusyCoach(world, 60);
    const [kim, lou] = [await world.addParticipant({ firstName: 'Kim' }), await world.addParticipant()];
    const handedOver = await world.addAppointment(coach, inDays(60, '12:00'), { participant: kim });
    const stays = await world.addAppointment(coach, inDays(60, '13:00'), { participant: lou });
    const bea = await world.addCoach({ lastName: 'Bea' });
    await world.addAppointment(bea, inDays(60, '12:00'));
    const decisions = [...cancelDecisions(booking, stays), moveDecision(handedOver, bea)];
    const absenceId = (await plan(coach, 60, decisions)).body.data?.absenceId ?? 0;
    expect(await effectsFor(coach, absenceId)).toEqual({
      free: 2,
      booked: [
        {
          ...{ appointmentId: booking, date: dateIn(60), start: '10:00', end: '10:45' },
          ...{ participantFullName: 'Robin Beispiel', participantPhoneNumber: phone },
          ...{ handedTo: null, next: null, bookedElsewhere: false },
        },
        {
          ...{ appointmentId: handedOver, date: dateIn(60), start: '12:00', end: '12:45' },
          ...{ participantFullName: 'Kim Beispiel', participantPhoneNumber: '' },
          ...{ handedTo: 'Cleo Bea', next: null, bookedElsewhere: false },
        },
        expect.objectContaining({ appointmentId: stays, participantPhoneNumber: phone }),
      ],
    });

    await bookAnew(bea, participant, 61);
    await bookAnew(coach, lou, 62);
    expect((await effectsFor(coach, absenceId))?.booked).toMatchObject([
      { participantPhoneNumber: '', next: null, bookedElsewhere: true },
      { appointmentId: handedOver },
      {
        participantPhoneNumber: phone,
        next: { date: dateIn(62), start: '09:00', end: '09:45' },
        bookedElsewhere: false,
      },
    ]);
  });

  test('has no phone number from a day after the absence', async () => {
    const { coach, booking } = await addBusyCoach(world, 64);
    const decisions = cancelDecisions(booking);
    const absenceId = (await plan(coach, 64, decisions)).body.data?.absenceId ?? 0;
    const setEnd = async (hoursAgo: number) => {
      const hour = 3_600_000;
      const ends_at = new Date(Date.now() - hoursAgo * hour);
      const starts_at = new Date(ends_at.getTime() - hour);
      const times = { starts_at, ends_at };
      await world.db.updateTable('absence').set(times).where('id', '=', absenceId).execute();
      await world.db.updateTable('appointment').set(times).where('id', '=', booking).execute();
    };
    await setEnd(23);
    expect((await effectsFor(coach, absenceId))?.booked).toMatchObject([{ participantPhoneNumber: phone }]);
    await setEnd(25);
    expect((await effectsFor(coach, absenceId))?.booked).toMatchObject([{ participantPhoneNumber: '' }]);
  });

  test('answers for another coach’s absence as if it did not exist, also to an admin', async () => {
    const { coach, booking } = await addBusyCoach(world, 66);
    const decisions = cancelDecisions(booking);
    const absenceId = (await plan(coach, 66, decisions)).body.data?.absenceId ?? 0;
    for (const session of [await world.signIn(await world.addCoach()), adminSession]) {
      const foreign = await world.call(getOwnAbsenceEffects, session, { absenceId });
      const unknown = await world.call(getOwnAbsenceEffects, session, { absenceId: 987_654_321 });
      expect({ status: foreign.status, body: foreign.body }).toEqual({ status: 404, body: unknown.body });
    }
  });
});
