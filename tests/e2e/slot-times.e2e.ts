import { expect, type Page } from '@playwright/test';
import { bookAppointment, listMyAppointments, type BookableAppointment } from '../../src/features/booking/contract.ts';
import { germanDate, germanInterval, germanMoment, instantOf } from '../../src/shared/berlin.ts';
import { cancellableUntil } from '../../src/shared/coaching.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { actAsNewParticipant } from './people.ts';
import { createSlots, ownCardOf, tooLateToCancelText } from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

test.use({ viewport: { width: 360, height: 740 } });

const dialog = (page: Page) => page.getByRole('dialog');
const fold = (page: Page) => page.getByRole('button', { name: /: \d+ Termine?, nicht mehr stornierbar$/ });
const viewButton = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Ansicht' }).getByRole('button', { name });

/** The button of a slot in the views 'Zeiten' and 'Coaches'. */
const timeOf = (page: Page, { day, date, start, end, coach }: BookableAppointment) =>
  page
    .locator('section', { has: page.getByRole('heading', { name: `${day} der ${germanDate(date)}` }) })
    .getByRole('button', {
      name: new RegExp(`^${start} bis ${end} Uhr, Einzelcoaching, (nicht mehr stornierbar, )?${coach}$`),
    });

/** Opens the booking page with only the slots of this slot's day. */
const openDay = (page: Page, { date }: BookableAppointment) => page.goto(`/booking?tag=${date}`);

test('on a phone a time opens a sheet, from which a participant books with a note [4.25]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach2'])) as [BookableAppointment];
  await openDay(page, slot);
  await expectAccessible(page);
  await timeOf(page, slot).click();
  await expect(dialog(page)).toContainText(germanInterval(slot));
  await expect(dialog(page).getByRole('link', { name: slot.coach })).toBeVisible();
  const startsAt = instantOf(slot.date, slot.start) as Date;
  const deadline = germanMoment(cancellableUntil({ startsAt, movedByStaff: false }));
  await expect(dialog(page)).toContainText(`Stornierbar bis ${deadline}.`);
  await expectAccessible(page);
  await dialog(page).getByLabel('Nachricht (optional)').fill('Es geht um das Anschreiben.');
  await dialog(page).getByRole('button', { name: 'Abbrechen' }).click();
  await expect(timeOf(page, slot)).toBeFocused();
  expect((await callPortal(page.request, listMyAppointments, {}, session)).data).toEqual([]);

  // The note is still there.
  await timeOf(page, slot).click();
  await dialog(page).getByRole('button', { name: 'Buchen' }).click();
  await expect(toastOf(page, 'Der Termin wurde gebucht!')).toBeVisible();
  await expect(ownCardOf(page, slot)).toContainText('Es geht um das Anschreiben.');
});

test('what can no longer be cancelled is folded away, and asks before it is booked [4.25]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach'], { within48Hours: true })) as [BookableAppointment];
  await page.goto('/booking?typ=einzel');
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(page.locator('section[data-entry]').first()).toBeVisible();
  await expect(timeOf(page, slot)).toHaveCount(0);
  await fold(page).click();
  await expectAccessible(page);
  await timeOf(page, slot).click();
  await expect(page.getByRole('dialog', { name: tooLateToCancelText })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Trotzdem buchen' })).toBeVisible();
  await page.keyboard.press('Escape');
  // Of a chosen day, nothing is folded away.
  await openDay(page, slot);
  await expect(timeOf(page, slot)).toBeVisible();
  await expect(fold(page)).toHaveCount(0);
});

test('the view of the free slots is kept on the device [4.25]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach2'])) as [BookableAppointment];
  await openDay(page, slot);
  await expect(viewButton(page, 'Zeiten')).toHaveAttribute('aria-pressed', 'true');
  await viewButton(page, 'Coaches').click();
  await expect(page.getByRole('link', { name: slot.coach }).first()).toBeVisible();
  await expect(timeOf(page, slot)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(viewButton(page, 'Coaches')).toHaveAttribute('aria-pressed', 'true');
  await viewButton(page, 'Liste').click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Zeitraum' }).first()).toBeVisible();
  await expect(timeOf(page, slot)).toHaveCount(0);
  await page.reload();
  await expect(viewButton(page, 'Liste')).toHaveAttribute('aria-pressed', 'true');
});

test('without an editable file times are shown, and the sheet says what is missing [4.25]', async ({ page }) => {
  await actAsNewParticipant(page);
  const [slot] = (await createSlots(page, ['coach2'])) as [BookableAppointment];
  await page.goto('/booking');
  const firstTime = page.locator('section[data-entry]').getByRole('listitem').first();
  await expect(firstTime).toBeVisible();
  expect((await firstTime.boundingBox())?.y).toBeLessThanOrEqual(360);
  await openDay(page, slot);
  await timeOf(page, slot).click();
  await expect(dialog(page).getByRole('button', { name: 'Buchen' })).toBeDisabled();
  await expect(dialog(page)).toContainText('Dafür fehlt noch eine bearbeitbare Datei (docx).');
  await expectAccessible(page);
  await dialog(page).getByRole('link', { name: 'Zu „Meine Unterlagen“' }).click();
  await expect(page).toHaveURL('/files');
});

test('a time that somebody else has taken says so, and offers others [4.4] [4.25]', async ({ page, browser }) => {
  await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach2'])) as [BookableAppointment];
  await openDay(page, slot);
  await timeOf(page, slot).click();
  const otherPage = await (await browser.newContext()).newPage();
  const otherSession = await actAsNewParticipant(otherPage, { hasCv: true });
  await callPortal(otherPage.request, bookAppointment, { appointmentId: slot.id }, otherSession);
  await dialog(page).getByRole('button', { name: 'Buchen' }).click();
  const notice = page.getByRole('listitem', { name: 'Der Termin ist leider schon vergeben.' });
  await expect(notice).toBeFocused();
  await expect(notice).toContainText(germanInterval(slot));
  await expect(timeOf(page, slot)).toHaveCount(0);
  await expectAccessible(page);
  await otherPage.close();
});

test('a Speedcoaching’s time opens a sheet with the link to join [4.25]', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.goto('/booking?typ=speed');
  await page
    .getByRole('button', { name: /^\d\d:\d\d bis \d\d:\d\d Uhr, .+, Speedcoaching$/ })
    .first()
    .click();
  await expect(dialog(page).getByRole('link', { name: 'Zum Coaching' })).toHaveAttribute('target', '_blank');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Schließen' }).click();
  await expect(dialog(page)).toHaveCount(0);
});

test('on a wide screen whole days are side by side, and more days can be loaded by keyboard [4.25]', async ({
  page,
}) => {
  await actAsNewParticipant(page, { hasCv: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/booking');
  await expect(viewButton(page, 'Liste')).toHaveAttribute('aria-pressed', 'true');
  await viewButton(page, 'Zeiten').click();
  const days = page.locator('section[data-entry]');
  await expect(days).toHaveCount(5);
  const tops = await days.evaluateAll((sections) => sections.map((day) => day.getBoundingClientRect().y));
  expect(tops[1]).toBe(tops[0]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mehr laden' }).press('Enter');
  await expect(days.nth(5)).toBeFocused();
  await expect(page).toHaveURL('/booking?anzahl=10');
  await viewButton(page, 'Liste').click();
  await expect(page).toHaveURL('/booking');
});
