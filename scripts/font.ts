import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const family = '@fontsource-variable/atkinson-hyperlegible-next';
/** The lightest and the boldest weight that theme.ts uses; without the others the font is 14 kB smaller. */
const weights = { min: 400, max: 700 };
/** The ids of the copyright, the licence and the licence's address, which stay in the font. */
const preserveNameIds = [0, 13, 14];

/** Replaces the package's font with a font that has only our weights but all letters. */
export function font(): Plugin {
  return {
    name: 'font',
    async config() {
      const from = dirname(createRequire(import.meta.url).resolve(`${family}/package.json`));
      return { resolve: { alias: { [family]: await writeReducedFont(from) } } };
    },
  };
}

/** Writes the reduced font's style sheet and files to a cache, and returns the path of the style sheet. */
async function writeReducedFont(from: string): Promise<string> {
  const cache = resolve(from, '../../.cache/font');
  await mkdir(join(cache, 'files'), { recursive: true });
  const upright = (await readdir(join(from, 'files'))).filter((name) => name.endsWith('-wght-normal.woff2'));
  for (const name of upright) {
    const file = await readFile(join(from, 'files', name));
    const options = { targetFormat: 'woff2', keepAllGlyphs: true, variationAxes: { wght: weights }, preserveNameIds };
    await writeAtomically(join(cache, 'files', name), await subsetFont(file, null, options));
  }
  const css = await readFile(join(from, 'index.css'), 'utf8');
  const sheet = join(cache, 'index.css');
  await writeAtomically(sheet, css.replaceAll('font-weight: 200 800', `font-weight: ${weights.min} ${weights.max}`));
  return sheet;
}

/** Writes a file in one step, since another build may be reading it. */
async function writeAtomically(path: string, content: Buffer | string) {
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, content);
  await rename(temporary, path);
}
