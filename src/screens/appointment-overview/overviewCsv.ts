import { germanDate, weekday } from '../../shared/berlin.ts';
import { formatPhoneCell, escapeFormula, writeCsv } from '../../shared/csv.ts';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { statusLabel } from '../../features/appointments/rules.ts';

const columns = [
  'Datum',
  'Wochentag',
  'Zeitfenster',
  'Typ',
  'Status',
  'Coach',
  'Teilnehmer:in',
  'Telefon',
  'E-Mail',
  'Standort',
  'Qualifizierung',
] as const;

/**
 * Returns the appointments of the overview as CSV, in the given order. Booked appointments of days before `today`
 * (`yyyy-mm-dd`) have the status 'Beendet'. Dates are dd.mm.yyyy. Phone numbers are written as texts, to keep leading
 * zeros. `escapeFormula` protects texts that look like formulas.
 */
export function overviewCsv(appointments: readonly OverviewRow[], today: string): string {
  const rows = appointments.map((row) => [
    germanDate(row.date),
    weekday(row.date),
    row.timeSlot,
    row.isSpeedcoaching ? 'Speedcoaching' : 'Einzelcoaching',
    statusLabel(row.status, row.date, today),
    escapeFormula(row.coachFullName),
    escapeFormula(row.participantFullName),
    formatPhoneCell(row.participantPhoneNumber),
    escapeFormula(row.participantEmail),
    escapeFormula(row.participantLocation),
    escapeFormula(row.participantQualification),
  ]);
  return writeCsv([columns, ...rows]);
}
