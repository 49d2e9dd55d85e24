import { expect, test as base, type Browser, type BrowserContext } from '@playwright/test';

/** How browsers report violations of a page's policy, Trusted Types included. */
const forbidden = /Content Security Policy|Trusted ?Type/i;

/**
 * The `test` of all journeys: fails if a page in any of its windows tried something that the page's own policy forbids.
 * Nothing is added to the pages for it: the browser reports it on the console.
 */
export const test = base.extend<{ policyKept: void }, { violations: string[] }>({
  violations: [
    async ({ browser }, run) => {
      const seen: string[] = [];
      watchNewContexts(browser, (context) =>
        context.on('console', (message) => {
          if (forbidden.test(message.text())) seen.push(`${message.page()?.url() ?? ''}: ${message.text()}`);
        }),
      );
      await run(seen);
    },
    { scope: 'worker' },
  ],
  policyKept: [
    async ({ violations }, run) => {
      violations.length = 0;
      await run();
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Calls `watch` with every new context of a browser: the test's own, and those that journeys open for other people.
 */
function watchNewContexts(browser: Browser, watch: (context: BrowserContext) => unknown): void {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    watch(context);
    return context;
  };
}
