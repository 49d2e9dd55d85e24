import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { hashPassword } from '../../src/platform/password-hash.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { inDays, type World } from '../support/world.ts';
import type { Caller, ContentKind } from './requests.ts';
import { canary, knownPassword, phoneCanary, type EntityKind } from './values.ts';

/** The people and rows to which the requests of a round can refer. */
export interface Fixtures {
  /** Session ids by kind of caller. Each kind can have several people. */
  sessions: Record<Caller, string[]>;
  ids: Record<EntityKind, (number | string)[]>;
  /** For a session, the ids of rows that belong to its person. */
  idsBySession: Map<string, Partial<Fixtures['ids']>>;
  files: Record<ContentKind, Uint8Array>;
  /** The people created for these fixtures, with their original data. */
  createdPeople: { id: number; role: number | null; speed_coach: boolean; email: string | null; hash: string | null }[];
}

const docx = readFile(
  resolve(import.meta.dirname, '../../src/features/files/testdata/documents/single-paragraph.docx'),
);
const pdf = new TextEncoder().encode(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
);
const hash = hashPassword(knownPassword);
let personCount = 0;
const createPersonData = async () => ({
  firstName: canary,
  lastName: `${canary}-${personCount}`,
  email: `${canary}${personCount++}@test.example`,
  passwordHash: await hash,
});

/**
 * Creates people and appointments of every kind. Each round needs new ones, because the requests of a round inactivate,
 * erase or change most of the existing people.
 */
export async function createFixtures(world: World): Promise<Fixtures> {
  const { id: lastIdBefore } = await world.db
    .selectFrom('person')
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('id'))
    .executeTakeFirstOrThrow();
  const coach = await world.addCoach(await createPersonData());
  const speedCoach = await world.addCoach({ ...(await createPersonData()), isSpeedCoach: true });
  const participants = [
    await world.addParticipant(await createPersonData()),
    await world.addParticipant(await createPersonData()),
  ];
  const participantWithoutDocument = await world.addParticipant({ ...(await createPersonData()), hasCv: false });
  const participantWithInitialPassword = await world.addParticipant(await createPersonData());
  const unconfirmedParticipant = await world.addParticipant(await createPersonData());
  const inactiveParticipant = await world.addParticipant(await createPersonData());
  const admin = await world.addAdmin(await createPersonData());
  const updatePerson = (id: number, columns: Record<string, unknown>) =>
    world.db.updateTable('person').set(columns).where('id', '=', id).execute();
  await updatePerson(participantWithInitialPassword, { must_change_password: true });
  await updatePerson(unconfirmedParticipant, { confirmed_at: null });
  await sql`UPDATE person SET phone = ${phoneCanary} || id WHERE id > ${lastIdBefore}`.execute(world.db);
  await addCalendar(world, [coach, speedCoach], participants);
  const signIn = (id: number) => world.signIn(id);
  const participantSessions = await Promise.all(participants.map(signIn));
  const coachSessions = await Promise.all([coach, speedCoach].map(signIn));
  for (const session of participantSessions)
    await world.send(uploadFiles, [{ field: `file_${session}_0`, name: `${canary}.docx`, bytes: await docx }]);
  const idsBySession: Fixtures['idsBySession'] = new Map(
    coachSessions.map((session, index) => [session, { participant: participants.slice(index, index + 1) }]),
  );
  for (const [index, session] of participantSessions.entries())
    idsBySession.set(session, await selectOwnIds(world, participants[index] ?? 0));
  const endedSession = await signIn(inactiveParticipant);
  await world.db.deleteFrom('session').where('person_id', '=', inactiveParticipant).execute();
  // Every inactivation must have an audit entry.
  await world.db
    .insertInto('audit')
    .values({ actor_id: admin, action: 'inactivated', person_id: inactiveParticipant })
    .execute();
  await updatePerson(inactiveParticipant, { inactive_at: new Date() });
  return {
    sessions: {
      nobody: [''],
      garbage: [randomBytes(32).toString('hex'), 'x', '0'.repeat(64), 'A'.repeat(64), `${canary}`],
      ended: [endedSession],
      participant: participantSessions,
      withoutDocument: [await signIn(participantWithoutDocument)],
      mustChangePassword: [await signIn(participantWithInitialPassword)],
      noRole: [await signIn(await world.addPerson(null, await createPersonData()))],
      coach: coachSessions.slice(0, 1),
      speedCoach: coachSessions.slice(1),
      admin: [await signIn(admin)],
    },
    ids: { ...(await selectIds(world)), token: [await createConfirmationToken(world, unconfirmedParticipant), canary] },
    idsBySession,
    files: await createFiles(world, coach),
    createdPeople: await world.db
      .selectFrom('person')
      .leftJoin('coach', 'coach.person_id', 'person.id')
      .select(['id', 'role_id as role', 'email', 'password_hash as hash'])
      .select(({ fn }) => fn.coalesce('speed_coach', sql<boolean>`false`).as('speed_coach'))
      .where('id', '>', lastIdBefore)
      .execute(),
  };
}

/**
 * Adds free and booked appointments, past and upcoming, a Speedcoaching, and a missed and a cancelled appointment. None
 * of them is rated.
 */
async function addCalendar(world: World, coaches: number[], participants: number[]): Promise<void> {
  for (const [index, coach] of coaches.entries()) {
    const participant = participants[index] ?? 0;
    for (const day of [1, 3, 4, 5, 8]) await world.addAppointment(coach, inDays(day, '10:00'));
    await world.addAppointment(coach, inDays(2, '16:00'), { minutes: 90, isSpeedcoaching: true });
    await world.addAppointment(coach, inDays(6, '10:00'), { participant, quotaNumber: 1 });
    for (const day of [7, 9, 10, 11]) await world.addAppointment(coach, inDays(day, '10:00'), { participant });
    await world.addAppointment(coach, inDays(1, '12:00'), { participant, quotaNumber: 2 });
    await world.addAppointment(coach, inDays(-3, '10:00'), { participant });
    await world.addAppointment(coach, inDays(-4, '10:00'), { participant });
    await world.addAppointment(coach, inDays(-5, '10:00'), { participant, status: 'V' });
    await world.addAppointment(coach, inDays(-6, '10:00'), { participant, status: 'K' });
    await world.addDocument(participant, { name: `${canary}.docx`, byCoach: coach });
    await world.addSeries(coach, dateOf(inDays(3, '10:00')));
    await world.addAbsence(coach, inDays(12, '00:00'), inDays(14, '00:00'), 'illness');
  }
}

/** Selects the ids that requests may contain: the newest of each kind, and some that do not exist. */
async function selectIds(world: World): Promise<Omit<Fixtures['ids'], 'token'>> {
  const unknownIds = [1, 987_654_321, Number.MAX_SAFE_INTEGER];
  const newest = async (table: string, column: string, limit = 40) => {
    const { rows } = await sql<{ id: number | string }>`
      SELECT ${sql.ref(column)} AS id FROM ${sql.table(table)} ORDER BY ${sql.ref(column)} DESC LIMIT ${limit}
    `.execute(world.db);
    return rows.map(({ id }) => id);
  };
  const [location = 1] = await newest('location', 'id', 1);
  return {
    appointment: [...(await newest('appointment', 'id')), ...unknownIds],
    participant: [...(await newest('participant', 'person_id', 12)), ...unknownIds],
    coach: [...(await newest('coach', 'person_id', 6)), ...unknownIds],
    document: [...(await newest('document', 'id', 20)), ...unknownIds],
    session: [...(await newest('session', 'number', 30)), ...unknownIds],
    series: [...(await newest('series', 'id')), ...unknownIds],
    absence: [...(await newest('absence', 'id')), ...unknownIds],
    note: [...(await newest('note', 'id')), ...unknownIds],
    location: [location, location, location, 987_654],
    mail: [...(await newest('mail', 'id', 20)), '00000000-0000-0000-0000-000000000000'],
    email: [...(await newest('person', 'email', 30)), `${canary}@test.example`],
  };
}

/** Selects the ids of a participant's appointments and documents. */
async function selectOwnIds(world: World, participant: number) {
  const selectIdsFrom = async (table: 'appointment' | 'document') =>
    (await world.db.selectFrom(table).select('id').where('participant_id', '=', participant).execute()).map(
      ({ id }) => id,
    );
  return { appointment: await selectIdsFrom('appointment'), document: await selectIdsFrom('document') };
}

/** Creates a credential for confirming a registration; returns the token of its link. */
async function createConfirmationToken(world: World, person_id: number): Promise<string> {
  const token = randomBytes(12).toString('hex');
  const hash = createHash('sha256').update(token).digest('hex');
  const expires_at = new Date(Date.now() + 3_600_000);
  await world.db.insertInto('credential').values({ person_id, kind: 'confirmation', hash, expires_at }).execute();
  return token;
}

async function createFiles(world: World, coach: number): Promise<Fixtures['files']> {
  const { email } = await world.db
    .selectFrom('person')
    .select('email')
    .where('id', '=', coach)
    .executeTakeFirstOrThrow();
  const docxBytes = await docx;
  const day = addDays(dateOf(new Date()), 90 + (personCount % 200));
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const row = (time: string) => `${email};Einzelcoaching;${day};${time}:00;${time}:45`;
  return {
    docx: docxBytes,
    pdf,
    calendar: utf8(`Coach-E-Mail;Typ;Datum;Von;Bis\n${row('09')}\n${row('10')}\n${row('10')}\n${canary};y;z;0;0\n`),
    noise: randomBytes(300),
    empty: new Uint8Array(),
    cut: docxBytes.subarray(0, docxBytes.length / 2),
    html: utf8('<script>alert(1)</script>'),
    long: new Uint8Array(200_000),
  };
}
