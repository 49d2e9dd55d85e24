import { sql, type RawBuilder } from 'kysely';
import { failureNamesPerson } from '../../appointments/exports.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { DB } from '../../../platform/database/tables.generated.ts';

type Table = keyof DB;

// In these conditions, `x` is the exported table.
const whereColumn = (column: string) => (id: number) => sql<boolean>`${sql.ref(`x.${column}`)} = ${id}`;
const whereOwnAppointment = (id: number) =>
  sql<boolean>`x.appointment_id IN (SELECT a.id FROM appointment a WHERE a.participant_id = ${id})`;

/**
 * The condition that selects the rows of a table about a person, and a German description of these rows; null for
 * tables without such rows. The code does not compile if a table is missing here.
 */
const personalRows: Record<Table, { description: string; condition: (id: number) => RawBuilder<boolean> } | null> = {
  person: { description: 'Dein Konto', condition: whereColumn('id') },
  participant: { description: 'Deine Weiterbildung', condition: whereColumn('person_id') },
  coach: { description: 'Dein Coachzugang', condition: whereColumn('person_id') },
  introduction: { description: 'Wie du dich als Coach vorstellst', condition: whereColumn('person_id') },
  appointment: { description: 'Deine Termine', condition: whereColumn('participant_id') },
  rating: { description: 'Deine Bewertungen', condition: whereOwnAppointment },
  document: { description: 'Deine Unterlagen, auch die von Coaches', condition: whereColumn('participant_id') },
  note: { description: 'Notizen von Coaches für dich', condition: whereColumn('person_id') },
  mail: {
    description: 'E-Mails an dich, ohne ihren Text: er wird nicht aufbewahrt',
    condition: whereColumn('person_id'),
  },
  reminder: { description: 'Erinnerungen an deine Termine', condition: whereOwnAppointment },
  reminder_choice: { description: 'Welche Erinnerungen du möchtest', condition: whereColumn('person_id') },
  calendar_feed: { description: 'Dein Kalender-Abo', condition: whereColumn('person_id') },
  session: { description: 'Deine laufenden Anmeldungen', condition: whereColumn('person_id') },
  credential: {
    description: 'Bestätigungslinks, vorläufige Passwörter und Geräte, auf denen du dich angemeldet hast',
    condition: whereColumn('person_id'),
  },
  second_factor: { description: 'Deine Anmeldung in zwei Schritten', condition: whereColumn('person_id') },
  recovery_code: { description: 'Deine Wiederherstellungscodes', condition: whereColumn('person_id') },
  passkey: { description: 'Deine Passkeys, ohne ihre Schlüssel', condition: whereColumn('person_id') },
  passkey_challenge: {
    description: 'Passkeys, die du gerade hinzufügst',
    condition: (id) => sql<boolean>`x.session_hash IN (SELECT s.id_hash FROM session s WHERE s.person_id = ${id})`,
  },
  bound_identity: {
    description: 'Das Firmenkonto, mit dem dein Zugang verbunden ist',
    condition: whereColumn('person_id'),
  },
  single_sign_on_code: {
    description: 'Zentrale Anmeldungen, die du gerade abschließt',
    condition: whereColumn('person_id'),
  },
  audit: {
    description: 'Was du getan hast und was mit deinen Daten getan wurde',
    // The shorter `${id} IN (x.actor_id, x.person_id)` would not use the indexes of the two columns.
    condition: (id) => sql<boolean>`(x.actor_id = ${id} OR x.person_id = ${id})`,
  },
  found_participant: {
    description: 'Coaches, die dich in der letzten Stunde mit deiner E-Mail-Adresse gesucht haben',
    condition: whereColumn('person_id'),
  },
  waiting_entry: { description: 'Worauf du wartest oder gewartet hast', condition: whereColumn('person_id') },
  waiting_offer: {
    description: 'Termine, die dir von der Warteliste angeboten wurden',
    condition: whereColumn('person_id'),
  },
  erasure_request: {
    description: 'Deine Anträge, gelöscht zu werden, mit unserer Antwort',
    condition: whereColumn('person_id'),
  },
  saved_view: { description: 'Ansichten von Listen, die du gespeichert hast', condition: whereColumn('person_id') },
  token: {
    description: 'Zugangsschlüssel für andere Systeme, die du angelegt hast, ohne die Schlüssel selbst',
    condition: whereColumn('created_by'),
  },
  series: { description: 'Deine Terminserien', condition: whereColumn('coach_id') },
  import: { description: 'Kalender, die du importiert hast', condition: whereColumn('imported_by') },
  import_failure: {
    description: 'Zeilen von Importen mit deiner E-Mail-Adresse, die nicht übernommen wurden; wir behalten sie 30 Tage',
    condition: failureNamesPerson,
  },
  absence: { description: 'Deine Abwesenheiten, ohne ihren Grund', condition: whereColumn('coach_id') },
  availability: {
    description: 'Wie weit im Voraus deine nächste freie Zeit war, Morgen für Morgen',
    condition: whereColumn('coach_id'),
  },
  absence_change: {
    description: 'Was eine Abwesenheit mit deinen Terminen gemacht hat, solange sie zurückgenommen werden kann',
    condition: whereOwnAppointment,
  },
  webhook_delivery: {
    description: 'Was anderen Systemen über dich mitgeteilt wurde, nur Nummern und Zeiten; wir behalten es 30 Tage',
    condition: (id) => sql<boolean>`
      ${String(id)} IN (x.body::json->'data'->>'participantId', x.body::json->'data'->>'coachId')`,
  },
  backup: null,
  coaching_type: null,
  location: null,
  migration: null,
  role: null,
  audit_seal: null,
  session_day: null,
  single_sign_on_attempt: null,
  throttle: null,
  tracking: null,
  webhook: null,
};

/** The columns that are not exported: secrets, data that could reveal a secret, and data about health. */
const omittedColumns = new Set([
  'person.password_hash',
  'session.id_hash',
  'session.companion_hash',
  'credential.hash',
  'calendar_feed.token_hash',
  'recovery_code.hash',
  'second_factor.secret',
  'passkey.credential_id',
  'passkey.public_key',
  'passkey.sign_count',
  'passkey_challenge.hash',
  'passkey_challenge.session_hash',
  'single_sign_on_code.code_hash',
  'single_sign_on_code.browser_hash',
  'token.hash',
  'document.store_key',
  'absence.kind',
  // Another system's words, which may reveal how it works.
  'webhook_delivery.answer',
  'webhook_delivery.error',
  // The archive contains the picture as a file.
  'introduction.picture',
]);

/** The columns with the id of a person. The export contains 'du', a coach's name or 'jemand vom Portal' instead. */
const personColumns = new Set([
  'person_id',
  'participant_id',
  'coach_id',
  'booked_by',
  'revoked_by',
  'cancelled_by',
  'closed_by',
  'given_up_by',
  'recorded_late_by',
  'uploaded_by',
  'author_id',
  'imported_by',
  'created_by',
  'actor_id',
]);

/** The rows of a table about a person, with a German description. `rows()` reads them from the database. */
export interface ExportedTable {
  table: Table;
  description: string;
  rows: () => AsyncGenerator<Record<string, unknown>>;
}

/** The number of rows that are read at a time, to limit the memory that an export needs. */
const rowsPerFetch = 500;

/**
 * Everything that the database stores about a person, by table, without secrets. Coaches are the only other people who
 * are named. All tables show the data of the same moment if `beginSnapshot` was called first.
 */
export async function selectTablesAbout(tx: Tx, person: number): Promise<ExportedTable[]> {
  const coaches = await tx
    .selectFrom('coach as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select(['p.id', 'p.full_name as name'])
    .execute();
  const names = new Map(coaches.map((coach) => [coach.id, coach.name]));
  const nameOf = (column: string, value: unknown) => {
    if (value === null) return null;
    if (value === person) return 'du';
    return (column === 'coach_id' ? names.get(Number(value)) : undefined) ?? 'jemand vom Portal';
  };
  return Object.entries(personalRows).flatMap(([name, entry]) => {
    if (!entry) return [];
    const table = name as Table;
    const toExportedRow = (row: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => !omittedColumns.has(`${table}.${column}`))
          .map(([column, value]) => [column, personColumns.has(column) ? nameOf(column, value) : value]),
      );
    return [
      {
        table,
        description: entry.description,
        rows: () => readRows(tx, table, entry.condition(person), toExportedRow),
      },
    ];
  });
}

/** Reads the rows of a table that match a condition, `rowsPerFetch` at a time. */
async function* readRows(
  tx: Tx,
  table: Table,
  condition: RawBuilder<boolean>,
  toExportedRow: (row: Record<string, unknown>) => Record<string, unknown>,
): AsyncGenerator<Record<string, unknown>> {
  const cursor = sql.id(`own_${table}`);
  await sql`
    DECLARE ${cursor} NO SCROLL CURSOR FOR
    SELECT to_jsonb(x) AS row FROM ${sql.table(table)} x WHERE ${condition} ORDER BY x::text
  `.execute(tx);
  for (;;) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      FETCH ${sql.lit(rowsPerFetch)} FROM ${cursor}
    `.execute(tx);
    for (const { row } of rows) yield toExportedRow(row);
    if (rows.length < rowsPerFetch) break;
  }
  await sql`CLOSE ${cursor}`.execute(tx);
}
