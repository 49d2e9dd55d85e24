import { expect } from '@playwright/test';
import { login } from '../../src/features/accounts/contract.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { createPastCoaching } from './past-coaching.ts';
import { actAsDemo, actAsNewParticipant } from './people.ts';
import { test } from './test.ts';

test('the welcome page shows the progress of each step and links to its page [4.12]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/intern-participant');
  const steps = page.getByRole('main').getByRole('listitem');
  await expect(steps).toHaveCount(4);
  await expect(steps.nth(0)).toContainText('Eine bearbeitbare Datei ist da.');
  await expect(steps.nth(1)).toContainText('Du hast 0 von 3 Einzelcoachings gebucht.');
  await expect(steps.nth(2)).toContainText('Es steht noch kein Termin an.');
  await expect(steps.nth(3)).toContainText('Nach deinem ersten Coaching geht es hier weiter.');
  // Before the first coaching there is nothing to rate.
  await expect(steps.nth(3).getByRole('link')).toHaveText(['Ergebnis abholen und bewerten', 'Meine Termine']);
  await expectAccessible(page);
  await steps.nth(1).getByRole('link', { name: 'Termine buchen' }).click();
  await expect(page).toHaveURL('/booking');
});

test('once a coaching can be rated, the last step links to the page where it can be rated [4.12]', async ({ page }) => {
  const { email } = await createPastCoaching();
  const { data } = await callPortal(page.request, login, { username: email, password: 'Demo-2026!' });
  await page.addInitScript((id) => localStorage.setItem('sessionId', id), data.sessionId);
  await page.goto('/intern-participant');
  const lastStep = page.getByRole('main').getByRole('listitem').nth(3);
  await lastStep.getByRole('link', { name: 'Coaching bewerten' }).click();
  await expect(page).toHaveURL('/appointments');
});

test('on a phone, the link to the edited documents leads past the participant’s own documents [4.12]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/files#vom-coach');
  const coachDocuments = page.getByRole('heading', { name: 'Von Deinem Coach hochgeladene Unterlagen' });
  await expect(coachDocuments).toBeFocused();
  await expect(coachDocuments).toBeInViewport();
});

test('a step whose progress cannot be loaded still links to its page, and the other steps show their progress', async ({
  page,
}) => {
  await actAsNewParticipant(page);
  await page.route('**/participant/getFiles.php', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/intern-participant');
  const steps = page.getByRole('main').getByRole('listitem');
  await expect(steps.nth(0)).toContainText('Dein Stand lässt sich gerade nicht laden.');
  await expect(steps.nth(1)).toContainText('0 von 3');
  const nextStep = page.getByRole('region', { name: 'Dein nächster Schritt' });
  await expect(nextStep).toContainText('Dein nächster Schritt lässt sich gerade nicht laden.');
  await page.unroute('**/participant/getFiles.php');
  await nextStep.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(nextStep.getByRole('link', { name: 'Jetzt hochladen' })).toBeVisible();
  await steps.nth(0).getByRole('link', { name: 'Unterlagen hochladen' }).click();
  await expect(page).toHaveURL('/files');
});
