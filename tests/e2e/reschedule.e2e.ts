import { expect, type Browser, type Page } from '@playwright/test';
import {
  bookAppointment,
  listBookableSlots,
  listMyAppointments,
  type BookableAppointment,
} from '../../src/features/booking/contract.ts';
import { reschedule } from '../../src/features/booking/reschedule/contract.ts';
import { germanInterval } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { desktop, phone } from './devices.ts';
import { actAsNewParticipant } from './people.ts';
import { cardOf, createSlots, ownCardOf, tooLateToCancelText, preferSlotCards } from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

type Slot = BookableAppointment;

const rescheduleBar = (page: Page) => page.getByRole('region', { name: 'Termin verlegen' });
const confirmationDialog = (page: Page) => page.getByRole('dialog', { name: 'Termin verlegen?' });
const labelOf = (slot: Slot) => `${germanInterval(slot)}, ${slot.coach}`;
const rescheduleButton = (page: Page, slot: Slot) =>
  cardOf(page, slot).getByRole('button', { name: 'Hierhin verlegen' });
const readBookedIds = async (page: Page, session: string) =>
  (await callPortal(page.request, listMyAppointments, {}, session)).data.map(({ id }) => id);

/**
 * Creates two slots, and a participant with a CV who books the first slot. The second slot stays free. With
 * `within48Hours` the second slot is tomorrow.
 */
async function bookFirstSlot(page: Page, { within48Hours = false } = {}) {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [bookedSlot] = (await createSlots(page, ['coach'])) as [Slot];
  const [freeSlot] = (await createSlots(page, ['coach2'], { within48Hours, otherSlots: [bookedSlot] })) as [Slot];
  await callPortal(page.request, bookAppointment, { appointmentId: bookedSlot.id }, session);
  return { session, bookedSlot, freeSlot };
}

/** Opens the page for choosing another slot, on the day of the free slot. */
async function openSlotChoice(page: Page, bookedSlot: Slot, freeSlot: Slot) {
  await page.goto(`/booking?statt=${bookedSlot.id}&tag=${freeSlot.date}&anzahl=60`);
  await expect(rescheduleButton(page, freeSlot)).toBeVisible();
}

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string, role: 'button' | 'link') {
  const focused = page.locator(':focus').and(page.getByRole(role, { name, exact: true }));
  for (let steps = 0; (await focused.count()) === 0 && steps < 80; steps++) await page.keyboard.press('Tab');
  await expect(focused).toHaveCount(1);
}

test('a participant reschedules a booking from its card with one confirmation [4.18]', async ({ page }) => {
  await preferSlotCards(page);
  const { session, bookedSlot: firstSlot, freeSlot: secondSlot } = await bookFirstSlot(page);
  const rescheduleFromCard = async (bookedSlot: Slot, freeSlot: Slot) => {
    await page.goto('/appointments');
    await expectAccessible(page);
    await ownCardOf(page, bookedSlot).getByRole('link', { name: 'Umbuchen' }).click();
    await expect(page).toHaveURL(`/booking?statt=${bookedSlot.id}`);
    await expect(rescheduleBar(page)).toContainText(`Du verlegst: ${labelOf(bookedSlot)}`);
    await expect(page.getByRole('switch')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Buchen' })).toHaveCount(0);
    await openSlotChoice(page, bookedSlot, freeSlot);
    await expect(page.getByText('Speedcoaching')).toHaveCount(0);
    await expectAccessible(page);

    await page.reload();
    await rescheduleButton(page, freeSlot).click();
    // Behind the dialog the bar is hidden from screen readers.
    await expect(page.getByRole('region', { name: 'Termin verlegen', includeHidden: true })).toBeInViewport();
    await expect(confirmationDialog(page)).toContainText(`Bisher${labelOf(bookedSlot)}`);
    await expect(confirmationDialog(page)).toContainText(`Neu${labelOf(freeSlot)}`);
    await expect(confirmationDialog(page)).toContainText(/Stornierbar bis \w\w, [\d.]+, [\d:]+ Uhr\./);
    await expectAccessible(page);
    await confirmationDialog(page).getByRole('button', { name: 'Abbrechen' }).click();
    await expect(rescheduleButton(page, freeSlot)).toBeFocused();
    expect(await readBookedIds(page, session)).toEqual([bookedSlot.id]);

    await rescheduleButton(page, freeSlot).click();
    await confirmationDialog(page).getByRole('button', { name: 'Termin verlegen' }).click();
    await expect(toastOf(page, 'Der Termin wurde verlegt!')).toBeVisible();
    await expect(page).toHaveURL('/appointments');
    await expect(page.getByRole('heading', { name: 'Gerade verlegt' })).toBeVisible();
    await expect(ownCardOf(page, freeSlot)).toBeFocused();
    await expect(ownCardOf(page, bookedSlot)).toHaveCount(0);
    expect(await readBookedIds(page, session)).toEqual([freeSlot.id]);
    // The original slot is immediately free for others.
    await page.goto(`/booking?typ=einzel&tag=${bookedSlot.date}&anzahl=60`);
    await expect(cardOf(page, bookedSlot)).toBeVisible();
  };
  await test.step('on a phone', async () => {
    await page.setViewportSize(phone);
    await rescheduleFromCard(firstSlot, secondSlot);
  });
  await test.step('on a desktop, back to the time of the first slot', async () => {
    await page.setViewportSize(desktop);
    // The time is free again as another slot.
    const { data: freeSlots } = await callPortal(page.request, listBookableSlots, {}, session);
    const { date, start, coach } = firstSlot;
    const sameTime = freeSlots.find((slot) => slot.date === date && slot.start === start && slot.coach === coach);
    await rescheduleFromCard(secondSlot, { ...firstSlot, id: sameTime?.id ?? 0 });
  });
});

test('the cancel dialog offers rescheduling first, also by keyboard; stopping midway changes nothing [4.18]', async ({
  page,
}) => {
  const { session, bookedSlot, freeSlot } = await bookFirstSlot(page);
  await page.goto('/appointments');
  await expect(ownCardOf(page, bookedSlot)).toBeVisible();
  await tabTo(page, 'Stornieren', 'button');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Termin Stornieren' });
  await expect(dialog).toContainText('Lieber verlegen?');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('link', { name: 'Umbuchen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rescheduleBar(page)).toContainText(labelOf(bookedSlot));
  await tabTo(page, 'Abbrechen', 'button');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/appointments');
  await expect(ownCardOf(page, bookedSlot)).toBeFocused();
  expect(await readBookedIds(page, session)).toEqual([bookedSlot.id]);

  await tabTo(page, 'Umbuchen', 'link');
  await page.keyboard.press('Enter');
  await expect(rescheduleBar(page)).toBeVisible();
  await openSlotChoice(page, bookedSlot, freeSlot);
  await rescheduleButton(page, freeSlot).focus();
  await page.keyboard.press('Enter');
  await expect(confirmationDialog(page)).toBeVisible();
  // Pressing Enter again must not confirm the dialog.
  await page.keyboard.press('Enter');
  await tabTo(page, 'Termin verlegen', 'button');
  await page.keyboard.press('Enter');
  await expect(ownCardOf(page, freeSlot)).toBeFocused();
});

test('a participant with three bookings can reschedule one of them from the booking page [4.18]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const bookedSlots = (await createSlots(page, ['coach3', 'coach3', 'coach3'])) as [Slot, Slot, Slot];
  const [freeSlot] = (await createSlots(page, ['coach4'], { otherSlots: bookedSlots })) as [Slot];
  for (const { id } of bookedSlots) await callPortal(page.request, bookAppointment, { appointmentId: id }, session);
  await page.setViewportSize(phone);
  await preferSlotCards(page);
  await page.goto('/booking');
  const offer = page.getByRole('note').filter({ hasText: 'Passt dir ein gebuchter Termin nicht mehr?' });
  await offer.getByRole('button', { name: 'Passt dir ein gebuchter Termin nicht mehr?' }).click();
  await expect(offer.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  const [, secondSlot] = bookedSlots;
  await offer
    .getByRole('listitem')
    .filter({ hasText: germanInterval(secondSlot) })
    .getByRole('link', { name: 'Umbuchen' })
    .click();
  await expect(rescheduleBar(page)).toContainText(labelOf(secondSlot));
  await openSlotChoice(page, secondSlot, freeSlot);
  await rescheduleButton(page, freeSlot).click();
  await confirmationDialog(page).getByRole('button', { name: 'Termin verlegen' }).click();
  await expect(ownCardOf(page, freeSlot)).toBeFocused();
  expect(new Set(await readBookedIds(page, session))).toEqual(
    new Set([bookedSlots[0].id, bookedSlots[2].id, freeSlot.id]),
  );
});

async function signInOtherParticipant(browser: Browser): Promise<{ page: Page; session: string }> {
  const page = await (await browser.newContext()).newPage();
  return { page, session: await actAsNewParticipant(page, { hasCv: true }) };
}

test('a slot that was just taken is replaced by an offer of other slots; the booking stays [4.18]', async ({
  page,
  browser,
}) => {
  const { session, bookedSlot, freeSlot } = await bookFirstSlot(page);
  await openSlotChoice(page, bookedSlot, freeSlot);
  const otherParticipant = await signInOtherParticipant(browser);
  await callPortal(
    otherParticipant.page.request,
    bookAppointment,
    { appointmentId: freeSlot.id },
    otherParticipant.session,
  );
  await rescheduleButton(page, freeSlot).click();
  await confirmationDialog(page).getByRole('button', { name: 'Termin verlegen' }).click();
  const takenCard = page.getByRole('listitem', { name: 'Der Termin ist leider schon vergeben.' });
  await expect(takenCard).toBeFocused();
  await expect(toastOf(page, 'Der Termin konnte nicht verlegt werden!')).toBeVisible();
  await expectAccessible(page);
  const otherSlotButtons = takenCard.getByRole('button', { name: 'Hierhin verlegen' });
  await expect(otherSlotButtons.first()).toBeVisible();
  expect(await readBookedIds(page, session)).toEqual([bookedSlot.id]);
  await otherSlotButtons.first().click();
  await expect(confirmationDialog(page)).toContainText(labelOf(bookedSlot));
  await confirmationDialog(page).getByRole('button', { name: 'Termin verlegen' }).click();
  await expect(page.getByRole('heading', { name: 'Gerade verlegt' })).toBeVisible();
});

test('a slot that overlaps another booking is refused with a message on its card [4.18]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [bookedSlot] = (await createSlots(page, ['coach'])) as [Slot];
  const [otherSlot, freeSlot] = (await createSlots(page, ['coach2', 'coach3'], {
    atSameTime: true,
    otherSlots: [bookedSlot],
  })) as [Slot, Slot];
  for (const { id } of [bookedSlot, otherSlot])
    await callPortal(page.request, bookAppointment, { appointmentId: id }, session);
  await openSlotChoice(page, bookedSlot, freeSlot);
  await rescheduleButton(page, freeSlot).click();
  await confirmationDialog(page).getByRole('button', { name: 'Termin verlegen' }).click();
  await expect(cardOf(page, freeSlot)).toContainText('Du hast zu dieser Zeit schon einen anderen Termin.');
  await expect(rescheduleButton(page, freeSlot)).toBeFocused();
  await expect(rescheduleBar(page)).toContainText(labelOf(bookedSlot));
});

test('after a lost response, the page checks and reports whether the booking was rescheduled [4.18]', async ({
  page,
  context,
}) => {
  const { bookedSlot, freeSlot } = await bookFirstSlot(page);
  await openSlotChoice(page, bookedSlot, freeSlot);
  await page.route('**/appointment/reschedule.php', async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });
  // Once reconnected, the page searches again, since its list is old. The search is refused, because the booking has
  // ended by then. The page checks only afterwards whether it was rescheduled.
  const refusedSearch = page.waitForResponse(
    async (response) =>
      response.url().endsWith('/appointment/bookable.php') && (await response.text()).includes('notBooked'),
  );
  await page.route('/', async (route) => {
    await refusedSearch;
    await route.continue();
  });
  await rescheduleButton(page, freeSlot).click();
  await confirmationDialog(page).getByRole('button', { name: 'Termin verlegen' }).click();
  await expect(cardOf(page, freeSlot)).toContainText('Der Server ist gerade nicht erreichbar.');
  // A list that arrived after this change of the clock would not be old.
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 60_000;
  });
  await context.setOffline(false);
  await expect(ownCardOf(page, freeSlot)).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Gerade verlegt' })).toBeVisible();
});

test('the confirmation also says that a slot in less than 48 hours cannot be cancelled [4.18]', async ({ page }) => {
  const { session, bookedSlot, freeSlot } = await bookFirstSlot(page, { within48Hours: true });
  await openSlotChoice(page, bookedSlot, freeSlot);
  await expect(cardOf(page, freeSlot)).toContainText(tooLateToCancelText);
  await rescheduleButton(page, freeSlot).click();
  await expect(confirmationDialog(page)).toContainText('kannst du ihn nicht mehr stornieren oder verlegen');
  await confirmationDialog(page).getByRole('button', { name: 'Termin verlegen' }).click();
  await expect(ownCardOf(page, freeSlot)).toBeFocused();
  await expect(ownCardOf(page, freeSlot).getByRole('link', { name: 'Umbuchen' })).toHaveCount(0);
  expect(await readBookedIds(page, session)).toEqual([freeSlot.id]);

  await page.goto(`/booking?statt=${freeSlot.id}`);
  await expect(page.getByRole('alert').filter({ hasText: 'Das geht nur bis 48 Stunden vor Beginn.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hierhin verlegen' })).toHaveCount(0);
  await expectAccessible(page);
});

test('if the booking has meanwhile been rescheduled elsewhere, the page links back to the bookings [4.18]', async ({
  page,
}) => {
  const { session, bookedSlot, freeSlot } = await bookFirstSlot(page);
  const [thirdSlot] = (await createSlots(page, ['coach4'], { otherSlots: [bookedSlot, freeSlot] })) as [Slot];
  await openSlotChoice(page, bookedSlot, freeSlot);
  await callPortal(page.request, reschedule, { appointmentId: bookedSlot.id, newAppointmentId: thirdSlot.id }, session);
  await rescheduleButton(page, freeSlot).click();
  await confirmationDialog(page).getByRole('button', { name: 'Termin verlegen' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Dieser Termin ist nicht mehr gebucht.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hierhin verlegen' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Meine Termine' }).click();
  await expect(ownCardOf(page, thirdSlot)).toBeVisible();
});
