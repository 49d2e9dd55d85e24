import type { Figure } from './figure.ts';

/** A figure with when and how it was taken. */
export interface Line extends Figure {
  /** yyyy-mm-dd. */
  date: string;
  commit: string;
  machine: string;
  command: string;
}

const heading = ['What', 'Figure', 'Goal', 'Holds', 'Date', 'Commit', 'Machine', 'Command'];

const introduction = `# Figures

What was tried against the product, how often, and what came of it. Nothing here says that the product is secure; it says what was tried. Each line
is replaced by its command, which anybody can run; a trial that fails writes its miss down as well. Where a guard can be taken away, the same
trial ran without it, and saw the fault.
`;

/** The lines of the page as it stands; none of a page that has no table. */
export function linesOf(page: string): Line[] {
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

/** The page with the new lines in the places of the old ones of the same words, by their words. */
export function pageWith(page: string, news: Line[]): string {
  const lines = new Map(linesOf(page).map((line) => [line.what, line]));
  for (const line of news) lines.set(line.what, line);
  const sorted = [...lines.values()].toSorted((a, b) => a.what.localeCompare(b.what));
  const rows = sorted.map((line) => [
    ...[line.what, line.result, line.goal, line.holds ? 'yes' : '**no**'],
    ...[line.date, line.commit, line.machine, `\`${line.command}\``],
  ]);
  const table = [heading, heading.map(() => '---'), ...rows];
  // One line a figure, whatever the others say: aligned columns would change all of them at once.
  return `${introduction}\n<!-- prettier-ignore -->\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
