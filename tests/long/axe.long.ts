import { chromium, expect, type Browser } from '@playwright/test';
import { test } from 'vitest';
import { colorSchemes, findAxeViolations } from '../e2e/axe.ts';
import { actAsDemo } from '../e2e/people.ts';
import { startPortal } from '../e2e/portal.ts';
import config from '../../playwright.config.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { recordFigure } from './figure.ts';
import { screenStates, type ScreenState } from './screen-states.ts';
import { listViews } from './views.ts';

/** The sizes of a phone's and a desktop's screen. */
const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
/** A rule of WCAG 2.2 AA that axe leaves out by default. */
const rules = { 'target-size': { enabled: true } };

test('axe finds no violation on any page that a role may open', async () => {
  const { pageCount, views } = await listViews();
  const portal = await startPortal();
  const browserPath = await findBrowser();
  const browser = await chromium.launch({
    ...config.use?.launchOptions,
    ...(browserPath ? { executablePath: browserPath } : {}),
  });
  const remainingStates = [...views, ...screenStates];
  const violations: string[] = [];
  let checkCount = 0;
  const checkRemainingStates = async () => {
    for (let state = remainingStates.shift(); state; state = remainingStates.shift()) {
      const result = await checkState(browser, portal.url, state);
      checkCount += result.checkCount;
      violations.push(...result.violations);
    }
  };
  try {
    await Promise.all([checkRemainingStates(), checkRemainingStates()]);
  } finally {
    await browser.close();
    await portal.stop();
  }
  recordFigure({
    subject: 'axe: violations',
    result:
      `${pageCount} pages, opened by each role that may open them (${views.length}), ` +
      `and ${screenStates.length} dialogs, errors and empty states, × 2 themes × 2 widths: ${checkCount} checks, ${violations.length} violations`,
    goal: '0',
    isMet: violations.length === 0,
  });
  expect(violations).toEqual([]);
});

/**
 * Checks a state in each size and theme; returns the number of checks and the violations that axe finds. A state that
 * cannot be reached counts as a violation.
 */
async function checkState(
  browser: Browser,
  portalAddress: string,
  { name, visitor, address, prepare, reach }: ScreenState,
) {
  const { locale, timezoneId } = config.use ?? {};
  const context = await browser.newContext({
    baseURL: portalAddress,
    reducedMotion: 'reduce' as const,
    ...(locale && { locale }),
    ...(timezoneId && { timezoneId }),
  });
  context.setDefaultTimeout(15_000);
  const violations: string[] = [];
  let checkCount = 0;
  try {
    const page = await context.newPage();
    if (visitor !== 'nobody') await actAsDemo(page, visitor);
    await prepare?.(page);
    await page.goto(address);
    await reach(page);
    // Content below the first screen loads only when the page is scrolled close to it.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, 0));
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const colorScheme of colorSchemes) {
        const stateName = `${name} (${visitor}, ${colorScheme}, ${size.width})`;
        const descriptions = await findAxeViolations(page, colorScheme, { rules });
        violations.push(...descriptions.map((description) => `${stateName}: ${description}`));
        checkCount += 1;
      }
    }
  } catch (error) {
    violations.push(`${name} (${visitor}) cannot be reached: ${String(error)}`);
  } finally {
    await context.close();
  }
  return { checkCount, violations };
}
