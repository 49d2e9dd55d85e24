import { expect, type Locator, type Page } from '@playwright/test';
import { mockAnswer, buildOwnAppointment, documentsAnswer } from './mocked-answers.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

/** Returns whether an element has a visible border or outline. Only the top border is checked. */
const hasVisibleEdge = (locator: Locator) =>
  locator.evaluate((element) => {
    const { borderTopWidth, borderTopStyle, borderTopColor, outlineStyle, outlineWidth, outlineColor } =
      getComputedStyle(element);
    const isVisible = (width: string, style: string, colour: string) =>
      parseFloat(width) >= 1 && style !== 'none' && !/rgba\(.*, 0\)|transparent/.test(colour);
    return (
      isVisible(borderTopWidth, borderTopStyle, borderTopColor) || isVisible(outlineWidth, outlineStyle, outlineColor)
    );
  });

test('with forced colours, buttons and dialogs keep their edges [1.14]', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  await expect(page.locator('.prerendered')).toHaveCount(0);
  for (const name of ['Zur Anmeldung', 'zur Registrierung', 'Anmelden', 'Menü öffnen'])
    expect(await hasVisibleEdge(page.getByRole('button', { name, exact: true })), name).toBe(true);
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  const dialog = page.getByRole('dialog', { name: 'Anmeldung' });
  await expect(dialog).toBeVisible();
  expect(await hasVisibleEdge(dialog)).toBe(true);
  for (const name of ['Anmelden', 'Passwort vergessen?'])
    expect(await hasVisibleEdge(dialog.getByRole('button', { name, exact: true })), name).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  expect(await hasVisibleEdge(page.getByRole('dialog', { name: 'Menü' }))).toBe(true);
});

/** Returns the total height of the sticky elements at the top of the screen, in pixels. */
const measureStickyHeight = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header, h2')]
      .filter((element) => getComputedStyle(element).position === 'sticky')
      .reduce((height, element) => height + element.getBoundingClientRect().height, 0),
  );

test('at 400 % zoom nothing is sticky, and a dialog scrolls as a whole [1.14]', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/booking');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  expect(await measureStickyHeight(page)).toBe(0);

  await mockAnswer(page, 'appointment/myAppointment', {
    data: [buildOwnAppointment({ meta: { stornoPossible: true } })],
  });
  await page.goto('/appointments');
  await page.getByRole('button', { name: 'Stornieren' }).click();
  const dialog = page.getByRole('dialog', { name: 'Termin Stornieren' });
  await expect(dialog).toBeVisible();
  // The dialog scrolls as a whole: its content does not scroll separately, and it fills most of the 256 pixels.
  const content = dialog.locator('.MuiDialogContent-root');
  expect(await content.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0);
  expect(await dialog.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(230);
  const cancelButton = dialog.getByRole('button', { name: 'Termin stornieren' });
  await cancelButton.scrollIntoViewIfNeeded();
  await expect(cancelButton).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('heading').scrollIntoViewIfNeeded();
  await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 });
});

test('the calendar shows all days of a month that spans six weeks', async ({ page }) => {
  await page.clock.setFixedTime('2026-08-10T10:00:00Z');
  await page.goto('/');
  await expect(page.locator('.prerendered')).toHaveCount(0);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page
    .getByRole('button', { name: /Kalender öffnen/ })
    .first()
    .click();
  const calendar = page.getByRole('dialog').filter({ has: page.getByRole('grid') });
  await expect(calendar.getByText('August 2026')).toBeVisible();
  const lastDay = calendar.getByRole('gridcell', { name: '31' });
  await expect(lastDay).toBeVisible();
  // Below the last day there is space for its focus ring, which is 3 px wide and 2 px away. The space is polled, since
  // the calendar grows while it opens.
  const measureSpaceBelowLastDay = () =>
    lastDay.evaluate((cell) => {
      const clippingEdges: number[] = [];
      for (let ancestor = cell.parentElement; ancestor; ancestor = ancestor.parentElement)
        if (getComputedStyle(ancestor).overflowY !== 'visible')
          clippingEdges.push(ancestor.getBoundingClientRect().bottom);
      return Math.min(...clippingEdges) - cell.getBoundingClientRect().bottom;
    });
  await expect.poll(measureSpaceBelowLastDay).toBeGreaterThanOrEqual(5);
});

test("a button that asks 'Sicher?' keeps its width [1.12]", async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await mockAnswer(page, 'participant/getFiles', documentsAnswer);
  await page.goto('/files');
  const button = page.getByRole('listitem').filter({ hasText: 'Lebenslauf.docx' }).getByRole('button').last();
  await expect(button).toHaveText('Löschen');
  const boxBefore = await button.boundingBox();
  await button.click();
  await expect(button).toHaveText('Sicher?');
  expect(await button.boundingBox()).toEqual(boxBefore);
});

test('neither a message nor the skip link is printed', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('sessionId', 'A'.repeat(43)));
  await page.goto('/');
  const message = toastOf(page, 'Du wurdest automatisch abgemeldet!');
  await message.hover();
  await page.emulateMedia({ media: 'print' });
  await expect(message).toBeAttached();
  await expect(message).toBeHidden();
  await expect(page.getByText('Zum Inhalt springen')).toBeHidden();
});
