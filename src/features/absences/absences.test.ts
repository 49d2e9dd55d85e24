import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { absenceForm, addBusyCoach, cancelDecisions, moveDecision } from '../../../tests/support/absences.ts';
import { nextClockChange } from '../../../tests/support/next-days.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { joinWaitingList, listMyWaitingEntries } from '../waiting/contract.ts';
import { endAbsence, endOwnAbsence, getAbsences, getOwnAbsences, planAbsence, planOwnAbsence } from './contract.ts';

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
const plan = (coachId: number, from: number, till = from, changes: object = {}) =>
  world.call(planAbsence, adminSession, { ...absenceForm(from, till, changes), coachId });
const rowOf = (id: number) => world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirst();
const mailsOf = async (absence: number) => {
  const rows = await world.db.selectFrom('mail').selectAll().where('absence_id', '=', absence).execute();
  return rows.map((mail) => `${mail.kind} ${mail.person_id} ${mail.appointment_id}`).sort();
};

describe('the preview of an absence [14.2]', () => {
  test('counts the free slots, and lists the bookings with the colleagues who are free then', async () => {
    const { coach, booking } = await addBusyCoach(world, 5);
    const [zoe, bea] = [await world.addCoach({ lastName: 'Zoe' }), await world.addCoach({ lastName: 'Bea' })];
    for (const colleague of [zoe, bea]) await world.addAppointment(colleague, inDays(5, '10:00'));
    await world.addAppointment(await world.addCoach(), inDays(5, '10:00'), { minutes: 30 });
    await world.addAppointment(await world.addCoach(), inDays(5, '10:00'), { isSpeedcoaching: true });
    const { status, body } = await plan(coach, 5, 5, { apply: false });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      absenceId: null,
      undoUntil: null,
      free: 2,
      freeSpeedcoachings: 1,
      booked: [
        {
          appointmentId: booking,
          date: dateIn(5),
          start: '10:00',
          end: '10:45',
          participantFullName: 'Robin Beispiel',
          participantPhoneNumber: expect.stringMatching(/^[+\d]/),
          moves: [
            { coachId: bea, coach: 'Cleo Bea' },
            { coachId: zoe, coach: 'Cleo Zoe' },
          ],
        },
      ],
    });
    expect(await world.db.selectFrom('absence').select('id').where('coach_id', '=', coach).execute()).toEqual([]);
  });

  test('names no colleagues to a coach; to an admin it names only colleagues with a slot that is not held', async () => {
    const { coach, booking } = await addBusyCoach(world, 6);
    const colleague = await world.addCoach();
    const slot = await world.addAppointment(colleague, inDays(6, '10:00'));
    const preview = await world.call(planOwnAbsence, await world.signIn(coach), absenceForm(6, 6, { apply: false }));
    expect(preview.body.data?.booked).toMatchObject([{ appointmentId: booking, moves: [] }]);
    await holdFor(await world.addParticipant(), slot);
    expect((await plan(coach, 6, 6, { apply: false })).body.data?.booked).toMatchObject([{ moves: [] }]);
  });

  test('omits appointments that have begun, that only border on the absence, or that are cancelled', async () => {
    const coach = await world.addCoach();
    await world.addAppointment(coach, inDays(0, '00:00'), { minutes: 24 * 60 + 60 });
    await world.addAppointment(coach, inDays(7, '10:00'));
    await world.addAppointment(coach, inDays(7, '12:00'));
    await world.addAppointment(coach, inDays(7, '11:00'), { participant: await world.addParticipant(), status: 'K' });
    const times = { fromTime: '10:45', tillTime: '12:00', apply: false };
    expect((await plan(coach, 7, 7, times)).body.data).toMatchObject({ free: 0, booked: [] });
    expect((await plan(coach, 0, 1, { apply: false })).body.data).toMatchObject({ free: 0, booked: [] });
    expect((await plan(coach, 7, 7, { ...times, fromTime: '10:44' })).body.data).toMatchObject({ free: 1 });
    expect((await plan(coach, 7, 7, { ...times, tillTime: '12:01' })).body.data).toMatchObject({ free: 1 });
  });
});

/** Holds a slot for a participant on the waiting list. */
async function holdFor(person_id: number, appointment_id: number) {
  const days = { from_date: dateIn(0), till_date: dateIn(60), place: 1 };
  const entry = world.db.insertInto('waiting_entry').values({ person_id, ...days });
  const { id: entry_id } = await entry.returning('id').executeTakeFirstOrThrow();
  const { coach_id = 0, starts_at = '' } = (await rowOf(appointment_id)) ?? {};
  const holdTimes = { held_from: new Date(), held_until: new Date(Date.now() + 3_600_000) };
  const slot = { appointment_id, coach_id, starts_at, ends_at: starts_at };
  await world.db
    .insertInto('waiting_offer')
    .values({ entry_id, person_id, ...slot, ...holdTimes })
    .execute();
}

describe('planning an absence [14.2]', () => {
  test('deletes the free slots, cancels the booking as goodwill and frees its quota number', async () => {
    const { coach, participant, freeSlot, booking, speedcoaching } = await addBusyCoach(world, 8);
    const { status, body } = await plan(coach, 8, 8, { decisions: cancelDecisions(booking) });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ free: 2, booked: [{ appointmentId: booking }] });
    expect([await rowOf(freeSlot), await rowOf(speedcoaching)]).toEqual([undefined, undefined]);
    expect(await rowOf(booking)).toMatchObject({
      status: 'K',
      cancel_kind: 'goodwill',
      cancelled_by: admin,
      quota_number: null,
      participant_id: participant,
    });
    const absence = body.data?.absenceId ?? 0;
    expect(await mailsOf(absence)).toEqual(
      [`appointmentCalledOff ${participant} ${booking}`, `appointmentCalledOff ${coach} ${booking}`].sort(),
    );
    const rows = await world.db.selectFrom('appointment').select('id').where('coach_id', '=', coach).execute();
    expect(rows).toEqual([{ id: booking }]);
  });

  test('hands a booking over to a colleague, with the same effects as a move by staff', async () => {
    const { coach, participant, booking } = await addBusyCoach(world, 9);
    const colleague = await world.addCoach();
    const slot = await world.addAppointment(colleague, inDays(9, '10:00'));
    const { body } = await plan(coach, 9, 9, { decisions: [moveDecision(booking, colleague)] });
    expect(await rowOf(booking)).toMatchObject({ status: 'K', cancel_kind: 'rescheduled', quota_number: null });
    expect(await rowOf(slot)).toMatchObject({
      status: 'G',
      participant_id: participant,
      quota_number: 1,
      self_booked: true,
      moved_from: booking,
      moved_by_staff: true,
      calendar_event: booking,
    });
    expect(await mailsOf(body.data?.absenceId ?? 0)).toEqual(
      [
        `appointmentMovedByStaff ${participant} ${slot}`,
        `appointmentMovedByStaff ${colleague} ${slot}`,
        `appointmentHandedOver ${coach} ${booking}`,
      ].sort(),
    );
    expect(await world.db.selectFrom('appointment').select('id').where('coach_id', '=', coach).execute()).toEqual([
      { id: booking },
    ]);
  });

  test('logs who planned the absence and for which coach, but not the reason', async () => {
    const { coach, participant, booking } = await addBusyCoach(world, 10);
    await plan(coach, 10, 10, { decisions: cancelDecisions(booking) });
    const entries = await world.db
      .selectFrom('audit')
      .selectAll()
      .where('person_id', 'in', [coach, participant])
      .execute();
    expect(entries.map(({ action, actor_id, person_id }) => [action, actor_id, person_id])).toEqual([
      ['absencePlanned', admin, coach],
      ['goodwillGranted', admin, participant],
    ]);
    expect(JSON.stringify(entries)).not.toContain('illness');
  });

  test('informs the participant for whom a deleted slot was held', async () => {
    const { coach, freeSlot, booking } = await addBusyCoach(world, 11);
    const waitingPerson = await world.addParticipant();
    await holdFor(waitingPerson, freeSlot);
    await plan(coach, 11, 11, { decisions: cancelDecisions(booking) });
    const mails = await world.db.selectFrom('mail').select('kind').where('person_id', '=', waitingPerson).execute();
    expect(mails).toEqual([{ kind: 'waitingOfferGone' }]);
  });

  test('does not offer the time of the cancelled booking to anyone on the waiting list', async () => {
    const { coach, booking } = await addBusyCoach(world, 12);
    const waitingSession = await world.signIn(await world.addParticipant());
    const entry = { coachId: coach, fromDate: dateIn(1), tillDate: dateIn(60) };
    expect((await world.call(joinWaitingList, waitingSession, entry)).status).toBe(200);
    await plan(coach, 12, 12, { decisions: cancelDecisions(booking) });
    expect((await world.call(listMyWaitingEntries, waitingSession)).body.data).toMatchObject([{ offer: null }]);
  });
});

describe('refusals of planned absences [14.2]', () => {
  test('an absence with an undecided booking is refused, and nothing changes', async () => {
    const { coach, booking, freeSlot } = await addBusyCoach(world, 13);
    const colleague = await world.addCoach();
    for (const decisions of [[], cancelDecisions(freeSlot), [moveDecision(booking, null)]]) {
      const { status, body } = await plan(coach, 13, 13, { decisions });
      expect([status, body.meta.code]).toEqual([409, 'undecided']);
    }
    expect((await plan(coach, 13, 13, { decisions: [moveDecision(booking, colleague)] })).body.meta.code).toBe(
      'slotTaken',
    );
    expect(await rowOf(freeSlot)).toMatchObject({ status: 'F' });
    expect(await rowOf(booking)).toMatchObject({ status: 'G' });
  });

  test('two decisions on one booking and unknown coaches are refused', async () => {
    const { coach, booking } = await addBusyCoach(world, 14);
    expect((await plan(coach, 14, 14, { decisions: cancelDecisions(booking, booking) })).status).toBe(400);
    expect((await plan(coach, 14, 14, { decisions: [moveDecision(booking, 987_654_321)] })).status).toBe(404);
    expect((await plan(987_654_321, 14)).status).toBe(404);
  });

  test('a coach cannot hand a booking over, and an admin without a coach profile cannot plan an absence of their own', async () => {
    const { coach, booking } = await addBusyCoach(world, 15);
    const coachSession = await world.signIn(coach);
    const input = absenceForm(15, 15, { decisions: [moveDecision(booking, await world.addCoach())] });
    expect((await world.call(planOwnAbsence, coachSession, input)).body.meta.code).toBe('notAllowed');
    expect((await world.call(planOwnAbsence, adminSession, absenceForm(15))).body.meta.code).toBe('noCoachProfile');
    const response = await world.call(
      planOwnAbsence,
      coachSession,
      absenceForm(15, 15, { decisions: cancelDecisions(booking) }),
    );
    expect(response.status).toBe(200);
    expect(await rowOf(booking)).toMatchObject({ status: 'K', cancelled_by: coach });
  });

  test('an overlapping absence is refused; planning the same absence again returns the first absence', async () => {
    const coach = await world.addCoach();
    const first = (await plan(coach, 16, 18)).body.data?.absenceId;
    expect((await plan(coach, 16, 18, { kind: 'vacation' })).body.data).toMatchObject({ absenceId: first, free: 0 });
    expect((await plan(coach, 18, 19)).body.meta.code).toBe('overlap');
    expect((await plan(coach, 19)).status).toBe(200);
    const { body } = await world.call(getAbsences, adminSession, {
      fromDate: dateIn(17),
      tillDate: dateIn(17),
      coachId: coach,
    });
    expect(body.data).toMatchObject([{ absenceId: first, kind: 'illness' }]);
  });

  test('an absence is refused if it is too long, or has invalid days or times or no kind', async () => {
    const coach = await world.addCoach();
    const refusalOf = async (changes: object) => {
      const { status, body } = await plan(coach, 20, 20, changes);
      return [status, body.meta.code, ...(body.errors ?? []).map(({ path }) => path)];
    };
    expect(await refusalOf({ tillDate: addDays(dateIn(20), 366) })).toEqual([409, 'rangeTooLong']);
    expect(await refusalOf({ tillDate: dateIn(19) })).toEqual([409, 'invalid', 'tillDate']);
    expect(await refusalOf({ fromTime: '10:00', tillTime: '10:00' })).toEqual([409, 'invalid', 'tillTime']);
    expect(await refusalOf({ fromTime: '9', kind: '' })).toEqual([409, 'invalid', 'fromTime', 'kind']);
    expect(await refusalOf({ fromDate: '', tillDate: null })).toEqual([409, 'invalid', 'fromDate', 'tillDate']);
    const clockChangeDay = nextClockChange('spring');
    expect(await refusalOf({ fromDate: clockChangeDay, tillDate: clockChangeDay, fromTime: '02:30' })).toEqual([
      409,
      'invalidTime',
    ]);
    expect((await plan(coach, 20, 20, { tillDate: addDays(dateIn(20), 365) })).status).toBe(200);
  });
});

describe('listing and ending absences [14.4]', () => {
  test('a coach sees their own absences with times; an admin sees the absences of one coach or of all coaches', async () => {
    const [ada, bea] = [await world.addCoach({ firstName: 'Ada' }), await world.addCoach({ firstName: 'Bea' })];
    const wholeDays = (await plan(ada, 21, 22)).body.data?.absenceId;
    const partOfDay = (await plan(bea, 22, 22, { fromTime: '08:00', tillTime: '12:30', kind: 'training' })).body.data
      ?.absenceId;
    const days = { fromDate: dateIn(22), tillDate: dateIn(25) };
    const entry = { absenceId: wholeDays, coachId: ada, coach: 'Ada Coach', fromDate: dateIn(21), fromTime: null };
    const ownAbsences = await world.call(getOwnAbsences, await world.signIn(ada), days);
    expect(ownAbsences.body.data).toMatchObject([{ ...entry, tillDate: dateIn(22), tillTime: null, kind: 'illness' }]);
    expect(Date.parse(ownAbsences.body.data?.[0]?.undoUntil ?? '')).toBeGreaterThan(Date.now());
    const allAbsences = (await world.call(getAbsences, adminSession, { ...days, coachId: null })).body.data ?? [];
    expect(allAbsences.map(({ absenceId }) => absenceId)).toEqual(expect.arrayContaining([wholeDays, partOfDay]));
    const absencesOfBea = await world.call(getAbsences, adminSession, { ...days, coachId: bea });
    expect(absencesOfBea.body.data).toMatchObject([
      {
        absenceId: partOfDay,
        fromDate: dateIn(22),
        fromTime: '08:00',
        tillDate: dateIn(22),
        tillTime: '12:30',
        kind: 'training',
      },
    ]);
    expect(
      (await world.call(getAbsences, adminSession, { fromDate: dateIn(23), tillDate: dateIn(25), coachId: bea })).body
        .data,
    ).toEqual([]);
  });

  test('ending an absence removes its kind but does not restore its slots; ending it again succeeds', async () => {
    const { coach, booking, freeSlot } = await addBusyCoach(world, 23);
    const absenceId = (await plan(coach, 23, 23, { decisions: cancelDecisions(booking) })).body.data?.absenceId;
    const coachSession = await world.signIn(coach);
    expect((await world.call(endOwnAbsence, await world.signIn(await world.addCoach()), { absenceId })).status).toBe(
      404,
    );
    for (const session of [coachSession, coachSession])
      expect((await world.call(endOwnAbsence, session, { absenceId })).status).toBe(200);
    expect((await world.call(endAbsence, adminSession, { absenceId })).status).toBe(200);
    expect((await world.call(endAbsence, adminSession, { absenceId: 987_654_321 })).status).toBe(404);
    const list = await world.call(getOwnAbsences, coachSession, { fromDate: dateIn(23), tillDate: dateIn(23) });
    expect(list.body.data).toEqual([]);
    const storedAbsence = await world.db
      .selectFrom('absence')
      .selectAll()
      .where('id', '=', absenceId ?? 0)
      .executeTakeFirst();
    expect(storedAbsence).toMatchObject({ ended_by: 'ended', kind: null });
    expect(await rowOf(freeSlot)).toBeUndefined();
    const auditQuery = world.db.selectFrom('audit').select('actor_id').where('action', '=', 'absenceEnded');
    expect(await auditQuery.where('person_id', '=', coach).execute()).toEqual([{ actor_id: coach }]);
  });
});
