import { expect, type Page } from '@playwright/test';
import { login } from '../../src/features/accounts/contract.ts';
import { rateCoaching } from '../../src/features/ratings/contract.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { collectLayoutShifts, sumLayoutShifts } from './layout-shifts.ts';
import { createPastCoaching, createRatedCoach } from './past-coaching.ts';
import { actAsCoach, actAsDemo } from './people.ts';
import { test } from './test.ts';

const ratingRows = (page: Page) =>
  page.getByRole('table', { name: 'Bewertungen' }).getByRole('row', { name: /von 5 Sternen/ });

/** Waits until `isExpected` accepts the stars of the five rows, and returns them: '4,5 von 5 Sternen' becomes 4.5. */
async function readStars(page: Page, isExpected: (stars: number[]) => boolean): Promise<number[]> {
  let stars: number[] = [];
  await expect(async () => {
    const cells = await ratingRows(page)
      .getByRole('cell')
      .filter({ hasText: /von 5 Sternen$/ })
      .allTextContents();
    stars = cells.map((text) => Number(/([\d,]+) von 5/.exec(text)?.[1]?.replace(',', '.')));
    expect(stars).toHaveLength(5);
    expect(isExpected(stars), stars.join(' ')).toBe(true);
  }).toPass();
  return stars;
}

const isAscending = (values: number[]) =>
  values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));

test('a coach reads the stars and feedback of their own ratings, five a page, and can filter by date [6.6]', async ({
  page,
}) => {
  await actAsCoach(page, await createRatedCoach());
  await page.goto('/ratingOverview');
  await expect(page.getByRole('heading', { name: 'Deine Bewertungen', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Coach', { exact: true })).toHaveCount(0);
  await expect(ratingRows(page)).toHaveCount(5);
  await expectAccessible(page);

  await ratingRows(page)
    .first()
    .getByRole('button', { name: /^Details/ })
    .click();
  await expect(page).toHaveURL(/bewertung=\d+/);
  await expect(page.getByText('Persönliches Feedback')).toBeVisible();
  await expect(page.getByText('Der Coach war wertschätzend und professionell.')).toBeVisible();
  await expect(page.getByText('Besprochene Themen')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/bewertung/);
  await expect(ratingRows(page).first()).toBeFocused();

  await page.getByRole('button', { name: 'Zu Seite 2', exact: true }).click();
  await expect(page).toHaveURL(/seite=2/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Seite 2', exact: true })).toHaveAttribute('aria-current', 'page');

  await page.goto('/ratingOverview?von=2020-01-01&bis=2020-01-31');
  await expect(page.getByText('Keine Bewertungen gefunden.')).toBeVisible();
  await expectAccessible(page);
});

test('a search keeps its filters and order in the URL [6.6]', async ({ page }) => {
  await actAsCoach(page, await createRatedCoach());
  await page.goto('/ratingOverview');
  await expect(ratingRows(page)).toHaveCount(5);
  await page.getByLabel('Sterne bis').click();
  await page.getByRole('option', { name: '1' }).click();
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page).toHaveURL(/sterneBis=1/);
  await expect(ratingRows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Filter entfernen: Sterne: 1 bis 1' }).click();
  await expect(ratingRows(page)).toHaveCount(5);
  await expect(page).toHaveURL(/sterneBis=5/);
  await page.getByRole('columnheader', { name: 'Sterne' }).getByRole('button').click();
  await expect(page).toHaveURL(/sortierung=schlechteste/);
  await expect(page.getByRole('columnheader', { name: 'Sterne' })).toHaveAttribute('aria-sort', 'ascending');
  const ascendingStars = await readStars(page, (stars) => isAscending(stars));
  await page.getByRole('columnheader', { name: 'Sterne' }).getByRole('button').click();
  await expect(page).toHaveURL(/sortierung=beste/);
  const descendingStars = await readStars(page, (stars) => isAscending(stars.toReversed()));
  expect(descendingStars[0]).toBeGreaterThan(ascendingStars[0] ?? 5);
});

test('ratings cannot be searched without both dates, or with dates in the wrong order [6.6]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  await page.goto('/ratingOverview?von=2026-02-01&bis=2026-02-28');
  const searchButton = page.getByRole('button', { name: 'Suchen' });
  await expect(searchButton).toBeEnabled();
  await page.getByRole('group', { name: 'Enddatum' }).getByRole('spinbutton').first().click();
  await page.keyboard.type('31012026');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Das Enddatum muss nach dem Startdatum liegen').first()).toBeVisible();
  await expect(searchButton).toBeDisabled();
  await page.getByRole('group', { name: 'Enddatum' }).getByRole('spinbutton').first().click();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  await expect(searchButton).toHaveAccessibleDescription('Bitte gib ein vollständiges Datum ein.');
  await expect(searchButton).toBeDisabled();
});

test('an admin chooses a coach and also reads free text and topics [6.6]', async ({ page }) => {
  // axe checks several hundred elements on this page.
  test.slow();
  await actAsDemo(page, 'admin');
  await page.goto('/ratingOverview');
  await page.getByLabel('Coach', { exact: true }).click();
  await expect(page.getByRole('option').first()).toHaveText('Alle');
  await page.getByRole('option', { name: 'Katharina Brandt' }).click();
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page).toHaveURL(/coach=\d+/);
  await expect(ratingRows(page).first()).toContainText('Katharina Brandt');
  await ratingRows(page)
    .first()
    .getByRole('button', { name: /^Details/ })
    .click();
  await expect(page.getByRole('term').getByText('Besprochene Themen')).toBeVisible();
  await expectAccessible(page);
});

test('the texts of a rating keep their line breaks', async ({ page }) => {
  const { email, appointmentId } = await createPastCoaching();
  const { data } = await callPortal(page.request, login, { username: email, password: 'Demo-2026!' });
  const rating = {
    appointmentId,
    // The contract misspells this key.
    starQestions: [5, 5, 5, 5, 5, 5],
    speakWithCoachQuestions: '',
    personalFeedback: 'Sehr geduldig.\nVielen Dank!',
    freeText: 'Erstens\nZweitens',
    additionalQuestions: '',
  };
  await callPortal(page.request, rateCoaching, rating, data.sessionId);
  await actAsDemo(page, 'admin');
  await page.goto('/ratingOverview?name=R%C3%BCckblick');
  await ratingRows(page)
    .first()
    .getByRole('button', { name: /^Details/ })
    .click();
  for (const text of ['Sehr geduldig.\nVielen Dank!', 'Erstens\nZweitens'])
    await expect.poll(() => page.getByRole('definition').allInnerTexts()).toContain(text);
});

/** Runs in the page: waits until so many frames have been drawn, in which something else could have appeared. */
const waitForFrames = async (count: number) => {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
};

test('on a phone the pager of a list comes with the rows, which would push it down', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAsCoach(page, await createRatedCoach());
  await collectLayoutShifts(page);
  const pagerCode = page.waitForResponse(/\/assets\/Pager-/);
  await page.route('**/assets/RatingList-*.js', async (route) => {
    await (await pagerCode).finished();
    await expect(page.getByText(/Bewertungen gefunden/)).toBeVisible();
    await page.evaluate(waitForFrames, 40);
    await route.continue();
  });
  await page.goto('/ratingOverview');
  await expect(page.getByRole('combobox', { name: 'Zeilen je Seite' })).toBeVisible();
  const { shift, movedElements } = await sumLayoutShifts(page);
  expect(shift, movedElements).toBeLessThanOrEqual(0.02);
});
