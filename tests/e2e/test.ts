import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test as base, type Browser, type BrowserContext } from '@playwright/test';
import { addDays, dateOf, startOfDay } from '../../src/shared/berlin.ts';
import { clockShiftMs } from '../support/shifted-clock.ts';

/** Matches console messages about violations of a page's policy, including Trusted Types. */
const violationMessage = /Content Security Policy|Trusted ?Type/i;

/**
 * The `test` of all journeys. A journey does not start shortly before midnight, and fails if any of its pages violates
 * its own policy. Violations are read from the console, so that no code is added to the pages.
 */
export const test = base.extend<{ everyJourney: void }, { violations: string[] }>({
  violations: [
    async ({ browser }, run) => {
      const violationsFound: string[] = [];
      watchNewContexts(browser, (context) =>
        context.on('console', (message) => {
          if (violationMessage.test(message.text()))
            violationsFound.push(`${message.page()?.url() ?? ''}: ${message.text()}`);
        }),
      );
      await run(violationsFound);
    },
    { scope: 'worker' },
  ],
  everyJourney: [
    async ({ violations }, run) => {
      await waitIfNearMidnight();
      violations.length = 0;
      await run();
      expect(violations).toEqual([]);
    },
    { auto: true, timeout: 120_000 },
  ],
});

/**
 * Waits for midnight in Berlin if it is near: a journey across two days would look for its bookings on the wrong day.
 */
async function waitIfNearMidnight(): Promise<void> {
  const remaining = startOfDay(addDays(dateOf(new Date()), 1)).getTime() - Date.now();
  if (remaining < 90_000) await sleep(remaining + 1_000);
}

/**
 * Calls `watch` with every new context of a browser: the test's own, and those that journeys open for other users. Also
 * shifts the clock of each context's pages, like all other clocks.
 */
function watchNewContexts(browser: Browser, watch: (context: BrowserContext) => unknown): void {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    if (clockShiftMs !== 0) await context.addInitScript(shiftDate, clockShiftMs);
    watch(context);
    return context;
  };
}

/** Shifts the clock of a page by this many milliseconds. Runs in the page. */
function shiftDate(shiftMs: number): void {
  const Real = Date;
  const machineNow = Date.now.bind(Date);
  const now = () => machineNow() + shiftMs;
  // Configurable, since journeys may replace it again.
  Real.now = now;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    apply: () => new Real(now()).toString(),
  });
}
