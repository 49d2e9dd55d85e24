import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import ICAL from 'ical.js';
import { bookAppointment } from '../../src/features/booking/contract.ts';
import { changeReminder, getReminders } from '../../src/features/mail/contract.ts';
import { mockRefusal, failCall, restoreCall } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { actAsDemo, actAsNewParticipant } from './people.ts';
import { bookWithCoach, createSlots, ownCardOf, findPlanRow } from './slots.ts';
import { test } from './test.ts';
import { loadErrorNotice, toastOf } from './toasts.ts';

/** Returns the events of a calendar file, read by a parser that the portal itself does not use. */
function parseEvents(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
}

async function openSettings(page: Page) {
  await page.getByRole('button', { name: /^Profilmenü/ }).click();
  await page.getByRole('menuitem', { name: 'Einstellungen' }).click();
  await expect(page.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeFocused();
}

test('a participant saves a booked appointment as a calendar file', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = await createSlots(page, ['coach2']);
  if (!slot) throw new Error('no slot');
  await callPortal(page.request, bookAppointment, { appointmentId: slot.id }, session);
  await page.goto('/appointments');
  const download = page.waitForEvent('download');
  await ownCardOf(page, slot).getByRole('button', { name: 'Zum Kalender hinzufügen' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`Coaching ${slot.date}.ics`);
  const [event] = parseEvents(await readFile(await file.path(), 'utf8'));
  expect(event?.startDate.toString()).toBe(`${slot.date}T${slot.start}:00`);
  expect(event?.summary).toBe(`Bewerbungscoaching mit ${slot.coach}`);
  expect(event?.location).toMatch(/^https:/);
});

test('a coach saves an appointment of the daily plan as a calendar file', async ({ page, browser }) => {
  const { slot } = await bookWithCoach(browser, 'coach3');
  await actAsDemo(page, 'coach3');
  await page.goto(`/daily-plan?von=${slot.date}&bis=${slot.date}`);
  await (await findPlanRow(page, slot)).click();
  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: `Zum Kalender hinzufügen: ${slot.start} - ${slot.end} Uhr, Robin Reise` })
    .click();
  const [event] = parseEvents(await readFile(await (await download).path(), 'utf8'));
  expect(event?.summary).toBe('Coaching mit Robin Reise');
});

test('a participant subscribes to the calendar, renews its address and ends the subscription [11.6]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = await createSlots(page, ['coach2']);
  if (!slot) throw new Error('no slot');
  await callPortal(page.request, bookAppointment, { appointmentId: slot.id }, session);
  await page.goto('/appointments');
  await openSettings(page);
  await page.getByRole('button', { name: 'Kalender abonnieren' }).click();
  const addressField = page.getByLabel('Adresse des Kalenders');
  await expect(addressField).toBeFocused();
  const address = await addressField.inputValue();
  expect(address).toMatch(/\/kalender\/[\w-]{43}\.ics$/);
  await expect(page.getByText('Diese Adresse wird nur jetzt gezeigt')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Adresse kopieren' }).click();
  await expect(page.getByText('Die Adresse wurde kopiert!').first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const calendarLink = page.getByRole('link', { name: 'Im Kalender öffnen' });
  await expect(calendarLink).toHaveAttribute('href', address.replace(/^https?:/, 'webcal:'));

  const feedPath = new URL(address).pathname;
  const feed = await (await page.request.get(feedPath)).text();
  expect(parseEvents(feed).map(({ uid }) => uid.split('@')[0])).toEqual([`termin-${slot.id}`]);

  // The address is shown only once.
  await page.reload();
  await expect(page.getByText(/^Eingerichtet: .* Zuletzt abgerufen: /)).toBeVisible();
  await expect(addressField).toHaveCount(0);

  const renewButton = page.getByRole('button', { name: /Neue Adresse für den Kalender|Sicher\?/ });
  await renewButton.click();
  await page.getByRole('button', { name: 'Sicher? Neue Adresse für den Kalender' }).click();
  await expect(addressField).toBeFocused();
  const renewedPath = new URL(await addressField.inputValue()).pathname;
  expect(renewedPath).not.toBe(feedPath);
  expect((await page.request.get(feedPath)).status()).toBe(404);
  expect((await page.request.get(renewedPath)).status()).toBe(200);

  await page.getByRole('button', { name: 'Abschalten Kalender-Abo' }).click();
  await page.getByRole('button', { name: 'Sicher? Kalender-Abo' }).click();
  await expect(page.getByRole('button', { name: 'Kalender abonnieren' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Kalender abonnieren' })).toBeFocused();
  expect((await page.request.get(renewedPath)).status()).toBe(404);
});

test('on a phone that refuses to copy, the address can be selected by touch, or sent to oneself [11.6]', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  // The test's browser has no share sheet.
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async (shared: ShareData) => Object.assign(window, { shared }) });
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await actAsNewParticipant(page);
  await page.goto('/einstellungen');
  await page.getByRole('button', { name: 'Kalender abonnieren' }).tap();
  await page.getByRole('button', { name: 'Adresse kopieren' }).tap();
  await expect(toastOf(page, 'Die Adresse ist markiert. Tippe sie lange an und wähle „Kopieren“.')).toBeVisible();
  await page.getByRole('button', { name: 'An mich senden' }).tap();
  const address = await page.getByLabel('Adresse des Kalenders').inputValue();
  await expect.poll(() => page.evaluate(() => (window as { shared?: ShareData }).shared)).toEqual({ url: address });
  await expect(page.getByText('Android', { exact: true })).toBeVisible();
  await context.close();
});

test('a coach can choose that the calendar shows only the initials of participants', async ({ page, browser }) => {
  await bookWithCoach(browser, 'coach4');
  await actAsDemo(page, 'coach4');
  await page.goto('/einstellungen');
  await expect(page.getByRole('heading', { name: 'Erinnerungen per E-Mail' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Kalender abonnieren' }).click();
  const address = await page.getByLabel('Adresse des Kalenders').inputValue();
  const readSummaries = async () =>
    parseEvents(await (await page.request.get(new URL(address).pathname)).text()).map(({ summary }) => summary);
  expect(await readSummaries()).toContain('Coaching mit Robin Reise');
  const initialsSwitch = page.getByRole('switch', { name: 'Teilnehmer:innen nur mit Initialen zeigen' });
  await initialsSwitch.click();
  await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible();
  await expect(initialsSwitch).toBeChecked();
  expect(await readSummaries()).toContain('Coaching mit R. R.');
  await expectAccessible(page);
  // The choice survives a reload.
  await page.reload();
  await expect(initialsSwitch).toBeChecked();
});

test('the version of the portal is shown at the end of the settings', async ({ page }) => {
  await actAsDemo(page, 'coach');
  await page.goto('/einstellungen');
  const { version } = (await (await page.request.get('/healthz')).json()) as { version: string };
  await expect(page.getByRole('main').getByText(`Version ${version}`, { exact: true })).toBeVisible();
});

test('a reminder is switched off by keyboard and saved immediately; if saving fails, it is reset [11.3]', async ({
  page,
}) => {
  const session = await actAsNewParticipant(page);
  await page.goto('/einstellungen');
  const soonReminderSwitch = page.getByRole('switch', { name: 'Zwei Stunden vorher' });
  await expect(soonReminderSwitch).toBeChecked();
  const nextSwitch = page.getByRole('switch', { name: 'Nach dem Coaching' });
  const positionBefore = await nextSwitch.boundingBox();
  await soonReminderSwitch.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible();
  expect(await nextSwitch.boundingBox()).toEqual(positionBefore);
  await expect(soonReminderSwitch).not.toBeChecked();
  await expect(soonReminderSwitch).toBeFocused();
  expect((await callPortal(page.request, getReminders, {}, session)).data).toMatchObject({
    reminderSoon: false,
    reminderDayBefore: true,
  });
  await expectAccessible(page);

  await mockRefusal(page, changeReminder.path, 'Gerade nicht.');
  await soonReminderSwitch.click();
  await expect(page.getByText('Gerade nicht.')).toBeVisible();
  await expect(soonReminderSwitch).not.toBeChecked();
});

test('on a phone, links lead to each part of the settings, also from the profile [3.12]', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAsNewParticipant(page);
  await page.goto('/profile');
  await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+@/);
  await page.getByRole('link', { name: 'Einstellungen' }).click();
  const phoneSection = page.getByRole('region', { name: 'Meine Telefonnummer' });
  await expect(phoneSection).toBeFocused();
  await expect(phoneSection.getByRole('heading')).toBeInViewport();
  const index = page.getByRole('navigation', { name: 'Auf dieser Seite' });
  for (const link of await index.getByRole('link').all()) {
    const anchor = (await link.getAttribute('href'))?.split('#')[1] ?? '';
    await link.click();
    const section = page.locator(`section[id="${anchor}"]`);
    await expect(section).toBeFocused();
    await expect(section.getByRole('heading', { level: 2 })).toBeInViewport();
  }
  await expect(index.getByRole('link')).toHaveCount(8);
  await expectAccessible(page);
});

test('if the settings fail to load, trying again loads them', async ({ page }) => {
  await actAsNewParticipant(page);
  await failCall(page, getReminders.path, 'a broken server');
  await page.goto('/einstellungen');
  const errorNotice = loadErrorNotice(page);
  await expect(errorNotice).toBeVisible();
  await expectAccessible(page);
  await restoreCall(page, getReminders.path);
  await errorNotice.getByRole('button').click();
  await expect(page.getByRole('switch', { name: 'Am Tag vorher' })).toBeVisible();
});
