import { germanDate } from '../../shared/berlin.ts';
import { safeText, writeCsv } from '../../shared/csv.ts';
import type { PlanEntry } from '../contract.ts';

/** The columns of the plan's CSV (spec coach §9). */
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
 * The daily plan as CSV (spec coach §9). Dates are dd.mm.yyyy, which German Excel takes for dates; the phone is reduced
 * to its digits, so that nothing in it can be a formula. Names, e-mail and qualification carry the apostrophe of
 * `safeText` where they begin like a formula. For admins the coach stands in a column of their own behind those.
 */
export function planCsv(entries: readonly PlanEntry[], { withCoach = false } = {}): string {
  const rows = entries.map((entry) => [
    germanDate(entry.date),
    entry.timeSlot,
    entry.weekDay,
    safeText(entry.participantFullName),
    safeText(entry.participantEmail),
    germanDate(entry.participantEndOfQualification ?? ''),
    entry.participantPhoneNumber.replace(/\D/g, ''),
    safeText(entry.participantQualification),
    ...(withCoach ? [safeText(entry.coachFullName)] : []),
  ]);
  return writeCsv([withCoach ? [...planColumns, 'Coach'] : planColumns, ...rows]);
}
