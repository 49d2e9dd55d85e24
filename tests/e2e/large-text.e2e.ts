import { expect, type Page } from '@playwright/test';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';

const paths = [
  '/',
  '/intern-participant',
  '/booking',
  '/appointments',
  '/files',
  '/profile',
  '/einstellungen',
  '/change-password',
  '/coach?id=4',
  '/genesys',
  '/impressum',
];

/** Finds the elements that reach beyond the right edge of the page. */
const findTooWide = (page: Page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth <= document.documentElement.clientWidth
      ? []
      : [...document.querySelectorAll('body *')]
          .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth)
          .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`),
  );

test('with text of twice the size, no page of a participant scrolls sideways at 320 px [1.14]', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await actAsDemo(page, 'teilnehmer');
  for (const path of paths) {
    await page.goto(path);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await expect(page.locator('.skeleton')).toHaveCount(0);
    // Below the appointments this section arrives last.
    if (path === '/appointments') await expect(page.getByRole('heading', { name: 'Noch ein Wunsch' })).toBeVisible();
    await expect.poll(() => findTooWide(page), path).toEqual([]);
  }
  const link = page.getByRole('navigation', { name: 'Dein Bereich' }).getByRole('link', { name: 'Unterlagen' });
  expect(await link.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('with text of twice the size, the dialog for signing in cuts no word at 320 px, nor does the page scroll sideways [1.14] [3.5]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Anmelden' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Anmeldung' });
  await expect(dialog).toBeVisible();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect.poll(() => findTooWide(page)).toEqual([]);
  const cut = () =>
    dialog.evaluate((element) =>
      [...element.querySelectorAll('*')]
        .filter(({ textContent, scrollWidth, clientWidth }) => textContent && clientWidth && scrollWidth > clientWidth)
        .map(({ tagName, textContent }) => `${tagName} ${textContent.slice(0, 40)}`),
    );
  await expect.poll(cut).toEqual([]);
});
