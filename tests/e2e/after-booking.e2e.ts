import { expect, type Locator, type Page } from '@playwright/test';
import { login } from '../../src/features/accounts/contract.ts';
import { bookAppointment, type BookableAppointment } from '../../src/features/booking/contract.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { mockRefusal, failCall, restoreCall } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { callPortal, callWithFiles } from './calls.ts';
import { atEachSize, phone } from './devices.ts';
import { createPastCoaching } from './past-coaching.ts';
import { chooseFiles } from './documents.ts';
import { actAsDemo, actAsNewParticipant, readWordDocument } from './people.ts';
import { cardOf, bookingPathShowing, createSlots, ownCardOf, findPlanRow, preferSlotCards } from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const cancellationNotice = 'Ein Termin, den du nicht mindestens 48 Stunden vorher stornierst, verfällt.';

/** Returns the position and size of an element on the screen, and its bottom edge. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('not on the screen');
  return { ...box, bottom: box.y + box.height };
}

/**
 * Waits until the list of appointments has focused the one just booked while a message is shown, which lives only five
 * seconds, and returns the bottom edge of the one and the top edge of the other.
 */
const readEdgesAfterBooking = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ cardBottom: number; messageTop: number }>((resolve, reject) => {
        let focusedAt = Infinity;
        const read = () => {
          const card = location.pathname === '/appointments' ? document.activeElement : null;
          const message = document.querySelector('[role="group"][aria-label="Meldung"]:not([data-leaving])');
          const isFocused = card?.matches('main li');
          if (isFocused) focusedAt = Math.min(focusedAt, performance.now());
          if (card && isFocused && message)
            resolve({
              cardBottom: card.getBoundingClientRect().bottom,
              messageTop: message.getBoundingClientRect().top,
            });
          else if (performance.now() > focusedAt + 5_000) reject(new Error('no message beside the booked appointment'));
          else requestAnimationFrame(read);
        };
        read();
      }),
  );

async function cancelOnlyAppointment(page: Page) {
  await page.getByRole('button', { name: 'Stornieren' }).click();
  await page.getByRole('button', { name: 'Termin stornieren' }).click();
  await expect(toastOf(page, 'Der Termin wurde erfolgreich storniert!')).toBeVisible();
}

test.describe('on a phone', () => {
  test.use({ viewport: phone });
  test.beforeEach(({ page }) => preferSlotCards(page));

  test('the appointment just booked comes first, is focused, and no message covers it [4.4]', async ({ page }) => {
    const session = await actAsNewParticipant(page, { hasCv: true });
    const [earlierSlot, bookedSlot] = (await createSlots(page, ['coach2', 'coach2'])) as [
      BookableAppointment,
      BookableAppointment,
    ];
    await callPortal(page.request, bookAppointment, { appointmentId: earlierSlot.id }, session);
    await page.goto(await bookingPathShowing(page, bookedSlot, session));
    const edges = readEdgesAfterBooking(page);
    await cardOf(page, bookedSlot).getByRole('button', { name: 'Buchen' }).click();

    const { cardBottom, messageTop } = await edges;
    expect(cardBottom).toBeLessThan(messageTop);
    const card = ownCardOf(page, bookedSlot);
    await expect(card).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Gerade gebucht' })).toBeVisible();
    const { y, bottom } = await boxOf(card);
    const headerBottom = (await boxOf(page.getByRole('banner'))).bottom;
    expect(y).toBeGreaterThan(headerBottom);
    // The heading above the card is not half hidden behind the header.
    const heading = await boxOf(page.getByRole('heading', { name: 'Gerade gebucht' }));
    expect(heading.bottom <= headerBottom || heading.y >= headerBottom).toBe(true);
    expect(bottom).toBeLessThan((await boxOf(ownCardOf(page, earlierSlot))).y);
    await expectAccessible(page);

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Gerade gebucht' })).toBeVisible();
  });

  test('the message about a booking stays on the next page, however long that takes to be drawn [1.7]', async ({
    page,
  }) => {
    const session = await actAsNewParticipant(page, { hasCv: true });
    const [slot] = (await createSlots(page, ['coach2'])) as [BookableAppointment];
    await page.goto(await bookingPathShowing(page, slot, session));
    const edges = readEdgesAfterBooking(page);
    await expect(page.getByRole('region', { name: 'Meldungen' })).toBeAttached();
    // The message is shown first. A slow device is then busy before it draws the next page.
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[aria-label="Meldung"]')) return;
        observer.disconnect();
        const end = performance.now() + 1_500;
        while (performance.now() < end);
      });
      observer.observe(document.body, { subtree: true, childList: true });
    });
    await cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();
    expect((await edges).messageTop).toBeGreaterThan(0);
  });

  test('the notice about cancelling is collapsed, and opens by keyboard; on a large screen it is open', async ({
    page,
  }) => {
    const session = await actAsNewParticipant(page, { hasCv: true });
    const [slot] = (await createSlots(page, ['coach3'])) as [BookableAppointment];
    await callPortal(page.request, bookAppointment, { appointmentId: slot.id }, session);
    await page.goto('/appointments');
    await expect(page.getByText('Du kannst den gebuchten Termin doch nicht wahrnehmen?')).toBeVisible();
    await expect(page.getByText(cancellationNotice)).toBeHidden();
    const toggle = page.getByRole('button', { name: 'Du kannst den gebuchten Termin doch nicht wahrnehmen?' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(cancellationNotice)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText(cancellationNotice)).toBeHidden();

    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(page.getByText(cancellationNotice)).toBeVisible();
    await expect(toggle).toBeHidden();

    await page.setViewportSize(phone);
    await page.goto('/booking');
    await expect(page.getByText('Du hast 1 von 3 Einzelcoachings gebucht.')).toBeVisible();
    await expect(page.getByText('Du kannst nur 3 Termine selbst buchen')).toBeHidden();
  });
});

test('no message covers a dialog’s title', async ({ page }) => {
  await actAsNewParticipant(page);
  await mockRefusal(page, 'participant/uploadFiles', 'Heute nicht.');
  await page.goto('/files');
  const buffer = await readWordDocument();
  await chooseFiles(
    page,
    Array.from({ length: 12 }, (_, index) => ({ name: `Unterlage ${index}.docx`, buffer })),
  );
  const toast = toastOf(page, 'Heute nicht.').first();
  const title = page.getByRole('heading', { name: 'Ihr Upload' });
  await atEachSize(page, [{ width: 1440, height: 620 }, phone], async () => {
    await page.getByRole('button', { name: 'Hochladen' }).click();
    await expect(toast).toBeVisible();
    await expect.poll(async () => (await boxOf(title)).y - (await boxOf(toast)).bottom).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Meldung schließen', includeHidden: true }).click();
    await expect(toast).toHaveCount(0);
  });
});

test('if the response to a booking is lost, the booking is still shown [4.4]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach'])) as [BookableAppointment];
  await page.goto(await bookingPathShowing(page, slot, session));
  await page.route('**/appointment/bookAppointment.php', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();
  await expect(toastOf(page, 'Der Termin wurde gebucht!')).toBeVisible();
  await expect(toastOf(page, 'Termine konnten nicht geladen werden!')).toHaveCount(0);
  await expect(ownCardOf(page, slot)).toBeFocused();
});

test('if the connection is lost during a booking, the page is up to date after reconnecting [4.4]', async ({
  page,
  context,
}) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach'])) as [BookableAppointment];
  await page.goto(await bookingPathShowing(page, slot, session));
  await expect(page.getByText('Du hast 0 von 3 Einzelcoachings gebucht.')).toBeVisible();
  await page.route('**/appointment/bookAppointment.php', async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });
  await cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();
  await expect(cardOf(page, slot)).toContainText('Der Server ist gerade nicht erreichbar.');
  await context.setOffline(false);
  await expect(ownCardOf(page, slot)).toBeFocused();
  await page.goBack();
  await expect(page.getByText('Du hast 1 von 3 Einzelcoachings gebucht.')).toBeVisible();
});

test('a failure and a later success are never shown together [1.7]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach'])) as [BookableAppointment];
  await page.goto(await bookingPathShowing(page, slot, session));
  await failCall(page, 'appointment/bookAppointment', 'a broken server');
  await cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();
  await expect(toastOf(page, 'Termine konnten nicht geladen werden!')).toBeVisible();
  await restoreCall(page, 'appointment/bookAppointment');
  const shownMessages = await recordShownMessages(page);
  await cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();
  await expect.poll(shownMessages).toContainEqual(['Der Termin wurde gebucht!']);
  expect((await shownMessages()).filter((texts) => texts.length > 1)).toEqual([]);
});

test('after cancelling the only appointment, the page offers to book another one [4.7]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach2'])) as [BookableAppointment];
  await callPortal(page.request, bookAppointment, { appointmentId: slot.id }, session);
  await page.goto('/appointments');
  await cancelOnlyAppointment(page);
  await expect(page.getByRole('heading', { name: 'Meine Termine' })).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Termine buchen' }).click();
  await expect(page).toHaveURL('/booking');
});

test('a cancellation is announced when the list shows it, not while it is still in progress', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach2'])) as [BookableAppointment];
  await callPortal(page.request, bookAppointment, { appointmentId: slot.id }, session);
  await page.goto('/appointments');
  await page.getByRole('button', { name: 'Stornieren' }).click();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/appointment/myAppointment.php', async (route) => {
    await released;
    await route.continue();
  });
  const listRequest = page.waitForRequest('**/appointment/myAppointment.php');
  await page.getByRole('button', { name: 'Termin stornieren' }).click();
  await listRequest;
  await expect(page.getByRole('button', { name: 'Wird storniert...' })).toBeVisible();
  // Counted without waiting, since a message disappears after five seconds.
  expect(await toastOf(page, 'Der Termin wurde erfolgreich storniert!').count()).toBe(0);
  release();
  await expect(toastOf(page, 'Der Termin wurde erfolgreich storniert!')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('after cancelling the last upcoming appointment, the page offers to book, even if there are past ones', async ({
  page,
}) => {
  const { email } = await createPastCoaching();
  const { data } = await callPortal(page.request, login, { username: email, password: 'Demo-2026!' });
  await callWithFiles(
    page.request,
    uploadFiles,
    [{ name: 'CV.docx', buffer: await readWordDocument() }],
    data.sessionId,
  );
  const [slot] = (await createSlots(page, ['coach3'])) as [BookableAppointment];
  await callPortal(page.request, bookAppointment, { appointmentId: slot.id }, data.sessionId);
  await page.addInitScript((id) => localStorage.setItem('sessionId', id), data.sessionId);
  await page.goto('/appointments');
  await cancelOnlyAppointment(page);
  await expect(page.getByText('Es steht kein Termin mehr an.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Termine buchen' }).click();
  await expect(page).toHaveURL('/booking');
});

test('a note to the coach survives a reload before it is sent, and appears in the plan [4.24]', async ({
  page,
  browser,
}) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach'])) as [BookableAppointment];
  await page.goto(await bookingPathShowing(page, slot, session));
  await cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();
  const card = ownCardOf(page, slot);
  const writeButton = card.getByRole('button', { name: `Nachricht an ${slot.coach} schreiben` });
  await writeButton.click();
  const noteField = card.getByRole('textbox', { name: 'Nachricht (optional)' });
  await expect(noteField).toBeFocused();
  await noteField.fill('Mir fehlt ein Anfang für mein Anschreiben.');
  await expect(card).toContainText('42 / 500');
  await expectAccessible(page);
  await page.reload();
  await writeButton.click();
  await expect(noteField).toHaveValue('Mir fehlt ein Anfang für mein Anschreiben.');
  await card.getByRole('button', { name: 'Nachricht senden' }).click();
  await expect(card).toContainText(`Gesendet. ${slot.coach} liest das vor eurem Termin.`);

  const coachPage = await (await browser.newContext()).newPage();
  await actAsDemo(coachPage, 'coach');
  await coachPage.goto(`/daily-plan?von=${slot.date}&bis=${slot.date}`);
  const row = await findPlanRow(coachPage, slot);
  await row.click();
  await expect(coachPage.getByText('Mir fehlt ein Anfang für mein Anschreiben.').first()).toBeVisible();

  await page.goto('/appointments');
  await expect(card).toContainText(`Deine Nachricht an ${slot.coach}: Mir fehlt ein Anfang für mein Anschreiben.`);
});

test('the confirmation of a booking on short notice can contain a note to the coach [4.24]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach2'], { within48Hours: true })) as [BookableAppointment];
  await page.goto(await bookingPathShowing(page, slot, session));
  await cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();
  const confirmationDialog = page.getByRole('dialog', { name: 'Nicht mehr stornierbar' });
  const noteField = confirmationDialog.getByRole('textbox', { name: 'Nachricht (optional)' });
  await noteField.fill('Bis morgen!');
  await expectAccessible(page);
  // The note is still there after the dialog is closed and opened again.
  await confirmationDialog.getByRole('button', { name: 'Abbrechen' }).click();
  await cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();
  await expect(noteField).toHaveValue('Bis morgen!');
  await confirmationDialog.getByRole('button', { name: 'Trotzdem buchen' }).click();
  await expect(ownCardOf(page, slot)).toContainText(`Deine Nachricht an ${slot.coach}: Bis morgen!`);
});

/**
 * Records from now on which messages the page shows together, without those that fade out. Returns a function that reads
 * what was recorded: the texts of each moment. A message may be gone before a busy machine asks for it.
 */
async function recordShownMessages(page: Page): Promise<() => Promise<string[][]>> {
  await page.evaluate(() => {
    const moments: string[][] = ((globalThis as { shownMessages?: string[][] }).shownMessages = []);
    const record = () => {
      const messages = document.querySelectorAll<HTMLElement>('[aria-label="Meldung"]:not([data-leaving])');
      moments.push(Array.from(messages, ({ innerText }) => innerText));
    };
    new MutationObserver(record).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return () => page.evaluate(() => (globalThis as { shownMessages?: string[][] }).shownMessages ?? []);
}
