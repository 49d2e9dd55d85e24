import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'db/**/*.test.ts', 'tests/**/*.test.ts'],
    // One PostgreSQL for the whole run; each test file makes its own database in it.
    globalSetup: ['tests/support/postgres-server.ts'],
    // The test files of a worker share their modules, because importing them again would take as long as the tests.
    // This works because modules keep no state, and a test restores what it changes.
    isolate: false,
    // The tests mostly wait for PostgreSQL; by default Vitest would reserve one core for itself.
    maxWorkers: '100%',
    // A shared machine may stall during a test; `npm test` lists the tests that needed a retry at its end.
    retry: process.env['CI'] ? 1 : 0,
    // The limits catch tests that hang, not slow ones: a busy machine may take a minute for what takes a second.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
