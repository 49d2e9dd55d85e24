import { expect, type Locator } from '@playwright/test';
import {
  createOwnAppointment,
  deleteOwnAppointment,
  getFullOverview,
} from '../../src/features/appointments/contract.ts';
import { addDays, dateOf, instantOf } from '../../src/shared/berlin.ts';
import { lastMonthOf } from '../../src/shared/date-range.ts';
import {
  actAsNewParticipantWithEmail,
  appointmentRows,
  detailsPanel,
  participantIdOf,
  unusedDay,
} from './calendar-pages.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { openSelect } from './keys.ts';
import { actAsDemo } from './people.ts';
import { bookWithCoach } from './slots.ts';
import { askToDelete } from './staff.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

test('an appointment that another user has just deleted is reported as deleted, and leaves the list [7.9]', async ({
  page,
}) => {
  const date = unusedDay();
  const coachSession = await actAsDemo(page, 'coach3');
  const ids: number[] = [];
  for (const hour of ['09', '10']) {
    const form = {
      type: 'Einzelcoaching',
      date,
      fromTime: `${hour}:00`,
      tillTime: `${hour}:45`,
      participantId: null,
    } as const;
    const { data } = await callPortal(page.request, createOwnAppointment, form, coachSession);
    ids.push(data.appointmentId);
  }
  await page.goto(`/appointment-overview-coach?von=${date}&bis=${date}`);
  await expect(appointmentRows(page)).toHaveCount(2);
  const deleteItem = await askToDelete(page, appointmentRows(page).first());
  await callPortal(page.request, deleteOwnAppointment, { appointmentId: ids[0] ?? 0 }, coachSession);
  await deleteItem.press('Enter');
  await expect(toastOf(page, 'Diesen Termin hat inzwischen schon jemand gelöscht.')).toBeVisible();
  await expect(appointmentRows(page)).toHaveCount(1);
  await expect(appointmentRows(page).first()).toBeFocused();
});

test('a screen of 1440 × 900 px shows 20 appointments at once [7.8]', async ({ page }) => {
  await page.setViewportSize(desktop);
  await actAsDemo(page, 'admin');
  // In October the button for the month before has the longest name.
  await page.clock.setFixedTime('2027-10-15T10:00:00Z');
  const today = dateOf(new Date());
  await page.goto(`/appointment-overview-admin?von=${today}&bis=${addDays(today, 30)}`);
  await expect(page.getByRole('button', { name: 'Voriger Monat (September)' })).toBeVisible();
  await openSelect(page.getByRole('combobox', { name: 'Zeilen je Seite' }));
  await page.getByRole('option', { name: '25', exact: true }).click();
  await expect(appointmentRows(page)).toHaveCount(25);
  await expect(appointmentRows(page).nth(19)).toBeInViewport({ ratio: 1 });
});

test('at each width a row of the overview shows its text in full [7.8]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  // From tomorrow on, since today's first free appointment may have begun.
  const today = dateOf(new Date());
  const range = `von=${addDays(today, 1)}&bis=${addDays(today, 30)}`;
  await page.goto(`/appointment-overview-admin?${range}&ohne=gebucht,versaeumt`);
  const row = appointmentRows(page).first();
  for (const [width, maxRowHeight] of [
    [320, 140],
    [360, 100],
    [600, 96],
    [768, 96],
    [1440, 64],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(row).toContainText(/.., \d\d\.\d\d\..*\d\d:\d\d.* Uhr/);
    await expect(row.getByText('Frei', { exact: true })).toBeVisible();
    await expect.poll(async () => (await row.boundingBox())?.height, `at ${width} px`).toBeLessThan(maxRowHeight);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const overflowingCount = await row
      .locator('th, td, button')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length);
    expect(overflowingCount, `at ${width} px`).toBe(0);
  }
});

test('arrow keys move between rows; Enter opens the details, which have their own address; going back closes them [7.8]', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  await actAsDemo(page, 'admin');
  await page.goto('/appointment-overview-admin?ohne=frei');
  const rows = appointmentRows(page);
  await expect(rows.nth(2)).toBeVisible();
  // The rows are a single tab stop, directly after the last column heading.
  await page.getByRole('columnheader', { name: 'Coach' }).getByRole('button').focus();
  await page.keyboard.press('Tab');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows.first()).toBeFocused();
  // Arrows also lead to other rows from a checkbox or a button of a row.
  await page.keyboard.press('Tab');
  await expect(rows.first().getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await rows
    .nth(1)
    .getByRole('button', { name: /^Details/ })
    .focus();
  await page.keyboard.press('ArrowUp');
  await expect(rows.first()).toBeFocused();
  const participantName = (await rows.first().getByRole('cell').nth(3).textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(detailsPanel(page)).toContainText(participantName);
  await expect(page).toHaveURL(/termin=\d+/);
  await expectAccessible(page);
  const detailsUrl = page.url();
  await page.goBack();
  await expect(detailsPanel(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/termin=/);
  await expect(rows.first()).toBeFocused();
  // Visiting the address also opens the details, and closing them leads back to the list.
  await page.goto(detailsUrl);
  await expect(detailsPanel(page)).toContainText(participantName);
  // From 1240 px on they stand beside the list, in which the row then leaves out the year and the end.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rows.first().getByRole('cell').nth(1)).toHaveText(/^\d\d:\d\d$/, { useInnerText: true });
  await page.getByRole('button', { name: 'Details schließen' }).click();
  await expect(page).not.toHaveURL(/termin=/);
  await expect(detailsPanel(page)).toHaveCount(0);
});

test('what is over is grey, and a free one that is over is not called free [7.8]', async ({ page }) => {
  const date = unusedDay();
  const coachSession = await actAsDemo(page, 'coach3');
  for (const [type, hour] of [
    ['Einzelcoaching', '09'],
    ['Speedcoaching', '10'],
  ] as const) {
    const form = { type, date, fromTime: `${hour}:00`, tillTime: `${hour}:45`, participantId: null };
    await callPortal(page.request, createOwnAppointment, form, coachSession);
  }
  const statusTexts = () => appointmentRows(page).locator('.chip').allTextContents();
  const colorOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color);
  const firstRowStart = () => appointmentRows(page).first().locator('th, .first');
  const sizes = [{ width: 360, height: 900 }, desktop];
  const colorsBefore: string[] = [];
  await page.goto(`/appointment-overview-coach?von=${date}&bis=${date}`);
  await atEachSize(page, sizes, async () => {
    await expect.poll(statusTexts).toEqual(['Frei', 'Frei']);
    colorsBefore.push(await colorOf(firstRowStart()));
  });

  // The same appointments, as they would be shown if they had been yesterday.
  await page.route('**/coach/appointmentOverview.php', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { date: string }[] };
    for (const row of answer.data) row.date = addDays(dateOf(new Date()), -1);
    await route.fulfill({ response, json: answer });
  });
  await page.reload();
  await atEachSize(page, sizes, async (size) => {
    await expect.poll(statusTexts).toEqual(['Ungebucht', 'Beendet']);
    expect(await colorOf(firstRowStart())).not.toBe(colorsBefore[sizes.indexOf(size)]);
    await expectAccessible(page);
  });
});

test('a click opens a row’s details beside the list, which stays usable; arrows go on from row to row [7.8]', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(desktop);
  const date = unusedDay();
  const coachSession = await actAsDemo(page, 'coach3');
  const email = await actAsNewParticipantWithEmail(await (await browser.newContext()).newPage());
  const participantId = await participantIdOf(page, email, coachSession);
  for (const hour of ['09', '10', '11']) {
    const form = { type: 'Einzelcoaching', date, fromTime: `${hour}:00`, tillTime: `${hour}:45` } as const;
    await callPortal(page.request, createOwnAppointment, { ...form, participantId }, coachSession);
  }
  await page.goto(`/appointment-overview-coach?von=${date}&bis=${date}`);
  const rows = appointmentRows(page);
  const [first, second, third] = ['09:00 bis 09:45', '10:00 bis 10:45', '11:00 bis 11:45'] as const;
  await expect(rows).toHaveCount(3);
  const heightBefore = (await rows.first().boundingBox())?.height;
  await rows.first().getByRole('cell').nth(2).click();
  const panel = detailsPanel(page);
  await expect(panel).toContainText(first);
  await expect(panel.getByRole('heading')).toBeFocused();
  expect((await rows.first().boundingBox())?.height).toBe(heightBefore);
  await expectAccessible(page);
  // Another row takes its place.
  await rows.nth(2).getByRole('cell').nth(2).click();
  await expect(panel).toContainText(third);
  // The panel takes the focus a moment after it shows the row.
  await expect(panel.getByRole('heading')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(panel).toContainText(second);
  await panel.getByRole('button', { name: 'Vorheriger Eintrag' }).click();
  await expect(panel).toContainText(first);
  await expect(panel.getByRole('button', { name: 'Vorheriger Eintrag' })).toBeDisabled();
  await expect(rows.first()).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(rows.first()).toBeFocused();
  // One step back has closed all of them.
  await page.goBack();
  await expect(page).not.toHaveURL(/appointment-overview/);
});

test('the last month can be chosen for the evidence [15.1]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/appointment-overview-admin');
  await page.getByRole('button', { name: /^Voriger Monat \(\p{L}+\)$/u }).click();
  const { from, till } = lastMonthOf(dateOf(new Date()));
  await expect(page).toHaveURL(new RegExp(`von=${from}&bis=${till}`));
});

test('on a phone the overview begins near the top, and a tap on a row opens its details with all actions [7.8]', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await actAsDemo(page, 'admin');
  await page.goto('/appointment-overview-admin?ohne=versaeumt');
  const rows = appointmentRows(page);
  await expect(rows.first()).toBeVisible();
  expect((await rows.first().boundingBox())?.y).toBeLessThan(280);
  // The filters are behind one button that names the range.
  await page.getByRole('button', { name: 'Filter: Nächste 30 Tage' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByRole('checkbox', { name: /^Frei/ }).uncheck();
  await openSelect(sheet.getByRole('combobox', { name: 'Sortierung' }));
  await page.getByRole('option', { name: 'Teilnehmer:in, aufsteigend' }).click();
  await expect(sheet.getByRole('button', { name: 'Nachweis exportieren' })).toBeEnabled();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Anzeigen' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/sortierung=participant/);
  await expect(rows.first()).toContainText('Gebucht');
  await rows
    .first()
    .getByRole('button', { name: /Gebucht/ })
    .click();
  await expect(detailsPanel(page).getByRole('button', { name: 'Zur Person' })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(detailsPanel(page)).toHaveCount(0);
});

test('the panel has everything that can be done with a booking: an admin cancels in it [7.8]', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(desktop);
  const { slot } = await bookWithCoach(browser, 'coach3');
  await actAsDemo(page, 'admin');
  await page.goto(`/appointment-overview-admin?von=${slot.date}&bis=${slot.date}&ohne=frei`);
  const row = appointmentRows(page).filter({ hasText: slot.coach }).filter({ hasText: slot.start });
  await row.getByRole('cell').nth(3).click();
  const panel = detailsPanel(page);
  await panel.getByRole('button', { name: 'Unterlagen' }).click();
  await expect(page.getByRole('dialog', { name: 'Unterlagen von Robin Reise' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeVisible();
  for (const action of ['Verschieben', 'Aus Kulanz absagen', 'Zur Person'])
    await expect(panel.getByRole('button', { name: action })).toBeVisible();
  await panel.getByRole('button', { name: 'Stornieren' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Die Coachin ist krank.');
  await dialog.getByRole('button', { name: 'Stornieren und Zeit freigeben' }).click();
  await expect(row).toHaveCount(0);
  await expect(panel).toHaveCount(0);
});

test('the number of rows on a page can be chosen, and is kept on this device [7.8]', async ({ page }) => {
  await page.setViewportSize(desktop);
  await actAsDemo(page, 'admin');
  await page.goto('/appointment-overview-admin?seite=2');
  await expect(appointmentRows(page)).toHaveCount(15);
  await page.getByRole('textbox', { name: 'Gehe zu Seite' }).fill('3');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/seite=3/);
  await openSelect(page.getByRole('combobox', { name: 'Zeilen je Seite' }));
  await expect(page.getByRole('option')).toHaveText(['15', '25', '50', '100', '500']);
  await page.getByRole('option', { name: '25', exact: true }).click();
  await expect(appointmentRows(page)).toHaveCount(25);
  await expect(page).not.toHaveURL(/seite=/);
  await page.reload();
  await expect(appointmentRows(page)).toHaveCount(25);
  // At least 17 rows are visible without scrolling, even if a name is longer than its column.
  await page.evaluate(() => scrollTo(0, 0));
  const visibleRowCount = await appointmentRows(page).evaluateAll(
    (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
  );
  expect(visibleRowCount).toBeGreaterThanOrEqual(17);
});

test('one click leads from appointments that have begun to the next one, on its page [7.8]', async ({ page }) => {
  const session = await actAsDemo(page, 'admin');
  const today = dateOf(new Date());
  const [fromDate, tillDate] = [addDays(today, -10), addDays(today, 10)];
  const findNext = async () => {
    const input = { fromDate, tillDate, status: { booked: true, free: true, missed: true }, coachId: null };
    const { data } = await callPortal(page.request, getFullOverview, input, session);
    return data.find(({ date, timeSlot }) => Number(instantOf(date, timeSlot.slice(0, 5))) > Date.now())?.id;
  };
  await atEachSize(page, [desktop, phone], async () => {
    // Another appointment may become the next one meanwhile.
    const expected = [await findNext()];
    await page.goto(`/appointment-overview-admin?von=${fromDate}&bis=${tillDate}`);
    await page.getByRole('button', { name: 'Zum nächsten Termin' }).click();
    await expect(page).toHaveURL(/seite=\d/);
    const row = page.locator('[data-entry]:focus');
    await expect(row).toBeInViewport({ ratio: 1 });
    expected.push(await findNext());
    expect(expected).toContain(Number(await row.getAttribute('data-entry')));
    await expectAccessible(page);
  });
});

test('a page of 500 rows is drawn in full, beginning with the rows that fit on the screen [7.8]', async ({ page }) => {
  await page.setViewportSize(desktop);
  await actAsDemo(page, 'admin');
  await page.addInitScript(() => {
    localStorage.setItem('rows.termine', '500');
    // The number of rows after each change to the document.
    const rowCounts: number[] = [];
    Object.assign(globalThis, { rowCounts });
    new MutationObserver(() => {
      const rowCount = document.querySelectorAll('[data-entry]').length;
      if (rowCount > 0 && rowCount !== rowCounts.at(-1)) rowCounts.push(rowCount);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/appointment-overview-admin');
  const resultText = await page.getByText(/Termine gefunden/).textContent();
  const total = Math.min(500, Number.parseInt(resultText?.replace('.', '') ?? '', 10));
  expect(total).toBeGreaterThan(100);
  await expect(appointmentRows(page)).toHaveCount(total);
  const rowCounts = await page.evaluate(() => (globalThis as unknown as { rowCounts: number[] }).rowCounts);
  expect(rowCounts[0]).toBeLessThanOrEqual(40);
  await appointmentRows(page).first().focus();
  await page.keyboard.press('End');
  await expect(appointmentRows(page).last()).toBeFocused();
});

test('each active filter has a chip that clears it; Zurücksetzen clears all filters but the dates [7.8]', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  await actAsDemo(page, 'admin');
  const day = unusedDay();
  const dateQuery = `von=${addDays(dateOf(new Date()), -30)}&bis=${day}`;
  await page.goto(`/appointment-overview-admin?${dateQuery}&ohne=frei,versaeumt&art=einzel&sortierung=coach`);
  const chips = page.getByRole('group', { name: 'Gesetzte Filter' });
  await expect(chips.getByRole('button')).toHaveText([
    'Art: Einzelcoaching',
    'Ohne: Frei',
    'Ohne: Versäumt',
    'Zurücksetzen',
  ]);
  await page.getByRole('button', { name: 'Filter entfernen: Ohne: Frei' }).click();
  await expect(page).toHaveURL(/ohne=versaeumt&art=einzel/);
  await expect(page.getByRole('checkbox', { name: /^Frei/ })).toBeChecked();
  await chips.getByRole('button', { name: 'Zurücksetzen' }).click();
  await expect(chips).toHaveCount(0);
  await expect(page).toHaveURL(`/appointment-overview-admin?${dateQuery}&sortierung=coach`);
  await expect(page.getByRole('checkbox', { name: /^Versäumt/ })).toBeChecked();
  await page.getByRole('button', { name: 'Nur freie' }).click();
  await expect(chips.getByRole('button')).toHaveText(['Ohne: Gebucht', 'Ohne: Versäumt', 'Zurücksetzen']);
  await page.getByRole('button', { name: 'Alle zeigen' }).click();
  await expect(chips).toHaveCount(0);
});

test('a coach, who cannot cancel a booking, reads in its panel who can [7.18]', async ({ page, browser }) => {
  await page.setViewportSize(desktop);
  const { slot } = await bookWithCoach(browser, 'coach3');
  await actAsDemo(page, 'coach3');
  await page.goto(`/appointment-overview-coach?von=${slot.date}&bis=${slot.date}&ohne=frei`);
  await appointmentRows(page).filter({ hasText: slot.start }).getByRole('cell').nth(3).click();
  const panel = detailsPanel(page);
  await expect(panel.getByRole('button', { name: 'Verschieben' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Stornieren' })).toHaveCount(0);
  await expect(panel.getByText('Stornieren kann nur das Team:').getByRole('link')).toHaveAttribute('href', /^mailto:/);
});
