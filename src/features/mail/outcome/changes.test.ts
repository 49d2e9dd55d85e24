import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { dateOf, germanInterval, wallClock } from '../../../shared/berlin.ts';
import { createAppointment } from '../../appointments/contract.ts';
import { actionFlags, changeBooking } from '../../booking/admin/contract.ts';
import { bookAppointment, cancelAppointment } from '../../booking/contract.ts';
import { bookOwnForParticipant, takeBackBooking } from '../../booking/direct/contract.ts';
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

/** A booking at least ten days ahead. Its participant and coach were informed when it was made. */
async function booking() {
  const people = { participant: await world.participant(), coach: await world.coach({ firstName: 'Ada' }) };
  const startsAt = inDays(day++, '10:00');
  return { ...people, startsAt, id: await world.appointment(people.coach, startsAt, people) };
}

/** The form fields of 45 minutes from an instant on. */
const time = (startsAt: Date) => ({
  date: dateOf(startsAt),
  fromTime: wallClock(startsAt).time,
  tillTime: wallClock(new Date(startsAt.getTime() + 45 * 60_000)).time,
});

/** The same as mails write it. */
const words = (startsAt: Date) => {
  const { date, fromTime: start, tillTime: end } = time(startsAt);
  return germanInterval({ date, start, end });
};
const set = async (appointmentId: number, action: 'cancelled' | 'goodwill' | 'booked') => {
  const { body } = await world.call(changeBooking, admins, { appointmentId, action: actionFlags(action) });
  expect(body.meta).toEqual({ status: 'success' });
};
const move = async (appointmentId: number, coachId: number, startsAt: Date): Promise<number> => {
  const { body } = await world.call(moveAppointment, admins, { appointmentId, coachId, ...time(startsAt) });
  return body.data?.appointmentId ?? 0;
};

/** Waits until each mail has left or is overtaken, but for those that are held. */
async function settled(): Promise<void> {
  const left = async () => {
    const mails = await world.db.selectFrom('mail').select(['sent_at', 'overtaken_at', 'hold_until']).execute();
    const now = Date.now() + world.clock.shiftMs;
    return mails.filter((mail) => !mail.sent_at && !mail.overtaken_at && +new Date(mail.hold_until ?? 0) <= now);
  };
  await expect.poll(left, soon).toEqual([]);
}

/** The mails that have left to these people, in any order. */
async function letters(...people: number[]) {
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

/** The mails that leave within the wait of a minute, and the subjects of all that leave after it. */
async function afterTheWait(...people: number[]) {
  await settled();
  const before = await letters(...people);
  world.clock.shiftMs += 61_000;
  await settled();
  const all = await letters(...people);
  return { before: before.map(({ subject }) => subject), all, subjects: all.map(({ subject }) => subject).sort() };
}

describe('mails about what staff change [11.7]', () => {
  test('wait a minute, and leave then', async () => {
    const { participant, coach, id } = await booking();
    await set(id, 'cancelled');
    expect(await afterTheWait(participant, coach)).toMatchObject({
      before: [],
      subjects: ['Stornierung durch das Team', 'Wir haben dein Coaching storniert'],
    });
  });

  test('of an appointment that was moved twice are one to each, about the last time and the one they knew', async () => {
    const { participant, coach, startsAt, id } = await booking();
    const [second, third] = [inDays(day++, '12:00'), inDays(day++, '14:00')];
    await move(await move(id, coach, second), coach, third);
    const { before, all, subjects } = await afterTheWait(participant, coach);
    expect([before, subjects]).toEqual([[], ['Verlegung eines Coachings', 'Wir haben dein Coaching verlegt']]);
    for (const { text, part } of all) {
      expect(text).toContain(words(third));
      expect(text).toContain(words(startsAt));
      expect(text).not.toContain(words(second));
      expect(part).toContain('METHOD:REQUEST');
    }
  });

  test('of what is as it was again do not leave at all', async () => {
    const [cancelled, moved] = [await booking(), await booking()];
    await set(cancelled.id, 'cancelled');
    await set(cancelled.id, 'booked');
    await move(await move(moved.id, moved.coach, inDays(day++, '12:00')), moved.coach, moved.startsAt);
    const people = [cancelled.participant, cancelled.coach, moved.participant, moved.coach];
    expect((await afterTheWait(...people)).subjects).toEqual([]);
  });

  test('of one that was moved, then cancelled, call it off where its people knew it', async () => {
    const { participant, coach, startsAt, id } = await booking();
    const second = inDays(day++, '12:00');
    await set(await move(id, coach, second), 'cancelled');
    const { all, subjects } = await afterTheWait(participant, coach);
    expect(subjects).toEqual(['Stornierung durch das Team', 'Wir haben dein Coaching storniert']);
    for (const { text, method } of all) {
      expect(text).toContain(words(startsAt));
      expect(text).not.toContain(words(second));
      expect(method).toBe('CANCEL');
    }
  });

  test('of one that went to two coaches reach the first, the last and the participant, and not the one between', async () => {
    const { participant, coach, startsAt, id } = await booking();
    const [between, last] = [await world.coach(), await world.coach()];
    await move(await move(id, between, startsAt), last, startsAt);
    expect((await afterTheWait(between)).subjects).toEqual([]);
    const [sent] = await letters(coach);
    expect(sent).toMatchObject({ subject: 'Ein Coaching findet nicht mehr bei dir statt', method: 'CANCEL' });
    expect((await letters(last)).map(({ subject }) => subject)).toEqual(['Verlegung eines Coachings']);
    expect((await letters(participant)).map(({ subject }) => subject)).toEqual(['Wir haben dein Coaching verlegt']);
    expect(await letters(coach)).toHaveLength(1);
  });

  test('of what was booked for somebody and moved say that it is booked; taken back, nobody hears of it', async () => {
    const [participant, coach] = [await world.participant(), await world.coach()];
    const [startsAt, later] = [inDays(day++, '10:00'), inDays(day++, '11:00')];
    const form = { type: 'Einzelcoaching', ...time(startsAt), participantId: participant, coachId: coach };
    const { body } = await world.call(createAppointment, admins, form);
    await move(body.data?.appointmentId ?? 0, coach, later);
    const free = await world.appointment(coach, inDays(day++, '10:00'));
    const session = await world.signIn(coach);
    const guest = await world.participant();
    await world.found(coach, guest);
    await world.call(bookOwnForParticipant, session, { appointmentId: free, participantId: guest });
    expect((await world.call(takeBackBooking, session, { appointmentId: free })).status).toBe(200);
    const { all, subjects } = await afterTheWait(participant, coach, guest);
    expect(subjects).toEqual(['Dein Coaching ist gebucht', 'Neue Buchung eines Coachings']);
    for (const { text } of all) expect(text).toContain(words(later));
  });

  test('of a past coaching say that it was entered afterwards [7.1]', async () => {
    const [participant, coach] = [await world.participant(), await world.coach()];
    const held = { type: 'Einzelcoaching', ...time(inDays(-3, '10:00')), participantId: participant, coachId: coach };
    expect((await world.call(createAppointment, admins, held)).body.meta.status).toBe('success');
    const { all, subjects } = await afterTheWait(participant, coach);
    expect(subjects).toEqual(['Ein Coaching wurde für dich nachgetragen', 'Neue Buchung eines Coachings']);
    for (const { text } of all) expect(text).toContain(words(inDays(-3, '10:00')));
  });

  test('do not go to the coach who says that it was missed, unless they have not heard of something earlier [4.21]', async () => {
    const [participant, coach, other] = [await world.participant(), await world.coach(), await world.participant()];
    const missed = await world.appointment(coach, inDays(-1, '10:00'), { participant });
    const returned = await world.appointment(coach, inDays(-1, '12:00'), { participant: other });
    await set(returned, 'goodwill');
    expect((await afterTheWait(coach)).subjects).toEqual(['Stornierung aus Kulanz']);
    await set(returned, 'booked');
    const session = await world.signIn(coach);
    for (const appointmentId of [missed, returned])
      expect((await world.call(setMissed, session, { appointmentId, missed: true })).status).toBe(200);
    expect((await afterTheWait(participant)).subjects).toEqual(['Du hast dein Coaching versäumt']);
    expect((await letters(coach)).map(({ subject }) => subject)).toContain('Versäumtes Coaching');
    expect(await letters(coach)).toHaveLength(2);
  });

  test('do not wait if it begins within the hour', async () => {
    const [participant, coach] = [await world.participant(), await world.coach()];
    const id = await world.appointment(coach, new Date(Date.now() + 50 * 60_000), { participant });
    await set(id, 'goodwill');
    await settled();
    expect(await letters(participant, coach)).toHaveLength(2);
  });

  test('that have left are followed by another one about the next change, with a higher sequence', async () => {
    const { participant, coach, startsAt, id } = await booking();
    const [second, third] = [inDays(day++, '12:00'), inDays(day++, '14:00')];
    const moved = await move(id, coach, second);
    await afterTheWait(participant);
    const [first] = await letters(participant);
    await move(moved, coach, third);
    world.clock.shiftMs += 61_000;
    await settled();
    const next = (await letters(participant)).find(({ text }) => text.includes(words(third)));
    expect(next?.text).toContain(words(second));
    expect(next?.text).not.toContain(words(startsAt));
    const sequence = (part = '') => Number(/SEQUENCE:(\d+)/.exec(part)?.[1]);
    expect(/UID:(.*)/.exec(next?.part ?? '')?.[1]).toBe(/UID:(.*)/.exec(first?.part ?? '')?.[1]);
    expect(sequence(next?.part)).toBeGreaterThan(sequence(first?.part));
  });
});

describe('mails about what participants do themselves [11.7]', () => {
  test('leave at once, and tell the coach where it was in the last mail', async () => {
    const { participant, coach, startsAt, id } = await booking();
    const [second, third] = [inDays(day++, '12:00'), inDays(day++, '14:00')];
    const moved = await move(id, coach, second);
    const free = await world.appointment(coach, third);
    const session = await world.signIn(participant);
    const input = { appointmentId: moved, newAppointmentId: free };
    expect((await world.call(reschedule, session, input)).status).toBe(200);
    await settled();
    const sent = await letters(participant, coach);
    expect(sent.map(({ subject }) => subject).sort()).toEqual([
      'Dein Coaching ist umgebucht',
      'Umbuchung eines Coachings',
    ]);
    expect(sent.find(({ to }) => to === coach)?.text).toContain(words(startsAt));
    expect((await afterTheWait(participant, coach)).all).toHaveLength(2);
  });

  test('do not speak to a coach of a booking of which the coach has never heard', async () => {
    const { participant, coach, startsAt, id } = await booking();
    const colleague = await world.coach();
    const moved = await move(id, colleague, startsAt);
    const session = await world.signIn(participant);
    expect((await world.call(cancelAppointment, session, { appointmentId: moved })).status).toBe(200);
    const { subjects } = await afterTheWait(participant, coach, colleague);
    expect(subjects).toEqual(['Du hast dein Coaching storniert', 'Ein Coaching findet nicht mehr bei dir statt']);
  });

  test('a booking is mailed at once', async () => {
    const [participant, coach] = [await world.participant(), await world.coach()];
    const id = await world.appointment(coach, inDays(day++, '10:00'));
    await world.call(bookAppointment, await world.signIn(participant), { appointmentId: id });
    await settled();
    expect(await letters(participant, coach)).toHaveLength(2);
  });
});
