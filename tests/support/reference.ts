import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../../src/shared/group.ts';
import { pathExists, root, readSource } from './sources.ts';

// Finds the sections that the pages of docs/reference define, and those that test titles, comments and pages cite.

/** The page that `npm run coverage` writes. */
export const coverageFile = 'docs/reference/coverage.md';

/** A numbered section, such as '4.8' with the title 'Cancelling' on the page 'docs/reference/4-booking.md'. */
export interface Section {
  number: string;
  title: string;
  page: string;
}

/** A test or a group of tests with tags for the sections that it proves. `title` lacks the tags. */
export interface TaggedTest {
  file: string;
  title: string;
  sectionNumbers: string[];
}

/** Reads all sections of the reference, in the order of pages and headings. */
export function readSections(): Section[] {
  const pages = listFiles('docs/reference').filter((page) => /\/\d+-[a-z]+\.md$/.test(page));
  const sortedPages = pages.sort((a, b) => getChapterNumber(a) - getChapterNumber(b));
  return sortedPages.flatMap((page) =>
    [...readSource(page).matchAll(/^## (\S+) (.+)$/gm)].map(([, number = '', title = '']) => ({ number, title, page })),
  );
}

/** Returns the number of a page's chapter, such as 4 for 'docs/reference/4-booking.md'. */
export function getChapterNumber(page: string): number {
  return Number(/(\d+)-[a-z]+\.md$/.exec(page)?.[1]);
}

/**
 * Finds the numbers of the sections that comments or a page cite, as in '(reference 4.8, 4.9)'. A citation may continue
 * on the next line of a comment.
 */
export function findCitations(source: string): string[] {
  const oneLine = source.replace(/\s*\n\s*(?:\*|\/\/|--|#)?\s*/g, ' ');
  const citations = oneLine.matchAll(/\b[Rr]eference (\d+\.\d+(?:, \d+\.\d+)*)/g);
  return [...citations].flatMap(([, numbers = '']) => numbers.split(', '));
}

/** Finds the titles in a test file that end with tags, as in 'a slot is booked [4.4] [4.9]'. */
export function findTaggedTitles(source: string): Omit<TaggedTest, 'file'>[] {
  const titles = source.matchAll(/(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1\s*,/gs);
  return [...titles].flatMap(([, , fullTitle = '']) => {
    const [, title = '', tags = ''] = /^(.*?)((?: \[\d+\.\d+\])+)$/s.exec(fullTitle) ?? [];
    const sectionNumbers = [...tags.matchAll(/\d+\.\d+/g)].map(([number]) => number);
    return tags ? [{ title: title.replace(/\\(.)/g, '$1'), sectionNumbers }] : [];
  });
}

/** Finds all tests and groups of tests that have tags. */
export function findTaggedTests(): TaggedTest[] {
  const files = ['src', 'db', 'tests'].flatMap(listFiles).filter((file) => /\.(test|e2e|long)\.tsx?$/.test(file));
  return files.flatMap((file) => findTaggedTitles(readSource(file)).map((test) => ({ file, ...test })));
}

/** Returns the Markdown page that lists the tests of each section. */
export function renderCoveragePage(sections: readonly Section[], tests: readonly TaggedTest[]): string {
  const intro = `# Which tests prove which section

Written by \`npm run coverage\` from the tags in the titles of tests. A title may be that of a group of tests.
`;
  return [intro, ...sections.map((section) => renderSection(section, tests))].join('\n');
}

function renderSection({ number, title, page }: Section, tests: readonly TaggedTest[]): string {
  const testsOfSection = tests.filter(({ sectionNumbers }) => sectionNumbers.includes(number));
  const testsByFile = groupBy(testsOfSection, ({ file }) => file);
  const lines = [...testsByFile].flatMap(([file, testsOfFile]) => [
    `- \`${file}\``,
    ...testsOfFile.flatMap((test) => wrapItem(`  - `, test.title)),
  ]);
  return [`## [${number} ${title}](${page.split('/').at(-1)})`, '', ...lines, ''].join('\n');
}

/** Wraps a list item into lines of at most 120 columns. */
function wrapItem(bullet: string, content: string): string[] {
  const lines = [bullet.trimEnd()];
  for (const word of content.split(' ')) {
    const lineWithWord = `${lines.at(-1)} ${word}`;
    if (lineWithWord.length <= 120) lines[lines.length - 1] = lineWithWord;
    else lines.push(`${' '.repeat(bullet.length)}${word}`);
  }
  return lines;
}

/** Lists the paths, relative to the checkout's root, of all files in a folder and its subfolders. */
export function listFiles(folder: string): string[] {
  if (!pathExists(folder)) return [];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
