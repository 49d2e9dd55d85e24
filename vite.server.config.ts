import { defineConfig } from 'vite';

/**
 * The server (`dist/server/main.js`) and the operator's commands (`admin.js`, `backup.js`, …), for plain node, with most
 * packages bundled in. What they share lies beside them, so that paths from a file's own place stay right.
 */
export default defineConfig({
  publicDir: false,
  // Finding and reading the packages' many small files takes a good part of a start, so they are bundled in. Outside stay
  // what has files of its own beside its program, and what few installations load.
  ssr: {
    noExternal: true,
    external: [
      '@aws-sdk/client-s3',
      '@aws-sdk/s3-request-presigner',
      '@fastify/swagger-ui',
      '@node-rs/argon2',
      'graphile-worker',
      'pg-native',
      'piscina',
      'prom-client',
    ],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      input: [
        ...['main', 'admin', 'backup', 'restore', 'doctor', 'retention', 'seal', 'export-person'].map(
          (program) => `src/server/${program}.ts`,
        ),
        // The workers' own program, which looks into documents.
        'src/files/inspection/look.ts',
      ],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
    sourcemap: true,
  },
});
