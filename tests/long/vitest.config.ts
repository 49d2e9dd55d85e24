import { defineConfig } from 'vitest/config';

/** The long proofs: one after the other, so that none disturbs another's figures, with the worlds of the tests. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['trust/*.trial.ts'],
    globalSetup: ['src/server/testing-postgres.ts'],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    disableConsoleIntercept: true,
  },
});
