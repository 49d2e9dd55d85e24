import type { Plugin } from 'vite';

/** Tells the page at once what else it will ask for: the text's font. */
export function preload(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => /-latin-wght-normal-.*\.woff2$/.test(file));
      if (!font) throw new Error('The build holds no font of that name.');
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` };
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
    },
  };
}
