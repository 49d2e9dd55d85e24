import { germanDate, weekday } from '../../shared/berlin.ts';
import { formatPhoneCell, escapeFormula, writeCsv } from '../../shared/csv.ts';
import type { WallClock } from '../../web/clock.ts';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { currentStatusLabel } from '../../features/appointments/rules.ts';

/** The columns of the file, with the names of the columns of the table that the user can hide. */
const columns: readonly (readonly [title: string, name?: string])[] = [
  ['Datum'],
  ['Wochentag'],
  ['Zeitfenster'],
  ['Typ', 'type'],
  ['Status'],
  ['Coach', 'coach'],
  ['Teilnehmer:in'],
  ['Telefon', 'phone'],
  ['E-Mail', 'email'],
  ['Standort', 'location'],
  ['Qualifizierung', 'qualification'],
];

/**
 * Returns the appointments of the overview as CSV, in the given order, with the `chosen` columns or, if it is null, all
 * columns. The status is the word that the table has at `now`, in Berlin time. Dates are dd.mm.yyyy. Phone numbers are written as texts, to keep leading
 * zeros. `escapeFormula` protects texts that look like formulas.
 */
export function overviewCsv(
  appointments: readonly OverviewRow[],
  now: WallClock,
  chosen: readonly string[] | null,
): string {
  const isShown = columns.map(([, name]) => !chosen || !name || chosen.includes(name));
  const rows = appointments.map((row) => [
    germanDate(row.date),
    weekday(row.date),
    row.timeSlot,
    row.isSpeedcoaching ? 'Speedcoaching' : 'Einzelcoaching',
    currentStatusLabel(row, now),
    escapeFormula(row.coachFullName),
    escapeFormula(row.participantFullName),
    formatPhoneCell(row.participantPhoneNumber),
    escapeFormula(row.participantEmail),
    escapeFormula(row.participantLocation),
    escapeFormula(row.participantQualification),
  ]);
  const shownCells = <Cell>(cells: readonly Cell[]) => cells.filter((_, index) => isShown[index]);
  return writeCsv([columns.map(([title]) => title), ...rows].map(shownCells));
}
