import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { dateOf, germanInterval, wallClock } from '../../../shared/berlin.ts';
import { createAppointment } from '../../appointments/contract.ts';
import { toActionFlags, changeBooking } from '../../booking/admin/contract.ts';
import { bookAppointment, cancelAppointment } from '../../booking/contract.ts';
import { bookOwnForParticipant, undoDirectBooking } from '../../booking/direct/contract.ts';
import { setMissed } from '../../booking/missed/contract.ts';
import { moveAppointment } from '../../booking/move/contract.ts';
import { reschedule } from '../../booking/reschedule/contract.ts';

let world: World;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld({ runsJobs: true, env: { STAFF_MAIL_WAIT_SECONDS: '60' } });
  adminSession = await world.signIn(await world.addAdmin());
});
afterEach(() => void (world.clock.shiftMs = 0));
afterAll(() => world.close());

/** The days from now to the next appointment; each appointment is on another day. */
let day = 10;
const polling = { timeout: 60_000, interval: 50 };

/** Creates a booking at least ten days ahead that its participant and coach know already. */
async function createBooking() {
  const people = { participant: await world.addParticipant(), coach: await world.addCoach({ firstName: 'Ada' }) };
  const startsAt = inDays(day++, '10:00');
  return { ...people, startsAt, id: await world.addAppointment(people.coach, startsAt, people) };
}

/** The fields of a form for the 45 minutes that start at this instant. */
const timeFields = (startsAt: Date) => ({
  date: dateOf(startsAt),
  fromTime: wallClock(startsAt).time,
  tillTime: wallClock(new Date(startsAt.getTime() + 45 * 60_000)).time,
});

/** These 45 minutes as a mail names them. */
const timeInMail = (startsAt: Date) => {
  const { date, fromTime: start, tillTime: end } = timeFields(startsAt);
  return germanInterval({ date, start, end });
};
const changeState = async (appointmentId: number, action: 'cancelled' | 'goodwill' | 'booked') => {
  const { body } = await world.call(changeBooking, adminSession, { appointmentId, action: toActionFlags(action) });
  expect(body.meta).toEqual({ status: 'success' });
};
/** Moves a booking as an admin and returns the id of its new appointment. */
const move = async (appointmentId: number, coachId: number, startsAt: Date): Promise<number> => {
  const { body } = await world.call(moveAppointment, adminSession, { appointmentId, coachId, ...timeFields(startsAt) });
  return body.data?.appointmentId ?? 0;
};

/** Waits until every mail that is not held is sent or superseded. */
async function waitUntilHandled(): Promise<void> {
  const listUnhandled = async () => {
    const mails = await world.db.selectFrom('mail').select(['sent_at', 'overtaken_at', 'hold_until']).execute();
    const now = Date.now() + world.clock.shiftMs;
    return mails.filter((mail) => !mail.sent_at && !mail.overtaken_at && +new Date(mail.hold_until ?? 0) <= now);
  };
  await expect.poll(listUnhandled, polling).toEqual([]);
}

/** Reads the mails that were sent to these people, in no particular order. */
async function readSentMails(...people: number[]) {
  const sent = await world.db
    .selectFrom('mail')
    .select(['id', 'person_id'])
    .where('person_id', 'in', people)
    .where('sent_at', 'is not', null)
    .execute();
  const folder = join(world.dataDir, 'mails');
  const files = sent.length > 0 ? readdirSync(folder) : [];
  return Promise.all(
    sent.map(async ({ id, person_id }) => {
      const file = files.find((name) => name.includes(id)) ?? '';
      const { subject = '', text = '', attachments } = await PostalMime.parse(readFileSync(join(folder, file)));
      const part = attachments[0] ? new TextDecoder().decode(attachments[0].content as ArrayBuffer) : '';
      return { to: person_id, subject, text, method: /METHOD:(\w+)/.exec(part)?.[1] ?? null, part };
    }),
  );
}

/**
 * Waits until held mails are sent. Returns the subjects of the mails that these people got before that (`before`), all
 * mails that they got (`all`), and the sorted subjects of all these mails.
 */
async function waitForHeldMails(...people: number[]) {
  await waitUntilHandled();
  const before = await readSentMails(...people);
  world.clock.shiftMs += 61_000;
  await waitUntilHandled();
  const all = await readSentMails(...people);
  return { before: before.map(({ subject }) => subject), all, subjects: all.map(({ subject }) => subject).sort() };
}

describe('mails about changes by staff [11.7]', () => {
  test('are held for a minute and then sent', async () => {
    const { participant, coach, id } = await createBooking();
    await changeState(id, 'cancelled');
    expect(await waitForHeldMails(participant, coach)).toMatchObject({
      before: [],
      subjects: ['Stornierung durch das Team', 'Wir haben dein Coaching storniert'],
    });
  });

  test('are sent once after two moves, and name the last time and the time that the recipient knew', async () => {
    const { participant, coach, startsAt, id } = await createBooking();
    const [second, third] = [inDays(day++, '12:00'), inDays(day++, '14:00')];
    await move(await move(id, coach, second), coach, third);
    const { before, all, subjects } = await waitForHeldMails(participant, coach);
    expect([before, subjects]).toEqual([[], ['Verlegung eines Coachings', 'Wir haben dein Coaching verlegt']]);
    for (const { text, part } of all) {
      expect(text).toContain(timeInMail(third));
      expect(text).toContain(timeInMail(startsAt));
      expect(text).not.toContain(timeInMail(second));
      expect(part).toContain('METHOD:REQUEST');
    }
  });

  test('are not sent if the changes cancel each other out', async () => {
    const [restored, movedBack] = [await createBooking(), await createBooking()];
    await changeState(restored.id, 'cancelled');
    await changeState(restored.id, 'booked');
    const movedId = await move(movedBack.id, movedBack.coach, inDays(day++, '12:00'));
    await move(movedId, movedBack.coach, movedBack.startsAt);
    const people = [restored.participant, restored.coach, movedBack.participant, movedBack.coach];
    expect((await waitForHeldMails(...people)).subjects).toEqual([]);
  });

  test('name the time that the participant and the coach knew if the booking is moved and then cancelled', async () => {
    const { participant, coach, startsAt, id } = await createBooking();
    const second = inDays(day++, '12:00');
    await changeState(await move(id, coach, second), 'cancelled');
    const { all, subjects } = await waitForHeldMails(participant, coach);
    expect(subjects).toEqual(['Stornierung durch das Team', 'Wir haben dein Coaching storniert']);
    for (const { text, method } of all) {
      expect(text).toContain(timeInMail(startsAt));
      expect(text).not.toContain(timeInMail(second));
      expect(method).toBe('CANCEL');
    }
  });

  test('are sent after two moves to the participant, the first and the last coach, but not to the coach in between', async () => {
    const { participant, coach, startsAt, id } = await createBooking();
    const [coachBetween, lastCoach] = [await world.addCoach(), await world.addCoach()];
    await move(await move(id, coachBetween, startsAt), lastCoach, startsAt);
    expect((await waitForHeldMails(coachBetween)).subjects).toEqual([]);
    const [sent] = await readSentMails(coach);
    expect(sent).toMatchObject({ subject: 'Ein Coaching findet nicht mehr bei dir statt', method: 'CANCEL' });
    expect((await readSentMails(lastCoach)).map(({ subject }) => subject)).toEqual(['Verlegung eines Coachings']);
    expect((await readSentMails(participant)).map(({ subject }) => subject)).toEqual([
      'Wir haben dein Coaching verlegt',
    ]);
    expect(await readSentMails(coach)).toHaveLength(1);
  });

  test('announce a booking that staff made and moved as a new booking, and are not sent if staff undo a booking', async () => {
    const [participant, coach] = [await world.addParticipant(), await world.addCoach()];
    const [startsAt, later] = [inDays(day++, '10:00'), inDays(day++, '11:00')];
    const form = { type: 'Einzelcoaching', ...timeFields(startsAt), participantId: participant, coachId: coach };
    const { body } = await world.call(createAppointment, adminSession, form);
    await move(body.data?.appointmentId ?? 0, coach, later);
    const free = await world.addAppointment(coach, inDays(day++, '10:00'));
    const session = await world.signIn(coach);
    const otherParticipant = await world.addParticipant();
    await world.recordFoundParticipant(coach, otherParticipant);
    await world.call(bookOwnForParticipant, session, { appointmentId: free, participantId: otherParticipant });
    expect((await world.call(undoDirectBooking, session, { appointmentId: free })).status).toBe(200);
    const { all, subjects } = await waitForHeldMails(participant, coach, otherParticipant);
    expect(subjects).toEqual(['Dein Coaching ist gebucht', 'Neue Buchung eines Coachings']);
    for (const { text } of all) expect(text).toContain(timeInMail(later));
  });

  test('say that the coaching was recorded afterwards if it is in the past [7.1]', async () => {
    const [participant, coach] = [await world.addParticipant(), await world.addCoach()];
    const held = {
      type: 'Einzelcoaching',
      ...timeFields(inDays(-3, '10:00')),
      participantId: participant,
      coachId: coach,
    };
    expect((await world.call(createAppointment, adminSession, held)).body.meta.status).toBe('success');
    const { all, subjects } = await waitForHeldMails(participant, coach);
    expect(subjects).toEqual(['Ein Coaching wurde für dich nachgetragen', 'Neue Buchung eines Coachings']);
    for (const { text } of all) expect(text).toContain(timeInMail(inDays(-3, '10:00')));
  });

  test('are not sent to a coach who marks a coaching as missed, unless an earlier mail was withdrawn [4.21]', async () => {
    const [participant, coach] = [await world.addParticipant(), await world.addCoach()];
    const missed = await world.addAppointment(coach, inDays(-1, '10:00'), { participant });
    const restored = await world.addAppointment(coach, inDays(-1, '12:00'), {
      participant: await world.addParticipant(),
    });
    await changeState(restored, 'goodwill');
    expect((await waitForHeldMails(coach)).subjects).toEqual(['Stornierung aus Kulanz']);
    await changeState(restored, 'booked');
    const session = await world.signIn(coach);
    for (const appointmentId of [missed, restored])
      expect((await world.call(setMissed, session, { appointmentId, missed: true })).status).toBe(200);
    expect((await waitForHeldMails(participant)).subjects).toEqual(['Du hast dein Coaching versäumt']);
    expect((await readSentMails(coach)).map(({ subject }) => subject)).toContain('Versäumtes Coaching');
    expect(await readSentMails(coach)).toHaveLength(2);
  });

  test('are sent immediately if the coaching begins within an hour', async () => {
    const [participant, coach] = [await world.addParticipant(), await world.addCoach()];
    const id = await world.addAppointment(coach, new Date(Date.now() + 50 * 60_000), { participant });
    await changeState(id, 'goodwill');
    await waitUntilHandled();
    expect(await readSentMails(participant, coach)).toHaveLength(2);
  });

  test('do not replace mails that are already sent; the next mail has a higher sequence number', async () => {
    const { participant, coach, startsAt, id } = await createBooking();
    const [second, third] = [inDays(day++, '12:00'), inDays(day++, '14:00')];
    const moved = await move(id, coach, second);
    await waitForHeldMails(participant);
    const [first] = await readSentMails(participant);
    await move(moved, coach, third);
    world.clock.shiftMs += 61_000;
    await waitUntilHandled();
    const next = (await readSentMails(participant)).find(({ text }) => text.includes(timeInMail(third)));
    expect(next?.text).toContain(timeInMail(second));
    expect(next?.text).not.toContain(timeInMail(startsAt));
    const sequence = (part = '') => Number(/SEQUENCE:(\d+)/.exec(part)?.[1]);
    expect(/UID:(.*)/.exec(next?.part ?? '')?.[1]).toBe(/UID:(.*)/.exec(first?.part ?? '')?.[1]);
    expect(sequence(next?.part)).toBeGreaterThan(sequence(first?.part));
  });
});

describe('mails about changes by participants [11.7]', () => {
  test('are sent immediately, and name to the coach the time of the last mail that the coach got', async () => {
    const { participant, coach, startsAt, id } = await createBooking();
    const [second, third] = [inDays(day++, '12:00'), inDays(day++, '14:00')];
    const moved = await move(id, coach, second);
    const free = await world.addAppointment(coach, third);
    const session = await world.signIn(participant);
    const input = { appointmentId: moved, newAppointmentId: free };
    expect((await world.call(reschedule, session, input)).status).toBe(200);
    await waitUntilHandled();
    const sent = await readSentMails(participant, coach);
    expect(sent.map(({ subject }) => subject).sort()).toEqual([
      'Dein Coaching ist umgebucht',
      'Umbuchung eines Coachings',
    ]);
    expect(sent.find(({ to }) => to === coach)?.text).toContain(timeInMail(startsAt));
    expect((await waitForHeldMails(participant, coach)).all).toHaveLength(2);
  });

  test('are not sent to a coach who was never notified of the booking', async () => {
    const { participant, coach, startsAt, id } = await createBooking();
    const colleague = await world.addCoach();
    const moved = await move(id, colleague, startsAt);
    const session = await world.signIn(participant);
    expect((await world.call(cancelAppointment, session, { appointmentId: moved })).status).toBe(200);
    const { subjects } = await waitForHeldMails(participant, coach, colleague);
    expect(subjects).toEqual(['Du hast dein Coaching storniert', 'Ein Coaching findet nicht mehr bei dir statt']);
  });

  test('are sent immediately after a booking', async () => {
    const [participant, coach] = [await world.addParticipant(), await world.addCoach()];
    const id = await world.addAppointment(coach, inDays(day++, '10:00'));
    await world.call(bookAppointment, await world.signIn(participant), { appointmentId: id });
    await waitUntilHandled();
    expect(await readSentMails(participant, coach)).toHaveLength(2);
  });
});
