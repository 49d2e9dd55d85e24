import { expect, type Locator, type Page } from '@playwright/test';
import { bookAppointment, listMyAppointments, type BookableAppointment } from '../../src/features/booking/contract.ts';
import { germanInterval } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { actAsNewParticipant } from './people.ts';
import {
  bookOnCard,
  cardOf,
  bookingPathShowing,
  createSlots,
  ownCardOf,
  tooLateToCancelText,
  preferSlotCards,
} from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: tooLateToCancelText });
const bookButton = (container: Locator) => container.getByRole('button', { name: 'Buchen' });

/**
 * Creates a slot less than 48 hours ahead, and opens the list of slots as a new participant with a CV. Returns the
 * participant's session, the slot and its card.
 */
async function openListWithLastMinuteSlot(page: Page) {
  await preferSlotCards(page);
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach'], { within48Hours: true })) as [BookableAppointment];
  await page.goto(await bookingPathShowing(page, slot, session));
  return { session, slot, card: cardOf(page, slot) };
}

test('booking less than 48 hours ahead must be confirmed, since it cannot be cancelled [4.3]', async ({ page }) => {
  const { session, slot, card } = await openListWithLastMinuteSlot(page);
  await atEachSize(page, [desktop, phone], async () => {
    await expect(card).toContainText(tooLateToCancelText);
    await expect(bookButton(card)).toHaveAccessibleDescription(new RegExp(tooLateToCancelText));
    await expectAccessible(page);
    await bookButton(card).click();
    await expect(dialog(page)).toContainText(germanInterval(slot));
    await expect(dialog(page).getByRole('link', { name: slot.coach })).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Abbrechen' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(bookButton(card)).toBeFocused();
    expect((await callPortal(page.request, listMyAppointments, {}, session)).data).toEqual([]);
  });

  await bookButton(card).click();
  await dialog(page).getByRole('button', { name: 'Trotzdem buchen' }).click();
  await expect(toastOf(page, 'Der Termin wurde gebucht!')).toBeVisible();
  await expect(page).toHaveURL('/appointments');
  await expect(ownCardOf(page, slot)).toBeFocused();
});

test('the confirmation works by keyboard, and neither a stray key nor a double click confirms it [4.3]', async ({
  page,
}) => {
  const { session, slot, card } = await openListWithLastMinuteSlot(page);
  await bookButton(card).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  // A key pressed again or held down books nothing.
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(bookButton(card)).toBeFocused();

  // The second click of a double click hits the dialog that has just appeared.
  await bookButton(card).dblclick();
  await expect(dialog(page)).toBeVisible();
  const confirmButton = dialog(page).getByRole('button', { name: 'Trotzdem buchen' });
  await confirmButton.dispatchEvent('click', { detail: 2 });
  await expect(dialog(page)).toBeVisible();
  expect((await callPortal(page.request, listMyAppointments, {}, session)).data).toEqual([]);

  while (!(await confirmButton.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(ownCardOf(page, slot)).toBeFocused();
});

test('a slot at least 48 hours ahead is booked with one tap; a Speedcoaching never mentions cancelling [4.3]', async ({
  page,
}) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach2'])) as [BookableAppointment];
  await page.goto('/booking?typ=speed');
  await expect(page.getByRole('link', { name: 'Zum Coaching' }).first()).toBeVisible();
  await expect(page.getByText(tooLateToCancelText)).toHaveCount(0);
  await page.goto(await bookingPathShowing(page, slot, session));
  await expect(cardOf(page, slot)).toBeVisible();
  await expect(cardOf(page, slot)).not.toContainText(tooLateToCancelText);
  await bookButton(cardOf(page, slot)).click();
  await expect(page).toHaveURL('/appointments');
});

test('if a slot is taken, its card says so, and the slots offered instead also need confirmation [4.3] [4.4]', async ({
  page,
  browser,
}) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  // The later slot is offered instead of the first one. Any slots of other journeys between them are just as near.
  const [slot, laterSlot] = (await createSlots(page, ['coach', 'coach2'], { within48Hours: true })) as [
    BookableAppointment,
    BookableAppointment,
  ];
  await page.goto(await bookingPathShowing(page, laterSlot, session));
  await expect(cardOf(page, laterSlot)).toBeVisible();
  const otherPage = await (await browser.newContext()).newPage();
  const otherSession = await actAsNewParticipant(otherPage, { hasCv: true });
  await callPortal(otherPage.request, bookAppointment, { appointmentId: slot.id }, otherSession);
  await bookOnCard(page, cardOf(page, slot));
  const takenCard = page.getByRole('listitem', { name: 'Der Termin ist leider schon vergeben.' });
  await expect(takenCard).toBeFocused();
  const offerCard = takenCard.getByRole('listitem').first();
  await expect(offerCard).toContainText(tooLateToCancelText);
  await bookButton(offerCard).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
});
