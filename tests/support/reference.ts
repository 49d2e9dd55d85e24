import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../../src/shared/group.ts';
import { isThere, root, text } from './sources.ts';

// What docs/reference, the titles of tests and the comments say about each other, read from their text.

/** The page that `npm run coverage` writes. */
export const coverageFile = 'docs/reference/coverage.md';

/** A numbered section: '4.8', 'Cancelling', 'docs/reference/4-booking.md'. */
export interface Section {
  number: string;
  title: string;
  page: string;
}

/** A test, or a group of tests, whose title names the sections that it proves. The title is without the tags. */
export interface TaggedTest {
  file: string;
  title: string;
  numbers: string[];
}

/** The sections of the reference, page by page, in their order. */
export function sectionsOfReference(): Section[] {
  const pages = filesIn('docs/reference').filter((page) => /\/\d+-[a-z]+\.md$/.test(page));
  const inOrder = pages.sort((a, b) => chapterOf(a) - chapterOf(b));
  return inOrder.flatMap((page) =>
    [...text(page).matchAll(/^## (\S+) (.+)$/gm)].map(([, number = '', title = '']) => ({ number, title, page })),
  );
}

/** The number of a page's chapter: 4 of 'docs/reference/4-booking.md'. */
export function chapterOf(page: string): number {
  return Number(/(\d+)-[a-z]+\.md$/.exec(page)?.[1]);
}

/** The sections that a comment or a page cites, as in '(reference 4.8, 4.9)', even across lines of a comment. */
export function citationsIn(source: string): string[] {
  const words = source.replace(/\s*\n\s*(?:\*|\/\/|--|#)?\s*/g, ' ');
  const cited = words.matchAll(/\b[Rr]eference (\d+\.\d+(?:, \d+\.\d+)*)/g);
  return [...cited].flatMap(([, numbers = '']) => numbers.split(', '));
}

/** The titles in a test file that end with tags, as in 'a slot is booked [4.4] [4.9]'. */
export function taggedTitlesIn(source: string): Omit<TaggedTest, 'file'>[] {
  const titles = source.matchAll(/(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1\s*,/gs);
  return [...titles].flatMap(([, , written = '']) => {
    const [, title = '', tags = ''] = /^(.*?)((?: \[\d+\.\d+\])+)$/s.exec(written) ?? [];
    const numbers = [...tags.matchAll(/\d+\.\d+/g)].map(([number]) => number);
    return tags ? [{ title: title.replace(/\\(.)/g, '$1'), numbers }] : [];
  });
}

/** All tests and groups that name sections. */
export function taggedTests(): TaggedTest[] {
  const files = ['src', 'db', 'tests'].flatMap(filesIn).filter((file) => /\.(test|e2e|long)\.tsx?$/.test(file));
  return files.flatMap((file) => taggedTitlesIn(text(file)).map((test) => ({ file, ...test })));
}

/** The page that lists the tests of each section. */
export function coveragePage(sections: readonly Section[], tests: readonly TaggedTest[]): string {
  const intro = `# Which tests prove which section

Written by \`npm run coverage\` from the tags in the titles of tests. A title may be that of a group of tests.
`;
  return [intro, ...sections.map((section) => coverageOf(section, tests))].join('\n');
}

function coverageOf({ number, title, page }: Section, tests: readonly TaggedTest[]): string {
  const proving = tests.filter(({ numbers }) => numbers.includes(number));
  const byFile = groupBy(proving, ({ file }) => file);
  const lines = [...byFile].flatMap(([file, titles]) => [
    `- \`${file}\``,
    ...titles.flatMap((test) => wrapped(`  - `, test.title)),
  ]);
  return [`## [${number} ${title}](${page.split('/').at(-1)})`, '', ...lines, ''].join('\n');
}

/** An item of a list in lines of at most 120 columns. */
function wrapped(point: string, words: string): string[] {
  const lines = [point.trimEnd()];
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= 120) lines[lines.length - 1] = longer;
    else lines.push(`${' '.repeat(point.length)}${word}`);
  }
  return lines;
}

/** All files in a folder and below, by their paths from the checkout's root. */
export function filesIn(folder: string): string[] {
  if (!isThere(folder)) return [];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
