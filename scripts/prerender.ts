import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { runnerImport, type Plugin, type Rolldown } from 'vite';

/**
 * The exports of src/shell/prerender.tsx, declared again, because this program cannot import the browser's types.
 */
interface PrerenderModule {
  renderPages(): { pages: PrerenderedPage[]; styles: string };
}

interface PrerenderedPage {
  name: string;
  title: string;
  code: string;
  markup: string;
}

/**
 * Writes a document for every page, such as `documents/booking.html`: `index.html` with the page's initial markup, so
 * that its first paint waits for no script (docs/decisions/0013). All documents share one style sheet. color-scheme.js
 * loads the scripts, the entry first, once that markup is painted; main.tsx then replaces it with the interactive page.
 */
export function prerender(): Plugin {
  let directory = '';
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    async writeBundle(_options, bundle) {
      const { pages, styles } = await renderPages();
      const html = await readFile(join(directory, 'index.html'), 'utf8');
      const [link = '', entrySheet = ''] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(html) ?? [];
      const css = (await readFile(join(directory, entrySheet), 'utf8')) + styles;
      const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
      const sheet = `/assets/prerender-${hash}.css`;
      await writeFile(join(directory, sheet), css);
      await mkdir(join(directory, 'documents'));
      for (const { name, title, code, markup } of pages) {
        const scripts = scriptsOf(Object.values(bundle), code).join(' ');
        const replacements: [pattern: string | RegExp, replacement: string][] = [
          [/\s*<script type="module"[^>]*><\/script>/, ''],
          ['<head>', `<head>\n    <meta name="scripts" content="${scripts}">`],
          [/<title>.*<\/title>/, `<title>${title} · Bewerbungscoaching · portal:provider</title>`],
          [link, `<link rel="stylesheet" crossorigin href="${sheet}">`],
          ['<div id="root"></div>', `<div id="root"><div class="prerendered">${markup}</div></div>`],
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

/** The addresses of the entry, of the chunks that `code` imports, and of everything that these import. */
function scriptsOf(bundle: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[], code: string): string[] {
  const chunks = bundle.filter((output) => output.type === 'chunk');
  const sources = [...code.matchAll(/["']([^"']+\.tsx?)["']/g)].map(([, source = '']) => basename(source));
  const entry = chunks.filter((chunk) => chunk.isEntry);
  const pageChunks = chunks.filter(
    ({ facadeModuleId }) => facadeModuleId && sources.includes(basename(facadeModuleId)),
  );
  if (entry.length === 0 || pageChunks.length === 0) throw new Error(`The build contains no page of ${code}.`);
  const files = new Set([...entry, ...pageChunks].flatMap((chunk) => [chunk.fileName, ...chunk.imports]));
  return [...files].map((file) => `/${file}`);
}

async function renderPages() {
  // The pages are rendered for a visitor who is not signed in.
  Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null }, configurable: true });
  const path = join(import.meta.dirname, '../src/shell/prerender.tsx');
  const { module } = await runnerImport<PrerenderModule>(path, { configFile: false, mode: 'production' });
  return module.renderPages();
}
