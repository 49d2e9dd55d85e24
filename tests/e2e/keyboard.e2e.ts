import { expect } from '@playwright/test';
import { login } from '../../src/features/accounts/contract.ts';
import { callPortal } from './calls.ts';
import { createPastCoaching } from './past-coaching.ts';
import { interceptFilePickers } from './documents.ts';
import { tabToAndPressEnter, tabTo } from './keys.ts';
import { readWordDocument } from './people.ts';
import { cardOf, bookingPathShowing, createSlots, ownCardOf } from './slots.ts';
import { test } from './test.ts';

test('a participant can sign in, upload a CV, book, cancel and sign out by keyboard alone [1.14]', async ({ page }) => {
  interceptFilePickers(page);
  test.slow();
  const { email } = await createPastCoaching();
  await page.goto('/');
  // The application has replaced the prerendered page, which does not react to keys.
  await expect(page.locator('.prerendered')).toHaveCount(0);
  await tabToAndPressEnter(page, page.getByRole('banner').getByRole('button', { name: 'Anmelden' }));
  await expect(page.getByRole('dialog').getByLabel('E-Mail')).toBeFocused();
  await page.keyboard.type(email);
  await tabTo(page, page.getByRole('dialog').getByRole('textbox', { name: 'Passwort' }));
  await page.keyboard.type('Demo-2026!');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/intern-participant');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await tabToAndPressEnter(page, page.getByRole('banner').getByRole('button', { name: 'Menü öffnen' }));
  await tabToAndPressEnter(page, page.getByRole('navigation').getByRole('link', { name: 'Meine Unterlagen' }));
  await expect(page.getByRole('heading', { name: 'Meine Unterlagen' })).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await tabToAndPressEnter(page, page.getByRole('button', { name: 'Dateien auswählen' }));
  await (await chooser).setFiles([{ name: 'Lebenslauf.docx', mimeType: '', buffer: await readWordDocument() }]);
  await tabToAndPressEnter(page, page.getByRole('dialog').getByRole('button', { name: 'Hochladen' }));
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Herunterladen Lebenslauf.docx' })).toBeVisible();

  const [slot] = await createSlots(page, ['coach3']);
  if (!slot) throw new Error('no slot');
  const { data } = await callPortal(page.request, login, { username: email, password: 'Demo-2026!' });
  // Opening a URL needs no mouse either.
  await page.goto(await bookingPathShowing(page, slot, data.sessionId));
  await tabToAndPressEnter(page, cardOf(page, slot).getByRole('button', { name: 'Buchen' }));
  await expect(page).toHaveURL('/appointments');
  await expect(ownCardOf(page, slot)).toBeFocused();

  await tabToAndPressEnter(page, ownCardOf(page, slot).getByRole('button', { name: 'Stornieren' }));
  await tabToAndPressEnter(page, page.getByRole('dialog').getByRole('button', { name: 'Termin stornieren' }));
  await expect(page.getByText('Der Termin wurde erfolgreich storniert!')).toBeVisible();
  await expect(ownCardOf(page, slot)).toHaveCount(0);

  await tabToAndPressEnter(page, page.getByRole('banner').getByRole('button', { name: /Robin/ }));
  await page.getByRole('menuitem', { name: 'Abmelden' }).waitFor();
  while (!(await page.getByRole('menuitem', { name: 'Abmelden' }).evaluate((item) => item === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Anmelden' })).toBeVisible();
});
