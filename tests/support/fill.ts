import { sql, type RawBuilder } from 'kysely';
import { seedLocations } from '../../db/locations.ts';
import { insertPeople } from './people.ts';
import { topics, wishes } from '../../src/features/ratings/rules.ts';
import type { Db } from '../../src/platform/database/db.ts';

/** The size of a filled database. */
export interface DataAmounts {
  participants: number;
  appointments: number;
  coaches: number;
  /** Entries of the audit log. */
  entries: number;
  /** How many days back the data begins, by default three years. It ends a month ahead. */
  days?: number;
}

/** How many days the calendar reaches into the past, and into the future. */
const pastDays = 1095;
const futureDays = 30;

const firstNames =
  'Anna Ben Clara David Elif Finn Greta Hannes Ida Jonas Karla Leon Mia Noah Olga Paul Rosa Samuel Tülay Viktor \
Yasmin Zoe Ömer Jürgen \
Aylin Bernd Carmen Dmitri Emma Fatma Georg Heike Igor Jana Kemal Lena Marek Nadine Oskar Petra Ronja Stefan Tanja \
Uwe Vera Wolfgang Xenia Yusuf';
const commonNames =
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf \
Schröder Neumann Schwarz Zimmermann Braun';
// Each beginning combines with each ending to a rare name.
const beginnings =
  'Acker Alten Berg Birken Blumen Brunnen Buchen Dorn Eber Eichen Eisen Erlen Falken Feld Felsen Garten Gold Grün \
Hasel Heiden Hirsch Hohen Holz Kalten Kirch Korn Kreuz Laden Linden Mühl Nieder Ober Rosen Sand Silber Stein Tannen \
Unter Wald Weiden Wiesen Winter';
const endings =
  'bach bauer baum berg brink burg dorf eck egger feld fels garten grund haus heim hof holz horst kamp lage mann \
meier moser müller reuter roth schmied stedt stein tal thaler vogel wald weber wirth';

const count = (text: string) => sql.lit(text.split(' ').length);

/** SQL: one of the words in `text`, selected by an integer. */
const oneOf = (text: string, number: RawBuilder<unknown>) => sql`(${words(text)})[1 + (${number}) % ${count(text)}]`;

/**
 * SQL: first and last name of the nth person. Of ten people, two have a common last name, one has a double-barrelled
 * name, and the others have a rare one.
 */
const nameOf = (n: RawBuilder<unknown>) => {
  const chance = sql`(hashint8(${n}) & 1048575)`;
  const common = oneOf(commonNames, chance);
  const rare = sql`${oneOf(beginnings, sql`${chance} / 10`)} || ${oneOf(endings, sql`${chance} / 420`)}`;
  const last = sql`CASE ${n} % 10 WHEN 0 THEN ${common} WHEN 1 THEN ${common}
    WHEN 2 THEN ${common} || '-' || ${rare} ELSE ${rare} END`;
  return { first_name: oneOf(firstNames, sql`(hashint8(${n} + 1000000) & 1048575)`), last_name: last };
};

const genderOf = (n: RawBuilder<unknown>) => sql`(ARRAY['f', 'm', 'd'])[1 + ${n} % 3]`;

/**
 * Fills an empty migrated database with the data of three plausible years. A few statements create the same data each
 * time, except for the current day: participants (one in ten is inactive), coaches with equally many appointments, most
 * of them booked, ratings, documents without bytes, sent mails, the audit log. The e-mails are `admin@`, `c<n>@` and
 * `p<n>@probe.example`, without passwords. `db` is the owner's; `report` gets a line before each step.
 */
export async function fillDatabase(
  db: Db,
  amounts: DataAmounts,
  report: (line: string) => void = () => {},
): Promise<void> {
  await seedLocations(db);
  report('people');
  await addPeople(db, amounts);
  report('appointments');
  await addAppointments(db, amounts);
  report('ratings, documents, mails');
  await addRatings(db);
  await addDocuments(db);
  await addMails(db);
  report('log');
  await addLog(db, amounts);
  report('planner statistics');
  await sql`VACUUM ANALYZE`.execute(db);
}

const words = (text: string) => sql`string_to_array(${text}, ' ')`;

async function addPeople(db: Db, { participants, coaches, days = pastDays }: DataAmounts): Promise<void> {
  await insertPeople(
    {
      role_id: sql`CASE WHEN n = 0 THEN 3 ELSE 2 END`,
      ...nameOf(sql`n`),
      gender: genderOf(sql`n`),
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
  await insertPeople(
    {
      email: sql`'p' || n || '@probe.example'`,
      ...nameOf(sql`n`),
      gender: genderOf(sql`n`),
      phone: sql`'0177' || 1000000 + n`,
      confirmed_at: sql`at`,
      created_at: sql`at`,
      inactive_at: sql`CASE WHEN n % 10 = 0 THEN now() END`,
    },
    sql`FROM (
      SELECT n, now() - ${days}::int * interval '1 day' * (1 - n::float / ${participants}::int) AS at
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

/** How many participants of a coach have their coachings in the same weeks, before the next group follows. */
const cohort = 400;

/**
 * Each coach has the same number of appointments, spread evenly over the days, of half an hour each from seven o'clock
 * on. All participants have equally many, over a few months, alternately with their own coach and with another one. So
 * in three years a coach meets some thousands of 100,000 people, and no appointments of a participant overlap.
 */
async function addAppointments(
  db: Db,
  { participants, appointments, coaches, days: past = pastDays }: DataAmounts,
): Promise<void> {
  const each = Math.floor(appointments / coaches);
  const days = past + futureDays;
  const own = Math.max(1, Math.floor(participants / coaches));
  const together = Math.ceil(own / Math.ceil(own / cohort));
  const visits = Math.max(1, Math.floor(each / own));
  await sql`
    WITH people AS (SELECT min(person_id) AS first FROM participant),
    staff AS (SELECT person_id AS coach, row_number() OVER (ORDER BY person_id) - 1 AS number FROM coach),
    placed AS (
      SELECT coach, number, i, i * ${coaches}::bigint + number AS n, i * ${days}::bigint / ${each}::int AS day,
        (number + i / ${together}::int % 2 * 7) % ${coaches}::int AS home,
        (i / (${together}::int * ${visits}::int) * ${together}::int + i % ${together}::int) % ${own}::int AS client
      FROM staff, generate_series(0, ${each}::int - 1) i
    ), timed AS (
      SELECT coach, n, row_number() OVER (PARTITION BY home, client ORDER BY i) - 1 AS turn,
        (hashint8(n) & 65535) % 100 AS chance, people.first + client * ${coaches}::int + home AS participant,
        date_trunc('day', now()) + (day - ${past}::int) * interval '1 day' + interval '7 hours'
          + (i - ceil(day * ${each}::numeric / ${days}::int)) * interval '30 minutes' AS starts_at
      FROM placed, people
    ), decided AS (
      SELECT *, CASE WHEN chance < 5 THEN 'speed' WHEN chance < CASE WHEN starts_at < now() THEN 15 ELSE 55 END THEN 'F'
        WHEN chance < 90 THEN 'G' WHEN chance < 94 AND starts_at < now() THEN 'V' ELSE 'K' END AS fate
      FROM timed
    )
    INSERT INTO appointment (coach_id, type_id, starts_at, ends_at, status, participant_id, self_booked, quota_number,
      booked_at, booked_by, cancel_kind, cancel_reason, cancelled_at, cancelled_by, created_at)
    SELECT coach, CASE fate WHEN 'speed' THEN 2 ELSE 1 END, starts_at, starts_at + interval '30 minutes',
      CASE fate WHEN 'speed' THEN 'F' ELSE fate END, CASE WHEN fate IN ('G', 'V', 'K') THEN participant END,
      fate IN ('G', 'V', 'K') AND turn < 3, CASE WHEN fate IN ('G', 'V') AND turn < 3 THEN turn + 1 END,
      CASE WHEN fate IN ('G', 'V', 'K') THEN least(now(), starts_at - chance % 20 * interval '1 day') END,
      CASE WHEN fate IN ('G', 'V', 'K') THEN CASE WHEN turn < 3 THEN participant ELSE coach END END,
      CASE fate WHEN 'K' THEN CASE chance % 3 WHEN 0 THEN 'byParticipant' WHEN 1 THEN 'byAdmin' ELSE 'goodwill' END END,
      CASE fate WHEN 'K' THEN 'Ich bin leider verhindert.' END, CASE fate WHEN 'K' THEN least(now(), starts_at) END,
      CASE fate WHEN 'K' THEN participant END, starts_at - interval '60 days'
    FROM decided ORDER BY n
  `.execute(db);
}

/** Every third past coaching is rated on its day. */
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

/** A CV of every participant, and for every fourth one also a version that a coach has revised. */
async function addDocuments(db: Db): Promise<void> {
  await sql`
    INSERT INTO document (participant_id, uploaded_by, by_coach, name, ending, size, sha256, store_key, uploaded_at)
    SELECT t.person_id, CASE WHEN mine THEN t.person_id ELSE (SELECT min(person_id) FROM coach) END, NOT mine,
      CASE WHEN mine THEN 'Lebenslauf.docx' ELSE 'Lebenslauf mit Anmerkungen.docx' END, 'docx', 20000, '\\x00',
      replace(gen_random_uuid()::text, '-', ''), p.created_at
    FROM participant t JOIN person p ON p.id = t.person_id, (VALUES (true), (false)) own (mine)
    WHERE mine OR t.person_id % 4 = 0 ORDER BY t.person_id
  `.execute(db);
}

/** The mail to the participant about each booking. */
async function addMails(db: Db): Promise<void> {
  await sql`
    INSERT INTO mail (kind, person_id, appointment_id, created_at, sent_at, attempts)
    SELECT 'appointmentBooked', participant_id, id, booked_at, booked_at, 1 FROM appointment
    WHERE booked_at IS NOT NULL ORDER BY booked_at
  `.execute(db);
}

/** Downloads and bookings, spread evenly over the years; five of a hundred entries are by an admin. */
async function addLog(
  db: Db,
  { entries, participants, coaches, appointments, days = pastDays }: DataAmounts,
): Promise<void> {
  await sql`
    WITH known AS (
      SELECT (SELECT min(person_id) FROM participant) AS participant, (SELECT min(person_id) FROM coach) AS coach,
        (SELECT min(id) FROM appointment) AS appointment, (SELECT min(id) FROM document) AS document,
        (SELECT id FROM person WHERE role_id = 3) AS admin
    ), action AS (
      SELECT n, (n * 7919::bigint) % 100 AS chance, known.*,
        participant + (n * 31::bigint) % ${participants}::int AS person
      FROM known, generate_series(1, ${entries}::int) n
    )
    INSERT INTO audit (at, actor_id, action, person_id, appointment_id, document_id)
    SELECT now() - ${days}::int * interval '1 day' * (1 - n::float / ${entries}::int),
      CASE WHEN chance < 50 THEN person WHEN chance < 95 THEN coach + n % ${coaches}::int ELSE admin END,
      CASE WHEN chance < 50 THEN 'booked' WHEN chance < 95 THEN 'fileDownloaded' WHEN n % 1000 = 0 THEN 'imported'
        ELSE 'appointmentCreated' END,
      CASE WHEN chance < 95 THEN person END,
      CASE WHEN chance < 50 OR chance >= 95 THEN appointment + (n * 13::bigint) % ${appointments}::int END,
      CASE WHEN chance BETWEEN 50 AND 94 THEN document + n % ${participants}::int END
    FROM action ORDER BY n
  `.execute(db);
}
