import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { build, type Plugin } from 'vite';
import { offlinePath } from '../src/shell/offline/paths.ts';

/** The path of the script of the page without a connection. */
export const offlineScript = '/offline-page.js';

/** The background of the icons, as in favicon.svg. */
const iconBackground = '#0f5c66';

/**
 * A plugin that writes what phones need to install the portal and to open it without a connection
 * (docs/decisions/0048): the icons, the script of the page without a connection, and the service worker, which gets a
 * list of that page's files. The page itself is written by prerender.ts.
 */
export function offline(): Plugin {
  let root = '';
  let directory = '';
  return {
    name: 'offline',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      directory = resolve(config.root, config.build.outDir);
    },
    // After prerender.ts has written the page.
    async closeBundle() {
      await writeIcons(directory);
      const compile = (source: string, target: string, define = {}) =>
        compileScript(join(root, 'offline', source), join(directory, target), define);
      await compile('page.ts', offlineScript);
      const document = await readFile(join(directory, 'documents', `${offlinePath.slice(1)}.html`), 'utf8');
      const files = listFiles(document);
      const contents = await Promise.all(files.map((path) => readFile(join(directory, path))));
      const hash = createHash('sha256').update(document);
      for (const content of contents) hash.update(content);
      await compile('worker.ts', '/offline-worker.js', {
        offlineFiles: JSON.stringify([offlinePath, ...files]),
        offlineCacheName: JSON.stringify(`offline-${hash.digest('base64url').slice(0, 8)}`),
      });
    },
  };
}

/** Returns the paths of the scripts, styles, fonts and icons that a document loads. */
function listFiles(document: string): string[] {
  const paths = [...document.matchAll(/<(?:link|script|meta name="scripts")[^>]* (?:href|src|content)="(\/[^"]+)"/g)];
  return [...new Set(paths.map(([, path = '']) => path))];
}

async function compileScript(source: string, target: string, define: Record<string, string>): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      outDir: resolve(target, '..'),
      emptyOutDir: false,
      rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: target.split('/').at(-1) ?? '' } },
    },
  });
}

/** Draws the icons of the installed portal. A maskable icon has a margin, because phones cut it to their own shape. */
async function writeIcons(directory: string): Promise<void> {
  const picture = await readFile(join(directory, 'favicon.svg'));
  const draw = (size: number) => sharp(picture, { density: 72 * 16 }).resize(size);
  await draw(192).png().toFile(join(directory, 'icon-192.png'));
  await draw(512).png().toFile(join(directory, 'icon-512.png'));
  const flatten = { background: iconBackground };
  await draw(180).flatten(flatten).png().toFile(join(directory, 'icon-180.png'));
  const margin = { top: 64, bottom: 64, left: 64, right: 64, background: iconBackground };
  await draw(384).flatten(flatten).extend(margin).png().toFile(join(directory, 'icon-maskable-512.png'));
}
