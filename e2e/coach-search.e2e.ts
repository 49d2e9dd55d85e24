import { expect, type Page } from '@playwright/test';
import { foundParticipants } from './answers.ts';
import { beDemo } from './people.ts';
import { test } from './test.ts';

/**
 * Answers a search in the server's place; the answer to 'Alt' waits. The answered function lets it go and resolves once
 * the page has made of it whatever it makes of it.
 */
async function holdOld(page: Page, path: string, body: (searchString: string) => object): Promise<() => Promise<void>> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let sent = () => {};
  const oldSent = new Promise<void>((resolve) => (sent = resolve));
  await page.route(`**/${path}.php`, async (route) => {
    const { searchString } = route.request().postDataJSON() as { searchString: string };
    if (searchString === 'Alt') await held;
    // A page that no longer waits for the answer has hung up.
    await route.fulfill({ json: body(searchString) }).catch(() => undefined);
    if (searchString === 'Alt') sent();
  });
  return async () => {
    letGo();
    await oldSent;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  };
}

test('a search under way says so, and an older answer does not overwrite a newer one', async ({ page }) => {
  await beDemo(page, 'coach');
  const answerOld = await holdOld(page, 'coach/searchParticipantFull', (text) =>
    foundParticipants({ fullName: `Robin ${text}` }),
  );
  await page.goto('/search-participant-coach?suche=Neu');
  await expect(page.getByRole('heading', { name: 'Robin Neu' })).toBeVisible();
  await page.getByRole('searchbox').fill('Alt');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page).toHaveURL(/suche=Alt/);
  await expect(page.getByRole('button', { name: 'Suche Teilnehmer:in ...' })).toHaveAttribute('aria-busy', 'true');

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Robin Neu' })).toBeVisible();
  await answerOld();
  await expect(page.getByRole('heading', { name: 'Robin Neu' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Robin Alt' })).toHaveCount(0);
});

test('the picker of a new appointment shows what was typed last, whichever answer comes first', async ({ page }) => {
  await beDemo(page, 'coach2');
  const answerOld = await holdOld(page, 'coach/searchParticipant', (text) => ({
    data: [{ participantId: 1, fullName: `Robin ${text}`, email: 'robin@e2e.example' }],
    meta: { status: 'success' },
  }));
  await page.goto('/new-appointment-coach');
  await page.getByRole('radio', { name: 'Einzelcoaching' }).check();
  await page.getByRole('checkbox', { name: /Direkt/ }).check();
  const asked = page.waitForRequest('**/coach/searchParticipant.php');
  await page.getByRole('combobox').fill('Alt');
  await asked;
  await page.getByRole('combobox').fill('Neu');
  await expect(page.getByRole('option')).toHaveText([/Robin Neu/]);
  await answerOld();
  await expect(page.getByRole('option')).toHaveText([/Robin Neu/]);
});
