import { escapeFormula, writeCsv } from '../../shared/csv.ts';
import type { Coach } from '../../features/coaches/contract.ts';

const columns = ['Nachname', 'Vorname', 'E-Mail', 'Teams-Link', 'Status', 'Speedcoach'] as const;

/** Returns the coaches as CSV, in the given order. `escapeFormula` protects texts that look like formulas. */
export function coachCsv(coaches: readonly Coach[]): string {
  const rows = coaches.map((coach) => [
    ...[coach.lastName, coach.firstName, coach.email, coach.teamsLink].map(escapeFormula),
    coach.active ? 'aktiv' : 'inaktiv',
    coach.speedCoach ? 'ja' : 'nein',
  ]);
  return writeCsv([columns, ...rows]);
}
