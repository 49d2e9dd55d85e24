import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, expect, type Browser } from '@playwright/test';
import { test } from 'vitest';
import { colorSchemes, violationsIn } from '../e2e/axe.ts';
import { beDemo } from '../e2e/people.ts';
import { startPortal } from '../e2e/portal.ts';
import config from '../playwright.config.ts';
import { findBrowser } from '../scripts/browser.mjs';
import { roles } from '../src/shared/roles.ts';
import { tell } from './figure.ts';
import { contents } from './screens.ts';
import { states, type State, type Who } from './states.ts';

/** A phone and a desk. */
const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
/** Of WCAG 2.2 AA; axe leaves it out by itself. */
const rules = { 'target-size': { enabled: true } };
const visitors = { nobody: null, teilnehmer: roles.participant, coach: roles.coach, admin: roles.admin } as const;

/** As much of src/web/pages.ts as is needed here; the screens are a program of their own to the compiler. */
interface Table {
  pages: readonly { path: string }[];
  mayOpen: (page: { path: string }, user: { role: { value: number } } | null) => boolean;
}

test('axe finds nothing on any page of any role', async () => {
  const { pages, mayOpen } = (await import(
    pathToFileURL(join(import.meta.dirname, '../src/web/pages.ts')).href
  )) as Table;
  // A page of the product that nobody described here fails the trial, and so does a description of none.
  expect(Object.keys(contents).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  const views = (Object.keys(visitors) as (keyof typeof visitors)[]).flatMap((who) =>
    pages
      .filter((page) => mayOpen(page, visitors[who] && { role: visitors[who] }))
      .map(({ path }): State => usual(who, path)),
  );
  const portal = await startPortal();
  const path = await findBrowser();
  const browser = await chromium.launch({ ...config.use?.launchOptions, ...(path ? { executablePath: path } : {}) });
  const todo = [...views, ...states];
  const found: string[] = [];
  let looks = 0;
  const work = async () => {
    for (let state = todo.shift(); state; state = todo.shift()) {
      const seen = await lookAt(browser, portal.address, state);
      looks += seen.looks;
      found.push(...seen.found);
    }
  };
  try {
    await Promise.all([work(), work()]);
  } finally {
    await browser.close();
    await portal.stop();
  }
  tell({
    what: 'axe: violations',
    result:
      `${pages.length} pages, by everybody who may open them ${views.length}, and ${states.length} dialogs, mistakes and empty ` +
      `states, × 2 themes × 2 widths: ${looks} looks, ${found.length} violations`,
    goal: '0',
    holds: found.length === 0,
  });
  expect(found).toEqual([]);
});

/** A page as it comes. */
function usual(who: Who, path: string): State {
  const { shows, search } = contents[path] ?? {};
  return {
    what: path,
    who,
    at: search ? `${path}?${search}` : path,
    reach: async (page) => shows && expect(shows(page)).toBeVisible(),
  };
}

/** Looks at a state in each size and theme: what axe finds there, and how often it looked. One that is not reached counts as found. */
async function lookAt(browser: Browser, address: string, { what, who, at, given, reach }: State) {
  const { locale, timezoneId } = config.use ?? {};
  const context = await browser.newContext({
    ...{ baseURL: address, reducedMotion: 'reduce' as const },
    ...(locale && { locale }),
    ...(timezoneId && { timezoneId }),
  });
  context.setDefaultTimeout(15_000);
  const found: string[] = [];
  let looks = 0;
  try {
    const page = await context.newPage();
    if (who !== 'nobody') await beDemo(page, who);
    await given?.(page);
    await page.goto(at);
    await reach(page);
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const colorScheme of colorSchemes) {
        const where = `${what} (${who}, ${colorScheme}, ${size.width})`;
        found.push(...(await violationsIn(page, colorScheme, rules)).map((violation) => `${where}: ${violation}`));
        looks += 1;
      }
    }
  } catch (error) {
    found.push(`${what} (${who}) is not there: ${String(error)}`);
  } finally {
    await context.close();
  }
  return { looks, found };
}
