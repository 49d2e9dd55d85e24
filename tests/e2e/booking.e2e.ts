import { expect, type Browser, type Page } from '@playwright/test';
import { listBookableSlots, bookAppointment, type BookableAppointment } from '../../src/features/booking/contract.ts';
import { cancellableUntil } from '../../src/shared/coaching.ts';
import { germanMoment, germanInterval, instantOf } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { failCall, restoreCall } from './mocked-answers.ts';
import { actAsNewParticipant } from './people.ts';
import { bookOnCard, cardOf, bookingPathShowing, createSlots, ownCardOf, preferSlotCards } from './slots.ts';
import { test } from './test.ts';
import { loadErrorNotice, toastOf } from './toasts.ts';

const cancelDialog = (page: Page) => page.getByRole('dialog', { name: 'Termin Stornieren' });
const cards = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Zeitraum' });

/** Opens a page in a new browser context, signed in as another participant with a CV. */
async function openAsOtherParticipant(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await actAsNewParticipant(page, { hasCv: true });
  return page;
}

async function bookByCall(page: Page, sessionId: string, slots: readonly BookableAppointment[]) {
  for (const slot of slots) await callPortal(page.request, bookAppointment, { appointmentId: slot.id }, sessionId);
}

test('a participant books a slot and cancels it, and another participant books it [4.3] [4.4] [4.9]', async ({
  page,
  browser,
}) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach'])) as [BookableAppointment];
  const listPath = await bookingPathShowing(page, slot, session);
  await page.goto(listPath);
  await expect(page.getByText('Du hast 0 von 3 Einzelcoachings gebucht.')).toBeVisible();
  await cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();

  await expect(page).toHaveURL('/appointments');
  await expect(toastOf(page, 'Der Termin wurde gebucht!')).toBeVisible();
  const deadline = germanMoment(
    cancellableUntil({ startsAt: instantOf(slot.date, slot.start) ?? new Date(), movedByStaff: false }),
  );
  await expect(ownCardOf(page, slot)).toContainText(`Stornierbar bis ${deadline}.`);

  const otherPage = await openAsOtherParticipant(browser);
  await otherPage.goto(listPath);
  await expect(cards(otherPage).first()).toBeVisible();
  await expect(cardOf(otherPage, slot)).toHaveCount(0);

  await ownCardOf(page, slot).getByRole('button', { name: 'Stornieren' }).click();
  await expect(cancelDialog(page)).toContainText('Möchten Sie einen Grund für die Stornierung angeben?');
  await cancelDialog(page).getByPlaceholder('Dies ist optional...').fill('Ich bin krank.');
  await cancelDialog(page).getByRole('button', { name: 'Termin stornieren' }).click();
  await expect(toastOf(page, 'Der Termin wurde erfolgreich storniert!')).toBeVisible();
  await expect(page.getByText('Du hast noch keine Termine gebucht')).toBeVisible();

  await otherPage.reload();
  await cardOf(otherPage, slot).getByRole('button', { name: 'Buchen' }).click();
  await expect(ownCardOf(otherPage, slot)).toBeVisible();
});

test('without an editable file booking is disabled, and the reason is shown [4.3]', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.goto('/booking?typ=einzel');
  await expect(page.getByText('Es fehlt noch eine bearbeitbare Datei')).toBeVisible();
  const bookButton = cards(page).first().getByRole('button', { name: 'Buchen' });
  await expect(bookButton).toBeDisabled();
  await expect(bookButton).toHaveAccessibleDescription('Dafür fehlt noch eine bearbeitbare Datei (docx).');
  // Only the notice above the list shows the reason, not every card.
  await expect(
    page.getByText('Dafür fehlt noch eine bearbeitbare Datei (docx).').filter({ visible: true }),
  ).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Zu „Meine Unterlagen“' }).click();
  await expect(page).toHaveURL('/files');
});

test('five slots are shown, five more on demand, and a reload keeps all of them [4.3]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/booking');
  await expect(cards(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Mehr laden' }).click();
  await expect(cards(page)).toHaveCount(10);
  await expect(cards(page).nth(5)).toBeFocused();
  await page.reload();
  await expect(cards(page)).toHaveCount(10);
});

test('a day’s slots are side by side on a wide screen and stacked on a phone, in the same order [4.3]', async ({
  page,
}) => {
  await actAsNewParticipant(page, { hasCv: true });
  const [firstSlot, secondSlot] = (await createSlots(page, ['coach', 'coach2'])) as [
    BookableAppointment,
    BookableAppointment,
  ];
  /** The top left corners of a day's cards, in the order in which a screen reader reads them. */
  const readCorners = () =>
    cards(page).evaluateAll((elements) =>
      elements.map((card) => card.getBoundingClientRect()).map(({ x, y }) => ({ x, y })),
    );
  await page.setViewportSize({ width: 1440, height: 900 });
  await preferSlotCards(page);
  await page.goto(`/booking?typ=einzel&tag=${firstSlot.date}&anzahl=50`);
  await expect(cardOf(page, secondSlot)).toBeVisible();
  const wideCorners = await readCorners();
  expect(new Set(wideCorners.map(({ x }) => x)).size).toBeGreaterThan(1);
  for (const [index, { x, y }] of wideCorners.slice(1).entries()) {
    const previousCorner = wideCorners[index];
    expect(y > (previousCorner?.y ?? 0) || (y === previousCorner?.y && x > previousCorner.x)).toBe(true);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(async () => new Set((await readCorners()).map(({ x }) => x)).size).toBe(1);
});

test('at least one of the two types of coaching stays on, and the choice is in the URL [4.3]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/booking');
  const einzelSwitch = page.getByRole('switch', { name: 'Einzelcoachings' });
  const speedSwitch = page.getByRole('switch', { name: 'Speedcoachings' });
  await einzelSwitch.click();
  await expect(speedSwitch).toBeDisabled();
  await expect(page).toHaveURL('/booking?typ=speed');
  await expect(cards(page).filter({ hasText: 'Speedcoaching' })).toHaveCount(5);
  const link = cards(page).first().getByRole('link', { name: 'Zum Coaching' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('href', /^https:/);
  await page.goBack();
  await expect(einzelSwitch).toBeChecked();
  await speedSwitch.click();
  await expect(einzelSwitch).toBeDisabled();
  await expect(cards(page).filter({ hasText: 'Einzelcoaching' })).toHaveCount(5);
});

test('a slot that was just taken leaves the list, and three others are offered in its place', async ({
  page,
  browser,
}) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/booking?typ=einzel');
  await expect(cards(page)).toHaveCount(5);
  const { data: freeSlots } = await callPortal(page.request, listBookableSlots, { limit: 200 }, session);
  const slot = freeSlots.find(({ type }) => type === 'Einzelcoaching') as BookableAppointment;
  const otherPage = await (await browser.newContext()).newPage();
  await bookByCall(otherPage, await actAsNewParticipant(otherPage, { hasCv: true }), [slot]);

  await bookOnCard(page, cards(page).first());
  const takenCard = page.getByRole('listitem', { name: 'Der Termin ist leider schon vergeben.' });
  await expect(takenCard).toBeFocused();
  await expect(takenCard).toContainText(germanInterval(slot));
  await expect(toastOf(page, 'Termine konnten nicht geladen werden!')).toBeVisible();
  await expect(cardOf(page, slot)).toHaveCount(0);
  await expect(takenCard.getByRole('button', { name: 'Buchen' })).toHaveCount(3);
  await expectAccessible(page);
  const offerCard = takenCard.getByRole('listitem').first();
  // The text of the offer begins with a day and time, and these are as long as the day and time of the taken slot.
  const offeredInterval = (await offerCard.textContent())?.slice(0, germanInterval(slot).length) ?? '';
  await bookOnCard(page, offerCard);
  await expect(page.getByRole('heading', { name: 'Gerade gebucht' })).toBeVisible();
  const [, date = '', time = ''] = /(\d\d\.\d\d\.\d{4}), (.*)/.exec(offeredInterval) ?? [];
  await expect(page.getByRole('listitem').filter({ hasText: date }).filter({ hasText: time })).toBeVisible();
});

test('an overlapping slot is refused with a sentence that stays on its card [4.4]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [firstSlot, secondSlot] = (await createSlots(page, ['coach', 'coach2'], { atSameTime: true })) as [
    BookableAppointment,
    BookableAppointment,
  ];
  const listPath = await bookingPathShowing(page, secondSlot, session);
  await bookByCall(page, session, [firstSlot]);
  await page.goto(listPath);
  await cardOf(page, secondSlot).getByRole('button', { name: 'Buchen' }).click();
  await expect(cardOf(page, secondSlot)).toContainText('Du hast zu dieser Zeit schon einen anderen Termin.');
  await expect(cardOf(page, secondSlot).getByRole('button', { name: 'Buchen' })).toBeFocused();
  await expect(toastOf(page, 'Termine konnten nicht geladen werden!')).toBeVisible();
  await expect(page).toHaveURL(listPath);
});

test('a fourth Einzelcoaching is refused, and afterwards only Speedcoachings are shown [4.5]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const slots = await createSlots(page, ['coach3', 'coach4', 'coach3', 'coach4']);
  const fourthSlot = slots[3] as BookableAppointment;
  await page.goto(await bookingPathShowing(page, fourthSlot, session));
  await expect(cardOf(page, fourthSlot)).toBeVisible();
  await bookByCall(page, session, slots.slice(0, 3));
  await cardOf(page, fourthSlot).getByRole('button', { name: 'Buchen' }).click();
  await expect(cardOf(page, fourthSlot)).toContainText('Du hast schon 3 Einzelcoachings gebucht.');

  await page.goto('/booking');
  await expect(page.getByText('Du hast 3 von 3 Einzelcoachings gebucht.')).toBeVisible();
  await expect(cards(page).filter({ hasText: 'Speedcoaching' })).toHaveCount(5);
  await expect(page.getByRole('switch', { name: 'Einzelcoachings' })).toBeDisabled();
  await expect(page.getByRole('switch', { name: 'Speedcoachings' })).toBeDisabled();
  await expectAccessible(page);
});

test('if slots or appointments fail to load, another try loads them [4.3]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  await failCall(page, 'appointment/bookable', 'a broken server');
  await page.goto('/booking');
  await expect(toastOf(page, 'Termine konnten nicht geladen werden!')).toBeVisible();
  await expect(loadErrorNotice(page, 'Termine konnten nicht geladen werden!')).toBeVisible();
  await restoreCall(page, 'appointment/bookable');
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(cards(page)).toHaveCount(5);

  await failCall(page, 'appointment/myAppointment', 'a broken server');
  await page.goto('/appointments');
  await expect(loadErrorNotice(page)).toBeVisible();
  await restoreCall(page, 'appointment/myAppointment');
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByText('Du hast noch keine Termine gebucht')).toBeVisible();
});

test('an empty calendar is reported twice, in a message and in place of the list [4.3]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  const emptyAnswer = { meta: { status: 'success', quota: { used: 0, max: 3 }, editableFile: true }, data: [] };
  await page.route('**/appointment/bookable.php', (route) => route.fulfill({ json: emptyAnswer }));
  await page.goto('/booking');
  await expect(page.getByText('Es konnten keine freien Termine gefunden werden.')).toBeVisible();
  await expect(toastOf(page, 'Es konnten keine freien Termine gefunden werden!')).toBeVisible();
  await expectAccessible(page);
});

test('booking and cancelling work by keyboard alone, and the focus is never lost [4.9]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [firstSlot, secondSlot] = (await createSlots(page, ['coach2', 'coach2'])) as [
    BookableAppointment,
    BookableAppointment,
  ];
  await bookByCall(page, session, [secondSlot]);
  await page.goto(await bookingPathShowing(page, firstSlot, session));
  await cardOf(page, firstSlot).getByRole('button', { name: 'Buchen' }).focus();
  await page.keyboard.press('Enter');
  await expect(ownCardOf(page, firstSlot)).toBeFocused();

  await ownCardOf(page, firstSlot).getByRole('button', { name: 'Stornieren' }).focus();
  await page.keyboard.press('Enter');
  await expect(cancelDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cancelDialog(page)).toBeHidden();

  // One stray key does not discard a reason that was typed.
  await ownCardOf(page, firstSlot).getByRole('button', { name: 'Stornieren' }).press('Enter');
  await cancelDialog(page).getByRole('textbox').fill('Ich bin krank.');
  await page.keyboard.press('Escape');
  await expect(cancelDialog(page).getByRole('button', { name: 'Weiter bearbeiten' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cancelDialog(page)).toBeHidden();
  await expect(ownCardOf(page, firstSlot).getByRole('button', { name: 'Stornieren' })).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(cancelDialog(page).getByRole('link', { name: 'Umbuchen' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Krank');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(ownCardOf(page, firstSlot)).toHaveCount(0);
  await expect(ownCardOf(page, secondSlot)).toBeFocused();
});

test('axe finds no violations on the lists of appointments and slots [4.7]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/appointments');
  await expect(page.getByText('Du hast noch keine Termine gebucht')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/booking');
  await expect(cards(page)).toHaveCount(5);
  await expectAccessible(page);
});

test('axe finds no violations on the appointments and in the dialog that cancels one', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  await bookByCall(page, session, await createSlots(page, ['coach4']));
  await page.goto('/appointments');
  await expect(page.getByRole('button', { name: 'Stornieren' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stornieren' }).click();
  await expect(cancelDialog(page)).toBeVisible();
  await expectAccessible(page);
});
