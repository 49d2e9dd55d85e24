import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, type Page } from '@playwright/test';
import type axe from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The colour schemes that a person may have set on their device. */
export const colorSchemes = ['light', 'dark'] as const;
export type ColorScheme = (typeof colorSchemes)[number];

/**
 * Waits until no list is being refetched, since a list is faded while it is refetched. Then expects no violations on
 * the current screen. A journey checks only one colour scheme, which depends on the length of its title: axe spends
 * most of its time on colours, and most screens appear in several journeys. The long tests check each page in both
 * schemes.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]:not(button, :has(> .skeleton))')).toHaveCount(0);
  const colorScheme = colorSchemes[test.info().title.length % 2] ?? 'light';
  expect(await findAxeViolations(page, colorScheme), colorScheme).toEqual([]);
}

/** Options of axe: the rules to switch on or off, by id. */
interface RuleOptions {
  rules?: Record<string, { enabled: boolean }>;
}

/** Returns the violations that axe finds on the current screen in a colour scheme: each rule with its elements. */
export async function findAxeViolations(
  page: Page,
  colorScheme: ColorScheme,
  ruleOptions: RuleOptions = {},
): Promise<string[]> {
  await stopTransitions(page);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await waitUntilSettled(page, colorScheme);
  return runAxe(page, ruleOptions);
}

/**
 * Runs axe on the current page and returns each violated rule with its elements. Preloading is off, since the page's
 * Content Security Policy does not allow axe to load style sheets. Only violations are requested, which is faster on a
 * long list.
 */
async function runAxe(page: Page, ruleOptions: RuleOptions): Promise<string[]> {
  // axe is loaded once per document, since it is half a megabyte long.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (options) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    // axe cannot look into the frame that shows a document, since no scripts run there.
    const context = { exclude: ['iframe[sandbox="allow-same-origin"]'] };
    const { violations } = await checker.run(context, { preload: false, resultTypes: ['violations'], ...options });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  }, ruleOptions);
}

/** Selects a menu or dialog that is closing: it is hidden from screen readers, and no other one is open above it. */
const closingModalSelector = '.MuiModal-root[aria-hidden="true"]:not(:has(~ .MuiModal-root:not([aria-hidden="true"])))';

/**
 * Waits until the page shows its heading in the requested colours, no menu or dialog is closing, and every finite
 * animation has ended. Otherwise axe would measure colours in the middle of a change.
 */
async function waitUntilSettled(page: Page, colorScheme: ColorScheme): Promise<void> {
  await expect(page.locator(closingModalSelector).filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme);
  await page.evaluate(async () => {
    const runningAnimations = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
    for (let running = runningAnimations(); running.length > 0; running = runningAnimations())
      await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)));
  });
}

/**
 * Switches transitions off. Otherwise an inherited colour changes element by element, since each element starts when
 * its parent's transition has ended.
 */
async function stopTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets = [styles];
  });
}
