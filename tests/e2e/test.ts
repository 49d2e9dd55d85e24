import { expect, test as base, type Browser, type BrowserContext } from '@playwright/test';

/** What browsers say of something that the policy of a page forbids, Trusted Types among it. */
const forbidden = /Content Security Policy|Trusted ?Type/i;

/**
 * The test of all journeys: each fails where a page of any of its windows asked for something that the page's own policy
 * forbids. Nothing is put into the pages for it: the browser tells it on the console.
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

/** Shows `watch` every context of a browser as it is made: the one of a test, and those that journeys open for further people. */
function watchNewContexts(browser: Browser, watch: (context: BrowserContext) => unknown): void {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    watch(context);
    return context;
  };
}
