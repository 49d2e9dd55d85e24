import { expect, type Locator, type Page } from '@playwright/test';
import { login } from '../src/accounts/contract.ts';
import { ask } from './calls.ts';
import { newCoached } from './coached.ts';
import { takeOverPicker } from './documents.ts';
import { wordDocument } from './people.ts';
import { cardOf, listUpTo, newSlots, ownCardOf } from './slots.ts';
import { test } from './test.ts';

/** Presses Tab until something has the focus, as a person without a mouse does. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible();
  for (let presses = 0; presses < 300; presses++) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not reach it');
}

async function tabAndPress(page: Page, goal: Locator): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.press('Enter');
}

test('the main job by the keyboard alone: sign in, upload a CV, book, cancel, sign out', async ({ page }) => {
  takeOverPicker(page);
  test.slow();
  const { email } = await newCoached();
  await page.goto('/');
  // The living page has taken the place of the drawn one, which no key reaches.
  await expect(page.locator('.door')).toHaveCount(0);
  await tabAndPress(page, page.getByRole('banner').getByRole('button', { name: 'Anmelden' }));
  await expect(page.getByRole('dialog').getByLabel('E-Mail')).toBeFocused();
  await page.keyboard.type(email);
  await tabTo(page, page.getByRole('dialog').getByRole('textbox', { name: 'Passwort' }));
  await page.keyboard.type('Demo-2026!');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/intern-participant');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await tabAndPress(page, page.getByRole('banner').getByRole('button', { name: 'Menü öffnen' }));
  await tabAndPress(page, page.getByRole('navigation').getByRole('link', { name: 'Meine Unterlagen' }));
  await expect(page.getByRole('heading', { name: 'Meine Unterlagen' })).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await tabAndPress(page, page.getByRole('button', { name: 'Dateien auswählen' }));
  await (await chooser).setFiles([{ name: 'Lebenslauf.docx', mimeType: '', buffer: await wordDocument() }]);
  await tabAndPress(page, page.getByRole('dialog').getByRole('button', { name: 'Hochladen' }));
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Herunterladen Lebenslauf.docx' })).toBeVisible();

  const [slot] = await newSlots(page, ['coach3']);
  if (!slot) throw new Error('no slot');
  const { data } = await ask(page.request, login, { username: email, password: 'Demo-2026!' });
  // The address bar belongs to the keyboard, too.
  await page.goto(await listUpTo(page, slot, data.sessionId));
  await tabAndPress(page, cardOf(page, slot).getByRole('button', { name: 'Buchen' }));
  await expect(page).toHaveURL('/appointments');
  await expect(ownCardOf(page, slot)).toBeFocused();

  await tabAndPress(page, ownCardOf(page, slot).getByRole('button', { name: 'Stornieren' }));
  await tabAndPress(page, page.getByRole('dialog').getByRole('button', { name: 'Termin stornieren' }));
  await expect(page.getByText('Der Termin wurde erfolgreich storniert!')).toBeVisible();
  await expect(ownCardOf(page, slot)).toHaveCount(0);

  await tabAndPress(page, page.getByRole('banner').getByRole('button', { name: /Robin/ }));
  await page.getByRole('menuitem', { name: 'Abmelden' }).waitFor();
  while (!(await page.getByRole('menuitem', { name: 'Abmelden' }).evaluate((item) => item === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Anmelden' })).toBeVisible();
});
