import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'db/**/*.test.ts', 'tests/**/*.test.ts'],
    // There is one PostgreSQL server for the whole run, on which each test file creates its own databases.
    globalSetup: ['tests/support/postgres-server.ts', 'tests/support/sandbox-programs.ts'],
    // The test files of a worker share imported modules, because importing them again for each file would take as long
    // as the tests. This works because modules keep no state and tests restore what they change.
    isolate: false,
    // By default, Vitest would leave one core unused. The tests can use it, because they mostly wait for PostgreSQL.
    maxWorkers: '100%',
    // A shared machine may stall during a test. `npm test` ends with a list of the tests that needed a retry.
    retry: process.env['CI'] ? 1 : 0,
    // The limits only end tests that hang. They are this long because a busy machine may need a minute for work that
    // usually takes a second.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
