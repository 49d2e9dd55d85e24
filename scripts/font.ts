import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const family = '@fontsource-variable/atkinson-hyperlegible-next';
/** The weights that are drawn (theme.ts), lightest and boldest: the font's drawings for others weigh 14 kB. */
const weights = { min: 400, max: 700 };
/** Copyright, licence and its address stay in the font. */
const preserveNameIds = [0, 13, 14];

/** Puts the text's font with our weights alone, and every letter, in the place of the package's. */
export function font(): Plugin {
  return {
    name: 'font',
    async config() {
      const from = dirname(createRequire(import.meta.url).resolve(`${family}/package.json`));
      return { resolve: { alias: { [family]: await narrowed(from) } } };
    },
  };
}

/** Writes the font's style sheet and files to a cache; answers the sheet's path. */
async function narrowed(from: string): Promise<string> {
  const cache = resolve(from, '../../.cache/font');
  await mkdir(join(cache, 'files'), { recursive: true });
  const upright = (await readdir(join(from, 'files'))).filter((name) => name.endsWith('-wght-normal.woff2'));
  for (const name of upright) {
    const file = await readFile(join(from, 'files', name));
    const options = { targetFormat: 'woff2', keepAllGlyphs: true, variationAxes: { wght: weights }, preserveNameIds };
    await written(join(cache, 'files', name), await subsetFont(file, null, options));
  }
  const css = await readFile(join(from, 'index.css'), 'utf8');
  const sheet = join(cache, 'index.css');
  await written(sheet, css.replaceAll('font-weight: 200 800', `font-weight: ${weights.min} ${weights.max}`));
  return sheet;
}

/** Whole or not at all: another build may be reading. */
async function written(path: string, content: Buffer | string) {
  const begun = `${path}.${process.pid}`;
  await writeFile(begun, content);
  await rename(begun, path);
}
