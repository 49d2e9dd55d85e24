import { appendFileSync } from 'node:fs';

/** One line of docs/security/figures.md. */
export interface Figure {
  /** What was tested, in a few words; a later run replaces the line with the same text. */
  what: string;
  /** The result, with the number of tries: '300 rounds, 0 double bookings'. */
  result: string;
  /** The goal: '0'. */
  goal: string;
  holds: boolean;
}

/** Records a figure of the current test. Call it before asserting, so the page shows failures too. */
export function recordFigure(figure: Figure): void {
  const file = process.env['LONG_FIGURES'];
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  console.log(`${figure.holds ? 'holds' : 'FAILS'}: ${figure.what}: ${figure.result} (goal: ${figure.goal})`);
}

/** Scales a number of tries: ten times as many with `--scale 10`, a tenth with `--scale 0.1`, but at least one. */
export function scaledTries(usual: number): number {
  return Math.max(1, Math.round(usual * Number(process.env['LONG_SCALE'] ?? 1)));
}
