import { defineConfig } from 'vite';

/**
 * The server (`dist/server/main.js`) and the operator's commands (`admin.js`, `backup.js`, …), for plain node, with
 * most packages bundled in. Shared chunks lie beside them, so that paths relative to a file stay right.
 */
export default defineConfig({
  publicDir: false,
  // Finding and reading the packages' many small files takes a good part of a start, so they are bundled in, except
  // for packages that read files of their own and those that few installations load.
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
        // The programs of the sandboxes: the one that inspects documents,
        look: 'src/features/files/inspection/inspector-process.adapter.ts',
        // the one that writes and reads spreadsheets,
        spreadsheet: 'src/platform/spreadsheet/worker.ts',
        // the one that reads calendars,
        'calendar-file': 'src/features/appointments/import-files/csv-process.adapter.ts',
        // and the one that draws documents.
        pdf: 'src/platform/pdf/worker.ts',
        // And the program of the process that draws pictures.
        picture: 'src/platform/picture/draw.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
    sourcemap: true,
  },
});
