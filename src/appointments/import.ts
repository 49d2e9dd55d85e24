import type { Clock, Tx } from '../server/db.ts';
import { instantOf } from '../shared/berlin.ts';
import type { ImportedRow } from './contract.ts';
import { rowProblems, type Calendar, type GoodRow } from './csv.ts';
import { CoachCalendar } from './rules.ts';
import * as sql from './sql.ts';

/** The report of an import: what became an appointment, and what did not, with a German sentence each. */
export interface Report {
  message: string;
  success: ImportedRow[];
  errors: ImportedRow[];
}

interface Placed {
  row: GoodRow;
  coach: number;
  start: Date;
  end: Date;
}

/**
 * Imports the rows of a calendar in the transaction given: good ones become free appointments, each bad one is
 * reported (contract §8). Rows are decided in the file's order, against the stored calendar and the rows before. A dry
 * run decides the same and stores nothing; its good rows keep their row numbers.
 */
export async function importCalendar(
  tx: Tx,
  clock: Clock,
  calendar: Calendar,
  { dryRun }: { dryRun: boolean },
): Promise<Report> {
  const errors: ImportedRow[] = [];
  const fail = (told: ImportedRow['data'], message: string) => errors.push({ data: told, status: 'error', message });

  const emails = [...new Set(calendar.rows.flatMap((row) => (row.problem === undefined ? [row.coachEmail] : [])))];
  const coaches = emails.length > 0 ? await sql.lockCalendars(tx, emails) : new Map<string, never>();
  const ids = [...coaches.values()].map((coach: { id: number }) => coach.id);
  const now = await sql.readClock(tx, clock);

  const placed: Placed[] = [];
  for (const row of calendar.rows) {
    if (row.problem !== undefined) {
      fail(row.told, row.problem);
      continue;
    }
    const place = placeRow(row, coaches.get(row.coachEmail), now);
    if (typeof place === 'string') fail(row.told, place);
    else placed.push(place);
  }

  const fitting: Placed[] = [];
  const calendars = await loadCalendars(tx, ids, placed);
  for (const place of placed) {
    const { row, coach, start, end } = place;
    const stretch = { type: row.type, start: start.getTime(), end: end.getTime() };
    const result = calendars.get(coach)?.add(stretch) ?? 'overlap';
    if (result === 'added') fitting.push(place);
    else fail(row.told, rowProblems[result]);
  }

  const created =
    fitting.length === 0 || dryRun
      ? new Map<string, number>()
      : await sql.addStretches(
          tx,
          fitting.map(({ row, coach, start, end }) => ({ coach, typeId: sql.typeIds[row.type], start, end })),
        );
  return {
    message: dryRun ? 'Die Datei wurde geprüft' : 'Datei erfolgreich hochgeladen',
    success: fitting.map(({ row, coach, start }) => ({
      data: { ...row.told, id: created.get(`${coach}:${start.getTime()}`) ?? row.told.id },
      status: 'success',
      message: dryRun ? 'Kann importiert werden' : 'Termin erstellt',
    })),
    errors: errors.sort((a, b) => a.data.id - b.data.id),
  };
}

/** The row as a stretch of a coach's time, or the sentence that says why it is none. */
function placeRow(row: GoodRow, coach: { id: number; active: boolean } | undefined, now: Date): Placed | string {
  if (!coach) return rowProblems.unknownCoach;
  if (!coach.active) return rowProblems.inactiveCoach;
  const start = instantOf(row.date, row.from);
  const end = instantOf(row.date, row.till);
  if (!start || !end) return rowProblems.invalidTime;
  if (start <= now) return rowProblems.inPast;
  return { row, coach: coach.id, start, end };
}

async function loadCalendars(tx: Tx, coaches: number[], placed: Placed[]): Promise<Map<number, CoachCalendar>> {
  const calendars = new Map<number, CoachCalendar>();
  if (placed.length === 0) return calendars;
  const starts = placed.map((place) => place.start.getTime());
  const ends = placed.map((place) => place.end.getTime());
  const from = new Date(starts.reduce((a, b) => Math.min(a, b)));
  const till = new Date(ends.reduce((a, b) => Math.max(a, b)));
  const stored = await sql.listStretches(tx, coaches, from, till);
  for (const coach of coaches) {
    const own = stored
      .filter((stretch) => stretch.coach === coach)
      .map(({ type, start, end }) => ({ type, start: start.getTime(), end: end.getTime() }));
    calendars.set(coach, new CoachCalendar(own));
  }
  return calendars;
}
