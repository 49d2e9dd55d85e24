import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'db/**/*.test.ts'],
    // One PostgreSQL for the whole run; each test file makes its own database in it.
    globalSetup: ['src/server/testing-postgres.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
