import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { beNewParticipant } from './people.ts';
import { test } from './test.ts';

test('the welcome page says of each step how far it is, and leads on', async ({ page }) => {
  await beNewParticipant(page, { docx: true });
  await page.goto('/intern-participant');
  const steps = page.getByRole('main').getByRole('listitem');
  await expect(steps).toHaveCount(4);
  await expect(steps.nth(0)).toContainText('Eine bearbeitbare Datei ist da.');
  await expect(steps.nth(1)).toContainText('Du hast 0 von 3 Einzelcoachings gebucht.');
  await expect(steps.nth(2)).toContainText('Es steht noch kein Termin an.');
  await expect(steps.nth(3)).toContainText('Nach deinem ersten Coaching geht es hier weiter.');
  await expectAccessible(page);
  await steps.nth(1).getByRole('link', { name: 'Termine buchen' }).click();
  await expect(page).toHaveURL('/booking');
});

test('an answer that does not come keeps its step open, and the others say how far they are', async ({ page }) => {
  await beNewParticipant(page);
  await page.route('**/participant/getFiles.php', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/intern-participant');
  const steps = page.getByRole('main').getByRole('listitem');
  await expect(steps.nth(0)).toContainText('Dein Stand lässt sich gerade nicht laden.');
  await expect(steps.nth(1)).toContainText('0 von 3');
  await steps.nth(0).getByRole('link', { name: 'Zu meinen Unterlagen' }).click();
  await expect(page).toHaveURL('/files');
});
