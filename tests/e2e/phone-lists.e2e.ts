import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';

test.use({ viewport: { width: 360, height: 740 } });

for (const [path, name, reference] of [
  ['/mails', 'E-Mails', '10.7'],
  ['/audit', 'Einträge', '10.5'],
  ['/ratingOverview', 'Bewertungen', '6.6'],
  ['/search-participant-admin?alle=1', 'Gefundene Teilnehmer:innen', '8.3'],
] as const)
  test(`on a phone most rows of ${path} are at most 72 px high, and all content is in sight [${reference}]`, async ({
    page,
  }) => {
    await actAsDemo(page, 'admin');
    await page.goto(path);
    const rows = page.getByRole('list', { name }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    const heights = await rows.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height));
    expect(heights.filter((height) => height <= 72).length).toBeGreaterThanOrEqual(heights.length / 2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
  });
