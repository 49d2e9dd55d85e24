import { sql } from 'kysely';
import { hashPassword } from '../src/platform/password-hash.ts';
import type { FileStore } from '../src/platform/storage/store.ts';
import { transact, type Db, type Tx } from '../src/platform/database/db.ts';
import { addDays, dateOf } from '../src/shared/berlin.ts';
import { roles } from '../src/shared/roles.ts';
import { addAbsences } from './demo/absences.ts';
import { makeAvailability } from './demo/availability.ts';
import { makeCalendar, type DemoAppointment } from './demo/calendar.ts';
import { createChance } from './demo/chance.ts';
import { addDocuments } from './demo/documents.ts';
import { addErasureRequest } from './demo/erasure.ts';
import { addIntroductions } from './demo/introductions.ts';
import { addAuditEntries } from './demo/log.ts';
import { addSeries } from './demo/series.ts';
import { makeVisits } from './demo/visits.ts';
import { addWaitingList } from './demo/waiting.ts';
import {
  admin,
  coaches,
  newcomer,
  otherParticipants,
  participant,
  type DemoParticipant,
  type DemoPerson,
} from './demo/people.ts';

/** The installation to fill; its locations must exist already. The calendar of the demo is built around `now`. */
export interface DemoTarget {
  db: Db;
  now: Date;
  store: Pick<FileStore, 'put'>;
}

/** The password of all demo accounts (reference 10.12). */
export const demoPassword = 'Demo-2026!';

/** The key of an advisory lock, so that only one of several instances fills the database. */
const demoLock = 7_203_119;

/**
 * Fills a database without people with demo data: accounts, documents, appointments from two weeks ago to four weeks
 * ahead, ratings and visits, all in one transaction. Returns whether the database was filled; a database with people is
 * not changed.
 */
export async function fillDemo({ db, now, store }: DemoTarget): Promise<boolean> {
  // Checks this before hashing the password, because hashing would slow down each start with a filled database.
  if (await hasPeople(db)) return false;
  const passwordHash = await hashPassword(demoPassword);
  return transact(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${demoLock})`.execute(tx);
    if (await hasPeople(tx)) return false;

    const chance = createChance(2026);
    const [adminId = 0] = await addPeople(tx, now, passwordHash, 'admin', [admin]);
    const coachIds = await addCoaches(tx, now, passwordHash);
    const allParticipants = [participant, newcomer, ...otherParticipants];
    const participantIds = await addParticipants(tx, now, passwordHash, allParticipants);
    const [mainParticipant = 0] = participantIds;
    const bookers = participantIds.filter((id, i) => {
      const person = allParticipants[i];
      return id !== mainParticipant && person !== newcomer && person?.state === 'active';
    });
    const [firstCoach = 0] = coachIds;
    const owners = allParticipants.flatMap((person, i) => {
      const id = participantIds[i] ?? 0;
      return id === mainParticipant || bookers.includes(id) ? { id, person } : [];
    });
    await addDocuments(tx, store, now, { owners, coach: firstCoach });
    const cast = { admin: adminId, coaches: coachIds, mainParticipant, bookers };
    await addCalendar(tx, makeCalendar(cast, now, chance), now);
    await addSeries(tx, now, coachIds[1] ?? firstCoach);
    await addAbsences(tx, now, { vacationers: coachIds.slice(2), illCoach: firstCoach });
    await addWaitingList(tx, now, { mainParticipant, others: bookers, coach: firstCoach });
    await addErasureRequest(tx, now, bookers.at(-1) ?? mainParticipant);
    await addIntroductions(tx, now, coachIds);
    await addAuditEntries(tx);
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

async function addPeople(
  tx: Tx,
  now: Date,
  passwordHash: string,
  role: keyof typeof roles,
  people: (DemoPerson & { state?: DemoParticipant['state'] })[],
): Promise<number[]> {
  const rows = people.map(({ email, firstName, lastName, gender, state = 'active' }, i) => ({
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
  return people.map(({ email }) => added.find((row) => row.email === email)?.id ?? 0);
}

async function addCoaches(tx: Tx, now: Date, passwordHash: string): Promise<number[]> {
  const coachIds = await addPeople(tx, now, passwordHash, 'coach', coaches);
  const rows = coaches.map(({ email, isSpeedCoach }, i) => ({
    person_id: coachIds[i] ?? 0,
    teams_link: `https://teams.microsoft.com/l/meetup-join/demo-${email.split('@')[0]}`,
    speed_coach: isSpeedCoach,
  }));
  await tx.insertInto('coach').values(rows).execute();
  return coachIds;
}

async function addParticipants(tx: Tx, now: Date, passwordHash: string, all: DemoParticipant[]): Promise<number[]> {
  const ids = await addPeople(tx, now, passwordHash, 'participant', all);
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

/** Notes to coaches about bookings. Bookings get them in turn; most bookings have none. */
const notes = [
  'Ich möchte mein Anschreiben für eine Stelle im Lager üben. Die Anzeige liegt bei meinen Unterlagen.',
  null,
  null,
  'Am Donnerstag habe ich ein Vorstellungsgespräch und bin sehr aufgeregt.',
  null,
];

/** For how long the coaches have not yet said who was there, in milliseconds. */
const unansweredFor = 48 * 3_600_000;

async function addCalendar(tx: Tx, calendar: DemoAppointment[], now: Date): Promise<void> {
  const rows = calendar.map(({ coach, type, startsAt, endsAt, createdAt, booking, status, cancellation }, index) => ({
    coach_id: coach,
    type_id: type === 'Einzelcoaching' ? 1 : 2,
    starts_at: startsAt,
    ends_at: endsAt,
    status,
    created_at: createdAt,
    participant_id: booking?.participant ?? null,
    self_booked: booking?.bySelf ?? false,
    quota_number: booking?.quotaNumber ?? null,
    booked_at: booking?.at ?? null,
    booked_by: booking?.by ?? null,
    cancel_kind: cancellation?.kind ?? null,
    cancel_reason: cancellation?.reason || null,
    booking_note: booking?.bySelf && status === 'G' ? (notes[index % notes.length] ?? null) : null,
    attended_at: booking && status === 'G' && +now - +endsAt > unansweredFor ? endsAt : null,
    coming_at: booking?.isComing && status === 'G' ? booking.at : null,
    cancelled_at: cancellation?.at ?? null,
    cancelled_by: cancellation?.by ?? null,
  }));
  // A cancelled booking and the free slot that replaces it have the same coach and start, but a different status.
  const buildKey = (row: { coach_id: number; starts_at: Date; status: string }) =>
    `${row.coach_id} ${row.starts_at.getTime()} ${row.status}`;
  const added = await tx
    .insertInto('appointment')
    .values(rows)
    .returning(['id', 'coach_id', 'starts_at', 'status'])
    .execute();
  const idByKey = new Map(added.map((row) => [buildKey(row), row.id]));
  const findId = ({ coach, startsAt, status }: DemoAppointment) =>
    idByKey.get(buildKey({ coach_id: coach, starts_at: startsAt, status })) ?? 0;
  for (const row of calendar) {
    if (!row.move) continue;
    const from = findId(row.move.from);
    await tx
      .updateTable('appointment')
      .set({ moved_from: from, moved_at: row.move.at, moved_by_staff: row.move.byStaff, calendar_event: from })
      // The second version of the calendar event: the first one had the original time.
      .set({ calendar_sequence: 2 })
      .where('id', '=', findId(row))
      .execute();
  }
  const ratings = calendar.flatMap((row) => {
    const { rating } = row;
    if (!rating) return [];
    const [collaboration, openQuestions, applicationProcess, competencies, documents, recommendation] = rating.stars;
    return {
      appointment_id: findId(row),
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
