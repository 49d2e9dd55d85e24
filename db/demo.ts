import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { hashPassword } from '../src/platform/password-hash.ts';
import { newKey, type FileStore } from '../src/platform/storage/store.ts';
import { transact, type Db, type Tx } from '../src/platform/database/db.ts';
import { addDays, dateOf } from '../src/shared/berlin.ts';
import { roles } from '../src/shared/roles.ts';
import { addAbsences } from './demo/absences.ts';
import { makeAvailability } from './demo/availability.ts';
import { makeCalendar, type DemoAppointment } from './demo/calendar.ts';
import { chanceFrom } from './demo/chance.ts';
import { curriculum } from './demo/curriculum.ts';
import { addErasureRequest } from './demo/erasure.ts';
import { addIntroductions } from './demo/introductions.ts';
import { addLog } from './demo/log.ts';
import { addSeries } from './demo/series.ts';
import { makeVisits } from './demo/visits.ts';
import { addWaiting } from './demo/waiting.ts';
import {
  admin,
  coaches,
  newcomer,
  otherParticipants,
  participant,
  type DemoParticipant,
  type DemoPerson,
} from './demo/people.ts';

/** The installation to fill, which must have its locations already. The calendar of the demo is built around `now`. */
export interface DemoInto {
  db: Db;
  now: Date;
  store: Pick<FileStore, 'put'>;
}

/** The password of all demo accounts (reference 10.12). */
export const demoPassword = 'Demo-2026!';

/** The key of the advisory lock: one instance fills the database, the others then find it filled. */
const demoLock = 7_203_119;

/**
 * Fills a database without persons with demo data: accounts, documents, appointments from two weeks ago to four weeks
 * ahead, ratings, visits. All or nothing; a database with persons is not changed. Returns whether it was filled.
 */
export async function fillDemo({ db, now, store }: DemoInto): Promise<boolean> {
  // Check first: hashing would take longer than everything else in the start of a filled database.
  if (await hasPeople(db)) return false;
  const passwordHash = await hashPassword(demoPassword);
  return transact(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${demoLock})`.execute(tx);
    if (await hasPeople(tx)) return false;

    const chance = chanceFrom(2026);
    const [adminId = 0] = await addPersons(tx, now, passwordHash, 'admin', [admin]);
    const coachIds = await addCoaches(tx, now, passwordHash);
    const all = [participant, newcomer, ...otherParticipants];
    const ids = await addParticipants(tx, now, passwordHash, all);
    const [guest = 0] = ids;
    const booking = ids.filter((id, i) => id !== guest && all[i] !== newcomer && all[i]?.state === 'active');
    const [firstCoach = 0] = coachIds;
    await addDocuments(tx, store, [
      ...[guest, ...booking].map((id) => ({ participant: id, by: id, byCoach: false, name: 'Lebenslauf.docx' })),
      { participant: guest, by: firstCoach, byCoach: true, name: 'Lebenslauf mit Anmerkungen.docx' },
    ]);
    await addCalendar(tx, makeCalendar({ admin: adminId, coaches: coachIds, guest, booking }, now, chance));
    await addSeries(tx, now, coachIds[1] ?? firstCoach);
    await addAbsences(tx, now, { away: coachIds.slice(2), ill: firstCoach });
    await addWaiting(tx, now, { guest, others: booking, coach: firstCoach });
    await addErasureRequest(tx, now, booking.at(-1) ?? guest);
    await addIntroductions(tx, now, coachIds);
    await addLog(tx);
    await tx
      .insertInto('availability')
      .values(makeAvailability(dateOf(now), coachIds, chance))
      .execute();
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
    role_id: roles[role].value,
    email,
    first_name: firstName,
    last_name: lastName,
    gender,
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
    person_id: ids[i] ?? 0,
    qualification,
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
    participant_id: owner,
    uploaded_by: by,
    by_coach: byCoach,
    name,
    ending: 'docx',
    size: curriculum.length,
    sha256,
    store_key: newKey(),
  }));
  await Promise.all(rows.map((row) => store.put(row.store_key, Readable.from([curriculum]))));
  await tx.insertInto('document').values(rows).execute();
}

/** Words to coaches about bookings; most people write none. */
const notes = [
  'Ich möchte mein Anschreiben für eine Stelle im Lager üben. Die Anzeige liegt bei meinen Unterlagen.',
  null,
  null,
  'Am Donnerstag habe ich ein Vorstellungsgespräch und bin sehr aufgeregt.',
  null,
];

async function addCalendar(tx: Tx, calendar: DemoAppointment[]): Promise<void> {
  const rows = calendar.map(({ coach, type, startsAt, endsAt, createdAt, booking, status, cancel }, index) => ({
    coach_id: coach,
    type_id: type === 'Einzelcoaching' ? 1 : 2,
    starts_at: startsAt,
    ends_at: endsAt,
    status,
    created_at: createdAt,
    participant_id: booking?.participant ?? null,
    self_booked: booking?.self ?? false,
    quota_number: booking?.quotaNumber ?? null,
    booked_at: booking?.at ?? null,
    booked_by: booking?.by ?? null,
    cancel_kind: cancel?.kind ?? null,
    cancel_reason: cancel?.reason || null,
    booking_note: booking?.self && status === 'G' ? (notes[index % notes.length] ?? null) : null,
    cancelled_at: cancel?.at ?? null,
    cancelled_by: cancel?.by ?? null,
  }));
  // A cancelled row and the free one of the same slot share coach and start; the status distinguishes them.
  const key = (row: { coach_id: number; starts_at: Date; status: string }) =>
    `${row.coach_id} ${row.starts_at.getTime()} ${row.status}`;
  const added = await tx
    .insertInto('appointment')
    .values(rows)
    .returning(['id', 'coach_id', 'starts_at', 'status'])
    .execute();
  const idOf = new Map(added.map((row) => [key(row), row.id]));
  const idOfRow = ({ coach, startsAt, status }: DemoAppointment) =>
    idOf.get(key({ coach_id: coach, starts_at: startsAt, status })) ?? 0;
  for (const row of calendar) {
    if (!row.moved) continue;
    const from = idOfRow(row.moved.from);
    await tx
      .updateTable('appointment')
      .set({ moved_from: from, moved_at: row.moved.at, moved_by_staff: row.moved.byStaff, calendar_event: from })
      // Calendars got it twice: where it was booked, and here.
      .set({ calendar_sequence: 2 })
      .where('id', '=', idOfRow(row))
      .execute();
  }
  const ratings = calendar.flatMap((row) => {
    const { rating } = row;
    if (!rating) return [];
    const [collaboration, openQuestions, applicationProcess, competencies, documents, recommendation] = rating.stars;
    return {
      appointment_id: idOfRow(row),
      collaboration,
      open_questions: openQuestions,
      application_process: applicationProcess,
      competencies,
      documents,
      recommendation,
      personal_feedback: rating.personalFeedback,
      free_text: rating.freeText,
      created_at: rating.at,
      topics: rating.topics,
      topic_wishes: rating.wishes,
    };
  });
  await tx.insertInto('rating').values(ratings).execute();
}
