import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dateOf } from '../../shared/berlin.ts';
import { openMailContext, type MailContext } from '../../../tests/support/smtp.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { toActionFlags, changeBooking } from '../booking/admin/contract.ts';
import { bookAppointment } from '../booking/contract.ts';
import { moveAppointment } from '../booking/move/contract.ts';
import { deliver } from '../mail/delivery/deliver.steps.ts';
import { queueMailJobs } from '../mail/outbox.sql.ts';
import { openMailTransport } from '../mail/delivery/smtp.adapter.ts';
import { withMailLock } from '../mail/delivery/sql.ts';
import { endAbsence, planAbsence, undoAbsence } from './contract.ts';

let world: World;
let mailContext: MailContext;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld({ env: { PUBLIC_URL: 'https://portal.example' } });
  mailContext = openMailContext(world.appUrl, world.settings);
  adminSession = await world.signIn(await world.addAdmin());
});
afterEach(() => void (world.clock.shiftMs = 0));
afterAll(async () => {
  await mailContext.pool.end();
  await world.close();
});

const minutesInMs = (minutes: number) => minutes * 60_000;
let day = 4;

/** Creates a booking with a coach at a time, and a colleague who is free at that time. */
async function addBooking(startsAt: Date) {
  const [coach, colleague] = [await world.addCoach({ lastName: 'Alt' }), await world.addCoach({ lastName: 'Neu' })];
  const participant = await world.addParticipant();
  const appointmentId = await world.addAppointment(coach, startsAt, { participant, quotaNumber: 1 });
  const colleagueSlot = await world.addAppointment(colleague, startsAt);
  return { coach, colleague, participant, appointmentId, colleagueSlot, startsAt };
}
type Booking = Awaited<ReturnType<typeof addBooking>>;

/** Plans an absence of the coach on the day of the booking and the next day. Returns its id. */
async function plan({ coach, colleague, appointmentId, startsAt }: Booking, action: 'offer' | 'move'): Promise<number> {
  const [from, till] = [dateOf(startsAt), dateOf(new Date(startsAt.getTime() + 86_400_000))];
  const days = { fromDate: from, fromTime: null, tillDate: till, tillTime: null, kind: 'illness', apply: true };
  const decision = { appointmentId, action, toCoachId: action === 'move' ? colleague : null };
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
const countWaitingMails = async (absence: number) =>
  (await world.db.selectFrom('mail').select('to_hand_over').where('absence_id', '=', absence).execute()).filter(
    (mail) => mail.to_hand_over,
  ).length;

describe('the mails of an absence [14.3]', () => {
  test('wait for five minutes and are then sent', async () => {
    const absence = await plan(await addBooking(inDays(day++, '10:00')), 'move');
    for (const [passedMs, expectedCount] of [
      [0, 3],
      [minutesInMs(5) - 2_000, 3],
      [minutesInMs(5), 0],
    ] as const) {
      world.clock.shiftMs = passedMs;
      await queueMailJobs(mailContext.db, world.clock, 100);
      expect(await countWaitingMails(absence)).toBe(expectedCount);
    }
  });

  test('are sent immediately if the appointment starts within the hour', async () => {
    const absence = await plan(await addBooking(new Date(Date.now() + minutesInMs(50))), 'offer');
    await queueMailJobs(mailContext.db, world.clock, 100);
    expect(await countWaitingMails(absence)).toBe(0);
  });

  test('are withdrawn even after they were queued for delivery, except a mail that is just being sent', async () => {
    const booking = await addBooking(new Date(Date.now() + minutesInMs(50)));
    const absence = await plan(booking, 'offer');
    await queueMailJobs(mailContext.db, world.clock, 100);
    const [firstMail] = await mailsTo(booking.participant);
    await withMailLock(mailContext.db, firstMail?.id ?? '', () => undo(absence));
    const kinds = (await mailsTo(booking.participant, booking.coach)).map((mail) => [
      mail.kind,
      mail.person_id,
      mail.overtaken_at !== null,
    ]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['appointmentCalledOff', booking.participant, false],
        ['appointmentCalledOff', booking.coach, true],
        ['appointmentTakesPlace', booking.participant, false],
      ]),
    );
    expect(kinds).toHaveLength(3);
  });

  test('do not replace an earlier unsent mail about the booking: it is sent after the undo', async () => {
    const booking = await addBooking(inDays(day++, '10:00'));
    const other = await world.addAppointment(booking.coach, inDays(day++, '10:00'));
    await world.call(bookAppointment, await world.signIn(booking.participant), { appointmentId: other });
    const startsAt = inDays(day - 1, '10:00');
    const absence = await plan({ ...booking, appointmentId: other, startsAt }, 'offer');
    expect(await deliverAllMails(booking.participant, booking.coach)).toHaveLength(2);
    await undo(absence);
    const mails = (await mailsTo(booking.participant, booking.coach)).filter(
      ({ kind }) => kind === 'appointmentBooked',
    );
    expect(mails.map((mail) => [mail.overtaken_at, mail.to_hand_over])).toEqual([
      [null, true],
      [null, true],
    ]);
  });

  test('are superseded if an admin changes the booking in the meantime: only its last status is mailed', async () => {
    const booking = await addBooking(inDays(day++, '10:00'));
    await plan(booking, 'offer');
    await world.call(changeBooking, adminSession, {
      appointmentId: booking.appointmentId,
      action: toActionFlags('cancelled'),
    });
    world.clock.shiftMs = minutesInMs(6);
    const sent = await deliverAllMails(booking.participant, booking.coach);
    expect(sent.map(({ subject }) => subject).sort()).toEqual([
      'Stornierung durch das Team',
      'Wir haben dein Coaching storniert',
    ]);
  });

  test('link to the booking page and never state the reason for the absence', async () => {
    const booking = await addBooking(inDays(day++, '10:00'));
    await plan(booking, 'offer');
    const deliveredMails = await deliverAllMails(booking.participant, booking.coach);
    const toParticipant = deliveredMails.find(({ person }) => person === booking.participant);
    expect(toParticipant?.text).toContain('https://portal.example/booking');
    expect(deliveredMails).toHaveLength(2);
    for (const { text, html } of deliveredMails) expect(text + html).not.toMatch(/krank|illness|urlaub|fortbildung/i);
  });
});

interface DeliveredMail {
  person: number;
  subject: string;
  text: string;
  html: string;
  calendar: string | null;
}

/** Delivers the unsent mails to these people, and returns them in the order of the queue. */
const deliverAllMails = async (...people: number[]) => deliverUnsentMails(await mailsTo(...people));

/** Queues the mails that are due, and delivers and returns those to the given people. */
async function deliverDueMails(...people: number[]): Promise<DeliveredMail[]> {
  await queueMailJobs(mailContext.db, world.clock, 1_000);
  return deliverUnsentMails((await mailsTo(...people)).filter((mail) => !mail.to_hand_over));
}

async function deliverUnsentMails(mails: Awaited<ReturnType<typeof mailsTo>>): Promise<DeliveredMail[]> {
  const deliveredMails: DeliveredMail[] = [];
  for (const { id, person_id: person, sent_at: sentAt } of mails) {
    if (sentAt !== null) continue;
    await deliver({ ...mailContext, clock: world.clock, send: openMailTransport(world.settings) }, id);
    const file = join(world.settings.dataDir, 'mails', `${id}.eml`);
    if (!existsSync(file)) continue;
    const { subject = '', text = '', html = '', attachments } = await PostalMime.parse(readFileSync(file));
    const content = attachments[0]?.content as ArrayBuffer | undefined;
    deliveredMails.push({ person, subject, text, html, calendar: content ? new TextDecoder().decode(content) : null });
  }
  return deliveredMails;
}

/** Returns the calendar attachments sent to a person as 'METHOD UID', and checks that their sequence numbers rise. */
function eventsTo(person: number, deliveredMails: readonly DeliveredMail[]): string[] {
  let lastSequence = -1;
  return deliveredMails
    .filter((mail) => mail.person === person && mail.calendar)
    .map(({ calendar }) => {
      const parsed = new ICAL.Component(ICAL.parse(calendar ?? '') as unknown[]);
      const event = new ICAL.Event(parsed.getFirstSubcomponent('vevent') ?? undefined);
      expect(event.sequence).toBeGreaterThan(lastSequence);
      lastSequence = event.sequence;
      return `${String(parsed.getFirstPropertyValue('method'))} ${event.uid}`;
    });
}

describe('calendars if an absence is undone after its mails were sent [11.5] [14.3]', () => {
  test('a cancelled booking reappears as the same event', async () => {
    const booking = await addBooking(new Date(Date.now() + minutesInMs(50)));
    const people = [booking.participant, booking.coach];
    const absence = await plan(booking, 'offer');
    const deliveredMails = await deliverAllMails(...people);
    await undo(absence);
    deliveredMails.push(...(await deliverAllMails(...people)));
    const uid = `termin-${booking.appointmentId}@portal.example`;
    for (const person of people) expect(eventsTo(person, deliveredMails)).toEqual([`CANCEL ${uid}`, `REQUEST ${uid}`]);
    expect(deliveredMails.map(({ subject }) => subject)).toContain('Dein Coaching findet doch statt');
  });

  test('a booking that was handed over reappears for its first coach and disappears for the colleague', async () => {
    const booking = await addBooking(new Date(Date.now() + minutesInMs(50)));
    const people = [booking.participant, booking.coach, booking.colleague];
    const absence = await plan(booking, 'move');
    const deliveredMails = await deliverAllMails(...people);
    await undo(absence);
    deliveredMails.push(...(await deliverAllMails(...people)));
    const uid = `termin-${booking.appointmentId}@portal.example`;
    expect(eventsTo(booking.participant, deliveredMails)).toEqual([`REQUEST ${uid}`, `REQUEST ${uid}`]);
    expect(eventsTo(booking.coach, deliveredMails)).toEqual([`CANCEL ${uid}`, `REQUEST ${uid}`]);
    expect(eventsTo(booking.colleague, deliveredMails)).toEqual([`REQUEST ${uid}`, `CANCEL ${uid}`]);
    const lastMail = deliveredMails.filter(({ person }) => person === booking.colleague).at(-1);
    expect(lastMail?.subject).toBe('Ein Coaching findet doch nicht bei dir statt');
    expect(lastMail?.calendar).toContain('SUMMARY:Coaching mit Kim Beispiel');
  });
});

/** Moves a booking to a coach as an admin, to 10:00 in `days` days. */
async function move(appointmentId: number, coachId: number, days: number): Promise<void> {
  const time = { date: dateOf(inDays(days, '10:00')), fromTime: '10:00', tillTime: '10:45' };
  expect((await world.call(moveAppointment, adminSession, { appointmentId, coachId, ...time })).status).toBe(200);
}

describe('calendars if a booking that an absence has handed over is moved again [11.2] [11.5] [14.3]', () => {
  test('a booking that is moved back stays in its coach’s calendar, and the handover is not mailed', async () => {
    const booking = await addBooking(inDays(day++, '10:00'));
    const people = [booking.participant, booking.coach, booking.colleague];
    await plan(booking, 'move');
    await move(booking.colleagueSlot, booking.coach, ++day);
    const deliveredMails: DeliveredMail[] = [];
    for (const passedMs of [0, minutesInMs(6)]) {
      world.clock.shiftMs = passedMs;
      deliveredMails.push(...(await deliverDueMails(...people)));
    }
    const uid = `termin-${booking.appointmentId}@portal.example`;
    expect(eventsTo(booking.participant, deliveredMails)).toEqual([`REQUEST ${uid}`]);
    expect(eventsTo(booking.coach, deliveredMails)).toEqual([`REQUEST ${uid}`]);
    expect(eventsTo(booking.colleague, deliveredMails), 'the colleague never got a mail about the booking').toEqual([]);
  });

  test('a booking that is moved back and away again disappears from the coach’s calendar only once', async () => {
    const booking = await addBooking(inDays(day++, '10:00'));
    await plan(booking, 'move');
    await move(booking.colleagueSlot, booking.coach, ++day);
    const movedToQuery = world.db
      .selectFrom('appointment')
      .select('id')
      .where('moved_from', '=', booking.colleagueSlot);
    await move((await movedToQuery.executeTakeFirst())?.id ?? 0, booking.colleague, day++);
    world.clock.shiftMs = minutesInMs(6);
    const deliveredMails = await deliverDueMails(booking.coach);
    expect(eventsTo(booking.coach, deliveredMails)).toEqual([`CANCEL termin-${booking.appointmentId}@portal.example`]);
  });

  test('a booking disappears for the colleague if its handover is undone, even if it is then moved to a third coach', async () => {
    const booking = await addBooking(new Date(Date.now() + minutesInMs(50)));
    const absence = await plan(booking, 'move');
    const deliveredMails = await deliverDueMails(booking.colleague);
    await undo(absence);
    await move(booking.appointmentId, await world.addCoach(), day++);
    deliveredMails.push(...(await deliverDueMails(booking.colleague)));
    const uid = `termin-${booking.appointmentId}@portal.example`;
    expect(eventsTo(booking.colleague, deliveredMails)).toEqual([`REQUEST ${uid}`, `CANCEL ${uid}`]);
  });

  test('a booking stays in the colleague’s calendar if its handover is undone and it is then moved to the colleague', async () => {
    const booking = await addBooking(new Date(Date.now() + minutesInMs(50)));
    const absence = await plan(booking, 'move');
    const deliveredMails = await deliverDueMails(booking.colleague);
    await undo(absence);
    await move(booking.appointmentId, booking.colleague, day++);
    deliveredMails.push(...(await deliverDueMails(booking.colleague)));
    const uid = `termin-${booking.appointmentId}@portal.example`;
    expect(eventsTo(booking.colleague, deliveredMails)).toEqual([`REQUEST ${uid}`, `REQUEST ${uid}`]);
  });

  test('the mails of an absence are sent after all if the later absence that superseded them is undone', async () => {
    const booking = await addBooking(inDays(day++, '10:00'));
    const people = [booking.participant, booking.coach, booking.colleague];
    await plan(booking, 'move');
    world.clock.shiftMs = minutesInMs(3);
    const laterAbsence = await plan(
      { ...booking, coach: booking.colleague, appointmentId: booking.colleagueSlot },
      'offer',
    );
    world.clock.shiftMs = minutesInMs(6);
    const deliveredMails = await deliverDueMails(...people);
    await undo(laterAbsence);
    deliveredMails.push(...(await deliverDueMails(...people)));
    const uid = `termin-${booking.appointmentId}@portal.example`;
    for (const person of [booking.participant, booking.colleague])
      expect(eventsTo(person, deliveredMails)).toEqual([`REQUEST ${uid}`]);
    expect(eventsTo(booking.coach, deliveredMails)).toEqual([`CANCEL ${uid}`]);
  });

  test('a booking disappears for its coach if the absence that handed it back is undone', async () => {
    const booking = await addBooking(inDays(day++, '10:00'));
    const people = [booking.participant, booking.coach, booking.colleague];
    const firstAbsence = await plan(booking, 'move');
    await world.call(endAbsence, adminSession, { absenceId: firstAbsence });
    await world.addAppointment(booking.coach, booking.startsAt);
    world.clock.shiftMs = minutesInMs(3);
    const reversedBooking = {
      ...booking,
      coach: booking.colleague,
      colleague: booking.coach,
      appointmentId: booking.colleagueSlot,
    };
    const laterAbsence = await plan(reversedBooking, 'move');
    world.clock.shiftMs = minutesInMs(6);
    const deliveredMails = await deliverDueMails(...people);
    expect(deliveredMails).toEqual([]);
    await undo(laterAbsence);
    deliveredMails.push(...(await deliverDueMails(...people)));
    const uid = `termin-${booking.appointmentId}@portal.example`;
    for (const person of [booking.participant, booking.colleague])
      expect(eventsTo(person, deliveredMails)).toEqual([`REQUEST ${uid}`]);
    expect(eventsTo(booking.coach, deliveredMails)).toEqual([`CANCEL ${uid}`]);
  });
});
