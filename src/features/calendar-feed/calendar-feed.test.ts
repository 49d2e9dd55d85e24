import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editCoach, listCoaches } from '../coaches/contract.ts';
import { changeActiveStatus } from '../participants/contract.ts';
import { servicePath } from '../../platform/http/calls/calls.ts';
import { collectLog } from '../../../tests/support/log.ts';
import { nextClockChange } from '../../../tests/support/next-days.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { addDays, instantOf } from '../../shared/berlin.ts';
import { downloadAppointmentFile, changeFeed, endFeed, getFeed, renewFeed } from './contract.ts';

const { logStream, loggedText } = collectLog();
let world: World;
beforeAll(async () => {
  const env = { LOG_LEVEL: 'trace', PUBLIC_URL: 'https://portal.example' };
  world = await openWorld({ env, logStream });
});
afterAll(() => world.close());

/** Reads a calendar and its events with an independent parser. */
function parseCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  return { calendar, events };
}

const toTestUrl = (url: string) => url.replace('https://portal.example', world.address);

/** Sets up a person's subscription and returns its URL on the test's server. */
async function subscribe(session: string): Promise<string> {
  const { body } = await world.call(renewFeed, session);
  return toTestUrl(body.data?.address ?? '');
}

/** Sets up a subscription for a person and reads it. */
async function readSubscription(person: number) {
  return parseCalendar(await (await fetch(await subscribe(await world.signIn(person)))).text());
}

async function downloadFile(appointment: number, person: number): Promise<Response> {
  return fetch(world.address + servicePath(downloadAppointmentFile), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ appointmentId: appointment, sessionId: await world.signIn(person) }),
  });
}

describe('an appointment as a file [11.5]', () => {
  test('is available to its participant, its coach and admins, with a summary for each and the same permanent UID', async () => {
    const participant = await world.addParticipant({ firstName: 'Ada', lastName: 'Süß' });
    const coach = await world.addCoach();
    const appointment = await world.addAppointment(coach, inDays(5, '10:00'), { participant });
    const participantFile = await downloadFile(appointment, participant);
    expect(participantFile.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Coaching \d{4}-\d\d-\d\d\.ics"/,
    );
    expect(participantFile.headers.get('cache-control')).toBe('no-store');
    const { calendar, events } = parseCalendar(await participantFile.text());
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(events[0]).toMatchObject({
      uid: `termin-${appointment}@portal.example`,
      summary: 'Bewerbungscoaching mit Cleo Coach',
      location: `https://teams.example/${coach}`,
    });
    expect(events[0]?.startDate.toJSDate()).toEqual(inDays(5, '10:00'));
    const coachEvent = parseCalendar(await (await downloadFile(appointment, coach)).text()).events[0];
    expect(coachEvent).toMatchObject({ uid: events[0]?.uid, summary: 'Coaching mit Ada Süß' });
    const adminEvent = parseCalendar(await (await downloadFile(appointment, await world.addAdmin())).text()).events[0];
    expect(adminEvent?.summary).toBe('Coaching mit Ada Süß');
  });

  test('names the deadline for cancelling until it has passed', async () => {
    const participant = await world.addParticipant();
    const coach = await world.addCoach();
    const readDescription = async (days: number) => {
      const appointment = await world.addAppointment(coach, inDays(days, '10:00'), { participant });
      return parseCalendar(await (await downloadFile(appointment, participant)).text()).events[0]?.description;
    };
    expect(await readDescription(9)).toMatch(/^Stornierbar bis .* Uhr\.$/m);
    expect(await readDescription(1)).not.toMatch(/stornierbar/i);
  });

  test('is available only for a person’s own booked appointments', async () => {
    const participant = await world.addParticipant();
    const coach = await world.addCoach();
    const freeSlot = await world.addAppointment(coach, inDays(6, '10:00'));
    const cancelledBooking = await world.addAppointment(coach, inDays(6, '12:00'), { participant, status: 'K' });
    const otherPersonsBooking = await world.addAppointment(coach, inDays(6, '14:00'), {
      participant: await world.addParticipant(),
    });
    for (const [appointment, person] of [
      [freeSlot, coach],
      [cancelledBooking, participant],
      [otherPersonsBooking, participant],
      [987_654_321, participant],
    ] as const)
      expect((await downloadFile(appointment, person)).status).toBe(404);
  });
});

describe('a calendar subscription [11.6]', () => {
  test('has an address of 256 random bits, shown once and stored only as a hash', async () => {
    const person = await world.addParticipant();
    const session = await world.signIn(person);
    expect((await world.call(getFeed, session)).body.data).toBeNull();
    const { body } = await world.call(renewFeed, session);
    const [, token = ''] =
      /^https:\/\/portal\.example\/kalender\/([\w-]{43})\.ics$/.exec(body.data?.address ?? '') ?? [];
    expect(token).not.toBe('');
    const subscription = await world.call(getFeed, session);
    expect(Object.keys(subscription.body.data ?? {}).sort()).toEqual([
      'createdAt',
      'freeShown',
      'initialsOnly',
      'readAt',
    ]);
    const storedFeed = await world.db
      .selectFrom('calendar_feed')
      .selectAll()
      .where('person_id', '=', person)
      .executeTakeFirstOrThrow();
    expect(storedFeed.token_hash).toHaveLength(32);
    expect(JSON.stringify(storedFeed)).not.toContain(token);
  });

  test('is published without attendees, must not be cached, and asks to be refreshed every hour', async () => {
    const person = await world.addParticipant();
    await world.addAppointment(await world.addCoach(), inDays(3, '10:00'), { participant: person });
    const session = await world.signIn(person);
    const answer = await fetch(await subscribe(session));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const { calendar, events } = parseCalendar(await answer.text());
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(calendar.getFirstPropertyValue('refresh-interval')?.toString()).toBe('PT1H');
    expect(events).toHaveLength(1);
    for (const name of ['attendee', 'organizer']) expect(events[0]?.component.hasProperty(name)).toBe(false);
    expect((await world.call(getFeed, session)).body.data?.readAt).not.toBeNull();
  });

  test('shows a participant their bookings of the last 30 days and all upcoming ones, but no cancelled ones', async () => {
    const participant = await world.addParticipant();
    const coach = await world.addCoach();
    const atTen = (days: number) => inDays(days, '10:00');
    await world.addAppointment(coach, atTen(-31), { participant });
    const past = await world.addAppointment(coach, atTen(-29), { participant });
    const upcoming = await world.addAppointment(coach, atTen(400), { participant });
    await world.addAppointment(coach, atTen(4), { participant, status: 'K' });
    await world.addAppointment(coach, atTen(-4), { participant, status: 'V' });
    await world.addAppointment(coach, atTen(5));
    await world.addAppointment(coach, atTen(6), { participant: await world.addParticipant() });
    const { events } = await readSubscription(participant);
    expect(events.map(({ uid }) => uid)).toEqual([
      `termin-${past}@portal.example`,
      `termin-${upcoming}@portal.example`,
    ]);
  });

  test('shows a coach bookings and Speedcoachings, and the coach chooses whether to show free slots and full names', async () => {
    const coach = await world.addCoach();
    const participant = await world.addParticipant({ firstName: 'Ada', lastName: 'Süß' });
    await world.addAppointment(coach, inDays(1, '09:00'), { participant });
    await world.addAppointment(coach, inDays(1, '10:00'), { isSpeedcoaching: true });
    await world.addAppointment(coach, inDays(1, '12:00'));
    await world.addAppointment(coach, inDays(-1, '12:00'));
    const session = await world.signIn(coach);
    expect((await world.call(changeFeed, session, { initialsOnly: true, freeShown: true })).body.meta.code).toBe(
      'noFeed',
    );
    const url = await subscribe(session);
    const readSummaries = async () =>
      parseCalendar(await (await fetch(url)).text()).events.map(({ summary }) => summary);
    expect(await readSummaries()).toEqual(['Coaching mit Ada Süß', 'Speedcoaching']);
    await world.call(changeFeed, session, { initialsOnly: true, freeShown: true });
    expect(await readSummaries()).toEqual(['Coaching mit A. S.', 'Speedcoaching', 'Freier Termin (Einzelcoaching)']);
    expect(await (await fetch(url)).text()).not.toMatch(/Ada|Süß/);
  });

  test('applies a coach’s choice of initials to single files, too', async () => {
    const coach = await world.addCoach();
    const participant = await world.addParticipant({ firstName: 'Ada', lastName: 'Süß' });
    const appointment = await world.addAppointment(coach, inDays(2, '09:00'), { participant });
    const session = await world.signIn(coach);
    await subscribe(session);
    await world.call(changeFeed, session, { initialsOnly: true, freeShown: false });
    expect(parseCalendar(await (await downloadFile(appointment, coach)).text()).events[0]?.summary).toBe(
      'Coaching mit A. S.',
    );
  });

  test('does not show a former coach the coachings that they gave', async () => {
    const person = await world.addCoach();
    await world.addAppointment(person, inDays(1, '09:00'), { participant: await world.addParticipant() });
    await world.db.updateTable('person').set({ role_id: 1 }).where('id', '=', person).execute();
    expect((await readSubscription(person)).events).toEqual([]);
  });

  const [spring, autumn] = [nextClockChange('spring'), nextClockChange('autumn')];
  test.each([
    [addDays(spring, -1), '10:00'],
    [spring, '10:00'],
    [spring, '23:30'],
    [addDays(autumn, -1), '23:30'],
    [autumn, '00:30'],
    [autumn, '10:00'],
    [addDays(autumn, 1), '10:00'],
  ])('shows the Berlin time of an appointment on %s at %s', async (date, time) => {
    const participant = await world.addParticipant();
    const startsAt = instantOf(date, time) ?? new Date(0);
    await world.addAppointment(await world.addCoach(), startsAt, { participant, minutes: 25 });
    const [event] = (await readSubscription(participant)).events;
    expect(event?.startDate.toString()).toBe(`${date}T${time}:00`);
    expect(event?.startDate.toJSDate()).toEqual(startsAt);
  });

  test('loses its address immediately when renewed or switched off, and keeps the choices when renewed', async () => {
    const session = await world.signIn(await world.addCoach());
    const firstUrl = await subscribe(session);
    await world.call(changeFeed, session, { initialsOnly: true, freeShown: false });
    const secondUrl = await subscribe(session);
    expect((await fetch(firstUrl)).status).toBe(404);
    expect((await fetch(secondUrl)).status).toBe(200);
    expect((await world.call(getFeed, session)).body.data).toMatchObject({
      initialsOnly: true,
      readAt: expect.any(String),
    });
    await world.call(endFeed, session);
    expect((await fetch(secondUrl)).status).toBe(404);
    expect((await world.call(getFeed, session)).body.data).toBeNull();
    expect((await world.call(endFeed, session)).body.meta.status).toBe('success');
  });

  test('answers unknown and malformed URLs like the URL of a person without access', async () => {
    const people = await Promise.all([
      world.addParticipant(),
      world.addParticipant(),
      world.addCoach(),
      world.addParticipant(),
    ]);
    const urls = await Promise.all(people.map(async (person) => subscribe(await world.signIn(person))));
    const [inactivePerson, anonymisedPerson, inactiveCoach, personWithoutRole] = people;
    const changePerson = (person: number | undefined, change: object) =>
      world.db
        .updateTable('person')
        .set(change)
        .where('id', '=', person ?? 0)
        .execute();
    await changePerson(inactivePerson, { inactive_at: new Date() });
    await changePerson(anonymisedPerson, { anonymised_at: new Date() });
    await changePerson(personWithoutRole, { role_id: null });
    await world.db
      .updateTable('coach')
      .set({ active: false })
      .where('person_id', '=', inactiveCoach ?? 0)
      .execute();
    const unknownUrl = `${world.address}/kalender/${'A'.repeat(43)}.ics`;
    const answers = await Promise.all(
      [unknownUrl, `${world.address}/kalender/x`, ...urls].map(async (url) => {
        const answer = await fetch(url);
        return { status: answer.status, cache: answer.headers.get('cache-control'), body: await answer.text() };
      }),
    );
    expect(answers[0]).toMatchObject({ status: 404, cache: 'private, no-store' });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('ends when its owner loses access, and stays ended when access is restored', async () => {
    const admin = await world.signIn(await world.addAdmin());
    const participant = await world.addParticipant();
    const url = await subscribe(await world.signIn(participant));
    for (const participantStatus of [1, 0])
      await world.call(changeActiveStatus, admin, { participantId: participant, participantStatus });
    expect((await fetch(url)).status).toBe(404);

    const coach = await world.addCoach();
    const coachUrl = await subscribe(await world.signIn(coach));
    const { body } = await world.call(listCoaches, admin);
    const coachData = body.data?.find(({ id }) => id === coach);
    for (const active of [0, 1]) {
      // Without a version the edit is not refused as outdated.
      const edited = await world.call(editCoach, admin, { ...coachData, version: null, active });
      expect(edited.body.meta.status).toBe('success');
    }
    expect((await fetch(coachUrl)).status).toBe(404);
  });

  test('does not log its address, whether valid or not', async () => {
    const url = await subscribe(await world.signIn(await world.addParticipant()));
    const token = url.split('/').at(-1)?.replace('.ics', '') ?? '';
    const wrongToken = 'falsches-geheimnis';
    for (const path of [`${token}.ics`, `${token}`, `${token}.ics?x=${token}`, `${token}/mehr`, `${wrongToken}.ics`])
      await fetch(`${world.address}/kalender/${path}`);
    await fetch(`${world.address}/Kalender/${token}.ics`);
    await fetch(`${world.address}//kalender/${token}.ics`);
    await fetch(url, { method: 'PROPFIND' });
    expect(loggedText()).toContain('"path":"/kalender/…"');
    expect(loggedText()).not.toContain(token);
    expect(loggedText()).not.toContain(wrongToken);
  });

  test('is recorded in the audit log when set up and switched off', async () => {
    const person = await world.addParticipant();
    const session = await world.signIn(person);
    await subscribe(session);
    await world.call(endFeed, session);
    await world.call(endFeed, session);
    const entries = await world.db
      .selectFrom('audit')
      .select(['action', 'actor_id'])
      .where('person_id', '=', person)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'calendarShared', actor_id: person },
      { action: 'calendarUnshared', actor_id: person },
    ]);
  });
});

describe('requests for calendars', () => {
  test('are refused after 100 unknown URLs from one network address, and after 60 reads of one calendar', async () => {
    const limitedWorld = await openWorld({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const { body } = await limitedWorld.call(
        renewFeed,
        await limitedWorld.signIn(await limitedWorld.addParticipant()),
      );
      const url = `${limitedWorld.address}/kalender/${body.data?.address.split('/').at(-1)}`;
      /** Fetches a URL several times and returns the different status codes. */
      const fetchRepeatedly = async (count: number, fetchedUrl: string) => {
        const statuses = new Set<number>();
        for (let n = 0; n < count; n++) statuses.add((await fetch(fetchedUrl)).status);
        return [...statuses];
      };
      expect(await fetchRepeatedly(60, url)).toEqual([200]);
      expect(await fetchRepeatedly(1, url)).toEqual([429]);
      expect(await fetchRepeatedly(100, `${limitedWorld.address}/kalender/${'B'.repeat(43)}.ics`)).toEqual([404]);
      const refusedResponse = await fetch(`${limitedWorld.address}/kalender/${'B'.repeat(43)}.ics`);
      expect(refusedResponse.status).toBe(429);
      expect(Number(refusedResponse.headers.get('retry-after'))).toBeGreaterThan(0);
      // Another person's valid calendar can still be read from the same network address.
      const otherFeed = await limitedWorld.call(
        renewFeed,
        await limitedWorld.signIn(await limitedWorld.addParticipant()),
      );
      const otherUrl = `${limitedWorld.address}/kalender/${otherFeed.body.data?.address.split('/').at(-1)}`;
      expect(await fetchRepeatedly(3, otherUrl)).toEqual([200]);
      expect((await fetch(`${limitedWorld.address}/kalender/${'B'.repeat(43)}.ics`)).status).toBe(429);
    } finally {
      await limitedWorld.close();
    }
  });
});
