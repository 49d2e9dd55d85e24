import { defineConfig } from 'vite';

/** The server: `dist/server/main.js` for plain node, with the packages taken from node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
  },
});
