import { defineConfig } from 'vitest/config';

/** Runs the long tests one at a time, so that none affects the figures of another. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/long/*.long.ts'],
    globalSetup: ['tests/support/postgres-server.ts'],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    disableConsoleIntercept: true,
  },
});
