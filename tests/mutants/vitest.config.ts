import { defineConfig } from 'vitest/config';

/** Runs the test files named in `MUTANT_TESTS`. Each gets its own modules, so that mutants of constants take effect. */
export default defineConfig({
  test: {
    environment: 'node',
    runner: 'tests/mutants/runner.ts',
    include: (process.env['MUTANT_TESTS'] ?? '').split(','),
  },
});
