import { appendFileSync } from 'node:fs';

/** One line of docs/security/figures.md. */
export interface Figure {
  /** What was tried, in a few words; a later run replaces the line of the same words. */
  what: string;
  /** What came out, with the number of tries: '300 rounds, 0 double bookings'. */
  result: string;
  /** What was wanted: '0'. */
  goal: string;
  holds: boolean;
}

/**
 * Tells a figure of the trial under way. A trial that fails should tell its figure first: the page then shows the miss.
 */
export function tell(figure: Figure): void {
  const file = process.env['TRUST_FIGURES'];
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  console.log(`${figure.holds ? 'holds' : 'FAILS'}: ${figure.what}: ${figure.result} (goal: ${figure.goal})`);
}

/** So many tries as the run asks for: `--scale 10` makes ten times the usual number, `--scale 0.1` a tenth, never none. */
export function tries(usual: number): number {
  return Math.max(1, Math.round(usual * Number(process.env['TRUST_SCALE'] ?? 1)));
}
