import { dirname, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  getChapterNumber,
  findCitations,
  coverageFile,
  renderCoveragePage,
  listFiles,
  readSections,
  findTaggedTests,
  findTaggedTitles,
} from '../support/reference.ts';
import { pathExists, readSource } from '../support/sources.ts';

const sections = readSections();
const sectionNumbers = new Set(sections.map(({ number }) => number));
const pages = listFiles('docs/reference').filter((path) => path.endsWith('.md'));
const tests = findTaggedTests();

/** The files in which a comment or a text may cite a section. Test data is left out, because it is not our text. */
const citingFiles = ['src', 'tests', 'db', 'bench', 'scripts', 'deploy', 'docs', '.ci']
  .flatMap(listFiles)
  .filter((path) => /\.(tsx?|m[jt]s|sql|md|csv|conf|html|css|js)$/.test(path) && !path.includes('/testdata/'))
  .concat('README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md');

describe('the reference', () => {
  test('numbers its sections in ascending order, each once and on the page of its chapter', () => {
    const misplacedSections = sections.filter(({ number, page }, index) => {
      const [chapter, position] = number.split('.').map(Number);
      const previousSection = sections[index - 1];
      const previousPosition = previousSection?.page === page ? Number(previousSection.number.split('.')[1]) : 0;
      return !/^\d+\.\d+$/.test(number) || chapter !== getChapterNumber(page) || Number(position) <= previousPosition;
    });
    expect(misplacedSections).toEqual([]);
    expect(sections.length).toBeGreaterThan(100);
  });

  test('has an index that links to every page', () => {
    const index = readSource('docs/reference/README.md');
    expect(pages.filter((page) => !index.includes(`](${page.slice('docs/reference/'.length)})`))).toEqual([
      'docs/reference/README.md',
    ]);
  });

  test('links only to existing pages and cites only existing sections', () => {
    for (const page of pages) {
      const links = [...readSource(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
      expect(links.filter((link) => !pathExists(normalize(`${dirname(page)}/${link}`)))).toEqual([]);
      const citedNumbers = [...readSource(page).matchAll(/[( ](\d+\.\d+)(?=[),])/g)].map(([, number = '']) => number);
      expect(citedNumbers.filter((number) => !sectionNumbers.has(number))).toEqual([]);
    }
  });

  test('has lines of at most 120 columns', () => {
    const longLines = pages.flatMap((page) =>
      readSource(page)
        .split('\n')
        .filter((line) => line.length > 120),
    );
    expect(longLines).toEqual([]);
  });

  test('quotes German texts exactly as in the code', () => {
    const code = [...listFiles('src'), ...listFiles('db'), 'portal.example.json']
      .filter((path) => /\.(tsx?|html|js|json|sql)$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map(readWithoutComments)
      .join(' ');
    const missingQuotes = pages
      .filter((page) => page !== coverageFile)
      .flatMap((page) => findQuotes(readSource(page)).filter((parts) => parts.some((part) => !code.includes(part))));
    expect(missingQuotes).toEqual([]);
  });
});

/**
 * Returns a file's text with single spaces and without its comments, which may quote texts that the product never
 * shows.
 */
function readWithoutComments(path: string): string {
  const code = readSource(path).replace(/\/\*[^]*?\*\//g, '');
  return code.replace(/^\s*\/\/.*$/gm, '').replace(/\s+/g, ' ');
}

/** Finds the quoted texts on a page, each split into the parts between its placeholders `{…}`. */
function findQuotes(page: string): string[][] {
  const prose = page.replace(/`[^`]*`/g, '').replace(/\s+/g, ' ');
  return [...prose.matchAll(/"([^"]+)"|'([^']+)'/g)].map(([, doubleQuoted, singleQuoted]) =>
    (doubleQuoted ?? singleQuoted ?? '')
      .split(/\{[^}]*\}/)
      .map((part) => part.trim())
      .filter(Boolean),
  );
}

describe('the tags in test titles', () => {
  test('are found at the end of the titles of tests and of groups', () => {
    // `describe` and `test` are inserted into the text, so that the search for titles does not find them in this file.
    const source = `${'describe'}('booking [4.4]', () => { ${'test'}.each([1])(\n 'a slot\\'s [4.4] is %s [4.5] [4.10]',\n () => {});`;
    expect(findTaggedTitles(source)).toEqual([
      { title: 'booking', sectionNumbers: ['4.4'] },
      { title: "a slot's [4.4] is %s", sectionNumbers: ['4.5', '4.10'] },
    ]);
  });

  test('name sections that exist', () => {
    expect(
      tests.filter((taggedTest) => taggedTest.sectionNumbers.some((number) => !sectionNumbers.has(number))),
    ).toEqual([]);
  });

  test('cover every section', () => {
    const coveredSections = new Set(tests.flatMap((taggedTest) => taggedTest.sectionNumbers));
    expect(sections.filter(({ number }) => !coveredSections.has(number))).toEqual([]);
  });

  test('match docs/reference/coverage.md', () => {
    const isUpToDate = readSource(coverageFile) === renderCoveragePage(sections, tests);
    expect(isUpToDate, `${coverageFile} is outdated: renew it with npm run coverage`).toBe(true);
  });
});

describe('citations in comments and on pages', () => {
  test('are found even if they continue on the next line of a comment', () => {
    const comment = '/**\n * Cancelling (reference\n * 4.8,\n * 4.9) and\n // reference 4.10.\n */';
    expect(findCitations(comment)).toEqual(['4.8', '4.9', '4.10']);
  });

  test('refer to sections that exist', () => {
    const invalidCitations = citingFiles.flatMap((path) =>
      findCitations(readSource(path))
        .filter((number) => !sectionNumbers.has(number))
        .map((number) => `${path}: reference ${number}`),
    );
    expect(invalidCitations).toEqual([]);
  });

  test('refer to no section of a document outside the repository', () => {
    expect(citingFiles.filter((path) => /§ ?\d/.test(readSource(path)))).toEqual([]);
  });
});
