import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const fontPackage = '@fontsource-variable/atkinson-hyperlegible-next';
/** The lightest and the boldest weight that theme.ts uses. Without the other weights the font is 14 kB smaller. */
const weights = { min: 400, max: 700 };
/** The name ids of the copyright, the licence and the URL of the licence, which stay in the font. */
const preserveNameIds = [0, 13, 14];

/**
 * A plugin that replaces the font of the package with a smaller font, which has all glyphs but only the weights above.
 */
export function font(): Plugin {
  return {
    name: 'font',
    async config() {
      const packageFolder = dirname(createRequire(import.meta.url).resolve(`${fontPackage}/package.json`));
      return { resolve: { alias: { [fontPackage]: await writeSmallerFont(packageFolder) } } };
    },
  };
}

/** Writes the files and the style sheet of the smaller font to a cache. Returns the path of the style sheet. */
async function writeSmallerFont(packageFolder: string): Promise<string> {
  const cache = resolve(packageFolder, '../../.cache/font');
  await mkdir(join(cache, 'files'), { recursive: true });
  const uprightFonts = (await readdir(join(packageFolder, 'files'))).filter((name) =>
    name.endsWith('-wght-normal.woff2'),
  );
  for (const name of uprightFonts) {
    const file = await readFile(join(packageFolder, 'files', name));
    const options = { targetFormat: 'woff2', keepAllGlyphs: true, variationAxes: { wght: weights }, preserveNameIds };
    await writeAtomically(join(cache, 'files', name), await subsetFont(file, null, options));
  }
  const css = await readFile(join(packageFolder, 'index.css'), 'utf8');
  const styleSheet = join(cache, 'index.css');
  await writeAtomically(
    styleSheet,
    css.replaceAll('font-weight: 200 800', `font-weight: ${weights.min} ${weights.max}`),
  );
  return styleSheet;
}

/** Replaces a file in one step, because another build may be reading it at the same time. */
async function writeAtomically(path: string, content: Buffer | string) {
  const temporaryPath = `${path}.${process.pid}`;
  await writeFile(temporaryPath, content);
  await rename(temporaryPath, path);
}
