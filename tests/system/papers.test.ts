import { describe, expect, test } from 'vitest';
import { dataClasses, type ColumnClass } from '../../src/platform/database/data-classes.ts';
import { readProviderConfig } from '../../src/platform/settings/provider-config.ts';
import { fillPaper, findPartNames, listPapers, partNames } from '../support/papers/papers.ts';
import { findColumnWord, type Table } from '../support/papers/words.ts';
import { readSections } from '../support/reference.ts';
import { findMissingTests, findPaths, findTestReferences, pathExists, readSource } from '../support/sources.ts';

/** The criteria of WCAG 2.1, levels A and AA: each guideline with the last numbers of its criteria. */
const criteriaOfWcag21 = {
  '1.1': [1],
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7],
  '2.5': [1, 2, 3, 4],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4],
  '3.3': [1, 2, 3, 4],
  '4.1': [1, 2, 3],
};
const newCriteriaOfWcag22 = ['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8'];

const papers = listPapers().map((path) => ({ path, text: readSource(path) }));
const allText = papers.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ');
const readPaper = (name: string) => readSource(`docs/papers/${name}.md`);

/** The tables with personal data, each with its columns that are not technical. */
const personalTables = Object.entries(dataClasses)
  .map(([table, classes]) => ({ table: table as Table, classes: Object.entries(classes) as [string, ColumnClass][] }))
  // Only the classes of personal columns are objects.
  .filter(({ classes }) => classes.some(([, columnClass]) => typeof columnClass === 'object'))
  .map(({ table, classes }) => ({
    table,
    columns: classes.filter(([, columnClass]) => columnClass !== 'technical').map(([column]) => column),
  }));

describe('the papers for a provider’s lawyer', () => {
  test('are those of docs/papers, and are current: `npm run papers` changes none of them', () => {
    const names = ['avv-anlage', 'barrierefreiheit', 'dsfa', 'en-301-549', 'loeschkonzept', 'tom', 'verzeichnis'];
    expect(papers.map(({ path }) => path)).toEqual(names.map((name) => `docs/papers/${name}.md`));
    for (const { path, text } of papers) expect(text, path).toBe(fillPaper(text));
  });

  test('begin with the note that a lawyer has to read them, with the version and places to fill in', () => {
    const { version } = JSON.parse(readSource('package.json')) as { version: string };
    for (const { path, text } of papers) {
      const beginning = text.slice(0, 700).replace(/[\s>]+/g, ' ');
      expect(beginning, path).toMatch(/^# .+ \*\*Vorlage, keine Rechtsberatung\.\*\* .*müssen dieses Papier lesen/);
      expect(beginning, path).toContain(`Version ${version}.`);
      expect(text, path).toMatch(/\[[^\]]+\](?!\()/);
    }
  });

  test('use every generated part, and refuse one that does not exist or does not end', () => {
    expect(new Set(papers.flatMap(({ text }) => findPartNames(text)))).toEqual(new Set(partNames));
    expect(() => fillPaper('<!-- generated: nothing -->\n<!-- end -->')).toThrow('no generated part named nothing');
    expect(() => fillPaper('<!-- generated: note -->\n')).toThrow('has no end');
  });

  test('name only files, tests and sections of the reference that exist', () => {
    const paths = findPaths(allText).filter((path) => /^(src|db|tests|docs|deploy|example-pages)\//.test(path));
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => !pathExists(path))).toEqual([]);
    expect(findMissingTests(findTestReferences(allText))).toEqual([]);
    const sections = [...allText.matchAll(/Referenz (\d+\.\d+(?:, \d+\.\d+)*)/g)].flatMap(([, list = '']) =>
      list.split(', '),
    );
    const existingSections = readSections().map(({ number }) => number);
    expect(sections.length).toBeGreaterThan(5);
    expect(sections.filter((section) => !existingSections.includes(section))).toEqual([]);
    // No file of tests stands there without a title.
    const files = new Set(findTestReferences(allText).map(({ file }) => file));
    expect(paths.filter((path) => path.includes('.test.') && !files.has(path))).toEqual([]);
  });
});

test('the Löschkonzept has every table with personal data, with German words for its columns', () => {
  const text = readPaper('loeschkonzept');
  for (const { table, columns } of personalTables) {
    const row = text.split('\n').find((line) => line.includes(`(\`${table}\`)`)) ?? '';
    expect(row, table).toMatch(/^\| /);
    const isWholeRowDeleted = row.includes('| ganze Zeile |');
    for (const column of columns) {
      const word = findColumnWord(table, column);
      expect(word, `${table}.${column}`).toBeDefined();
      if (!isWholeRowDeleted) expect(row, `${table}.${column}`).toContain(word);
    }
  }
});

test('the Löschkonzept has every retention setting with its default', () => {
  const text = readPaper('loeschkonzept');
  for (const [name, count] of Object.entries(readProviderConfig(undefined).retention))
    expect(text).toMatch(new RegExp(`\\| \`retention\\.${name}\` \\| ${count} (Tage|Monate) \\|`));
});

test('the Verzeichnis and the annex have all data, each once', () => {
  for (const name of ['verzeichnis', 'avv-anlage', 'dsfa']) expect(readPaper(name), name).toContain('Kalender-Abos');
  const rows = readPaper('verzeichnis')
    .split('\n')
    .filter((line) => /^\| (?!Datenkategorie|---)/.test(line));
  expect(rows).toHaveLength(personalTables.length);
  const items = readPaper('avv-anlage')
    .split('\n')
    .filter((line) => /^- .*\((?:Teilnehmende|Coaches|Admins)/.test(line));
  expect(items).toHaveLength(personalTables.length);
});

test('the assessment of risks has every threat', () => {
  const threats = readSource('docs/security/threats.md').matchAll(/^\| ([TRF]\d\d) +\|/gm);
  const text = readPaper('dsfa');
  expect([...threats].map(([, id = '']) => id).filter((id) => !text.includes(id))).toEqual([]);
});

describe('the table of EN 301 549', () => {
  const rows = readPaper('en-301-549')
    .split('\n')
    .filter((line) => /^\| [\d.–]+ \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, number = '', name = '', result = '', explanation = '', tests = '']) => ({
      number,
      name,
      result,
      explanation,
      tests,
    }));

  test('has every criterion of WCAG 2.1 and the new ones of 2.2 once and in order, and all other clauses', () => {
    const numbers = rows.map(({ number }) => number);
    const criteria = Object.entries(criteriaOfWcag21).flatMap(([guideline, ends]) =>
      ends.map((end) => `9.${guideline}.${end}`),
    );
    expect(criteria).toHaveLength(50);
    expect(numbers.slice(0, 56)).toEqual([...criteria, ...newCriteriaOfWcag22]);
    const clauses = new Set(numbers.slice(56).map((number) => number.split('.')[0]));
    expect([...clauses]).toEqual(['5', '6', '7', '8', '9', '10', '11', '12', '13']);
  });

  test('says ‘nicht geprüft’ exactly where no test stands, and gives a reason for ‘nicht anwendbar’', () => {
    for (const { number, result, explanation, tests } of rows) {
      const references = findTestReferences(tests);
      const expected = references.length > 0 ? ['teilweise geprüft'] : ['nicht geprüft', 'nicht anwendbar'];
      expect(expected, number).toContain(result);
      if (result !== 'nicht geprüft') expect(explanation, number).not.toBe('');
    }
    expect(rows.filter(({ result }) => result === 'nicht geprüft').length).toBeGreaterThan(0);
  });
});
