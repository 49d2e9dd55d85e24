import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = new Set(['.css', '.html', '.js', '.json', '.mjs', '.svg', '.txt', '.webmanifest', '.xml']);
/** Smaller files are not compressed, because that saves no more bytes than the header Content-Encoding adds. */
const minBytes = 512;

/** A plugin that writes `file.br` and `file.gz` next to every text file of a build, with the strongest compression. */
export function precompress(): Plugin {
  let directory = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // After the other plugins have written their files.
      sequential: true,
      async handler() {
        const entries = await readdir(directory, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)));
        // The documents are not compressed here, because the server first fills in their placeholders.
        const finalFiles = files.filter(({ parentPath }) => basename(parentPath) !== 'documents');
        await Promise.all(finalFiles.map((entry) => compress(join(entry.parentPath, entry.name))));
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < minBytes) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
