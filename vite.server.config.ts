import { defineConfig } from 'vite';

/**
 * The server (`dist/server/main.js`) and the operator's commands (`admin.js`, `backup.js`, …), for plain node, with the packages
 * taken from node_modules. What they share lies beside them, so that paths from a file's own place stay right.
 */
export default defineConfig({
  publicDir: false,
  // Of many small files each: reading them one by one takes a good part of a start.
  ssr: { noExternal: ['kysely', 'zod', '@date-fns/tz', 'csv-parse', 'ical-generator'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      input: ['main', 'admin', 'backup', 'restore', 'doctor', 'retention', 'export-person'].map(
        (program) => `src/server/${program}.ts`,
      ),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
    sourcemap: true,
  },
});
