import { defineConfig } from 'vite';

/**
 * The build of the server (`dist/server/main.js`) and of the operator's commands (`admin.js`, `backup.js`, …) for plain
 * Node, with most packages bundled in. Shared chunks are in the same folder, so paths relative to a file stay valid.
 */
export default defineConfig({
  publicDir: false,
  // Finding and reading the packages' many small files takes much of the start-up time, so they are bundled in, except
  // for packages that read files of their own and packages that few installations load.
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
        // Sandboxed: inspects documents.
        look: 'src/features/files/inspection/inspector-process.adapter.ts',
        // Sandboxed: writes and reads spreadsheets.
        spreadsheet: 'src/platform/spreadsheet/worker.ts',
        // Sandboxed: reads calendar files.
        'calendar-file': 'src/features/appointments/import-files/csv-process.adapter.ts',
        // Sandboxed: draws PDF documents.
        pdf: 'src/platform/pdf/worker.ts',
        // Runs in a separate process and draws pictures.
        picture: 'src/platform/picture/draw.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
    sourcemap: true,
  },
});
