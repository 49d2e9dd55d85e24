import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dateOf } from '../../shared/berlin.ts';
import { openMailContext, type MailContext } from '../../../tests/support/smtp.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { actionFlags, changeBooking } from '../booking/admin/contract.ts';
import { bookAppointment } from '../booking/contract.ts';
import { moveAppointment } from '../booking/move/contract.ts';
import { deliver } from '../mail/delivery/deliver.steps.ts';
import { queueMailJobs } from '../mail/outbox.sql.ts';
import { openMailTransport } from '../mail/delivery/smtp.adapter.ts';
import { withMailLock } from '../mail/delivery/sql.ts';
import { endAbsence, planAbsence, undoAbsence } from './contract.ts';

let world: World;
let parts: MailContext;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld({ env: { PUBLIC_URL: 'https://portal.example' } });
  parts = openMailContext(world.appUrl, world.settings);
  adminSession = await world.signIn(await world.admin());
});
afterEach(() => void (world.clock.shiftMs = 0));
afterAll(async () => {
  await parts.pool.end();
  await world.close();
});

const minutes = (count: number) => count * 60_000;
let day = 4;

/** A booking with a coach at a time, and a colleague who is free at that time. */
async function booking(startsAt: Date) {
  const [coach, colleague] = [await world.coach({ lastName: 'Alt' }), await world.coach({ lastName: 'Neu' })];
  const participant = await world.participant();
  const booked = await world.appointment(coach, startsAt, { participant, quota: 1 });
  const free = await world.appointment(colleague, startsAt);
  return { coach, colleague, participant, booked, free, startsAt };
}
type Booking = Awaited<ReturnType<typeof booking>>;

async function plan({ coach, colleague, booked, startsAt }: Booking, action: 'offer' | 'move'): Promise<number> {
  const [from, till] = [dateOf(startsAt), dateOf(new Date(startsAt.getTime() + 86_400_000))];
  const days = { fromDate: from, fromTime: null, tillDate: till, tillTime: null, kind: 'illness', apply: true };
  const decision = { appointmentId: booked, action, toCoachId: action === 'move' ? colleague : null };
  const { body } = await world.call(planAbsence, adminSession, { coachId: coach, ...days, decisions: [decision] });
  return body.data?.absenceId ?? 0;
}
const undo = async (absenceId: number) =>
  expect((await world.call(undoAbsence, adminSession, { absenceId })).status).toBe(200);

const mailsTo = (...people: number[]) =>
  world.db
    .selectFrom('mail')
    .selectAll()
    .where('person_id', 'in', people)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
const countWaiting = async (absence: number) =>
  (await world.db.selectFrom('mail').select('to_hand_over').where('absence_id', '=', absence).execute()).filter(
    (mail) => mail.to_hand_over,
  ).length;

describe('the mails of an absence [14.3]', () => {
  test('wait for five minutes and are then sent', async () => {
    const absence = await plan(await booking(inDays(day++, '10:00')), 'move');
    for (const [passed, expectedCount] of [
      [0, 3],
      [minutes(5) - 2_000, 3],
      [minutes(5), 0],
    ] as const) {
      world.clock.shiftMs = passed;
      await queueMailJobs(parts.db, world.clock, 100);
      expect(await countWaiting(absence)).toBe(expectedCount);
    }
  });

  test('are sent immediately if the appointment starts within the hour', async () => {
    const absence = await plan(await booking(new Date(Date.now() + minutes(50))), 'offer');
    await queueMailJobs(parts.db, world.clock, 100);
    expect(await countWaiting(absence)).toBe(0);
  });

  test('are withdrawn even after they were queued for delivery, except one that is just being sent', async () => {
    const busy = await booking(new Date(Date.now() + minutes(50)));
    const absence = await plan(busy, 'offer');
    await queueMailJobs(parts.db, world.clock, 100);
    const [first] = await mailsTo(busy.participant);
    await withMailLock(parts.db, first?.id ?? '', () => undo(absence));
    const kinds = (await mailsTo(busy.participant, busy.coach)).map((mail) => [
      mail.kind,
      mail.person_id,
      mail.overtaken_at !== null,
    ]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['appointmentCalledOff', busy.participant, false],
        ['appointmentCalledOff', busy.coach, true],
        ['appointmentTakesPlace', busy.participant, false],
      ]),
    );
    expect(kinds).toHaveLength(3);
  });

  test('do not replace an earlier unsent mail about the booking: it is sent once the absence is undone', async () => {
    const busy = await booking(inDays(day++, '10:00'));
    const other = await world.appointment(busy.coach, inDays(day++, '10:00'));
    await world.call(bookAppointment, await world.signIn(busy.participant), { appointmentId: other });
    const startsAt = inDays(day - 1, '10:00');
    const absence = await plan({ ...busy, booked: other, startsAt }, 'offer');
    expect(await deliverAll(busy.participant, busy.coach)).toHaveLength(2);
    await undo(absence);
    const mails = (await mailsTo(busy.participant, busy.coach)).filter(({ kind }) => kind === 'appointmentBooked');
    expect(mails.map((mail) => [mail.overtaken_at, mail.to_hand_over])).toEqual([
      [null, true],
      [null, true],
    ]);
  });

  test('are superseded if an admin changes the booking meanwhile: only its last status is mailed', async () => {
    const busy = await booking(inDays(day++, '10:00'));
    await plan(busy, 'offer');
    await world.call(changeBooking, adminSession, { appointmentId: busy.booked, action: actionFlags('cancelled') });
    world.clock.shiftMs = minutes(6);
    const sent = await deliverAll(busy.participant, busy.coach);
    expect(sent.map(({ subject }) => subject).sort()).toEqual([
      'Stornierung durch das Team',
      'Wir haben dein Coaching storniert',
    ]);
  });

  test('link to a new booking and never state the reason for the absence', async () => {
    const busy = await booking(inDays(day++, '10:00'));
    await plan(busy, 'offer');
    const letters = await deliverAll(busy.participant, busy.coach);
    const toParticipant = letters.find(({ person }) => person === busy.participant);
    expect(toParticipant?.text).toContain('https://portal.example/booking');
    expect(letters).toHaveLength(2);
    for (const { text, html } of letters) expect(text + html).not.toMatch(/krank|illness|urlaub|fortbildung/i);
  });
});

interface Letter {
  person: number;
  subject: string;
  text: string;
  html: string;
  calendar: string | null;
}

/** Delivers the unsent mails to these people, and returns them in the order of the queue. */
const deliverAll = async (...people: number[]) => deliverUnsent(await mailsTo(...people));

/** Queues the mails that are due; delivers those of them to these people, and returns these. */
async function deliverDue(...people: number[]): Promise<Letter[]> {
  await queueMailJobs(parts.db, world.clock, 1_000);
  return deliverUnsent((await mailsTo(...people)).filter((mail) => !mail.to_hand_over));
}

async function deliverUnsent(mails: Awaited<ReturnType<typeof mailsTo>>): Promise<Letter[]> {
  const letters: Letter[] = [];
  for (const { id, person_id: person, sent_at: sentAt } of mails) {
    if (sentAt !== null) continue;
    await deliver({ ...parts, clock: world.clock, send: openMailTransport(world.settings) }, id);
    const file = join(world.settings.dataDir, 'mails', `${id}.eml`);
    if (!existsSync(file)) continue;
    const { subject = '', text = '', html = '', attachments } = await PostalMime.parse(readFileSync(file));
    const content = attachments[0]?.content as ArrayBuffer | undefined;
    letters.push({ person, subject, text, html, calendar: content ? new TextDecoder().decode(content) : null });
  }
  return letters;
}

/** The calendar attachments to a person as 'METHOD UID'; their sequence numbers must rise. */
function eventsTo(person: number, letters: readonly Letter[]): string[] {
  let last = -1;
  return letters
    .filter((letter) => letter.person === person && letter.calendar)
    .map(({ calendar }) => {
      const parsed = new ICAL.Component(ICAL.parse(calendar ?? '') as unknown[]);
      const event = new ICAL.Event(parsed.getFirstSubcomponent('vevent') ?? undefined);
      expect(event.sequence).toBeGreaterThan(last);
      last = event.sequence;
      return `${String(parsed.getFirstPropertyValue('method'))} ${event.uid}`;
    });
}

describe('calendars after the undo of an absence whose mails were already sent [11.5] [14.3]', () => {
  test('a cancelled booking reappears as the same event', async () => {
    const busy = await booking(new Date(Date.now() + minutes(50)));
    const people = [busy.participant, busy.coach];
    const absence = await plan(busy, 'offer');
    const letters = await deliverAll(...people);
    await undo(absence);
    letters.push(...(await deliverAll(...people)));
    const uid = `termin-${busy.booked}@portal.example`;
    for (const person of people) expect(eventsTo(person, letters)).toEqual([`CANCEL ${uid}`, `REQUEST ${uid}`]);
    expect(letters.map(({ subject }) => subject)).toContain('Dein Coaching findet doch statt');
  });

  test('a booking that was handed over reappears with its old coach and disappears for the colleague', async () => {
    const busy = await booking(new Date(Date.now() + minutes(50)));
    const people = [busy.participant, busy.coach, busy.colleague];
    const absence = await plan(busy, 'move');
    const letters = await deliverAll(...people);
    await undo(absence);
    letters.push(...(await deliverAll(...people)));
    const uid = `termin-${busy.booked}@portal.example`;
    expect(eventsTo(busy.participant, letters)).toEqual([`REQUEST ${uid}`, `REQUEST ${uid}`]);
    expect(eventsTo(busy.coach, letters)).toEqual([`CANCEL ${uid}`, `REQUEST ${uid}`]);
    expect(eventsTo(busy.colleague, letters)).toEqual([`REQUEST ${uid}`, `CANCEL ${uid}`]);
    const last = letters.filter(({ person }) => person === busy.colleague).at(-1);
    expect(last?.subject).toBe('Ein Coaching findet doch nicht bei dir statt');
    expect(last?.calendar).toContain('SUMMARY:Coaching mit Kim Beispiel');
  });
});

/** An admin moves a booking to a coach, at 10:00 of another day. */
async function move(appointmentId: number, coachId: number, on: number): Promise<void> {
  const time = { date: dateOf(inDays(on, '10:00')), fromTime: '10:00', tillTime: '10:45' };
  expect((await world.call(moveAppointment, adminSession, { appointmentId, coachId, ...time })).status).toBe(200);
}

describe('calendars if a booking that an absence has moved is moved again [11.2] [11.5] [14.3]', () => {
  test('a booking that comes back stays with its coach: the mail that it was handed over is never sent', async () => {
    const busy = await booking(inDays(day++, '10:00'));
    const people = [busy.participant, busy.coach, busy.colleague];
    await plan(busy, 'move');
    await move(busy.free, busy.coach, ++day);
    const letters: Letter[] = [];
    for (const passed of [0, minutes(6)]) {
      world.clock.shiftMs = passed;
      letters.push(...(await deliverDue(...people)));
    }
    const uid = `termin-${busy.booked}@portal.example`;
    expect(eventsTo(busy.participant, letters)).toEqual([`REQUEST ${uid}`]);
    expect(eventsTo(busy.coach, letters)).toEqual([`REQUEST ${uid}`]);
    expect(eventsTo(busy.colleague, letters), 'the colleague was never mailed it').toEqual([]);
  });

  test('a booking that comes back and is moved away again disappears from the coach’s calendar only once', async () => {
    const busy = await booking(inDays(day++, '10:00'));
    await plan(busy, 'move');
    await move(busy.free, busy.coach, ++day);
    const movedTo = world.db.selectFrom('appointment').select('id').where('moved_from', '=', busy.free);
    await move((await movedTo.executeTakeFirst())?.id ?? 0, busy.colleague, day++);
    world.clock.shiftMs = minutes(6);
    const letters = await deliverDue(busy.coach);
    expect(eventsTo(busy.coach, letters)).toEqual([`CANCEL termin-${busy.booked}@portal.example`]);
  });

  test('a booking whose handover is undone disappears for the colleague, even if a third coach has it by then', async () => {
    const busy = await booking(new Date(Date.now() + minutes(50)));
    const absence = await plan(busy, 'move');
    const letters = await deliverDue(busy.colleague);
    await undo(absence);
    await move(busy.booked, await world.coach(), day++);
    letters.push(...(await deliverDue(busy.colleague)));
    const uid = `termin-${busy.booked}@portal.example`;
    expect(eventsTo(busy.colleague, letters)).toEqual([`REQUEST ${uid}`, `CANCEL ${uid}`]);
  });

  test('a booking whose handover is undone stays with the colleague if it is then moved there', async () => {
    const busy = await booking(new Date(Date.now() + minutes(50)));
    const absence = await plan(busy, 'move');
    const letters = await deliverDue(busy.colleague);
    await undo(absence);
    await move(busy.booked, busy.colleague, day++);
    letters.push(...(await deliverDue(busy.colleague)));
    const uid = `termin-${busy.booked}@portal.example`;
    expect(eventsTo(busy.colleague, letters)).toEqual([`REQUEST ${uid}`, `REQUEST ${uid}`]);
  });

  test('the events of an absence are sent once a later absence that superseded its mails is undone', async () => {
    const busy = await booking(inDays(day++, '10:00'));
    const people = [busy.participant, busy.coach, busy.colleague];
    await plan(busy, 'move');
    world.clock.shiftMs = minutes(3);
    const later = await plan({ ...busy, coach: busy.colleague, booked: busy.free }, 'offer');
    world.clock.shiftMs = minutes(6);
    const letters = await deliverDue(...people);
    await undo(later);
    letters.push(...(await deliverDue(...people)));
    const uid = `termin-${busy.booked}@portal.example`;
    for (const person of [busy.participant, busy.colleague])
      expect(eventsTo(person, letters)).toEqual([`REQUEST ${uid}`]);
    expect(eventsTo(busy.coach, letters)).toEqual([`CANCEL ${uid}`]);
  });

  test('a booking that came back only through an absence that is undone disappears for its coach', async () => {
    const busy = await booking(inDays(day++, '10:00'));
    const people = [busy.participant, busy.coach, busy.colleague];
    const first = await plan(busy, 'move');
    await world.call(endAbsence, adminSession, { absenceId: first });
    await world.appointment(busy.coach, busy.startsAt);
    world.clock.shiftMs = minutes(3);
    const reverse = { ...busy, coach: busy.colleague, colleague: busy.coach, booked: busy.free };
    const later = await plan(reverse, 'move');
    world.clock.shiftMs = minutes(6);
    const letters = await deliverDue(...people);
    expect(letters).toEqual([]);
    await undo(later);
    letters.push(...(await deliverDue(...people)));
    const uid = `termin-${busy.booked}@portal.example`;
    for (const person of [busy.participant, busy.colleague])
      expect(eventsTo(person, letters)).toEqual([`REQUEST ${uid}`]);
    expect(eventsTo(busy.coach, letters)).toEqual([`CANCEL ${uid}`]);
  });
});
