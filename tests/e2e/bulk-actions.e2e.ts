import { expect, type Page } from '@playwright/test';
import { createAppointment, deleteAppointment, getFullOverview } from '../../src/features/appointments/contract.ts';
import { addDays } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { unusedDay, appointmentRows } from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { desktop, phone } from './devices.ts';
import { waitForMail } from './mails.ts';
import { actAsDemo, findDemoCoaches, signInDemo } from './people.ts';
import { dialog, freeSlotInput, createFreeSlot, overviewPath, createParticipant } from './staff.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const selectionBar = (page: Page) => page.getByRole('group', { name: 'Ausgewählte Zeilen' });
const checkboxOf = (page: Page, row: number) => appointmentRows(page).nth(row).getByRole('checkbox');

/**
 * As an admin, creates four appointments of a coach on an unused day: free ones at 9 and 10, and booked ones of a new
 * participant at 11 and 12.
 */
async function createMixedDay(page: Page) {
  const adminSession = await actAsDemo(page, 'admin');
  const date = unusedDay();
  const [{ value: coachId }] = await findDemoCoaches(page, adminSession, 'Michael Groß');
  const person = await createParticipant(page, adminSession);
  const appointmentIds: number[] = [];
  for (const [from, till, participantId] of [
    ['09:00', '09:45', null],
    ['10:00', '10:45', null],
    ['11:00', '11:45', person.id],
    ['12:00', '12:45', person.id],
  ] as const) {
    const slot = { ...freeSlotInput(date, from, till), participantId, coachId };
    appointmentIds.push((await callPortal(page.request, createAppointment, slot, adminSession)).data.appointmentId);
  }
  return { adminSession, date, appointmentIds, person };
}

test('an admin cancels the selected bookings with one reason, and sees which rows stay unchanged [4.23]', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  const { date, person } = await createMixedDay(page);
  await page.goto(overviewPath(date, 'admin'));
  await expect(appointmentRows(page)).toHaveCount(4);
  const firstRowTop = (await appointmentRows(page).first().boundingBox())?.y;
  await page.getByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' }).check();
  await expect(selectionBar(page).getByRole('status')).toHaveText('4 ausgewählt');
  // The content must not move under the pointer.
  expect((await appointmentRows(page).first().boundingBox())?.y).toBe(firstRowTop);
  await checkboxOf(page, 0).uncheck();
  await expect(page.getByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' })).toBeChecked({
    indeterminate: true,
  });
  await expect(selectionBar(page).getByRole('button', { name: 'Freie löschen (1)' })).toBeEnabled();
  await expectAccessible(page);
  await selectionBar(page).getByRole('button', { name: 'Gebuchte stornieren (2)' }).click();
  await expect(dialog(page)).toContainText('2 gebuchte Termine stornieren?');
  await expect(dialog(page).getByRole('list', { name: 'Werden storniert' }).getByRole('listitem')).toHaveCount(2);
  await expect(dialog(page).getByRole('list', { name: 'Bleiben, wie sie sind' })).toContainText(
    'Ist frei, nicht gebucht.',
  );
  await dialog(page).getByLabel('Grund (optional)').fill('Wasserschaden im Haus');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Stornieren, Zeit bleibt zu' }).click();
  await expect(toastOf(page, '2 Termine storniert!')).toBeVisible();
  await expect(appointmentRows(page)).toHaveCount(2);
  await expect(selectionBar(page)).toHaveCount(0);
  expect(await waitForMail(person.email, 'Wasserschaden im Haus')).toContain('Wasserschaden im Haus');
});

test('rows that could not be deleted are listed with the reason and stay selected [4.23]', async ({ page }) => {
  await page.setViewportSize(desktop);
  const { adminSession, date, appointmentIds, person } = await createMixedDay(page);
  await page.goto(overviewPath(date, 'admin'));
  await expect(appointmentRows(page)).toHaveCount(4);
  await checkboxOf(page, 0).check();
  await checkboxOf(page, 1).check();
  // Meanwhile another admin deletes the second appointment. The request for the first one is
  // changed to name a booked appointment.
  await page.route('**/admin/deleteAppointment.php', async (route) => {
    const { appointmentId } = route.request().postDataJSON() as { appointmentId: number };
    if (appointmentId === appointmentIds[1])
      await callPortal(page.request, deleteAppointment, { appointmentId }, adminSession);
    const overrides =
      appointmentId === appointmentIds[0]
        ? { postData: { appointmentId: appointmentIds[2], sessionId: adminSession } }
        : {};
    await route.continue(overrides);
  });
  await selectionBar(page).getByRole('button', { name: 'Freie löschen (2)' }).click();
  await dialog(page).getByRole('button', { name: '2 Termine löschen' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('1 von 2 gelöscht.');
  await expect(dialog(page).getByRole('list', { name: 'Nicht gelöscht' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Schließen' }).click();
  await expect(selectionBar(page).getByRole('status')).toHaveText('1 ausgewählt');
  await expect(checkboxOf(page, 0)).toBeChecked();
  const { data } = await callPortal(
    page.request,
    getFullOverview,
    { fromDate: date, tillDate: addDays(date, 1), status: { booked: true, free: true, missed: true }, coachId: null },
    adminSession,
  );
  expect(data.filter(({ participantId }) => participantId === person.id)).toHaveLength(2);
});

test('a coach selects free rows by keyboard, selects a range with Shift, and deletes them [4.23]', async ({ page }) => {
  await page.setViewportSize(desktop);
  const coachSession = await actAsDemo(page, 'coach2');
  const date = unusedDay();
  for (const hour of ['09', '10', '11', '12'])
    await createFreeSlot(page, coachSession, date, `${hour}:00`, `${hour}:45`);
  await page.goto(overviewPath(date));
  await expect(appointmentRows(page)).toHaveCount(4);
  await appointmentRows(page).first().focus();
  await page.keyboard.press(' ');
  await expect(appointmentRows(page).first()).toBeFocused();
  await expect(selectionBar(page).getByRole('status')).toHaveText('1 ausgewählt');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ ');
  await expect(selectionBar(page).getByRole('status')).toHaveText('3 ausgewählt');
  await checkboxOf(page, 0).click();
  await checkboxOf(page, 2).click({ modifiers: ['Shift'] });
  await expect(selectionBar(page)).toHaveCount(0);
  await checkboxOf(page, 0).click();
  await checkboxOf(page, 2).click({ modifiers: ['Shift'] });
  await expect(selectionBar(page).getByRole('button', { name: 'Gebuchte stornieren' })).toHaveCount(0);
  await selectionBar(page).getByRole('button', { name: 'Freie löschen (3)' }).press('Enter');
  await dialog(page).getByRole('button', { name: '3 Termine löschen' }).press('Enter');
  await expect(toastOf(page, '3 Termine gelöscht!')).toBeVisible();
  await expect(appointmentRows(page)).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Termine', exact: true })).toBeFocused();
});

test('a coach can select free rows only, since deleting them is the only action on several rows [4.23]', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  const coachSession = await actAsDemo(page, 'coach2');
  const adminSession = await signInDemo(page, 'admin');
  const [{ value: coachId }] = await findDemoCoaches(page, adminSession, 'Julia Schäfer');
  const person = await createParticipant(page, adminSession);
  const date = unusedDay();
  await createFreeSlot(page, coachSession, date, '09:00', '09:45');
  const booking = { ...freeSlotInput(date, '10:00', '10:45'), participantId: person.id, coachId };
  await callPortal(page.request, createAppointment, booking, adminSession);
  await page.goto(overviewPath(date));
  await expect(appointmentRows(page)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' }).check();
  await expect(selectionBar(page).getByRole('status')).toHaveText('1 ausgewählt');
  await expect(checkboxOf(page, 1)).toHaveCount(0);
  await appointmentRows(page).nth(1).focus();
  await page.keyboard.press(' ');
  await expect(selectionBar(page).getByRole('status')).toHaveText('1 ausgewählt');
});

test('on a phone the selection bar is at the bottom of the screen [4.23]', async ({ page }) => {
  await page.setViewportSize(phone);
  const coachSession = await actAsDemo(page, 'coach2');
  const date = unusedDay();
  await createFreeSlot(page, coachSession, date);
  await page.goto(overviewPath(date));
  await checkboxOf(page, 0).check();
  await expect(selectionBar(page)).toBeInViewport({ ratio: 1 });
  const { y = 0, height = 0 } = (await selectionBar(page).boundingBox()) ?? {};
  expect(y + height).toBe(phone.height);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await expectAccessible(page);
  await selectionBar(page).getByRole('button', { name: 'Auswahl aufheben' }).click();
  await expect(selectionBar(page)).toHaveCount(0);
  await expect(checkboxOf(page, 0)).not.toBeChecked();
});
