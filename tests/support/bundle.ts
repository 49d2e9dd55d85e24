import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** Bundles a sandboxed program into a new folder, as the build does; returns its path. It then runs with few rights. */
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
