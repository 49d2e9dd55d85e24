import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAppointment, deleteAppointment, getFullOverview } from '../appointments/contract.ts';
import { toActionFlags, changeBooking } from '../booking/admin/contract.ts';
import { listBookableSlots, cancelAppointment } from '../booking/contract.ts';
import { listBookableCoaches, listBookableDays } from '../booking/search/contract.ts';
import { isoWeekday, wallClock } from '../../shared/berlin.ts';
import { dateInDays, createWaitingListActions } from '../../../tests/support/waiting.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { declineOffer, joinWaitingList, listMyWaitingEntries } from './contract.ts';
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

const {
  addSeparateCoach,
  addWaitingParticipant,
  readOffer,
  addBooking,
  createFreedSlot,
  bookSlot,
  findBookableSlot,
  readMailKinds,
  expireHolds,
} = createWaitingListActions(() => world);

describe('a slot that becomes free [12.2]', () => {
  test('is offered to the person who joined first, and only that person sees it and can book it', async () => {
    const coach = await addSeparateCoach();
    const [first, second] = [
      await addWaitingParticipant(coach),
      await addWaitingParticipant(null, { fromDate: dateInDays(1) }),
    ];
    const slot = await createFreedSlot(coach);
    const offer = await readOffer(first.session);
    expect(offer).toMatchObject({ appointmentId: slot, date: dateInDays(9), start: '10:00', end: '10:45' });
    expect(await readOffer(second.session)).toBeNull();
    expect(await findBookableSlot(first.session, slot)).toMatchObject({ heldUntil: offer?.until });
    expect(await findBookableSlot(second.session, slot)).toBeUndefined();
    const listDays = async (session: string) =>
      (await world.call(listBookableDays, session, { coachId: coach })).body.data?.map(({ date }) => date);
    expect(await listDays(first.session)).toEqual([dateInDays(9)]);
    expect(await listDays(second.session)).toEqual([]);
    const canChooseCoach = async (session: string) =>
      (await world.call(listBookableCoaches, session)).body.data?.some(({ value }) => value === coach);
    expect([await canChooseCoach(first.session), await canChooseCoach(second.session)]).toEqual([true, false]);
    expect(await bookSlot(second.session, slot)).toBe('slotTaken');
    expect(await bookSlot(first.session, slot)).toBe('success');
    expect((await world.call(listMyWaitingEntries, first.session)).body.data).toEqual([]);
    expect(await readMailKinds(first.id)).toEqual(['waitingOffer', 'appointmentBooked']);
    expect(await readMailKinds(second.id)).toEqual([]);
  });

  test.each([
    ['another coach', async () => ({ coachId: await addSeparateCoach() })],
    ['earlier days', () => ({ tillDate: dateInDays(8) })],
    ['later days', () => ({ fromDate: dateInDays(10) })],
    [
      'another weekday',
      () => ({ weekdays: [1, 2, 3, 4, 5, 6, 7].filter((weekday) => weekday !== isoWeekday(dateInDays(9))) }),
    ],
    ['times after its start', () => ({ fromTime: '10:01' })],
    ['times before its end', () => ({ tillTime: '10:44' })],
  ])('is not offered to people who wait for %s', async (_criterion, createCriteria) => {
    const coach = await addSeparateCoach();
    const waitingPerson = await addWaitingParticipant(coach, await createCriteria());
    const slot = await createFreedSlot(coach);
    expect(await readOffer(waitingPerson.session)).toBeNull();
    expect(await findBookableSlot(waitingPerson.session, slot)).toBeDefined();
  });

  test('is offered to an entry whose days, weekdays and times it fits exactly', async () => {
    const coach = await addSeparateCoach();
    const times = { fromTime: '10:00', tillTime: '10:45' };
    const exactCriteria = {
      fromDate: dateInDays(9),
      tillDate: dateInDays(9),
      weekdays: [isoWeekday(dateInDays(9))],
      ...times,
    };
    const waitingPerson = await addWaitingParticipant(coach, exactCriteria);
    const slot = await createFreedSlot(coach);
    expect(await readOffer(waitingPerson.session)).toMatchObject({ appointmentId: slot });
  });

  test('is not offered to people who are inactive, have no Word file, have three bookings, or have another booking at that time', async () => {
    const coach = await addSeparateCoach();
    const [inactive, withoutFile, fullyBooked, alreadyBooked] = [
      await addWaitingParticipant(coach),
      await addWaitingParticipant(coach),
      await addWaitingParticipant(coach),
      await addWaitingParticipant(coach),
    ];
    const last = await addWaitingParticipant(coach);
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', inactive.id).execute();
    await world.db.deleteFrom('document').where('participant_id', '=', withoutFile.id).execute();
    const otherCoach = await addSeparateCoach();
    for (const quota of [1, 2, 3])
      await world.addAppointment(otherCoach, inDays(20 + quota, '10:00'), {
        participant: fullyBooked.id,
        quotaNumber: quota,
      });
    await world.addAppointment(otherCoach, inDays(9, '10:30'), { participant: alreadyBooked.id });
    await createFreedSlot(coach);
    for (const { session } of [withoutFile, fullyBooked, alreadyBooked]) expect(await readOffer(session)).toBeNull();
    expect(await readOffer(last.session)).not.toBeNull();
    expect(await readMailKinds(inactive.id)).toEqual([]);
  });

  test('is offered for rescheduling even if the quota is used up and the booking overlaps it', async () => {
    const coach = await addSeparateCoach();
    const { id, session, slot } = await addBooking(coach, inDays(9, '10:30'));
    for (const quota of [2, 3])
      await world.addAppointment(coach, inDays(20 + quota, '10:00'), { participant: id, quotaNumber: quota });
    const entry = { coachId: null, fromDate: dateInDays(9), tillDate: dateInDays(9), insteadOf: slot };
    await world.call(joinWaitingList, session, entry);
    const otherSlot = await createFreedSlot(await addSeparateCoach());
    expect(await readOffer(session)).toMatchObject({ appointmentId: otherSlot });
    const slots = await world.call(listBookableSlots, session, { insteadOf: slot });
    expect(slots.body.data?.find(({ id: slotId }) => slotId === otherSlot)).toHaveProperty('heldUntil');
  });

  test('is never offered to the person who has just given it up', async () => {
    const coach = await addSeparateCoach();
    const { session, slot } = await addBooking(coach);
    await world.call(joinWaitingList, session, { coachId: coach, fromDate: dateInDays(0), tillDate: dateInDays(20) });
    await world.call(cancelAppointment, session, { appointmentId: slot });
    expect(await readOffer(session)).toBeNull();
  });

  test('is not offered if it was free before the person joined or is a Speedcoaching', async () => {
    const coach = await addSeparateCoach();
    const slot = await createFreedSlot(coach);
    const waitingPerson = await addWaitingParticipant(coach);
    await passOnOffers(world.app);
    expect(await readOffer(waitingPerson.session)).toBeNull();
    expect(await findBookableSlot(waitingPerson.session, slot)).not.toHaveProperty('heldUntil');
    await world.call(createAppointment, adminSession, {
      type: 'Speedcoaching',
      coachId: coach,
      date: dateInDays(12),
      fromTime: '10:00',
      tillTime: '11:00',
      participantId: null,
    });
    expect(await readOffer(waitingPerson.session)).toBeNull();
  });

  test('is offered when an admin creates it or releases it by cancelling a booking', async () => {
    const coach = await addSeparateCoach();
    const waitingPerson = await addWaitingParticipant(coach);
    const created = await world.call(createAppointment, adminSession, {
      type: 'Einzelcoaching',
      coachId: coach,
      date: dateInDays(12),
      fromTime: '10:00',
      tillTime: '10:45',
      participantId: null,
    });
    expect(await readOffer(waitingPerson.session)).toMatchObject({ appointmentId: created.body.data?.appointmentId });
    const nextPerson = await addWaitingParticipant(coach);
    const { slot } = await addBooking(coach, inDays(14, '10:00'));
    await world.call(changeBooking, adminSession, { appointmentId: slot, action: toActionFlags('cancelled') });
    expect(await readOffer(nextPerson.session)).toMatchObject({ date: dateInDays(14) });
  });

  test('is not offered to a person who already has an offer, even if it fits another entry of theirs', async () => {
    const coach = await addSeparateCoach();
    const waitingPerson = await addWaitingParticipant(coach);
    await world.call(joinWaitingList, waitingPerson.session, {
      coachId: coach,
      fromDate: dateInDays(1),
      tillDate: dateInDays(40),
    });
    await createFreedSlot(coach);
    const secondSlot = await createFreedSlot(coach, inDays(10, '10:00'));
    const ownEntries = (await world.call(listMyWaitingEntries, waitingPerson.session)).body.data ?? [];
    expect(ownEntries.map(({ offer }) => offer?.date ?? null)).toEqual([dateInDays(9), null]);
    expect(await findBookableSlot(waitingPerson.session, secondSlot)).not.toHaveProperty('heldUntil');
  });

  test('is not offered within twelve hours of its start', async () => {
    const coach = await addSeparateCoach();
    const waitingPerson = await addWaitingParticipant(coach);
    // The minute is even, and therefore not 23:59, so that an appointment of one minute ends on the same day.
    const start = new Date(Math.floor(Date.now() / 120_000) * 120_000 + 11 * 3_600_000);
    const { date, time } = wallClock(start);
    const end = wallClock(new Date(start.getTime() + 60_000));
    const form = {
      type: 'Einzelcoaching',
      coachId: coach,
      date,
      fromTime: time,
      tillTime: end.time,
      participantId: null,
    };
    const created = await world.call(createAppointment, adminSession, form);
    expect(created.body.meta.status).toBe('success');
    expect(await readOffer(waitingPerson.session)).toBeNull();
  });
});

describe('a hold [12.3]', () => {
  test('has no effect once expired: everyone can see and book the slot, including the person for whom it was held', async () => {
    const coach = await addSeparateCoach();
    const [first, second] = [await addWaitingParticipant(coach), await addWaitingParticipant(coach)];
    const slot = await createFreedSlot(coach);
    await expireHolds(slot);
    expect(await readOffer(first.session)).toBeNull();
    expect(await findBookableSlot(second.session, slot)).toBeDefined();
    expect(await findBookableSlot(first.session, slot)).not.toHaveProperty('heldUntil');
    expect(await bookSlot(second.session, slot)).toBe('success');
    expect((await world.call(listMyWaitingEntries, first.session)).body.data).toHaveLength(1);
    // The slot was booked without an offer, so the entry stays open.
    expect((await world.call(listMyWaitingEntries, second.session)).body.data).toHaveLength(1);
  });

  test('is shown in the staff’s overview, without the person’s name, until it expires [7.8]', async () => {
    const coach = await addSeparateCoach();
    await addWaitingParticipant(coach);
    const slot = await createFreedSlot(coach);
    const days = { fromDate: dateInDays(9), tillDate: dateInDays(9), coachId: coach };
    const readRows = async () => {
      const { body } = await world.call(getFullOverview, adminSession, {
        ...days,
        status: { booked: true, free: true, missed: true },
      });
      return body.data?.map(({ id, status, reserved, heldUntil, participantFullName }) => [
        id,
        status,
        reserved,
        heldUntil,
        participantFullName,
      ]);
    };
    expect(await readRows()).toEqual([[slot, 'F', true, expect.stringMatching(/^\d{4}-.*Z$/), '']]);
    await expireHolds(slot);
    expect(await readRows()).toEqual([[slot, 'F', false, null, '']]);
  });

  test('that has expired is followed by a hold for the next person, for up to three people; then all can book the slot', async () => {
    const coach = await addSeparateCoach();
    const people = [
      await addWaitingParticipant(coach),
      await addWaitingParticipant(coach),
      await addWaitingParticipant(coach),
      await addWaitingParticipant(coach),
    ];
    const slot = await createFreedSlot(coach);
    const holders: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      for (const { id, session } of people) if (await readOffer(session)) holders.push(id);
      await expireHolds(slot);
      await passOnOffers(world.app);
    }
    expect(holders).toEqual(people.slice(0, 3).map(({ id }) => id));
    for (const { session } of people) expect(await findBookableSlot(session, slot)).not.toHaveProperty('heldUntil');
  });

  test('is not passed on to people who joined after the slot became free', async () => {
    const coach = await addSeparateCoach();
    const first = await addWaitingParticipant(coach);
    const slot = await createFreedSlot(coach);
    const latecomer = await addWaitingParticipant(coach);
    await world.call(declineOffer, first.session, first);
    expect(await readOffer(latecomer.session)).toBeNull();
    expect(await findBookableSlot(latecomer.session, slot)).toBeDefined();
  });

  test('is passed on to the next person immediately if it is declined, and the entry stays open', async () => {
    const coach = await addSeparateCoach();
    const [first, second] = [await addWaitingParticipant(coach), await addWaitingParticipant(coach)];
    const slot = await createFreedSlot(coach);
    expect((await world.call(declineOffer, first.session, first)).body.meta.status).toBe('success');
    expect(await readOffer(second.session)).toMatchObject({ appointmentId: slot });
    expect((await world.call(listMyWaitingEntries, first.session)).body.data).toHaveLength(1);
    expect((await world.call(declineOffer, first.session, first)).body.meta.status).toBe('success');
    expect(await bookSlot(first.session, slot)).toBe('slotTaken');
  });

  test('ends when its slot is deleted, and the person for whom it was held gets a mail', async () => {
    const coach = await addSeparateCoach();
    const waitingPerson = await addWaitingParticipant(coach);
    const slot = await createFreedSlot(coach);
    expect((await world.call(deleteAppointment, adminSession, { appointmentId: slot })).body.meta.status).toBe(
      'success',
    );
    expect(await readOffer(waitingPerson.session)).toBeNull();
    expect(await readMailKinds(waitingPerson.id)).toEqual(['waitingOffer', 'waitingOfferGone']);
    // Another slot can be offered to the person immediately.
    await createFreedSlot(coach, inDays(11, '10:00'));
    expect(await readOffer(waitingPerson.session)).toMatchObject({ date: dateInDays(11) });
  });

  test('ends when an admin restores the cancelled booking', async () => {
    const coach = await addSeparateCoach();
    const waitingPerson = await addWaitingParticipant(coach);
    const { session, slot } = await addBooking(coach);
    await world.call(cancelAppointment, session, { appointmentId: slot });
    expect(await readOffer(waitingPerson.session)).not.toBeNull();
    const restored = await world.call(changeBooking, adminSession, {
      appointmentId: slot,
      action: toActionFlags('booked'),
    });
    expect(restored.body.meta.status).toBe('success');
    expect(await readOffer(waitingPerson.session)).toBeNull();
    expect(await readMailKinds(waitingPerson.id)).toEqual(['waitingOffer', 'waitingOfferGone']);
  });

  test('ends when its slot is moved, and earlier offers of the slot no longer count', async () => {
    const coach = await addSeparateCoach();
    const waitingPerson = await addWaitingParticipant(coach);
    const slot = await createFreedSlot(coach);
    const startsAt = inDays(10, '10:00');
    await world.db
      .updateTable('appointment')
      .set({ starts_at: startsAt, ends_at: new Date(startsAt.getTime() + 45 * 60_000) })
      .where('id', '=', slot)
      .execute();
    expect(await readOffer(waitingPerson.session)).toBeNull();
    expect(await readMailKinds(waitingPerson.id)).toEqual(['waitingOffer', 'waitingOfferGone']);
    const offers = world.db.selectFrom('waiting_offer').selectAll().where('appointment_id', '=', slot);
    expect(await offers.execute()).toEqual([]);
  });
});
