import { expect, type Locator, type Page } from '@playwright/test';
import { firstSectionOfField } from './calendar-pages.ts';
import { actAsDemo, actAsNewParticipant } from './people.ts';
import { bookWithCoach, findPlanRow, findPlanTile } from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';
import { writeNote } from '../../src/features/files/notes/contract.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Presses the mouse on an element without releasing it. */
async function press(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
}

/** Presses the mouse on an element and releases it at the same position a moment later, like a finger. */
async function tap(page: Page, target: Locator) {
  await press(page, target);
  // By now the page shows everything that appears when a field loses the focus.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.mouse.up();
}

test('a tap below an invalid time is not lost, and the error is shown afterwards', async ({ page }) => {
  await actAsDemo(page, 'coach');
  await page.goto('/new-appointment-coach');
  await firstSectionOfField(page, 'Von').click();
  await page.keyboard.type('1000');
  await firstSectionOfField(page, 'Bis').click();
  await page.keyboard.type('0900');
  const directCheckbox = page.getByRole('checkbox', { name: /^Direkt für/ });
  await tap(page, directCheckbox);
  await expect(directCheckbox).toBeChecked();
  await expect(page.getByRole('group', { name: 'Bis' })).toHaveAccessibleDescription(/./);
});

test('a tap below a password that is too weak is not lost', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.goto('/change-password');
  await page.getByLabel('Neues Passwort *', { exact: true }).fill('kurz');
  const repetitionField = page.getByLabel('Neues Passwort wiederholen');
  await tap(page, repetitionField);
  await expect(repetitionField).toBeFocused();
  await expect(page.getByText('Passwort muss mindestens 8 Zeichen lang sein')).toBeVisible();
  await repetitionField.fill('anders');
  const showButton = page.getByRole('button', { name: 'Passwort anzeigen' }).last();
  await tap(page, showButton);
  await expect(repetitionField).toHaveAttribute('type', 'text');
});

test('a tap below an invalid date of a filter is not lost', async ({ page }) => {
  await actAsDemo(page, 'coach');
  await page.goto('/appointment-overview-coach?von=2026-12-02&bis=2026-12-03');
  await page.getByRole('button', { name: /^Filter:/ }).click();
  await firstSectionOfField(page, 'Von').click();
  await page.keyboard.type('05122026');
  const freeCheckbox = page.getByRole('checkbox', { name: /^Frei/ });
  const wasChecked = await freeCheckbox.isChecked();
  await tap(page, freeCheckbox);
  await expect(freeCheckbox).toBeChecked({ checked: !wasChecked });
});

test('a click on a button of a dialog is not lost when a message appears during the press', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  const { slot } = await bookWithCoach(browser, 'coach');
  await actAsDemo(page, 'coach');
  await page.goto(`/daily-plan?von=${slot.date}&bis=${slot.date}`);
  await (await findPlanRow(page, slot)).click();
  const tile = await findPlanTile(page, slot);
  await tile.getByRole('button', { name: 'Unterlagen (1) Robin Reise' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unterlagen von Robin Reise' });
  await dialog.getByRole('textbox', { name: 'Neue Notiz' }).fill('Das Foto fehlt noch.');
  let releaseResponse = () => {};
  const released = new Promise<void>((resolve) => (releaseResponse = resolve));
  await page.route(`**/${writeNote.path}.php`, async (route) => {
    await released;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Notiz senden' }).click();
  await press(page, dialog.getByRole('button', { name: 'Schließen' }));
  releaseResponse();
  await expect(toastOf(page, 'Die Notiz wurde gesendet!')).toBeVisible();
  await page.mouse.up();
  await expect(dialog).toHaveCount(0);
});
