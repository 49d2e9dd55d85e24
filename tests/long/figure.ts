import { appendFileSync } from 'node:fs';

/** A line of docs/security/figures.md. */
export interface Figure {
  /** What was tested, in a few words. A later run replaces the line with the same words. */
  subject: string;
  /** The result, with the number of tries: '300 rounds, 0 double bookings'. */
  result: string;
  /** The goal: '0'. */
  goal: string;
  /** Whether the goal was reached. */
  isMet: boolean;
}

/** Records a figure of the current test. Call this function before the assertions, so the page shows failures too. */
export function recordFigure(figure: Figure): void {
  const file = process.env['LONG_FIGURES'];
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  console.log(`${figure.isMet ? 'met' : 'MISSED'}: ${figure.subject}: ${figure.result} (goal: ${figure.goal})`);
}

/**
 * Scales the number of a test's tries, people or connections: ten times `count` with `--scale 10`, a tenth with 0.1,
 * but at least 1.
 */
export function scaledCount(count: number): number {
  return Math.max(1, Math.round(count * Number(process.env['LONG_SCALE'] ?? 1)));
}
