import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { firstSectionOfField } from './calendar-pages.ts';
import { atEachSize, phone } from './devices.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';

/** Types into a date field from its first section on, as a person would. */
async function typeInto(page: Page, label: string, digits: string) {
  await firstSectionOfField(page, label).click();
  await page.keyboard.type(digits);
}

const wrongOrderMessage = 'Das Enddatum muss nach dem Startdatum liegen';
const incompleteMessage = 'Bitte gib ein vollständiges Datum ein.';

test('a date that is being typed does not filter until the field is left [1.13]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  const requestedDates: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/appointmentOverview.php'))
      requestedDates.push(request.postDataJSON().fromDate as string);
  });
  await page.goto('/appointment-overview-admin?von=2026-11-02&bis=2026-12-31');
  await expect(page.getByText(/Termine? gefunden/)).toBeVisible();
  await firstSectionOfField(page, 'Von').click();
  // Typed slowly enough for a request after each key.
  await page.keyboard.type('24122026', { delay: 100 });
  await expect(page.getByRole('group', { name: 'Von' })).toContainText(/24.*12.*2026/);
  await expect(page).toHaveURL(/von=2026-11-02/);
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL('/appointment-overview-admin?von=2026-12-24&bis=2026-12-31');
  await expect.poll(() => requestedDates).toEqual(['2026-11-02', '2026-12-24']);

  await typeInto(page, 'Von', '20122026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/von=2026-12-20/);
  await page.getByRole('button', { name: 'Von: Kalender öffnen' }).click();
  await page.getByRole('dialog').getByRole('gridcell', { name: '21', exact: true }).click();
  await expect(page).toHaveURL(/von=2026-12-21/);
});

for (const [role, pages] of [
  [
    'coach',
    [
      ['/daily-plan', /Termine? gefunden/],
      ['/appointment-overview-coach', /Termine? gefunden/],
    ],
  ],
  [
    'admin',
    [
      ['/appointment-overview-admin', /Termine? gefunden/],
      ['/booking-overview', /Buchung(en)? gefunden/],
    ],
  ],
] as const)
  test(`on the pages for the role ${role}, dates in the wrong order and incomplete dates are reported, and no list is shown [1.13]`, async ({
    page,
  }) => {
    await actAsDemo(page, role);
    for (const [path, resultPattern] of pages)
      await test.step(path, async () => {
        await page.goto(`${path}?von=2026-11-02&bis=2026-11-30`);
        const resultText = page.getByRole('main').getByText(resultPattern).first();
        await expect(resultText).toBeVisible();
        await typeInto(page, 'Von', '24122026');
        await expect(page.getByText(wrongOrderMessage)).toHaveCount(0);
        await page.keyboard.press('Tab');
        await expect(page.getByText(wrongOrderMessage)).toBeVisible();
        await expect(resultText).toHaveCount(0);
        await expectAccessible(page);
        await typeInto(page, 'Bis', '31122026');
        await page.keyboard.press('Enter');
        await expect(resultText).toBeVisible();
        await expect(page).toHaveURL(/von=2026-12-24&bis=2026-12-31/);

        await firstSectionOfField(page, 'Bis').click();
        await page.keyboard.press('Backspace');
        await page.keyboard.press('Tab');
        await expect(page.getByText(incompleteMessage)).toBeVisible();
        await expect(resultText).toHaveCount(0);
        await typeInto(page, 'Bis', '30122026');
        await page.keyboard.press('Enter');
        await expect(resultText).toBeVisible();
        await expect(page.getByText(incompleteMessage)).toHaveCount(0);
      });
  });

test('on a phone the page says what is wrong with the days once the sheet of filters is closed [1.13]', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await actAsDemo(page, 'admin');
  await page.goto('/appointment-overview-admin?von=2027-02-02&bis=2027-02-01');
  await expect(page.getByRole('button', { name: 'Filter: Zeitraum prüfen' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Das Enddatum muss nach dem Startdatum liegen');
  await page.getByRole('button', { name: /^Filter: / }).click();
  await expect(page.getByRole('dialog').getByText('Das Enddatum muss nach dem Startdatum liegen')).toBeVisible();
});

test('an incomplete date does not filter the log: it is reported, and can be removed', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/audit');
  await expect(page.getByRole('table', { name: 'Einträge' }).locator('tbody').getByRole('row').first()).toBeVisible();
  await typeInto(page, 'Von', '2412');
  await page.getByRole('button', { name: 'Suchen' }).click({ force: true });
  await expect(page.getByText(incompleteMessage).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suchen' })).toBeDisabled();
  await expect(page).toHaveURL('/audit');
  await page.getByRole('button', { name: 'Zurücksetzen' }).click();
  await expect(page.getByText(incompleteMessage)).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Von' })).not.toContainText('24');
  await expect(page.getByRole('button', { name: 'Suchen' })).toBeEnabled();
});

test('participants cannot be searched by an incomplete date', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/search-participant-admin');
  await page.getByRole('searchbox', { name: 'Teilnehmer:in suchen' }).fill('Robin');
  await typeInto(page, 'Datum', '2412');
  await page.keyboard.press('Enter');
  await expect(page.getByText(incompleteMessage).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suchen' })).toBeDisabled();
  await expect(page).toHaveURL('/search-participant-admin');
});

test('two buttons lead to as many days before and after, and keep the focus [1.13]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  const found = page.getByRole('main').getByText(/^Vom .* Termine gefunden/);
  const before = page.getByRole('button', { name: /^Zeitraum davor/ });
  await atEachSize(page, [{ width: 1280, height: 740 }, phone], async (size) => {
    await page.goto('/daily-plan?von=2031-03-28&bis=2031-04-03');
    await expect(found).toContainText('Vom 28.03.2031 bis 03.04.2031');
    await page.getByRole('button', { name: 'Zeitraum danach: 04.04.2031 bis 10.04.2031' }).press('Enter');
    await expect(found).toContainText('Vom 04.04.2031 bis 10.04.2031');
    await expect(page.getByRole('button', { name: /^Zeitraum danach/ })).toBeFocused();
    if (size !== phone) await expect(page.getByRole('group', { name: 'Von' })).toContainText(/04.*04.*2031/);
    await before.click();
    await before.click();
    await expect(page).toHaveURL('/daily-plan?von=2031-03-21&bis=2031-03-27');
    await expect(found).toContainText('Vom 21.03.2031 bis 27.03.2031');
    await expectAccessible(page);
    // On a phone, too, one tap leads back to today.
    await page.getByRole('button', { name: 'Heute', exact: true }).click();
    await expect(page).not.toHaveURL(/2031/);
  });
});
