import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAppointment } from '../appointments/contract.ts';
import { cancelAppointment } from '../booking/contract.ts';
import { makeNewCoach } from '../coaches/contract.ts';
import { anonymizeUserData, changeActiveStatus } from '../participants/contract.ts';
import { addDays, isoWeekday } from '../../shared/berlin.ts';
import { dateInDays, createWaitingListActions } from '../../../tests/support/waiting.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { declineOffer, joinWaitingList, leaveWaitingList, listMyWaitingEntries } from './contract.ts';
import { endWaitingEntry, listWaitingEntries, resumeWaitingEntry } from './demand/contract.ts';
import { passOnOffers } from './jobs.ts';

let world: World;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());
// Ends all entries. Otherwise, people who wait for any coach would get offers in the next test, too.
beforeEach(() =>
  world.db
    .updateTable('waiting_entry')
    .set({ ended_at: new Date(), ended_by: 'left', place: null })
    .where('ended_at', 'is', null)
    .execute(),
);

const { addSeparateCoach, addWaitingParticipant, readOffer, addBooking, createFreedSlot, findBookableSlot } =
  createWaitingListActions(() => world);

describe('joining the waiting list [12.1]', () => {
  test('creates an entry; an identical request returns the same entry', async () => {
    const coach = await world.addCoach({ firstName: 'Julia', lastName: 'Schäfer' });
    const session = await world.signIn(await world.addParticipant());
    const entry = {
      coachId: coach,
      fromDate: dateInDays(1),
      tillDate: dateInDays(30),
      weekdays: [3, 1, 3],
      fromTime: '09:00',
      tillTime: '12:30:00',
      insteadOf: null,
    };
    const first = await world.call(joinWaitingList, session, entry);
    const second = await world.call(joinWaitingList, session, { ...entry, weekdays: [1, 3] });
    expect(second.body.data).toEqual(first.body.data);
    const { body } = await world.call(listMyWaitingEntries, session);
    expect(body.data).toEqual([
      {
        waitingId: first.body.data?.waitingId,
        coach: 'Julia Schäfer',
        coachId: coach,
        coachInactive: false,
        fromDate: dateInDays(1),
        tillDate: dateInDays(30),
        weekdays: [1, 3],
        fromTime: '09:00',
        tillTime: '12:30',
        insteadOf: null,
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        offer: null,
      },
    ]);
  });

  test('returns the existing entry for an identical request even if a new one would be refused', async () => {
    const { id, session, waitingId } = await addWaitingParticipant(null);
    await world.db.deleteFrom('document').where('participant_id', '=', id).execute();
    const secondResponse = await world.call(joinWaitingList, session, {
      coachId: null,
      fromDate: dateInDays(0),
      tillDate: dateInDays(60),
    });
    expect(secondResponse.body.data).toEqual({ waitingId });
  });

  test('is refused with 409, for the reasons in the order of the reference', async () => {
    const coach = await addSeparateCoach();
    const id = await world.addParticipant({ hasCv: false });
    const session = await world.signIn(id);
    const entry = { coachId: coach, fromDate: dateInDays(-3), tillDate: dateInDays(-1) };
    const tryJoining = async (changes: Record<string, unknown> = {}) => {
      const { status, body } = await world.call(joinWaitingList, session, { ...entry, ...changes });
      return `${status} ${body.meta.code ?? body.meta.status}`;
    };
    expect(await tryJoining({ coachId: 999_999 })).toBe('404 notFound');
    expect(await tryJoining({ insteadOf: 999_999 })).toBe('404 notFound');
    expect(await tryJoining({ tillDate: dateInDays(-4) })).toBe('409 invalid');
    expect(await tryJoining({ tillDate: addDays(entry.fromDate, 92) })).toBe('409 rangeTooLong');
    expect(await tryJoining()).toBe('409 inPast');
    const upcomingDays = { fromDate: dateInDays(0), tillDate: addDays(dateInDays(0), 91) };
    expect(await tryJoining(upcomingDays)).toBe('409 noEditableFile');
    await world.addDocument(id);
    for (const quota of [1, 2, 3])
      await world.addAppointment(coach, inDays(20 + quota, '10:00'), { participant: id, quotaNumber: quota });
    expect(await tryJoining(upcomingDays)).toBe('409 limitReached');
    await world.db
      .updateTable('appointment')
      .set({ quota_number: null, self_booked: false })
      .where('participant_id', '=', id)
      .execute();
    for (const coachId of [coach, null, await addSeparateCoach()])
      expect(await tryJoining({ ...upcomingDays, coachId })).toBe('200 success');
    expect(await tryJoining({ ...upcomingDays, coachId: await addSeparateCoach() })).toBe('409 tooMany');
  });

  test('for an inactive coach is refused as inactive even if a document is missing, but as past if the days are over', async () => {
    const coach = await addSeparateCoach();
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
    const id = await world.addParticipant({ hasCv: false });
    const session = await world.signIn(id);
    const pastEntry = { coachId: coach, fromDate: dateInDays(-3), tillDate: dateInDays(-1) };
    const upcomingEntry = { ...pastEntry, fromDate: dateInDays(0), tillDate: dateInDays(30) };
    expect((await world.call(joinWaitingList, session, pastEntry)).body.meta.code).toBe('inPast');
    const { status, body } = await world.call(joinWaitingList, session, upcomingEntry);
    expect(status).toBe(409);
    expect(body.meta).toMatchObject({
      code: 'inactive',
      message: 'Dieser Coach bietet zurzeit keine Termine an. Bitte wähle einen anderen Coach oder „Alle Coaches“.',
    });
    expect((await world.call(listMyWaitingEntries, session)).body.data).toEqual([]);
    await world.addDocument(id);
    expect((await world.call(joinWaitingList, session, { ...upcomingEntry, coachId: null })).body.meta.status).toBe(
      'success',
    );
  });

  test('creates an entry that stays open and is marked while the coach is inactive, and gets offers afterwards [12.5]', async () => {
    const coach = await addSeparateCoach();
    const { session, waitingId } = await addWaitingParticipant(coach);
    const setActive = (active: boolean) =>
      world.db.updateTable('coach').set({ active }).where('person_id', '=', coach).execute();
    await setActive(false);
    const readOwnEntries = async () => (await world.call(listMyWaitingEntries, session)).body.data;
    expect(await readOwnEntries()).toMatchObject([{ waitingId, coachInactive: true }]);
    const secondResponse = await world.call(joinWaitingList, session, {
      coachId: coach,
      fromDate: dateInDays(0),
      tillDate: dateInDays(60),
    });
    expect(secondResponse.body.data).toEqual({ waitingId });
    await setActive(true);
    expect(await readOwnEntries()).toMatchObject([{ waitingId, coachInactive: false }]);
    const slot = await createFreedSlot(coach);
    expect(await readOffer(session)).toMatchObject({ appointmentId: slot });
  });

  test('is possible for rescheduling a person’s own booking as long as the booking can be rescheduled', async () => {
    const coach = await addSeparateCoach();
    const { id, session, slot } = await addBooking(coach);
    const otherBooking = await addBooking(coach, inDays(9, '12:00'));
    const tryJoining = async (insteadOf: number) => {
      const entry = { coachId: null, fromDate: dateInDays(0), tillDate: dateInDays(20), insteadOf };
      const { status, body } = await world.call(joinWaitingList, session, entry);
      return `${status} ${body.meta.code ?? body.meta.status}`;
    };
    expect(await tryJoining(otherBooking.slot)).toBe('404 notFound');
    const bookingTomorrow = await world.addAppointment(coach, inDays(1, '10:00'), { participant: id });
    expect(await tryJoining(bookingTomorrow)).toBe('409 tooLate');
    const missedBooking = await world.addAppointment(coach, inDays(-1, '10:00'), { participant: id, status: 'V' });
    expect(await tryJoining(missedBooking)).toBe('409 notBooked');
    expect(await tryJoining(slot)).toBe('200 success');
  });

  test('does not count entries whose days have passed towards the limit', async () => {
    const { id, session } = await addWaitingParticipant(null);
    for (const from of [1, 2])
      await world.call(joinWaitingList, session, {
        coachId: null,
        fromDate: dateInDays(from),
        tillDate: dateInDays(30),
      });
    await world.db
      .updateTable('waiting_entry')
      .set({ from_date: dateInDays(-9), till_date: dateInDays(-1) })
      .where('person_id', '=', id)
      .where('place', '=', 1)
      .execute();
    expect((await world.call(listMyWaitingEntries, session)).body.data).toHaveLength(2);
    const fourth = await world.call(joinWaitingList, session, {
      coachId: null,
      fromDate: dateInDays(3),
      tillDate: dateInDays(30),
    });
    expect(fourth.body.meta.status).toBe('success');
  });
});

describe('an entry on the waiting list [12.4] [12.5]', () => {
  test('ends when its person leaves the list, and a held slot goes to the next person', async () => {
    const coach = await addSeparateCoach();
    const [first, second] = [await addWaitingParticipant(coach), await addWaitingParticipant(coach)];
    const slot = await createFreedSlot(coach);
    for (let turn = 0; turn < 2; turn++)
      expect((await world.call(leaveWaitingList, first.session, first)).body.meta.status).toBe('success');
    expect((await world.call(listMyWaitingEntries, first.session)).body.data).toEqual([]);
    expect(await readOffer(second.session)).toMatchObject({ appointmentId: slot });
    expect((await world.call(declineOffer, first.session, first)).body.meta.status).toBe('success');
  });

  test('of another person is not found, just like an unknown one', async () => {
    const [caller, otherPerson] = [await addWaitingParticipant(null), await addWaitingParticipant(null)];
    for (const call of [leaveWaitingList, declineOffer])
      for (const waitingId of [otherPerson.waitingId, 999_999])
        expect((await world.call(call, caller.session, { waitingId })).status).toBe(404);
  });

  test('ends when its person is deactivated, anonymised or becomes a coach, and a held slot goes to the next person', async () => {
    const coach = await addSeparateCoach();
    const people = [
      await addWaitingParticipant(coach),
      await addWaitingParticipant(coach),
      await addWaitingParticipant(coach),
    ] as const;
    const last = await addWaitingParticipant(coach);
    const slots = [];
    for (const days of [9, 10, 11]) slots.push(await createFreedSlot(coach, inDays(days, '10:00')));
    const [first, second, third] = people;
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', second.id).execute();
    const responses = [
      await world.call(changeActiveStatus, adminSession, { participantId: first.id, participantStatus: 1 }),
      await world.call(anonymizeUserData, adminSession, { participantId: second.id }),
      await world.call(makeNewCoach, adminSession, {
        participantId: third.id,
        firstName: 'Neu',
        lastName: 'Coach',
        email: 'neuer@test.example',
        teamsLink: 'https://teams.example/neu',
        gender: 'd',
      }),
    ];
    expect(responses.map(({ body }) => body.meta.status)).toEqual(['success', 'success', 'success']);
    const openEntries = await world.db
      .selectFrom('waiting_entry')
      .select('person_id')
      .where('coach_id', '=', coach)
      .where('ended_at', 'is', null)
      .execute();
    expect(openEntries).toEqual([{ person_id: last.id }]);
    expect(await readOffer(last.session)).toMatchObject({ appointmentId: slots[0] });
    expect(
      await world.db.selectFrom('waiting_offer').select('id').where('person_id', '=', second.id).execute(),
    ).toEqual([]);
  });

  test('for rescheduling ends when the booking is cancelled, and a held slot is released and then goes to the next person', async () => {
    const coach = await addSeparateCoach();
    const { session, slot } = await addBooking(await addSeparateCoach(), inDays(15, '10:00'));
    await world.call(joinWaitingList, session, {
      coachId: coach,
      fromDate: dateInDays(0),
      tillDate: dateInDays(20),
      insteadOf: slot,
    });
    const nextPerson = await addWaitingParticipant(coach);
    const heldSlot = await createFreedSlot(coach);
    expect(await readOffer(session)).toMatchObject({ appointmentId: heldSlot });
    await world.call(cancelAppointment, session, { appointmentId: slot });
    expect((await world.call(listMyWaitingEntries, session)).body.data).toEqual([]);
    expect(await findBookableSlot(nextPerson.session, heldSlot)).not.toHaveProperty('heldUntil');
    await passOnOffers(world.app);
    expect(await readOffer(nextPerson.session)).toMatchObject({ appointmentId: heldSlot });
  });

  test('ends automatically when its last day has passed', async () => {
    const { waitingId } = await addWaitingParticipant(null);
    const dates = { from_date: dateInDays(-9), till_date: dateInDays(-1) };
    await world.db.updateTable('waiting_entry').set(dates).where('id', '=', waitingId).execute();
    await passOnOffers(world.app);
    const entry = world.db.selectFrom('waiting_entry').select(['ended_by', 'place']).where('id', '=', waitingId);
    expect(await entry.executeTakeFirst()).toEqual({ ended_by: 'passed', place: null });
  });
});

test('admins see the waiting people in the order of joining, and for one coach also those who wait for any coach [12.6]', async () => {
  const portal = await openWorld();
  const [ada, ben] = [await portal.addCoach({ firstName: 'Ada', lastName: 'Coach' }), await portal.addCoach()];
  const session = await portal.signIn(await portal.addAdmin());
  const join = async (coachId: number | null, lastName: string) => {
    const id = await portal.addParticipant({ firstName: 'Robin', lastName });
    const entry = {
      coachId,
      fromDate: dateInDays(0),
      tillDate: dateInDays(20),
      weekdays: [isoWeekday(dateInDays(12))],
      fromTime: '09:00',
    };
    await portal.call(joinWaitingList, await portal.signIn(id), entry);
    return id;
  };
  const first = await join(ada, 'Eins');
  await join(ben, 'Zwei');
  await join(null, 'Drei');
  await portal.call(createAppointment, session, {
    type: 'Einzelcoaching',
    coachId: ada,
    date: dateInDays(12),
    fromTime: '10:00',
    tillTime: '10:45',
    participantId: null,
  });
  const readTotalAndNames = async (coachId: number | null) => {
    const { body } = await portal.call(listWaitingEntries, session, { coachId, page: 1 });
    return [body.meta.total, ...(body.data ?? []).map(({ fullName }) => fullName)];
  };
  expect(await readTotalAndNames(null)).toEqual([3, 'Robin Eins', 'Robin Zwei', 'Robin Drei']);
  expect(await readTotalAndNames(ada)).toEqual([2, 'Robin Eins', 'Robin Drei']);
  expect(await readTotalAndNames(999_999)).toEqual([1, 'Robin Drei']);
  const { body } = await portal.call(listWaitingEntries, session, { coachId: ada, page: 1 });
  expect(body.data?.[0]).toEqual({
    waitingId: expect.any(Number),
    participantId: first,
    fullName: 'Robin Eins',
    phone: '022112345678',
    coach: 'Ada Coach',
    coachId: ada,
    fromDate: dateInDays(0),
    tillDate: dateInDays(20),
    weekdays: [isoWeekday(dateInDays(12))],
    fromTime: '09:00',
    tillTime: null,
    since: expect.stringMatching(/Z$/),
    offered: true,
  });
  expect(body.data?.[1]).toMatchObject({ coach: null, coachId: null, offered: false });
  expect((await portal.call(listWaitingEntries, session, { coachId: null, page: 2 })).body.data).toEqual([]);
  await portal.close();
});

test('an admin takes an entry off the list, once, with a line in the log; but not while a slot is held for it [12.6]', async () => {
  const coach = await addSeparateCoach();
  const { id, session, waitingId } = await addWaitingParticipant(coach);
  const slot = await createFreedSlot(coach);
  expect((await readOffer(session))?.appointmentId).toBe(slot);
  const refusal = await world.call(endWaitingEntry, adminSession, { waitingId });
  expect([refusal.status, refusal.body.meta.code]).toEqual([409, 'offered']);

  await world.call(declineOffer, session, { waitingId });
  for (let time = 1; time <= 2; time++)
    expect((await world.call(endWaitingEntry, adminSession, { waitingId })).body.meta.status).toBe('success');
  expect((await world.call(listMyWaitingEntries, session)).body.data).toEqual([]);
  const entries = world.db.selectFrom('audit').select('action').where('person_id', '=', id);
  const actions = (await entries.execute()).map(({ action }) => action);
  expect(actions.filter((action) => action === 'waitingEnded')).toHaveLength(1);
  expect((await world.call(endWaitingEntry, adminSession, { waitingId: 999_999_999 })).status).toBe(404);
});

describe('an admin who sets an entry back on the list that was taken off', () => {
  const resume = async (waitingId: number) => {
    const { status, body } = await world.call(resumeWaitingEntry, adminSession, { waitingId });
    return body.meta.status === 'success' ? 'success' : `${status} ${body.meta.code}`;
  };
  const countOpen = async (session: string) => (await world.call(listMyWaitingEntries, session)).body.data?.length;
  const setColumns = (waitingId: number, columns: object) =>
    world.db.updateTable('waiting_entry').set(columns).where('id', '=', waitingId).execute();
  const addEntryTakenOff = async () => {
    const coach = await addSeparateCoach();
    const participant = await addWaitingParticipant(coach);
    await world.call(endWaitingEntry, adminSession, { waitingId: participant.waitingId });
    expect(await countOpen(participant.session)).toBe(0);
    return { coach, ...participant };
  };

  test('gives it a place again, once, with a line in the log, and it gets offers [12.6]', async () => {
    const { coach, id, session, waitingId } = await addEntryTakenOff();
    for (let time = 1; time <= 2; time++) expect(await resume(waitingId)).toBe('success');
    expect(await countOpen(session)).toBe(1);
    const slot = await createFreedSlot(coach);
    expect((await readOffer(session))?.appointmentId).toBe(slot);
    const entries = world.db.selectFrom('audit').select('action').where('person_id', '=', id);
    const actions = (await entries.execute()).map(({ action }) => action);
    expect(actions.filter((action) => action === 'waitingResumed')).toHaveLength(1);
    expect(await resume(999_999_999)).toBe('404 notFound');
  });

  test('is refused if its person has left the list, or its last day has passed [12.6]', async () => {
    const { session, waitingId } = await addWaitingParticipant(await addSeparateCoach());
    await world.call(leaveWaitingList, session, { waitingId });
    expect(await resume(waitingId)).toBe('409 notResumable');
    const passed = await addEntryTakenOff();
    await setColumns(passed.waitingId, { from_date: dateInDays(-2), till_date: dateInDays(-1) });
    expect(await resume(passed.waitingId)).toBe('409 notResumable');
    expect([await countOpen(session), await countOpen(passed.session)]).toEqual([0, 0]);
  });

  test('is refused if its person is inactive, waits for the same again, or has three entries [12.6]', async () => {
    const inactive = await addEntryTakenOff();
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', inactive.id).execute();
    expect(await resume(inactive.waitingId)).toBe('409 notResumable');

    const { coach, session, waitingId } = await addEntryTakenOff();
    const join = (tillDate: string) =>
      world.call(joinWaitingList, session, { coachId: coach, fromDate: dateInDays(0), tillDate });
    await join(dateInDays(60));
    expect(await resume(waitingId)).toBe('409 notResumable');

    await setColumns(waitingId, { till_date: dateInDays(50) });
    await join(dateInDays(30));
    await join(dateInDays(40));
    expect(await resume(waitingId)).toBe('409 notResumable');
    expect(await countOpen(session)).toBe(3);
  });
});
