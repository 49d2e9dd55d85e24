import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ICAL from 'ical.js';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../../../platform/database/db.ts';
import { daysAroundClockChanges } from '../../../../tests/support/next-days.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { dateOf, germanDate, instantOf } from '../../../shared/berlin.ts';
import type { AppointmentKind } from '../kinds/appointment.words.ts';
import { deliver } from './deliver.steps.ts';
import { queueResend } from '../outbox.sql.ts';
import { saveReminderChoices } from '../reminders/sql.ts';
import { openMailTransport, type OutgoingMail } from './smtp.adapter.ts';
import { openMailContext, type MailContext } from '../../../../tests/support/smtp.ts';

let world: World;
let context: MailContext;
beforeAll(async () => {
  world = await openWorld({ env: { PUBLIC_URL: 'https://portal.example' } });
  context = openMailContext(world.appUrl, world.settings);
});
afterAll(async () => {
  await context.pool.end();
  await world.close();
});

const fileOf = (id: string) => join(world.settings.dataDir, 'mails', `${id}.eml`);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Delivers a mail to the folder of mail files and reads its file; null if no file was written. */
async function deliverToFolder(id: string) {
  await deliver({ ...context, send: openMailTransport(world.settings) }, id);
  return existsSync(fileOf(id)) ? PostalMime.parse(readFileSync(fileOf(id))) : null;
}

/** Delivers a mail and returns whether it was marked as superseded instead of being sent. */
async function isSupersededOnDelivery(id: string): Promise<boolean> {
  if (await deliverToFolder(id)) return false;
  const { overtaken_at } = await world.db
    .selectFrom('mail')
    .select('overtaken_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return overtaken_at !== null;
}

/** The hours until a person's secret expires; undefined if it is not stored. */
async function hoursUntilExpiry(person: number, kind: string, hash: string): Promise<number | undefined> {
  const { rows } = await context.pool.query<{ hours: number }>(
    `SELECT extract(epoch FROM expires_at - clock_timestamp())::float / 3600 AS hours
     FROM credential WHERE person_id = $1 AND kind = $2 AND hash = $3`,
    [person, kind, hash],
  );
  return rows[0]?.hours;
}

test.each(['confirmation', 'invitation'] as const)(
  'the mail %s has a link with a token that confirms a registration and is valid for 48 hours',
  async (kind) => {
    const email = `müller-${kind}@example.org`;
    const person = await context.addPerson({ email, first_name: 'Jürgen', confirmed_at: null });
    const id = await context.queueMail({ kind, person });
    const mail = await deliverToFolder(id);
    expect(mail?.to).toEqual([{ name: '', address: email }]);
    expect(mail?.from).toEqual({ name: 'Bewerbungscoaching', address: 'coaching@provider.example' });
    expect(mail?.messageId).toBe(`<mail-${id}@portal.example>`);
    expect(mail?.text).toContain('Hallo Jürgen,');
    const token = /https:\/\/portal\.example\/registrierung-bestaetigen\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await hoursUntilExpiry(person, 'confirmation', sha256(token))).toBeCloseTo(48, 1);
    const { sent_at } = await world.db
      .selectFrom('mail')
      .select('sent_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(sent_at).not.toBeNull();
  },
);

test('a mail about a forgotten password has a one-time password that is valid for 24 hours [3.9] [11.2]', async () => {
  const person = await context.addPerson();
  const id = await context.queueMail({ kind: 'temporaryPassword', person });
  const mail = await deliverToFolder(id);
  const password = /^Passwort: (\S{16})$/m.exec(mail?.text ?? '')?.[1] ?? '';
  expect(await hoursUntilExpiry(person, 'temporaryPassword', sha256(password))).toBeCloseTo(24, 1);
});

test('a changed password is confirmed by mail [11.4]', async () => {
  const person = await context.addPerson();
  const id = await context.queueMail({ kind: 'passwordChanged', person });
  expect((await deliverToFolder(id))?.subject).toBe('Dein neues Passwort gilt');
});

test('a mail about a booking or cancellation names the coach to the participant and vice versa [11.1]', async () => {
  const startsAt = inDays(30, '10:00');
  for (const [status, kind] of [
    ['G', 'appointmentBooked'],
    ['K', 'appointmentCancelled'],
  ] as const) {
    const participant = await world.addParticipant({ firstName: 'Ada', lastName: 'Süß' });
    const coach = await world.addCoach();
    const appointment = await world.addAppointment(coach, startsAt, { participant, status });
    const forParticipant = await deliverToFolder(await context.queueMail({ kind, person: participant, appointment }));
    const forCoach = await deliverToFolder(await context.queueMail({ kind, person: coach, appointment }));
    const day = germanDate(dateOf(startsAt));
    expect(forParticipant?.text).toContain(`${day}, 10:00 bis 10:45 Uhr\nCoach: Cleo Coach`);
    expect(forCoach?.text).toContain(`${day}, 10:00 bis 10:45 Uhr\nTeilnehmer:in: Ada Süß`);
    expect(forCoach?.text).not.toContain('Dein ');
  }
});

test('a mail about a change by the team is sent only if the appointment has the new state', async () => {
  const participant = await world.addParticipant();
  const coach = await world.addCoach();
  const appointment = await world.addAppointment(coach, inDays(31, '10:00'), { participant });
  const change = (status: string, cancel_kind: string | null = null) =>
    world.db.updateTable('appointment').set({ status, cancel_kind }).where('id', '=', appointment).execute();
  const changes = [
    ['appointmentCancelledByUs', () => change('K', 'byAdmin')],
    ['appointmentGoodwill', () => change('K', 'goodwill')],
    ['appointmentMissed', () => change('V')],
    ['appointmentSetBack', () => change('G')],
  ] as const;
  for (const [kind, makeChange] of changes) {
    const [earlyMail, participantMail, coachMail] = [
      await context.queueMail({ kind, person: participant, appointment }),
      await context.queueMail({ kind, person: participant, appointment }),
      await context.queueMail({ kind, person: coach, appointment }),
    ];
    if (kind !== 'appointmentSetBack') expect(await deliverToFolder(earlyMail)).toBeNull();
    await makeChange();
    expect((await deliverToFolder(participantMail))?.text).toContain('Coach: Cleo Coach');
    expect((await deliverToFolder(coachMail))?.text).toContain('Teilnehmer:in: Kim Beispiel');
  }
});

/** Reads the calendar part of a mail with an independent parser. */
function readCalendar(mail: Email | null) {
  const [part, file, ...others] = mail?.attachments ?? [];
  expect(others).toEqual([]);
  const text = new TextDecoder().decode(part?.content as ArrayBuffer);
  expect(new TextDecoder().decode(file?.content as ArrayBuffer)).toBe(text);
  expect(file).toMatchObject({ filename: 'termin.ics', mimeType: 'application/ics' });
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
  const method = calendar.getFirstPropertyValue('method');
  // The content type of the part also names the method, and mail programs read it first.
  expect(part).toMatchObject({ mimeType: 'text/calendar', method });
  return { method, event, status: event.component.getFirstPropertyValue('status') };
}

test.each(daysAroundClockChanges())(
  'the calendar part of a mail adds a booking on %s at the right time of day, and removes it after a cancellation',
  async (day) => {
    const participant = await world.addParticipant({ email: `ada-${day}@example.org` });
    const coach = await world.addCoach();
    const startsAt = instantOf(day, '09:30');
    if (!startsAt) throw new Error('This time of day does not exist.');
    const appointment = await world.addAppointment(coach, startsAt);
    const change = (columns: object) =>
      world.db.updateTable('appointment').set(columns).where('id', '=', appointment).execute();
    const send = async (kind: AppointmentKind, person: number) =>
      deliverToFolder(await context.queueMail({ kind, person, appointment }));

    await change({ status: 'G', participant_id: participant });
    const request = readCalendar(await send('appointmentBooked', participant));
    const { event } = request;
    expect(request).toMatchObject({ method: 'REQUEST', status: 'CONFIRMED' });
    expect(event.startDate.toString()).toBe(`${day}T09:30:00`);
    expect(event.endDate.toString()).toBe(`${day}T10:15:00`);
    expect(event.startDate.toJSDate()).toEqual(startsAt);
    expect(event.location).toBe(`https://teams.example/${coach}`);
    expect(event.organizer).toBe('mailto:coaching@provider.example');
    expect(event.attendees.map((attendee) => String(attendee.getFirstValue()).toLowerCase())).toEqual([
      `mailto:ada-${day}@example.org`,
    ]);
    expect(readCalendar(await send('appointmentBooked', coach)).event.uid).toBe(event.uid);

    let sequence = event.sequence;
    for (const [kind, method, status, columns] of [
      ['appointmentCancelled', 'CANCEL', 'CANCELLED', { status: 'K', cancel_kind: 'byParticipant' }],
      ['appointmentSetBack', 'REQUEST', 'CONFIRMED', { status: 'G', cancel_kind: null }],
      ['appointmentCancelledByUs', 'CANCEL', 'CANCELLED', { status: 'K', cancel_kind: 'byAdmin' }],
      ['appointmentSetBack', 'REQUEST', 'CONFIRMED', { status: 'G', cancel_kind: null }],
      ['appointmentGoodwill', 'CANCEL', 'CANCELLED', { status: 'K', cancel_kind: 'goodwill' }],
    ] as const) {
      await change(columns);
      for (const person of [participant, coach]) {
        const part = readCalendar(await send(kind, person));
        expect(part).toMatchObject({ method, status });
        expect(part.event.uid).toBe(event.uid);
        expect(part.event.sequence).toBe(sequence + 1);
        expect(part.event.startDate.toString()).toBe(`${day}T09:30:00`);
      }
      sequence++;
    }
  },
);

test('a mail about a past or missed appointment has no calendar part', async () => {
  const participant = await world.addParticipant();
  const coach = await world.addCoach();
  const pastAppointment = await world.addAppointment(coach, inDays(-2, '10:00'), { participant });
  const missedAppointment = await world.addAppointment(coach, inDays(32, '10:00'), { participant, status: 'V' });
  for (const mail of [
    { kind: 'appointmentSetBack', person: participant, appointment: pastAppointment },
    { kind: 'appointmentMissed', person: participant, appointment: missedAppointment },
  ] as const)
    expect((await deliverToFolder(await context.queueMail(mail)))?.attachments).toEqual([]);
});

test('an error in the calendar part does not prevent a mail from being sent', async () => {
  const participant = await world.addParticipant();
  const appointment = await world.addAppointment(await world.addCoach(), inDays(33, '10:00'), { participant });
  const id = await context.queueMail({ kind: 'appointmentBooked', person: participant, appointment });
  const createCalendarPart = () => {
    throw new RangeError('Invalid time value');
  };
  await deliver({ ...context, send: openMailTransport(world.settings), createCalendarPart }, id);
  const mail = await PostalMime.parse(readFileSync(fileOf(id)));
  expect(mail.subject).toBe('Dein Coaching ist gebucht');
  expect(mail.attachments).toEqual([]);
  expect(context.loggedText()).toContain('without its calendar part');
});

test('a superseded or unknown mail is not sent, and a sent mail is not sent again', async () => {
  const confirmedPerson = await context.addPerson();
  const inactivePerson = await context.addPerson({ inactive_at: new Date() });
  const participant = await world.addParticipant();
  const coach = await world.addCoach();
  const cancelledAppointment = await world.addAppointment(coach, inDays(30, '10:00'), {
    participant,
    status: 'K',
  });
  const pastAppointment = await world.addAppointment(coach, inDays(-3, '10:00'), { participant });
  for (const id of [
    await context.queueMail({ kind: 'appointmentBooked', person: participant, appointment: pastAppointment }),
    await context.queueMail({ kind: 'confirmation', person: confirmedPerson }),
    await context.queueMail({ kind: 'temporaryPassword', person: inactivePerson }),
    await context.queueMail({ kind: 'appointmentBooked', person: participant, appointment: cancelledAppointment }),
  ])
    expect(await isSupersededOnDelivery(id)).toBe(true);
  expect(await deliverToFolder('00000000-0000-4000-8000-000000000000')).toBeNull();
  const sentId = await context.queueMail({ kind: 'passwordChanged', person: confirmedPerson });
  await deliverToFolder(sentId);
  const writtenAt = statSync(fileOf(sentId)).mtimeMs;
  await deliverToFolder(sentId);
  expect(statSync(fileOf(sentId)).mtimeMs).toBe(writtenAt);
});

test('a reminder links to the settings, and is not sent if it is switched off, too late or the booking is cancelled', async () => {
  const coach = await world.addCoach();
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const deliverReminder = async (
    startsAt: Date,
    change: (participant: number, appointment: number) => Promise<unknown>,
  ) => {
    const participant = await world.addParticipant();
    const appointment = await world.addAppointment(coach, startsAt, { participant, minutes: 5 });
    await change(participant, appointment);
    return deliverToFolder(await context.queueMail({ kind: 'reminderSoon', person: participant, appointment }));
  };
  const mail = await deliverReminder(inMinutes(90), () => Promise.resolve());
  const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe');
  expect(header?.value).toBe('<https://portal.example/einstellungen>');
  expect(mail?.attachments).toEqual([]);
  const switchOff = (participant: number) =>
    transact(world.db, (tx) => saveReminderChoices(tx, participant, { reminderSoon: false }));
  const cancel = (_participant: number, appointment: number) =>
    world.db
      .updateTable('appointment')
      .set({ status: 'K', cancel_kind: 'byParticipant' })
      .where('id', '=', appointment)
      .execute();
  expect(await deliverReminder(inMinutes(100), switchOff)).toBeNull();
  expect(await deliverReminder(inMinutes(110), cancel)).toBeNull();
  expect(await deliverReminder(inMinutes(10), () => Promise.resolve())).toBeNull();
});

test('a mail is given up after a day of attempts, and can then be sent again as a new mail', async () => {
  const person = await context.addPerson();
  const id = await context.queueMail({ kind: 'passwordChanged', person });
  const readMails = async () =>
    world.db.selectFrom('mail').selectAll().where('person_id', '=', person).orderBy('created_at').execute();
  const failToSend = () => Promise.reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
  const sendAgain = () => transact(world.db, (tx) => queueResend(tx, id));
  // The first attempt and 30 retries.
  for (let attempt = 1; attempt <= 31; attempt++) {
    expect((await readMails())[0]?.failed_at).toBeNull();
    expect(await sendAgain()).toBe(false);
    await deliver({ ...context, send: failToSend }, id);
  }
  expect(await readMails()).toMatchObject([{ attempts: 31, last_code: 'ETIMEDOUT', sent_at: null }]);
  expect((await readMails())[0]?.failed_at).not.toBeNull();
  expect(await deliverToFolder(id)).toBeNull();
  expect(await sendAgain()).toBe(true);
  const [, resent] = await readMails();
  expect((await deliverToFolder(resent?.id ?? ''))?.messageId).toBe(`<mail-${resent?.id}@portal.example>`);
});

test('a mail about documents keeps its numbers of changes and comments when it is sent again [5.8]', async () => {
  const person = await context.addPerson();
  const id = await context.queueMail({ kind: 'fileFromCoach', person, markup: { changes: 12, comments: 3 } });
  const numbers = 'mit 12 Änderungen und 3 Kommentaren';
  expect((await deliverToFolder(id))?.text).toContain(numbers);
  await transact(world.db, (tx) => queueResend(tx, id));
  const copy = await world.db
    .selectFrom('mail')
    .select('id')
    .where('person_id', '=', person)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow();
  expect((await deliverToFolder(copy.id))?.text).toContain(numbers);
});

test.each([
  [12, null],
  [null, 3],
  [-1, 3],
  [12, -1],
])('a mail cannot have %s changes and %s comments', async (changes, comments) => {
  const row = { kind: 'fileFromCoach', person_id: await context.addPerson(), changes, comments };
  await expect(world.db.insertInto('mail').values(row).execute()).rejects.toThrow('mail_markup_counts');
});

test('a mail is sent once if two workers deliver it at the same time', async () => {
  const id = await context.queueMail({ kind: 'passwordChanged', person: await context.addPerson() });
  const transport = openMailTransport(world.settings);
  let sentCount = 0;
  const send: typeof transport = async (mail) => {
    sentCount++;
    await transport(mail);
  };
  const otherContext = openMailContext(world.appUrl, world.settings);
  await Promise.all([deliver({ ...context, send }, id), deliver({ ...otherContext, send }, id)]);
  await otherContext.pool.end();
  expect(sentCount).toBe(1);
});

test('mail files are readable only by the app, and no temporary files are left in the folder', async () => {
  const person = await context.addPerson();
  const id = await context.queueMail({ kind: 'passwordChanged', person });
  await deliverToFolder(id);
  expect(statSync(fileOf(id)).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(world.settings.dataDir, 'mails')).filter((name) => !name.endsWith('.eml'))).toEqual([]);
});

test('a name with line breaks adds neither a header nor a line to a mail', async () => {
  const person = await context.addPerson({ first_name: 'Eve\r\nBcc: victim@example.org\r\n\r\nPasswort: x' });
  const id = await context.queueMail({ kind: 'passwordChanged', person });
  const mail = await deliverToFolder(id);
  expect(mail?.bcc ?? []).toEqual([]);
  expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(mail?.text).toContain('Hallo Eve Bcc: victim@example.org Passwort: x,');
});

test('a mail with a line break in its address or subject is not sent', async () => {
  const send = openMailTransport(world.settings);
  const mail: OutgoingMail = {
    id: 'a',
    to: 'ada@example.org',
    subject: 'Hallo',
    text: '',
    html: '',
    calendar: null,
    unsubscribeUrl: null,
  };
  await expect(send({ ...mail, to: 'ada@example.org\r\nBcc: eve@example.org' })).rejects.toThrow('line break');
  await expect(send({ ...mail, subject: 'Hallo\nBcc: eve@example.org' })).rejects.toThrow('line break');
});
