import { randomInt, randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { createAppointment, createOwnAppointment, getFullOverview } from '../../src/features/appointments/contract.ts';
import { searchParticipant, searchParticipantAsAdmin } from '../../src/features/participants/contract.ts';
import { addDays, germanDate, wallClock } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { actAsNewParticipantWithEmail, unusedDay, firstSectionOfField } from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { phone } from './devices.ts';
import { chooseByKeyboard, openSelect } from './keys.ts';
import { withDatabase } from './past-coaching.ts';
import { actAsDemo, findDemoCoaches, signInDemo } from './people.ts';
import { addCoach } from '../support/people.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const previewRegion = (page: Page) => page.getByRole('region', { name: 'Vorschau' });
const submitButton = (page: Page) => page.getByRole('button', { name: 'Abwesenheit eintragen' });
const absenceRow = (page: Page, date: string) =>
  page
    .getByRole('region', { name: 'Eingetragene Abwesenheiten' })
    .getByRole('listitem')
    .filter({ hasText: germanDate(date) });

const toDigits = (date: string) => germanDate(date).replaceAll('.', '');
const slotAt = (date: string, fromTime: string, tillTime: string) => ({
  type: 'Einzelcoaching' as const,
  date,
  fromTime,
  tillTime,
});

async function typeInto(page: Page, label: string, keys: string) {
  await firstSectionOfField(page, label).click();
  await page.keyboard.type(keys);
}

/**
 * Creates a participant for this journey and returns their id. If the session of a coach is given, the coach finds the
 * participant by e-mail, and may book for them from then on.
 */
async function addParticipant(page: Page, adminSession: string, coachSession?: string): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const email = await actAsNewParticipantWithEmail(await (await browser.newContext()).newPage());
  const { data } = await callPortal(page.request, searchParticipantAsAdmin, { searchString: email }, adminSession);
  if (coachSession) await callPortal(page.request, searchParticipant, { searchString: email }, coachSession);
  return data[0]?.participantId ?? 0;
}

/** Returns the bookings of a day, ordered by start: the start and the coach's name of each, as in '09:00 Cleo Rat'. */
async function bookingsOn(page: Page, adminSession: string, date: string): Promise<string[]> {
  const status = { booked: true, free: false, missed: false };
  const input = { fromDate: date, tillDate: date, status, coachId: null };
  const { data } = await callPortal(page.request, getFullOverview, input, adminSession);
  return data.map(({ timeSlot, coachFullName }) => `${timeSlot.slice(0, 5)} ${coachFullName}`);
}

test('a key that comes just as the preview is drawn leaves the rest of a date as it is [14.5]', async ({ page }) => {
  const adminSession = await actAsDemo(page, 'admin');
  const [absentCoach] = await findDemoCoaches(page, adminSession, 'Julia Schäfer');
  let answer: () => void = () => undefined;
  const isAnswerAllowed = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/planAbsence.php', async (route) => {
    await isAnswerAllowed;
    await route.continue();
  });
  await page.goto('/absences-admin');
  const form = page.getByRole('form', { name: 'Abwesenheit planen' });
  await chooseByKeyboard(form.getByRole('combobox', { name: 'Coach' }), absentCoach.label);
  await page.getByRole('combobox', { name: 'Grund' }).selectOption('Fortbildung');
  const isAsked = page.waitForRequest('**/planAbsence.php');
  await typeInto(page, 'Erster Tag', toDigits(unusedDay()));
  await isAsked;
  const lastDay = page.getByRole('group', { name: 'Letzter Tag' });
  await lastDay.getByRole('spinbutton', { name: 'Monat' }).click();
  // React draws the preview and looks after its effects in two tasks. The key comes between them.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (![...document.querySelectorAll('h2')].some(({ textContent }) => textContent === 'Vorschau')) return;
      observer.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: '0', bubbles: true }));
      document.execCommand('insertText', false, '0');
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  answer();
  await expect(submitButton(page)).toBeVisible();
  await expect(lastDay.getByRole('spinbutton')).toHaveText([/^\d\d$/, '00', /^20\d\d$/]);
});

test('an admin enters an absence, decides on each of its bookings, and undoes the absence [14.5]', async ({ page }) => {
  const adminSession = await actAsDemo(page, 'admin');
  const [absentCoach, otherCoach] = await findDemoCoaches(page, adminSession, 'Julia Schäfer', 'Michael Groß');
  const date = unusedDay();
  const participantId = await addParticipant(page, adminSession);
  for (const [from, till] of [
    ['09:00', '09:45'],
    ['10:00', '10:45'],
    ['11:00', '11:45'],
  ] as const) {
    const appointment = { ...slotAt(date, from, till), coachId: absentCoach.value, participantId };
    await callPortal(page.request, createAppointment, appointment, adminSession);
    // The other coach has time for the first two bookings, but not for the last one.
    if (from === '11:00') continue;
    await callPortal(
      page.request,
      createAppointment,
      { ...appointment, coachId: otherCoach.value, participantId: null },
      adminSession,
    );
  }
  const freeAppointment = { ...slotAt(date, '15:00', '15:45'), coachId: absentCoach.value, participantId: null };
  await callPortal(page.request, createAppointment, freeAppointment, adminSession);

  await page.goto('/absences-admin');
  await firstSectionOfField(page, 'Erster Tag').press('Enter');
  await expect(page.getByText('Bitte wähle einen Coach aus.')).toBeVisible();
  await expect(page.getByText('Bitte wähle einen Grund aus.')).toBeVisible();
  await expectAccessible(page);
  await chooseByKeyboard(page.getByRole('combobox', { name: 'Coach' }).first(), absentCoach.label);
  await page.getByRole('combobox', { name: 'Grund' }).selectOption('Fortbildung');
  await typeInto(page, 'Erster Tag', toDigits(date));
  await typeInto(page, 'Letzter Tag', toDigits(date));
  await expect(previewRegion(page)).toContainText(
    '1 freier Termin wird gelöscht. 3 gebuchte Termine brauchen eine Entscheidung. Wer sie gebucht hat, bekommt eine',
  );
  await expect(submitButton(page)).toBeDisabled();
  await expect(previewRegion(page)).toContainText('Es fehlen noch 3 Entscheidungen.');
  await page.getByRole('button', { name: 'Alle an einen Coach mit Zeit' }).click();
  await expect(previewRegion(page)).toContainText('Es fehlt noch 1 Entscheidung.');
  await previewRegion(page).getByRole('combobox').last().selectOption('Neu wählen lassen');
  await expect(previewRegion(page).locator('a[href^="tel:"]')).toHaveCount(3);
  await expectAccessible(page);
  await submitButton(page).click();
  await expect(toastOf(page, 'Die Abwesenheit ist eingetragen!')).toBeVisible();
  await expect(absenceRow(page, date)).toContainText(`${absentCoach.label}, Fortbildung`);
  expect(await bookingsOn(page, adminSession, date)).toEqual([
    `09:00 ${otherCoach.label}`,
    `10:00 ${otherCoach.label}`,
  ]);
  await absenceRow(page, date).getByRole('button', { name: 'Betroffene Termine' }).press('Enter');
  const effects = absenceRow(page, date).getByRole('region', { name: 'Betroffene Termine' });
  await expect(effects.getByRole('listitem')).toContainText([
    `An ${otherCoach.label} übergeben.`,
    `An ${otherCoach.label} übergeben.`,
    'Abgesagt. Bisher nichts Neues gebucht.',
  ]);
  await expect(effects).toContainText('1 freier Termin wurde gelöscht.');
  await expect(effects.locator('a[href^="tel:"]')).toHaveCount(3);
  await expectAccessible(page);

  await page
    .getByRole('main')
    .getByRole('button', { name: /^Rückgängig/ })
    .first()
    .click();
  await expect(toastOf(page, 'Die Abwesenheit ist zurückgenommen, alles ist wie vorher.')).toBeVisible();
  await expect(absenceRow(page, date)).toHaveCount(0);
  expect(await bookingsOn(page, adminSession, date)).toEqual(
    ['09:00', '10:00', '11:00'].map((from) => `${from} ${absentCoach.label}`),
  );
});

test('an admin decides on a coach’s bookings by entering an absence, and then sets the coach inactive [14.5]', async ({
  page,
}) => {
  const adminSession = await actAsDemo(page, 'admin');
  const lastName = `Geht-${randomUUID().slice(0, 8)}`;
  const leavingCoach = await withDatabase((db) =>
    addCoach(db, { first_name: 'Ada', last_name: lastName, email: `${randomUUID()}@e2e.example` }),
  );
  const date = addDays(wallClock(new Date()).date, 50);
  const appointment = {
    ...slotAt(date, '09:00', '09:45'),
    coachId: leavingCoach,
    participantId: await addParticipant(page, adminSession),
  };
  await callPortal(page.request, createAppointment, appointment, adminSession);

  const setInactive = async () => {
    await page.getByRole('button', { name: `Ada ${lastName} bearbeiten` }).click();
    await openSelect(page.getByRole('combobox', { name: 'Status' }));
    await page.getByRole('option', { name: 'inaktiv', exact: true }).click();
    await page.getByRole('button', { name: 'Speichern' }).click();
  };
  await page.goto(`/coachlist?suche=${lastName}`);
  await setInactive();
  await page.getByRole('link', { name: 'Termine übergeben oder neu wählen lassen' }).click();
  await expect(page.getByRole('combobox', { name: 'Coach' }).first()).toHaveValue(`Ada ${lastName}`);
  await expect(previewRegion(page)).toContainText('1 gebuchter Termin braucht eine Entscheidung.');
  await page.getByRole('button', { name: 'Alle neu wählen lassen' }).click();
  await submitButton(page).click();
  await page.getByRole('link', { name: 'Jetzt auf inaktiv setzen' }).click();
  await setInactive();
  await expect(toastOf(page, 'Coach erfolgreich bearbeitet!')).toBeVisible();
  expect(await bookingsOn(page, adminSession, date)).not.toContain(`09:00 Ada ${lastName}`);
});

test('by keyboard on a phone, decisions on bookings are kept when the preview is refreshed [14.5]', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  const coachSession = await actAsDemo(page, 'coach2');
  const adminSession = await signInDemo(page, 'admin');
  const date = unusedDay();
  const participantId = await addParticipant(page, adminSession, coachSession);
  await callPortal(
    page.request,
    createOwnAppointment,
    { ...slotAt(date, '09:00', '09:45'), participantId },
    coachSession,
  );
  await page.goto('/absences-coach');
  await page.getByRole('combobox', { name: 'Grund' }).selectOption('Urlaub');
  await typeInto(page, 'Erster Tag', toDigits(date));
  await typeInto(page, 'Letzter Tag', toDigits(addDays(date, -1)));
  await expect(page.getByRole('group', { name: 'Letzter Tag' })).toHaveAccessibleDescription(
    'Der letzte Tag liegt vor dem ersten.',
  );
  await typeInto(page, 'Letzter Tag', toDigits(date));
  await page.keyboard.press('Enter');
  // The preview also appears by itself, without the focus.
  await expect(previewRegion(page).locator('> div[tabindex="-1"]')).toBeFocused();
  await expect(previewRegion(page)).toContainText('1 gebuchter Termin braucht eine Entscheidung.');
  await expect(page.getByRole('button', { name: 'Alle an einen Coach mit Zeit' })).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Alle neu wählen lassen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await callPortal(
    page.request,
    createOwnAppointment,
    { ...slotAt(date, '10:00', '10:45'), participantId },
    coachSession,
  );
  await submitButton(page).press('Enter');
  await expect(page.getByText('Entscheide bitte für jeden gebuchten Termin')).toBeVisible();
  await expect(previewRegion(page)).toContainText('Es fehlt noch 1 Entscheidung.');
  await expectAccessible(page);
  await previewRegion(page).getByRole('combobox').last().selectOption('Neu wählen lassen');
  await submitButton(page).press('Enter');
  await expect(absenceRow(page, date)).toContainText('Urlaub');
  const effectsButton = absenceRow(page, date).getByRole('button', { name: 'Betroffene Termine' });
  await effectsButton.press('Enter');
  const effects = absenceRow(page, date).getByRole('region', { name: 'Betroffene Termine' });
  await expect(effects.getByRole('listitem')).toContainText([
    'Abgesagt. Bisher nichts Neues gebucht.',
    'Abgesagt. Bisher nichts Neues gebucht.',
  ]);
  await expect(effects.locator('a[href^="tel:"]')).toHaveCount(2);
  await expectAccessible(page);
  await effectsButton.press('Enter');
  await expect(effects).toHaveCount(0);
  expect(await bookingsOn(page, adminSession, date)).toEqual([]);

  // A second absence at that time is refused with an error at the first day, and the form keeps its content.
  await typeInto(page, 'Ab (ganzer Tag: leer)', '0800');
  await page.getByRole('button', { name: 'Abwesenheit eintragen' }).click();
  await expect(page.getByRole('group', { name: 'Erster Tag' })).toHaveAccessibleDescription(
    'In dieser Zeit ist schon eine andere Abwesenheit eingetragen.',
  );
  await expect(page.getByRole('group', { name: 'Ab (ganzer Tag: leer)' })).toContainText('08:00');
  await expectAccessible(page);

  const endButton = absenceRow(page, date).getByRole('button', { name: /^(Beenden|Sicher\?)/ });
  await endButton.press('Enter');
  await expect(endButton).toHaveText('Sicher?');
  await expect(absenceRow(page, date)).toContainText('Was gelöscht oder abgesagt wurde, kommt nicht zurück.');
  await endButton.press('Enter');
  await expect(toastOf(page, 'Die Abwesenheit ist beendet!')).toBeVisible();
  await expect(absenceRow(page, date)).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
});

test('a preview of earlier entries says whether one is missing or wrong, and cannot be entered [14.5]', async ({
  page,
}) => {
  const adminSession = await actAsDemo(page, 'admin');
  const [coach] = await findDemoCoaches(page, adminSession, 'Julia Schäfer');
  const date = unusedDay();
  await page.goto('/absences-admin');
  // The list has a field of this name, too, and may appear first.
  const coachField = page.getByRole('form', { name: 'Abwesenheit planen' }).getByRole('combobox', { name: 'Coach' });
  await chooseByKeyboard(coachField, coach.label);
  await page.getByRole('combobox', { name: 'Grund' }).selectOption('Fortbildung');
  await typeInto(page, 'Erster Tag', toDigits(date));
  await typeInto(page, 'Letzter Tag', toDigits(date));
  await expect(submitButton(page)).toBeEnabled();

  await typeInto(page, 'Letzter Tag', toDigits(addDays(date, -1)));
  await expect(previewRegion(page)).toContainText('Oben stimmt eine Angabe noch nicht.');
  await expect(page.getByText('Der letzte Tag liegt vor dem ersten.')).toBeVisible();
  await expect(submitButton(page)).toBeDisabled();
  await expectAccessible(page);
  // An earlier first day makes it right again.
  await typeInto(page, 'Erster Tag', toDigits(addDays(date, -1)));
  await expect(page.getByText('Der letzte Tag liegt vor dem ersten.')).toHaveCount(0);
  await expect(submitButton(page)).toBeEnabled();

  await coachField.fill('Mich');
  await expect(previewRegion(page)).toContainText('Oben stimmt eine Angabe noch nicht.');
  await expect(submitButton(page)).toBeDisabled();
  await coachField.fill('');
  await expect(previewRegion(page)).toContainText('Oben fehlt noch eine Angabe.');
  // Choosing a coach whose whole name has been typed changes no text.
  await coachField.fill(coach.label);
  await coachField.press('Enter');
  await expect(submitButton(page)).toBeEnabled();
});

test('an absence undone or ended in the list is no longer said to be entered, and its preview comes again [14.5]', async ({
  page,
}) => {
  const date = unusedDay();
  await actAsDemo(page, 'coach2');
  await page.goto('/absences-coach');
  await page.getByRole('combobox', { name: 'Grund' }).selectOption('Fortbildung');
  await typeInto(page, 'Erster Tag', toDigits(date));
  await typeInto(page, 'Letzter Tag', toDigits(date));
  for (const presses of [['Rückgängig'], ['Beenden', 'Sicher?']]) {
    await submitButton(page).click();
    await expect(page.getByText(/^Eingetragen: /)).toBeVisible();
    for (const name of presses)
      await absenceRow(page, date)
        .getByRole('button', { name: new RegExp(`^${name.replace('?', String.raw`\?`)}`) })
        .click();
    await expect(page.getByText(/^Eingetragen: /)).toHaveCount(0);
    await expect(previewRegion(page)).toBeVisible();
    await expect(absenceRow(page, date)).toHaveCount(0);
    await expect(page.locator('body')).not.toBeFocused();
  }
});

test('on the page of absences two taps report a coach sick tomorrow, and the welcome page says so [14.5]', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await actAsDemo(page, 'coach4');
  await page.goto('/absences-coach');
  await expect(page.getByText('Den Grund sehen nur du und Admins.')).toBeVisible();
  await page.getByRole('button', { name: 'Morgen krank' }).click();
  await expect(previewRegion(page)).toBeVisible();
  await expectAccessible(page);
  await submitButton(page).click();
  await expect(toastOf(page, 'Die Abwesenheit ist eingetragen!')).toBeVisible();
  await page.goto('/intern-coach');
  const notice = page.getByRole('note').filter({ hasText: 'Du bist morgen krank gemeldet.' });
  await expect(notice.getByRole('link', { name: 'Abwesenheiten' })).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole('button', { name: /^Rückgängig/ }).click();
  await expect(notice).toHaveCount(0);
});

test('a coach who falls ill reports it in two taps on the welcome page, and can undo it there [14.5]', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  const coachSession = await actAsDemo(page, 'coach3');
  const adminSession = await signInDemo(page, 'admin');
  const { date, time } = wallClock(new Date());
  // In the last minutes of a day there is no time left for an appointment.
  const canBookToday = time < '23:45';
  const minute = randomInt(46, 58);
  const [from, till] = [`23:${minute}`, `23:${minute + 1}`];
  const participantId = await addParticipant(page, adminSession, coachSession);
  if (canBookToday)
    await callPortal(page.request, createOwnAppointment, { ...slotAt(date, from, till), participantId }, coachSession);
  await page.goto('/intern-coach');
  await page.getByRole('button', { name: 'Heute krank' }).click();
  const dialog = page.getByRole('dialog', { name: 'Heute krank' });
  if (canBookToday) await expect(dialog).toContainText(`${from} bis ${till} Uhr: Robin Reise`);
  const reportButton = dialog.getByRole('button', { name: 'Krank melden' });
  await expect(reportButton).toBeEnabled();
  await expectAccessible(page);
  await reportButton.click();
  await expect(toastOf(page, 'Gute Besserung! Die Abwesenheit ist eingetragen.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Du bist heute.* krank gemeldet\./)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: /^Rückgängig/ }).click();
  await expect(page.getByText(/^Du bist heute.* krank gemeldet\./)).toHaveCount(0);
  if (canBookToday)
    expect((await bookingsOn(page, adminSession, date)).filter((row) => row.startsWith(from))).toHaveLength(1);
});
