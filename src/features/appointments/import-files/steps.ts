import { readClock, type Clock, type Tx } from '../../../platform/database/db.ts';
import { instantOf } from '../../../shared/berlin.ts';
import { groupBy } from '../../../shared/group.ts';
import type { ImportedRow } from '../contract.ts';
import { rowProblems, type Calendar, type GoodRow } from './csv.adapter.ts';
import { CoachCalendar, liesInAbsence } from '../rules.ts';
import { addImport } from '../import.sql.ts';
import * as sql from '../sql.ts';

/** The report of an import: the rows that became appointments and those that did not, with a German sentence each. */
export interface Report {
  message: string;
  /** The import's id, for undoing it; null if nothing was stored. */
  importId: number | null;
  success: ImportedRow[];
  errors: ImportedRow[];
}

/** A time range, in milliseconds since 1970. */
interface Range {
  start: number;
  end: number;
}

interface PlacedRow {
  row: GoodRow;
  coach: { id: number; active: boolean };
  start: Date;
  end: Date;
}

/**
 * Imports the rows of a calendar in the given transaction: good ones become free appointments, bad ones are reported
 * (reference 7.4). Rows are checked in the file's order, against the stored calendar and the earlier rows. `by` is the
 * person who imports; null is a dry run, which checks the same, stores nothing and returns the row numbers as ids.
 */
export async function importCalendar(tx: Tx, clock: Clock, calendar: Calendar, by: number | null): Promise<Report> {
  const errors: ImportedRow[] = [];
  const fail = (reported: ImportedRow['data'], message: string) =>
    errors.push({ data: reported, status: 'error', message });

  const emails = [...new Set(calendar.rows.flatMap((row) => (row.problem === undefined ? [row.coachEmail] : [])))];
  const coaches = emails.length > 0 ? await sql.lockCalendars(tx, emails) : new Map<string, never>();
  const ids = [...coaches.values()].map((coach: { id: number }) => coach.id);
  const now = await readClock(tx, clock);

  const placed: PlacedRow[] = [];
  for (const row of calendar.rows) {
    if (row.problem !== undefined) {
      fail(row.reported, row.problem);
      continue;
    }
    const place = placeRow(row, coaches.get(row.coachEmail));
    if (typeof place === 'string') fail(row.reported, place);
    else placed.push(place);
  }

  const fitting: PlacedRow[] = [];
  const { calendars, absences } = await loadCalendars(tx, ids, placed);
  for (const place of placed) {
    const { id } = place.coach;
    const result = addSlot(place, calendars.get(id) ?? new CoachCalendar([]), absences.get(id) ?? [], now);
    if (result === 'added') fitting.push(place);
    else fail(place.row.reported, rowProblems[result]);
  }

  const importId = by === null || fitting.length === 0 ? null : await addImport(tx, by);
  const created =
    importId === null
      ? new Map<string, number>()
      : await sql.addSlots(
          tx,
          fitting.map(({ row, coach, start, end }) => ({
            coach: coach.id,
            typeId: sql.typeIds[row.type],
            start,
            end,
            series: null,
            import: importId,
          })),
        );
  return {
    message: by === null ? 'Die Datei wurde geprüft' : 'Datei erfolgreich hochgeladen',
    importId,
    success: fitting.map(({ row, coach, start }) => ({
      data: { ...row.reported, id: created.get(`${coach.id}:${start.getTime()}`) ?? row.reported.id },
      status: 'success',
      message: by === null ? 'Kann importiert werden' : 'Termin erstellt',
    })),
    errors: errors.sort((a, b) => a.data.id - b.data.id),
  };
}

/** The row with its coach and its times, or the German sentence that says why it cannot become a slot. */
function placeRow(row: GoodRow, coach: PlacedRow['coach'] | undefined): PlacedRow | string {
  if (!coach) return rowProblems.unknownCoach;
  const start = instantOf(row.date, row.from);
  const end = instantOf(row.date, row.till);
  if (!start || !end) return rowProblems.invalidTime;
  return { row, coach, start, end };
}

/**
 * Adds a slot to its coach's calendar if it fits, else returns why not. An existing slot is reported as such whatever
 * else is wrong with it: an exported calendar can be imported again.
 */
function addSlot(
  { row, coach, start, end }: PlacedRow,
  calendar: CoachCalendar,
  absences: readonly Range[],
  now: Date,
) {
  const slot = { type: row.type, start: start.getTime(), end: end.getTime() };
  if (calendar.has(slot)) return 'alreadyExists';
  if (!coach.active) return 'inactiveCoach';
  if (start <= now) return 'inPast';
  if (liesInAbsence(slot, absences)) return 'absent';
  return calendar.add(slot);
}

/** The calendars and absences by coach, within the time range of the rows. */
async function loadCalendars(tx: Tx, coaches: number[], placed: PlacedRow[]) {
  const calendars = new Map<number, CoachCalendar>();
  if (placed.length === 0) return { calendars, absences: new Map<number, never[]>() };
  const starts = placed.map((place) => place.start.getTime());
  const ends = placed.map((place) => place.end.getTime());
  const from = new Date(starts.reduce((a, b) => Math.min(a, b)));
  const till = new Date(ends.reduce((a, b) => Math.max(a, b)));
  const stored = await sql.listSlots(tx, coaches, from, till);
  for (const coach of coaches) {
    const own = stored
      .filter((slot) => slot.coach === coach)
      .map(({ type, start, end }) => ({ type, start: start.getTime(), end: end.getTime() }));
    calendars.set(coach, new CoachCalendar(own));
  }
  return { calendars, absences: groupBy(await sql.listAbsences(tx, coaches, from, till), ({ coach }) => coach) };
}
