import { expect, type Browser, type Page } from '@playwright/test';
import { checkSession } from '../../src/features/accounts/contract.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { actAsNewParticipant, registerParticipant } from './people.ts';
import { test } from './test.ts';

/** Signs a user in through the dialog of a page in a new browser context; returns the page. */
async function signInElsewhere(browser: Browser, email: string, password: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto('/einstellungen');
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-Mail').fill(email);
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill(password);
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByText('Diese Sitzung')).toBeVisible();
  return page;
}

test('a user sees where they are signed in, ends one session, then all others [3.12]', async ({ page, browser }) => {
  const { email, password, sessionId } = await registerParticipant(page);
  await page.addInitScript((id) => localStorage.setItem('sessionId', id), sessionId);
  const phonePage = await signInElsewhere(browser, email, password);
  const libraryPage = await signInElsewhere(browser, email, password);
  await page.goto('/einstellungen');
  const section = page.getByRole('region', { name: 'Meine Sitzungen' });
  await expect(section.getByRole('listitem')).toHaveCount(3);
  await expect(section.getByRole('listitem').first()).toContainText('Diese Sitzung');
  await expect(section.getByText(/^Chrome auf /).first()).toBeVisible();
  await expectAccessible(page);

  // The list begins with the current session. The most recently used session follows: the library's.
  await section
    .getByRole('button', { name: /^Beenden Chrome/ })
    .first()
    .click();
  await section.getByRole('button', { name: /^Sicher\? Chrome/ }).click();
  await expect(page.getByText('Die Sitzung ist beendet.').first()).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveCount(2);
  await expect(section.getByRole('listitem').nth(1)).toBeFocused();
  await libraryPage.reload();
  await expect(libraryPage.getByRole('button', { name: 'Zur Anmeldung' })).toBeVisible();

  await section.getByRole('button', { name: 'Alle anderen beenden Sitzungen' }).click();
  await section.getByRole('button', { name: 'Sicher? Sitzungen' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(1);
  await expect(section.getByRole('button', { name: /beenden/i })).toHaveCount(0);
  // The page on the phone stays open, and the next action opens the sign-in dialog.
  await phonePage.getByRole('switch', { name: 'Am Tag vorher' }).click();
  await expect(phonePage.getByRole('dialog', { name: 'Anmeldung' })).toBeVisible();
});

test('a session id that is copied to another browser does not sign anyone in', async ({ page, browser }) => {
  const session = await actAsNewParticipant(page);
  await page.goto('/appointments');
  await expect(page.getByRole('heading', { name: 'Meine Termine', level: 1 })).toBeVisible();
  const thiefPage = await (await browser.newContext()).newPage();
  expect((await callPortal(thiefPage.request, checkSession, {}, session)).data).toBeNull();
  await thiefPage.addInitScript((id) => localStorage.setItem('sessionId', id), session);
  await thiefPage.goto('/appointments');
  await expect(thiefPage.getByRole('button', { name: 'Zur Anmeldung' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Meine Termine', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zur Anmeldung' })).toHaveCount(0);
});

test('an incomplete response, as after leaving a page early, does not sign the user out [3.6]', async ({ page }) => {
  await actAsNewParticipant(page);
  // The first response about the session ends in the middle of its body.
  await page.addInitScript(() => {
    const originalFetch = window.fetch.bind(window);
    let isFirstCheck = true;
    window.fetch = async (input, init) => {
      if (!isFirstCheck || typeof input !== 'string' || !input.includes('sessionCheck'))
        return originalFetch(input, init);
      isFirstCheck = false;
      const brokenBody = new ReadableStream({
        start(body) {
          body.enqueue(new TextEncoder().encode('{"meta":'));
          body.error(new TypeError('network error'));
        },
      });
      return new Response(brokenBody, { headers: { 'content-type': 'application/json' } });
    };
  });
  await page.goto('/intern-participant');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen, Robin!');
});

test('a server that refuses or fails at the start does not sign the user out [3.6]', async ({ page }) => {
  await actAsNewParticipant(page);
  for (const status of [429, 500])
    await test.step(`status ${status}`, async () => {
      await page.route(
        `**/${checkSession.path}.php`,
        (route) => route.fulfill({ status, json: { meta: { status: 'error', message: 'Fehler' } } }),
        { times: 1 },
      );
      await page.goto('/intern-participant');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen, Robin!');
    });
});
