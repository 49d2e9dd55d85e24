import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editCoach, listCoaches } from '../coaches/contract.ts';
import { changeActiveStatus } from '../participants/contract.ts';
import { servicePath } from '../../platform/http/calls/calls.ts';
import { collectLog } from '../../../tests/support/log.ts';
import { nextClockChange } from '../../../tests/support/next-days.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { addDays, instantOf } from '../../shared/berlin.ts';
import { appointmentFile, changeFeed, endFeed, getFeed, renewFeed } from './contract.ts';

const { logStream, written } = collectLog();
let world: World;
beforeAll(async () => {
  const env = { LOG_LEVEL: 'trace', PUBLIC_URL: 'https://portal.example' };
  world = await openWorld({ env, logStream });
});
afterAll(() => world.close());

/** What an independent reader finds in a calendar. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  return { calendar, events };
}

const inWorld = (address: string) => address.replace('https://portal.example', world.address);

/** The address of a person's new subscription, as the calendar program gets it. */
async function subscribe(session: string): Promise<string> {
  const { body } = await world.call(renewFeed, session);
  return inWorld(body.data?.address ?? '');
}

/** Sets up a subscription for a person and reads it. */
async function subscribed(person: number) {
  return read(await (await fetch(await subscribe(await world.signIn(person)))).text());
}

async function fileOf(appointment: number, person: number): Promise<Response> {
  return fetch(world.address + servicePath(appointmentFile), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ appointmentId: appointment, sessionId: await world.signIn(person) }),
  });
}

describe('an appointment as a file [11.5]', () => {
  test('is available for its participant, its coach and admins, each with their own words and a permanent UID', async () => {
    const participant = await world.participant({ firstName: 'Ada', lastName: 'Süß' });
    const coach = await world.coach();
    const appointment = await world.appointment(coach, inDays(5, '10:00'), { participant });
    const own = await fileOf(appointment, participant);
    expect(own.headers.get('content-disposition')).toMatch(/^attachment; filename="Coaching \d{4}-\d\d-\d\d\.ics"/);
    expect(own.headers.get('cache-control')).toBe('no-store');
    const { calendar, events } = read(await own.text());
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(events[0]).toMatchObject({
      uid: `termin-${appointment}@portal.example`,
      summary: 'Bewerbungscoaching mit Cleo Coach',
      location: `https://teams.example/${coach}`,
    });
    expect(events[0]?.startDate.toJSDate()).toEqual(inDays(5, '10:00'));
    const coaches = read(await (await fileOf(appointment, coach)).text()).events[0];
    expect(coaches).toMatchObject({ uid: events[0]?.uid, summary: 'Coaching mit Ada Süß' });
    const admins = read(await (await fileOf(appointment, await world.admin())).text()).events[0];
    expect(admins?.summary).toBe('Coaching mit Ada Süß');
  });

  test('says until when it can be cancelled as long as it can, and never a past day', async () => {
    const participant = await world.participant();
    const coach = await world.coach();
    const described = async (days: number) => {
      const appointment = await world.appointment(coach, inDays(days, '10:00'), { participant });
      return read(await (await fileOf(appointment, participant)).text()).events[0]?.description;
    };
    expect(await described(9)).toMatch(/^Stornierbar bis .* Uhr\.$/m);
    expect(await described(1)).not.toMatch(/stornierbar/i);
  });

  test('exists only for one’s own booked appointments', async () => {
    const participant = await world.participant();
    const coach = await world.coach();
    const free = await world.appointment(coach, inDays(6, '10:00'));
    const cancelled = await world.appointment(coach, inDays(6, '12:00'), { participant, status: 'K' });
    const foreign = await world.appointment(coach, inDays(6, '14:00'), { participant: await world.participant() });
    for (const [appointment, person] of [
      [free, coach],
      [cancelled, participant],
      [foreign, participant],
      [987_654_321, participant],
    ] as const)
      expect((await fileOf(appointment, person)).status).toBe(404);
  });
});

describe('a calendar subscription [11.6]', () => {
  test('has an address of 256 random bits, shown once and stored only as a hash', async () => {
    const person = await world.participant();
    const session = await world.signIn(person);
    expect((await world.call(getFeed, session)).body.data).toBeNull();
    const { body } = await world.call(renewFeed, session);
    const [, token = ''] =
      /^https:\/\/portal\.example\/kalender\/([\w-]{43})\.ics$/.exec(body.data?.address ?? '') ?? [];
    expect(token).not.toBe('');
    const kept = await world.call(getFeed, session);
    expect(Object.keys(kept.body.data ?? {}).sort()).toEqual(['createdAt', 'freeShown', 'initialsOnly', 'readAt']);
    const stored = await world.db
      .selectFrom('calendar_feed')
      .selectAll()
      .where('person_id', '=', person)
      .executeTakeFirstOrThrow();
    expect(stored.token_hash).toHaveLength(32);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test('is published for calendars: no attendees, no cache, refreshed every hour', async () => {
    const person = await world.participant();
    await world.appointment(await world.coach(), inDays(3, '10:00'), { participant: person });
    const session = await world.signIn(person);
    const answer = await fetch(await subscribe(session));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const { calendar, events } = read(await answer.text());
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(calendar.getFirstPropertyValue('refresh-interval')?.toString()).toBe('PT1H');
    expect(events).toHaveLength(1);
    for (const name of ['attendee', 'organizer']) expect(events[0]?.component.hasProperty(name)).toBe(false);
    expect((await world.call(getFeed, session)).body.data?.readAt).not.toBeNull();
  });

  test('shows a participant their bookings, from 30 days back and all upcoming ones, and nothing cancelled', async () => {
    const participant = await world.participant();
    const coach = await world.coach();
    const at = (days: number) => inDays(days, '10:00');
    await world.appointment(coach, at(-31), { participant });
    const past = await world.appointment(coach, at(-29), { participant });
    const ahead = await world.appointment(coach, at(400), { participant });
    await world.appointment(coach, at(4), { participant, status: 'K' });
    await world.appointment(coach, at(-4), { participant, status: 'V' });
    await world.appointment(coach, at(5));
    await world.appointment(coach, at(6), { participant: await world.participant() });
    const { events } = await subscribed(participant);
    expect(events.map(({ uid }) => uid)).toEqual([`termin-${past}@portal.example`, `termin-${ahead}@portal.example`]);
  });

  test('shows a coach bookings and Speedcoachings, and free ones and names as the coach chooses', async () => {
    const coach = await world.coach();
    const participant = await world.participant({ firstName: 'Ada', lastName: 'Süß' });
    await world.appointment(coach, inDays(1, '09:00'), { participant });
    await world.appointment(coach, inDays(1, '10:00'), { speed: true });
    await world.appointment(coach, inDays(1, '12:00'));
    await world.appointment(coach, inDays(-1, '12:00'));
    const session = await world.signIn(coach);
    expect((await world.call(changeFeed, session, { initialsOnly: true, freeShown: true })).body.meta.code).toBe(
      'noFeed',
    );
    const address = await subscribe(session);
    const summaries = async () => read(await (await fetch(address)).text()).events.map(({ summary }) => summary);
    expect(await summaries()).toEqual(['Coaching mit Ada Süß', 'Speedcoaching']);
    await world.call(changeFeed, session, { initialsOnly: true, freeShown: true });
    expect(await summaries()).toEqual(['Coaching mit A. S.', 'Speedcoaching', 'Freier Termin (Einzelcoaching)']);
    expect(await (await fetch(address)).text()).not.toMatch(/Ada|Süß/);
  });

  test('applies a coach’s choice of initials to single files, too', async () => {
    const coach = await world.coach();
    const participant = await world.participant({ firstName: 'Ada', lastName: 'Süß' });
    const appointment = await world.appointment(coach, inDays(2, '09:00'), { participant });
    const session = await world.signIn(coach);
    await subscribe(session);
    await world.call(changeFeed, session, { initialsOnly: true, freeShown: false });
    expect(read(await (await fileOf(appointment, coach)).text()).events[0]?.summary).toBe('Coaching mit A. S.');
  });

  test('of somebody who is a participant now does not show coachings they gave', async () => {
    const person = await world.coach();
    await world.appointment(person, inDays(1, '09:00'), { participant: await world.participant() });
    await world.db.updateTable('person').set({ role_id: 1 }).where('id', '=', person).execute();
    expect((await subscribed(person)).events).toEqual([]);
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
  ])('shows the same time of day on %s at %s', async (date, time) => {
    const participant = await world.participant();
    const startsAt = instantOf(date, time) ?? new Date(0);
    await world.appointment(await world.coach(), startsAt, { participant, minutes: 25 });
    const [event] = (await subscribed(participant)).events;
    expect(event?.startDate.toString()).toBe(`${date}T${time}:00`);
    expect(event?.startDate.toJSDate()).toEqual(startsAt);
  });

  test('ends at once when renewed or switched off, and a renewal keeps the choices', async () => {
    const session = await world.signIn(await world.coach());
    const first = await subscribe(session);
    await world.call(changeFeed, session, { initialsOnly: true, freeShown: false });
    const second = await subscribe(session);
    expect((await fetch(first)).status).toBe(404);
    expect((await fetch(second)).status).toBe(200);
    expect((await world.call(getFeed, session)).body.data).toMatchObject({
      initialsOnly: true,
      readAt: expect.any(String),
    });
    await world.call(endFeed, session);
    expect((await fetch(second)).status).toBe(404);
    expect((await world.call(getFeed, session)).body.data).toBeNull();
    expect((await world.call(endFeed, session)).body.meta.status).toBe('success');
  });

  test('gets the same answer for an unknown or malformed address and for one of somebody who has left', async () => {
    const people = await Promise.all([world.participant(), world.participant(), world.coach(), world.participant()]);
    const addresses = await Promise.all(people.map(async (person) => subscribe(await world.signIn(person))));
    const [inactive, anonymised, coach, withoutRole] = people;
    const leave = (person: number | undefined, change: object) =>
      world.db
        .updateTable('person')
        .set(change)
        .where('id', '=', person ?? 0)
        .execute();
    await leave(inactive, { inactive_at: new Date() });
    await leave(anonymised, { anonymised_at: new Date() });
    await leave(withoutRole, { role_id: null });
    await world.db
      .updateTable('coach')
      .set({ active: false })
      .where('person_id', '=', coach ?? 0)
      .execute();
    const unknown = `${world.address}/kalender/${'A'.repeat(43)}.ics`;
    const answers = await Promise.all(
      [unknown, `${world.address}/kalender/x`, ...addresses].map(async (address) => {
        const answer = await fetch(address);
        return { status: answer.status, cache: answer.headers.get('cache-control'), body: await answer.text() };
      }),
    );
    expect(answers[0]).toMatchObject({ status: 404, cache: 'private, no-store' });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('ends for good with its person’s access, even if that is restored', async () => {
    const admin = await world.signIn(await world.admin());
    const participant = await world.participant();
    const address = await subscribe(await world.signIn(participant));
    for (const participantStatus of [1, 0])
      await world.call(changeActiveStatus, admin, { participantId: participant, participantStatus });
    expect((await fetch(address)).status).toBe(404);

    const coach = await world.coach();
    const coachs = await subscribe(await world.signIn(coach));
    const { body } = await world.call(listCoaches, admin);
    const wire = body.data?.find(({ id }) => id === coach);
    for (const active of [0, 1]) {
      // A client that names no version: the last one wins.
      const edited = await world.call(editCoach, admin, { ...wire, version: null, active });
      expect(edited.body.meta.status).toBe('success');
    }
    expect((await fetch(coachs)).status).toBe(404);
  });

  test('does not log its address, whether valid or not', async () => {
    const address = await subscribe(await world.signIn(await world.participant()));
    const token = address.split('/').at(-1)?.replace('.ics', '') ?? '';
    const wrong = 'falsches-geheimnis';
    for (const path of [`${token}.ics`, `${token}`, `${token}.ics?x=${token}`, `${token}/mehr`, `${wrong}.ics`])
      await fetch(`${world.address}/kalender/${path}`);
    await fetch(`${world.address}/Kalender/${token}.ics`);
    await fetch(`${world.address}//kalender/${token}.ics`);
    await fetch(address, { method: 'PROPFIND' });
    expect(written()).toContain('"path":"/kalender/…"');
    expect(written()).not.toContain(token);
    expect(written()).not.toContain(wrong);
  });

  test('is recorded in the audit log when set up and switched off', async () => {
    const person = await world.participant();
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

describe('many attempts', () => {
  test('are stopped for their address after 100 wrong ones, and for one calendar after 60 readings', async () => {
    const limited = await openWorld({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const { body } = await limited.call(renewFeed, await limited.signIn(await limited.participant()));
      const address = `${limited.address}/kalender/${body.data?.address.split('/').at(-1)}`;
      const times = async (count: number, url: string) => {
        const statuses = new Set<number>();
        for (let n = 0; n < count; n++) statuses.add((await fetch(url)).status);
        return [...statuses];
      };
      expect(await times(60, address)).toEqual([200]);
      expect(await times(1, address)).toEqual([429]);
      expect(await times(100, `${limited.address}/kalender/${'B'.repeat(43)}.ics`)).toEqual([404]);
      const refused = await fetch(`${limited.address}/kalender/${'B'.repeat(43)}.ics`);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      // Somebody else's valid calendar can still be read behind the same network address.
      const other = await limited.call(renewFeed, await limited.signIn(await limited.participant()));
      const right = `${limited.address}/kalender/${other.body.data?.address.split('/').at(-1)}`;
      expect(await times(3, right)).toEqual([200]);
      expect((await fetch(`${limited.address}/kalender/${'B'.repeat(43)}.ics`)).status).toBe(429);
    } finally {
      await limited.close();
    }
  });
});
