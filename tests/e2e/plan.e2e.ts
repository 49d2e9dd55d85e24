import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, type Locator, type Page } from '@playwright/test';
import {
  createAppointment,
  createOwnAppointment,
  getDailyPlan,
  getOwnOverview,
} from '../../src/features/appointments/contract.ts';
import { addDays, germanDate } from '../../src/shared/berlin.ts';
import { mockAnswer } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { unusedDay } from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { tabTo } from './keys.ts';
import { waitForMail } from './mails.ts';
import { actAsDemo, findDemoCoaches, signInDemo } from './people.ts';
import {
  askToDelete,
  chooseParticipant,
  dialog,
  freeSlotInput,
  createFreeSlot,
  createParticipant,
  typeInto,
} from './staff.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const day = '2031-05-14';
const planPath = (date: string) => `/daily-plan?von=${date}&bis=${date}`;
const longName = 'Maximiliane-Konstantina von Hohenstaufen-Wolkenstein zu Trossberg';
/** The button that opens and closes the details of the appointment at an hour. */
const toggleOf = (page: Page, hour: string) => page.getByRole('button', { name: new RegExp(`^${hour}:00 - `) });
const currentTimeLine = (page: Page) => page.getByRole('listitem').filter({ hasText: /^Jetzt, / });
/** The distance of an element from the top of the window, in px. */
const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? -1;
/** The line of the plan that contains this text. */
const lineWith = (page: Page, text: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });

/** Returns `count` booked appointments on `day` as the plan lists them: one in each hour from eight o'clock on. */
function createPlanEntries(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const hour = String(8 + index).padStart(2, '0');
    const files = ['Lebenslauf.docx', 'Anschreiben für die Spedition.docx'].map((name, fileIndex) => ({
      id: 100 * index + fileIndex + 1,
      name,
      uploadByCoach: false,
      mine: false,
      size: 1,
      version: 1,
      answers: null,
      markup: null,
      uploadedAt: '2031-05-14T05:00:00.000Z',
      state: 'new',
    }));
    return {
      id: index + 1,
      date: day,
      weekDay: 'Mittwoch',
      timeSlot: `${hour}:00 - ${hour}:45`,
      status: 'G',
      href: 'https://teams.example/1',
      participantId: index + 1,
      participantPhoneNumber: '0221 5550100',
      participantFullName: index % 2 ? `Person ${index}` : longName,
      participantEndOfQualification: '2031-12-31',
      participantEmail: `maximiliane-konstantina.hohenstaufen.${index}@bildungstraeger.example`,
      participantQualification: 'Fachkraft für Lagerlogistik mit Schwerpunkt internationale Spedition',
      coachId: 1,
      coachFullName: 'Katharina Brandt',
      takeBackUntil: null,
      note: '',
      coming: false,
      attended: false,
      files: { meta: { total: files.length }, data: files },
      remainingAppointments: [
        {
          appointmentId: 900 + index,
          appointmentDate: '2031-05-21',
          coachName: 'Katharina Brandt',
          appointmentFromTime: '11:00:00',
          appointmentTillTime: '11:45:00',
        },
      ],
    };
  });
}

/** Opens the plan of `day` as a coach, with this time on the browser's clock and this number of appointments. */
async function openPlanAt(page: Page, time: string, appointmentCount: number): Promise<void> {
  await actAsDemo(page, 'coach');
  await mockAnswer(page, getDailyPlan.path, { data: createPlanEntries(appointmentCount) });
  await mockAnswer(page, getOwnOverview.path, {
    data: [],
    meta: { status: 'success', total: 0, counts: { booked: 0, free: 0, missed: 0 } },
  });
  await page.clock.install({ time: new Date(`${day}T${time}:00+02:00`) });
  await page.goto('/daily-plan');
  await expect(page.getByText('Vom 14.05.2031 bis 14.05.2031')).toBeVisible();
}

test('a line marks the current time in the plan, and the next appointment opens automatically [7.6]', async ({
  page,
}) => {
  await openPlanAt(page, '10:20', 5);
  await expect(currentTimeLine(page)).toHaveText(/^Jetzt, 10:2\d Uhr$/);
  const lines = page.getByRole('main').getByRole('region').getByRole('listitem').filter({ hasText: /Uhr/ });
  // Reads the hours of the appointments and 'Jetzt' for the current time, from top to bottom.
  const readLineOrder = () =>
    lines.evaluateAll((items) => items.map((item) => /Jetzt|^\d\d/.exec(item.textContent)?.[0]));
  expect((await readLineOrder()).filter(Boolean)).toEqual(['08', '09', '10', 'Jetzt', '11', '12']);
  await expect(toggleOf(page, '10')).toHaveAttribute('aria-expanded', 'true');
  await expect(toggleOf(page, '10')).toContainText('Läuft gerade');
  // New documents matter for what lies ahead.
  await expect(toggleOf(page, '09')).not.toContainText('Neu seit gestern');
  await expect(toggleOf(page, '11')).toContainText('Neu seit gestern');
  await expect(page.getByRole('main').getByRole('button', { expanded: true })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Zum Coaching' })).toHaveCount(3);
  await expectAccessible(page);

  // 26 minutes later, the appointment of ten o'clock is over.
  await page.clock.runFor('26:00');
  await expect(currentTimeLine(page)).toHaveText(/^Jetzt, 10:4[6-9] Uhr$/);
  expect((await readLineOrder()).filter(Boolean)).toEqual(['08', '09', '10', 'Jetzt', '11', '12']);
  await expect(toggleOf(page, '11')).toHaveAttribute('aria-expanded', 'true');
  // The previous appointment stays open, since the coach may be reading it.
  await expect(toggleOf(page, '10')).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('link', { name: 'Zum Coaching' })).toHaveCount(2);
});

test('on a phone today’s plan begins with the question who was there, as long as it is unanswered [4.22] [7.6]', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await openPlanAt(page, '09:50', 5);
  await expect(page.getByRole('button', { name: /^Ja 09:00/ })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Tagesplan' })).not.toBeInViewport();
  await expect(currentTimeLine(page)).toBeInViewport();
});

test('on a phone today’s plan begins with the appointment that is running [7.6]', async ({ page }) => {
  await page.setViewportSize(phone);
  await openPlanAt(page, '10:20', 5);
  // The appointment that is running stands at the top, above the line for the present time.
  await expect.poll(() => topOf(toggleOf(page, '10'))).toBeCloseTo(88, -1);
  await expect(page.getByRole('heading', { name: 'Tagesplan' })).not.toBeInViewport();
  await expectAccessible(page);
});

test('on a phone the first appointment of the day is near the top, also before it begins [7.6]', async ({ page }) => {
  await page.setViewportSize(phone);
  await openPlanAt(page, '07:20', 5);
  await expect(currentTimeLine(page)).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Tagesplan' })).toBeInViewport();
  expect(await topOf(currentTimeLine(page))).toBeLessThan(300);
});

test('today’s plan shows enough appointments to include the next one [7.6]', async ({ page }) => {
  await openPlanAt(page, '15:50', 10);
  await expect(toggleOf(page, '16')).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('button', { name: / Uhr / })).toHaveCount(9);
  await page.getByRole('button', { name: 'Mehr laden' }).click();
  await expect(page.getByRole('button', { name: / Uhr / })).toHaveCount(10);
});

test('choosing a search result opens its appointment, even if the plan is already on the screen [1.20] [7.6]', async ({
  page,
}) => {
  await openPlanAt(page, '07:00', 8);
  await expect(toggleOf(page, '08')).toHaveAttribute('aria-expanded', 'true');
  const searchButton = page.getByRole('button', { name: /^Suche …/ });
  for (const [person, hour] of [
    ['Person 5', '13'],
    ['Person 3', '11'],
  ] as const) {
    await searchButton.click();
    await page.getByRole('dialog', { name: 'Suche' }).getByRole('combobox').fill(person);
    await page.getByRole('option', { name: new RegExp(person) }).click();
    await expect(toggleOf(page, hour)).toBeFocused();
    await expect(toggleOf(page, hour)).toHaveAttribute('aria-expanded', 'true');
  }
});

test('one button opens or closes all appointments, also by keyboard [7.6]', async ({ page }) => {
  await openPlanAt(page, '07:00', 4);
  await tabTo(page, page.getByRole('button', { name: 'Alle aufklappen' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Letzter Tag der Qualifizierung')).toHaveCount(4);
  await expectAccessible(page);
  await toggleOf(page, '09').press('Enter');
  await expect(page.getByText('Letzter Tag der Qualifizierung')).toHaveCount(3);
  await page.getByRole('button', { name: 'Alle aufklappen' }).press('Enter');
  await page.getByRole('button', { name: 'Alle zuklappen' }).press('Enter');
  await expect(page.getByText('Letzter Tag der Qualifizierung')).toHaveCount(0);
});

test('ten appointments are printed on one sheet, with the coach and the day above them and nothing else [7.6]', async ({
  page,
}) => {
  await openPlanAt(page, '10:20', 10);
  // The button appears once the plan is loaded.
  await page.getByRole('button', { name: 'Als CSV exportieren' }).click();
  const [sheet, ...otherSheets] = await readPages(await page.pdf({ preferCSSPageSize: true }));
  expect(otherSheets).toEqual([]);
  // The size of A4.
  expect(sheet?.size).toEqual([595, 842]);
  const printedText = sheet?.text ?? '';
  expect(printedText).toMatch(
    /^Tagesplan Coach: Katharina Brandt Vom 14\.05\.2031 bis 14\.05\.2031 wurden 10 Termine gefunden/,
  );
  expect(printedText.match(/Telefon: 0221 5550100/g)).toHaveLength(10);
  expect(printedText).not.toMatch(/Zum Inhalt|Exportieren|Drucken|Impressum|Menü|Jetzt/i);
});

/** Reads the size (width and height in points) and the text of each page of a PDF. */
async function readPages(pdf: Uint8Array): Promise<{ size: number[]; text: string }[]> {
  const pdfDocument = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: pdfDocument.numPages }, async (_, index) => {
      const page = await pdfDocument.getPage(index + 1);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
      return { size: page.view.slice(2).map(Math.round), text: text.replaceAll(/\s+/g, ' ') };
    }),
  );
}

test('in the plan a coach moves an appointment, and books a free slot for a caller [4.22] [7.6]', async ({ page }) => {
  const coachSession = await actAsDemo(page, 'coach2');
  const { email, id } = await createParticipant(page, coachSession);
  await atEachSize(page, [phone, desktop], async ({ width }) => {
    const date = unusedDay();
    await createFreeSlot(page, coachSession, date, '09:00', '09:45');
    const booking = { ...freeSlotInput(date, '10:00', '10:45'), participantId: id };
    await callPortal(page.request, createOwnAppointment, booking, coachSession);
    const speedcoaching = { ...freeSlotInput(date, '11:00', '11:45'), type: 'Speedcoaching' } as const;
    await callPortal(page.request, createOwnAppointment, speedcoaching, coachSession);
    await page.goto(planPath(date));
    await expect(
      page.getByText(`Vom ${germanDate(date)} bis ${germanDate(date)} wurde 1 Termin gefunden, dazu 1 freier`),
    ).toBeVisible();
    const lines = page.getByRole('main').getByRole('region').getByRole('listitem');
    await expect(lines).toHaveText([/^09:00 - 09:45 UhrFrei/, /^10:00 - 10:45 UhrRobin/, /^11:00 - .*Speedcoaching/]);
    await expect(lines.nth(2).getByRole('link', { name: 'Zum Coaching' })).toBeVisible();
    // The actions of a free slot stand beside its time and state.
    expect((await lines.nth(0).boundingBox())?.height).toBeLessThan(60);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

    await lines
      .nth(1)
      .getByRole('button', { name: /^Aktionen/ })
      .press('Enter');
    await expect(page.getByRole('menuitem')).toHaveText([
      'Verschieben',
      'Zur Person',
      'StornierenDas kann nur das Team.',
    ]);
    await page.getByRole('menuitem', { name: 'Verschieben' }).press('Enter');
    await typeInto(page, 'Von', '1200');
    await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
    await expect(toastOf(page, 'verschoben auf')).toBeVisible();
    await expect(lines).toHaveText([/^09:00/, /^10:00.*Frei/, /^11:00/, /^12:00 - 12:45 UhrRobin/]);
    await expect(page.locator('body')).not.toBeFocused();

    await lines
      .nth(0)
      .getByRole('button', { name: /^Buchen/ })
      .press('Enter');
    await chooseParticipant(page, email);
    await dialog(page).getByRole('button', { name: 'Buchen' }).click();
    await expect(toastOf(page, 'Uhr, gebucht')).toBeVisible();
    const detailsToggle = lines.nth(0).getByRole('button', { name: '09:00 - 09:45 Uhr Robin Reise' });
    await detailsToggle.click();
    const undoButton = lines.nth(0).getByRole('button', { name: /^(Zurücknehmen|Sicher\?)/ });
    await undoButton.press('Enter');
    await undoButton.press('Enter');
    await expect(lines.nth(0)).toContainText('Frei');

    await (await askToDelete(page, lines.nth(0))).press('Enter');
    await expect(lines).toHaveText([/^10:00.*Frei/, /^11:00/, /^12:00/]);
    await expect(lines.nth(0)).toBeFocused();
  });
});

test('an appointment that becomes free keeps its place and the focus, even if the free slots arrive late [7.6]', async ({
  page,
}) => {
  const coachSession = await actAsDemo(page, 'coach2');
  const date = unusedDay();
  const { id } = await createParticipant(page, coachSession);
  const booking = { ...freeSlotInput(date, '09:00', '09:45'), participantId: id };
  await callPortal(page.request, createOwnAppointment, booking, coachSession);
  await createFreeSlot(page, coachSession, date, '10:00', '10:45');
  await page.goto(planPath(date));
  const lines = page.getByRole('main').getByRole('region').getByRole('listitem');
  await expect(lines).toHaveText([/^09:00 - 09:45 UhrRobin/, /^10:00 - 10:45 UhrFrei/]);

  let sendSlots = () => {};
  const mayArrive = new Promise<void>((resolve) => (sendSlots = resolve));
  await page.route(`**/${getOwnOverview.path}.php`, async (route) => {
    await mayArrive;
    await route.continue();
  });
  await lines.nth(0).getByRole('button', { name: '09:00 - 09:45 Uhr Robin Reise' }).click();
  const planResponse = page.waitForResponse(`**/${getDailyPlan.path}.php`);
  const undoButton = lines.nth(0).getByRole('button', { name: /^(Zurücknehmen|Sicher\?)/ });
  await undoButton.press('Enter');
  await undoButton.press('Enter');
  await (await planResponse).finished();
  await expect(toastOf(page, '09:00 Uhr, zurückgenommen. Die Zeit ist wieder frei.')).toBeVisible();
  await expect(lines).toHaveText([/^09:00/, /^10:00/]);
  sendSlots();
  await expect(lines).toHaveText([/^09:00 - 09:45 UhrFrei/, /^10:00 - 10:45 UhrFrei/]);
  await expect(lines.nth(0)).toBeFocused();
});

test('an admin cancels, hands over and corrects appointments in the plan of a coach [4.10] [4.22] [7.6]', async ({
  page,
}) => {
  const adminSession = await actAsDemo(page, 'admin');
  const coachSession = await signInDemo(page, 'coach3');
  const [bookedCoach, otherCoach] = await findDemoCoaches(page, adminSession, 'Michael Groß', 'Katharina Brandt');
  const date = unusedDay();
  const [firstParticipant, secondParticipant] = [
    await createParticipant(page, coachSession),
    await createParticipant(page, coachSession),
  ];
  const book = (fromTime: string, tillTime: string, participantId: number, onDate = date) =>
    callPortal(
      page.request,
      createAppointment,
      { ...freeSlotInput(onDate, fromTime, tillTime), participantId, coachId: bookedCoach.value },
      adminSession,
    );
  await book('10:00', '10:45', firstParticipant.id);
  await book('11:00', '11:45', secondParticipant.id);
  await page.goto(`${planPath(date)}&coach=${bookedCoach.value}`);
  const menuButton = (slot: string) => lineWith(page, slot).getByRole('button', { name: /^Aktionen/ });
  await menuButton('10:00 - 10:45').press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Verschieben',
    'Stornieren',
    'Aus Kulanz absagen',
    'Zur Person',
  ]);
  await page.getByRole('menuitem', { name: 'Stornieren' }).press('Enter');
  await dialog(page).getByRole('textbox', { name: 'Grund (optional)' }).fill('Der Raum ist gesperrt.');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Stornieren und Zeit freigeben' }).click();
  await expect(toastOf(page, 'Änderung erfolgreich')).toBeVisible();
  await expect(lineWith(page, '10:00 - 10:45')).toContainText('Frei');
  await expect(page.locator('body')).not.toBeFocused();
  expect(await waitForMail(firstParticipant.email, 'Der Raum ist gesperrt.')).toContain('Grund');

  await menuButton('11:00 - 11:45').press('Enter');
  await page.getByRole('menuitem', { name: 'Verschieben' }).press('Enter');
  await dialog(page).getByRole('combobox', { name: /Coach/ }).fill('Katharina');
  await page.getByRole('option', { name: otherCoach.label }).click();
  await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
  await expect(toastOf(page, 'verschoben auf')).toBeVisible();
  await expect(lineWith(page, '11:00 - 11:45')).toContainText('Frei');

  // `unusedDay` is at most ten years ahead, so this day is in the past.
  const pastDate = addDays(date, -7_000);
  await book('09:00', '09:45', firstParticipant.id, pastDate);
  await page.goto(`${planPath(pastDate)}&coach=${bookedCoach.value}`);
  await menuButton('09:00 - 09:45').press('Enter');
  await page.getByRole('menuitem', { name: 'Als versäumt eintragen' }).press('Enter');
  await expect(toggleOf(page, '09')).toContainText('Versäumt');
  await menuButton('09:00 - 09:45').press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Auf Gebucht setzenDie Person und der Coach bekommen eine E-Mail.',
    'Stornieren',
    'Aus Kulanz absagen',
    'Zur Person',
  ]);
  await page.getByRole('menuitem', { name: 'Auf Gebucht setzen' }).press('Enter');
  await expect(toggleOf(page, '09')).not.toContainText('Versäumt');
  await menuButton('09:00 - 09:45').press('Enter');
  await page.getByRole('menuitem', { name: 'Zur Person' }).press('Enter');
  await expect(page).toHaveURL(/\/search-participant-admin\?suche=/);
});
