import { expect, type Page } from '@playwright/test';
import type { BookableAppointment } from '../../src/features/booking/contract.ts';
import { germanDate, weekday } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { actAsNewParticipant } from './people.ts';
import { cardOf, createSlots, preferSlotCards } from './slots.ts';
import { test } from './test.ts';

const filter = (page: Page) => page.getByRole('region', { name: 'Filter' });
const cards = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Zeitraum' });
const dayCell = (page: Page, date: string) =>
  filter(page).getByRole('gridcell', { name: `${weekday(date)}, ${germanDate(date)}` });

/** Creates a slot at night with a coach who can be chosen in the filter. */
async function createSlot(page: Page): Promise<BookableAppointment> {
  const [slot] = await createSlots(page, ['coach']);
  if (!slot) throw new Error('no slot');
  return slot;
}

/** Shows the month of a day in the calendar. At first, the calendar shows the month of the next free slot. */
async function showMonthOf(page: Page, date: string) {
  const month = new Date(`${date}T00:00:00Z`).toLocaleDateString('de-DE', { month: 'long', timeZone: 'UTC' });
  const nextMonthButton = filter(page).getByRole('button', { name: 'Nächster Monat' });
  await expect(nextMonthButton).toBeVisible();
  if (
    !(await filter(page)
      .getByText(`${month} ${date.slice(0, 4)}`)
      .isVisible())
  )
    await nextMonthButton.click();
}

test('on a wide screen the filter is open, and it survives a reload and going back [4.14]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  const slot = await createSlot(page);
  await page.setViewportSize(desktop);
  await page.goto('/booking');
  await expect(cards(page)).toHaveCount(5);
  await filter(page).getByLabel('Coach').selectOption({ label: slot.coach });
  await expect(page).toHaveURL(/coach=\d+/);
  await filter(page).getByRole('button', { name: slot.day }).click();
  await filter(page).getByRole('button', { name: 'Vormittag' }).click();
  await expect(page).toHaveURL(/wochentage=\d&zeit=vormittag/);
  await showMonthOf(page, slot.date);
  await dayCell(page, slot.date).click();
  await expect(page).toHaveURL(new RegExp(`tag=${slot.date}`));
  await expect(page.getByRole('heading', { level: 2, name: /der \d\d\.\d\d\.\d{4}$/ })).toHaveCount(1);
  await expect(cardOf(page, slot)).toBeVisible();
  for (const card of await cards(page).all()) await expect(card).toContainText(slot.coach);
  await expectAccessible(page);

  await page.reload();
  await expect(cardOf(page, slot)).toBeVisible();
  await expect(filter(page).getByRole('button', { name: slot.day })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(page).not.toHaveURL(/tag=/);
  await expect(filter(page).getByRole('button', { name: slot.day })).toHaveAttribute('aria-pressed', 'true');
  await filter(page).getByRole('button', { name: 'Zurücksetzen' }).click();
  await expect(page).toHaveURL('/booking');
  await expect(filter(page).getByRole('button', { name: slot.day })).toHaveAttribute('aria-pressed', 'false');
});

test('on a slow device, two filters that are pressed in quick succession both apply [4.14]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  await page.setViewportSize(desktop);
  await page.goto('/booking');
  await expect(cards(page)).toHaveCount(5);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const toggles = ['Montag', 'Vormittag'].map((name) => filter(page).getByRole('button', { name }));
  const [firstToggle, secondToggle] = await Promise.all(toggles.map((toggle) => toggle.elementHandle()));
  if (!firstToggle || !secondToggle) throw new Error('no toggles');
  await firstToggle.evaluate((first, second) => {
    (first as HTMLElement).click();
    setTimeout(() => (second as HTMLElement).click());
  }, secondToggle);
  await expect(page).toHaveURL(/zeit=vormittag/);
  await expect(page).toHaveURL(/wochentage=1&zeit=vormittag/);
  for (const toggle of toggles) await expect(toggle).toHaveAttribute('aria-pressed', 'true');
});

test('the row of days fades out at both ends and scrolls to the focused day [4.14]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  await preferSlotCards(page);
  await atEachSize(page, [phone, desktop], async (size) => {
    await page.goto('/booking');
    await expect(cards(page)).toHaveCount(5);
    const days = page.getByRole('group', { name: 'Tag wählen' });
    await expect(days.getByRole('button').nth(10)).toBeAttached();
    const rowBox = (await days.boundingBox()) ?? { x: 0, width: 0 };
    // The fade is as wide as the margin of the page.
    const margin = size === phone ? 16 : 24;
    if (size === phone) expect([rowBox.x, rowBox.width]).toEqual([0, size.width]);
    const readFadeAt = (end: '::before' | '::after') =>
      days.evaluate((row, pseudoElement) => getComputedStyle(row, pseudoElement).backgroundImage, end);
    for (const end of ['::before', '::after'] as const) expect(await readFadeAt(end)).toContain('gradient');
    await days.getByRole('button').first().focus();
    for (const day of await days.getByRole('button').all()) {
      await expect(day).toBeFocused();
      const distanceToEdge = async () => {
        const { x, width } = (await day.boundingBox()) ?? { x: 0, width: 0 };
        return Math.min(x - rowBox.x, rowBox.x + rowBox.width - (x + width));
      };
      await expect.poll(distanceToEdge).toBeGreaterThanOrEqual(margin - 1);
      await page.keyboard.press('Tab');
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  });
});

test('on a phone the filter is collapsed; the keyboard opens the filter and reaches the next free slot [4.14]', async ({
  page,
}) => {
  await actAsNewParticipant(page, { hasCv: true });
  await createSlot(page);
  await page.setViewportSize(phone);
  await preferSlotCards(page);
  await page.goto('/booking');
  await expect(cards(page)).toHaveCount(5);
  const filterButton = filter(page).getByRole('button', { name: 'Filter' });
  await expect(filterButton).toHaveAttribute('aria-expanded', 'false');
  await expect(filter(page).getByLabel('Coach')).toHaveCount(0);
  await filterButton.focus();
  await page.keyboard.press('Enter');
  const morningButton = filter(page).getByRole('button', { name: 'Vormittag' });
  await morningButton.focus();
  await page.keyboard.press('Space');
  await expect(morningButton).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/zeit=vormittag/);
  await expectAccessible(page);

  const nextSlotLink = page.getByRole('link', {
    name: /^Nächster freier Termin: (Mo|Di|Mi|Do|Fr|Sa|So), \d\d\.\d\d\., \d\d:\d\d Uhr$/,
  });
  await nextSlotLink.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/zeit=vormittag&tag=\d{4}-\d\d-\d\d$/);
  await expect(cards(page).first()).toBeFocused();
  await filter(page).getByRole('button', { name: 'Termine zeigen' }).press('Enter');
  await expect(filter(page).getByLabel('Coach')).toHaveCount(0);
  await expect(filter(page).getByRole('button', { name: 'Filter (2)' })).toBeFocused();
  await expect(cards(page).first()).toBeInViewport({ ratio: 1 });
});

test('days without free slots cannot be chosen, and a filter without results can be reset [4.14]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  await page.setViewportSize(desktop);
  await page.goto('/booking?coach=999999');
  await expect(page.getByText('Zu deinem Filter passt gerade kein freier Termin.')).toBeVisible();
  const dayWithoutSlots = filter(page)
    .getByRole('gridcell', { name: /nichts frei$/ })
    .and(page.locator(':not(:disabled)'))
    .first();
  await expect(dayWithoutSlots).toHaveAttribute('aria-disabled', 'true');
  await dayWithoutSlots.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/booking?coach=999999');
  await expect(filter(page).getByRole('link', { name: /^Ohne Filter frei: / })).toBeVisible();
  await expect(filter(page).getByRole('link', { name: /^Nächster freier Termin/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  await expect(page).toHaveURL('/booking');
  await expect(cards(page).first()).toBeFocused();
});
