import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Row {
  part: string;
  section: string;
  /** The specification's line, with its texts in quotes. */
  line: string;
  /** Paths of the files that build it. */
  built: string[];
  /** Test files with a part of a test's title each. */
  tested: { file: string; title: string }[];
}

/** The rows of docs/spec-coverage.md below their headings (`## part`, `### §n …`). */
function readRows(markdown: string): Row[] {
  let part = '';
  let section = '';
  const rows: Row[] = [];
  for (const text of markdown.split('\n')) {
    if (text.startsWith('## ')) part = text.slice(3);
    if (text.startsWith('### ')) section = text.slice(4).split(' ')[0] ?? '';
    if (!text.startsWith('|') || /^\|[\s-|]+$/.test(text) || text.startsWith('| Specification')) continue;
    const [line = '', built = '', tested = ''] = text.split('|').slice(1, -1);
    rows.push({
      part,
      section,
      line: line.trim(),
      built: [...built.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
      tested: [...tested.matchAll(/`([^`]+)`: "([^"]+)"/g)].map(([, file = '', title = '']) => ({ file, title })),
    });
  }
  return rows;
}

const sources = new Map<string, string>();

/** A file's text with single spaces, '' where there is none. */
function source(path: string): string {
  const known = sources.get(path);
  if (known !== undefined) return known;
  const file = join(root, path);
  const text = existsSync(file) ? readFileSync(file, 'utf8').replace(/\s+/g, ' ') : '';
  sources.set(path, text);
  return text;
}

/** A built file and what it imports from beside it. */
function withImports(path: string): string[] {
  const imported = [...source(path).matchAll(/(?:from |import\()'(\.[^']+)'/g)];
  return [path, ...imported.map(([, relative = '']) => normalize(join(dirname(path), relative)))];
}

/** The texts in a line's quotes, each cut at its placeholders `{…}`. */
function quotesIn(line: string): string[][] {
  return [...line.matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, single, double]) =>
    (single ?? double ?? '')
      .split(/\{[^}]*\}/)
      .map((piece) => piece.trim())
      .filter(Boolean),
  );
}

/** The titles of the tests and groups in a file. */
function titlesIn(path: string): string {
  const titles = source(path).matchAll(/(?:\b(?:test|describe)|\))\( ?(['"`])((?:\\.|(?!\1).)+)\1, /g);
  return [...titles].map(([, , title = '']) => title.replace(/\\(.)/g, '$1')).join('\n');
}

const rows = readRows(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8'));
const parts = [...new Set(rows.map(({ part }) => part))];

describe('every line of the specification', () => {
  test.each(parts)('of %s stands in one of nine sections', (part) => {
    const sections = new Set(rows.filter((row) => row.part === part).map(({ section }) => section));
    expect([...sections]).toEqual(['§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9']);
  });

  test('names where it is built and where it is tested', () => {
    expect(rows.filter(({ built, tested }) => built.length === 0 || tested.length === 0)).toEqual([]);
  });

  test('is built in files that exist', () => {
    const missing = rows.flatMap(({ built }) => built).filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  test('is tested by tests that exist', () => {
    const missing = rows
      .flatMap(({ tested }) => tested)
      .filter(({ file, title }) => !titlesIn(file).includes(title.replace(/\s+/g, ' ')));
    expect(missing).toEqual([]);
  });

  test('has its texts, to the letter, where it is built', () => {
    const missing = rows.flatMap(({ line, built }) => {
      const files = built.flatMap(withImports).map(source);
      return quotesIn(line)
        .filter((pieces) => !files.some((file) => pieces.every((piece) => file.includes(piece))))
        .map((pieces) => ({ line, text: pieces.join(' … ') }));
    });
    expect(missing).toEqual([]);
  });
});
