import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { dateOf, germanInterval, wallClock } from '../../../shared/berlin.ts';
import { createAppointment } from '../../appointments/contract.ts';
import { toActionFlags, changeBooking } from '../../booking/admin/contract.ts';
import { bookAppointment, cancelAppointment } from '../../booking/contract.ts';
import { bookOwnSlotForParticipant, undoDirectBooking } from '../../booking/direct/contract.ts';
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

/** The number of days from now to the next appointment; each appointment is on a different day. */
let daysAhead = 10;
/** A time in milliseconds that is longer than the time for which mails are held (STAFF_MAIL_WAIT_SECONDS). */
const longerThanHold = 61_000;
const polling = { timeout: 60_000, interval: 50 };

/** Creates a booking at least ten days ahead, without mails, as if its participant and coach were already notified. */
async function createBooking() {
  const people = { participant: await world.addParticipant(), coach: await world.addCoach({ firstName: 'Ada' }) };
  const startsAt = inDays(daysAhead++, '10:00');
  return { ...people, startsAt, id: await world.addAppointment(people.coach, startsAt, people) };
}

/** The date and time fields of a form for 45 minutes from this instant. */
const timeFields = (startsAt: Date) => ({
  date: dateOf(startsAt),
  fromTime: wallClock(startsAt).time,
  tillTime: wallClock(new Date(startsAt.getTime() + 45 * 60_000)).time,
});

/** The text in a mail for 45 minutes from this instant. */
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

/** Reads the mails that were sent to these people, each with the text of its calendar part, in no particular order. */
async function readSentMails(...people: number[]) {
  const sent = await world.db
    .selectFrom('mail')
    .select(['id', 'person_id'])
    .where('person_id', 'in', people)
    .where('sent_at', 'is not', null)
    .execute();
  const folder = join(world.dataDir, 'mails');
  return Promise.all(
    sent.map(async ({ id, person_id }) => {
      const { subject = '', text = '', attachments } = await PostalMime.parse(readFileSync(join(folder, `${id}.eml`)));
      const calendar = attachments[0] ? new TextDecoder().decode(attachments[0].content as ArrayBuffer) : '';
      return { to: person_id, subject, text, method: /METHOD:(\w+)/.exec(calendar)?.[1] ?? null, calendar };
    }),
  );
}

/**
 * Waits until the held mails are sent. Returns the subjects of the mails to these people that were sent without being
 * held (`unheldSubjects`), all mails to these people (`mails`), and the sorted subjects of these mails (`subjects`).
 */
async function waitForHeldMails(...people: number[]) {
  await waitUntilHandled();
  const unheldMails = await readSentMails(...people);
  world.clock.shiftMs += longerThanHold;
  await waitUntilHandled();
  const mails = await readSentMails(...people);
  return {
    unheldSubjects: unheldMails.map(({ subject }) => subject),
    mails,
    subjects: mails.map(({ subject }) => subject).sort(),
  };
}

describe('mails about changes by staff [11.7]', () => {
  test('are held for a minute and then sent', async () => {
    const { participant, coach, id } = await createBooking();
    await changeState(id, 'cancelled');
    expect(await waitForHeldMails(participant, coach)).toMatchObject({
      unheldSubjects: [],
      subjects: ['Stornierung durch das Team', 'Wir haben dein Coaching storniert'],
    });
  });

  test('are sent once after two moves, and name the final time and the time that the recipient knew', async () => {
    const { participant, coach, startsAt, id } = await createBooking();
    const [secondTime, thirdTime] = [inDays(daysAhead++, '12:00'), inDays(daysAhead++, '14:00')];
    await move(await move(id, coach, secondTime), coach, thirdTime);
    const { unheldSubjects, mails, subjects } = await waitForHeldMails(participant, coach);
    expect([unheldSubjects, subjects]).toEqual([[], ['Verlegung eines Coachings', 'Wir haben dein Coaching verlegt']]);
    for (const { text, calendar } of mails) {
      expect(text).toContain(timeInMail(thirdTime));
      expect(text).toContain(timeInMail(startsAt));
      expect(text).not.toContain(timeInMail(secondTime));
      expect(calendar).toContain('METHOD:REQUEST');
    }
  });

  test('are not sent if the changes cancel each other out', async () => {
    const [restoredBooking, movedBackBooking] = [await createBooking(), await createBooking()];
    await changeState(restoredBooking.id, 'cancelled');
    await changeState(restoredBooking.id, 'booked');
    const movedId = await move(movedBackBooking.id, movedBackBooking.coach, inDays(daysAhead++, '12:00'));
    await move(movedId, movedBackBooking.coach, movedBackBooking.startsAt);
    const people = [
      restoredBooking.participant,
      restoredBooking.coach,
      movedBackBooking.participant,
      movedBackBooking.coach,
    ];
    expect((await waitForHeldMails(...people)).subjects).toEqual([]);
  });

  test('name the time that the participant and the coach knew if the booking is moved and then cancelled', async () => {
    const { participant, coach, startsAt, id } = await createBooking();
    const secondTime = inDays(daysAhead++, '12:00');
    await changeState(await move(id, coach, secondTime), 'cancelled');
    const { mails, subjects } = await waitForHeldMails(participant, coach);
    expect(subjects).toEqual(['Stornierung durch das Team', 'Wir haben dein Coaching storniert']);
    for (const { text, method } of mails) {
      expect(text).toContain(timeInMail(startsAt));
      expect(text).not.toContain(timeInMail(secondTime));
      expect(method).toBe('CANCEL');
    }
  });

  test('go to the participant, the first and the last coach after two moves, but not to the coach in between', async () => {
    const { participant, coach, startsAt, id } = await createBooking();
    const [coachBetween, lastCoach] = [await world.addCoach(), await world.addCoach()];
    await move(await move(id, coachBetween, startsAt), lastCoach, startsAt);
    expect((await waitForHeldMails(coachBetween)).subjects).toEqual([]);
    const [mail] = await readSentMails(coach);
    expect(mail).toMatchObject({ subject: 'Ein Coaching findet nicht mehr bei dir statt', method: 'CANCEL' });
    expect((await readSentMails(lastCoach)).map(({ subject }) => subject)).toEqual(['Verlegung eines Coachings']);
    expect((await readSentMails(participant)).map(({ subject }) => subject)).toEqual([
      'Wir haben dein Coaching verlegt',
    ]);
    expect(await readSentMails(coach)).toHaveLength(1);
  });

  test('announce a new booking if staff made and then moved it, and are not sent if staff made and then undid it', async () => {
    const [participant, coach] = [await world.addParticipant(), await world.addCoach()];
    const [startsAt, laterTime] = [inDays(daysAhead++, '10:00'), inDays(daysAhead++, '11:00')];
    const form = { type: 'Einzelcoaching', ...timeFields(startsAt), participantId: participant, coachId: coach };
    const { body } = await world.call(createAppointment, adminSession, form);
    await move(body.data?.appointmentId ?? 0, coach, laterTime);
    const freeId = await world.addAppointment(coach, inDays(daysAhead++, '10:00'));
    const session = await world.signIn(coach);
    const otherParticipant = await world.addParticipant();
    await world.recordParticipantSearchHit(coach, otherParticipant);
    await world.call(bookOwnSlotForParticipant, session, { appointmentId: freeId, participantId: otherParticipant });
    expect((await world.call(undoDirectBooking, session, { appointmentId: freeId })).status).toBe(200);
    const { mails, subjects } = await waitForHeldMails(participant, coach, otherParticipant);
    expect(subjects).toEqual(['Dein Coaching ist gebucht', 'Neue Buchung eines Coachings']);
    for (const { text } of mails) expect(text).toContain(timeInMail(laterTime));
  });

  test('say that the coaching was recorded afterwards if it is in the past [7.1]', async () => {
    const [participant, coach] = [await world.addParticipant(), await world.addCoach()];
    const form = {
      type: 'Einzelcoaching',
      ...timeFields(inDays(-3, '10:00')),
      participantId: participant,
      coachId: coach,
    };
    expect((await world.call(createAppointment, adminSession, form)).body.meta.status).toBe('success');
    const { mails, subjects } = await waitForHeldMails(participant, coach);
    expect(subjects).toEqual(['Ein Coaching wurde für dich nachgetragen', 'Neue Buchung eines Coachings']);
    for (const { text } of mails) expect(text).toContain(timeInMail(inDays(-3, '10:00')));
  });

  test('are not sent to a coach who marks a coaching as missed, unless an earlier mail was withdrawn [4.21]', async () => {
    const [participant, coach] = [await world.addParticipant(), await world.addCoach()];
    const missedId = await world.addAppointment(coach, inDays(-1, '10:00'), { participant });
    const restoredId = await world.addAppointment(coach, inDays(-1, '12:00'), {
      participant: await world.addParticipant(),
    });
    await changeState(restoredId, 'goodwill');
    expect((await waitForHeldMails(coach)).subjects).toEqual(['Stornierung aus Kulanz']);
    await changeState(restoredId, 'booked');
    const session = await world.signIn(coach);
    for (const appointmentId of [missedId, restoredId])
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

  test('do not replace mails that were already sent, and have a higher sequence number', async () => {
    const { participant, coach, startsAt, id } = await createBooking();
    const [secondTime, thirdTime] = [inDays(daysAhead++, '12:00'), inDays(daysAhead++, '14:00')];
    const movedId = await move(id, coach, secondTime);
    await waitForHeldMails(participant);
    const [firstMail] = await readSentMails(participant);
    await move(movedId, coach, thirdTime);
    world.clock.shiftMs += longerThanHold;
    await waitUntilHandled();
    const nextMail = (await readSentMails(participant)).find(({ text }) => text.includes(timeInMail(thirdTime)));
    expect(nextMail?.text).toContain(timeInMail(secondTime));
    expect(nextMail?.text).not.toContain(timeInMail(startsAt));
    const sequenceOf = (calendar = '') => Number(/SEQUENCE:(\d+)/.exec(calendar)?.[1]);
    expect(/UID:(.*)/.exec(nextMail?.calendar ?? '')?.[1]).toBe(/UID:(.*)/.exec(firstMail?.calendar ?? '')?.[1]);
    expect(sequenceOf(nextMail?.calendar)).toBeGreaterThan(sequenceOf(firstMail?.calendar));
  });
});

describe('mails about changes by participants [11.7]', () => {
  test('are sent immediately, and name the old time that the coach knew', async () => {
    const { participant, coach, startsAt, id } = await createBooking();
    const [secondTime, thirdTime] = [inDays(daysAhead++, '12:00'), inDays(daysAhead++, '14:00')];
    const movedId = await move(id, coach, secondTime);
    const freeId = await world.addAppointment(coach, thirdTime);
    const session = await world.signIn(participant);
    const input = { appointmentId: movedId, newAppointmentId: freeId };
    expect((await world.call(reschedule, session, input)).status).toBe(200);
    await waitUntilHandled();
    const mails = await readSentMails(participant, coach);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Du hast dein Coaching verlegt',
      'Ein Coaching wurde verlegt',
    ]);
    expect(mails.find(({ to }) => to === coach)?.text).toContain(timeInMail(startsAt));
    expect((await waitForHeldMails(participant, coach)).mails).toHaveLength(2);
  });

  test('are not sent to a coach who was never notified of the booking', async () => {
    const { participant, coach, startsAt, id } = await createBooking();
    const colleague = await world.addCoach();
    const movedId = await move(id, colleague, startsAt);
    const session = await world.signIn(participant);
    expect((await world.call(cancelAppointment, session, { appointmentId: movedId })).status).toBe(200);
    const { subjects } = await waitForHeldMails(participant, coach, colleague);
    expect(subjects).toEqual(['Du hast dein Coaching storniert', 'Ein Coaching findet nicht mehr bei dir statt']);
  });

  test('are sent immediately after a booking', async () => {
    const [participant, coach] = [await world.addParticipant(), await world.addCoach()];
    const id = await world.addAppointment(coach, inDays(daysAhead++, '10:00'));
    await world.call(bookAppointment, await world.signIn(participant), { appointmentId: id });
    await waitUntilHandled();
    expect(await readSentMails(participant, coach)).toHaveLength(2);
  });
});
