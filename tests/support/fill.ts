import { sql, type RawBuilder } from 'kysely';
import { seedLocations } from '../../db/locations.ts';
import {
  addAbsences,
  addAvailability,
  addIntroductions,
  addSeries,
  selectSeries,
  type FilledDays,
} from './fill-calendars.ts';
import {
  addAnswersAndNotes,
  addErasureRequests,
  addVisits,
  addWaitingEntries,
  addWaitingOffers,
} from './fill-people.ts';
import { buildPeopleInsert } from './people.ts';
import { topics, wishes } from '../../src/features/ratings/rules.ts';
import type { Db } from '../../src/platform/database/db.ts';

/** The amounts of data in a filled database. */
export interface DataAmounts {
  participants: number;
  appointments: number;
  coaches: number;
  /** Entries of the audit log. */
  auditEntries: number;
  /** How many days ago the data begins; three years by default. The calendar always ends 30 days from now. */
  pastDays?: number;
}

const defaultPastDays = 1095;
const futureDays = 30;

const firstNames =
  'Anna Ben Clara David Elif Finn Greta Hannes Ida Jonas Karla Leon Mia Noah Olga Paul Rosa Samuel Tülay Viktor \
Yasmin Zoe Ömer Jürgen \
Aylin Bernd Carmen Dmitri Emma Fatma Georg Heike Igor Jana Kemal Lena Marek Nadine Oskar Petra Ronja Stefan Tanja \
Uwe Vera Wolfgang Xenia Yusuf';
const commonNames =
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf \
Schröder Neumann Schwarz Zimmermann Braun';
// Rare last names are combinations of a beginning and an ending.
const beginnings =
  'Acker Alten Berg Birken Blumen Brunnen Buchen Dorn Eber Eichen Eisen Erlen Falken Feld Felsen Garten Gold Grün \
Hasel Heiden Hirsch Hohen Holz Kalten Kirch Korn Kreuz Laden Linden Mühl Nieder Ober Rosen Sand Silber Stein Tannen \
Unter Wald Weiden Wiesen Winter';
const endings =
  'bach bauer baum berg brink burg dorf eck egger feld fels garten grund haus heim hof holz horst kamp lage mann \
meier moser müller reuter roth schmied stedt stein tal thaler vogel wald weber wirth';

const splitWords = (text: string) => sql`string_to_array(${text}, ' ')`;
const countWords = (text: string) => sql.lit(text.split(' ').length);

/** SQL: a word of `text`, chosen by an integer of any size. */
const selectWord = (text: string, number: RawBuilder<unknown>) =>
  sql`(${splitWords(text)})[1 + (${number}) % ${countWords(text)}]`;

/**
 * SQL: the first and the last name of the person with the number `n`. Of ten people, two have a common last name, one
 * has a double-barrelled name, and seven have a rare last name.
 */
const nameColumns = (n: RawBuilder<unknown>) => {
  // A number below 2^20 that looks random, but is always the same for the same person.
  const hash = sql`(hashint8(${n}) & 1048575)`;
  const common = selectWord(commonNames, hash);
  const rare = sql`${selectWord(beginnings, sql`${hash} / 10`)} || ${selectWord(endings, sql`${hash} / 420`)}`;
  const last = sql`CASE ${n} % 10 WHEN 0 THEN ${common} WHEN 1 THEN ${common}
    WHEN 2 THEN ${common} || '-' || ${rare} ELSE ${rare} END`;
  return { first_name: selectWord(firstNames, sql`(hashint8(${n} + 1000000) & 1048575)`), last_name: last };
};

const genderColumn = (n: RawBuilder<unknown>) => sql`(ARRAY['f', 'm', 'd'])[1 + ${n} % 3]`;

/**
 * Fills an empty migrated database with plausible data of several years: an admin, coaches with equal numbers of
 * appointments, most of them booked and some of them in series, participants (one in ten is inactive), ratings,
 * documents without bytes, notes, sent mails, the waiting list, absences, introductions, requests for erasure, counts of
 * visits, and audit entries. It creates the same data each time, but all times depend on the current day. The mail
 * addresses are `admin@`, `c<n>@` and `p<n>@probe.example`; nobody has a password. `db` has the owner's role; `report`
 * gets a line before each step.
 */
export async function fillDatabase(
  db: Db,
  amounts: DataAmounts,
  report: (line: string) => void = () => {},
): Promise<void> {
  const { participants, pastDays = defaultPastDays } = amounts;
  const days: FilledDays = { pastDays, futureDays };
  await seedLocations(db);
  report('people');
  await addPeople(db, amounts);
  report('appointments');
  await addSeries(db, days);
  await addAppointments(db, amounts);
  report('ratings, documents, mails');
  await addRatings(db);
  await addDocuments(db);
  await addAnswersAndNotes(db);
  await addMails(db);
  report('waiting list, absences, introductions, counts');
  await addWaitingEntries(db);
  await addWaitingOffers(db);
  await addAbsences(db, days);
  await addIntroductions(db);
  await addAvailability(db, days);
  await addErasureRequests(db);
  await addVisits(db, { participants, pastDays });
  report('audit entries');
  await addAuditEntries(db, amounts);
  report('planner statistics');
  await sql`VACUUM ANALYZE`.execute(db);
}

/** Adds an admin (the person with the number 0), coaches and participants. */
async function addPeople(db: Db, { participants, coaches, pastDays = defaultPastDays }: DataAmounts): Promise<void> {
  await buildPeopleInsert(
    {
      role_id: sql`CASE WHEN n = 0 THEN 3 ELSE 2 END`,
      ...nameColumns(sql`n`),
      gender: genderColumn(sql`n`),
      email: sql`CASE WHEN n = 0 THEN 'admin' ELSE 'c' || n END || '@probe.example'`,
      phone: sql`'0221' || 5550000 + n`,
      confirmed_at: sql`now() - interval '4 years'`,
      created_at: sql`now() - interval '4 years'`,
    },
    sql`FROM generate_series(0, ${coaches}::int) n`,
  ).execute(db);
  await sql`
    INSERT INTO coach (person_id, teams_link, speed_coach)
    SELECT id, 'https://teams.example/' || id, id % 10 = 0 FROM person WHERE role_id = 2
  `.execute(db);
  await buildPeopleInsert(
    {
      email: sql`'p' || n || '@probe.example'`,
      ...nameColumns(sql`n`),
      gender: genderColumn(sql`n`),
      phone: sql`'0177' || 1000000 + n`,
      confirmed_at: sql`at`,
      created_at: sql`at`,
      inactive_at: sql`CASE WHEN n % 10 = 0 THEN now() END`,
    },
    sql`FROM (
      SELECT n, now() - ${pastDays}::int * interval '1 day' * (1 - n::float / ${participants}::int) AS at
      FROM generate_series(1, ${participants}::int) n
    ) numbered ORDER BY n`,
  ).execute(db);
  await sql`
    INSERT INTO participant (person_id, qualification, qualification_start, qualification_end, location_id)
    SELECT id, (ARRAY['Fachkraft für Lagerlogistik', 'Kaufmann für Büromanagement', 'Pflegefachkraft'])[1 + id % 3],
      created_at::date, created_at::date + 180, (SELECT min(id) FROM location) + id % (SELECT count(*) FROM location)
    FROM person WHERE role_id = 1 ORDER BY id
  `.execute(db);
}

/** The maximum size of a group of participants who have their coachings in the same months. */
const maxGroupSize = 400;

/**
 * Adds the same number of appointments for each coach, spread evenly over the days. Each takes half an hour, and the
 * first one of a day starts at seven o’clock. The participants of each coach form groups. A group has its coachings
 * within a few months, alternately with its own coach and with another coach. Then the next group follows. So every
 * coach meets a few thousand participants in three years if there are 100,000 in all, and the appointments of a
 * participant never overlap.
 */
async function addAppointments(
  db: Db,
  { participants, appointments, coaches, pastDays = defaultPastDays }: DataAmounts,
): Promise<void> {
  const appointmentsPerCoach = Math.floor(appointments / coaches);
  const days = pastDays + futureDays;
  const participantsPerCoach = Math.max(1, Math.floor(participants / coaches));
  const groupSize = Math.ceil(participantsPerCoach / Math.ceil(participantsPerCoach / maxGroupSize));
  const appointmentsPerParticipant = Math.max(1, Math.floor(appointmentsPerCoach / participantsPerCoach));
  const seriesColumn = selectSeries(
    { pastDays, futureDays },
    { number: sql`number`, day: sql`day`, startsAt: sql`starts_at` },
  );
  // In the statement, `i` counts the appointments of a coach, and `n` the appointments of all coaches. A participant is
  // identified by the number of their own coach (`own_coach`) and by a number among the participants of this coach
  // (`client`). `visit` counts the appointments of a participant. `outcome` is the status of the appointment, or
  // 'speed' for a free Speedcoaching.
  await sql`
    WITH people AS (SELECT min(person_id) AS first FROM participant),
    staff AS (SELECT person_id AS coach, row_number() OVER (ORDER BY person_id) - 1 AS number FROM coach),
    assigned AS (
      SELECT coach, number, i, i * ${coaches}::bigint + number AS n,
        i * ${days}::bigint / ${appointmentsPerCoach}::int AS day,
        (number + i / ${groupSize}::int % 2 * 7) % ${coaches}::int AS own_coach,
        (i / (${groupSize}::int * ${appointmentsPerParticipant}::int) * ${groupSize}::int + i % ${groupSize}::int)
          % ${participantsPerCoach}::int AS client
      FROM staff, generate_series(0, ${appointmentsPerCoach}::int - 1) i
    ), timed AS (
      SELECT coach, number, day, n, row_number() OVER (PARTITION BY own_coach, client ORDER BY i) - 1 AS visit,
        (hashint8(n) & 65535) % 100 AS chance, people.first + client * ${coaches}::int + own_coach AS participant,
        date_trunc('day', now()) + (day - ${pastDays}::int) * interval '1 day' + interval '7 hours'
          + (i - ceil(day * ${appointmentsPerCoach}::numeric / ${days}::int)) * interval '30 minutes' AS starts_at
      FROM assigned, people
    ), decided AS (
      SELECT *, CASE WHEN chance < 5 THEN 'speed' WHEN chance < CASE WHEN starts_at < now() THEN 15 ELSE 55 END THEN 'F'
        WHEN chance < 90 THEN 'G' WHEN chance < 94 AND starts_at < now() THEN 'V' ELSE 'K' END AS outcome
      FROM timed
    )
    INSERT INTO appointment (coach_id, type_id, starts_at, ends_at, status, participant_id, self_booked, quota_number,
      booked_at, booked_by, cancel_kind, cancel_reason, cancelled_at, cancelled_by, created_at, series_id)
    SELECT coach, CASE outcome WHEN 'speed' THEN 2 ELSE 1 END, starts_at, starts_at + interval '30 minutes',
      CASE outcome WHEN 'speed' THEN 'F' ELSE outcome END, CASE WHEN outcome IN ('G', 'V', 'K') THEN participant END,
      outcome IN ('G', 'V', 'K') AND visit < 3, CASE WHEN outcome IN ('G', 'V') AND visit < 3 THEN visit + 1 END,
      CASE WHEN outcome IN ('G', 'V', 'K') THEN least(now(), starts_at - chance % 20 * interval '1 day') END,
      CASE WHEN outcome IN ('G', 'V', 'K') THEN CASE WHEN visit < 3 THEN participant ELSE coach END END,
      CASE outcome WHEN 'K' THEN
        CASE chance % 3 WHEN 0 THEN 'byParticipant' WHEN 1 THEN 'byAdmin' ELSE 'goodwill' END
      END,
      CASE outcome WHEN 'K' THEN 'Ich bin leider verhindert.' END,
      CASE outcome WHEN 'K' THEN least(now(), starts_at) END,
      CASE outcome WHEN 'K' THEN participant END, starts_at - interval '60 days',
      CASE WHEN outcome <> 'speed' THEN ${seriesColumn} END
    FROM decided ORDER BY n
  `.execute(db);
}

/** Adds a rating for every third past coaching, on the day of the coaching. */
async function addRatings(db: Db): Promise<void> {
  await sql`
    INSERT INTO rating (appointment_id, collaboration, open_questions, application_process, competencies, documents,
      recommendation, personal_feedback, free_text, topics, topic_wishes, created_at)
    SELECT id, 3 + id % 3, 3 + id / 3 % 3, 2 + id / 5 % 4, 3 + id / 7 % 3, 1 + id / 11 % 5, 3 + id / 13 % 3,
      'Das Gespräch hat mir sehr geholfen.', CASE WHEN id % 4 = 0 THEN 'Gern wieder.' ELSE '' END,
      ARRAY[(${[...topics]}::text[])[1 + id % ${topics.length}::int]],
      ARRAY[(${[...wishes]}::text[])[1 + id % ${wishes.length}::int]], ends_at + interval '1 hour'
    FROM appointment WHERE status = 'G' AND ends_at < now() AND id % 3 = 0 ORDER BY ends_at
  `.execute(db);
}

/** Adds a CV for every participant, and a version revised by a coach for every fourth participant. */
async function addDocuments(db: Db): Promise<void> {
  await sql`
    INSERT INTO document (participant_id, uploaded_by, by_coach, name, ending, size, sha256, store_key, uploaded_at)
    SELECT t.person_id, CASE WHEN by_coach THEN (SELECT min(person_id) FROM coach) ELSE t.person_id END, by_coach,
      CASE WHEN by_coach THEN 'Lebenslauf mit Anmerkungen.docx' ELSE 'Lebenslauf.docx' END, 'docx', 20000, '\\x00',
      replace(gen_random_uuid()::text, '-', ''), p.created_at
    FROM participant t JOIN person p ON p.id = t.person_id, (VALUES (false), (true)) versions (by_coach)
    WHERE NOT by_coach OR t.person_id % 4 = 0 ORDER BY t.person_id
  `.execute(db);
}

/** For each booking, adds the mail that was sent to the participant. */
async function addMails(db: Db): Promise<void> {
  await sql`
    INSERT INTO mail (kind, person_id, appointment_id, created_at, sent_at, attempts)
    SELECT 'appointmentBooked', participant_id, id, booked_at, booked_at, 1 FROM appointment
    WHERE booked_at IS NOT NULL ORDER BY booked_at
  `.execute(db);
}

/**
 * Adds audit entries, spread evenly over the days. Of a hundred entries, 50 are bookings by participants, 45 are
 * downloads by coaches, and 5 are actions of the admin.
 */
async function addAuditEntries(
  db: Db,
  { auditEntries, participants, coaches, appointments, pastDays = defaultPastDays }: DataAmounts,
): Promise<void> {
  await sql`
    WITH smallest_ids AS (
      SELECT (SELECT min(person_id) FROM participant) AS participant, (SELECT min(person_id) FROM coach) AS coach,
        (SELECT min(id) FROM appointment) AS appointment, (SELECT min(id) FROM document) AS document,
        (SELECT id FROM person WHERE role_id = 3) AS admin
    ), action AS (
      SELECT n, (n * 7919::bigint) % 100 AS chance, smallest_ids.*,
        participant + (n * 31::bigint) % ${participants}::int AS person
      FROM smallest_ids, generate_series(1, ${auditEntries}::int) n
    )
    INSERT INTO audit (at, actor_id, action, person_id, appointment_id, document_id)
    SELECT now() - ${pastDays}::int * interval '1 day' * (1 - n::float / ${auditEntries}::int),
      CASE WHEN chance < 50 THEN person WHEN chance < 95 THEN coach + n % ${coaches}::int ELSE admin END,
      CASE WHEN chance < 50 THEN 'booked' WHEN chance < 95 THEN 'fileDownloaded' WHEN n % 1000 = 0 THEN 'imported'
        ELSE 'appointmentCreated' END,
      CASE WHEN chance < 95 THEN person END,
      CASE WHEN chance < 50 OR chance >= 95 THEN appointment + (n * 13::bigint) % ${appointments}::int END,
      CASE WHEN chance BETWEEN 50 AND 94 THEN document + n % ${participants}::int END
    FROM action ORDER BY n
  `.execute(db);
}
