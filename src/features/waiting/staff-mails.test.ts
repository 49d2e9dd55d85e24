import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createWaitingListActions, dateInDays } from '../../../tests/support/waiting.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { createAppointment, deleteAppointment } from '../appointments/contract.ts';
import { changeBooking, toActionFlags } from '../booking/admin/contract.ts';

let world: World;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld({ runsJobs: true, env: { STAFF_MAIL_WAIT_SECONDS: '60' } });
  adminSession = await world.signIn(await world.addAdmin());
});
afterEach(() => void (world.clock.shiftMs = 0));
afterAll(() => world.close());

const { addSeparateCoach, addWaitingParticipant, readOffer, addBooking, createFreedSlot } = createWaitingListActions(
  () => world,
);
const formOf = (coachId: number) => ({
  coachId,
  type: 'Einzelcoaching',
  date: dateInDays(9),
  fromTime: '10:00',
  tillTime: '10:45',
  participantId: null,
});
const createSlot = async (coach: number) =>
  (await world.call(createAppointment, adminSession, formOf(coach))).body.data?.appointmentId ?? 0;
const deleteSlot = async (appointmentId: number) =>
  expect((await world.call(deleteAppointment, adminSession, { appointmentId })).status).toBe(200);

/** Reads the mails to a person: the kind of each, and whether it is 'waiting', 'sent' or 'superseded'. */
const readMails = async (person: number) => {
  const query = world.db.selectFrom('mail').selectAll().where('person_id', '=', person).orderBy('created_at');
  return (await query.execute()).map(({ kind, sent_at, overtaken_at }) => {
    if (sent_at) return `${kind} sent`;
    return overtaken_at ? `${kind} superseded` : `${kind} waiting`;
  });
};
/** Lets the time pass for which mails about what staff did are held. */
const passWait = () => void (world.clock.shiftMs += 61_000);
const polling = { timeout: 60_000, interval: 50 };

/** Expects that neither the mail about an ended offer is sent to a person, nor the one that the slot is gone. */
async function expectNoMailAfterWait(person: number): Promise<void> {
  await expect.poll(() => readMails(person), polling).toEqual(['waitingOffer waiting', 'waitingOfferGone superseded']);
  passWait();
  await expect
    .poll(() => readMails(person), polling)
    .toEqual(['waitingOffer superseded', 'waitingOfferGone superseded']);
}

describe('the mail about a slot that staff have freed or created [12.2]', () => {
  test('waits for a minute, while the slot is held at once', async () => {
    const coach = await addSeparateCoach();
    const waiting = await addWaitingParticipant(coach);
    const slot = await createSlot(coach);
    expect(await readOffer(waiting.session)).toMatchObject({ appointmentId: slot });
    expect(await readMails(waiting.id)).toEqual(['waitingOffer waiting']);
    passWait();
    await expect.poll(() => readMails(waiting.id), polling).toEqual(['waitingOffer sent']);
    await deleteSlot(slot);
    await expect.poll(() => readMails(waiting.id), polling).toEqual(['waitingOffer sent', 'waitingOfferGone sent']);
  });

  test('is never sent if the slot is gone by then, nor is a mail that it is gone', async () => {
    const coach = await addSeparateCoach();
    const waiting = await addWaitingParticipant(coach);
    await deleteSlot(await createSlot(coach));
    expect(await readOffer(waiting.session)).toBeNull();
    await expectNoMailAfterWait(waiting.id);
  });

  test('is never sent if a cancelled booking is set back meanwhile', async () => {
    const coach = await addSeparateCoach();
    const waiting = await addWaitingParticipant(coach);
    const { slot } = await addBooking(coach);
    for (const action of ['cancelled', 'booked'] as const)
      await world.call(changeBooking, adminSession, { appointmentId: slot, action: toActionFlags(action) });
    await expectNoMailAfterWait(waiting.id);
  });

  test('is sent at once about a slot that a participant has given up', async () => {
    const coach = await addSeparateCoach();
    const waiting = await addWaitingParticipant(coach);
    await createFreedSlot(coach);
    await expect.poll(() => readMails(waiting.id), polling).toEqual(['waitingOffer sent']);
  });
});
