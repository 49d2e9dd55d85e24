import type { Plugin } from 'vite';

/** Tells the page of the text's font at once, so that it comes beside the code and not after it. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => /-latin-wght-normal-.*\.woff2$/.test(file));
      if (!font) throw new Error('The build holds no font of that name.');
      return [
        {
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` },
          injectTo: 'head-prepend',
        },
      ];
    },
  };
}
