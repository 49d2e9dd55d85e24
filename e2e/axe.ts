import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What a person may have set on their device. */
export const colorSchemes = ['light', 'dark'] as const;
export type ColorScheme = (typeof colorSchemes)[number];

/** axe finds nothing on the screen as it stands, by day and by night. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of colorSchemes) expect(await violationsIn(page, colorScheme), colorScheme).toEqual([]);
}

/** Rules by their ids. */
type Rules = Record<string, { enabled: boolean }>;

/** What axe finds on the screen as it stands in the colours of day or night; `rules` as of `violationsOf`. */
export async function violationsIn(page: Page, colorScheme: ColorScheme, rules: Rules = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await settled(page, colorScheme);
  return violationsOf(page, rules);
}

/**
 * What axe finds on a page as it stands: each broken rule with its elements. `rules` switches on what axe leaves out by
 * itself. It loads nothing beforehand: that would be style sheets, for rules that are off, in a way that the page's policy
 * forbids. Only what is wrong is asked for, which is quicker on a long list.
 */
export async function violationsOf(page: Page, rules: Rules = {}): Promise<string[]> {
  const options = { preload: false, resultTypes: ['violations' as const], rules };
  const { violations } = await new AxeBuilder({ page }).options(options).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** The page is there with its heading, has taken the colours over, and every movement that ends has ended: axe would measure those in between. */
async function settled(page: Page, colorScheme: ColorScheme): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme);
  await page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
    // A colour that is inherited changes level by level: where one movement ends, the next begins.
    for (let moving = ending(); moving.length > 0; moving = ending())
      await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
  });
}
