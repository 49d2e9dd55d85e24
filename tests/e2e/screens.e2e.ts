import { expect, type Locator, type Page } from '@playwright/test';
import { atEachSize, phone } from './devices.ts';
import { openMenu } from './menu.ts';
import { mockAnswer, buildOwnAppointment, documentsAnswer, failCall } from './mocked-answers.ts';
import { actAsDemo } from './people.ts';
import { tooLateToCancelText } from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const messages = (page: Page) => page.getByRole('group', { name: 'Meldung', includeHidden: true });

test('messages are shown at the top centre, at most three at a time, for five seconds each [1.7]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await mockAnswer(page, 'participant/getFiles', documentsAnswer);
  await failCall(page, 'participant/downloadFile', 'a broken server');
  await page.clock.install();
  await page.goto('/files');
  const downloadButton = page.getByRole('button', { name: 'Herunterladen Lebenslauf.docx' });
  await expect(downloadButton).toBeVisible();
  // From here on the test advances the clock, so the speed of the machine does not matter.
  await page.clock.pauseAt(Date.now() + 60_000);
  for (let messageCount = 1; messageCount <= 4; messageCount++) {
    await downloadButton.click();
    await expect(async () => {
      await page.clock.runFor(20);
      await expect(messages(page)).toHaveCount(messageCount, { timeout: 200 });
    }).toPass();
  }
  await expect(messages(page).filter({ visible: true })).toHaveCount(3);
  await page.mouse.move(0, 700);
  const { x, y, width } = await readMessageBox(page);
  const viewport = page.viewportSize() ?? { width: 0, height: 0 };
  expect(y).toBeLessThan(viewport.height / 2);
  // With -1 digits, up to five pixels of difference are allowed.
  expect(x + width / 2).toBeCloseTo(viewport.width / 2, -1);

  await page.clock.runFor(4_000);
  await expect(messages(page)).not.toHaveCount(0);
  await page.clock.runFor(2_000);
  await expect(messages(page)).toHaveCount(0);
});

test('on a phone only the latest of several messages is shown [1.7]', async ({ page }) => {
  await page.setViewportSize(phone);
  await actAsDemo(page, 'teilnehmer');
  await mockAnswer(page, 'participant/getFiles', documentsAnswer);
  await failCall(page, 'participant/downloadFile', 'a broken server');
  await page.goto('/files');
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: 'Herunterladen Lebenslauf.docx' }).click();
    await expect(messages(page)).toHaveCount(count);
    await expect(messages(page).filter({ visible: true })).toHaveCount(1);
  }
  // The earlier one waits until the later one has gone.
  await messages(page).filter({ visible: true }).getByRole('button', { name: 'Meldung schließen' }).click();
  await expect(messages(page)).toHaveCount(1);
  await expect(messages(page)).toBeVisible();
});

test('a success goes when its page is left; a failure stays; an unanswered question goes after five seconds [1.7, 1.12]', async ({
  page,
}) => {
  await actAsDemo(page, 'teilnehmer');
  await mockAnswer(page, 'participant/getFiles', documentsAnswer);
  await failCall(page, 'participant/downloadFile', 'a broken server');
  await mockAnswer(page, 'participant/deleteFile', {});
  await page.clock.install();
  await page.goto('/files');
  const deleteButton = page.getByRole('button', { name: /^(Löschen|Sicher\?) Lebenslauf\.docx/ });
  await expect(deleteButton).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const waitForMessages = async (count: number) =>
    expect(async () => {
      await page.clock.runFor(20);
      await expect(messages(page)).toHaveCount(count, { timeout: 200 });
    }).toPass();
  const openPage = async (name: string) => {
    await page.getByRole('banner').getByRole('link', { name }).click();
    await expect(async () => {
      await page.clock.runFor(20);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused({ timeout: 200 });
    }).toPass();
  };
  await deleteButton.click();
  await expect(deleteButton).toHaveText('Sicher?');
  await page.clock.runFor(5_100);
  await expect(deleteButton).toHaveText('Löschen');
  await deleteButton.click();
  await deleteButton.click();
  await waitForMessages(1);
  await page.clock.runFor(1_500);
  await openPage('Willkommen');
  await waitForMessages(0);

  await openPage('Unterlagen');
  await page.getByRole('button', { name: 'Herunterladen Lebenslauf.docx' }).click();
  await waitForMessages(1);
  await page.clock.runFor(1_500);
  await openPage('Willkommen');
  await page.clock.runFor(500);
  await expect(messages(page)).toHaveText('Die Datei konnte nicht heruntergeladen werden!');
});

test('a message does not cover the title; it covers the header on small screens only [1.7]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await mockAnswer(page, 'participant/getFiles', documentsAnswer);
  await failCall(page, 'participant/downloadFile', 'a broken server');
  const sizes = [360, 768, 1440].map((width) => ({ width, height: 740 }));
  await atEachSize(page, sizes, async ({ width }) => {
    await page.goto('/files');
    await page.getByRole('button', { name: 'Herunterladen Lebenslauf.docx' }).click();
    await expect(messages(page)).toHaveCount(1);
    const message = await readMessageBox(page);
    const parts = { banner: page.getByRole('banner'), title: page.getByRole('heading', { level: 1 }) };
    await page.evaluate(() => scrollTo(0, 0));
    const coveredParts: string[] = [];
    for (const [name, part] of Object.entries(parts))
      if (overlap(message, await readTextBox(part))) coveredParts.push(name);
    expect(coveredParts).toEqual(width < 1440 ? ['banner'] : []);
  });
});

test('messages are shown at the bottom left above lists of appointments [1.7]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await mockAnswer(page, 'appointment/myAppointment', {
    data: [buildOwnAppointment({ meta: { stornoPossible: true } })],
  });
  for (const [path, failingCall] of [
    ['/booking', 'appointment/bookable'],
    ['/appointments', 'appointment/stornoByParticipant'],
  ] as const)
    await test.step(path, async () => {
      await failCall(page, failingCall, 'a broken server');
      await page.goto(path);
      if (path === '/appointments') {
        await page.getByRole('button', { name: 'Stornieren' }).click();
        await page.getByRole('button', { name: 'Termin stornieren' }).click();
      }
      await expect(messages(page)).toHaveCount(1);
      const { x, y } = await readMessageBox(page);
      const viewport = page.viewportSize() ?? { width: 0, height: 0 };
      expect(x).toBeLessThan(viewport.width / 4);
      expect(y).toBeGreaterThan(viewport.height / 2);
    });
});

test('on a phone a dialog makes room for a message, and does not move when the message disappears', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await actAsDemo(page, 'teilnehmer');
  await mockAnswer(page, 'appointment/myAppointment', {
    data: [buildOwnAppointment({ meta: { stornoPossible: true } })],
  });
  await failCall(page, 'appointment/stornoByParticipant', 'a broken server');
  await page.goto('/appointments');
  await page.getByRole('button', { name: 'Stornieren' }).click();
  const dialog = page.getByRole('dialog');
  const cancelButton = dialog.getByRole('button', { name: 'Termin stornieren' });
  await cancelButton.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(messages(page)).toHaveCount(1);
  const readCancelButtonBox = async () => (await cancelButton.boundingBox()) ?? { y: Infinity, height: 0 };
  // Polled, since the message slides in.
  await expect
    .poll(
      async () =>
        (await readMessageBox(page)).y - (await readCancelButtonBox()).y - (await readCancelButtonBox()).height,
    )
    .toBeGreaterThan(0);
  const boxBefore = await readCancelButtonBox();
  await messages(page).getByRole('button', { name: 'Meldung schließen', includeHidden: true }).click();
  await expect(messages(page)).toHaveCount(0);
  expect(await readCancelButtonBox()).toEqual(boxBefore);
});

async function readMessageBox(page: Page) {
  const box = await messages(page).filter({ visible: true }).first().boundingBox();
  return box ?? { x: -1, y: -1, width: 0, height: 0 };
}

test('the start page has a sign-in button, four benefits, and a button that leads to the registration [1.8]', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('button', { name: 'Zur Anmeldung' })).toBeVisible();
  const benefits = page.getByRole('region', { name: 'Das bekommst du bei uns' }).getByRole('listitem');
  await expect(benefits).toHaveText([/Coaches/, /Unterlagen/, /Einzelcoachings/, /Unterstützung/]);
  await page.getByRole('button', { name: 'zur Registrierung' }).click();
  const registrationHeading = page.getByRole('heading', { name: 'Registrierung' });
  await expect(registrationHeading).toBeFocused();
  await expect(registrationHeading).toBeInViewport();

  await actAsDemo(page, 'teilnehmer');
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Profilmenü/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zur Anmeldung' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Weiter zu deinem Coaching' }).click();
  await expect(page).toHaveURL('/intern-participant');
});

test('each page has its title [1.3]', async ({ page }) => {
  const expectTitles = async (expected: readonly (readonly [string, RegExp])[]) => {
    for (const [path, title] of expected) {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
    }
  };
  await expectTitles([
    ['/logout', /^Logout/],
    ['/gibt-es-nicht', /^Seite nicht gefunden/],
  ]);
  await actAsDemo(page, 'teilnehmer');
  await expectTitles([
    ['/profile', /^Profil/],
    ['/intern-participant', /^Willkommen/],
    ['/booking', /^Termine buchen/],
    ['/appointments', /^Meine Termine/],
    ['/files', /^Meine Unterlagen/],
    ['/change-password', /^Passwort ändern/],
  ]);
});

test('the welcome page shows four steps with links [4.12]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/intern-participant');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Willkommen');
  const steps = page.getByRole('main').getByRole('list').first().getByRole('listitem');
  await expect(steps).toHaveCount(4);
  for (const [step, path] of ['/files', '/booking', '/appointments', '/files'].entries())
    await expect(steps.nth(step).locator(`a[href="${path}"]`)).toBeVisible();
  await expect(steps.nth(3).locator('a[href="/appointments"]')).toBeVisible();
});

test('the profile shows the stored data with German dates, and nothing can be changed there [3.12]', async ({
  page,
}) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/profile');
  const main = page.getByRole('main');
  for (const label of ['Name', 'Anrede', 'Rolle', 'Qualifizierung', 'Beginn', 'Ende', 'Standort', 'E-Mail', 'Telefon'])
    await expect(main.getByText(label, { exact: true })).toBeVisible();
  await expect(main.getByText('Teilnehmer:in', { exact: true })).toBeVisible();
  await expect(main.getByText('teilnehmer@demo.example')).toBeVisible();
  await expect(main.getByText(/^\d\d\.\d\d\.\d{4}$/)).toHaveCount(2);
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await expect(main.getByRole('button')).toHaveCount(0);
});

test('signing in opens the start page of the role, and the menu has the sections of the role [1.2] [1.3] [1.4]', async ({
  page,
}) => {
  const initialViewport = page.viewportSize() ?? { width: 0, height: 0 };
  for (const [name, home, sections] of [
    ['coach', '/intern-coach', ['Coachbereich', 'Allgemein']],
    ['admin', '/intern-admin', ['Adminbereich', 'Allgemein', 'Teilnehmer:inbereich', 'Coachbereich']],
  ] as const)
    await test.step(name, async () => {
      await page.setViewportSize(initialViewport);
      await page.goto('/');
      await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('E-Mail').fill(`${name}@demo.example`);
      await dialog.getByRole('textbox', { name: 'Passwort' }).fill('Demo-2026!');
      await dialog.getByRole('button', { name: 'Anmelden' }).click();
      await expect(page).toHaveURL(home);
      expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toMatch(/^\S{20,}$/);
      // The drawer of narrower screens has its sections' titles as headings.
      await page.setViewportSize({ width: 1024, height: 768 });
      const menu = await openMenu(page);
      await expect(menu.getByRole('heading')).toHaveText([...sections]);
      // Coaches and admins each have a page with this title.
      await expect(menu.getByRole('link', { name: 'Bewertungen' })).toHaveCount(name === 'admin' ? 2 : 1);
      // The next role signs in on a device that knows nothing of this one.
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.clear());
    });
});

test('the profile menu offers profile, password and signing out; other roles’ pages are not found [1.3] [1.4]', async ({
  page,
}) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/intern-admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seite nicht gefunden');
  await page.getByRole('button', { name: /^Profilmenü/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Ihr Profil', 'Passwort ändern', 'Einstellungen', 'Abmelden']);
  await page.getByRole('menuitem', { name: 'Ihr Profil' }).click();
  await expect(page).toHaveURL('/profile');
});

test('each appointment offers the actions that its state allows [4.7]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  const pastMeta = { past: true };
  await mockAnswer(page, 'appointment/myAppointment', {
    data: [
      buildOwnAppointment({ id: 1, meta: { stornoPossible: true } }),
      buildOwnAppointment({ id: 2, meta: { today: true } }),
      buildOwnAppointment({ id: 3 }),
      // The status 'V' means missed, and 'K' means cancelled as goodwill.
      buildOwnAppointment({ id: 4, status: 'V', meta: pastMeta }),
      buildOwnAppointment({ id: 5, status: 'K', meta: pastMeta }),
      buildOwnAppointment({ id: 6, date: '2026-01-07', meta: { ...pastMeta, rating: { averageRating: 3.4 } } }),
      buildOwnAppointment({ id: 7, meta: { ...pastMeta, today: true } }),
    ],
  });
  await page.goto('/appointments');
  const cardOf = (id: number) => page.locator(`#termin-${id}`);
  await expect(cardOf(1)).toContainText('14.05.2031');
  await expect(cardOf(1)).toContainText('10:00 bis 11:00 Uhr');
  const cancellableActions = ['Stornieren', 'Zum Kalender hinzufügen', 'Nachricht an Cleo Rat schreiben'];
  await expect(cardOf(1).getByRole('button')).toHaveText(cancellableActions);
  await expect(cardOf(2).getByRole('link', { name: 'Zum Coaching' })).toHaveAttribute('target', '_blank');
  await expect(cardOf(2).getByRole('button')).toHaveText(['Zum Kalender hinzufügen']);
  await expect(cardOf(3)).toContainText('Dieser Termin kann nicht mehr storniert werden');
  await expect(cardOf(4)).toContainText('Sie haben diesen Termin versäumt');
  await expect(cardOf(5)).toContainText('Dieser Termin wurde aus Kulanz storniert');
  const backgrounds = await Promise.all(
    [1, 4, 5].map((id) => cardOf(id).evaluate((element) => getComputedStyle(element).backgroundColor)),
  );
  expect(new Set(backgrounds).size).toBe(3);
  await expect(cardOf(6)).toContainText('Ihre Bewertung');
  const stars = cardOf(6).getByRole('img', { name: '3,4 von 5 Sternen' });
  // 3.4 is shown as three and a half stars.
  await expect(stars.locator('[style*="width: 50%"]')).toHaveCount(1);
  await expect(cardOf(7).getByRole('link', { name: 'Zum Coaching' })).toHaveCount(0);
  for (const id of [4, 5, 6, 7])
    await expect(cardOf(id).getByRole('button', { name: 'Zum Kalender hinzufügen' })).toHaveCount(0);
  const rules = page.getByRole('note').filter({ hasText: 'Du kannst den gebuchten Termin doch nicht wahrnehmen?' });
  await expect(rules).toContainText('48 Stunden vorher stornierst, verfällt.');
  await expect(rules).toContainText('BEVOR du einen Termin auswählst');
  await expect(rules.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
});

test('the rating form has its sections in order, down to the voucher and the request for reviews [6.2]', async ({
  page,
}) => {
  await actAsDemo(page, 'teilnehmer');
  const pastAppointment = buildOwnAppointment({ date: '2026-01-07', meta: { past: true } });
  await mockAnswer(page, 'appointment/myAppointment', { data: [pastAppointment] });
  await page.goto('/appointments');
  await page.getByRole('button', { name: 'Bewerten' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deine Meinung zählt!' });
  await expect(dialog.getByRole('radiogroup')).toHaveCount(6);
  const topics = dialog.getByRole('group', { name: 'Worüber hast du mit deinem Coach gesprochen?' });
  await expect(topics.getByRole('checkbox')).toHaveCount(14);
  const sections = [
    'Wie war dein Coaching?',
    'Persönliches Feedback',
    'Worüber hast du mit deinem Coach gesprochen?',
    'Welche Themen wünschst du dir noch?',
    'Meine Themenwünsche',
    'AVGS',
    'Bewertung abschicken',
    'Noch ein Wunsch',
    'Google Standort',
  ];
  const text = (await dialog.textContent()) ?? '';
  const positions = sections.map((section) => text.indexOf(section));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});

test('a second click on a booking in progress is ignored [1.10]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  let bookingCount = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/appointment/bookAppointment.php', async (route) => {
    bookingCount += 1;
    await released;
    await route.fulfill({ json: { meta: { status: 'success' } } });
  });
  await page.goto('/booking?typ=einzel&anzahl=50');
  const cancellableSlots = page.locator('[data-entry]').filter({ hasNotText: tooLateToCancelText });
  await cancellableSlots.first().getByRole('button', { name: 'Buchen' }).dblclick();
  await expect(page.getByRole('button', { name: 'Buchen...' })).toBeVisible();
  release();
  await expect(page).toHaveURL('/appointments');
  await expect(toastOf(page, 'Der Termin wurde gebucht!')).toBeVisible();
  expect(bookingCount).toBe(1);
});

test('the coach’s documents can be read and downloaded, but not deleted [5.7]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await mockAnswer(page, 'participant/getFiles', documentsAnswer);
  await page.goto('/files');
  const coachDocuments = page.getByRole('region', { name: 'Von Deinem Coach hochgeladene Unterlagen' });
  await expect(coachDocuments.getByRole('button')).toHaveText(['Lesen', 'Herunterladen']);
});

test('a visit is reported once, when it starts [10.4]', async ({ page }) => {
  const reportedVisits: unknown[] = [];
  await page.route('**/analytics/tracking.php', (route) => {
    reportedVisits.push(route.request().postDataJSON());
    return route.fulfill({ json: { meta: { status: 'success' } } });
  });
  await page.goto('/gibt-es-nicht');
  await expect.poll(() => reportedVisits.length).toBe(1);
  await page.getByRole('main').getByRole('link', { name: 'Zur Startseite' }).click();
  await expect(page.getByRole('heading', { name: 'Registrierung' })).toBeVisible();
  expect(reportedVisits).toHaveLength(1);
  await page.goto('/genesys');
  await expect.poll(() => reportedVisits.length).toBe(2);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(reportedVisits[0]).toMatchObject({
    userAgent: await page.evaluate(() => navigator.userAgent),
    userLanguage: 'de-DE',
    screenWidth: expect.any(Number),
    screenHeight: expect.any(Number),
    viewportWidth: width,
    viewportHeight: height,
  });
});

test('if no support chat is configured, the support page offers an e-mail address [1.15]', async ({ page }) => {
  await page.goto('/genesys');
  const chat = page.getByRole('region', { name: 'Support-Chat' });
  await expect(chat.getByRole('link')).toHaveAttribute('href', /^mailto:/);
  await expect(page.getByRole('heading', { name: 'Registrierung' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
});

type Rectangle = { x: number; y: number; width: number; height: number };

/** The rectangle around an element's text, which is narrower than the element. */
function readTextBox(element: Locator): Promise<Rectangle> {
  return element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  });
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
