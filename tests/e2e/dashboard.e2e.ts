import { expect } from '@playwright/test';
import { getAbsences } from '../../src/features/absences/contract.ts';
import { getBackupState } from '../../src/features/backups/contract.ts';
import { getExampleValues } from '../../src/features/provider/contract.ts';
import { getToday } from '../../src/features/dashboard/contract.ts';
import { mockAnswer, failCall, restoreCall } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';
import { loadErrorNotice, toastOf } from './toasts.ts';

const longName = 'Maximiliane-Theodora Hohenlohe-Waldenburg-Schillingsfürst-Bartenstein';
const failureMessage = 'Fehler beim Abrufen der Dashboard-Daten';

const emptyDashboard = {
  sessionsToday: 0,
  bookings: [],
  // The contract misspells this key.
  registraions: [],
  traffic: {
    mostCommonIpAddress: '',
    mostCommonScreenWidth: '',
    mostCommonScreenHeight: '',
    mostCommonViewportWidth: '',
    mostCommonViewportHeight: '',
    mostCommonUserLanguage: '',
    mostCommonUserAgent: '',
    ipAddress: {},
    screenWidth: {},
    screenHeight: {},
    userLanguage: {},
    userAgent: {},
  },
};

test('an admin’s welcome page counts appointments of the next 30 days, with links to the lists [10.1]', async ({
  page,
}) => {
  test.slow();
  await actAsDemo(page, 'admin');
  const overview = page.getByRole('region', { name: 'Übersicht über die nächsten 30 Tage' });
  for (const name of ['Freie Termine', 'Gebuchte Termine', 'Speedcoachings'])
    // Others book and create appointments meanwhile, so that the count may be older than the list.
    await expect(async () => {
      await page.goto('/intern-admin');
      const link = overview.getByRole('link', { name });
      const count = Number((await link.textContent())?.replace(/\D/g, ''));
      expect(count).toBeGreaterThan(0);
      await link.click();
      await expect(page).toHaveURL(/\/appointment-overview-admin\?/);
      await expect(page.getByRole('status').filter({ hasText: 'gefunden' })).toHaveText(
        `${count} Termin${count === 1 ? '' : 'e'} gefunden`,
        { timeout: 3_000 },
      );
    }).toPass();
  await page.goto('/intern-admin');
  const ratings = page.getByRole('region', { name: 'Letzten 5 Bewertungen' });
  await expect(ratings.getByRole('heading', { level: 3 })).toHaveCount(5);
  await ratings.getByRole('button').first().press('Enter');
  await expect(ratings.getByText('Persönliches Feedback')).toBeVisible();
  await expect(ratings.getByText('Themenwünsche')).toBeVisible();
  await expectAccessible(page);
});

test('each of today’s tasks shows its count, and the task for mails that have not arrived links to them [10.1]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.goto('/intern-admin');
  const taskLinks = page.getByRole('list', { name: 'Heute zu tun' }).getByRole('link');
  await expect(taskLinks).toHaveText([
    /Abwesende Coaches\d/,
    /Fehlgeschlagene E-Mails\d/,
    /Löschanträge\d/,
    /Vorstellungen\d/,
    /Warteliste\d/,
  ]);
  await taskLinks.filter({ hasText: 'E-Mails' }).click();
  await expect(page).toHaveURL('/mails?zustand=nicht-angekommen');
});

test('the welcome page shows the day of each coach: what runs, what comes next, what is free, and who is ill [10.1]', async ({
  page,
}) => {
  const counts = { booked: 0, free: 0, missed: 0, unanswered: 0 };
  const days = [
    {
      ...{ coachId: 1, coach: longName, ...counts, booked: 3, free: 1 },
      current: { appointmentId: 1, timeSlot: '10:00 - 10:45', participant: 'Ada Süß' },
      next: { appointmentId: 2, timeSlot: '11:00 - 12:00', participant: null },
    },
    { coachId: 2, coach: 'Zoe Zander', current: null, next: null, ...counts, missed: 1, unanswered: 2 },
  ];
  const absence = { fromDate: '2026-11-30', fromTime: null, tillDate: '2026-11-30', tillTime: null, undoUntil: null };
  const absences = [{ ...absence, absenceId: 1, coachId: 3, coach: 'Kim Krank', kind: 'illness' }];
  await actAsDemo(page, 'admin');
  await mockAnswer(page, getToday.path, { data: days });
  await mockAnswer(page, getAbsences.path, { data: absences });
  await page.goto('/intern-admin');
  const today = page.getByRole('region', { name: 'Heute', exact: true });
  await expect(today).toContainText('3 Termine sind gebucht, 1 läuft gerade, 1 noch frei, 1 versäumt.');
  const rows = today.getByRole('table', { name: 'Heute' }).locator('tbody').getByRole('row');
  await expect(rows).toContainText([/Kim Krank\s*krank/, new RegExp(`${longName}.*10:00 Ada Süß`), /Zoe Zander/]);
  await expect(rows.filter({ hasText: longName })).toContainText('11:00 Speedcoaching');
  await expect(today.getByRole('link', { name: longName })).toHaveAttribute('href', '/daily-plan?coach=1');
  await expect(today.getByRole('link', { name: '2 offen bei Zoe Zander' })).toHaveAttribute(
    'href',
    '/daily-plan?coach=2',
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const items = today.getByRole('listitem');
  await expect(items.filter({ hasText: longName })).toContainText('Läuft: Ada Süß · 3 gebucht, 1 frei');
  await expect(items.filter({ hasText: 'Zoe Zander' })).toContainText('1 versäumt, Wer war da? 2 offen');
  const tasks = await page.getByRole('list', { name: 'Heute zu tun' }).boundingBox();
  expect(tasks?.height, 'the tasks leave room for the day').toBeLessThan(420);
  await expectAccessible(page);
});

test('the welcome page counts anew who was there as soon as the admin comes back from the plan [10.1]', async ({
  page,
}) => {
  const day = { coachId: 2, coach: 'Zoe Zander', current: null, next: null, booked: 1, free: 0, missed: 0 };
  await actAsDemo(page, 'admin');
  await mockAnswer(page, getToday.path, { data: [{ ...day, unanswered: 1 }] });
  await page.goto('/intern-admin');
  await page.getByRole('link', { name: '1 offen bei Zoe Zander' }).click();
  // The welcome page stays until the plan can be shown.
  await expect(page.getByRole('heading', { name: 'Tagesplan', level: 1 })).toBeVisible();
  await mockAnswer(page, getToday.path, { data: [{ ...day, unanswered: 0 }] });
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Zoe Zander', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /offen bei Zoe Zander/ })).toHaveCount(0);
});

test('the welcome page says whether the nightly backup was made, and why it was not [10.1] [10.11]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  const card = page
    .getByRole('list', { name: 'Heute zu tun' })
    .getByRole('listitem')
    .filter({ hasText: 'Datensicherung' });
  await page.goto('/intern-admin');
  await expect(card).toContainText('nicht eingerichtet');
  await mockAnswer(page, getBackupState.path, {
    data: { state: 'failed', madeAt: '2026-11-20T02:15:00Z', fault: 'ENOSPC' },
  });
  await page.reload();
  await expect(card).toContainText('⚠ Der Speicher ist voll (zuletzt Fr, 20.11.2026, 03:15 Uhr)');
  await expectAccessible(page);
});

test('the welcome page names what is still as in the example [10.1] [10.10]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await mockAnswer(page, getExampleValues.path, { data: ['provider', 'legalPages', 'database'] });
  await page.goto('/intern-admin');
  await expect(page.getByText('Name, Impressum und Datenschutz, Datenbank zum Ausprobieren.')).toBeVisible();
  await expect(page.getByText('Noch wie im Beispiel')).toBeVisible();
  await expectAccessible(page);
});

test('visits have a separate page, which shows readable names of the browsers [10.4]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Alle Werte der Besuche' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Besuche');
  await expect(
    page
      .getByRole('region', { name: 'Browser' })
      .getByText(/^\D+ \d+ auf \w+$/)
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'Diagramme als Tabellen zeigen' }).click();
  const browserTable = page.getByRole('table', { name: 'Browser' });
  const heading = (name: string) => browserTable.getByRole('columnheader', { name });
  await expect(browserTable.getByRole('columnheader')).toHaveText([/^Wert/, /^Aufrufe/, /^Anteil/]);
  // The most frequent browser comes first, unless the table is sorted by name.
  await expect(heading('Aufrufe')).toHaveAttribute('aria-sort', 'descending');
  const visitCounts = (await browserTable.locator('tbody td:nth-child(2)').allTextContents()).map((text) =>
    Number(text.replace('.', '')),
  );
  expect(visitCounts).toEqual(visitCounts.toSorted((a, b) => b - a));
  expect(visitCounts.length).toBeGreaterThan(2);
  const browserNames = await browserTable.getByRole('rowheader').allTextContents();
  await heading('Wert').getByRole('button').click();
  await expect(heading('Wert')).toHaveAttribute('aria-sort', 'ascending');
  await expect(browserTable.getByRole('rowheader')).toHaveText(
    browserNames.toSorted((a, b) => a.localeCompare(b, 'de')),
  );
  await expectAccessible(page);
});

test('the welcome page says when there are no ratings yet, and loading can be retried after a failure', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await failCall(page, 'admin/getWelcomeData', 'a broken server');
  await page.goto('/intern-admin');
  await expect(loadErrorNotice(page, 'schiefgelaufen')).toBeVisible();
  await restoreCall(page, 'admin/getWelcomeData');
  const emptyCount = { data: 0 };
  await mockAnswer(page, 'admin/getWelcomeData', {
    free: emptyCount,
    booked: emptyCount,
    speedcoaching: emptyCount,
    lastRatings: [],
  });
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByText('Noch keine Bewertungen')).toBeVisible();
  await expectAccessible(page);
});

test('the dashboard shows sessions, bookings, registrations and visits as charts or tables [10.2]', async ({
  page,
}) => {
  test.slow();
  await actAsDemo(page, 'admin');
  await page.goto('/dashboard');
  await expect(page).toHaveTitle(/^Dashboard/);
  await expect(page.getByText('Sitzungen heute')).toBeVisible();
  // The counts of rows include the header.
  await expect(page.getByRole('table', { name: 'Neueste Buchungen' }).getByRole('row')).toHaveCount(21);
  await expect(page.getByRole('table', { name: 'Neueste Registrierungen' }).getByRole('row')).toHaveCount(21);
  const bookingsPerDay = page.getByRole('region', { name: 'Buchungen je Tag' });
  await expect(bookingsPerDay.getByRole('img', { name: /^\d+ Buchungen in 30 Tagen$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Besuche' }).getByText('de-DE').first()).toBeVisible();
  await expectAccessible(page);

  const tablesSwitch = page.getByRole('switch', { name: 'Diagramme als Tabellen zeigen' });
  await tablesSwitch.press('Space');
  await expect(page).toHaveURL('/dashboard?ansicht=tabelle');
  await expect(page.getByRole('table', { name: 'Buchungen je Tag' }).getByRole('row')).toHaveCount(31);
  await expect(page.getByRole('table', { name: 'Sterne je Woche' }).getByRole('row')).toHaveCount(13);
  await expect(page.getByRole('table', { name: 'Auslastung der Coaches' }).getByRole('row')).not.toHaveCount(1);
  await expect(bookingsPerDay.getByRole('img')).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(tablesSwitch).toBeChecked();
  await tablesSwitch.press('Space');
  await expect(page).toHaveURL('/dashboard');
});

test('if the dashboard fails to load, a toast and the page report it, and another try loads it [10.2]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await failCall(page, 'admin/getDashboardData', 'a broken server');
  await page.goto('/dashboard');
  await expect(toastOf(page, failureMessage)).toBeVisible();
  await expect(loadErrorNotice(page, failureMessage)).toBeVisible();
  await expectAccessible(page);
  await restoreCall(page, 'admin/getDashboardData');
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByText('Sitzungen heute')).toBeVisible();
  await expect(loadErrorNotice(page, failureMessage)).toHaveCount(0);
});

test('the dashboard of a new portal says that it is empty; long names fit on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await actAsDemo(page, 'admin');
  await mockAnswer(page, 'admin/getDashboardData', { data: emptyDashboard });
  await page.goto('/dashboard');
  await expect(page.getByText('Noch hat niemand gebucht.')).toBeVisible();
  await expect(page.getByText('Noch hat sich niemand registriert.')).toBeVisible();
  await expectAccessible(page);

  const date = '2026-11-30';
  const booking = { appointmentDate: date, appointmentStart: '09:00', appointmentEnd: '09:45' };
  await mockAnswer(page, 'admin/getDashboardData', {
    data: {
      ...emptyDashboard,
      bookings: [{ ...booking, coach: longName, participant: longName.replaceAll(' ', '') }],
      registraions: [{ participant: longName, createdAt: date }],
    },
  });
  await mockAnswer(page, 'admin/getDashboardFigures', {
    data: {
      bookingsPerDay: [{ date, bookings: 1_234 }],
      coaches: [{ coachId: 1, coach: longName, offered: 1_000, booked: 1_000, share: 1 }],
      starsPerWeek: [{ from: date, ratings: 0, average: null }],
    },
  });
  await page.reload();
  await expect(page.getByText('1000 von 1000 (100 %)')).toBeVisible();
  const countTooWideElements = () =>
    page.evaluate(
      () => [...document.querySelectorAll('main *')].filter((element) => element.scrollWidth > innerWidth).length,
    );
  expect(await countTooWideElements()).toBe(0);
  await expectAccessible(page);
});
