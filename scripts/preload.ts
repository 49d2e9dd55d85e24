import type { Plugin, Rolldown } from 'vite';

/**
 * Tells the page at once what else it will ask for: the text's font, and for the start page its code (in a `meta`, since
 * the other pages share the HTML; `color-scheme.js` turns it into preloads).
 */
export function preload(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => /-latin-wght-normal-.*\.woff2$/.test(file));
      if (!font) throw new Error('The build holds no font of that name.');
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` };
      const content = startPage(Object.values(bundle)).join(' ');
      return [
        { tag: 'link', attrs, injectTo: 'head-prepend' },
        { tag: 'meta', attrs: { name: 'start-page', content }, injectTo: 'head-prepend' },
      ];
    },
  };
}

/** The addresses of the start page's chunk and of what it imports, without the entry. */
function startPage(bundle: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[]): string[] {
  const chunks = bundle.filter((part) => part.type === 'chunk');
  const page = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/LandingPage.tsx'));
  if (!page) throw new Error('The build holds no start page.');
  const entries = chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName);
  const files = [page.fileName, ...page.imports].filter((file) => !entries.includes(file));
  return files.map((file) => `/${file}`);
}
