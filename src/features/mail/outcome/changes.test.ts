import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { dateOf, germanInterval, wallClock } from '../../../shared/berlin.ts';
import { createAppointment } from '../../appointments/contract.ts';
import { actionFlags, changeBooking } from '../../booking/admin/contract.ts';
import { bookAppointment, cancelAppointment } from '../../booking/contract.ts';
import { bookOwnForParticipant, undoDirectBooking } from '../../booking/direct/contract.ts';
import { setMissed } from '../../booking/missed/contract.ts';
import { moveAppointment } from '../../booking/move/contract.ts';
import { reschedule } from '../../booking/reschedule/contract.ts';

let world: World;
let admins: string;
beforeAll(async () => {
  world = await openWorld({ sendMails: true, env: { STAFF_MAIL_WAIT_SECONDS: '60' } });
  admins = await world.signIn(await world.admin());
});
afterEach(() => void (world.clock.shiftMs = 0));
afterAll(() => world.close());

let day = 10;
const soon = { timeout: 60_000, interval: 50 };

/** A booking at least ten days ahead, of which its participant and coach already know. */
async function booking() {
  const people = { participant: await world.participant(), coach: await world.coach({ firstName: 'Ada' }) };
  const startsAt = inDays(day++, '10:00');
  return { ...people, startsAt, id: await world.appointment(people.coach, startsAt, people) };
}

/** The form fields for 45 minutes from this instant on. */
const timeFields = (startsAt: Date) => ({
  date: dateOf(startsAt),
  fromTime: wallClock(startsAt).time,
  tillTime: wallClock(new Date(startsAt.getTime() + 45 * 60_000)).time,
});

/** The same 45 minutes as written in a mail. */
const timeInMail = (startsAt: Date) => {
  const { date, fromTime: start, tillTime: end } = timeFields(startsAt);
  return germanInterval({ date, start, end });
};
const changeState = async (appointmentId: number, action: 'cancelled' | 'goodwill' | 'booked') => {
  const { body } = await world.call(changeBooking, admins, { appointmentId, action: actionFlags(action) });
  expect(body.meta).toEqual({ status: 'success' });
};
const move = async (appointmentId: number, coachId: number, startsAt: Date): Promise<number> => {
  const { body } = await world.call(moveAppointment, admins, { appointmentId, coachId, ...timeFields(startsAt) });
  return body.data?.appointmentId ?? 0;
};

/** Waits until every mail is sent or superseded, except for those that are held. */
async function allHandled(): Promise<void> {
  const unhandled = async () => {
    const mails = await world.db.selectFrom('mail').select(['sent_at', 'overtaken_at', 'hold_until']).execute();
    const now = Date.now() + world.clock.shiftMs;
    return mails.filter((mail) => !mail.sent_at && !mail.overtaken_at && +new Date(mail.hold_until ?? 0) <= now);
  };
  await expect.poll(unhandled, soon).toEqual([]);
}

/** The mails that were sent to these people, in any order. */
async function sentMails(...people: number[]) {
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
 * Waits out the minute. Returns the subjects of the mails sent before its end, and all mails sent, with their subjects.
 */
async function afterTheWait(...people: number[]) {
  await allHandled();
  const before = await sentMails(...people);
  world.clock.shiftMs += 61_000;
  await allHandled();
  const all = await sentMails(...people);
  return { before: before.map(({ subject }) => subject), all, subjects: all.map(({ subject }) => subject).sort() };
}

describe('mails about changes by staff [11.7]', () => {
  test('wait a minute and are then sent', async () => {
    const { participant, coach, id } = await booking();
    await changeState(id, 'cancelled');
    expect(await afterTheWait(participant, coach)).toMatchObject({
      before: [],
      subjects: ['Stornierung durch das Team', 'Wir haben dein Coaching storniert'],
    });
  });

  test('are sent once to each person after two moves, with the last time and the time that the person knew', async () => {
    const { participant, coach, startsAt, id } = await booking();
    const [second, third] = [inDays(day++, '12:00'), inDays(day++, '14:00')];
    await move(await move(id, coach, second), coach, third);
    const { before, all, subjects } = await afterTheWait(participant, coach);
    expect([before, subjects]).toEqual([[], ['Verlegung eines Coachings', 'Wir haben dein Coaching verlegt']]);
    for (const { text, part } of all) {
      expect(text).toContain(timeInMail(third));
      expect(text).toContain(timeInMail(startsAt));
      expect(text).not.toContain(timeInMail(second));
      expect(part).toContain('METHOD:REQUEST');
    }
  });

  test('are not sent if the changes cancel each other out', async () => {
    const [cancelled, moved] = [await booking(), await booking()];
    await changeState(cancelled.id, 'cancelled');
    await changeState(cancelled.id, 'booked');
    await move(await move(moved.id, moved.coach, inDays(day++, '12:00')), moved.coach, moved.startsAt);
    const people = [cancelled.participant, cancelled.coach, moved.participant, moved.coach];
    expect((await afterTheWait(...people)).subjects).toEqual([]);
  });

  test('name the time that the participant and the coach knew if a booking is moved and then cancelled', async () => {
    const { participant, coach, startsAt, id } = await booking();
    const second = inDays(day++, '12:00');
    await changeState(await move(id, coach, second), 'cancelled');
    const { all, subjects } = await afterTheWait(participant, coach);
    expect(subjects).toEqual(['Stornierung durch das Team', 'Wir haben dein Coaching storniert']);
    for (const { text, method } of all) {
      expect(text).toContain(timeInMail(startsAt));
      expect(text).not.toContain(timeInMail(second));
      expect(method).toBe('CANCEL');
    }
  });

  test('reach the first coach, the last coach and the participant after two moves, but not the coach in between', async () => {
    const { participant, coach, startsAt, id } = await booking();
    const [between, last] = [await world.coach(), await world.coach()];
    await move(await move(id, between, startsAt), last, startsAt);
    expect((await afterTheWait(between)).subjects).toEqual([]);
    const [sent] = await sentMails(coach);
    expect(sent).toMatchObject({ subject: 'Ein Coaching findet nicht mehr bei dir statt', method: 'CANCEL' });
    expect((await sentMails(last)).map(({ subject }) => subject)).toEqual(['Verlegung eines Coachings']);
    expect((await sentMails(participant)).map(({ subject }) => subject)).toEqual(['Wir haben dein Coaching verlegt']);
    expect(await sentMails(coach)).toHaveLength(1);
  });

  test('announce a booking if it was made by staff and then moved, and are not sent if it was taken back', async () => {
    const [participant, coach] = [await world.participant(), await world.coach()];
    const [startsAt, later] = [inDays(day++, '10:00'), inDays(day++, '11:00')];
    const form = { type: 'Einzelcoaching', ...timeFields(startsAt), participantId: participant, coachId: coach };
    const { body } = await world.call(createAppointment, admins, form);
    await move(body.data?.appointmentId ?? 0, coach, later);
    const free = await world.appointment(coach, inDays(day++, '10:00'));
    const session = await world.signIn(coach);
    const other = await world.participant();
    await world.recordFoundParticipant(coach, other);
    await world.call(bookOwnForParticipant, session, { appointmentId: free, participantId: other });
    expect((await world.call(undoDirectBooking, session, { appointmentId: free })).status).toBe(200);
    const { all, subjects } = await afterTheWait(participant, coach, other);
    expect(subjects).toEqual(['Dein Coaching ist gebucht', 'Neue Buchung eines Coachings']);
    for (const { text } of all) expect(text).toContain(timeInMail(later));
  });

  test('say that a past coaching was entered afterwards [7.1]', async () => {
    const [participant, coach] = [await world.participant(), await world.coach()];
    const held = {
      type: 'Einzelcoaching',
      ...timeFields(inDays(-3, '10:00')),
      participantId: participant,
      coachId: coach,
    };
    expect((await world.call(createAppointment, admins, held)).body.meta.status).toBe('success');
    const { all, subjects } = await afterTheWait(participant, coach);
    expect(subjects).toEqual(['Ein Coaching wurde für dich nachgetragen', 'Neue Buchung eines Coachings']);
    for (const { text } of all) expect(text).toContain(timeInMail(inDays(-3, '10:00')));
  });

  test('do not go to the coach who marks a coaching as missed, unless an earlier mail to this coach was withdrawn [4.21]', async () => {
    const [participant, coach, other] = [await world.participant(), await world.coach(), await world.participant()];
    const missed = await world.appointment(coach, inDays(-1, '10:00'), { participant });
    const returned = await world.appointment(coach, inDays(-1, '12:00'), { participant: other });
    await changeState(returned, 'goodwill');
    expect((await afterTheWait(coach)).subjects).toEqual(['Stornierung aus Kulanz']);
    await changeState(returned, 'booked');
    const session = await world.signIn(coach);
    for (const appointmentId of [missed, returned])
      expect((await world.call(setMissed, session, { appointmentId, missed: true })).status).toBe(200);
    expect((await afterTheWait(participant)).subjects).toEqual(['Du hast dein Coaching versäumt']);
    expect((await sentMails(coach)).map(({ subject }) => subject)).toContain('Versäumtes Coaching');
    expect(await sentMails(coach)).toHaveLength(2);
  });

  test('do not wait if the coaching begins within the hour', async () => {
    const [participant, coach] = [await world.participant(), await world.coach()];
    const id = await world.appointment(coach, new Date(Date.now() + 50 * 60_000), { participant });
    await changeState(id, 'goodwill');
    await allHandled();
    expect(await sentMails(participant, coach)).toHaveLength(2);
  });

  test('are followed, once sent, by a mail about the next change with a higher sequence number', async () => {
    const { participant, coach, startsAt, id } = await booking();
    const [second, third] = [inDays(day++, '12:00'), inDays(day++, '14:00')];
    const moved = await move(id, coach, second);
    await afterTheWait(participant);
    const [first] = await sentMails(participant);
    await move(moved, coach, third);
    world.clock.shiftMs += 61_000;
    await allHandled();
    const next = (await sentMails(participant)).find(({ text }) => text.includes(timeInMail(third)));
    expect(next?.text).toContain(timeInMail(second));
    expect(next?.text).not.toContain(timeInMail(startsAt));
    const sequence = (part = '') => Number(/SEQUENCE:(\d+)/.exec(part)?.[1]);
    expect(/UID:(.*)/.exec(next?.part ?? '')?.[1]).toBe(/UID:(.*)/.exec(first?.part ?? '')?.[1]);
    expect(sequence(next?.part)).toBeGreaterThan(sequence(first?.part));
  });
});

describe('mails about changes by participants [11.7]', () => {
  test('are sent immediately, and name the time that the last mail to the coach named', async () => {
    const { participant, coach, startsAt, id } = await booking();
    const [second, third] = [inDays(day++, '12:00'), inDays(day++, '14:00')];
    const moved = await move(id, coach, second);
    const free = await world.appointment(coach, third);
    const session = await world.signIn(participant);
    const input = { appointmentId: moved, newAppointmentId: free };
    expect((await world.call(reschedule, session, input)).status).toBe(200);
    await allHandled();
    const sent = await sentMails(participant, coach);
    expect(sent.map(({ subject }) => subject).sort()).toEqual([
      'Dein Coaching ist umgebucht',
      'Umbuchung eines Coachings',
    ]);
    expect(sent.find(({ to }) => to === coach)?.text).toContain(timeInMail(startsAt));
    expect((await afterTheWait(participant, coach)).all).toHaveLength(2);
  });

  test('do not go to a coach about a booking of which the coach was never notified', async () => {
    const { participant, coach, startsAt, id } = await booking();
    const colleague = await world.coach();
    const moved = await move(id, colleague, startsAt);
    const session = await world.signIn(participant);
    expect((await world.call(cancelAppointment, session, { appointmentId: moved })).status).toBe(200);
    const { subjects } = await afterTheWait(participant, coach, colleague);
    expect(subjects).toEqual(['Du hast dein Coaching storniert', 'Ein Coaching findet nicht mehr bei dir statt']);
  });

  test('are sent immediately after a booking', async () => {
    const [participant, coach] = [await world.participant(), await world.coach()];
    const id = await world.appointment(coach, inDays(day++, '10:00'));
    await world.call(bookAppointment, await world.signIn(participant), { appointmentId: id });
    await allHandled();
    expect(await sentMails(participant, coach)).toHaveLength(2);
  });
});
