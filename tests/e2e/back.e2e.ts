import { expect, type Page } from '@playwright/test';
import type { BookableAppointment } from '../../src/features/booking/contract.ts';
import { appointmentRows, detailsPanel } from './calendar-pages.ts';
import { goToPage } from './menu.ts';
import { actAsDemo, actAsNewParticipant } from './people.ts';
import { bookingPathShowing, cardOf, createSlots, preferSlotCards, tooLateToCancelText } from './slots.ts';
import { test } from './test.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** Opens the list of coaches from an admin's start page. */
async function openCoachList(page: Page) {
  await actAsDemo(page, 'admin');
  await page.goto('/intern-admin');
  await goToPage(page, 'Nutzerverwaltung');
  await expect(page).toHaveURL('/coachlist');
  await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeHidden();
}

test('going back closes the menu; after a link in the menu, it leads to the page before, and forward again [1.12]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.goto('/booking-overview');
  await page.goto('/intern-admin');
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' });
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL('/intern-admin');
  await goToPage(page, 'Nutzerverwaltung');
  await expect(page).toHaveURL('/coachlist');
  await page.goBack();
  await expect(page).toHaveURL('/intern-admin');
  await expect(menu).toBeHidden();
  await page.goForward();
  await expect(page).toHaveURL('/coachlist');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/booking-overview');
});

test('going back from a changed form asks before it closes; going back again discards what was typed [1.12]', async ({
  page,
}) => {
  await openCoachList(page);
  const dialog = page.getByRole('dialog', { name: 'Coach hinzufügen' });
  const openForm = () => page.getByRole('button', { name: 'Coach hinzufügen' }).click();
  const emailField = dialog.getByRole('textbox', { name: 'E-Mail' });
  const question = dialog.getByRole('group', { name: 'Eingaben verwerfen?' });
  await openForm();
  await emailField.fill('neu@coach.example');
  for (let attempt = 1; attempt <= 2; attempt++) {
    await page.goBack();
    await expect(question.getByRole('button', { name: 'Weiter bearbeiten' })).toBeFocused();
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expect(question).toBeHidden();
    await expect(emailField).toHaveValue('neu@coach.example');
  }
  await page.goBack();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/coachlist');

  // A form that is closed by its button or by Escape leaves nothing behind that would need another step back.
  await openForm();
  await expect(emailField).toHaveValue('');
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toBeHidden();
  await openForm();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/intern-admin');
});

test('after a filter was chosen in the sheet, going back from a row’s menu closes the menu and keeps the filter [1.12]', async ({
  page,
}) => {
  await actAsDemo(page, 'coach');
  await page.goto('/intern-coach');
  await goToPage(page, 'Tagesplan');
  await page.getByRole('button', { name: /^Filter: / }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByRole('button', { name: 'Letzte 7 Tage' }).click();
  await expect(page).toHaveURL(/\?von=/);
  const url = page.url();
  await sheet.getByRole('button', { name: 'Anzeigen' }).click();
  await expect(sheet).toBeHidden();
  await page
    .getByRole('button', { name: /^Aktionen / })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(page).toHaveURL(url);
  await page.goBack();
  await expect(page).toHaveURL('/intern-coach');
});

test('going back closes a menu in the sheet of filters, then the sheet, and keeps the filters chosen there [1.12] [7.8]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.goto('/intern-admin');
  await goToPage(page, 'Terminübersicht', 'Adminbereich');
  await expect(page).toHaveURL(/^[^?]*\/appointment-overview-admin/);
  await page.getByRole('button', { name: /^Filter: / }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByRole('checkbox', { name: /^Frei/ }).uncheck();
  await expect(page).toHaveURL(/ohne=/);
  await sheet.getByRole('button', { name: /^Ansichten/ }).click();
  const menu = page.getByRole('menu', { name: 'Ansichten' });
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/ohne=/);
});

test('going back closes a dialog over an appointment’s details, then the details, then leaves the list [1.12]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.goto('/intern-admin');
  await page.goto('/appointment-overview-admin?ohne=frei,versaeumt');
  const listUrl = page.url();
  await appointmentRows(page)
    .first()
    .getByRole('button', { name: /Gebucht/ })
    .click();
  await expect(page).toHaveURL(/termin=/);
  await detailsPanel(page).getByRole('button', { name: 'Unterlagen' }).click();
  const dialog = page.getByRole('dialog', { name: /^Unterlagen von / });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/termin=/);
  // The button closes the details in one step, although the dialog has left an entry in the history.
  await detailsPanel(page).getByRole('button', { name: 'Details schließen' }).click();
  await expect(page).toHaveURL(listUrl);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/intern-admin');
});

test('going back closes the question before a booking; the booking then leads to the own appointments [1.12]', async ({
  page,
}) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach3'], { within48Hours: true })) as [BookableAppointment];
  await preferSlotCards(page);
  const bookingPath = await bookingPathShowing(page, slot, session);
  await page.goto(bookingPath);
  const dialog = page.getByRole('dialog', { name: tooLateToCancelText });
  const openDialog = () => cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();
  await openDialog();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(bookingPath);
  await openDialog();
  await dialog.getByRole('button', { name: 'Trotzdem buchen' }).click();
  await expect(page).toHaveURL('/appointments');
  await page.goBack();
  await expect(page).toHaveURL(bookingPath);
});
