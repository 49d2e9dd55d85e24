import { defineConfig, type Plugin } from 'vite';

/** The programs that the server runs in separate processes. */
export const sandboxPrograms = {
  // Runs in a sandbox and inspects documents.
  look: 'src/features/files/inspection/inspector-process.adapter.ts',
  // Runs in a sandbox, and writes and reads spreadsheets.
  spreadsheet: 'src/platform/spreadsheet/worker.ts',
  // Runs in a sandbox and reads tables from CSV files.
  'csv-table': 'src/platform/spreadsheet/csv-process.ts',
  // Runs in a sandbox and draws PDF documents.
  pdf: 'src/platform/pdf/worker.ts',
  // Runs in a separate process and draws pictures.
  picture: 'src/platform/picture/draw.ts',
  // Runs in a sandbox and renders pages for participants.
  page: 'src/shell/rendering/renderPage.tsx',
};

/**
 * Leaves out the code that rendered pages would load on demand, such as dialogs. Only the navigation is part of what they
 * show at first.
 */
const withoutCodeOnDemand: Plugin = {
  name: 'without-code-on-demand',
  resolveDynamicImport: (source, importer) =>
    /\/src\/(shell|screens|web|features\/.*\/ui)\//.test(importer ?? '') && !/ParticipantNav/.test(String(source))
      ? { id: String(source), external: true }
      : null,
};

/**
 * Builds the server (`dist/server/main.js`) and the commands for operators (`admin.js`, `backup.js`, …), together with
 * most packages. All chunks of code are in the same folder, so paths relative to a file stay valid.
 */
export default defineConfig({
  publicDir: false,
  plugins: [withoutCodeOnDemand],
  // React chooses its production code by this variable. The process that renders pages has no environment.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  // Packages are bundled, because finding and reading their many small files would take much of the start-up time. The
  // packages in `external` are not bundled: they read their own files, or only a few installations need them.
  ssr: {
    noExternal: true,
    external: [
      '@aws-sdk/client-s3',
      '@aws-sdk/s3-request-presigner',
      '@fastify/swagger-ui',
      '@node-rs/argon2',
      'graphile-worker',
      'pdfkit',
      'pg-native',
      'prom-client',
      'sharp',
      'tinypool',
    ],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    // Read and removed by scripts/licences.mjs.
    license: { fileName: '.vite/licences.json' },
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      input: {
        main: 'src/app/main.ts',
        admin: 'src/operations/admins/command.ts',
        backup: 'src/operations/backup/command.ts',
        restore: 'src/operations/backup/restore-command.ts',
        doctor: 'src/operations/doctor/command.ts',
        retention: 'src/operations/retention/command.ts',
        seal: 'src/operations/seal/command.ts',
        'export-person': 'src/operations/data-export/command.ts',
        ...sandboxPrograms,
      },
      // Only bundlers for React's server components read the directive 'use client' of React libraries.
      checks: { moduleLevelDirective: false },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
    sourcemap: true,
  },
});
