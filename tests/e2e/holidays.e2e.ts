import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { holidaysOf } from '../../src/features/calendar-feed/holidays.adapter.ts';
import { addDays, germanDate } from '../../src/shared/berlin.ts';
import type { FederalState } from '../../src/shared/states.ts';
import { nextDateOn } from '../support/next-days.ts';
import { expectAccessible } from './axe.ts';
import { createdAppointments, firstSectionOfField } from './calendar-pages.ts';
import { chooseByKeyboard } from './keys.ts';
import { actAsDemo } from './people.ts';
import { startPortal } from './portal.ts';
import { test } from './test.ts';

const dateField = (page: Page) => page.getByRole('group', { name: 'Datum' });

/** Types a day `yyyy-mm-dd` into the date field. */
async function typeDay(page: Page, day: string) {
  await firstSectionOfField(page, 'Datum').click();
  await page.keyboard.type(germanDate(day).replaceAll('.', ''));
}

/** Returns the date of a federal state's holiday in the year after next, later than the demo's appointments. */
function holidayInTwoYears(name: string, state: FederalState): string {
  const holiday = holidaysOf(new Date().getFullYear() + 2, state).find((day) => day.name === name);
  if (!holiday) throw new Error(`${state} has no holiday called ${name}.`);
  return holiday.date;
}

test('forms point out holidays of the coach’s or the provider’s federal state [7.2] [7.11] [7.15] [9.2]', async ({
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-land-'));
  await writeFile(join(folder, 'portal.json'), JSON.stringify({ state: 'DE-NW' }));
  const portal = await startPortal({ PORTAL_FILE: join(folder, 'portal.json') });
  const openPage = async () => (await browser.newContext({ baseURL: portal.url })).newPage();
  try {
    const page = await openPage();
    await actAsDemo(page, 'admin');
    await page.goto('/coachlist?suche=coach4@demo.example');
    await page.getByRole('button', { name: /bearbeiten/i }).click();
    const dialog = page.getByRole('dialog', { name: 'Coach bearbeiten' });
    const stateField = dialog.getByRole('combobox', { name: 'Land (Feiertage)' });
    await expect(stateField.getByRole('option', { selected: true })).toHaveText(
      'Wie beim Anbieter (Nordrhein-Westfalen)',
    );
    await expectAccessible(page);
    await stateField.selectOption('Bayern');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: /bearbeiten/i }).click();
    await expect(stateField).toHaveValue('DE-BY');
    const lastName = await dialog.getByLabel('Nachname').inputValue();

    // Of the two federal states, only Bavaria has Epiphany. Both have Corpus Christi, which is always a Thursday.
    const epiphany = nextDateOn('01-06');
    const corpusChristi = holidayInTwoYears('Fronleichnam', 'DE-NW');
    await page.goto('/new-appointment-admin');
    await typeDay(page, epiphany);
    await expect(dateField(page)).toHaveAccessibleDescription('');
    await chooseByKeyboard(page.getByRole('combobox', { name: 'Coach' }), lastName);
    await expect(dateField(page)).toHaveAccessibleDescription('Heilige Drei Könige: trotzdem anlegen?');
    await expectAccessible(page);

    const coachPage = await openPage();
    await coachPage.setViewportSize({ width: 360, height: 740 });
    await actAsDemo(coachPage, 'coach');
    await coachPage.goto('/new-appointment-coach');
    await typeDay(coachPage, epiphany);
    await expect(dateField(coachPage)).toHaveAccessibleDescription('');
    await typeDay(coachPage, corpusChristi);
    await expect(dateField(coachPage)).toHaveAccessibleDescription('Fronleichnam: trotzdem anlegen?');
    await coachPage.getByRole('radio', { name: 'Einzelcoaching' }).check();
    await firstSectionOfField(coachPage, 'Von').click();
    await coachPage.keyboard.type('0400');
    await coachPage.keyboard.press('Tab');
    await coachPage.keyboard.type('0445');
    await coachPage.keyboard.press('Enter');
    await expect(createdAppointments(coachPage)).toHaveCount(1);

    const rangeQuery = `von=${addDays(corpusChristi, -7)}&bis=${addDays(corpusChristi, 7)}`;
    await coachPage.goto(`/series-coach?wochentage=4&${rangeQuery}&zeit=04:00-06:00`);
    await coachPage.getByRole('button', { name: 'Vorschau zeigen' }).click();
    const preview = coachPage.getByRole('region', { name: 'Vorschau' });
    await expect(preview).toContainText('4 Termine, 1 Feiertag übersprungen, 1 schon vorhanden');
    await expect(preview).toContainText('Feiertag: Fronleichnam');
    await expectAccessible(coachPage);
  } finally {
    await portal.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
