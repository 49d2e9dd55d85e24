import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/**
 * Bundles a sandboxed program with its imports into one file in a new temporary folder, as the build does; returns the
 * file's path. Only a bundled program runs with the restricted permissions of the built portal.
 */
export async function bundleProgram(source: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'portal-program-'));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: source, outDir, rolldownOptions: { output: { entryFileNames: 'program.mjs' } } },
  });
  return join(outDir, 'program.mjs');
}
