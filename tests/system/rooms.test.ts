import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupBy } from '../../src/shared/group.ts';
import { findImports, listSourceFiles, type Import } from '../support/imports.ts';
import { listFiles } from '../support/reference.ts';
import { readSource } from '../support/sources.ts';

const files = listSourceFiles();
const imports = findImports(files);

const describeImport = ({ from, to }: Import) => `${from} -> ${to}`;

/** Returns the feature to which a path belongs, or undefined if the path is not in `src/features`. */
const featureOf = (path: string) => /^src\/features\/([\w-]+)\//.exec(path)?.[1];

/** Returns the module of a path: a feature, a screen, or one of the other folders of `src`. */
function moduleOf(path: string): string {
  const [, folder = '', subfolder = ''] = path.split('/');
  return folder === 'features' || folder === 'screens' ? `${folder}/${subfolder}` : folder;
}

const isUiFile = (path: string) => path.includes('/ui/');
const allKinds = 'contract|rules|words|server|steps|sql|jobs|exports|adapter';
/** Whether the file name of a path shows one of these kinds, which are separated by `|`. */
const isOfKind = (path: string, kinds: string) => new RegExp(`^(?:[\\w-]+\\.)?(?:${kinds})\\.ts$`).test(basename(path));

describe('the folders of the source code', () => {
  test('each file of a feature, except in its folder ui, has a name that shows its kind', () => {
    const filesWithoutKind = files.filter((path) => featureOf(path) && !isUiFile(path) && !isOfKind(path, allKinds));
    expect(filesWithoutKind).toEqual([]);
  });

  test('other features and the operations import a feature only through its contract, rules and exports', () => {
    const crossImports = imports.filter(({ from, to }) => {
      const isCheckedFile = (featureOf(from) && !isUiFile(from)) || from.startsWith('src/operations/');
      return isCheckedFile && featureOf(to) && featureOf(from) !== featureOf(to);
    });
    expect(crossImports.filter(({ to }) => !isOfKind(to, 'contract|rules|exports')).map(describeImport)).toEqual([]);
    expect(crossImports.length).toBeGreaterThan(100);
  });

  test('two modules never import each other, not even through other modules', () => {
    const importedModules = new Map<string, Set<string>>();
    for (const { from, to } of imports)
      if (moduleOf(from) !== moduleOf(to))
        importedModules.set(moduleOf(from), (importedModules.get(moduleOf(from)) ?? new Set()).add(moduleOf(to)));
    const modulesInCycles = [...importedModules.keys()].filter((module) =>
      importsModule(module, module, importedModules),
    );
    expect(modulesInCycles).toEqual([]);
  });

  test('no folder has more than 30 files', () => {
    const maxFilesInFolder = 30;
    const filesByFolder = groupBy(files, dirname);
    const largeFolders = [...filesByFolder].filter(([, folderFiles]) => folderFiles.length > maxFilesInFolder);
    expect(largeFolders.map(([folder]) => folder)).toEqual([]);
  });
});

/** Whether the module `from` imports the module `to`, directly or through other modules. */
function importsModule(from: string, to: string, importedModules: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const visited = new Set<string>();
  const queue = [...(importedModules.get(from) ?? [])];
  for (let module = queue.pop(); module !== undefined; module = queue.pop()) {
    if (module === to) return true;
    if (!visited.has(module)) queue.push(...(importedModules.get(module) ?? []));
    visited.add(module);
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
  knowing: 'already informed',
  awake: 'active',
  besides: 'in addition',
};
/** Parts of names that a native reader would not expect. */
const unusualNames = /letGo|carryOut/;
/**
 * Allowed names that contain such words: a value of CSS, and names of stored jobs, a cookie, a column and a function.
 */
const allowedNames = /'stretch'|forgetFiles|forgetMails|forget_audit|companion_hash|companion-/g;
/** Whether a file may contain "wish", which is part of a field of ratings in the API. */
const mayContainWish = (path: string) => path.includes('rating');

describe('the words of the code', () => {
  test('are words that a native reader expects', () => {
    const code = ['src', 'tests', 'bench', 'scripts', 'db/demo']
      .flatMap(listFiles)
      .filter(
        (path) =>
          /\.(tsx?|m[jt]s)$/.test(path) && !path.includes('/testdata/') && path !== 'tests/system/rooms.test.ts',
      );
    expect(code.flatMap(findUnusualWords)).toEqual([]);
  });
});

/** Finds the unusual words in a file. Returns a line 'path:line word: usual words' for each of them. */
function findUnusualWords(path: string): string[] {
  const lines = readSource(path).replace(allowedNames, '').split('\n');
  return lines.flatMap((line, index) => {
    const words =
      line
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(/[a-z]+/g) ?? [];
    const foundWords = words
      .map((word) => (word in unusualWords ? word : word.replace(/s$/, '')))
      .filter((word) => Object.hasOwn(unusualWords, word) && !(word === 'wish' && mayContainWish(path)));
    const name = unusualNames.exec(line)?.[0];
    return [...foundWords, ...(name ? [name] : [])].map(
      (word) => `${path}:${index + 1} ${word}: ${unusualWords[word] ?? ''}`,
    );
  });
}
