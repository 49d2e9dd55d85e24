import { expect } from '@playwright/test';
import { createOwnAppointment } from '../../src/features/appointments/contract.ts';
import { germanDate, germanDay } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { unusedDay } from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { phone } from './devices.ts';
import { actAsDemo } from './people.ts';
import { createFreeSlot, createParticipant, dialog, freeSlotInput, typeInto } from './staff.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

test('on a phone an admin and a coach book for a person whom they have found, and undo it [8.3]', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(phone);
  const coachSession = await actAsDemo(page, 'coach2');
  const date = unusedDay();
  await createFreeSlot(page, coachSession, date);
  const { email, id } = await createParticipant(page, coachSession);
  // Makes the person one of the coach's own participants, whom the coach's search finds.
  const ownBooking = { ...freeSlotInput(date, '12:00', '12:45'), participantId: id };
  await callPortal(page.request, createOwnAppointment, ownBooking, coachSession);
  const adminPage = await (await browser.newContext({ viewport: phone })).newPage();
  await actAsDemo(adminPage, 'admin');
  // What the admin has undone, the coach can book.
  for (const [role, staffPage, path] of [
    ['an admin', adminPage, '/search-participant-admin'],
    ['a coach', page, '/search-participant-coach'],
  ] as const)
    await test.step(role, async () => {
      await staffPage.goto(`${path}?suche=${email}`);
      await staffPage.getByRole('button', { name: 'Termin buchen' }).click();
      await expect(dialog(staffPage)).toContainText('Selbst buchen');
      await expect(dialog(staffPage).getByRole('button', { name: 'Buchen' })).toBeDisabled();
      await typeInto(staffPage, 'Ab', germanDate(date).replaceAll('.', ''));
      const slot = dialog(staffPage).getByRole('radio').first();
      await expect(slot).toHaveAccessibleName(new RegExp(germanDay(date)));
      await expectAccessible(staffPage);
      // The list has more than half of the screen.
      const list = (await dialog(staffPage).getByRole('radiogroup').boundingBox()) ?? { y: Infinity };
      const button = (await dialog(staffPage).getByRole('button', { name: 'Buchen' }).boundingBox()) ?? { y: 0 };
      expect(button.y - list.y).toBeGreaterThan(740 / 2);
      await slot.check();
      await dialog(staffPage).getByRole('button', { name: 'Buchen' }).click();
      await expect(
        toastOf(staffPage, `Robin Reise, ${germanDate(date).slice(0, 6)}, 10:00 Uhr, gebucht`),
      ).toBeVisible();
      await expect(dialog(staffPage)).toBeHidden();
      await expect(staffPage.getByRole('list', { name: 'Termine' })).toContainText(`${germanDay(date)}, 10:00`);

      await staffPage.getByRole('button', { name: 'Rückgängig' }).click();
      await expect(toastOf(staffPage, 'Rückgängig gemacht')).toBeVisible();
    });

  // Coaches have the actions on their own appointments in their overview, where the details are open.
  await page.getByRole('link', { name: `${germanDay(date)}, 12:00` }).click();
  await expect(page).toHaveURL(/\/appointment-overview-coach\?.*termin=/);
  await expect(dialog(page)).toContainText('Robin Reise');
  await expect(dialog(page).getByRole('button', { name: 'Verschieben' })).toBeVisible();
});
