import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { runnerImport, type Plugin, type Rolldown } from 'vite';

/** What src/web/door.tsx offers; its own types belong to the browser's program. */
interface Door {
  drawDoor(): { drawings: Drawing[]; styles: string };
}

interface Drawing {
  name: string;
  title: string;
  code: string;
  markup: string;
}

/**
 * Writes a document for every page, `documents/booking.html`: `index.html` with what the page first looks like drawn into
 * it, so that its first paint waits for no script (docs/decisions/0013). One style sheet serves them all. color-scheme.js
 * loads the scripts, the entry first, once the drawing is on the screen; main.tsx then puts the living page in its place.
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
      const { drawings, styles } = await draw();
      const html = await readFile(join(directory, 'index.html'), 'utf8');
      const [link = '', own = ''] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(html) ?? [];
      const css = (await readFile(join(directory, own), 'utf8')) + styles;
      const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
      const sheet = `/assets/door-${hash}.css`;
      await writeFile(join(directory, sheet), css);
      await mkdir(join(directory, 'documents'));
      for (const { name, title, code, markup } of drawings) {
        const scripts = scriptsOf(Object.values(bundle), code).join(' ');
        const parts: [place: string | RegExp, part: string][] = [
          [/\s*<script type="module"[^>]*><\/script>/, ''],
          ['<head>', `<head>\n    <meta name="scripts" content="${scripts}">`],
          [/<title>.*<\/title>/, `<title>${title} · Bewerbungscoaching · portal:provider</title>`],
          [link, `<link rel="stylesheet" crossorigin href="${sheet}">`],
          ['<div id="root"></div>', `<div id="root"><div class="door">${markup}</div></div>`],
        ];
        await writeFile(join(directory, 'documents', `${name}.html`), parts.reduce(withPart, html));
      }
    },
  };
}

function withPart(html: string, [place, part]: [string | RegExp, string]): string {
  const next = html.replace(place, () => part);
  if (next === html) throw new Error(`index.html lacks ${String(place)}`);
  return next;
}

/** The addresses of the entry, of the chunk of the page that `code` imports, and of what that imports. */
function scriptsOf(bundle: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[], code: string): string[] {
  const chunks = bundle.filter((part) => part.type === 'chunk');
  const [, source = ''] = /["']([^"']+\.tsx)["']/.exec(code) ?? [];
  const entry = chunks.find((chunk) => chunk.isEntry);
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId && basename(facadeModuleId) === basename(source));
  if (!entry || !page) throw new Error(`The build holds no page of ${code}.`);
  const files = new Set([entry.fileName, ...entry.imports, page.fileName, ...page.imports]);
  return [...files].map((file) => `/${file}`);
}

async function draw() {
  // Nobody is signed in while the product is built.
  Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null }, configurable: true });
  const path = join(import.meta.dirname, '../src/web/door.tsx');
  const { module } = await runnerImport<Door>(path, { configFile: false, mode: 'production' });
  return module.drawDoor();
}
