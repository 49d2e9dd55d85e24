import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { addDays, dateOf, germanDate } from '../../src/shared/berlin.ts';
import { mockAnswer } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { goToPage, openMenu } from './menu.ts';
import { actAsDemo, readWordDocument } from './people.ts';
import { bookWithCoach, findPlanRow, findPlanTile } from './slots.ts';
import { test } from './test.ts';

/** Types a date `yyyy-mm-dd` into a field, as a person would, and leaves the field. */
async function typeDate(page: Page, label: string, date: string) {
  const field = page.getByRole('group', { name: label, exact: true });
  await field.getByRole('spinbutton').first().click();
  await page.keyboard.type(germanDate(date).replaceAll('.', ''));
  await page.keyboard.press('Tab');
}

test('a coach sees a participant’s contact data in the plan, and downloads their CV [7.6]', async ({
  page,
  browser,
}) => {
  const { email, slot } = await bookWithCoach(browser, 'coach');
  await actAsDemo(page, 'coach');
  await page.goto('/intern-coach');
  await expect(page.getByRole('heading', { name: 'Nächste Termine' })).toBeVisible();
  await page.getByRole('link', { name: 'Tagesplan öffnen' }).click();
  await expect(page).toHaveURL('/daily-plan');
  const today = germanDate(dateOf(new Date()));
  await expect(page.getByText(new RegExp(`Vom ${today} bis ${today} wurden? `))).toBeVisible();

  // The end is typed first, since a start after the old end would be an error.
  await typeDate(page, 'Bis', slot.date);
  await typeDate(page, 'Von', slot.date);
  await expect(page).toHaveURL(`/daily-plan?von=${slot.date}&bis=${slot.date}`);
  await expect(page.getByRole('heading', { name: `${slot.day} der ${germanDate(slot.date)}` })).toBeVisible();

  const row = await findPlanRow(page, slot);
  const tile = await findPlanTile(page, slot);
  await expect(row).toHaveAttribute('aria-expanded', 'false');
  const phoneLink = tile.getByRole('link', { name: '02211234567' });
  await expect(phoneLink).toHaveAttribute('href', 'tel:02211234567');
  await row.click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await expect(tile.getByText('Telefon', { exact: true })).toBeVisible();
  await expect(phoneLink).toHaveCount(2);
  await expect(tile.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
  await expect(tile.getByText('Fachkraft für Lagerlogistik')).toBeVisible();
  await expect(tile.getByText('Gebucht', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await tile.getByRole('button', { name: 'Unterlagen (1) Robin Reise' }).click();
  await expect(page.getByRole('dialog', { name: 'Unterlagen von Robin Reise' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Herunterladen Lebenslauf.docx' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Lebenslauf.docx');
  expect(await readFile(await file.path())).toEqual(await readWordDocument());

  // A reload shows the same days.
  await page.reload();
  await findPlanRow(page, slot);

  // The link in the menu opens the plan of today again.
  await goToPage(page, 'Tagesplan');
  await expect(page.getByText(new RegExp(`Vom ${today} bis ${today} wurden? `))).toBeVisible();
  await expect(page.getByRole('group', { name: 'Bis' })).toContainText(today);
});

test('a participant’s further appointments are shown with their coaches, and times without seconds [7.6]', async ({
  page,
}) => {
  await actAsDemo(page, 'coach');
  const furtherAppointment = { appointmentId: 2, appointmentDate: '2031-05-15', coachName: 'Cleo Rat' };
  const files = { meta: { total: 0 }, data: [] };
  const entry = {
    id: 1,
    date: '2031-05-14',
    weekDay: 'Mittwoch',
    timeSlot: '10:00 - 10:45',
    status: 'G',
    href: null,
    participantFullName: 'Robin Reise',
    participantPhoneNumber: '',
    participantEmail: '',
    participantId: 1,
    coachId: 1,
    coachFullName: 'Katharina Brandt',
    takeBackUntil: null,
    note: '',
    coming: false,
    attended: false,
    participantEndOfQualification: null,
    participantQualification: '',
    files,
    remainingAppointments: [
      { ...furtherAppointment, appointmentFromTime: '11:00:00', appointmentTillTime: '11:45:00' },
    ],
  };
  await mockAnswer(page, 'coach/dailyPlan', { data: [entry] });
  await page.goto('/daily-plan?von=2031-05-14&bis=2031-05-14');
  await expect(page.getByText('Vom 14.05.2031 bis 14.05.2031 wurde 1 Termin gefunden')).toBeVisible();
  await page.getByRole('button', { name: '10:00 - 10:45 Uhr Robin Reise' }).click();
  await expect(page.getByText('Do, 15.05.2031, 11:00 bis 11:45 Uhr bei Cleo Rat')).toBeVisible();
});

test('the plan shows five appointments at first, and five more with each click [7.6]', async ({ page }) => {
  const today = dateOf(new Date());
  await actAsDemo(page, 'coach');
  await page.goto(`/daily-plan?von=${addDays(today, -14)}&bis=${addDays(today, 28)}`);
  const summary = await page.getByText(/wurden \d+ Termine gefunden/).textContent();
  const total = Number(/wurden (\d+) /.exec(summary ?? '')?.[1]);
  expect(total).toBeGreaterThan(5);
  const tiles = page.getByRole('button', { name: / Uhr / });
  await expect(tiles).toHaveCount(5);
  for (let shownCount = 5; shownCount < total; shownCount += 5) {
    await page.getByRole('button', { name: 'Mehr laden' }).click();
    await expect(tiles).toHaveCount(Math.min(shownCount + 5, total));
    await expect(tiles.nth(shownCount)).toBeFocused();
  }
  await expect(page.getByRole('button', { name: 'Mehr laden' })).toHaveCount(0);
  await expectAccessible(page);
});

test('an empty plan, an invalid range and a failed call are each explained [7.6]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  await page.goto('/daily-plan?von=2020-01-01&bis=2020-01-31');
  await expect(page.getByText('Vom 01.01.2020 bis 31.01.2020 wurden 0 Termine gefunden')).toBeVisible();
  await expect(page.getByText('Keine Termine gefunden')).toBeVisible();
  await expectAccessible(page);

  await typeDate(page, 'Von', '2020-02-01');
  await expect(page.getByText('Das Enddatum muss nach dem Startdatum liegen')).toBeVisible();

  await page.route('**/dailyPlan.php', (route) => route.abort());
  await page.getByRole('button', { name: 'Nächste 7 Tage' }).click();
  await expect(page.getByRole('alert')).toContainText('Der Server ist gerade nicht erreichbar.');
  await expectAccessible(page);
  await page.unroute('**/dailyPlan.php');
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByText(/wurden? \d+ Termine? gefunden/)).toBeVisible();

  // A coach can still mark appointments of the last seven days as missed, so a button shows these days.
  await page.getByRole('button', { name: 'Letzte 7 Tage' }).click();
  const today = dateOf(new Date());
  const lastWeekText = `Vom ${germanDate(addDays(today, -7))} bis ${germanDate(addDays(today, -1))}`;
  await expect(page.getByText(new RegExp(`^${lastWeekText} wurden? \\d+ Termine? gefunden`))).toBeVisible();
});

test('a coach’s menu lists the pages that coaches may open, and none of the admins’ pages [1.4]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  await page.goto('/intern-coach');
  const menu = await openMenu(page);
  await expect(menu.getByRole('list', { name: 'Coachbereich' })).toBeVisible();
  await expect(menu.getByRole('list', { name: 'Adminbereich' })).toHaveCount(0);
  await menu.getByRole('link', { name: 'Tagesplan' }).click();
  await expect(page.getByRole('heading', { name: 'Tagesplan', level: 1 })).toBeFocused();
  await page.goto('/new-appointment-upload');
  await expect(importHeading(page)).toHaveCount(0);
});

const importHeading = (page: Page) => page.getByRole('heading', { name: 'Termin Upload' });
