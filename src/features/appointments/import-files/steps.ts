import { readClock, type Clock, type Tx } from '../../../platform/database/db.ts';
import { instantOf } from '../../../shared/berlin.ts';
import { groupBy } from '../../../shared/group.ts';
import type { ImportedRow } from './contract.ts';
import { joinProblems, rowProblems, type Calendar, type InvalidRow, type ValidRow } from './csv.adapter.ts';
import { CoachCalendar, nothingImportedMessage, overlapsAbsence } from '../rules.ts';
import * as sql from '../sql.ts';
import { insertFailures, insertImport } from './sql.ts';

/** The report of an import: the rows that became appointments and those that did not, each with a German sentence. */
export interface ImportReport {
  message: string;
  /** The import's id, for undoing it; null if nothing was stored. */
  importId: number | null;
  /** The number of the header's row, as a spreadsheet program shows it. */
  headerRow: number;
  success: ImportedRow[];
  errors: ImportedRow[];
}

/** Who imports, and the name of the file. */
export interface Importer {
  person: number;
  fileName: string;
}

/** A time range, in milliseconds since 1970. */
interface Range {
  start: number;
  end: number;
}

/** A row whose coach and instants are known. One with `problems` cannot become a slot, but may have further mistakes. */
interface SlotRow<Row = ValidRow | InvalidRow> {
  row: Row;
  coach: { id: number; active: boolean };
  start: Date;
  end: Date;
}

/**
 * Imports the rows of a calendar in the given transaction: valid ones become free appointments, invalid ones are
 * reported (reference 7.4). Rows are checked in the file's order, against the stored calendar and the earlier rows.
 * The import and its failed rows are stored for the history. Without an importer it is a dry run: it makes the same
 * checks, but stores nothing and returns the row numbers as ids.
 */
export async function importCalendar(
  tx: Tx,
  clock: Clock,
  calendar: Calendar,
  importer: Importer | null,
): Promise<ImportReport> {
  const errors: ImportedRow[] = [];
  const reject = (reported: ImportedRow['data'], message: string) =>
    errors.push({ data: reported, status: 'error', message });

  const emails = [...new Set(calendar.rows.flatMap(({ coachEmail }) => coachEmail ?? []))];
  const coaches = emails.length > 0 ? await sql.lockCoachesByEmail(tx, emails) : new Map<string, never>();
  const coachIds = [...coaches.values()].map((coach: { id: number }) => coach.id);
  const now = await readClock(tx, clock);

  const slotRows: SlotRow[] = [];
  for (const row of calendar.rows) {
    const slotRow = toSlotRow(row, coaches.get(row.coachEmail ?? ''));
    if (Array.isArray(slotRow)) reject(row.reported, joinProblems(slotRow));
    else slotRows.push(slotRow);
  }

  const acceptedRows: SlotRow<ValidRow>[] = [];
  const { calendars, absences } = await loadCalendars(tx, coachIds, slotRows);
  for (const slotRow of slotRows) {
    const { row, coach, start, end } = slotRow;
    const ownCalendar = calendars.get(coach.id) ?? new CoachCalendar([]);
    const problems = problemsOf(slotRow, ownCalendar, absences.get(coach.id) ?? [], now);
    if (row.problems !== undefined || problems.length > 0) reject(row.reported, joinProblems(problems));
    else {
      ownCalendar.add({ type: row.type, start: start.getTime(), end: end.getTime() });
      acceptedRows.push({ row, coach, start, end });
    }
  }

  errors.sort((a, b) => a.data.id - b.data.id);
  const createdIds = new Map<string, number>();
  let importId: number | null = null;
  if (importer && calendar.rows.length > 0) {
    const { headerRow } = calendar;
    const counts = { importedCount: acceptedRows.length, failedCount: errors.length };
    importId = await insertImport(tx, { ...importer, headerRow, ...counts });
    await insertFailures(tx, importId, errors);
    for (const [slot, id] of await insertSlots(tx, acceptedRows, importId)) createdIds.set(slot, id);
  }
  return {
    message: messageOf(importer !== null, acceptedRows.length),
    importId: acceptedRows.length > 0 ? importId : null,
    headerRow: calendar.headerRow,
    success: acceptedRows.map(({ row, coach, start }) => ({
      data: { ...row.reported, id: createdIds.get(`${coach.id}:${start.getTime()}`) ?? row.reported.id },
      status: 'success',
      message: importer === null ? 'Kann importiert werden' : 'Termin erstellt',
    })),
    errors,
  };
}

/** Creates free slots of an import; returns the id of each by 'coach:start in ms'. */
function insertSlots(tx: Tx, slotRows: readonly SlotRow<ValidRow>[], importId: number): Promise<Map<string, number>> {
  return sql.insertFreeSlots(
    tx,
    slotRows.map(({ row, coach, start, end }) => ({
      coach: coach.id,
      typeId: sql.typeIds[row.type],
      start,
      end,
      series: null,
      import: importId,
    })),
  );
}

/** Returns the report's message, in German. */
function messageOf(isStored: boolean, acceptedCount: number): string {
  if (!isStored) return 'Die Datei wurde geprüft';
  return acceptedCount > 0 ? 'Datei erfolgreich hochgeladen' : nothingImportedMessage;
}

/**
 * Returns the row with its coach and instants, or the German sentences that explain why it cannot become a slot if one
 * of these is unknown.
 */
function toSlotRow(row: ValidRow | InvalidRow, coach: SlotRow['coach'] | undefined): SlotRow | string[] {
  const { date, from, till, coachEmail } = row;
  const hasTimes = date !== undefined && from !== undefined && till !== undefined && from < till;
  const [start, end] = hasTimes ? [instantOf(date, from), instantOf(date, till)] : [];
  if (coach && start && end) return { row, coach, start, end };
  return [
    ...(coach || coachEmail === undefined ? [] : [rowProblems.unknownCoach]),
    ...(row.problems ?? []),
    ...(hasTimes && !(start && end) ? [rowProblems.invalidTime] : []),
    ...(coach && !coach.active ? [rowProblems.inactiveCoach] : []),
  ];
}

/**
 * Returns the German sentences for all that is wrong with a row; none if it can become a slot. An existing slot is only
 * reported as existing whatever else is wrong with it, so that an exported calendar can be imported again.
 */
function problemsOf(
  { row, coach, start, end }: SlotRow,
  calendar: CoachCalendar,
  absences: readonly Range[],
  now: Date,
): string[] {
  const range = { start: start.getTime(), end: end.getTime() };
  if (row.type !== undefined && calendar.has({ type: row.type, ...range })) return [rowProblems.alreadyExists];
  return [
    ...(row.problems ?? []),
    ...(coach.active ? [] : [rowProblems.inactiveCoach]),
    ...(start <= now ? [rowProblems.inPast] : []),
    ...(overlapsAbsence(range, absences) ? [rowProblems.absent] : []),
    ...(calendar.overlaps(range) ? [rowProblems.overlap] : []),
  ];
}

/** Returns the coaches' calendars and absences within the time range of the rows, both by the coach's id. */
async function loadCalendars(tx: Tx, coaches: number[], slotRows: SlotRow[]) {
  const calendars = new Map<number, CoachCalendar>();
  if (slotRows.length === 0) return { calendars, absences: new Map<number, never[]>() };
  const starts = slotRows.map((slotRow) => slotRow.start.getTime());
  const ends = slotRows.map((slotRow) => slotRow.end.getTime());
  const from = new Date(starts.reduce((a, b) => Math.min(a, b)));
  const till = new Date(ends.reduce((a, b) => Math.max(a, b)));
  const storedSlots = await sql.listSlots(tx, coaches, from, till);
  for (const coach of coaches) {
    const ownSlots = storedSlots
      .filter((slot) => slot.coach === coach)
      .map(({ type, start, end }) => ({ type, start: start.getTime(), end: end.getTime() }));
    calendars.set(coach, new CoachCalendar(ownSlots));
  }
  return { calendars, absences: groupBy(await sql.listAbsences(tx, coaches, from, till), ({ coach }) => coach) };
}
