import { dirname, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  chapterOf,
  citationsIn,
  coverageFile,
  coveragePage,
  filesIn,
  sectionsOfReference,
  taggedTests,
  taggedTitlesIn,
} from '../support/reference.ts';
import { pathExists, readSource } from '../support/sources.ts';

const sections = sectionsOfReference();
const numbers = new Set(sections.map(({ number }) => number));
const pages = filesIn('docs/reference').filter((path) => path.endsWith('.md'));
const tests = taggedTests();

/** The files that may cite a section, without texts by other authors. */
const citingFiles = ['src', 'tests', 'db', 'bench', 'scripts', 'deploy', 'docs', '.ci']
  .flatMap(filesIn)
  .filter((path) => /\.(tsx?|m[jt]s|sql|md|csv|conf|html|css|js)$/.test(path) && !path.includes('/testdata/'))
  .concat('README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md');

describe('the reference', () => {
  test('numbers its sections in ascending order, each once and on the page of its chapter', () => {
    const wrong = sections.filter(({ number, page }, index) => {
      const [chapter, position] = number.split('.').map(Number);
      const previous = sections[index - 1];
      const previousPosition = previous?.page === page ? Number(previous.number.split('.')[1]) : 0;
      return !/^\d+\.\d+$/.test(number) || chapter !== chapterOf(page) || Number(position) <= previousPosition;
    });
    expect(wrong).toEqual([]);
    expect(sections.length).toBeGreaterThan(100);
  });

  test('is listed page by page in its index', () => {
    const index = readSource('docs/reference/README.md');
    expect(pages.filter((page) => !index.includes(`](${page.slice('docs/reference/'.length)})`))).toEqual([
      'docs/reference/README.md',
    ]);
  });

  test('links to existing pages and cites existing sections', () => {
    for (const page of pages) {
      const links = [...readSource(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
      expect(links.filter((link) => !pathExists(normalize(`${dirname(page)}/${link}`)))).toEqual([]);
      const cited = [...readSource(page).matchAll(/[( ](\d+\.\d+)(?=[),])/g)].map(([, number = '']) => number);
      expect(cited.filter((number) => !numbers.has(number))).toEqual([]);
    }
  });

  test('has lines of at most 120 columns', () => {
    const long = pages.flatMap((page) =>
      readSource(page)
        .split('\n')
        .filter((line) => line.length > 120),
    );
    expect(long).toEqual([]);
  });

  test('quotes German texts exactly as in the code', () => {
    const code = [...filesIn('src'), ...filesIn('db'), 'portal.example.json']
      .filter((path) => /\.(tsx?|html|js|json|sql)$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map(withoutComments)
      .join(' ');
    const missing = pages
      .filter((page) => page !== coverageFile)
      .flatMap((page) => quotesIn(readSource(page)).filter((pieces) => pieces.some((piece) => !code.includes(piece))));
    expect(missing).toEqual([]);
  });
});

/** A file's text with single spaces and without comments, which may quote texts that the product never shows. */
function withoutComments(path: string): string {
  const code = readSource(path).replace(/\/\*[^]*?\*\//g, '');
  return code.replace(/^\s*\/\/.*$/gm, '').replace(/\s+/g, ' ');
}

/** The quoted texts on a page, each split at its placeholders `{…}`. */
function quotesIn(page: string): string[][] {
  const prose = page.replace(/`[^`]*`/g, '').replace(/\s+/g, ' ');
  return [...prose.matchAll(/"([^"]+)"|'([^']+)'/g)].map(([, double, single]) =>
    (double ?? single ?? '')
      .split(/\{[^}]*\}/)
      .map((piece) => piece.trim())
      .filter(Boolean),
  );
}

describe('the tags in titles of tests', () => {
  test('are read at the end of the titles of tests and of groups', () => {
    // The names are inserted, so this file itself contains no such titles.
    const file = `${'describe'}('booking [4.4]', () => { ${'test'}.each([1])(\n 'a slot\\'s [4.4] is %s [4.5] [4.10]',\n () => {});`;
    expect(taggedTitlesIn(file)).toEqual([
      { title: 'booking', numbers: ['4.4'] },
      { title: "a slot's [4.4] is %s", numbers: ['4.5', '4.10'] },
    ]);
  });

  test('name sections that exist', () => {
    expect(tests.filter((tagged) => tagged.numbers.some((number) => !numbers.has(number)))).toEqual([]);
  });

  test('cover every section', () => {
    const proved = new Set(tests.flatMap((tagged) => tagged.numbers));
    expect(sections.filter(({ number }) => !proved.has(number))).toEqual([]);
  });

  test('match docs/reference/coverage.md', () => {
    const same = readSource(coverageFile) === coveragePage(sections, tests);
    expect(same, `${coverageFile} is outdated: renew it with npm run coverage`).toBe(true);
  });
});

describe('citations in comments and on pages', () => {
  test('are read across the lines of a comment', () => {
    const comment = '/**\n * Cancelling (reference\n * 4.8,\n * 4.9) and\n // reference 4.10.\n */';
    expect(citationsIn(comment)).toEqual(['4.8', '4.9', '4.10']);
  });

  test('refer to sections that exist', () => {
    const wrong = citingFiles.flatMap((path) =>
      citationsIn(readSource(path))
        .filter((number) => !numbers.has(number))
        .map((number) => `${path}: reference ${number}`),
    );
    expect(wrong).toEqual([]);
  });

  test('refer to no section of a document outside the repository', () => {
    expect(citingFiles.filter((path) => /§ ?\d/.test(readSource(path)))).toEqual([]);
  });
});
