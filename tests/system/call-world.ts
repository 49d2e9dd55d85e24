import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { hashPassword } from '../../src/platform/password-hash.ts';
import { renewFeed } from '../../src/features/calendar-feed/contract.ts';
import { codeAt, newSecret } from '../../src/features/second-factor/codes.adapter.ts';
import { encryptSecret } from '../../src/features/second-factor/secret-encryption.adapter.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { registrationForm } from '../support/registration.ts';
import { twoColourPng } from '../support/pictures.ts';
import { inDays, openWorld } from '../support/world.ts';
import type { Caller } from './calls.ts';

/** A text in ratings that only admins may read; no call returns it to any other caller. */
export const adminOnlyText = 'Kanarienvogel';
export const password = 'Sommer-Wiese-2026!';
/** A range of days around today that contains everything below. */
export const range = { fromDate: dateOf(inDays(-40, '12:00')), tillDate: dateOf(inDays(40, '12:00')) };
export const filePart = (field: string, name: string, bytes: Uint8Array) => ({ field, name, bytes });

const factorKey = 'ab'.repeat(32);
const passwordColumn = async () => ({ passwordHash: await hashPassword(password) });
const profile = { qualification: 'Büro', qualification_start: '2026-01-01', qualification_end: '2026-12-31' };

/**
 * Opens a world with the data that the inputs of calls.ts need, in which no caller reads an empty list. Each caller has
 * data of every kind; the admin also has a record as participant and as coach.
 */
export async function openCallWorld() {
  const world = await openWorld({ env: { SECOND_FACTOR_KEY: factorKey } });
  const documents = resolve(import.meta.dirname, '../../src/features/files/testdata/documents');
  const docx = await readFile(resolve(documents, 'single-paragraph.docx'));
  const picture = await twoColourPng();
  const location = await world.location();
  const people: Record<Caller, number> = {
    // 'nobody' has no record; rows that are created for this caller belong to the coach.
    nobody: 0,
    participant: await world.participant({
      firstName: 'Robin',
      email: 'robin@test.example',
      ...(await passwordColumn()),
    }),
    coach: await world.coach({ firstName: 'Ada', email: 'ada@test.example' }),
    speedCoach: await world.coach({ speed: true }),
    admin: await world.admin(),
  };
  let counter = 0;
  /** The start of an unused slot on a day, counted from today. */
  const nextStart = (day: number) => inDays(day, `${String(6 + (counter++ % 16)).padStart(2, '0')}:00`);

  /** Rates an appointment, with the secret in all texts that only admins may read. */
  async function rate(appointment_id: number) {
    const stars = { collaboration: 5, open_questions: 5, application_process: 5, competencies: 5, documents: 5 };
    await world.db
      .insertInto('rating')
      .values({
        appointment_id,
        ...stars,
        recommendation: 4,
        personal_feedback: 'Danke!',
        free_text: adminOnlyText,
        topics: ['Lebenslauf', adminOnlyText],
        topic_wishes: [adminOnlyText],
      })
      .execute();
  }

  const { admin: person_id, participant, coach } = people;
  await world.db.insertInto('coach').values({ person_id, teams_link: 'https://teams.example/x' }).execute();
  await world.db
    .insertInto('participant')
    .values({ ...profile, person_id, location_id: location })
    .execute();
  await world.document(person_id, { name: 'CV.docx' });
  await world.document(participant, { byCoach: coach });
  await world.appointment(coach, inDays(6, '06:00'), { participant: person_id });
  await world.appointment(coach, inDays(9, '06:00'), { speed: true });
  for (const [index, who] of (['coach', 'speedCoach', 'admin'] as const).entries()) {
    await world.appointment(people[who], inDays(5, `1${index}:00`), { participant });
    await rate(await world.appointment(people[who], inDays(-3, `1${index}:00`), { participant }));
  }
  await rate(await world.appointment(coach, inDays(-4, '06:00'), { participant: person_id }));

  const calls = {
    world,
    people,
    docx,
    picture,

    /** Creates an appointment of the coach, booked by the caller unless that is 'nobody'; returns its id. */
    appointment: (day: number, who: Caller = 'nobody') =>
      world.appointment(coach, nextStart(day), who === 'nobody' ? {} : { participant: people[who] }),

    /** Gives the caller a published introduction and a refused one, both with a text and a picture. */
    async withIntroductions(who: Caller): Promise<void> {
      const row = { person_id: people[who] || coach, text: 'Ich bin gern Coach.', picture: Buffer.from('x') };
      const decided = { ...row, decided_at: new Date() };
      await world.db.deleteFrom('introduction').where('person_id', '=', row.person_id).execute();
      await world.db
        .insertInto('introduction')
        .values([
          { ...decided, state: 'shown', reason: null },
          { ...decided, state: 'refused', reason: 'Bitte ohne Werbung' },
        ])
        .execute();
    },

    /** Creates a free appointment in the caller's own calendar; returns its id. */
    ownFreeSlot: (who: Caller) => world.appointment(people[who] || coach, nextStart(30)),

    /** Creates a booking in the caller's own calendar just made by the caller for another person; returns its id. */
    async ownDirectBooking(who: Caller): Promise<number> {
      const booked_by = people[who] || coach;
      const id = await world.appointment(booked_by, nextStart(32), { participant: await world.participant() });
      await world.db
        .updateTable('appointment')
        .set({ booked_by, booked_at: new Date() })
        .where('id', '=', id)
        .execute();
      return id;
    },

    /** Creates a booking in the caller's own calendar that began two days ago; returns its id. */
    ownPastBooking: async (who: Caller) =>
      world.appointment(people[who] || coach, nextStart(-2), { participant: await world.participant() }),

    /** Creates a series in the caller's own calendar on a day, with one booked appointment; returns its id. */
    async ownSeries(who: Caller, date: string): Promise<number> {
      const series = await world.series(people[who] || coach, date);
      const booking = await world.appointment(people[who] || coach, nextStart(31), { participant });
      await world.db.updateTable('appointment').set({ series_id: series }).where('id', '=', booking).execute();
      return series;
    },

    /** Adds a booking in the caller's own calendar during the absence that a colleague could take over. */
    async bookedAbsence(who: Caller, absence: { fromDate: string }): Promise<Record<string, unknown>> {
      const startsAt = new Date(`${absence.fromDate}T${String(6 + (counter++ % 16)).padStart(2, '0')}:00:00Z`);
      await world.appointment(people[who] || coach, startsAt, { participant: await world.participant() });
      await world.appointment(await world.coach(), startsAt);
      return absence;
    },

    /** Creates an absence in the caller's own calendar that has just been planned; returns its id. */
    async ownAbsence(who: Caller): Promise<number> {
      const startsAt = inDays(-30, `${String(counter++ % 24).padStart(2, '0')}:00`);
      const id = await world.absence(people[who] || coach, startsAt, new Date(startsAt.getTime() + 60_000));
      await world.db.updateTable('absence').set({ planned_at: new Date() }).where('id', '=', id).execute();
      return id;
    },

    newAppointment: () => ({
      type: 'Einzelcoaching',
      date: addDays(range.tillDate, 100 + counter++),
      fromTime: '10:00',
      tillTime: '10:45',
      participantId: null,
    }),

    /** A file to import with one valid and one invalid row. */
    calendar: () =>
      new TextEncoder().encode(
        `Coach-E-Mail;Typ;Datum;Von;Bis\nada@test.example;Einzelcoaching;${addDays(range.tillDate, 50)};09:00;09:45\nx;y;z;0;0`,
      ),

    /** Sets up the caller's calendar subscription; returns an empty input. */
    async withFeed(who: Caller): Promise<Record<string, unknown>> {
      if (who !== 'nobody') await world.call(renewFeed, await world.signIn(people[who]));
      return {};
    },

    /** Gives the caller a second factor, `on` or still being set up; returns an input that proves the identity. */
    async withFactor(who: Caller, on: boolean): Promise<Record<string, unknown>> {
      const [owner, factor] = [people[who], newSecret()];
      const stored = encryptSecret(factorKey, owner, factor);
      await world.db.deleteFrom('second_factor').where('person_id', '=', owner).execute();
      await world.db
        .insertInto('second_factor')
        .values({ person_id: owner, secret: stored, confirmed_at: on ? new Date() : null })
        .execute();
      const { passwordHash: password_hash } = await passwordColumn();
      await world.db.updateTable('person').set({ password_hash }).where('id', '=', owner).execute();
      return { password, code: codeAt(factor, Math.floor(Date.now() / 30_000)) };
    },

    /** Starts another session of the caller; returns its number. */
    async otherSession(who: Caller): Promise<number> {
      await world.signIn(people[who]);
      const newest = world.db.selectFrom('session').select('number').where('person_id', '=', people[who]);
      return (await newest.orderBy('number', 'desc').executeTakeFirstOrThrow()).number;
    },

    /** Creates the caller's only entry on the waiting list, with a slot held for them; returns the entry's id. */
    async withOffer(who: Caller): Promise<number> {
      const person_id = who === 'nobody' ? participant : people[who];
      await world.db.deleteFrom('waiting_entry').where('person_id', '=', person_id).execute();
      const times = { weekdays: [1, 2, 3, 4, 5, 6, 7], from_time: '06:00', till_time: '22:00', place: 1 };
      const days = { from_date: range.fromDate, till_date: range.tillDate };
      const entry = world.db.insertInto('waiting_entry').values({ person_id, coach_id: coach, ...days, ...times });
      const { id: entry_id } = await entry.returning('id').executeTakeFirstOrThrow();
      const startsAt = nextStart(29);
      const appointment_id = await world.appointment(coach, startsAt);
      await world.db
        .insertInto('waiting_offer')
        .values({
          entry_id,
          person_id,
          appointment_id,
          coach_id: coach,
          starts_at: startsAt,
          ends_at: startsAt,
          held_from: new Date(),
          held_until: new Date(Date.now() + 3_600_000),
        })
        .execute();
      return entry_id;
    },

    /** Logs that the coach has downloaded a document of the caller. */
    async withAccess(who: Caller): Promise<void> {
      const entry = { actor_id: coach, action: 'fileDownloaded', person_id: people[who] };
      await world.db.insertInto('audit').values(entry).execute();
    },

    /** Gives the caller an erasure request that was closed. */
    async withAnsweredRequest(who: Caller): Promise<void> {
      const request = { person_id: people[who] || participant, reason: 'x' };
      const closed = { closed_at: new Date(), closed_by: people.admin, closing_reason: 'y' };
      await world.db.deleteFrom('erasure_request').where('person_id', '=', request.person_id).execute();
      await world.db
        .insertInto('erasure_request')
        .values({ ...request, ...closed })
        .execute();
    },

    /** Creates a document that the caller uploaded for the participant; returns its id. */
    ownDocument(who: Caller): Promise<number> {
      const byCoach = who === 'participant' || who === 'nobody' ? null : people[who];
      return world.document(participant, { name: `${counter++}.docx`, byCoach });
    },

    /** Creates a note for the participant that the caller wrote; returns its id. */
    async ownNote(who: Caller): Promise<number> {
      const author_id = who === 'participant' || who === 'nobody' ? coach : people[who];
      const note = { person_id: participant, author_id, text: `Notiz ${counter++}` };
      return (await world.db.insertInto('note').values(note).returning('id').executeTakeFirstOrThrow()).id;
    },

    registration: () => registrationForm(`neu${counter++}@test.example`, location),

    /** Creates an unconfirmed person; returns the token of their confirmation link. */
    async confirmationToken(): Promise<string> {
      const token = randomBytes(12).toString('hex');
      const newcomer = await world.participant();
      await world.db.updateTable('person').set({ confirmed_at: null }).where('id', '=', newcomer).execute();
      const hash = createHash('sha256').update(token).digest('hex');
      const expires_at = new Date(Date.now() + 3_600_000);
      await world.db
        .insertInto('credential')
        .values({ person_id: newcomer, kind: 'confirmation', hash, expires_at })
        .execute();
      return token;
    },
  };
  for (const who of ['coach', 'speedCoach', 'admin'] as const) await calls.withIntroductions(who);
  return calls;
}

export type CallWorld = Awaited<ReturnType<typeof openCallWorld>>;
