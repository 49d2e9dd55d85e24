import { expect, type Locator } from '@playwright/test';
import { searchAllParticipants } from '../../src/features/participants/contract.ts';
import { expectAccessible } from './axe.ts';
import { appointmentRows, detailsPanel } from './calendar-pages.ts';
import { actAsDemo, actAsNewParticipant } from './people.ts';
import { test } from './test.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('on a phone most rows of a list are at most 72 px high, and all content is in sight [6.6] [8.3] [10.7]', async ({
  page,
}) => {
  // Whoever registers gets a mail, so the list of mails is not empty.
  await actAsNewParticipant(page);
  await actAsDemo(page, 'admin');
  for (const [path, name] of [
    ['/mails', 'E-Mails'],
    ['/ratingOverview', 'Bewertungen'],
    ['/search-participant-admin?alle=1', 'Gefundene Teilnehmer:innen'],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path);
      const rows = page.getByRole('list', { name }).getByRole('listitem');
      await expect(rows.first()).toBeVisible();
      const heights = await rows.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height));
      expect(heights.filter((height) => height <= 72).length).toBeGreaterThanOrEqual(heights.length / 2);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await expectAccessible(page);
    });
});

test('an e-mail address breaks at its @ and its dots, never inside a word [8.3]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  const email = 'annegret.luedenscheidt@bildungszentrum.niederrhein.example';
  await page.route(`**/${searchAllParticipants.path}.php`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object[] };
    await route.fulfill({ response, json: { ...body, data: [{ ...body.data[0], email }] } });
  });
  await page.goto('/search-participant-admin?alle=1');
  await page.getByRole('button', { name: email }).click();
  const emailLink = page.getByRole('link', { name: email });
  await expect(emailLink).toBeVisible();
  const linesPerWord = await emailLink.evaluate((element) => {
    const textNodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const lineCounts: Record<string, number> = {};
    for (let textNode = textNodes.nextNode(); textNode; textNode = textNodes.nextNode())
      for (const { 0: word, index } of (textNode.nodeValue ?? '').matchAll(/[^.@]+/g)) {
        const range = document.createRange();
        range.setStart(textNode, index);
        range.setEnd(textNode, index + word.length);
        lineCounts[word] = range.getClientRects().length;
      }
    return lineCounts;
  });
  expect(linesPerWord).toEqual({ annegret: 1, luedenscheidt: 1, bildungszentrum: 1, niederrhein: 1, example: 1 });
  await expect(emailLink).toHaveAttribute('href', `mailto:${email}`);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true });

  /** How many pixels above and below the element’s centre a tap still reaches it, out of 44. */
  const reachOf = (element: Locator) =>
    element.evaluate((target) => {
      const { left, top, width, height } = target.getBoundingClientRect();
      const heights = Array.from({ length: 44 }, (_, index) => top + height / 2 - 21.5 + index);
      const reaches = (y: number) => {
        const hit = document.elementFromPoint(left + width / 2, y);
        return hit !== null && (target.contains(hit) || hit.contains(target.closest('label')));
      };
      return heights.filter(reaches).length;
    });

  test('the logo, the actions and the choice of a row, the pages, a filter and a phone number are 44 px high [1.14]', async ({
    page,
  }) => {
    await actAsDemo(page, 'admin');
    await page.goto('/appointment-overview-admin?ohne=frei,versaeumt');
    const rows = appointmentRows(page);
    await expect(rows.first()).toBeVisible();
    for (const element of [
      page.getByRole('link', { name: 'Zur Startseite' }).first(),
      rows.first().getByRole('checkbox'),
      rows.first().getByRole('button', { name: /^Aktionen/ }),
      page.getByRole('button', { name: /^Filter entfernen: / }).first(),
    ])
      expect(await reachOf(element)).toBe(44);
    await rows.first().locator('button.lines').click();
    const phoneNumber = detailsPanel(page).locator('a[href^="tel:"]');
    await expect(phoneNumber).toBeVisible();
    expect(await reachOf(phoneNumber)).toBe(44);
    await page.goBack();
    const nextPage = page.getByRole('button', { name: 'Nächste Seite' });
    await nextPage.scrollIntoViewIfNeeded();
    expect(await reachOf(nextPage)).toBe(44);
  });
});
