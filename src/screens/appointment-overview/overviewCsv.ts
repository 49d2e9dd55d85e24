import { germanDate, weekday } from '../../shared/berlin.ts';
import { phoneCell, safeText, writeCsv } from '../../shared/csv.ts';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { statusWord } from '../../features/appointments/rules.ts';

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
 * Appointments of the overview as CSV, in the given order; booked ones before `today` (`yyyy-mm-dd`) are over. Dates
 * are dd.mm.yyyy; phone numbers are text, so that they keep a leading zero; `safeText` protects texts that look like a
 * formula.
 */
export function overviewCsv(appointments: readonly OverviewRow[], today: string): string {
  const rows = appointments.map((row) => [
    germanDate(row.date),
    weekday(row.date),
    row.timeSlot,
    row.isSpeedcoaching ? 'Speedcoaching' : 'Einzelcoaching',
    statusWord(row.status, row.date, today),
    safeText(row.coachFullName),
    safeText(row.participantFullName),
    phoneCell(row.participantPhoneNumber),
    safeText(row.participantEmail),
    safeText(row.participantLocation),
    safeText(row.participantQualification),
  ]);
  return writeCsv([columns, ...rows]);
}
