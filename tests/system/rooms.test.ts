import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupBy } from '../../src/shared/group.ts';
import { findImports, listSourceFiles, type Import } from '../support/imports.ts';
import { listFiles } from '../support/reference.ts';
import { readSource } from '../support/sources.ts';

const files = listSourceFiles();
const imports = findImports(files);

const describeImport = ({ from, to }: Import) => `${from} -> ${to}`;

/** Returns the noun to which a path belongs, or undefined if it is not in the features. */
const nounOf = (path: string) => /^src\/features\/([\w-]+)\//.exec(path)?.[1];

/** Returns the room of a path: a noun, a screen, or one of the other folders of `src`. */
function roomOf(path: string): string {
  const [, wing = '', room = ''] = path.split('/');
  return wing === 'features' || wing === 'screens' ? `${wing}/${room}` : wing;
}

const isUiFile = (path: string) => path.includes('/ui/');
const allKinds = 'contract|rules|words|server|steps|sql|jobs|exports|adapter';
/** Whether the file name of a path shows one of these kinds, which are separated by `|`. */
const isOfKind = (path: string, kinds: string) => new RegExp(`^(?:[\\w-]+\\.)?(?:${kinds})\\.ts$`).test(basename(path));

describe('the folders of the source code', () => {
  test('each file of a noun has a name that shows its kind', () => {
    const filesWithoutKind = files.filter((path) => nounOf(path) && !isUiFile(path) && !isOfKind(path, allKinds));
    expect(filesWithoutKind).toEqual([]);
  });

  test('other nouns and the operations import only the contract, the rules and the exports of a noun', () => {
    const crossImports = imports.filter(({ from, to }) => {
      const isOutside = (nounOf(from) && !isUiFile(from)) || from.startsWith('src/operations/');
      return isOutside && nounOf(to) && nounOf(from) !== nounOf(to);
    });
    expect(crossImports.filter(({ to }) => !isOfKind(to, 'contract|rules|exports')).map(describeImport)).toEqual([]);
    expect(crossImports.length).toBeGreaterThan(100);
  });

  test('rooms do not import each other, not even through other rooms', () => {
    const importedRooms = new Map<string, Set<string>>();
    for (const { from, to } of imports)
      if (roomOf(from) !== roomOf(to))
        importedRooms.set(roomOf(from), (importedRooms.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
    const roomsInCycles = [...importedRooms.keys()].filter((room) => isReachable(room, room, importedRooms));
    expect(roomsInCycles).toEqual([]);
  });

  test('no folder has more than 30 files', () => {
    const filesByFolder = groupBy(files, dirname);
    const largeFolders = [...filesByFolder].filter(([, inside]) => inside.length > 30);
    expect(largeFolders.map(([folder]) => folder)).toEqual([]);
  });
});

/** Whether a room imports another one, directly or through other rooms. */
function isReachable(from: string, to: string, importedRooms: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const visited = new Set<string>();
  const queue = [...(importedRooms.get(from) ?? [])];
  for (let room = queue.pop(); room !== undefined; room = queue.pop()) {
    if (room === to) return true;
    if (!visited.has(room)) queue.push(...(importedRooms.get(room) ?? []));
    visited.add(room);
  }
  return false;
}

/** Words that readers would have to look up, with the usual words for the same meaning. */
const unusualWords: Record<string, string> = {
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
/** Parts of names that a native reader would not use. */
const unusualNames = /letGo|carryOut/;
/**
 * Allowed names that contain such words: a value of CSS, and names of stored jobs, a cookie, a column and a function.
 */
const allowedNames = /'stretch'|forgetFiles|forgetMails|forget_audit|companion_hash|companion-/g;
/** Whether a file may contain "wish", which is part of a field of ratings in the API. */
const mayContainWish = (path: string) => path.includes('rating');

describe('the words of the code', () => {
  test('are those that a native reader expects', () => {
    const code = ['src', 'tests', 'bench', 'scripts', 'db/demo']
      .flatMap(listFiles)
      .filter(
        (path) =>
          /\.(tsx?|m[jt]s)$/.test(path) && !path.includes('/testdata/') && path !== 'tests/system/rooms.test.ts',
      );
    expect(code.flatMap(findUnusualWords)).toEqual([]);
  });
});

/** Finds the unusual words in a file, as lines 'path:line word: usual words'. */
function findUnusualWords(path: string): string[] {
  const lines = readSource(path).replace(allowedNames, '').split('\n');
  return lines.flatMap((line, index) => {
    const words =
      line
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(/[a-z]+/g) ?? [];
    const found = words
      .map((word) => (word in unusualWords ? word : word.replace(/s$/, '')))
      .filter((word) => Object.hasOwn(unusualWords, word) && !(word === 'wish' && mayContainWish(path)));
    const name = unusualNames.exec(line)?.[0];
    return [...found, ...(name ? [name] : [])].map(
      (word) => `${path}:${index + 1} ${word}: ${unusualWords[word] ?? ''}`,
    );
  });
}
