import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** axe finds nothing on the screen as it stands, by day and by night. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page, colorScheme);
    expect(await violationsOf(page), colorScheme).toEqual([]);
  }
}

/**
 * What axe finds on a page as it stands. It loads nothing beforehand: that would be style sheets, for rules that are off, in a
 * way that the page's policy forbids.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ preload: false }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** The page is there with its heading, has taken the colours over, and every movement that ends has ended: axe would measure those in between. */
async function settled(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme);
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
}
