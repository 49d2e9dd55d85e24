import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The files that pdf.js loads at run time: its worker, character maps, standard fonts, colour profiles, a decoder. */
const servedFiles =
  /^(legacy\/build\/pdf\.worker\.min\.mjs|cmaps\/.*\.bcmap|standard_fonts\/.*\.(pfb|ttf)|iccs\/.*\.icc|wasm\/.*\.js|\w+\/LICENSE.*)$/;

/**
 * A plugin that serves the files of pdf.js. A build copies them to `assets/pdf-<version>/`; the development server
 * serves them from the package. Browser code reads the path of the folder from VITE_PDF_READER.
 */
export function pdfReader(): Plugin {
  const manifestPath = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const packageFolder = dirname(manifestPath);
  let folder = '';
  return {
    name: 'pdf-reader',
    async config(_config, { command }) {
      const { version } = JSON.parse(await readFile(manifestPath, 'utf8')) as { version: string };
      folder = `assets/pdf-${version}`;
      const address = command === 'build' ? `/${folder}/` : `/@fs${packageFolder}/`;
      return { define: { 'import.meta.env.VITE_PDF_READER': JSON.stringify(address) } };
    },
    async generateBundle() {
      const names = (await readdir(packageFolder, { recursive: true })).filter((name) => servedFiles.test(name));
      for (const name of names)
        this.emitFile({
          type: 'asset',
          fileName: `${folder}/${name}`,
          source: await readFile(join(packageFolder, name)),
        });
    },
  };
}
