import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../../src/shared/group.ts';
import { pathExists, root, readSource } from './sources.ts';

// Parses the text of docs/reference, of test titles and of comments for the sections that they define or cite.

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

/** The sections of the reference in the order of pages and headings. */
export function sectionsOfReference(): Section[] {
  const pages = filesIn('docs/reference').filter((page) => /\/\d+-[a-z]+\.md$/.test(page));
  const sortedPages = pages.sort((a, b) => chapterOf(a) - chapterOf(b));
  return sortedPages.flatMap((page) =>
    [...readSource(page).matchAll(/^## (\S+) (.+)$/gm)].map(([, number = '', title = '']) => ({ number, title, page })),
  );
}

/** The number of a page's chapter: 4 of 'docs/reference/4-booking.md'. */
export function chapterOf(page: string): number {
  return Number(/(\d+)-[a-z]+\.md$/.exec(page)?.[1]);
}

/** The sections that a comment or a page cites, as in '(reference 4.8, 4.9)', even across lines of a comment. */
export function citationsIn(source: string): string[] {
  const oneLine = source.replace(/\s*\n\s*(?:\*|\/\/|--|#)?\s*/g, ' ');
  const citations = oneLine.matchAll(/\b[Rr]eference (\d+\.\d+(?:, \d+\.\d+)*)/g);
  return [...citations].flatMap(([, numbers = '']) => numbers.split(', '));
}

/** The titles in a test file that end with tags, as in 'a slot is booked [4.4] [4.9]'. */
export function taggedTitlesIn(source: string): Omit<TaggedTest, 'file'>[] {
  const titles = source.matchAll(/(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1\s*,/gs);
  return [...titles].flatMap(([, , fullTitle = '']) => {
    const [, title = '', tags = ''] = /^(.*?)((?: \[\d+\.\d+\])+)$/s.exec(fullTitle) ?? [];
    const numbers = [...tags.matchAll(/\d+\.\d+/g)].map(([number]) => number);
    return tags ? [{ title: title.replace(/\\(.)/g, '$1'), numbers }] : [];
  });
}

/** All tests and groups that name sections. */
export function taggedTests(): TaggedTest[] {
  const files = ['src', 'db', 'tests'].flatMap(filesIn).filter((file) => /\.(test|e2e|long)\.tsx?$/.test(file));
  return files.flatMap((file) => taggedTitlesIn(readSource(file)).map((test) => ({ file, ...test })));
}

/** Returns the page that lists the tests of each section. */
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
    ...titles.flatMap((test) => wrapItem(`  - `, test.title)),
  ]);
  return [`## [${number} ${title}](${page.split('/').at(-1)})`, '', ...lines, ''].join('\n');
}

/** Wraps a list item into lines of at most 120 columns. */
function wrapItem(bullet: string, content: string): string[] {
  const lines = [bullet.trimEnd()];
  for (const word of content.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= 120) lines[lines.length - 1] = longer;
    else lines.push(`${' '.repeat(bullet.length)}${word}`);
  }
  return lines;
}

/** The paths, from the checkout's root, of all files in a folder and its subfolders. */
export function filesIn(folder: string): string[] {
  if (!pathExists(folder)) return [];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
