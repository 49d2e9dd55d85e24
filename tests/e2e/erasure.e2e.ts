import { expect, type Page } from '@playwright/test';
import { checkSession } from '../../src/features/accounts/contract.ts';
import { bookAppointment } from '../../src/features/booking/contract.ts';
import { getErasureRequests, requestErasure } from '../../src/features/own-data/erasure/contract.ts';
import { anonymizeUserData, changeActiveStatus } from '../../src/features/participants/contract.ts';
import { mockRefusal } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { detailsPanel } from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { tabToAndPressEnter, tabTo } from './keys.ts';
import { waitForMail } from './mails.ts';
import { actAsDemo, actAsNewParticipant, registerParticipant } from './people.ts';
import { createSlots } from './slots.ts';
import { test } from './test.ts';

const requestRowOf = (page: Page, email: string) => page.locator('[data-entry]').filter({ hasText: email });
const erasureSection = (page: Page) => page.getByRole('region', { name: 'Meine Daten löschen lassen' });

test('by keyboard, a participant requests erasure, and withdraws the request [13.6]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = await createSlots(page, ['coach4']);
  await callPortal(page.request, bookAppointment, { appointmentId: slot?.id ?? 0 }, session);
  const requestButton = erasureSection(page).getByRole('button', { name: 'Löschung beantragen' });
  const dialog = page.getByRole('dialog', { name: 'Löschung beantragen' });
  await atEachSize(page, [phone, desktop], async () => {
    // The keyboard starts at the top of a new page.
    await page.goto('/einstellungen');
    await tabToAndPressEnter(page, requestButton);
    await expect(dialog.getByText(slot?.coach ?? '')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(requestButton).toBeFocused();

    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByLabel('Grund (freiwillig)'));
    await page.keyboard.type('Neue Stelle');
    await tabToAndPressEnter(page, dialog.getByRole('button', { name: 'Löschung beantragen' }));
    await expect(
      erasureSection(page).getByText(/^Du hast am .* beantragt, dass wir deine Daten löschen\./),
    ).toBeFocused();
    await expectAccessible(page);

    await tabToAndPressEnter(page, erasureSection(page).getByRole('button', { name: 'Zurückziehen Löschantrag' }));
    await page.keyboard.press('Enter');
    await expect(requestButton).toBeFocused();
  });
  const { data: user } = await callPortal(page.request, checkSession, {}, session);
  expect(await waitForMail(user?.email ?? '', 'Antrag bekommen')).toContain('/einstellungen');
});

test('a refused request for erasure leaves the dialog open and keeps the typed reason [13.6]', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.goto('/einstellungen');
  await erasureSection(page).getByRole('button', { name: 'Löschung beantragen' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Du hast keine kommenden Termine.')).toBeVisible();
  await dialog.getByLabel('Grund (freiwillig)').fill('Umzug');
  await mockRefusal(page, requestErasure.path, 'Gerade nicht.');
  await dialog.getByRole('button', { name: 'Löschung beantragen' }).click();
  await expect(dialog.getByText('Gerade nicht.')).toBeVisible();
  await expect(dialog.getByLabel('Grund (freiwillig)')).toHaveValue('Umzug');
});

test('an admin refuses a request for erasure, and the participant reads why [10.1] [13.7]', async ({
  page,
  browser,
}) => {
  const participantPage = await (await browser.newContext()).newPage();
  const { email, sessionId } = await registerParticipant(participantPage);
  await actAsDemo(page, 'admin');
  const requestRow = requestRowOf(page, email);
  const refusalDialog = page.getByRole('dialog', { name: 'Löschantrag ablehnen' });
  await atEachSize(page, [phone, desktop], async (size) => {
    const reason = size === phone ? 'Nachweise bis 2028.' : 'Nachweise bis 2029.';
    await callPortal(participantPage.request, requestErasure, { reason: 'Umzug' }, sessionId);
    await page.goto('/intern-admin');
    await page.getByRole('main').getByRole('link', { name: 'Löschanträge' }).click();
    await expect(page.getByRole('heading', { name: 'Löschanträge', level: 1 })).toBeFocused();
    await expect(requestRow).toContainText(/\d\d\.\d\d\.\d{4} noch \d+ Tage/);
    await expectAccessible(page);
    const detailsButton = requestRow.getByRole('button', { name: /^Details/ });
    await tabToAndPressEnter(page, detailsButton);
    await expect(page).toHaveURL(/antrag=\d+/);
    await expect(detailsPanel(page).getByRole('definition').filter({ hasText: 'Umzug' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    // Beside the panel, rows have no such button.
    await expect(size === desktop ? requestRow : detailsButton).toBeFocused();
    await tabToAndPressEnter(page, requestRow.getByRole('button', { name: 'Mit Begründung ablehnen' }));
    await expect(refusalDialog.getByRole('button', { name: 'Ablehnen' })).toBeDisabled();
    await tabTo(page, refusalDialog.getByLabel('Begründung'));
    await page.keyboard.type(reason);
    await expectAccessible(page);
    await tabToAndPressEnter(page, refusalDialog.getByRole('button', { name: 'Ablehnen' }));
    await expect(requestRow).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Offene Anträge' })).toBeFocused();
    expect(await waitForMail(email, reason)).toContain('Antrag geprüft');
  });
  await participantPage.addInitScript((id) => localStorage.setItem('sessionId', id), sessionId);
  await participantPage.goto('/einstellungen');
  await expect(erasureSection(participantPage).getByText('Nachweise bis 2029.')).toBeVisible();
  await expectAccessible(participantPage);
});

test('an erasure request links to its participant, and disappears once the participant is anonymised [13.7]', async ({
  page,
  browser,
}) => {
  const participantPage = await (await browser.newContext()).newPage();
  const { email, sessionId } = await registerParticipant(participantPage);
  await callPortal(participantPage.request, requestErasure, {}, sessionId);
  const adminSession = await actAsDemo(page, 'admin');
  await page.goto('/erasure-requests');
  await requestRowOf(page, email).getByRole('link', { name: 'Person öffnen' }).click();
  await expect(page.getByRole('button', { name: /^Details/ })).toHaveCount(1);
  const { data } = await callPortal(page.request, getErasureRequests, {}, adminSession);
  const participantId = data.find((request) => request.email === email)?.participantId ?? 0;
  await callPortal(page.request, changeActiveStatus, { participantId, participantStatus: 1 }, adminSession);
  await callPortal(page.request, anonymizeUserData, { participantId }, adminSession);
  await page.goto('/erasure-requests');
  await expect(page.getByRole('region', { name: 'Offene Anträge' })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
});

test('by keyboard, an admin anonymises a former admin in two steps [8.9] [13.7]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  const formerAdmin = { participantId: 7, fullName: 'Ada Früher', email: 'ada.frueher@e2e.example' };
  let formerAdmins: object[] = [];
  const anonymisedIds: unknown[] = [];
  await page.route(`**/${getErasureRequests.path}.php`, (route) =>
    route.fulfill({ json: { meta: { status: 'success', formerAdmins }, data: [] } }),
  );
  await page.route(`**/${anonymizeUserData.path}.php`, (route) => {
    anonymisedIds.push((route.request().postDataJSON() as { participantId: number }).participantId);
    formerAdmins = [];
    return route.fulfill({ json: { status: 'success', meta: { status: 'success' } } });
  });
  const formerAdminsRegion = page.getByRole('region', { name: 'Ehemalige Admins' });
  await atEachSize(page, [phone, desktop], async () => {
    formerAdmins = [formerAdmin];
    anonymisedIds.length = 0;
    await page.goto('/erasure-requests');
    await expect(formerAdminsRegion.getByText('ada.frueher@e2e.example')).toBeVisible();
    await expect(formerAdminsRegion.getByText(/^Anonymisieren löscht alles Persönliche für immer/)).toBeVisible();
    await expectAccessible(page);
    await tabToAndPressEnter(page, formerAdminsRegion.getByRole('button', { name: 'Anonymisieren Ada Früher' }));
    expect(anonymisedIds).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(formerAdminsRegion).toHaveCount(0);
    expect(anonymisedIds).toEqual([7]);
    await expect(page.getByText('Adminkonto erfolgreich anonymisiert').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Offene Anträge' })).toBeFocused();
  });
});
