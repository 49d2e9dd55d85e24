import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { hashPassword } from '../src/accounts/passwords.ts';
import { newKey, type FileStore } from '../src/files/store.ts';
import { transact, type Db, type Tx } from '../src/server/db.ts';
import { addDays, dateOf } from '../src/shared/berlin.ts';
import { roles } from '../src/shared/roles.ts';
import { makeCalendar, type DemoAppointment } from './demo/calendar.ts';
import { chanceFrom } from './demo/chance.ts';
import { curriculum } from './demo/curriculum.ts';
import { addLog } from './demo/log.ts';
import { makeVisits } from './demo/visits.ts';
import { admin, coaches, newcomer, others, participant, type DemoParticipant, type DemoPerson } from './demo/people.ts';

/** What the demo is filled into; locations must be there already. `now` is the instant that its calendar surrounds. */
export interface DemoInto {
  db: Db;
  now: Date;
  store: Pick<FileStore, 'put'>;
}

/** The password of all demo accounts (contract §10). */
export const demoPassword = 'Demo-2026!';

/** Any number, the same for every instance: who holds it looks and fills, the others find the database filled. */
const demoLock = 7_203_119;

/**
 * Fills a database without persons with the demo: accounts, documents, appointments from two weeks back to four weeks
 * ahead, ratings, visits. All of it or nothing; a database with persons stays as it is. Answers whether it was filled.
 */
export async function fillDemo({ db, now, store }: DemoInto): Promise<boolean> {
  // Hashing takes longer than all else that a start does with a database that is in use.
  if (await hasPeople(db)) return false;
  const passwordHash = await hashPassword(demoPassword);
  return transact(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${demoLock})`.execute(tx);
    if (await hasPeople(tx)) return false;

    const chance = chanceFrom(2026);
    const [adminId = 0] = await addPersons(tx, now, passwordHash, 'admin', [admin]);
    const coachIds = await addCoaches(tx, now, passwordHash);
    const all = [participant, newcomer, ...others];
    const ids = await addParticipants(tx, now, passwordHash, all);
    const [guest = 0] = ids;
    const booking = ids.filter((id, i) => id !== guest && all[i] !== newcomer && all[i]?.state === 'active');
    const [firstCoach = 0] = coachIds;
    await addDocuments(tx, store, [
      ...[guest, ...booking].map((id) => ({ participant: id, by: id, byCoach: false, name: 'Lebenslauf.docx' })),
      { participant: guest, by: firstCoach, byCoach: true, name: 'Lebenslauf mit Anmerkungen.docx' },
    ]);
    await addCalendar(tx, makeCalendar({ admin: adminId, coaches: coachIds, guest, booking }, now, chance));
    await addLog(tx);
    await tx
      .insertInto('tracking')
      .values(makeVisits(dateOf(now), chance))
      .execute();
    return true;
  });
}

const hasPeople = async (db: Db | Tx) =>
  (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);

async function addPersons(
  tx: Tx,
  now: Date,
  passwordHash: string,
  role: keyof typeof roles,
  persons: (DemoPerson & { state?: DemoParticipant['state'] })[],
): Promise<number[]> {
  const rows = persons.map(({ email, firstName, lastName, gender, state = 'active' }, i) => ({
    ...{ role_id: roles[role].value, email, first_name: firstName, last_name: lastName, gender },
    phone: `0221${String(5_550_100 + i)}`,
    password_hash: state === 'unconfirmed' ? null : passwordHash,
    confirmed_at: state === 'unconfirmed' ? null : daysBefore(now, 89),
    inactive_at: state === 'inactive' ? daysBefore(now, 10) : null,
    created_at: state === 'unconfirmed' ? daysBefore(now, 1) : daysBefore(now, 90),
  }));
  const added = await tx.insertInto('person').values(rows).returning(['id', 'email']).execute();
  return persons.map(({ email }) => added.find((row) => row.email === email)?.id ?? 0);
}

async function addCoaches(tx: Tx, now: Date, passwordHash: string): Promise<number[]> {
  const ids = await addPersons(tx, now, passwordHash, 'coach', coaches);
  const rows = coaches.map(({ email, speedCoach }, i) => ({
    person_id: ids[i] ?? 0,
    teams_link: `https://teams.microsoft.com/l/meetup-join/demo-${email.split('@')[0]}`,
    speed_coach: speedCoach,
  }));
  await tx.insertInto('coach').values(rows).execute();
  return ids;
}

async function addParticipants(tx: Tx, now: Date, passwordHash: string, all: DemoParticipant[]): Promise<number[]> {
  const ids = await addPersons(tx, now, passwordHash, 'participant', all);
  const locations = await tx.selectFrom('location').select(['id', 'label']).orderBy('id').execute();
  const today = dateOf(now);
  const rows = all.map(({ qualification, town }, i) => ({
    ...{ person_id: ids[i] ?? 0, qualification },
    qualification_start: addDays(today, -60 - i),
    qualification_end: addDays(today, 120 + 3 * i),
    location_id: locations.find(({ label }) => label === town)?.id ?? locations[0]?.id ?? 0,
  }));
  await tx.insertInto('participant').values(rows).execute();
  return ids;
}

interface DemoDocument {
  participant: number;
  by: number;
  byCoach: boolean;
  name: string;
}

async function addDocuments(tx: Tx, store: DemoInto['store'], documents: DemoDocument[]): Promise<void> {
  const sha256 = createHash('sha256').update(curriculum).digest();
  const rows = documents.map(({ participant: owner, by, byCoach, name }) => ({
    ...{ participant_id: owner, uploaded_by: by, by_coach: byCoach, name, ending: 'docx' },
    ...{ size: curriculum.length, sha256, store_key: newKey() },
  }));
  await Promise.all(rows.map((row) => store.put(row.store_key, Readable.from([curriculum]))));
  await tx.insertInto('document').values(rows).execute();
}

async function addCalendar(tx: Tx, calendar: DemoAppointment[]): Promise<void> {
  const rows = calendar.map(({ coach, type, startsAt, endsAt, createdAt, booking, status, cancel }) => ({
    ...{ coach_id: coach, type_id: type === 'Einzelcoaching' ? 1 : 2, starts_at: startsAt, ends_at: endsAt, status },
    ...{ created_at: createdAt, participant_id: booking?.participant ?? null, self_booked: booking?.self ?? false },
    ...{ quota_number: booking?.quotaNumber ?? null, booked_at: booking?.at ?? null, booked_by: booking?.by ?? null },
    ...{ cancel_kind: cancel?.kind ?? null, cancel_reason: cancel?.reason || null },
    ...{ cancelled_at: cancel?.at ?? null, cancelled_by: cancel?.by ?? null },
  }));
  // A cancelled row and the fresh one of the same stretch share coach and start; the status tells them apart.
  const key = (row: { coach_id: number; starts_at: Date; status: string }) =>
    `${row.coach_id} ${row.starts_at.getTime()} ${row.status}`;
  const added = await tx
    .insertInto('appointment')
    .values(rows)
    .returning(['id', 'coach_id', 'starts_at', 'status'])
    .execute();
  const idOf = new Map(added.map((row) => [key(row), row.id]));
  const ratings = calendar.flatMap(({ coach, startsAt, status, rating }) => {
    if (!rating) return [];
    const [collaboration, openQuestions, applicationProcess, competencies, documents, recommendation] = rating.stars;
    return {
      appointment_id: idOf.get(key({ coach_id: coach, starts_at: startsAt, status })) ?? 0,
      ...{ collaboration, open_questions: openQuestions, application_process: applicationProcess },
      ...{ competencies, documents, recommendation },
      ...{ personal_feedback: rating.personalFeedback, free_text: rating.freeText, created_at: rating.at },
      ...{ topics: rating.topics, topic_wishes: rating.wishes },
    };
  });
  await tx.insertInto('rating').values(ratings).execute();
}
