import { expect, type Browser, type Page } from '@playwright/test';
import {
  bookAppointment,
  cancelAppointment,
  listBookableSlots,
  listMyAppointments,
  type BookableAppointment,
} from '../../src/features/booking/contract.ts';
import { listBookableCoaches } from '../../src/features/booking/search/contract.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { joinWaitingList, listMyWaitingEntries } from '../../src/features/waiting/contract.ts';
import { listWaitingEntries } from '../../src/features/waiting/demand/contract.ts';
import { addDays, dateOf, germanDate, germanInterval } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { detailsPanel } from './calendar-pages.ts';
import { callPortal, callWithFiles } from './calls.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { collectLayoutShifts, sumLayoutShifts } from './layout-shifts.ts';
import { goToPage } from './menu.ts';
import { mockAnswer } from './mocked-answers.ts';
import { actAsDemo, actAsNewParticipant, registerParticipant, readWordDocument } from './people.ts';
import { createSlots, ownCardOf } from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

type Slot = BookableAppointment;

const offerOf = (page: Page, slot: Slot) =>
  page.getByRole('group', { name: /^Für dich reserviert bis/ }).filter({ hasText: germanInterval(slot) });
const waitingEntries = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Deine Warteliste' }) }).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Auf die Warteliste' });

/**
 * Creates a slot for this test, which overlaps none of `otherSlots`, and books it as another participant;
 * `cancelBooking` cancels the booking.
 */
async function bookAsOtherParticipant(
  page: Page,
  browser: Browser,
  { coach = 'coach', otherSlots = [] as readonly Slot[] } = {},
) {
  const otherPage = await (await browser.newContext()).newPage();
  const otherSession = await actAsNewParticipant(otherPage, { hasCv: true });
  const [slot] = (await createSlots(page, [coach], { otherSlots })) as [Slot];
  const { data: coaches } = await callPortal(otherPage.request, listBookableCoaches, {}, otherSession);
  await callPortal(otherPage.request, bookAppointment, { appointmentId: slot.id }, otherSession);
  return {
    slot,
    coachId: coaches.find(({ label }) => label === slot.coach)?.value ?? null,
    cancelBooking: () => callPortal(otherPage.request, cancelAppointment, { appointmentId: slot.id }, otherSession),
  };
}

/** Joins the waiting list for exactly this slot; returns the entry's id. */
async function joinWaitingFor(
  page: Page,
  session: string,
  { slot, coachId }: { slot: Slot; coachId: number | null },
  otherInput = {},
) {
  const { date, start, end } = slot;
  const entry = { coachId, fromDate: date, tillDate: date, fromTime: start, tillTime: end, ...otherInput };
  return (await callPortal(page.request, joinWaitingList, entry, session)).data.waitingId;
}

/** Holds a slot, which overlaps none of `otherSlots`, for the participant of this session. */
async function offerSlot(page: Page, browser: Browser, session: string, otherSlots: readonly Slot[] = []) {
  const otherBooking = await bookAsOtherParticipant(page, browser, { otherSlots });
  await joinWaitingFor(page, session, otherBooking);
  await otherBooking.cancelBooking();
  return otherBooking.slot;
}

/** Creates a participant with a CV, for whom a slot is held. Returns the participant's session and the slot. */
async function createOffer(page: Page, browser: Browser) {
  const session = await actAsNewParticipant(page, { hasCv: true });
  return { session, slot: await offerSlot(page, browser, session) };
}

test('an empty search leads to the waiting list, which a participant joins and leaves [12.7]', async ({
  page,
  browser,
}) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const { slot, coachId } = await bookAsOtherParticipant(page, browser);
  await atEachSize(page, [phone, desktop], async () => {
    await page.goto(`/booking?coach=${coachId}&wochentage=7&zeit=abend`);
    await page.getByRole('button', { name: 'Auf die Warteliste' }).click();
    await expect(dialog(page).getByLabel('Coach')).toHaveValue(String(coachId));
    await expect(dialog(page).getByRole('button', { name: 'Sonntag' })).toHaveAttribute('aria-pressed', 'true');
    await expect(dialog(page).getByRole('button', { name: 'Montag' })).toHaveAttribute('aria-pressed', 'false');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Auf die Warteliste' }).click();
    await expect(toastOf(page, 'Du stehst auf der Warteliste.')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Noch ein Wunsch für die Warteliste' })).toBeFocused();
    await expect(page.getByText('Du stehst auf der Warteliste.').first()).toBeVisible();
    await expect(waitingEntries(page)).toContainText(`${slot.coach}, `);
    await expect(waitingEntries(page)).toContainText(', So, ab 17:00 Uhr');
    await expectAccessible(page);
    const [entry] = (await callPortal(page.request, listMyWaitingEntries, {}, session)).data;
    expect(entry).toMatchObject({ coachId, weekdays: [7], fromTime: '17:00', tillTime: null, offer: null });

    await page.goto('/appointments');
    const leaveButton = waitingEntries(page).getByRole('button', { name: /^Nicht mehr warten/ });
    await leaveButton.click();
    await waitingEntries(page)
      .getByRole('button', { name: /^Sicher\?/ })
      .click();
    await expect(waitingEntries(page)).toHaveCount(0);
    expect((await callPortal(page.request, listMyWaitingEntries, {}, session)).data).toEqual([]);
  });
});

test('the waiting list’s form shows each error at its field and refuses a fourth entry [12.7]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const day = addDays(dateOf(new Date()), 300);
  for (const fromTime of ['01:00', '01:01', '01:02']) {
    const entry = { coachId: null, fromDate: day, tillDate: day, fromTime, tillTime: '01:05' };
    await callPortal(page.request, joinWaitingList, entry, session);
  }
  await page.goto('/booking?coach=999999&zeit=nachmittag');
  await page.getByRole('button', { name: 'Noch ein Wunsch für die Warteliste' }).click();
  await dialog(page).getByLabel('Coach').selectOption({ label: 'Alle Coaches' });
  await dialog(page)
    .getByRole('group', { name: 'Spätestens bis' })
    .getByRole('spinbutton', { name: 'Stunden' })
    .fill('11');
  await dialog(page).getByRole('button', { name: 'Auf die Warteliste' }).click();
  await expect(dialog(page)).toContainText('Das Ende muss nach dem Beginn liegen');
  await dialog(page)
    .getByRole('group', { name: 'Spätestens bis' })
    .getByRole('spinbutton', { name: 'Stunden' })
    .fill('18');
  await dialog(page).getByRole('button', { name: 'Auf die Warteliste' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Nimm zuerst einen davon zurück.');
  await expectAccessible(page);
});

test('a slot that becomes free is offered at the top of two pages, and accepted by keyboard alone [12.7]', async ({
  page,
  browser,
}) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const acceptedSlots: Slot[] = [];
  await atEachSize(page, [phone, desktop], async (size) => {
    const path = size === phone ? '/booking' : '/appointments';
    const slot = await offerSlot(page, browser, session, acceptedSlots);
    await page.goto(path);
    const offer = offerOf(page, slot);
    await expect(offer).toContainText(slot.coach);
    await expectAccessible(page);
    const bookButton = offer.getByRole('button', { name: 'Buchen' });
    await expect(bookButton).toHaveAccessibleDescription(`${germanInterval(slot)}, ${slot.coach}`);
    while (!(await bookButton.evaluate((button) => button === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(toastOf(page, 'Der Termin wurde gebucht!')).toBeVisible();
    await expect(offer).toHaveCount(0);
    await expect(waitingEntries(page)).toHaveCount(0);
    await expect(ownCardOf(page, slot)).toBeFocused();
    expect((await callPortal(page.request, listMyWaitingEntries, {}, session)).data).toEqual([]);
    acceptedSlots.push(slot);
  });
});

test('an offer comes with the content of each page and moves nothing, even if it is loaded last [12.7]', async ({
  page,
  browser,
}) => {
  const { session, slot } = await createOffer(page, browser);
  const [bookedSlot] = (await createSlots(page, ['coach3'], { otherSlots: [slot] })) as [Slot];
  await callPortal(page.request, bookAppointment, { appointmentId: bookedSlot.id }, session);
  await collectLayoutShifts(page);
  for (const [path, otherCall, viewport] of [
    ['/intern-participant', listMyAppointments, phone],
    ['/booking', listBookableSlots, phone],
    ['/booking', listBookableSlots, desktop],
    ['/appointments', listMyAppointments, phone],
  ] as const)
    await test.step(`${path} at ${viewport.width} px`, async () => {
      await page.setViewportSize(viewport);
      const otherResponse = page.waitForResponse(`**/${otherCall.path}.php`);
      await page.route(`**/${listMyWaitingEntries.path}.php`, async (route) => {
        await otherResponse;
        await route.continue();
      });
      await page.goto(path);
      await expect(page.getByText(/^Für dich reserviert bis/).first()).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      const { shift, movedElements } = await sumLayoutShifts(page);
      expect(shift, movedElements).toBeLessThanOrEqual(0.02);
    });
});

test('on the start page an offer is the next step and leads to the offer; declining it takes two steps and keeps the entry [4.12] [12.7]', async ({
  page,
  browser,
}) => {
  const { session, slot } = await createOffer(page, browser);
  const offer = offerOf(page, slot);
  await test.step('the start page on a phone', async () => {
    const initialViewport = page.viewportSize() ?? desktop;
    await page.setViewportSize(phone);
    await page.goto('/intern-participant');
    const nextStep = page.getByRole('region', { name: 'Dein nächster Schritt' });
    await expect(nextStep.getByRole('heading')).toHaveText(/^Für dich reserviert bis/);
    await expect(nextStep).toContainText(germanInterval(slot));
    await expectAccessible(page);
    await nextStep.getByRole('link', { name: 'Zum reservierten Termin' }).click();
    await expect(offer).toBeFocused();
    await page.setViewportSize(initialViewport);
  });
  await test.step('declining, after which the slot is no longer held', async () => {
    await page.goto('/appointments');
    await offer.getByRole('button', { name: 'Ablehnen' }).click();
    await expect(offer).toBeVisible();
    await offer.getByRole('button', { name: 'Sicher?' }).click();
    await expect(toastOf(page, 'Abgelehnt. Du stehst weiter auf der Warteliste.')).toBeVisible();
    await expect(offer).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(waitingEntries(page)).toContainText(germanDate(slot.date));
    expect((await callPortal(page.request, listMyAppointments, {}, session)).data).toEqual([]);
  });
});

test('the mail’s link leads to the offer after signing in, and the page says so if the offer has ended [12.7]', async ({
  page,
  browser,
}) => {
  const { email, password, sessionId: session } = await registerParticipant(page);
  await callWithFiles(page.request, uploadFiles, [{ name: 'CV.docx', buffer: await readWordDocument() }], session);
  const otherBooking = await bookAsOtherParticipant(page, browser);
  const waitingId = await joinWaitingFor(page, session, otherBooking);
  await otherBooking.cancelBooking();
  await page.goto(`/booking?angebot=${waitingId}`);
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  const signInDialog = page.getByRole('dialog');
  await signInDialog.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await signInDialog.getByRole('textbox', { name: 'Passwort' }).fill(password);
  await signInDialog.getByRole('button', { name: 'Anmelden' }).click();
  await expect(offerOf(page, otherBooking.slot)).toBeVisible();
  await expect(page).toHaveURL(`/booking?angebot=${waitingId}`);
  await page.reload();
  await expect(offerOf(page, otherBooking.slot)).toBeFocused();

  const { data } = await callPortal(page.request, listMyWaitingEntries, {}, session);
  await callPortal(page.request, bookAppointment, { appointmentId: data[0]?.offer?.appointmentId ?? 0 }, session);
  await page.reload();
  await expect(page.getByText('Dieser Termin ist nicht mehr für dich reserviert.')).toBeVisible();
  await expectAccessible(page);
});

test('a participant with three bookings waits for a slot and exchanges a booking for it [12.7]', async ({
  page,
  browser,
}) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const bookedSlots = (await createSlots(page, ['coach3', 'coach3', 'coach3'])) as [Slot, Slot, Slot];
  for (const { id } of bookedSlots) await callPortal(page.request, bookAppointment, { appointmentId: id }, session);
  await page.goto('/booking');
  await expect(page.getByText('Passt dir ein gebuchter Termin nicht mehr?')).toBeVisible();
  await expect(page.getByRole('button', { name: /Warteliste$/ })).toHaveCount(0);
  const otherBooking = await bookAsOtherParticipant(page, browser, { coach: 'coach2', otherSlots: bookedSlots });
  await joinWaitingFor(page, session, otherBooking, { insteadOf: bookedSlots[1].id });
  await otherBooking.cancelBooking();
  await page.goto('/booking');
  const offer = offerOf(page, otherBooking.slot);
  await expect(offer).toContainText(`Dafür verlegst du: ${germanInterval(bookedSlots[1])}, ${bookedSlots[1].coach}`);
  await offer.getByRole('button', { name: 'Hierhin verlegen' }).click();
  const confirmationDialog = page.getByRole('dialog', { name: 'Termin verlegen?' });
  await expect(confirmationDialog).toContainText(germanInterval(otherBooking.slot));
  await confirmationDialog.getByRole('button', { name: 'Termin verlegen' }).click();
  await expect(offer).toHaveCount(0);
  await expect(waitingEntries(page)).toHaveCount(0);
  await expect(ownCardOf(page, otherBooking.slot)).toBeFocused();
  await expect(ownCardOf(page, bookedSlots[1])).toHaveCount(0);
});

test('an admin books what a person waits for, and takes the entry off the list [12.8]', async ({ page, browser }) => {
  const otherPage = await (await browser.newContext()).newPage();
  const otherSession = await actAsNewParticipant(otherPage, { hasCv: true, lastName: 'Wartegern' });
  const [slot] = (await createSlots(otherPage, ['coach4'])) as [Slot];
  const { data: coaches } = await callPortal(otherPage.request, listBookableCoaches, {}, otherSession);
  const coachId = coaches.find(({ label }) => label === slot.coach)?.value ?? null;
  await joinWaitingFor(otherPage, otherSession, { slot, coachId });

  await actAsDemo(page, 'admin');
  await page.goto('/waiting-list');
  const row = page.locator('[data-entry]').filter({ hasText: 'Robin Wartegern' });
  await expect(row).toContainText(`${slot.coach}, am ${germanDate(slot.date).slice(0, -4)}`);
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Termin buchen' }).click();
  const bookDialog = page.getByRole('dialog', { name: 'Termin buchen für Robin Wartegern' });
  await expect(bookDialog.getByRole('combobox', { name: 'Coach' })).toHaveValue(slot.coach);
  await expect(bookDialog).toContainText(`Wartet auf${slot.coach}, am ${germanDate(slot.date).slice(0, -4)}`);
  const radios = bookDialog.getByRole('radio');
  await expect(radios).toHaveCount(1);
  await bookDialog.getByRole('checkbox', { name: 'Nur was zum Wunsch passt' }).uncheck();
  await expect(radios).not.toHaveCount(1);
  await bookDialog.getByRole('checkbox', { name: 'Nur was zum Wunsch passt' }).check();
  await expectAccessible(page);
  await bookDialog.getByRole('radio', { name: germanInterval(slot) }).check();
  await bookDialog.getByRole('button', { name: 'Buchen', exact: true }).click();
  await expect(bookDialog).toBeHidden();
  await expect(row).toHaveCount(0);
  const listIds = async () =>
    (await callPortal(otherPage.request, listMyAppointments, {}, otherSession)).data.map(({ id }) => id);
  expect(await listIds()).toContain(slot.id);

  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(row).toBeVisible();
  expect(await listIds()).not.toContain(slot.id);

  await row.getByRole('button', { name: 'Details' }).click();
  const panel = detailsPanel(page);
  await expect(panel.getByRole('link', { name: 'Zur Person' })).toBeVisible();
  await panel.getByRole('button', { name: 'Austragen' }).click();
  await expect(panel).toContainText('Die Person bekommt dann kein Angebot mehr und keine Nachricht.');
  await panel.getByRole('button', { name: 'Sicher?' }).click();
  await expect(row).toHaveCount(0);
  await expect(panel).toHaveCount(0);
  const { data: openEntries } = await callPortal(otherPage.request, listMyWaitingEntries, {}, otherSession);
  expect(openEntries).toEqual([]);
});

test('an admin sees who is waiting, by week and coach, and can plan a series for them [12.8]', async ({
  page,
  browser,
}) => {
  const otherPage = await (await browser.newContext()).newPage();
  const otherSession = await actAsNewParticipant(otherPage, { hasCv: true });
  const [slot] = (await createSlots(otherPage, ['coach4'])) as [Slot];
  const { data: coaches } = await callPortal(otherPage.request, listBookableCoaches, {}, otherSession);
  const coachId = coaches.find(({ label }) => label === slot.coach)?.value ?? null;
  await callPortal(
    otherPage.request,
    joinWaitingList,
    { coachId, fromDate: slot.date, tillDate: slot.date, fromTime: '23:00' },
    otherSession,
  );

  await actAsDemo(page, 'admin');
  await page.goto('/intern-admin');
  await goToPage(page, 'Warteliste');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Warteliste');
  await page.getByRole('switch', { name: 'Nach Woche und Coach' }).check();
  const demandRows = page.locator('[data-entry]').filter({ hasText: slot.coach });
  await expect(demandRows.first()).toContainText('Robin Reise');
  await page.setViewportSize(phone);
  await expectAccessible(page);
  await demandRows.first().getByRole('link', { name: 'Anlegen', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/series-admin\\?coach=${coachId}&`));
  await expect(page.getByRole('combobox', { name: 'Coach' }).first()).toHaveValue(slot.coach);
  const [, day = ''] = /von=([\d-]+)/.exec(page.url()) ?? [];
  await expect(page.getByRole('group', { name: 'Erster Tag' })).toContainText(germanDate(day));
  await expect(page.getByRole('group', { name: 'Von' })).toContainText('23:00');
});

test('admins see on a phone, too, who waits, and get from a name to the person [12.8]', async ({ page }) => {
  await page.setViewportSize(phone);
  await actAsDemo(page, 'admin');
  const today = dateOf(new Date());
  const data = ['Ada Arm', 'Ben Bau', 'Cem Can', 'Dua Dorn', 'Eva Eck'].map((fullName, index) => ({
    waitingId: 900_000 + index,
    participantId: 900_000 + index,
    fullName,
    phone: '',
    coach: 'Cleo Coach',
    coachId: 5,
    fromDate: today,
    tillDate: today,
    weekdays: null,
    fromTime: null,
    tillTime: null,
    since: '2026-01-01T10:00:00.000Z',
    offered: false,
  }));
  await mockAnswer(page, listWaitingEntries.path, { data, meta: { status: 'success', total: data.length } });
  await page.goto('/waiting-list?ansicht=wochen');
  const row = page.getByRole('list', { name: 'Offener Bedarf' }).getByRole('listitem');
  await expect(row).toContainText('Cleo Coach');
  await expect(row).toContainText('Ada Arm, Ben Bau, Cem Can und 2 weitere');
  await row.getByRole('button').click();
  const names = page.getByRole('list', { name: 'Wer wartet' });
  await expect(names.getByRole('link')).toHaveText(data.map(({ fullName }) => fullName));
  await expectAccessible(page);
  await names.getByRole('link', { name: 'Eva Eck' }).click();
  await expect(page).toHaveURL('/search-participant-admin?suche=Eva+Eck&person=900004');
});
