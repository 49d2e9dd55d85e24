import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { needNewPassword } from '../accounts/contract.ts';
import { submitRegistration } from '../accounts/registration/contract.ts';
import { getFullOverview } from '../appointments/contract.ts';
import { importAppointments } from '../appointments/import-files/contract.ts';
import { renewFeed } from '../calendar-feed/contract.ts';
import { bookAppointment, cancelAppointment } from '../booking/contract.ts';
import { downloadFile, getFiles, uploadFiles, uploadForParticipant } from '../files/contract.ts';
import { writeNote } from '../files/notes/contract.ts';
import { craftDocx } from '../files/testdata/craft.ts';
import { deleteMailFiles } from '../mail/delivery/delete.jobs.ts';
import { closeErasureRequest, requestErasure } from '../own-data/erasure/contract.ts';
import { getRatingOverview, rateCoaching } from '../ratings/contract.ts';
import { dataClasses, type ColumnClass } from '../../platform/database/data-classes.ts';
import { changeWebhook } from '../webhooks/contract.ts';
import { openAuthenticator } from '../../../tests/support/authenticator.ts';
import { add } from '../../../tests/support/passkeys.ts';
import { addWebhook } from '../../../tests/support/webhooks.ts';
import { createProfileForm, createProfileTexts, createRegistrationForm } from '../../../tests/support/registration.ts';
import {
  findColumnsContaining,
  findFoldersContaining,
  findStatisticsContaining,
} from '../../../tests/support/canary.ts';
import { collectLog } from '../../../tests/support/log.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { addDays, dateOf } from '../../shared/berlin.ts';
import {
  anonymizeUserData,
  changeActiveStatus,
  changeUserData,
  searchAllParticipants,
  searchOwnParticipants,
  searchParticipantAsAdmin,
} from './contract.ts';

let world: World;
const { logStream, loggedText } = collectLog();
let adminSession: string;
let coach: number;
let coachSession: string;

beforeAll(async () => {
  world = await openWorld({ env: { LOG_LEVEL: 'trace' }, logStream, runsJobs: true });
  adminSession = await world.signIn(await world.addAdmin());
  coach = await world.addCoach();
  coachSession = await world.signIn(coach);
});
afterAll(() => world.close());

const waitOptions = { timeout: 60_000, interval: 100 };

const columnsWith = (words: string[]) => findColumnsContaining(world.db, words);
const foldersWith = (words: string[]) => findFoldersContaining(world.dataDir, words);

const createPdf = (text: string) =>
  Buffer.from(`%PDF-1.4\n% ${text}\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`);

async function inactivateAndErase(participantId: number): Promise<void> {
  const status = await world.call(changeActiveStatus, adminSession, { participantId, participantStatus: 1 });
  expect(status.body.status).toBe('success');
  expect((await world.call(anonymizeUserData, adminSession, { participantId })).body.status).toBe('success');
}

/** Text columns that people do not write into: they contain only values of the portal, or reveal nothing. */
const columnsWithoutPersonalWords = new Set([
  'person.gender',
  'person.password_hash',
  'appointment.cancel_kind',
  'document.ending',
  'document.store_key',
  'document.state',
  'document.sha256',
  'credential.kind',
  'credential.hash',
  'mail.kind',
  'mail.last_code',
  'mail.known_state',
  'session.id_hash',
  'session.companion_hash',
  'session.device',
  'recovery_code.hash',
  'passkey.credential_id',
  'passkey.public_key',
  'passkey_challenge.hash',
  'passkey_challenge.session_hash',
  'second_factor.secret',
  'single_sign_on_code.code_hash',
  'single_sign_on_code.browser_hash',
  'reminder_choice.kind',
  'person.phone',
  'calendar_feed.token_hash',
  // Only for coaches, tested in staff-erasure.test.ts.
  'coach.teams_link',
  'coach.state',
  'absence.kind',
  'absence.ended_by',
  'saved_view.list',
  'saved_view.name',
  'saved_view.query',
  'saved_view.columns',
  'import.file_name',
  'token.name',
  'bound_identity.issuer',
  'bound_identity.subject',
  'introduction.text',
  'introduction.picture',
  'introduction.state',
  'introduction.reason',
  'import_failure.reason',
  'waiting_entry.weekdays',
  'waiting_entry.ended_by',
  'waiting_offer.outcome',
]);

/** Returns the names of all columns that people write into and that anonymising empties or deletes. */
async function listTextColumns(): Promise<string[]> {
  const { rows } = await sql<{ table: keyof typeof dataClasses; column: string }>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'ARRAY', 'json', 'jsonb', 'bytea')
  `.execute(world.db);
  return rows
    .filter(({ table, column }) => {
      const columnClass = (dataClasses[table] as Record<string, ColumnClass>)[column];
      return (
        typeof columnClass === 'object' && (columnClass.personal === 'emptied' || columnClass.personal === 'rowDeleted')
      );
    })
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !columnsWithoutPersonalWords.has(name))
    .sort();
}

test('nothing of an anonymised participant remains in any table, file, mail or log line [8.7]', async () => {
  // Only consonants, because the folding of names turns two vowels into one letter.
  const canary = `kanarivogl${[...randomBytes(12)].map((byte) => 'bcdfghjklmnpqrtv'[byte % 16]).join('')}`;
  const phone = `0${randomBytes(5).readUIntBE(0, 5)}7654321`.slice(0, 18);
  const words = [canary, phone];
  const email = `${canary}@test.example`;
  const id = await world.addParticipant({ email: `frueher.${email}` });
  const profileForm = createProfileForm({ ...createProfileTexts(canary), email, phoneNumber: phone });
  const locationId = await world.addLocation();
  const changeAnswer = await world.call(changeUserData, adminSession, {
    ...profileForm,
    participantId: id,
    locationId,
  });
  expect(changeAnswer.body.status).toBe('success');
  const session = await world.signIn(id);

  // Documents: names and bytes, the person's own and a coach's.
  const pastAppointment = await world.addAppointment(coach, inDays(-2, '09:00'), { participant: id });
  const ownFiles = [
    { field: `file_${session}_0`, name: `${canary}.pdf`, bytes: createPdf(canary) },
    { field: `file_${session}_1`, name: `${canary}.docx`, bytes: craftDocx() },
  ];
  expect((await world.send(uploadFiles, ownFiles)).body.status).toBe('success');
  const coachFiles = [{ field: `file_${coachSession}_${id}_0`, name: `${canary}.pdf`, bytes: createPdf(canary) }];
  expect((await world.send(uploadForParticipant, coachFiles)).body.status).toBe('success');

  const note = { participantId: id, text: `Für ${canary}` };
  expect((await world.call(writeNote, coachSession, note)).body.meta.status).toBe('success');

  // Texts: the reason of a cancellation and a rating. Mails: to the person and to the coach, sent and waiting.
  const slots = [
    await world.addAppointment(coach, inDays(6, '09:00')),
    await world.addAppointment(coach, inDays(7, '09:00')),
  ];
  for (const appointmentId of slots)
    expect((await world.call(bookAppointment, session, { appointmentId, note: `Zu ${canary}` })).body.meta.status).toBe(
      'success',
    );
  await world.call(cancelAppointment, session, { appointmentId: slots[0], reason: `Weil ${canary}` });
  const rating = await world.call(rateCoaching, session, {
    appointmentId: pastAppointment,
    starQestions: [5, 4, 5, 4, 5, 4],
    personalFeedback: canary,
    freeText: canary,
    speakWithCoachQuestions: `Lebenslauf, ${canary}`,
    additionalQuestions: canary,
  });
  expect(rating.body.status).toBe('success');
  // A closed and an open request for erasure, which fill both columns that people write into.
  await world.call(requestErasure, session, { reason: `Umzug ${canary}` });
  await world.call(closeErasureRequest, adminSession, { participantId: id, reason: `Nachweise für ${canary}` });
  await world.call(requestErasure, session, { reason: `Wirklich, ${canary}` });
  await add(world, session, openAuthenticator(), {}, `Telefon von ${canary}`);
  await world.call(needNewPassword, null, { email });
  await vi.waitFor(async () => {
    const { rows: waiting } = await sql`
      SELECT FROM mail WHERE num_nonnulls(sent_at, failed_at, overtaken_at) = 0
    `.execute(world.db);
    expect(waiting).toEqual([]);
  }, waitOptions);
  await world.call(renewFeed, session);
  // A row of a file that names the person as a coach.
  const calendarFile = `Coach-E-Mail;Typ;Datum;Von;Bis\n${[email, canary, canary, canary, canary].join(';')}`;
  await world.send(importAppointments, [
    { field: `file_${adminSession}`, name: 'termine.csv', bytes: Buffer.from(calendarFile) },
  ]);
  // The answer of another system, which knows the name behind the id. Nothing is sent to it.
  const { webhookId } = await addWebhook(world, adminSession, 'https://empfang.example/', ['rating.created']);
  await world.call(changeWebhook, adminSession, { webhookId, active: false });
  await world.db
    .insertInto('webhook_delivery')
    .values({
      webhook_id: webhookId,
      sequence: 1,
      type: 'participant.changed',
      body: JSON.stringify({ type: 'participant.changed', data: { participantId: id } }),
      status: 'delivered',
      next_at: null,
      answer: `${canary} ist geändert`,
    })
    .execute();
  await world.db.insertInto('reminder_choice').values({ person_id: id, kind: 'reminderSoon', wanted: false }).execute();
  await sql`
    WITH m AS (INSERT INTO mail (kind, person_id) VALUES ('passwordChanged', ${id}) RETURNING id)
    SELECT graphile_worker.add_job('mail', json_build_object('id', id), run_at => now() + interval '1 hour') FROM m
  `.execute(world.db);

  // Before the erasure, every column that people write into contains the canary, and so do the store and the mails.
  expect(await columnsWith(words)).toEqual(expect.arrayContaining(await listTextColumns()));
  expect(await foldersWith(words)).toEqual(['files', 'mails']);
  const [file] = await world.db.selectFrom('document').select('id').where('participant_id', '=', id).execute();

  await inactivateAndErase(id);
  await vi.waitFor(async () => expect(await foldersWith(words)).toEqual([]), waitOptions);
  expect(await columnsWith(words)).toEqual([]);
  expect(loggedText().toLowerCase()).not.toContain(canary);
  expect(loggedText()).not.toContain(phone);
  for (const [table, columns] of Object.entries(dataClasses))
    if (
      'person_id' in columns &&
      typeof columns.person_id === 'object' &&
      columns.person_id.personal === 'rowDeleted'
    ) {
      const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE person_id = ${id}`.execute(world.db);
      expect(rows, table).toEqual([]);
    }
  await vi.waitFor(async () => {
    const { rows: jobs } = await sql<{ task: string }>`
      SELECT task_identifier AS task FROM graphile_worker.jobs WHERE task_identifier <> 'nightly'
    `.execute(world.db);
    expect(jobs).toEqual([]);
  }, waitOptions);

  // No search of any role finds the person, and calls with the id respond as if it were unknown.
  const day = dateOf(inDays(-2, '09:00'));
  for (const answer of [
    await world.call(searchAllParticipants, adminSession, { searchString: 'Anonymisiert' }),
    await world.call(searchAllParticipants, adminSession, { date: day, coachId: coach }),
    await world.call(searchOwnParticipants, coachSession, { searchString: canary }),
    await world.call(searchParticipantAsAdmin, adminSession, { searchString: canary }),
  ])
    expect(answer.body.data).toEqual([]);
  expect((await world.call(getFiles, adminSession, { participantId: id })).status).toBe(404);
  const downloadAnswer = await fetch(`${world.address}/api/service/${downloadFile.path}.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId: adminSession, fileId: file?.id }),
  });
  expect(downloadAnswer.status).toBe(404);

  // Appointments, stars and topics chosen from our lists stay for statistics.
  const range = { fromDate: addDays(day, -1), tillDate: addDays(day, 1), coachId: null };
  const status = { booked: true, free: true, missed: true };
  const overview = await world.call(getFullOverview, adminSession, { ...range, status });
  expect(overview.body.data).toMatchObject([
    {
      id: pastAppointment,
      participantFullName: 'Anonymisiert',
      participantEmail: '',
      participantPhoneNumber: '',
      participantLocation: '',
      participantQualification: '',
    },
  ]);
  const today = dateOf(new Date());
  const filters = { coachId: coach, participantName: '', ratingFrom: 1, ratingTo: 5 };
  const ratings = await world.call(getRatingOverview, adminSession, { fromDate: today, toDate: today, ...filters });
  expect(ratings.body.data).toMatchObject([
    {
      participantFirstName: 'Anonymisiert',
      participantLastName: '',
      personalFeedback: '',
      freeText: '',
      averageRating: 4.5,
      starsCollaboration: 5,
      speakWithCoachQuestions: 'Lebenslauf',
      additionalQuestions: '',
    },
  ]);

  // The e-mail address is free again.
  const secondAccount = await world.call(
    submitRegistration,
    null,
    createRegistrationForm(email, locationId, profileForm),
  );
  expect(secondAccount.body.meta.status).toBe('success');
});

test('the planner’s statistics contain no word of an erased person, even for a table that is now empty [8.7]', async () => {
  const canary = `kanari${[...randomBytes(12)].map((byte) => 'bcdfghjklmnpqrtv'[byte % 16]).join('')}`;
  const people = [];
  for (let number = 1; number <= 3; number++)
    people.push(await world.addParticipant({ firstName: canary, lastName: `${canary} ${number}` }));
  const notes = people.map((id) => ({ person_id: id, author_id: coach, text: `Für ${canary}` }));
  await world.db.deleteFrom('note').execute();
  await world.db.insertInto('note').values(notes).execute();
  await sql`ANALYZE`.execute(world.db);
  expect(await findStatisticsContaining(world.db, [canary])).toEqual(
    expect.arrayContaining(['note.text', 'person.first_name', 'person.last_name']),
  );
  for (const id of people) await inactivateAndErase(id);
  expect(await world.db.selectFrom('note').select('id').execute()).toEqual([]);
  await vi.waitFor(async () => expect(await findStatisticsContaining(world.db, [canary])).toEqual([]), waitOptions);
});

test('anonymising cancels an upcoming booking and informs the coach without a name', async () => {
  const id = await world.addParticipant({ firstName: 'Unbekannt', lastName: 'Verzogen' });
  const start = inDays(12, '15:00');
  await world.call(changeActiveStatus, adminSession, { participantId: id, participantStatus: 1 });
  // A booking that exists again after the inactivation, as after a restore.
  const appointment = await world.addAppointment(coach, start, { participant: id });
  await world.call(anonymizeUserData, adminSession, { participantId: id });
  const rows = await world.db
    .selectFrom('appointment')
    .select(['status', 'participant_id as participant'])
    .where('starts_at', '=', start)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { status: 'K', participant: id },
    { status: 'F', participant: null },
  ]);
  const mail = await world.db
    .selectFrom('mail')
    .select(['id', 'person_id as person'])
    .where('appointment_id', '=', appointment)
    .executeTakeFirstOrThrow();
  expect(mail.person).toBe(coach);
  const file = join(world.dataDir, 'mails', `${mail.id}.eml`);
  await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toContain('Anonymisiert'), waitOptions);
  expect(await readFile(file, 'utf8')).not.toContain('Verzogen');
});

test('documents erased while the store is unavailable are deleted once it is available again', async () => {
  const id = await world.addParticipant({ hasCv: false });
  const session = await world.signIn(id);
  const word = 'spaeterweg';
  const file = { field: `file_${session}_0`, name: 'Zeugnis.pdf', bytes: createPdf(word) };
  expect((await world.send(uploadFiles, [file])).body.status).toBe('success');
  const [storeFolder, otherFolder] = [join(world.dataDir, 'files'), join(world.dataDir, 'elsewhere')];
  await rename(storeFolder, otherFolder);
  await writeFile(storeFolder, 'not a folder');
  try {
    await inactivateAndErase(id);
    await vi.waitFor(() => expect(loggedText()).toContain('A job failed; it is tried again.'), waitOptions);
    expect(await foldersWith([word])).toEqual(['elsewhere']);
  } finally {
    await rm(storeFolder);
    await rename(otherFolder, storeFolder);
  }
  await vi.waitFor(async () => expect(await foldersWith([word])).toEqual([]), waitOptions);
});

test('the file of a mail that is being delivered is deleted only after the delivery', async () => {
  const { rows } = await sql<{ id: string }>`
    WITH m AS (SELECT gen_random_uuid() AS id)
    SELECT m.id FROM m, LATERAL graphile_worker.add_job('nobodyWorksOnThis', json_build_object('id', id))
  `.execute(world.db);
  const ids = rows.map((row) => row.id);
  const setLockedAt = (lockedAt: Date | null) =>
    sql`
      UPDATE graphile_worker._private_jobs SET locked_at = ${lockedAt}, locked_by = 'somebody'
      WHERE payload->>'id' = ${ids[0]}
    `.execute(world.db);
  await setLockedAt(new Date());
  await expect(deleteMailFiles(world.app, { ids })).rejects.toThrow('being delivered');
  await setLockedAt(null);
  await deleteMailFiles(world.app, { ids });
});
