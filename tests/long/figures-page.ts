import type { Figure } from './figure.ts';

/** A figure with the date and the circumstances of its run. */
export interface FigureLine extends Figure {
  /** yyyy-mm-dd. */
  date: string;
  commit: string;
  machine: string;
  command: string;
}

const columnHeadings = ['What', 'Figure', 'Goal', 'Met', 'Date', 'Commit', 'Machine', 'Command'];

const introduction = `# Figures

The tests that were run against the product, how often, and with what result. The figures do not prove that the product
is secure. Anybody can run the command of a line, which replaces the line. A failing test records its figure, too. If
the guard against a race can be removed, the test also ran without the guard, and the fault occurred.
`;

/** Returns the lines of the page's table; none if the page has no table. */
export function parseFigures(page: string): FigureLine[] {
  return page
    .split('\n')
    .filter((row) => /^\| (?!What|---)/.test(row))
    .map((row) => {
      const [subject = '', result = '', goal = '', isMet, date = '', commit = '', machine = '', command = ''] = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return {
        subject,
        result,
        goal,
        isMet: isMet === 'yes',
        date,
        commit,
        machine,
        command: command.replaceAll('`', ''),
      };
    });
}

/**
 * Returns the page with the new lines, in alphabetical order; a new line replaces the old one with the same subject.
 */
export function updatePage(page: string, newLines: FigureLine[]): string {
  const lines = new Map(parseFigures(page).map((line) => [line.subject, line]));
  for (const line of newLines) lines.set(line.subject, line);
  const sorted = [...lines.values()].toSorted((a, b) => a.subject.localeCompare(b.subject));
  const rows = sorted.map((line) => [
    line.subject,
    line.result,
    line.goal,
    line.isMet ? 'yes' : '**no**',
    line.date,
    line.commit,
    line.machine,
    `\`${line.command}\``,
  ]);
  const table = [columnHeadings, columnHeadings.map(() => '---'), ...rows];
  // The columns are not aligned, because otherwise a single new figure could change every line of the table.
  return `${introduction}\n<!-- prettier-ignore -->\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
