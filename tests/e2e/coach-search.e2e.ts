import { expect, type Page } from '@playwright/test';
import { openSelect } from './keys.ts';
import { buildParticipantsAnswer } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { detailsPanel } from './calendar-pages.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';

/**
 * Responds to searches in place of the server, but holds back the response to a search for 'Alt'. Returns a function
 * that sends the held response and waits until the page has reacted.
 */
async function holdOldResponse(
  page: Page,
  path: string,
  createBody: (searchString: string) => object,
): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let markSent = () => {};
  const oldResponseSent = new Promise<void>((resolve) => (markSent = resolve));
  await page.route(`**/${path}.php`, async (route) => {
    const { searchString } = route.request().postDataJSON() as { searchString: string };
    if (searchString === 'Alt') await released;
    // A page that no longer waits for the response has cancelled the request.
    await route.fulfill({ json: createBody(searchString) }).catch(() => undefined);
    if (searchString === 'Alt') markSent();
  });
  return async () => {
    release();
    await oldResponseSent;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  };
}

test('the button shows that a search is running, and an older response does not replace a newer one [8.3]', async ({
  page,
}) => {
  await actAsDemo(page, 'coach');
  const sendOldResponse = await holdOldResponse(page, 'coach/searchParticipantFull', (text) =>
    buildParticipantsAnswer({ fullName: `Robin ${text}` }),
  );
  await page.goto('/search-participant-coach?suche=Neu');
  await expect(page.getByRole('heading', { name: 'Robin Neu' })).toBeVisible();
  await page.getByRole('searchbox').fill('Alt');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page).toHaveURL(/suche=Alt/);
  await expect(page.getByRole('button', { name: 'Suche Teilnehmer:in ...' })).toHaveAttribute('aria-busy', 'true');

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Robin Neu' })).toBeVisible();
  await sendOldResponse();
  await expect(page.getByRole('heading', { name: 'Robin Neu' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Robin Alt' })).toHaveCount(0);
});

test('the participant picker shows the results of the last input, whichever response comes first', async ({ page }) => {
  await actAsDemo(page, 'coach2');
  const sendOldResponse = await holdOldResponse(page, 'coach/searchParticipant', (text) => ({
    data: [{ participantId: 1, fullName: `Robin ${text}`, email: 'robin@e2e.example' }],
    meta: { status: 'success' },
  }));
  await page.goto('/new-appointment-coach');
  await page.getByRole('radio', { name: 'Einzelcoaching' }).check();
  await page.getByRole('checkbox', { name: /Direkt/ }).check();
  const searchRequest = page.waitForRequest('**/coach/searchParticipant.php');
  await page.getByRole('combobox').fill('Alt');
  await searchRequest;
  await page.getByRole('combobox').fill('Neu');
  await expect(page.getByRole('option')).toHaveText([/Robin Neu/]);
  await sendOldResponse();
  await expect(page.getByRole('option')).toHaveText([/Robin Neu/]);
});

test('an admin lists participants without searching or by end of qualification; one hit is expanded [8.3]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.goto('/search-participant-admin');
  await page.getByRole('button', { name: 'Alle anzeigen' }).click();
  await expect(page).toHaveURL('/search-participant-admin?alle=1');
  const detailsButtons = page.getByRole('main').getByRole('button', { name: /^Details/ });
  await expect(detailsButtons).toHaveCount(5);
  await expect(detailsButtons.first()).toHaveAttribute('aria-expanded', 'false');
  await page.goto('/search-participant-admin?endeVon=2099-01-01');
  await expect(page.getByText('Es konnten keine Teilnehmer:in gefunden werden')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Ende der Qualifizierung von' })).toContainText('01.01.2099');
  await page.goto('/search-participant-admin');
  await page.getByRole('searchbox').fill('teilnehmer@demo.example');
  await page.getByRole('button', { name: 'Suchen', exact: true }).click();
  await expect(detailsButtons).toHaveCount(1);
  await expect(detailsButtons).toHaveAttribute('aria-expanded', 'true');
});

test('details open by keyboard at their own URL; chips show the active filters [8.3]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await atEachSize(page, [desktop, phone], async (size) => {
    await page.goto('/search-participant-admin?alle=1&ohne=inaktiv');
    const rows = page.locator('[data-entry]');
    await expect(rows).toHaveCount(5);
    await expectAccessible(page);
    const secondRow = rows.nth(1);
    if (size === desktop) {
      await rows.first().focus();
      await page.keyboard.press('ArrowDown');
      await expect(secondRow).toBeFocused();
    } else await secondRow.getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/person=\d+/);
    const panel = detailsPanel(page);
    await expect(panel.getByText('Qualifizierung', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(panel.getByRole('heading', { level: 2 })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(page).not.toHaveURL(/person=/);
    await page.getByRole('button', { name: 'Filter entfernen: Ohne: inaktiv' }).press('Enter');
    await expect(page).toHaveURL(/alle=1$/);
    await openSelect(page.getByRole('combobox', { name: 'Zeilen je Seite' }));
    await page.getByRole('option', { name: '25' }).click();
    await expect(rows).toHaveCount(25);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    // The browser remembers the number.
    await openSelect(page.getByRole('combobox', { name: 'Zeilen je Seite' }));
    await page.getByRole('option', { name: '5', exact: true }).click();
    await expect(rows).toHaveCount(5);
  });
});

test('participants are sorted by column headings, on a phone by a field; the URL keeps the order [8.3]', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  await actAsDemo(page, 'admin');
  await page.goto('/search-participant-admin?alle=1');
  const rows = page.locator('[data-entry]');
  const heading = page.getByRole('columnheader', { name: 'Qualifizierung bis' });
  const readEndDates = async () =>
    (await rows.allTextContents()).map(
      (text) => /(\d\d)\.(\d\d)\.(\d{4})/.exec(text)?.slice(1).reverse().join('-') ?? '',
    );
  await expect(rows).toHaveCount(5);
  await heading.getByRole('button').click();
  await expect(page).toHaveURL(/sortierung=ende$/);
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(async () => isAscending(await readEndDates())).toBe(true);
  const [soonestEndDate = ''] = await readEndDates();
  await heading.getByRole('button').click();
  await expect(page).toHaveURL(/sortierung=spaetestes-ende$/);
  await expect.poll(async () => ((await readEndDates())[0] ?? '') > soonestEndDate).toBe(true);
  expect(isAscending((await readEndDates()).toReversed())).toBe(true);
  await page.reload();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('columnheader', { name: 'Teilnehmer:in' }).getByRole('button').click();
  await expect(page).toHaveURL(/sortierung=name$/);
  // A second press restores the search's default order.
  await page.getByRole('columnheader', { name: 'Teilnehmer:in' }).getByRole('button').click();
  await expect(page).toHaveURL(/alle=1$/);

  await page.setViewportSize(phone);
  await openSelect(page.getByRole('combobox', { name: 'Sortierung' }));
  await page.getByRole('option', { name: 'Standort, aufsteigend' }).click();
  await expect(page).toHaveURL(/sortierung=standort$/);
  await expect(rows).toHaveCount(5);
  await expectAccessible(page);
});

const isAscending = (texts: string[]) => texts.every((text, index) => index === 0 || text >= (texts[index - 1] ?? ''));
