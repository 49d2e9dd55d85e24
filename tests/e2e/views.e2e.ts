import { expect } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './axe.ts';
import { appointmentRows } from './calendar-pages.ts';
import { openSelect } from './keys.ts';
import { createCoach } from './new-coaches.ts';
import { actAsCoach, actAsDemo } from './people.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('columns are chosen below a list, kept on the device, and those of the file [4.11] [7.8]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  for (const [path, name, fileTitles] of [
    ['/appointment-overview-admin', 'Termine', 'Datum;Wochentag;Zeitfenster;Typ;Status;Coach;Teilnehmer:in;E-Mail'],
    ['/booking-overview', 'Buchungen', 'Gebucht am;Gebucht um;Gebucht von;Teilnehmer:in;E-Mail;Coach'],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path);
      const table = page.getByRole('table', { name });
      const heading = (title: string) => table.getByRole('columnheader', { name: title, exact: true });
      await expect(heading('Coach')).toBeVisible();
      await expect(heading('E-Mail')).toHaveCount(0);

      await openSelect(page.getByRole('combobox', { name: 'Spalten' }));
      await page.getByRole('option', { name: 'E-Mail' }).click();
      const phoneOption = page.getByRole('option', { name: 'Telefon' });
      if ((await phoneOption.getAttribute('aria-selected')) === 'true') await phoneOption.click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(heading('E-Mail')).toBeVisible();
      await expectAccessible(page);
      await page.reload();
      await expect(heading('E-Mail')).toBeVisible();

      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Als CSV exportieren' }).click();
      const file = await readFile(await (await downloading).path(), 'utf8');
      expect(file.split('\r\n')[0]).toContain(fileTitles);
      expect(file.split('\r\n')[0]).not.toContain('Telefon');
    });
});

test('the columns to choose from say which of them a narrow window leaves out [7.8]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/appointment-overview-admin');
  const options = page.getByRole('option');
  await openSelect(page.getByRole('combobox', { name: 'Spalten' }));
  await expect(page.getByRole('option', { name: 'Telefon', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await page.setViewportSize({ width: 1000, height: 900 });
  await openSelect(page.getByRole('combobox', { name: 'Spalten' }));
  await expect(page.getByRole('option', { name: 'Telefon (nur in breiteren Fenstern)' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Coach', exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a coach saves a view with its filters and columns, opens it on another device, replaces and deletes it [7.20]', async ({
  page,
  browser,
}) => {
  const { email } = await createCoach(page);
  await actAsCoach(page, email);
  await page.goto('/appointment-overview-coach?ohne=gebucht,versaeumt');
  const button = page.getByRole('button', { name: 'Ansichten' });
  await button.click();
  await expect(page.getByRole('menuitem', { name: 'Noch keine Ansicht gespeichert' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Ansicht speichern …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ansicht speichern' });
  await expect(dialog.getByRole('button', { name: 'Speichern' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Was noch frei ist');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Ansicht gespeichert.')).toBeVisible();
  const current = page.getByRole('button', { name: 'Ansicht: Was noch frei ist' });
  await expect(current).toBeFocused();

  // On another device the coach gets the same filters.
  const otherPage = await (await browser.newContext()).newPage();
  await actAsCoach(otherPage, email);
  await otherPage.goto('/appointment-overview-coach');
  await otherPage.getByRole('button', { name: 'Ansichten' }).click();
  await otherPage.getByRole('menuitem', { name: 'Was noch frei ist' }).click();
  await expect(otherPage).toHaveURL(/ohne=gebucht(,|%2C)versaeumt/);
  await expect(otherPage.getByRole('button', { name: 'Ansicht: Was noch frei ist' })).toBeVisible();
  await otherPage.context().close();

  await page.getByRole('button', { name: 'Zurücksetzen' }).click();
  await expect(button).toBeVisible();
  await button.click();
  await page.getByRole('menuitem', { name: 'Ansicht speichern …' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Was noch frei ist');
  await expect(dialog).toContainText('Die Ansicht „Was noch frei ist“ wird ersetzt.');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(current).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await current.click();
  await page.getByRole('menuitem', { name: 'Diese Ansicht löschen' }).click();
  await page.getByRole('menuitem', { name: 'Sicher?' }).click();
  await expect(toastOf(page, 'Ansicht gelöscht.')).toBeVisible();
  await expect(button).toBeVisible();
});

test('the button of the views comes with the list, so that no click on it is lost [7.20]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/OverviewList-*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/appointment-overview-coach');
  const button = page.getByRole('button', { name: 'Ansichten' });
  await expect(page.getByRole('checkbox', { name: 'Frei' })).toBeVisible();
  await expect(button).toHaveCount(0);
  release();
  await button.click();
  await expect(page.getByRole('menuitem', { name: 'Ansicht speichern …' })).toBeVisible();
});

test('on a phone the views are among the filters, and no columns are chosen [7.8] [7.20]', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAsDemo(page, 'admin');
  await page.goto('/appointment-overview-admin');
  await expect(appointmentRows(page).first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Spalten' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Filter: / }).click();
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Ansichten' }).click();
  await expect(page.getByRole('menuitem', { name: 'Ansicht speichern …' })).toBeVisible();
  await expectAccessible(page);
});
