import { germanDate } from '../../shared/berlin.ts';
import { escapeFormula, writeCsv } from '../../shared/csv.ts';
import type { PlanEntry } from '../../features/appointments/contract.ts';

/** The columns of the plan's CSV (reference 7.7). */
export const planColumns = [
  'Datum',
  'Zeitfenster',
  'Wochentag',
  'Teilnehmername',
  'Teilnehmer-Email',
  'Teilnehmer-Qualifikationsende',
  'Teilnehmer-Telefonnummer',
  'Teilnehmer-Qualifikation',
] as const;

/**
 * Returns the daily plan as CSV (reference 7.7). Dates are dd.mm.yyyy, which German Excel recognises. Phone numbers are
 * reduced to digits, so that they cannot be formulas; `escapeFormula` protects the other texts that look like formulas.
 * `withCoach` adds a last column with the coach.
 */
export function planCsv(entries: readonly PlanEntry[], { withCoach = false } = {}): string {
  const rows = entries.map((entry) => [
    germanDate(entry.date),
    entry.timeSlot,
    entry.weekDay,
    escapeFormula(entry.participantFullName),
    escapeFormula(entry.participantEmail),
    germanDate(entry.participantEndOfQualification ?? ''),
    entry.participantPhoneNumber.replace(/\D/g, ''),
    escapeFormula(entry.participantQualification),
    ...(withCoach ? [escapeFormula(entry.coachFullName)] : []),
  ]);
  return writeCsv([withCoach ? [...planColumns, 'Coach'] : planColumns, ...rows]);
}
