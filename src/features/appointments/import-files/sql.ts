import { sql, type RawBuilder } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../../platform/database/db.ts';
import { existingRowMessage } from '../rules.ts';
import type { ImportedRow } from './contract.ts';

/** An import to be stored: who imported which file, and what became of its rows. */
interface NewImport {
  person: number;
  fileName: string;
  headerRow: number;
  importedCount: number;
  failedCount: number;
}

/** Stores that a person imports a calendar, and returns the id of the import. */
export async function insertImport(tx: Tx, newImport: NewImport): Promise<number> {
  const { id } = await tx
    .insertInto('import')
    .values({
      imported_by: newImport.person,
      file_name: newImport.fileName,
      header_row: newImport.headerRow,
      imported_count: newImport.importedCount,
      failed_count: newImport.failedCount,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the rows of an import that failed, as they were reported. */
export async function insertFailures(tx: Tx, importId: number, rows: readonly ImportedRow[]): Promise<void> {
  // PostgreSQL stores no NUL.
  const textsOf = (text: (row: ImportedRow) => string) => rows.map((row) => text(row).replaceAll('\0', ''));
  await sql`
    INSERT INTO import_failure (import_id, row_number, coach_email, type, date, from_time, till_time, reason)
    SELECT ${importId}, * FROM unnest(
      ${rows.map(({ data }) => data.id)}::integer[],
      ${textsOf(({ data }) => data.coachEmail)}::text[],
      ${textsOf(({ data }) => data.type)}::text[],
      ${textsOf(({ data }) => data.date)}::text[],
      ${textsOf(({ data }) => data.fromTime)}::text[],
      ${textsOf(({ data }) => data.tillTime)}::text[],
      ${textsOf(({ message }) => message)}::text[]
    )
  `.execute(tx);
}

/** Locks an import and returns whether it was undone; null for an unknown id. */
export async function lockImport(tx: Tx, id: number): Promise<{ undone: boolean } | null> {
  const row = await tx
    .selectFrom('import')
    .select('undone_at as undoneAt')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? { undone: row.undoneAt !== null } : null;
}

/**
 * Locks and returns the free, booked and missed appointments of an import, in order of id. Waits for concurrent
 * bookings.
 */
export function lockImportedAppointments(tx: Tx, id: number): Promise<{ id: number; status: string }[]> {
  return tx
    .selectFrom('appointment')
    .select(['id', 'status'])
    .where('import_id', '=', id)
    .where('status', 'in', ['F', 'G', 'V'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Marks an import as undone. */
export async function markImportUndone(tx: Tx, clock: Clock, id: number): Promise<void> {
  await tx
    .updateTable('import')
    .set({ undone_at: now(clock) })
    .where('id', '=', id)
    .execute();
}

/** An import in the history. The columns that are null in older imports are those of `NewImport`. */
export interface ImportRow {
  id: number;
  importedAt: Date;
  importedBy: string;
  fileName: string | null;
  headerRow: number | null;
  imported: number | null;
  failed: number | null;
  /** How many of the failed rows have an appointment already; null unless all failed rows are still kept. */
  existing: number | null;
  undoneAt: Date | null;
  /** Whether one of its appointments is free. */
  hasFree: boolean;
  /** Whether one of its appointments is booked or missed. */
  hasBookings: boolean;
}

/** SQL: the newest imports `i` that match a condition, at most `limit`. */
function selectImports(condition: RawBuilder<unknown>, limit: number): RawBuilder<ImportRow> {
  const hasStatus = (...statuses: string[]) => sql`EXISTS (
    SELECT FROM appointment a WHERE a.import_id = i.id AND a.status IN (${sql.join(statuses)})
  )`;
  return sql<ImportRow>`
    SELECT i.id, i.imported_at AS "importedAt", p.full_name AS "importedBy", i.file_name AS "fileName",
      i.header_row AS "headerRow", i.imported_count AS imported, i.failed_count AS failed, f.existing, i.undone_at AS "undoneAt",
      ${hasStatus('F')} AS "hasFree", ${hasStatus('G', 'V')} AS "hasBookings"
    FROM import i JOIN person p ON p.id = i.imported_by
      CROSS JOIN LATERAL (
        SELECT CASE WHEN count(*) = i.failed_count
          THEN (count(*) FILTER (WHERE x.reason = ${existingRowMessage}))::int END AS existing
        FROM import_failure x WHERE x.import_id = i.id
      ) f
    WHERE ${condition} ORDER BY i.id DESC LIMIT ${limit}
  `;
}

/** The newest imports, at most `limit`; `olderThan` is the id of the last one on the previous page, null for none. */
export async function listImports(
  db: Db,
  { olderThan, limit }: { olderThan: number | null; limit: number },
): Promise<ImportRow[]> {
  const condition = olderThan === null ? sql`true` : sql`i.id < ${olderThan}`;
  return (await selectImports(condition, limit).execute(db)).rows;
}

/** One import; null for an unknown id. */
export async function findImport(db: Db, id: number): Promise<ImportRow | null> {
  return (await selectImports(sql`i.id = ${id}`, 1).execute(db)).rows[0] ?? null;
}

/** The failed rows of an import in the file's order, as far as they are still kept. */
export function listFailures(db: Db, id: number) {
  return db
    .selectFrom('import_failure')
    .select([
      'row_number as id',
      'coach_email as coachEmail',
      'type',
      'date',
      'from_time as fromTime',
      'till_time as tillTime',
      'reason',
    ])
    .where('import_id', '=', id)
    .orderBy('row_number')
    .execute();
}

/** The number of days for which failed rows are kept (reference 7.4). */
const failuresKeptForDays = 30;

/** Deletes the failed rows of imports that are older than 30 days. */
export async function deleteOldImportFailures(db: Db, clock: Clock): Promise<void> {
  await sql`
    DELETE FROM import_failure f USING import i
    WHERE i.id = f.import_id AND i.imported_at < ${now(clock)} - ${failuresKeptForDays}::int * interval '1 day'
  `.execute(db);
}

/** SQL: whether the failed row `x` names a person's e-mail address as that of its coach. */
export const failureNamesPerson = (person: number) =>
  sql<boolean>`lower(ltrim(x.coach_email, '''')) = (SELECT email FROM person WHERE id = ${person})`;

/**
 * Deletes what imports keep about a person: the failed rows that name them, and of their own imports all failed rows
 * and the names of the files. The caller has not yet emptied the person's e-mail address.
 */
export async function eraseFromImports(tx: Tx, person: number): Promise<void> {
  const ownImports = sql`SELECT id FROM import WHERE imported_by = ${person}`;
  await sql`
    DELETE FROM import_failure x WHERE ${failureNamesPerson(person)} OR x.import_id IN (${ownImports})
  `.execute(tx);
  await tx.updateTable('import').set({ file_name: null }).where('imported_by', '=', person).execute();
}
