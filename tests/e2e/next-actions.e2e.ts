import { expect, type Page } from '@playwright/test';
import { login } from '../../src/features/accounts/contract.ts';
import { rateCoaching } from '../../src/features/ratings/contract.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { createPastCoaching } from './past-coaching.ts';
import { chooseFiles } from './documents.ts';
import { actAsDemo, actAsNewParticipant, readWordDocument } from './people.ts';
import { test } from './test.ts';

for (const [name, linkName, path] of [
  ['teilnehmer', 'Weiter zu deinem Coaching', '/intern-participant'],
  ['coach', 'Weiter zum Coachbereich', '/intern-coach'],
  ['admin', 'Weiter zum Adminbereich', '/intern-admin'],
] as const)
  test(`a user signed in as ${name} reaches their own area from the start page [1.8]`, async ({ page }) => {
    await actAsDemo(page, name);
    await page.goto('/');
    const ownAreaLink = page.getByRole('main').getByRole('link', { name: linkName });
    await expect(ownAreaLink).toBeVisible();
    await expect(page.getByRole('main').getByText('Registrierung').filter({ visible: true })).toHaveCount(0);
    await ownAreaLink.click();
    await expect(page).toHaveURL(path);
  });

test('once an editable document is uploaded, the page of documents links to booking [5.7]', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.goto('/files');
  const bookingLink = page.getByRole('main').getByRole('link', { name: 'Jetzt buchen' });
  await expect(page.getByText('Es fehlt noch eine bearbeitbare Datei')).toBeVisible();
  await chooseFiles(page, [{ name: 'Lebenslauf.docx', buffer: await readWordDocument() }]);
  await page.getByRole('button', { name: 'Hochladen' }).click();
  await expect(bookingLink).toBeVisible();
  await expectAccessible(page);
  await bookingLink.click();
  await expect(page).toHaveURL('/booking');
});

/** Opens /appointments as a participant who has rated a coaching with this many stars for each statement. */
async function openAppointmentsWithRating(page: Page, stars: number) {
  const { email, appointmentId } = await createPastCoaching();
  const { data } = await callPortal(page.request, login, { username: email, password: 'Demo-2026!' });
  const rating = {
    appointmentId,
    // The contract misspells this key.
    starQestions: Array.from({ length: 6 }, () => stars),
    personalFeedback: '',
    freeText: '',
    speakWithCoachQuestions: '',
    additionalQuestions: '',
  };
  await callPortal(page.request, rateCoaching, rating, data.sessionId);
  await page.addInitScript((id) => localStorage.setItem('sessionId', id), data.sessionId);
  await page.goto('/appointments');
  await expect(page.getByText('Ihre Bewertung')).toBeVisible();
}

test('a participant who has rated a coaching is still asked for a public review [6.5]', async ({ page }) => {
  await openAppointmentsWithRating(page, 5);
  await expect(page.getByRole('heading', { name: 'Noch ein Wunsch' })).toBeVisible();
  const websiteLink = page.getByRole('link', { name: /Auf unserer Website bewerten/ });
  await expect(websiteLink).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('combobox', { name: 'Google Standort' })).toBeVisible();
  await expectAccessible(page);
});

/** Reads the hue of the stars in degrees (red is 0, orange about 30, green 120) and their brightness (0 to 255). */
async function readStarColour(page: Page) {
  const [red = 0, green = 0, blue = 0] = await page
    .getByRole('img', { name: /von 5 Sternen/ })
    .evaluate((stars) => getComputedStyle(stars).color.match(/\d+/g)?.map(Number) ?? []);
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const hueSextant = max === red ? (green - blue) / (max - min) : 2 + (blue - red) / (max - min);
  return { hue: (hueSextant * 60 + 360) % 360, brightness: max };
}

test('three stars are orange in both themes [6.4]', async ({ page }) => {
  await openAppointmentsWithRating(page, 3);
  for (const colorScheme of ['light', 'dark'] as const)
    await test.step(colorScheme, async () => {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme);
      const { hue, brightness } = await readStarColour(page);
      expect(hue).toBeGreaterThan(20);
      expect(hue).toBeLessThan(35);
      // With a lower value the colour would be brown.
      expect(brightness).toBeGreaterThan(190);
      await expectAccessible(page);
    });
});
