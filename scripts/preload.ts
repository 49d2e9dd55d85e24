import type { Plugin } from 'vite';

/** A plugin that makes the browser load the font at the start, instead of when it applies the style sheet. */
export function preload(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => /atkinson-basic-.*\.woff2$/.test(file));
      if (!font) throw new Error('The build contains no font of that name.');
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` };
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
    },
  };
}
