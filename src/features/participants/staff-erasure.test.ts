import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { needNewPassword } from '../accounts/contract.ts';
import { listAdmins } from '../accounts/access/admins.sql.ts';
import { disableAdmin } from '../accounts/access/admins.steps.ts';
import { getFullOverview } from '../appointments/contract.ts';
import { importAppointments } from '../appointments/import-files/contract.ts';
import { bookAppointment } from '../booking/contract.ts';
import { moveOwnAppointment } from '../booking/move/contract.ts';
import { renewFeed } from '../calendar-feed/contract.ts';
import { editCoach, listCoaches, makeNewCoach } from '../coaches/contract.ts';
import { getFiles, uploadFiles, uploadForParticipant } from '../files/contract.ts';
import { craftDocx } from '../files/testdata/craft.ts';
import { rateCoaching } from '../ratings/contract.ts';
import { saveView } from '../saved-views/contract.ts';
import { createToken, getTokens } from '../tokens/contract.ts';
import { findViolations } from '../../operations/privacy/invariants.ts';
import { transact } from '../../platform/database/db.ts';
import { findColumnsContaining, findFoldersContaining } from '../../../tests/support/canary.ts';
import { collectLog } from '../../../tests/support/log.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { anonymizeUserData } from './contract.ts';
import { eraseBySystem } from './erase.steps.ts';

let world: World;
const { logStream, loggedText } = collectLog();
let adminSession: string;
let otherParticipant: number;
let otherParticipantSession: string;
beforeAll(async () => {
  world = await openWorld({ env: { LOG_LEVEL: 'trace' }, logStream, runsJobs: true });
  adminSession = await world.signIn(await world.addAdmin());
  otherParticipant = await world.addParticipant();
  otherParticipantSession = await world.signIn(otherParticipant);
});
afterAll(() => world.close());

const waitOptions = { timeout: 60_000, interval: 100 };
const newCanary = () => `kanarivogl${[...randomBytes(12)].map((byte) => 'bcdfghjklmnpqrtv'[byte % 16]).join('')}`;
const erase = async (participantId: number) =>
  (await world.call(anonymizeUserData, adminSession, { participantId })).body;
const columnsWith = (word: string) => findColumnsContaining(world.db, [word]);
const foldersWith = (word: string) => findFoldersContaining(world.dataDir, [word]);
const waitUntilAllMailsAreSent = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      SELECT FROM mail WHERE num_nonnulls(sent_at, failed_at, overtaken_at) = 0
    `.execute(world.db);
    expect(rows).toEqual([]);
  }, waitOptions);

describe('a participant who became a coach or an admin [8.9]', () => {
  test('is erased as a coach just as completely as a participant, from tables, store, mails and logs', async () => {
    const canary = newCanary();
    const email = `${canary}@test.example`;
    const person = await world.addParticipant({ firstName: canary, lastName: canary, email });
    const participantSession = await world.signIn(person);
    const files = [{ field: `file_${participantSession}_0`, name: `${canary}.docx`, bytes: craftDocx() }];
    expect((await world.send(uploadFiles, files)).body.status).toBe('success');
    const promotion = await world.call(makeNewCoach, adminSession, {
      participantId: person,
      firstName: canary,
      lastName: canary,
      email,
      gender: 'd',
      teamsLink: `https://teams.example/${canary}`,
    });
    expect(promotion.body.meta.status).toBe('success');
    const session = await world.signIn(person);
    const start = inDays(9, '10:00');
    const slot = await world.addAppointment(person, start);
    await world.call(bookAppointment, otherParticipantSession, { appointmentId: slot });
    const moveAnswer = await world.call(moveOwnAppointment, session, {
      appointmentId: slot,
      date: dateOf(inDays(10, '10:00')),
      fromTime: '10:00',
      tillTime: '10:45',
      reason: `Weil ${canary}`,
    });
    expect(moveAnswer.body.meta.status).toBe('success');
    const pastAppointment = await world.addAppointment(person, inDays(-2, '09:00'), { participant: otherParticipant });
    await world.call(rateCoaching, otherParticipantSession, {
      appointmentId: pastAppointment,
      starQestions: [5, 4, 5, 4, 5, 4],
      personalFeedback: canary,
      freeText: canary,
      speakWithCoachQuestions: 'Lebenslauf',
      additionalQuestions: '',
    });
    await world.call(renewFeed, session);
    await world.call(saveView, session, { list: 'termine', name: canary, query: '', columns: null });
    await world.call(needNewPassword, null, { email });
    await world.db
      .insertInto('note')
      .values({ person_id: otherParticipant, author_id: person, text: `Gruß, ${canary}` })
      .execute();
    await world.db
      .insertInto('introduction')
      .values([
        {
          person_id: person,
          text: `Ich bin ${canary}`,
          picture: Buffer.from(canary),
          state: 'shown',
          decided_at: new Date(),
        },
        { person_id: person, text: `Neu: ${canary}` },
      ])
      .execute();
    await world.db
      .insertInto('bound_identity')
      .values({ person_id: person, issuer: `https://${canary}.example`, subject: canary })
      .execute();
    const interval = { starts_at: inDays(20, '00:00'), ends_at: inDays(25, '00:00'), planned_at: new Date() };
    await world.db
      .insertInto('absence')
      .values({ coach_id: person, kind: 'illness', ...interval })
      .execute();
    await waitUntilAllMailsAreSent();
    expect(await columnsWith(canary)).toEqual(
      expect.arrayContaining([
        'appointment.cancel_reason',
        'bound_identity.issuer',
        'bound_identity.subject',
        'coach.teams_link',
        'document.name',
        'introduction.text',
        'note.text',
        'person.email',
        'person.full_name',
        'rating.free_text',
        'rating.personal_feedback',
        'saved_view.name',
      ]),
    );
    expect(await foldersWith(canary)).toEqual(['mails']);

    expect(await erase(person)).toMatchObject({
      meta: { code: 'notInactive', message: 'Das geht erst, wenn der Coachzugang oder das Adminkonto inaktiv ist.' },
    });
    await world.db
      .updateTable('appointment')
      .set({ starts_at: inDays(-9, '10:00'), ends_at: inDays(-9, '10:45') })
      .where('id', '=', moveAnswer.body.data?.appointmentId ?? 0)
      .execute();
    const [coach] = ((await world.call(listCoaches, adminSession)).body.data ?? []).filter(({ id }) => id === person);
    expect((await world.call(editCoach, adminSession, { ...coach, active: 0 })).status).toBe(200);
    await waitUntilAllMailsAreSent();
    expect((await erase(person)).status).toBe('success');

    await vi.waitFor(async () => expect(await foldersWith(canary)).toEqual([]), waitOptions);
    expect(await columnsWith(canary)).toEqual([]);
    expect(loggedText().toLowerCase()).not.toContain(canary);
    expect(await world.db.selectFrom('absence').select('id').where('coach_id', '=', person).execute()).toEqual([]);
    expect((await findViolations(world.db)).map(({ name }) => name)).toEqual([]);

    // Appointments and stars stay; the coach cannot be found, and the e-mail address is free.
    const range = { fromDate: addDays(dateOf(new Date()), -5), tillDate: dateOf(new Date()), coachId: null };
    const status = { booked: true, free: true, missed: true };
    const overview = await world.call(getFullOverview, adminSession, { ...range, status });
    expect(overview.body.data).toMatchObject([{ id: pastAppointment, coachFullName: 'Anonymisiert' }]);
    const ratingQuery = world.db
      .selectFrom('rating')
      .select(['collaboration', 'topics'])
      .where('appointment_id', '=', pastAppointment);
    expect(await ratingQuery.execute()).toEqual([{ collaboration: 5, topics: ['Lebenslauf'] }]);
    expect((await world.call(listCoaches, adminSession)).body.data).toEqual([]);
    expect((await world.call(editCoach, adminSession, { ...coach, active: 1 })).status).toBe(404);
    expect((await world.call(anonymizeUserData, adminSession, { participantId: person })).status).toBe(404);
    await world.addParticipant({ email });
  });

  test('when erased as a coach, leaves the versions and file extensions of other people’s documents, but no file names', async () => {
    const canary = newCanary();
    const [person, otherCoach] = [await world.addCoach({ firstName: canary }), await world.addCoach()];
    const owner = await world.addParticipant({ hasCv: false });
    await world.addAppointment(person, inDays(-3, '09:00'), { participant: owner });
    await world.addAppointment(otherCoach, inDays(-4, '09:00'), { participant: owner });
    const session = await world.signIn(person);
    const upload = async (uploaderSession: string, ...names: string[]) => {
      const files = names.map((name, index) => ({
        field: `file_${uploaderSession}_${owner}_${index}`,
        name,
        bytes: craftDocx(),
      }));
      expect((await world.send(uploadForParticipant, files)).body.status).toBe('success');
    };
    await upload(session, `Brief ${canary}.DOCX`, `${canary}.docx`);
    await upload(session, `Brief ${canary}.DOCX`);
    await upload(session, `Dokument 2.docx`);
    await upload(await world.signIn(otherCoach), 'Dokument 1.docx', 'Zeugnis.docx');
    await waitUntilAllMailsAreSent();

    expect(await transact(world.db, (tx) => eraseBySystem(tx, world.app, person))).toBe(true);
    const documents = (await world.call(getFiles, await world.signIn(owner))).body.files?.uploadCoach ?? [];
    expect(documents.map(({ name, version }) => `${name} ${version}`).sort()).toEqual([
      'Dokument 1.docx 1',
      'Dokument 3.docx 1',
      'Dokument 3.docx 2',
      'Dokument 4.docx 1',
      'Dokument 5.docx 1',
      'Zeugnis.docx 1',
    ]);
    expect(await columnsWith(canary)).toEqual([]);
    await vi.waitFor(async () => expect(await foldersWith(canary)).toEqual([]), waitOptions);
  });

  test('is erased as an admin only after being disabled', async () => {
    const canary = newCanary();
    const email = `${canary}@test.example`;
    const admin = await world.addAdmin({ firstName: canary, lastName: canary, email });
    const session = await world.signIn(admin);
    // The row that fails is about somebody else, but the admin has chosen the file.
    const calendarFile = `Coach-E-Mail;Typ;Datum;Von;Bis\nniemand@test.example;${canary};morgen;9:00;9:45`;
    await world.send(importAppointments, [
      { field: `file_${session}`, name: `${canary}.csv`, bytes: Buffer.from(calendarFile) },
    ]);
    const expiresOn = addDays(dateOf(new Date()), 30);
    const token = await world.call(createToken, session, { name: canary, scopes: ['figures'], expiresOn });
    const tokenId = token.body.data?.tokenId ?? 0;
    expect(await columnsWith(canary)).toEqual(
      expect.arrayContaining(['import.file_name', 'import_failure.type', 'token.name']),
    );
    await world.call(needNewPassword, null, { email });
    await waitUntilAllMailsAreSent();
    expect(await foldersWith(canary)).toEqual(['mails']);
    expect((await erase(admin)).meta.code).toBe('notInactive');
    await disableAdmin(world.db, email);
    expect((await erase(admin)).status).toBe('success');
    await vi.waitFor(async () => expect(await foldersWith(canary)).toEqual([]), waitOptions);
    expect(await columnsWith(canary)).toEqual([]);
    expect(loggedText().toLowerCase()).not.toContain(canary);
    // The revoked token stays, because the log refers to it.
    const tokens = (await world.call(getTokens, adminSession)).body.data;
    expect(tokens).toMatchObject([
      { name: `Nr. ${tokenId}`, createdBy: 'Anonymisiert', revokedAt: expect.any(String) },
    ]);
    expect((await listAdmins(world.db)).map((admin) => admin.firstName)).not.toContain('Anonymisiert');
    expect((await findViolations(world.db)).map(({ name }) => name)).toEqual([]);
  });

  test('is erased by the system even as an active coach, as after a restore, and the coach’s bookings are cancelled', async () => {
    const coach = await world.addCoach({ firstName: 'Wieder', lastName: 'Da' });
    const booking = await world.addAppointment(coach, inDays(12, '09:00'), { participant: otherParticipant });
    const freeSlot = await world.addAppointment(coach, inDays(13, '09:00'));
    expect(await transact(world.db, (tx) => eraseBySystem(tx, world.app, coach))).toBe(true);
    const rows = await world.db
      .selectFrom('appointment')
      .select(['id', 'status'])
      .where('coach_id', '=', coach)
      .execute();
    expect(rows).toEqual([{ id: booking, status: 'K' }]);
    expect(rows.map(({ id }) => id)).not.toContain(freeSlot);
    const { full_name } = await world.db
      .selectFrom('person')
      .select('full_name')
      .where('id', '=', coach)
      .executeTakeFirstOrThrow();
    expect(full_name).toBe('Anonymisiert');
    expect((await findViolations(world.db)).map(({ name }) => name)).toEqual([]);
    expect(await transact(world.db, (tx) => eraseBySystem(tx, world.app, coach))).toBe(false);
  });
});
