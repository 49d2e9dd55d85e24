import { germanDate } from '../../shared/berlin.ts';
import { escapeFormula, writeCsv } from '../../shared/csv.ts';
import type { AuditEntry } from '../../features/audit/contract.ts';

/**
 * Returns log entries as CSV, in the given order, with Berlin times. `escapeFormula` protects texts that look like
 * formulas.
 */
export function logCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => [
    germanDate(entry.date),
    entry.time,
    escapeFormula(entry.actor),
    entry.label,
    escapeFormula(entry.person),
    escapeFormula(entry.sentence),
  ]);
  return writeCsv([['Datum', 'Uhrzeit', 'Handelnde Person', 'Vorgang', 'Betroffene Person', 'Beschreibung'], ...rows]);
}
