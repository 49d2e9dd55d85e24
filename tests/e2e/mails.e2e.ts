import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { getMailDelay, getMails, sendMailAgain } from '../../src/features/mail/contract.ts';
import { detailsPanel } from './calendar-pages.ts';
import { openSelect } from './keys.ts';
import { mockAnswer, mockRefusal } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { waitForMail } from './mails.ts';
import { actAsDemo, actAsNewParticipant, signInDemo } from './people.ts';
import { bookWithCoach } from './slots.ts';
import { toastOf } from './toasts.ts';
import { callPortal } from './calls.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { test } from './test.ts';

test('an admin finds a person’s mails and sends one of them again [10.7]', async ({ page, browser }) => {
  const { email } = await bookWithCoach(browser, 'coach3');
  await waitForMail(email, 'dein Coaching ist gebucht');
  await actAsDemo(page, 'admin');
  await page.goto('/mails');
  await page.getByRole('textbox', { name: 'Person' }).fill(email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/mails?person=${encodeURIComponent(email)}`);
  const rows = page.getByRole('table', { name: 'E-Mails' }).locator('tbody').getByRole('row');
  const bookingMail = rows.filter({ hasText: 'Termin gebucht' });
  await expect(rows.filter({ hasNotText: email })).toHaveCount(0);
  await expect(bookingMail).toContainText('Gesendet');
  await expect(bookingMail).toContainText(`Robin Reise · ${email}`);
  await expect(rows.filter({ hasText: 'Neues Passwort' }).getByRole('button', { name: 'senden' })).toHaveCount(0);
  await expectAccessible(page);

  // Somebody has this mail already, so it is sent again from its details, after a question.
  await expect(bookingMail.getByRole('button', { name: 'senden' })).toHaveCount(0);
  await bookingMail.click();
  const details = detailsPanel(page);
  await details.getByRole('button', { name: 'Erneut senden' }).click();
  const question = page.getByRole('dialog', { name: 'E-Mail erneut senden?' });
  await expect(question).toHaveAccessibleDescription(
    `„Termin gebucht“ ist schon gesendet. Robin Reise (${email}) bekommt diese E-Mail dann ein zweites Mal.`,
  );
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(question).toHaveCount(0);
  await details.getByRole('button', { name: 'Erneut senden' }).click();
  await question.getByRole('button', { name: 'Erneut senden' }).click();
  await expect(toastOf(page, 'Die E-Mail wird noch einmal gesendet!')).toBeVisible();
  await expect(question).toHaveCount(0);
  await details.getByRole('button', { name: 'Details schließen' }).click();
  await expect(details).toHaveCount(0);
  await expect(bookingMail).toHaveCount(2);

  await openSelect(page.getByRole('combobox', { name: 'Zustand' }));
  await page.getByRole('option', { name: 'Gescheitert' }).click();
  await expect(page).toHaveURL(/zustand=gescheitert/);
  await expect(page.getByText('Keine E-Mails gefunden')).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(bookingMail).toHaveCount(2);
  await page.goForward();
  await page.getByRole('button', { name: 'Filter entfernen: Zustand: Gescheitert' }).click();
  await expect(page).toHaveURL(`/mails?person=${encodeURIComponent(email)}`);
  await expect(bookingMail).toHaveCount(2);
  await expect(page.getByRole('group', { name: 'Gesetzte Filter' }).getByRole('button')).toHaveCount(1);
});

test('the details of a mail lead to the participant who got it [8.3] [10.7]', async ({ page, browser }) => {
  const { email } = await bookWithCoach(browser, 'coach3');
  await waitForMail(email, 'dein Coaching ist gebucht');
  await actAsDemo(page, 'admin');
  await page.goto(`/mails?person=${encodeURIComponent(email)}`);
  await page.getByRole('row').filter({ hasText: 'Termin gebucht' }).click();
  await detailsPanel(page).getByRole('link', { name: 'Robin Reise' }).click();
  await expect(page).toHaveURL(`/search-participant-admin?${new URLSearchParams({ suche: email }).toString()}`);
  await expect(
    page.getByRole('region', { name: 'Details Robin Reise' }).getByRole('link', { name: email }),
  ).toBeVisible();
});

test('without failed mails the list of those that have not arrived says that all have [10.7]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await mockAnswer(page, getMails.path, { data: [], meta: { status: 'success', nextCursor: null } });
  await page.goto('/mails?zustand=nicht-angekommen');
  await expect(page.getByText('Alle gesendeten E-Mails sind angekommen')).toBeVisible();
  await page.goto('/mails?zustand=nicht-angekommen&person=Zacharias');
  await expect(page.getByText('Zu diesem Namen ist keine E-Mail gescheitert')).toBeVisible();
  await page.goto('/mails?person=Zacharias');
  await expect(page.getByText('Ein anderer Name oder weniger Filter')).toBeVisible();
});

/** Mails of each kind of row: sent, tried again and failed, with short and long names and labels. */
const longPerson = 'Annegret-Friederike Lüdenscheidt-Niederrheinische von Achtern';
const longEmail = 'annegret.luedenscheidt@bildungszentrum.niederrhein.example';
const createVariousMails = () => {
  const times = { createdAt: '2026-11-20T10:00:00Z', triedAt: '2026-11-20T10:05:00Z', endedAt: null, attempts: 2 };
  const booked = { label: 'Termin gebucht', kind: 'appointmentBooked', personId: 1, isFindable: true };
  const short = { ...booked, ...times, person: 'Ada Süß', email: 'a@b.example', fault: '' };
  const long = { ...short, label: 'Termin doch nicht von anderem Coach übernommen', person: longPerson };
  const sent = { state: 'sent', endedAt: '2026-11-20T10:06:00Z', again: true };
  return [
    { ...short, ...sent, id: randomUUID() },
    { ...long, ...sent, email: longEmail, id: randomUUID() },
    { ...long, email: longEmail, state: 'retrying', fault: 'ESOCKET', again: true, id: randomUUID() },
    {
      ...short,
      state: 'failed',
      endedAt: '2026-11-20T10:06:00Z',
      fault: 'EENVELOPE 550',
      again: true,
      id: randomUUID(),
    },
  ];
};

/** The texts in a list of mails that are cut off, overlap another one or have less than 100 px for a line. */
const findUnreadable = (page: Page) =>
  page.evaluate(() => {
    const row = ':is([role=table], ul)[aria-label="E-Mails"] [data-entry]';
    const texts = [...document.querySelectorAll(row)].flatMap((entry) =>
      [...entry.querySelectorAll('th, td, .first, .second, button:not(.lines)')].filter(
        (element) => element.getClientRects().length > 0 && element.textContent,
      ),
    );
    const heads = [...document.querySelectorAll('thead th:not(.row-actions)')].filter(
      (head) => (head.closest('thead')?.clientWidth ?? 0) > 1,
    );
    const all = [...texts, ...heads];
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const limit = document.querySelector('section[aria-labelledby]')?.getBoundingClientRect().left ?? innerWidth;
    return all
      .filter((element) => {
        const { left, right, top, bottom, width } = boxOf(element);
        const overlaps = all.some((other) => {
          if (other.contains(element) || element.contains(other)) return false;
          const box = boxOf(other);
          return box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
        });
        const isNarrow = width < 100 && !element.matches('button, .row-actions');
        return overlaps || isNarrow || element.scrollWidth > element.clientWidth + 1 || right > limit + 1;
      })
      .map((element) => `${element.tagName} ${element.textContent}`);
  });

test('recipient, kind, state and time of each mail can be read at every width, also beside the details [10.7]', async ({
  page,
}) => {
  const mails = createVariousMails();
  await actAsDemo(page, 'admin');
  await mockAnswer(page, getMails.path, { data: mails, meta: { status: 'success', nextCursor: null } });
  const rows = page.locator('[data-entry]');
  /** Expects that everything can be read, first with text of the usual size, then with text of another size. */
  const expectReadable = async (width: number, otherSize: string) => {
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    await expect(rows).toHaveCount(4);
    for (const text of [longPerson, 'Termin doch nicht von anderem Coach übernommen', '20.11.', 'Gesendet'])
      await expect(rows.nth(1)).toContainText(text);
    await expect.poll(() => findUnreadable(page)).toEqual([]);
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), otherSize);
    await expect.poll(() => findUnreadable(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectAccessible(page);
  };
  await page.goto('/mails');
  const sizes = [360, 640, 720, 768, 1024, 1280, 1440].map((width) => ({ width, height: 900 }));
  await atEachSize(page, sizes, ({ width }) => expectReadable(width, '200%'));
  await page.goto(`/mails?mail=${mails[0]?.id}`);
  await atEachSize(page, [{ width: 1280, height: 800 }, desktop, { width: 1920, height: 900 }], async ({ width }) => {
    await expect(page.getByRole('region', { name: 'Termin gebucht' })).toBeVisible();
    await expectReadable(width, '100%');
  });
});

test('a search started with Enter does not wait for the list, and its field keeps the focus', async ({ page }) => {
  await actAsDemo(page, 'admin');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/${getMails.path}.php`, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/mails');
  await page.getByRole('textbox', { name: 'Person' }).fill('coach');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/mails?person=coach');
  release();
  await expect(page.getByRole('table', { name: 'E-Mails' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Person' })).toBeFocused();
});

test('more mails are loaded page by page, and the first new one gets the focus', async ({ page }) => {
  await actAsDemo(page, 'admin');
  const createMail = (n: number) => ({
    id: `${n}`,
    kind: 'fileFromCoach',
    label: 'Unterlagen vom Coach',
    personId: 1,
    email: 'a@test.example',
    person: `Nummer ${n}`,
    isFindable: true,
    createdAt: '2026-11-20T10:00:00Z',
    state: 'retrying',
    endedAt: null,
    attempts: 2,
    triedAt: '2026-11-20T11:00:00Z',
    fault: 'ETIMEDOUT',
    again: false,
  });
  const firstPage = Array.from({ length: 50 }, (_, n) => createMail(n));
  await page.route(`**/${getMails.path}.php`, (route) => {
    const { cursor } = route.request().postDataJSON() as { cursor: string | null };
    const body = cursor
      ? { data: [createMail(50)], meta: { status: 'success', nextCursor: null } }
      : { data: firstPage, meta: { status: 'success', nextCursor: 'x' } };
    return route.fulfill({ json: body });
  });
  await page.goto('/mails');
  await expect(
    page.getByText('2 Versuche, zuletzt Fr, 20.11.2026, 12:00 Uhr. Der Mailserver ist nicht erreichbar').first(),
  ).toBeVisible();
  // The button moves down until all rows are rendered.
  await expect(page.getByRole('row').filter({ hasText: 'Nummer 49' })).toBeAttached();
  // Rows get their real height when they come near the viewport, which moves the button until it has been scrolled to.
  const moreButton = page.getByRole('button', { name: 'Mehr laden' });
  await moreButton.scrollIntoViewIfNeeded();
  await moreButton.click();
  const lastRow = page.getByRole('row').filter({ hasText: 'Nummer 50' });
  await expect(lastRow).toBeFocused();
  await expect(moreButton).toHaveCount(0);
});

test('a mail that is tried again counts among today’s tasks, says in German why, and is sent now on demand [10.1] [10.7]', async ({
  page,
}) => {
  const mail = {
    label: 'Termin gebucht',
    kind: 'appointmentBooked',
    personId: 1,
    person: 'Ada Süß',
    isFindable: true,
    endedAt: null,
  };
  const tried = { createdAt: '2026-11-20T10:00:00Z', triedAt: '2026-11-20T10:05:00Z', again: true };
  const mails = [
    { ...mail, ...tried, id: randomUUID(), email: 'a@b.example', state: 'retrying', attempts: 2, fault: 'ESOCKET' },
    { ...mail, ...tried, id: randomUUID(), email: 'c@d.example', state: 'failed', attempts: 1, fault: 'EEXIST' },
  ];
  await actAsDemo(page, 'admin');
  await mockAnswer(page, getMails.path, { data: mails, meta: { status: 'success', nextCursor: null } });
  await mockAnswer(page, sendMailAgain.path, {});
  await page.goto('/intern-admin');
  const task = page.getByRole('list', { name: 'Heute zu tun' }).getByRole('link', { name: 'Fehlgeschlagene E-Mails' });
  await expect(task).toContainText('2');
  await expect(task).toContainText('1 wird wieder versucht: Der Mailserver ist nicht erreichbar');
  await task.click();
  await expect(page.getByRole('button', { name: 'Filter entfernen: Zustand: Nicht angekommen' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'E-Mails' }).locator('tbody').getByRole('row');
  await expect(rows.first()).toContainText('2 Versuche, zuletzt Fr, 20.11.2026, 11:05 Uhr. Der Mailserver ist nicht');
  await expect(rows.last()).toContainText('Das Portal konnte die E-Mail nicht übergeben');
  await expect(rows.last()).not.toContainText('EEXIST');
  await expectAccessible(page);
  await rows.last().getByRole('button', { name: 'Erneut senden' }).click();
  await expect(toastOf(page, 'Die E-Mail wird noch einmal gesendet!')).toBeVisible();
  await rows.first().getByRole('button', { name: 'Jetzt senden' }).click();
  await expect(toastOf(page, 'Die E-Mail wird jetzt gesendet!')).toBeVisible();
});

test('on a phone a tap on a mail opens its details with the reason, and going back closes them [10.7]', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await actAsDemo(page, 'admin');
  const person = 'Annegret-Friederike Lüdenscheidt-Niederrheinische von Achtern';
  const mail = {
    label: 'Termin gebucht',
    kind: 'appointmentBooked',
    personId: 1,
    person,
    isFindable: true,
    email: 'a@b.example',
  };
  const times = { createdAt: '2026-11-20T10:00:00Z', triedAt: '2026-11-20T10:05:00Z', endedAt: null };
  const failing = {
    ...mail,
    ...times,
    id: randomUUID(),
    state: 'retrying',
    attempts: 2,
    fault: 'ESOCKET',
    again: true,
  };
  await mockAnswer(page, getMails.path, { data: [failing], meta: { status: 'success', nextCursor: null } });
  await mockAnswer(page, sendMailAgain.path, {});
  await page.goto('/mails');
  const row = page.getByRole('list', { name: 'E-Mails' }).getByRole('listitem');
  await expect(row.first()).toContainText('Fr, 20.11.');
  expect((await row.first().boundingBox())?.y, 'the list begins in the upper half').toBeLessThan(370);
  await expect(row.getByRole('button', { name: 'Jetzt senden' })).toHaveText('Jetzt senden');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await row.getByRole('button', { name: /^Termin gebucht/ }).click();
  const details = page.getByRole('dialog', { name: 'Termin gebucht' });
  for (const text of [person, 'a@b.example', 'Wird wieder versucht', 'Der Mailserver ist nicht erreichbar'])
    await expect(details).toContainText(text);
  await expect(details).toContainText('Zuletzt versuchtFr, 20.11.2026, 11:05 Uhr');
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Jetzt senden' }).click();
  await expect(toastOf(page, 'Die E-Mail wird jetzt gesendet!')).toBeVisible();
  await page.goBack();
  await expect(details).toHaveCount(0);
});

test('a failure to load mails is reported', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await mockRefusal(page, getMails.path, 'Der Name passt auf zu viele Personen. Bitte gib ihn genauer an.');
  await page.goto('/mails?person=an');
  await expect(page.getByRole('alert').filter({ hasText: 'zu viele Personen' })).toBeVisible();
  await expectAccessible(page);
});

test('admins are warned on every page while mails wait too long; other users are not', async ({ page, browser }) => {
  const delay = { late: true, since: '2026-11-20T10:00:00Z', waiting: 12 };
  await actAsDemo(page, 'admin');
  await mockAnswer(page, getMailDelay.path, { data: delay });
  await page.goto('/intern-admin');
  const warning = page.getByRole('alert').filter({ hasText: 'E-Mails bleiben liegen' });
  await expect(warning).toContainText('12 E-Mails warten, die älteste seit Fr, 20.11.2026, 11:00 Uhr.');
  await expectAccessible(page);
  await warning.getByRole('link', { name: 'E-Mails ansehen' }).click();
  await expect(page.getByRole('heading', { name: 'E-Mails', level: 1 })).toBeFocused();
  await expect(warning).toBeVisible();

  const participantPage = await browser.newPage();
  await actAsNewParticipant(participantPage);
  const delayRequests: string[] = [];
  participantPage.on('request', (request) => {
    if (request.url().includes(getMailDelay.path)) delayRequests.push(request.url());
  });
  await participantPage.goto('/booking');
  await expect(participantPage.getByRole('heading', { level: 1 })).toBeVisible();
  await participantPage.waitForLoadState('networkidle');
  expect(delayRequests).toEqual([]);
  await participantPage.close();
  // The server itself reports no delay.
  const session = await signInDemo(page, 'admin');
  expect((await callPortal(page.request, getMailDelay, {}, session)).data.late).toBe(false);
});
