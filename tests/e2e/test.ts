import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test as baseTest, type Browser, type BrowserContext } from '@playwright/test';
import { addDays, dateOf, startOfDay } from '../../src/shared/berlin.ts';
import { clockShiftMs } from '../support/shifted-clock.ts';

/** Matches console messages about violations of the Content Security Policy, including Trusted Types. */
const violationMessage = /Content Security Policy|Trusted ?Type/i;

/**
 * The `test` of all journeys. A journey does not start shortly before midnight, and fails if one of its pages violates
 * the Content Security Policy. Violations are read from the console, so that no code is added to the pages.
 */
export const test = baseTest.extend<{ checkEachJourney: void }, { violations: string[] }>({
  violations: [
    async ({ browser }, run) => {
      const pageViolations: string[] = [];
      prepareNewContexts(browser, (context) =>
        context.on('console', (message) => {
          if (violationMessage.test(message.text()))
            pageViolations.push(`${message.page()?.url() ?? ''}: ${message.text()}`);
        }),
      );
      await run(pageViolations);
    },
    { scope: 'worker' },
  ],
  checkEachJourney: [
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
 * Waits until after midnight in Berlin if midnight is less than 90 seconds away, since a journey across two days would
 * look for its bookings on the wrong day.
 */
async function waitIfNearMidnight(): Promise<void> {
  const remainingMs = startOfDay(addDays(dateOf(new Date()), 1)).getTime() - Date.now();
  if (remainingMs < 90_000) await sleep(remainingMs + 1_000);
}

/**
 * Shifts the clock of the pages in each new context of a browser by `clockShiftMs`, like all other clocks. Then calls
 * `prepare` with the context. Playwright opens one context for the test; journeys open more for other users.
 */
function prepareNewContexts(browser: Browser, prepare: (context: BrowserContext) => unknown): void {
  const createContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await createContext(options);
    if (clockShiftMs !== 0) await context.addInitScript(shiftDate, clockShiftMs);
    prepare(context);
    return context;
  };
}

/** Shifts the clock of a page by this many milliseconds. Runs in the page. */
function shiftDate(shiftMs: number): void {
  const RealDate = Date;
  const machineNow = Date.now.bind(Date);
  const now = () => machineNow() + shiftMs;
  // A journey may replace `Date` again, with Playwright's fake clock.
  RealDate.now = now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    apply: () => new RealDate(now()).toString(),
  });
}
