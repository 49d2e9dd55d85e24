import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'db/**/*.test.ts', 'tests/**/*.test.ts'],
    // There is one PostgreSQL for the whole run, in which each test file creates its own database.
    globalSetup: ['tests/support/postgres-server.ts'],
    // The test files of a worker share imported modules, because importing them again for each file would take as long
    // as the tests. This works because modules keep no state and tests restore what they change.
    isolate: false,
    // By default Vitest would leave one core unused, but the tests mostly wait for PostgreSQL.
    maxWorkers: '100%',
    // A shared machine may stall during a test. At its end, `npm test` lists the tests that needed a retry.
    retry: process.env['CI'] ? 1 : 0,
    // The limits are for tests that hang. They are too long for slow ones, because a busy machine may need a minute for
    // what usually takes a second.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
