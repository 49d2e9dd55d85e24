import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { updatePage } from './figures-page.ts';

// The script of `npm run long`: runs the long tests in order. `-- races fuzz` runs only these two; `--scale 0.1` runs
// them with a tenth of their tries. Writes the figures to docs/security/figures.md, including those of failed tests.
const { positionals, values } = parseArgs({ allowPositionals: true, options: { scale: { type: 'string' } } });
const root = resolve(import.meta.dirname, '../..');
const pageFile = join(root, 'docs/security/figures.md');
const folder = mkdtempSync(join(tmpdir(), 'portal-long-'));
const figuresFile = join(folder, 'figures');

const files = positionals.map((name) => `tests/long/${name}.long.ts`);
const missingFiles = files.filter((file) => !existsSync(join(root, file)));
if (missingFiles.length > 0) {
  console.error(`These tests do not exist: ${missingFiles.join(', ')}.`);
  process.exit(1);
}
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '--config', 'tests/long/vitest.config.ts', ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LONG_FIGURES: figuresFile, ...(values.scale && { LONG_SCALE: values.scale }) },
  },
);
const figures = existsSync(figuresFile)
  ? readFileSync(figuresFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Figure)
  : [];
const circumstances = {
  date: new Date().toISOString().slice(0, 10),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
  machine: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
  command: ['npm run long --', ...positionals, ...(values.scale ? ['--scale', values.scale] : [])].join(' '),
};
const oldPage = existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : '';
const lines = figures.map((figure) => ({ ...figure, ...circumstances }));
writeFileSync(pageFile, updatePage(oldPage, lines));
rmSync(folder, { recursive: true });
process.exitCode = status === 0 && figures.every(({ isMet }) => isMet) ? 0 : 1;
