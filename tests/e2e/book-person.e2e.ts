import { expect } from '@playwright/test';
import { createOwnAppointment } from '../../src/features/appointments/contract.ts';
import { germanDate, germanDay } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { unusedDay } from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { actAsDemo, signInDemo } from './people.ts';
import { createFreeSlot, createParticipant, dialog, freeSlotInput, typeInto } from './staff.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

for (const role of ['admin', 'coach2'] as const)
  test(`on a phone ${role} books for a person whom they have found, and undoes it [8.3]`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const coachSession = await signInDemo(page, 'coach2');
    const date = unusedDay();
    await createFreeSlot(page, coachSession, date);
    const { email, id } = await createParticipant(page, coachSession);
    // Makes the person one of the coach's own participants, whom the coach's search finds.
    const ownBooking = { ...freeSlotInput(date, '12:00', '12:45'), participantId: id };
    await callPortal(page.request, createOwnAppointment, ownBooking, coachSession);
    await actAsDemo(page, role);
    const path = role === 'admin' ? '/search-participant-admin' : '/search-participant-coach';
    await page.goto(`${path}?suche=${email}`);
    await page.getByRole('button', { name: 'Termin buchen' }).click();
    await expect(dialog(page)).toContainText('Selbst buchen');
    await expect(dialog(page).getByRole('button', { name: 'Buchen' })).toBeDisabled();
    await typeInto(page, 'Ab', germanDate(date).replaceAll('.', ''));
    const slot = dialog(page).getByRole('radio').first();
    await expect(slot).toHaveAccessibleName(new RegExp(germanDay(date)));
    await expectAccessible(page);
    // The list has more than half of the screen.
    const list = (await dialog(page).getByRole('radiogroup').boundingBox()) ?? { y: Infinity };
    const button = (await dialog(page).getByRole('button', { name: 'Buchen' }).boundingBox()) ?? { y: 0 };
    expect(button.y - list.y).toBeGreaterThan(740 / 2);
    await slot.check();
    await dialog(page).getByRole('button', { name: 'Buchen' }).click();
    await expect(toastOf(page, `Robin Reise, ${germanDate(date).slice(0, 6)}, 10:00 Uhr, gebucht`)).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('list', { name: 'Termine' })).toContainText(`${germanDay(date)}, 10:00`);

    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(toastOf(page, 'Rückgängig gemacht')).toBeVisible();

    // Coaches have the actions on their own appointments in their overview, where the details are open.
    if (role === 'admin') return;
    await page.getByRole('link', { name: `${germanDay(date)}, 12:00` }).click();
    await expect(page).toHaveURL(/\/appointment-overview-coach\?.*termin=/);
    await expect(dialog(page)).toContainText('Robin Reise');
    await expect(dialog(page).getByRole('button', { name: 'Verschieben' })).toBeVisible();
  });
