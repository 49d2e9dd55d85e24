import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isThere, missingTests, pathsIn, source, testsIn, text, type NamedTest } from '../server/testing-sources.ts';

interface Row {
  part: string;
  section: string;
  /** The specification's line, with its texts in quotes. */
  line: string;
  /** Paths of the files that build it. */
  built: string[];
  /** Test files with a part of a test's title each. */
  tested: NamedTest[];
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
      built: pathsIn(built),
      tested: testsIn(tested),
    });
  }
  return rows;
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

const rows = readRows(text('docs/spec-coverage.md'));
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
    const missing = rows.flatMap(({ built }) => built).filter((path) => !isThere(path));
    expect(missing).toEqual([]);
  });

  test('is tested by tests that exist', () => {
    const missing = missingTests(rows.flatMap(({ tested }) => tested));
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
