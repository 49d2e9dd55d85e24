import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'db/**/*.test.ts', 'trust/*.test.ts'],
    // One PostgreSQL for the whole run; each test file makes its own database in it.
    globalSetup: ['src/server/testing-postgres.ts'],
    // The tests mostly wait for PostgreSQL; Vitest would leave one core to itself.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
