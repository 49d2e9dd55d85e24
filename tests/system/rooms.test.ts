import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupBy } from '../../src/shared/group.ts';
import { findImports, listSourceFiles, type Import } from '../support/imports.ts';
import { listFiles } from '../support/reference.ts';
import { readSource } from '../support/sources.ts';

const files = listSourceFiles();
const imports = findImports(files);

const describeImport = ({ from, to }: Import) => `${from} -> ${to}`;

/** The noun that a path belongs to, or undefined outside of the features. */
const nounOf = (path: string) => /^src\/features\/([\w-]+)\//.exec(path)?.[1];

/** A noun, a screen, or one of the other folders of `src`. */
function roomOf(path: string): string {
  const [, wing = '', room = ''] = path.split('/');
  return wing === 'features' || wing === 'screens' ? `${wing}/${room}` : wing;
}

const isPiece = (path: string) => path.includes('/ui/');
const kinds = 'contract|rules|words|server|steps|sql|jobs|exports|adapter';
const ofKind = (path: string, some: string) => new RegExp(`^(?:[\\w-]+\\.)?(?:${some})\\.ts$`).test(basename(path));

describe('the folders of the source code', () => {
  test('each file of a noun has a name that shows its kind', () => {
    const nameless = files.filter((path) => nounOf(path) && !isPiece(path) && !ofKind(path, kinds));
    expect(nameless).toEqual([]);
  });

  test('other nouns and operations import only the contract, the rules and the exports of a noun', () => {
    const crossImports = imports.filter(({ from, to }) => {
      const isOutside = (nounOf(from) && !isPiece(from)) || from.startsWith('src/operations/');
      return isOutside && nounOf(to) && nounOf(from) !== nounOf(to);
    });
    expect(crossImports.filter(({ to }) => !ofKind(to, 'contract|rules|exports')).map(describeImport)).toEqual([]);
    expect(crossImports.length).toBeGreaterThan(100);
  });

  test('no room imports itself through other rooms', () => {
    const importedRooms = new Map<string, Set<string>>();
    for (const { from, to } of imports)
      if (roomOf(from) !== roomOf(to))
        importedRooms.set(roomOf(from), (importedRooms.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
    const cycles = [...importedRooms.keys()].filter((room) => isReachable(room, room, importedRooms));
    expect(cycles).toEqual([]);
  });

  test('no room has more than 30 files without being divided', () => {
    const counts = groupBy(files, dirname);
    expect([...counts].filter(([, inside]) => inside.length > 30).map(([room]) => room)).toEqual([]);
  });
});

/** Whether a chain of at least one import leads from a room to another one. */
function isReachable(from: string, to: string, importedRooms: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const seen = new Set<string>();
  const open = [...(importedRooms.get(from) ?? [])];
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    if (room === to) return true;
    if (!seen.has(room)) open.push(...(importedRooms.get(room) ?? []));
    seen.add(room);
  }
  return false;
}

/** Words that need an explanation, with the usual words that mean the same. */
const unusual: Record<string, string> = {
  deed: 'action',
  told: 'informed, notified, reported',
  untold: 'not reported',
  stretch: 'range',
  companion: 'cookie',
  forget: 'delete',
  forgets: 'deletes',
  wish: 'filter, request',
  sides: 'the participant and the coach, parties',
  standing: 'state, snapshot',
  knowing: 'who needs no mail',
  awake: 'counted',
  besides: 'in addition',
};
/** Parts of names that are not English. */
const unusualNames = /letGo|carryOut/;
/** Allowed words: one of CSS, and names stored by earlier versions: jobs, a cookie, a column, a SQL function. */
const stored = /'stretch'|forgetFiles|forgetMails|forget_audit|companion_hash|companion-/g;
/** Whether a file may contain "wish": it is the wire's name for a field of ratings. */
const hasWishes = (path: string) => path.includes('rating');

describe('the words of the code', () => {
  test('are those that a native reader expects', () => {
    const code = ['src', 'tests', 'bench', 'scripts', 'db/demo']
      .flatMap(listFiles)
      .filter(
        (path) =>
          /\.(tsx?|m[jt]s)$/.test(path) && !path.includes('/testdata/') && path !== 'tests/system/rooms.test.ts',
      );
    expect(code.flatMap(unusualWordsIn)).toEqual([]);
  });
});

function unusualWordsIn(path: string): string[] {
  const lines = readSource(path).replace(stored, '').split('\n');
  return lines.flatMap((line, index) => {
    const words =
      line
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(/[a-z]+/g) ?? [];
    const found = words
      .map((word) => (word in unusual ? word : word.replace(/s$/, '')))
      .filter((word) => Object.hasOwn(unusual, word) && !(word === 'wish' && hasWishes(path)));
    const name = unusualNames.exec(line)?.[0];
    return [...found, ...(name ? [name] : [])].map((word) => `${path}:${index + 1} ${word}: ${unusual[word] ?? ''}`);
  });
}
