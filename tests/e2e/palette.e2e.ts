import { expect, type Page } from '@playwright/test';
import { saveView } from '../../src/features/saved-views/contract.ts';
import { expectAccessible } from './axe.ts';
import { tabToAndPressEnter } from './keys.ts';
import { callPortal } from './calls.ts';
import { actAsNewCoach } from './new-coaches.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Suche' });
const searchField = (page: Page) => palette(page).getByRole('combobox');
const group = (page: Page, name: string) => palette(page).getByRole('group', { name });

/** The announced number of hits. The filter leaves out the library's own status for an empty list. */
const hitCountStatus = (page: Page) =>
  palette(page)
    .getByRole('status')
    .filter({ hasText: /Treffer/ });

/** Opens the page and waits until keyboard shortcuts work. */
async function openPage(page: Page, path: string) {
  await page.goto(path);
  await expect(
    page
      .getByRole('button', { name: /^Suche( …|$)/ })
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
}

test('where there is only touch, nothing is said about keys [1.20]', async ({ page, browser }) => {
  const hint = 'Pfeiltasten wählen, Enter öffnet, Esc schließt.';
  await actAsDemo(page, 'coach');
  await openPage(page, '/daily-plan');
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByText(hint)).toBeVisible();

  const phone = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    storageState: await page.context().storageState(),
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const phonePage = await phone.newPage();
  await openPage(phonePage, '/daily-plan');
  await phonePage.getByRole('button', { name: 'Suche' }).tap();
  await expect(searchField(phonePage)).toBeVisible();
  await expect(palette(phonePage).getByText(hint)).toBeHidden();
  await phone.close();
});

test('an admin finds a participant from any page by typing a few letters, and the details open [1.20]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await openPage(page, '/mails');
  await page.keyboard.press('Control+k');
  await expect(searchField(page)).toBeFocused();
  await searchField(page).fill('teilnehmer@demo');
  const hits = group(page, 'Teilnehmer:innen').getByRole('option');
  await expect(hits).toHaveText([/teilnehmer@demo\.example$/, /: Termine$/, /: Unterlagen$/]);
  await expect(hitCountStatus(page)).toHaveText('3 Treffer');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search-participant-admin?suche=teilnehmer%40demo.example');
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Details/ })).toHaveCount(1);

  const choosePart = async (part: string) => {
    await page.keyboard.press('Control+k');
    await searchField(page).fill('teilnehmer@demo');
    await hits.filter({ hasText: part }).click();
  };
  await choosePart('Termine');
  await expect(page.getByRole('heading', { name: 'Termine', exact: true })).toBeFocused();
  await choosePart('Unterlagen');
  await expect(page.getByRole('dialog', { name: /^Unterlagen von/ })).toBeVisible();
  await expectAccessible(page);
});

test('the shortcut works from the first moment that the menu is in sight [1.20]', async ({ page }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const button = document.querySelector('button[aria-keyshortcuts="Control+K"]');
      if (!button?.checkVisibility()) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await actAsDemo(page, 'admin');
  await page.goto('/mails');
  await expect(searchField(page)).toBeFocused();
});

test('an admin finds pages, coaches and today’s appointments; Escape returns the focus [1.20]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await openPage(page, '/coachlist');
  const searchButton = page.getByRole('button', { name: /^Suche …/ });
  await tabToAndPressEnter(page, searchButton);
  await expect(group(page, 'Heute').getByRole('option').first()).toContainText('Termine von heute');
  await searchField(page).fill('weiß niemand');
  await expect(palette(page).getByText('Nichts gefunden.')).toBeVisible();
  await expect(hitCountStatus(page)).toHaveText('0 Treffer');
  await searchField(page).fill('Schäfer');
  await expect(group(page, 'Coaches').getByRole('option', { name: /Julia Schäfer/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(searchButton).toBeFocused();
  await page.keyboard.press('Enter');
  await searchField(page).fill('einst');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/einstellungen');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a coach finds only their own participants and pages; on a phone, search is in the header [1.20]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAsDemo(page, 'coach');
  await openPage(page, '/daily-plan');
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.getByRole('banner').getByRole('button', { name: 'Suche' }).click();
  await searchField(page).fill('demo.example');
  await expect(hitCountStatus(page)).toHaveText(/Treffer/);
  await searchField(page).fill('Buchungsübersicht');
  await expect(palette(page).getByText('Nichts gefunden.')).toBeVisible();
  expect(requestedPaths.filter((path) => path.includes('/admin/'))).toEqual([]);
  await expectAccessible(page);
});

test('the shortcut does nothing while a dialog is open, nor for participants [1.20]', async ({ page, browser }) => {
  await actAsDemo(page, 'admin');
  await openPage(page, '/coachlist');
  await page.getByRole('button', { name: 'Coach hinzufügen' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);

  const participantPage = await browser.newPage();
  await actAsDemo(participantPage, 'teilnehmer');
  await participantPage.goto('/files');
  await expect(participantPage.getByRole('button', { name: /^Profilmenü/ })).toBeVisible();
  await participantPage.keyboard.press('Control+k');
  await expect(participantPage.getByRole('dialog')).toHaveCount(0);
  await participantPage.close();
});

test('letters typed before the palette has loaded are kept and do not reach the page [1.20]', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/Palette-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await actAsDemo(page, 'admin');
  await openPage(page, '/search-participant-admin');
  const pageField = page
    .getByRole('main')
    .getByRole('combobox')
    .or(page.getByRole('main').getByRole('textbox'))
    .first();
  await pageField.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Protokolx');
  await page.keyboard.press('Backspace');
  release();
  await expect(searchField(page)).toHaveValue('Protokol');
  await page.keyboard.type('l');
  await expect(group(page, 'Seiten').getByRole('option')).toHaveText([/^Protokoll/]);
  await page.keyboard.press('Escape');
  await expect(pageField).toBeFocused();
  await expect(pageField).toHaveValue('');
});

test('the palette knows what can be done: a coach calls in sick with a few letters [1.20]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  await openPage(page, '/intern-coach');
  await page.keyboard.press('Control+k');
  await searchField(page).fill('import');
  await expect(palette(page).getByText('Nichts gefunden.')).toBeVisible();
  await searchField(page).fill('krank');
  await expect(group(page, 'Aktionen').getByRole('option')).toHaveText([/^Krank melden/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/absences-coach?grund=krank');
  await expect(page.getByRole('combobox', { name: 'Grund' })).toHaveValue('illness');
  await expect(page.getByRole('heading', { level: 2, name: 'Vorschau' })).toBeVisible();
});

test('Enter right after a name opens the person who is found, not what was found before [1.20]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await openPage(page, '/mails');
  let answer: () => void = () => undefined;
  const isAnswerAllowed = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/searchParticipantFull.php', async (route) => {
    await isAnswerAllowed;
    // The server's answer for another text has one participant.
    const postData = { ...(route.request().postDataJSON() as object), searchString: 'teilnehmer@demo' };
    await route.fulfill({ response: await route.fetch({ postData }) });
  });
  await page.keyboard.press('Control+k');
  // The coaches have been loaded, among them Julia Schäfer.
  await searchField(page).fill('J');
  await expect(group(page, 'Coaches').getByRole('option', { name: /Julia Schäfer/ })).toBeVisible();
  await searchField(page).fill('Julia');
  await page.keyboard.press('Enter');
  await expect(palette(page).getByText('Lädt...').first()).toBeVisible();
  answer();
  await expect(page).toHaveURL('/search-participant-admin?suche=teilnehmer%40demo.example');
});

test('an admin finds the evidence by its name [1.20]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await openPage(page, '/mails');
  await page.keyboard.press('Control+k');
  await searchField(page).fill('nachweis');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/appointment-overview-admin');
});

test('a saved view opens from any page with its filters and columns [1.20] [7.20]', async ({ page }) => {
  const session = await actAsNewCoach(page);
  const view = {
    list: 'termine' as const,
    name: 'Was noch frei ist',
    query: 'tage=0..30&ohne=gebucht',
    columns: ['email'],
  };
  await callPortal(page.request, saveView, view, session);
  await openPage(page, '/daily-plan');
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.keyboard.press('Control+k');
  await expect(searchField(page)).toBeFocused();
  expect(requestedPaths.filter((path) => path.includes('getViews'))).toEqual([]);
  await searchField(page).fill('noch frei');
  const hit = group(page, 'Ansichten').getByRole('option');
  await expect(hit).toHaveText(['Was noch frei istTerminübersicht']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/^[^?]*\/appointment-overview-coach\?ohne=gebucht&von=/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: 'Ansicht: Was noch frei ist' })).toBeVisible();
});
