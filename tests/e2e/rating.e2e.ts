import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { createPastCoaching, type PastCoaching } from './past-coaching.ts';
import { test } from './test.ts';

const password = 'Demo-2026!';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Deine Meinung zählt!' });
const statement = (page: Page, index: number) => dialog(page).getByRole('radiogroup').nth(index);
const sendButton = (page: Page) => dialog(page).getByRole('button', { name: 'Bewertung abschicken' });
const feedbackField = (page: Page) => dialog(page).getByLabel('Persönliches Feedback');

/** Signs in through the sign-in dialog, which must already be open. */
async function signIn(page: Page, { email }: PastCoaching) {
  const signInDialog = page.getByRole('dialog', { name: 'Anmeldung' });
  await signInDialog.getByLabel('E-Mail').fill(email);
  await signInDialog.getByRole('textbox', { name: 'Passwort' }).fill(password);
  await signInDialog.getByRole('button', { name: 'Anmelden' }).click();
  await expect(signInDialog).toBeHidden();
}

/** Opens /appointments signed in as a participant with a past coaching. */
async function openAppointments(page: Page): Promise<PastCoaching> {
  const coaching = await createPastCoaching();
  await page.goto('/appointments');
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await signIn(page, coaching);
  await expect(page.getByRole('button', { name: 'Bewerten' })).toBeVisible();
  return coaching;
}

/** Opens the rating form for a past coaching of a new participant. */
async function openForm(page: Page): Promise<PastCoaching> {
  const coaching = await openAppointments(page);
  await page.getByRole('button', { name: 'Bewerten' }).click();
  await expect(dialog(page)).toBeVisible();
  return coaching;
}

/** Fills in half of the form: three statements, a text, a discussed topic and a requested topic. */
async function fillHalfOfForm(page: Page) {
  for (const index of [0, 1, 2])
    await statement(page, index)
      .getByRole('radio', { name: /^4 Sterne/ })
      .check();
  await feedbackField(page).fill('Sehr geduldig.');
  await dialog(page).getByRole('checkbox', { name: 'Anschreiben' }).check();
  await dialog(page).getByRole('checkbox', { name: 'Gehaltsverhandlung' }).check();
}

async function expectHalfFilled(page: Page) {
  await expect(dialog(page)).toBeVisible();
  for (const index of [0, 1, 2])
    await expect(statement(page, index).getByRole('radio', { name: '4 Sterne: Stimme eher zu' })).toBeChecked();
  await expect(feedbackField(page)).toHaveValue('Sehr geduldig.');
  await expect(dialog(page).getByRole('checkbox', { name: 'Anschreiben' })).toBeChecked();
  await expect(dialog(page).getByRole('checkbox', { name: 'Gehaltsverhandlung' })).toBeChecked();
}

/** Expects that going back once leaves /appointments, without an extra step for a dialog that is already closed. */
async function expectBackLeavesAppointments(page: Page) {
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL('/appointments');
  await page.goBack();
  await expect(page).toHaveURL('/intern-participant');
}

const countDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')).length);

test('a participant rates a past coaching, and its stars are shown in the list [6.2]', async ({ page }) => {
  const { appointmentId } = await openForm(page);
  await expect(sendButton(page)).toBeDisabled();
  await expect(sendButton(page)).toHaveAccessibleDescription('Bei 6 Aussagen fehlen noch Sterne.');
  for (const [index, stars] of ['5', '4', '3', '4', '5', '2'].entries()) {
    await statement(page, index)
      .getByRole('radio', { name: new RegExp(`^${stars} Stern`) })
      .check();
    if (index === 4) await expect(sendButton(page)).toHaveAccessibleDescription('Bei 1 Aussage fehlen noch Sterne.');
  }
  await expect(statement(page, 2)).toContainText('Neutral');
  await feedbackField(page).fill('Danke!');
  await dialog(page).getByRole('checkbox', { name: 'Lebenslauf', exact: true }).check();
  await dialog(page).getByRole('checkbox', { name: 'Anschreiben' }).check();
  await dialog(page).getByRole('checkbox', { name: 'Probegespräch' }).check();
  await dialog(page).getByLabel('Meine Themenwünsche').fill('Mehr davon');

  const ratingRequest = page.waitForRequest('**/participant/rateCoaching.php');
  await sendButton(page).click();
  expect((await ratingRequest).postDataJSON()).toMatchObject({
    appointmentId,
    // The contract misspells this key.
    starQestions: [5, 4, 3, 4, 5, 2],
    personalFeedback: 'Danke!',
    freeText: 'Mehr davon',
    speakWithCoachQuestions: 'Lebenslauf, Anschreiben',
    additionalQuestions: 'Probegespräch',
  });
  await expect(page.getByText('Bewertung erfolgreich gesendet')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL('/appointments');
  await expect(page.getByText('Ihre Bewertung')).toBeVisible();
  await expect(page.getByRole('img', { name: '3,8 von 5 Sternen' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bewerten' })).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'Ihre Bewertung' })).toBeFocused();
  expect(await countDrafts(page)).toBe(0);
});

test('a participant rates a coaching by keyboard alone [6.2]', async ({ page }) => {
  await openAppointments(page);
  const tabToButton = async (name: string) => {
    const readFocusedText = () =>
      page.evaluate(() => (document.activeElement?.matches('button') && document.activeElement.textContent) || '');
    for (let step = 0; step < 80 && !(await readFocusedText()).includes(name); step++) await page.keyboard.press('Tab');
    expect(await readFocusedText()).toContain(name);
  };
  await tabToButton('Bewerten');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: 'Schließen' })).toBeFocused();
  await page.keyboard.press('Tab');
  // Each group of stars is one tab stop: space chooses the first star, arrows move on.
  for (let index = 0; index < 6; index++) {
    await page.keyboard.press('Space');
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowRight');
    await expect(statement(page, index).getByRole('radio', { name: '4 Sterne: Stimme eher zu' })).toBeChecked();
    await page.keyboard.press('Tab');
  }
  await expect(feedbackField(page)).toBeFocused();
  await page.keyboard.type('Gut');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(dialog(page).getByRole('checkbox', { name: 'Allgemeiner Bewerbungsprozess' })).toBeChecked();
  await tabToButton('Bewertung abschicken');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Bewertung erfolgreich gesendet')).toBeVisible();
  await expect(page.getByRole('img', { name: '4 von 5 Sternen' })).toBeVisible();
});

test('a draft survives a closed dialog and a reload, and is deleted when the participant signs out', async ({
  page,
}) => {
  const coaching = await openForm(page);
  await fillHalfOfForm(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Bewerten' })).toBeFocused();
  await page.getByRole('button', { name: 'Bewerten' }).click();
  await expectHalfFilled(page);
  await page.reload();
  await expectHalfFilled(page);
  await page.goBack();
  await expect(dialog(page)).toBeHidden();

  await page.goto('/logout');
  await expect(page.getByText('Du bist abgemeldet.')).toBeVisible();
  expect(await countDrafts(page)).toBe(0);
  await page.goto(`/appointments?bewerten=${coaching.appointmentId}`);
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await signIn(page, coaching);
  await expect(feedbackField(page)).toHaveValue('');
});

test('a draft older than the longest session is not offered again', async ({ page }) => {
  await openForm(page);
  await fillHalfOfForm(page);
  await page.evaluate(() => {
    for (const [key, draft] of Object.entries(localStorage)) {
      if (!key.startsWith('draft')) continue;
      // A session lasts seven days at most.
      const keptAt = Date.now() - 7 * 86_400_000 - 1;
      localStorage.setItem(key, JSON.stringify({ ...(JSON.parse(draft as string) as object), keptAt }));
    }
  });
  await page.reload();
  await expect(feedbackField(page)).toHaveValue('');
});

test('if a session ends while the form is half filled, nothing is lost after signing in again', async ({ page }) => {
  const coaching = await openForm(page);
  await fillHalfOfForm(page);
  for (const index of [3, 4, 5])
    await statement(page, index)
      .getByRole('radio', { name: /^5 Sterne/ })
      .check();
  const sessionId = await page.evaluate(() => localStorage.getItem('sessionId'));
  await page.request.post('/api/service/authentication/logout.php', { data: { sessionId } });
  await sendButton(page).click();
  await expect(page.getByText('Ihre Session ist abgelaufen', { exact: true })).toBeVisible();
  await signIn(page, coaching);
  await expectHalfFilled(page);
  await sendButton(page).click();
  await expect(page.getByText('Bewertung erfolgreich gesendet')).toBeVisible();
  await expect(page.getByRole('img', { name: '4,5 von 5 Sternen' })).toBeVisible();
});

test('if a session has expired before a reload, the half-filled form is back after signing in', async ({ page }) => {
  const coaching = await openForm(page);
  await fillHalfOfForm(page);
  const sessionId = await page.evaluate(() => localStorage.getItem('sessionId'));
  await page.request.post('/api/service/authentication/logout.php', { data: { sessionId } });
  await page.reload();
  await expect(page.getByText('Du wurdest automatisch abgemeldet!')).toBeVisible();
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await signIn(page, coaching);
  await expectHalfFilled(page);
});

test('a rating that fails stays in the form, with an error message [6.2]', async ({ page }) => {
  await openForm(page);
  await fillHalfOfForm(page);
  for (const index of [3, 4, 5])
    await statement(page, index)
      .getByRole('radio', { name: /^5 Sterne/ })
      .check();
  await page.route('**/participant/rateCoaching.php', (route) => route.abort());
  await sendButton(page).click();
  const errorMessage = 'Fehler beim Senden der Bewertung. Bitte versuchen Sie es später erneut.';
  await expect(dialog(page).getByRole('alert')).toContainText(errorMessage);
  await expectHalfFilled(page);
  await expectAccessible(page);
  await page.unroute('**/participant/rateCoaching.php');
  await sendButton(page).click();
  await expect(page.getByText('Bewertung erfolgreich gesendet')).toBeVisible();
});

test('a text has at most 500 characters; near the limit, the number of characters left is announced [6.2]', async ({
  page,
}) => {
  await openForm(page);
  await feedbackField(page).fill('x'.repeat(449));
  await expect(dialog(page).getByText(/^Noch \d+ Zeichen\.$/)).toHaveCount(0);
  await feedbackField(page).fill('x'.repeat(495));
  // The announced number is rounded up to tens.
  await expect(dialog(page).getByText('Noch 10 Zeichen.')).toBeAttached();
  await feedbackField(page).press('End');
  await page.keyboard.type('123456789');
  await expect(feedbackField(page)).toHaveValue(`${'x'.repeat(495)}12345`);
  await expect(dialog(page).getByText('500 / 500')).toBeVisible();
});

test('public reviews open in a new tab; branches are listed under their first letters [6.5]', async ({
  page,
  context,
}) => {
  await openForm(page);
  const websiteLink = dialog(page).getByRole('link', { name: /Auf unserer Website bewerten/ });
  await expect(websiteLink).toHaveAttribute('target', '_blank');
  await expect(websiteLink).toHaveAttribute('rel', /noopener/);
  await context.route('https://www.google.com/**', (route) => route.fulfill({ body: 'Karte' }));
  const branchField = dialog(page).getByRole('combobox', { name: 'Google Standort' });
  await branchField.click();
  await expect(dialog(page).getByRole('option')).not.toHaveCount(0);
  // There is at most one group for each letter: 'Ö' is listed under 'O'.
  expect(await dialog(page).getByRole('group', { name: /^.$/ }).count()).toBeLessThanOrEqual(26);
  await branchField.fill('Dür');
  await expect(dialog(page).getByRole('group', { name: 'D', exact: true })).toBeVisible();
  await expectAccessible(page);
  const popup = page.waitForEvent('popup');
  await page.getByRole('option', { name: 'Düren' }).click();
  expect((await popup).url()).toMatch(/^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=.*D%C3%BCren$/);
});

test('axe finds no violations on the list, the empty form and the half-filled form', async ({ page }) => {
  await openAppointments(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Bewerten' }).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  await fillHalfOfForm(page);
  await expectAccessible(page);
});

test('a rating form that was closed or sent leaves no extra step in the history', async ({ page }) => {
  await openAppointments(page);
  await page.goto('/intern-participant');
  const openFormFromMenu = async () => {
    await page.getByRole('button', { name: 'Menü öffnen' }).click();
    await page.getByRole('link', { name: 'Meine Termine' }).click();
    await page.getByRole('button', { name: 'Bewerten' }).click();
    await expect(dialog(page)).toBeVisible();
  };
  await openFormFromMenu();
  await dialog(page).getByRole('button', { name: 'Schließen' }).click();
  await expectBackLeavesAppointments(page);
  await openFormFromMenu();
  // A reload keeps the dialog open and keeps its entry in the history.
  await page.reload();
  await dialog(page).getByRole('button', { name: 'Schließen' }).click();
  await expectBackLeavesAppointments(page);
  await openFormFromMenu();
  for (const index of [0, 1, 2, 3, 4, 5])
    await statement(page, index)
      .getByRole('radio', { name: /^4 Sterne/ })
      .check();
  await sendButton(page).click();
  await expectBackLeavesAppointments(page);
});
