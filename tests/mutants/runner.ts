import { TestRunner, test } from 'vitest';

/** Vitest's runner. If a file cannot be loaded, it has a failing test, because Stryker looks at nothing but tests. */
export default class extends TestRunner {
  override async importFile(...file: Parameters<TestRunner['importFile']>): Promise<unknown> {
    try {
      return await super.importFile(...file);
    } catch (error) {
      return test('the file can be loaded', () => {
        throw error;
      });
    }
  }
}
