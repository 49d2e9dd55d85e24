import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { offlineScript } from './offline.ts';
import { runnerImport, type Plugin, type Rolldown } from 'vite';

/** The exports of src/shell/prerender.tsx. They are declared again here, because scripts cannot import browser code. */
interface PrerenderModule {
  renderPages(): { pages: PrerenderedPage[]; styles: string };
}

interface PrerenderedPage {
  name: string;
  title: string;
  /** The source code of the functions that import the page; null for the page without a connection. */
  loaderSource: string | null;
  /** The calls that the page makes first, as JSON. */
  firstCalls: string;
  markup: string;
}

/**
 * A plugin that writes a document for every page, such as `documents/booking.html`. It is `index.html` with the initial
 * markup of the page, so that the first paint does not wait for scripts (docs/decisions/0013). All documents share one
 * style sheet. When the markup has been painted, color-scheme.js loads the scripts, the entry first, and main.tsx
 * replaces the markup with the interactive page.
 */
export function prerender(): Plugin {
  let directory = '';
  let hasOwnService = true;
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
      // A service on another host (reference 1.16) is known only to the interactive page.
      hasOwnService = !Object.keys(config.env).some((name) => name.startsWith('VITE_API_'));
    },
    async writeBundle(_options, bundle) {
      const { pages, styles } = await renderPages();
      const html = await readFile(join(directory, 'index.html'), 'utf8');
      const [link = '', entryStyleSheetPath = ''] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(html) ?? [];
      const css = (await readFile(join(directory, entryStyleSheetPath), 'utf8')) + styles;
      const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
      const styleSheetPath = `/assets/prerender-${hash}.css`;
      await writeFile(join(directory, styleSheetPath), css);
      await mkdir(join(directory, 'documents'));
      for (const { name, title, loaderSource, firstCalls, markup } of pages) {
        const scripts =
          loaderSource === null ? offlineScript : findScripts(Object.values(bundle), loaderSource).join(' ');
        const replaceable = loaderSource === null ? '' : ' class="prerendered"';
        const calls = hasOwnService ? firstCalls.replaceAll('"', '&quot;') : '[]';
        const replacements: [pattern: string | RegExp, replacement: string][] = [
          [/\s*<script type="module"[^>]*><\/script>/, ''],
          [
            '<head>',
            `<head>\n    <meta name="scripts" content="${scripts}">\n    <meta name="first-calls" content="${calls}">`,
          ],
          [/<title>.*<\/title>/, `<title>${title} · Bewerbungscoaching · portal:provider</title>`],
          [link, `<link rel="stylesheet" crossorigin href="${styleSheetPath}">`],
          // The page without a connection is never replaced by an interactive one.
          ['<div id="root"></div>', `<div id="root"><div${replaceable}>${markup}</div></div>`],
        ];
        await writeFile(join(directory, 'documents', `${name}.html`), replacements.reduce(replaceOnce, html));
      }
    },
  };
}

function replaceOnce(html: string, [pattern, replacement]: [string | RegExp, string]): string {
  const replaced = html.replace(pattern, () => replacement);
  if (replaced === html) throw new Error(`index.html lacks ${String(pattern)}`);
  return replaced;
}

/**
 * Returns the paths of the entry chunk, of the chunks of the page, and of all chunks that these import. `loaderSource`
 * is the source code of the functions that import the page.
 */
function findScripts(bundle: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[], loaderSource: string): string[] {
  const chunks = bundle.filter((output) => output.type === 'chunk');
  const sources = [...loaderSource.matchAll(/["']([^"']+\.tsx?)["']/g)].map(([, source = '']) => basename(source));
  const entryChunks = chunks.filter((chunk) => chunk.isEntry);
  const pageChunks = chunks.filter(
    ({ facadeModuleId }) => facadeModuleId && sources.includes(basename(facadeModuleId)),
  );
  if (entryChunks.length === 0 || pageChunks.length === 0)
    throw new Error(`The build contains no page of ${loaderSource}.`);
  const files = new Set([...entryChunks, ...pageChunks].flatMap((chunk) => [chunk.fileName, ...chunk.imports]));
  return [...files].map((file) => `/${file}`);
}

async function renderPages() {
  // The pages are rendered for a visitor who is not signed in.
  Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null }, configurable: true });
  const path = join(import.meta.dirname, '../src/shell/prerender.tsx');
  const { module } = await runnerImport<PrerenderModule>(path, { configFile: false, mode: 'production' });
  return module.renderPages();
}
