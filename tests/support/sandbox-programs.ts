import { mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'vite';
import serverBuild, { sandboxPrograms } from '../../vite.server.config.ts';

/** The bundled programs find packages that are not bundled, such as sharp, only from inside this folder. */
const packages = resolve(import.meta.dirname, '../../node_modules');

/**
 * Vitest's global setup: bundles the programs of the sandboxes, so that they start as fast as in the built portal, with
 * its restricted permissions. Most tests that upload a file start such a program.
 */
export default async function setup(): Promise<() => void> {
  const outDir = mkdtempSync(`${packages}/.sandbox-programs-`);
  await build({
    ...serverBuild,
    configFile: false,
    logLevel: 'error',
    build: {
      ...serverBuild.build,
      outDir,
      sourcemap: false,
      rolldownOptions: { ...serverBuild.build?.rolldownOptions, input: sandboxPrograms },
    },
  });
  process.env['SANDBOX_PROGRAMS'] = outDir;
  return () => rmSync(outDir, { recursive: true });
}
