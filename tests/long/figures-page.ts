import type { Figure } from './figure.ts';

/** A figure with the date and the circumstances of its run. */
export interface FigureLine extends Figure {
  /** yyyy-mm-dd. */
  date: string;
  commit: string;
  machine: string;
  command: string;
}

const heading = ['What', 'Figure', 'Goal', 'Holds', 'Date', 'Commit', 'Machine', 'Command'];

const introduction = `# Figures

What was tried against the product, how often, and with what result. Nothing here says that the product is secure, only
what was tried. Each line is replaced by its command, which anybody can run; a failing test records its figure as well.
If a guard can be removed, the same test ran without it, and saw the fault.
`;

/** Returns the lines of the page's table; none if the page has no table. */
export function parseFigures(page: string): FigureLine[] {
  return page
    .split('\n')
    .filter((row) => /^\| (?!What|---)/.test(row))
    .map((row) => {
      const [what = '', result = '', goal = '', holds, date = '', commit = '', machine = '', command = ''] = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return {
        what,
        result,
        goal,
        holds: holds === 'yes',
        date,
        commit,
        machine,
        command: command.replaceAll('`', ''),
      };
    });
}

/** Returns the page with the new lines, in alphabetical order; a new line replaces the old one with the same `what`. */
export function updatePage(page: string, newLines: FigureLine[]): string {
  const lines = new Map(parseFigures(page).map((line) => [line.what, line]));
  for (const line of newLines) lines.set(line.what, line);
  const sorted = [...lines.values()].toSorted((a, b) => a.what.localeCompare(b.what));
  const rows = sorted.map((line) => [
    line.what,
    line.result,
    line.goal,
    line.holds ? 'yes' : '**no**',
    line.date,
    line.commit,
    line.machine,
    `\`${line.command}\``,
  ]);
  const table = [heading, heading.map(() => '---'), ...rows];
  // The columns are not aligned, because otherwise a single new figure could change every line of the table.
  return `${introduction}\n<!-- prettier-ignore -->\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
