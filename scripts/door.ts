import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runnerImport, type Plugin, type Rolldown } from 'vite';

/** What src/web/door.tsx offers; its own types belong to the browser's program. */
interface Door {
  drawDoor(): { markup: string; styles: string };
}

/**
 * Writes `start.html` beside `index.html`: the same document with the start page drawn into it and a style sheet for
 * that, so that its first paint waits for no script (docs/decisions/0013). `inert` until main.tsx has put the living page
 * in its place: a button that does nothing must not be reached. color-scheme.js loads the scripts, the entry first,
 * once the drawing is on the screen.
 */
export function door(): Plugin {
  let directory = '';
  return {
    name: 'door',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    async writeBundle(_options, bundle) {
      const { markup, styles } = await draw();
      const hash = createHash('sha256').update(styles).digest('base64url').slice(0, 8);
      const sheet = `/assets/door-${hash}.css`;
      await writeFile(join(directory, sheet), styles);
      const html = await readFile(join(directory, 'index.html'), 'utf8');
      const scripts = startPage(Object.values(bundle)).join(' ');
      const parts: [place: string | RegExp, part: string][] = [
        [/\s*<script type="module"[^>]*><\/script>/, ''],
        ['<head>', `<head>\n    <meta name="start-page" content="${scripts}">`],
        ['</head>', `  <link rel="stylesheet" crossorigin href="${sheet}">\n  </head>`],
        ['<div id="root"></div>', `<div id="root"><div class="door" inert>${markup}</div></div>`],
      ];
      await writeFile(join(directory, 'start.html'), parts.reduce(withPart, html));
    },
  };
}

function withPart(html: string, [place, part]: [string | RegExp, string]): string {
  const next = html.replace(place, () => part);
  if (next === html) throw new Error(`index.html lacks ${String(place)}`);
  return next;
}

/** The addresses of the entry, of the start page's chunk and of what that imports. */
function startPage(bundle: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[]): string[] {
  const chunks = bundle.filter((part) => part.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  const page = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/LandingPage.tsx'));
  if (!entry || !page) throw new Error('The build holds no start page.');
  const files = new Set([entry.fileName, ...entry.imports, page.fileName, ...page.imports]);
  return [...files].map((file) => `/${file}`);
}

async function draw() {
  // Nobody is signed in while the product is built, and nothing happens to its window.
  Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null }, configurable: true });
  Object.defineProperty(globalThis, 'addEventListener', { value: () => {}, configurable: true });
  const path = join(import.meta.dirname, '../src/web/door.tsx');
  const { module } = await runnerImport<Door>(path, { configFile: false, mode: 'production' });
  return module.drawDoor();
}
