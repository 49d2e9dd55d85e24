import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { hashPassword } from '../../src/platform/password-hash.ts';
import { renewFeed } from '../../src/features/calendar-feed/contract.ts';
import { codeOfStep, generateSecret } from '../../src/features/second-factor/codes.adapter.ts';
import { encryptSecret } from '../../src/features/second-factor/secret-encryption.adapter.ts';
import { createChallenge, hashChallenge } from '../../src/features/passkeys/webauthn.adapter.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import {
  craftChange,
  craftOrigin,
  craftParagraph,
  craftRun,
  craftWord,
} from '../../src/features/files/testdata/word.ts';
import { openAuthenticator } from '../support/authenticator.ts';
import { createSecret, hashOf } from '../../src/features/single-sign-on/browser-cookie.adapter.ts';
import { createPasskey, start } from '../support/passkeys.ts';
import { storeDocument } from '../support/documents.ts';
import { createRegistrationForm } from '../support/registration.ts';
import { createTwoColourPng } from '../support/pictures.ts';
import { inDays, openWorld } from '../support/world.ts';
import type { Caller } from './calls.ts';

/** A text in ratings that only admins may read; no call returns it to any other caller. */
export const adminOnlyText = 'Kanarienvogel';
export const password = 'Sommer-Wiese-2026!';
/** A range of Berlin dates around today. All appointments and absences of the fixtures are in this range. */
export const dateRange = { fromDate: dateOf(inDays(-40, '12:00')), tillDate: dateOf(inDays(40, '12:00')) };
/** Creates the part of a multipart body that contains a file. */
export const createFilePart = (field: string, name: string, bytes: Uint8Array) => ({ field, name, bytes });

const secondFactorKey = 'ab'.repeat(32);
const profileColumns = { qualification: 'Büro', qualification_start: '2026-01-01', qualification_end: '2026-12-31' };

/**
 * Opens a world and creates the data from which calls.ts builds successful inputs. Each caller has data of every kind,
 * so that no caller gets an empty list. The admin is also a participant and a coach.
 */
export async function createCallFixtures() {
  const issuer = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'geheimnis' };
  const world = await openWorld({ env: { SECOND_FACTOR_KEY: secondFactorKey, ...issuer } });
  const documents = resolve(import.meta.dirname, '../../src/features/files/testdata/documents');
  const docx = await readFile(resolve(documents, 'single-paragraph.docx'));
  const picture = await createTwoColourPng();
  const locationName = 'Köln';
  const location = await world.addLocation(locationName);
  const people: Record<Caller, number> = {
    // 'nobody' is not a person. Rows that are created for this caller belong to the coach or the participant.
    nobody: 0,
    participant: await world.addParticipant({
      firstName: 'Robin',
      email: 'robin@test.example',
      passwordHash: await hashPassword(password),
      hasCv: false,
    }),
    coach: await world.addCoach({ firstName: 'Ada', email: 'ada@test.example' }),
    speedCoach: await world.addCoach({ isSpeedCoach: true }),
    admin: await world.addAdmin(),
  };
  let counter = 0;
  /** Returns the next full hour as `hh:00`. The hour after 21:00 is 06:00. */
  const nextFullHour = () => `${String(6 + (counter++ % 16)).padStart(2, '0')}:00`;
  /** Returns a start of an appointment this many days from today, at the next full hour. */
  const nextStart = (days: number) => inDays(days, nextFullHour());

  /** Rates an appointment. All texts of the rating that only admins may read are `adminOnlyText`. */
  async function rateAppointment(appointment_id: number) {
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
    .values({ ...profileColumns, person_id, location_id: location })
    .execute();
  await world.addDocument(person_id, { name: 'CV.docx', isCounted: true });
  await world.addDocument(participant, { isCounted: true });
  await world.addDocument(participant, { byCoach: coach, isCounted: true });
  await world.addAppointment(coach, inDays(6, '06:00'), { participant: person_id });
  await world.addAppointment(coach, inDays(9, '06:00'), { isSpeedcoaching: true });
  for (const [index, caller] of (['coach', 'speedCoach', 'admin'] as const).entries()) {
    await world.addAppointment(people[caller], inDays(5, `1${index}:00`), { participant });
    await rateAppointment(await world.addAppointment(people[caller], inDays(-3, `1${index}:00`), { participant }));
  }
  await rateAppointment(await world.addAppointment(coach, inDays(-4, '06:00'), { participant: person_id }));

  const { email: knownEmail } = await world.db
    .selectFrom('person')
    .select('email')
    .where('id', '=', coach)
    .executeTakeFirstOrThrow();

  const fixtures = {
    world,
    people,
    docx,
    picture,

    /** Creates an appointment of the coach, free for 'nobody' and otherwise booked by the caller; returns its id. */
    createAppointment: (days: number, caller: Caller = 'nobody') =>
      world.addAppointment(coach, nextStart(days), caller === 'nobody' ? {} : { participant: people[caller] }),

    /** Gives the caller a published introduction and a refused one, both with a text and a picture. */
    async createIntroductions(caller: Caller): Promise<void> {
      const row = { person_id: people[caller] || coach, text: 'Ich bin gern Coach.', picture: Buffer.from('x') };
      const decidedColumns = { ...row, decided_at: new Date() };
      await world.db.deleteFrom('introduction').where('person_id', '=', row.person_id).execute();
      await world.db
        .insertInto('introduction')
        .values([
          { ...decidedColumns, state: 'shown', reason: null },
          { ...decidedColumns, state: 'refused', reason: 'Bitte ohne Werbung' },
        ])
        .execute();
    },

    /** Creates a free appointment in the caller's own calendar; returns its id. */
    createOwnFreeSlot: (caller: Caller) => world.addAppointment(people[caller] || coach, nextStart(30)),

    /** Creates a booking that the caller has just made in their own calendar for a participant; returns its id. */
    async createOwnDirectBooking(caller: Caller): Promise<number> {
      const booked_by = people[caller] || coach;
      const id = await world.addAppointment(booked_by, nextStart(32), { participant: await world.addParticipant() });
      await world.db
        .updateTable('appointment')
        .set({ booked_by, booked_at: new Date() })
        .where('id', '=', id)
        .execute();
      return id;
    },

    /** Creates a booking in the caller's own calendar, two days ago; returns its id. */
    createOwnPastBooking: async (caller: Caller) =>
      world.addAppointment(people[caller] || coach, nextStart(-2), { participant: await world.addParticipant() }),

    /** Creates the booking of another coach that began in the past; returns its id. */
    createPastBooking: async () =>
      world.addAppointment(await world.addCoach(), nextStart(-2), { participant: await world.addParticipant() }),

    /**
     * Creates a series in the caller's own calendar on a date, and a booked appointment of it; returns the series' id.
     */
    async createOwnSeries(caller: Caller, date: string): Promise<number> {
      const series = await world.addSeries(people[caller] || coach, date);
      const booking = await world.addAppointment(people[caller] || coach, nextStart(31), { participant });
      await world.db.updateTable('appointment').set({ series_id: series }).where('id', '=', booking).execute();
      return series;
    },

    /**
     * Creates a booking in the caller's own calendar on the first day of an absence, and a free slot of a colleague at
     * the same time. Returns the absence, which is the input of a call.
     */
    async createBookingDuring(caller: Caller, absence: { fromDate: string }): Promise<Record<string, unknown>> {
      const startsAt = new Date(`${absence.fromDate}T${nextFullHour()}:00Z`);
      await world.addAppointment(people[caller] || coach, startsAt, { participant: await world.addParticipant() });
      await world.addAppointment(await world.addCoach(), startsAt);
      return absence;
    },

    /** Creates an absence that the caller has just planned in their own calendar; returns its id. */
    async createOwnAbsence(caller: Caller): Promise<number> {
      const startsAt = inDays(-30, `${String(counter++ % 24).padStart(2, '0')}:00`);
      const id = await world.addAbsence(people[caller] || coach, startsAt, new Date(startsAt.getTime() + 60_000));
      await world.db.updateTable('absence').set({ planned_at: new Date() }).where('id', '=', id).execute();
      return id;
    },

    /**
     * Creates an absence as above that has cancelled a booking, whose participant has booked something else since;
     * returns its id.
     */
    async createAbsenceWithBooking(caller: Caller, rebookedWithCaller = false): Promise<number> {
      const absence = await this.createOwnAbsence(caller);
      const { starts_at, planned_at } = await world.db
        .selectFrom('absence')
        .select(['starts_at', 'planned_at'])
        .where('id', '=', absence)
        .executeTakeFirstOrThrow();
      const absentee = await world.addParticipant();
      const cancelled = { participant: absentee, status: 'K', minutes: 1 } as const;
      const id = await world.addAppointment(people[caller] || coach, new Date(String(starts_at)), cancelled);
      const cancellation = { cancel_kind: 'goodwill', cancelled_at: planned_at } as const;
      await world.db.updateTable('appointment').set(cancellation).where('id', '=', id).execute();
      const nextCoach = rebookedWithCaller ? people[caller] || coach : await world.addCoach();
      const next = await world.addAppointment(nextCoach, nextStart(40), { participant: absentee });
      const since = new Date(Date.now() + 1_000);
      await world.db.updateTable('appointment').set({ booked_at: since }).where('id', '=', next).execute();
      return absence;
    },

    /** Returns the form of a new appointment on a day without other appointments. */
    createAppointmentForm: () => ({
      type: 'Einzelcoaching',
      date: addDays(dateRange.tillDate, 100 + counter++),
      fromTime: '10:00',
      tillTime: '10:45',
      participantId: null,
    }),

    /** Returns a file of appointments to import, with one valid and one invalid row. */
    createImportFile: () =>
      new TextEncoder().encode(
        `Coach-E-Mail;Typ;Datum;Von;Bis\nada@test.example;Einzelcoaching;${addDays(dateRange.tillDate, 50)};09:00;09:45\nx;y;z;0;0`,
      ),

    /** Returns a file of people to invite, with one valid row, one of a person who has an account, and one invalid row. */
    createInvitationFile: () =>
      new TextEncoder().encode(
        'Anrede;Vorname;Nachname;E-Mail;Telefonnummer;Standort;Qualifizierung;' +
          'Beginn der Qualifizierung;Ende der Qualifizierung\n' +
          [`datei${counter++}@test.example`, knownEmail]
            .map((email) => `Frau;Ada;Neu;${email};0221123456;${locationName};Büro;01.02.2026;31.12.2026\n`)
            .join('') +
          'x',
      ),

    /** Creates a calendar subscription of the caller; returns an empty input for a call. */
    async createFeed(caller: Caller): Promise<Record<string, unknown>> {
      if (caller !== 'nobody') await world.call(renewFeed, await world.signIn(people[caller]));
      return {};
    },

    /**
     * Gives the caller a password and a second factor, which is either switched on or not set up completely. Returns an
     * input with the password and a code.
     */
    async createSecondFactor(caller: Caller, isOn: boolean): Promise<Record<string, unknown>> {
      const [owner, secret] = [people[caller], generateSecret()];
      const encryptedSecret = encryptSecret(secondFactorKey, owner, secret);
      await world.db.deleteFrom('second_factor').where('person_id', '=', owner).execute();
      await world.db
        .insertInto('second_factor')
        .values({ person_id: owner, secret: encryptedSecret, confirmed_at: isOn ? new Date() : null })
        .execute();
      const password_hash = await hashPassword(password);
      await world.db.updateTable('person').set({ password_hash }).where('id', '=', owner).execute();
      return { password, code: codeOfStep(secret, Math.floor(Date.now() / 30_000)) };
    },

    /** Creates a passkey of the caller, in place of the earlier ones; returns its id. */
    async createPasskey(caller: Caller): Promise<number> {
      const person_id = caller === 'nobody' ? participant : people[caller];
      await world.db.deleteFrom('passkey').where('person_id', '=', person_id).execute();
      const keys = { credential_id: randomBytes(32), public_key: randomBytes(77), sign_count: 0, synced: true };
      const passkey = { ...keys, person_id, name: 'Telefon' };
      return (await world.db.insertInto('passkey').values(passkey).returning('id').executeTakeFirstOrThrow()).id;
    },

    /** Returns what a browser has created in the caller's newest session, with a name. */
    async createNewCredential(caller: Caller): Promise<Record<string, unknown>> {
      const { id_hash: session_hash } = await world.db
        .selectFrom('session')
        .select('id_hash')
        .where('person_id', '=', caller === 'nobody' ? participant : people[caller])
        .orderBy('number', 'desc')
        .executeTakeFirstOrThrow();
      const challenge = createChallenge();
      const hash = hashChallenge(challenge);
      const expires_at = new Date(Date.now() + 60_000);
      await world.db.insertInto('passkey_challenge').values({ hash, session_hash, expires_at }).execute();
      const options = { challenge, rp: { id: 'localhost' }, user: { id: 'AAAA' } };
      return { name: 'Telefon', credential: openAuthenticator().create(options) };
    },

    /** Returns a sign-in that a passkey of a new participant has signed. */
    async createSignedCredential(): Promise<Record<string, unknown>> {
      const { authenticator } = await createPasskey(world, await world.addParticipant());
      return { credential: authenticator.sign(await start(world)) };
    },

    /** Returns a code of single sign-on of a new coach, for a browser without a cookie. */
    async createSingleSignOnCode(): Promise<Record<string, unknown>> {
      const person_id = await world.addCoach();
      await world.db
        .insertInto('bound_identity')
        .values({ person_id, issuer: 'https://login.example', subject: String(person_id) })
        .execute();
      const code = createSecret();
      const [code_hash, browser_hash] = [hashOf(code), hashOf('')];
      const expires_at = new Date(Date.now() + 60_000);
      await world.db
        .insertInto('single_sign_on_code')
        .values({ code_hash, browser_hash, person_id, expires_at })
        .execute();
      return { code };
    },

    /** Starts another session of the caller; returns its number. */
    async startOtherSession(caller: Caller): Promise<number> {
      await world.signIn(people[caller]);
      const sessions = world.db.selectFrom('session').select('number').where('person_id', '=', people[caller]);
      return (await sessions.orderBy('number', 'desc').executeTakeFirstOrThrow()).number;
    },

    /** Replaces the caller's waiting-list entries with a new entry; returns its id. */
    async createWaitingEntry(caller: Caller): Promise<number> {
      const person_id = caller === 'nobody' ? participant : people[caller];
      await world.db.deleteFrom('waiting_entry').where('person_id', '=', person_id).execute();
      const times = { weekdays: [1, 2, 3, 4, 5, 6, 7], from_time: '06:00', till_time: '22:00', place: 1 };
      const days = { from_date: dateRange.fromDate, till_date: dateRange.tillDate };
      const insert = world.db.insertInto('waiting_entry').values({ person_id, coach_id: coach, ...days, ...times });
      return (await insert.returning('id').executeTakeFirstOrThrow()).id;
    },

    /** Replaces the caller's waiting-list entries with an entry for which a slot is held; returns the entry's id. */
    async createOffer(caller: Caller): Promise<number> {
      const person_id = caller === 'nobody' ? participant : people[caller];
      const entry_id = await this.createWaitingEntry(caller);
      const startsAt = nextStart(29);
      const appointment_id = await world.addAppointment(coach, startsAt);
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

    /** Adds an audit entry: the coach has downloaded a document of the caller. */
    async logAccess(caller: Caller): Promise<void> {
      const entry = { actor_id: coach, action: 'fileDownloaded', person_id: people[caller] };
      await world.db.insertInto('audit').values(entry).execute();
    },

    /** Replaces the caller's erasure requests with a refused one. */
    async createAnsweredErasureRequest(caller: Caller): Promise<void> {
      const request = { person_id: people[caller] || participant, reason: 'x' };
      const closingColumns = { closed_at: new Date(), closed_by: people.admin, closing_reason: 'y' };
      await world.db.deleteFrom('erasure_request').where('person_id', '=', request.person_id).execute();
      await world.db
        .insertInto('erasure_request')
        .values({ ...request, ...closingColumns })
        .execute();
    },

    /** Creates a document of the participant that the caller uploaded; returns its id. */
    createOwnDocument(caller: Caller): Promise<number> {
      const byCoach = caller === 'participant' || caller === 'nobody' ? null : people[caller];
      return world.addDocument(participant, { name: `${counter++}.docx`, byCoach, isCounted: true });
    },

    /** Stores two versions of a document of the participant with tracked changes and a comment; returns their ids. */
    async createMarkedDocuments(): Promise<{ fromId: number; toId: number }> {
      const store = (text: string) => {
        const body = craftParagraph(craftRun('Ich ') + craftChange('ins', craftRun(text)));
        const comments = `<w:comment ${craftOrigin(0)}>${craftParagraph(craftRun('Gut'))}</w:comment>`;
        return storeDocument(world, participant, craftWord(body, { comments }), {
          name: `${counter++}.docx`,
          isCounted: true,
        });
      };
      return { fromId: await store('war'), toId: await store('bin') };
    },

    /** Creates a note about the participant that the caller wrote; returns its id. */
    async createOwnNote(caller: Caller): Promise<number> {
      const author_id = caller === 'participant' || caller === 'nobody' ? coach : people[caller];
      const note = { person_id: participant, author_id, text: `Notiz ${counter++}` };
      return (await world.db.insertInto('note').values(note).returning('id').executeTakeFirstOrThrow()).id;
    },

    /** Saves a view of the overview of appointments for the caller; returns its id. */
    async createView(caller: Caller): Promise<number> {
      const person_id = caller === 'participant' || caller === 'nobody' ? coach : people[caller];
      const view = { person_id, list: 'termine', name: `Ansicht ${counter++}`, query: 'ohne=frei', columns: ['phone'] };
      return (await world.db.insertInto('saved_view').values(view).returning('id').executeTakeFirstOrThrow()).id;
    },

    /** Returns a registration form with a new mail address. */
    createRegistrationForm: () => createRegistrationForm(`neu${counter++}@test.example`, location),

    createTokenForm: () => ({
      name: 'Lernplattform',
      scopes: ['figures'],
      expiresOn: addDays(dateOf(new Date()), 30),
    }),

    createInvitation: () => {
      const { repeatEmail: _, ...invitation } = createRegistrationForm(`neu${counter++}@test.example`, location);
      return invitation;
    },

    /** Creates an unconfirmed person; returns the token of their confirmation link. */
    async createConfirmationToken(): Promise<string> {
      const token = randomBytes(12).toString('hex');
      const person = await world.addParticipant();
      await world.db.updateTable('person').set({ confirmed_at: null }).where('id', '=', person).execute();
      const hash = createHash('sha256').update(token).digest('hex');
      const expires_at = new Date(Date.now() + 3_600_000);
      await world.db
        .insertInto('credential')
        .values({ person_id: person, kind: 'confirmation', hash, expires_at })
        .execute();
      return token;
    },
  };
  for (const caller of ['coach', 'speedCoach', 'admin'] as const) await fixtures.createIntroductions(caller);
  return fixtures;
}

export type CallFixtures = Awaited<ReturnType<typeof createCallFixtures>>;
