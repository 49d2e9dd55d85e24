import { randomInt } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { createAppointment, createOwnAppointment, getOwnOverview } from '../../src/features/appointments/contract.ts';
import { toActionFlags, changeBooking } from '../../src/features/booking/admin/contract.ts';
import { bookOwnSlotForParticipant } from '../../src/features/booking/direct/contract.ts';
import { searchOwnParticipants } from '../../src/features/participants/contract.ts';
import { addDays, dateOf, germanDate, germanInterval } from '../../src/shared/berlin.ts';
import { mockAnswer } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { unusedDay, firstSectionOfField, appointmentRows, calendarEntry, participantIdOf } from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { chooseByKeyboard, tabTo } from './keys.ts';
import { waitForMail } from './mails.ts';
import { actAsDemo, findDemoCoaches, signInDemo } from './people.ts';
import {
  askToDelete,
  chooseAction,
  chooseParticipant,
  dialog,
  freeSlotInput,
  createFreeSlot,
  overviewPath,
  createParticipant,
  typeInto,
} from './staff.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

/** The message with 'Rückgängig' covers neither the header nor the title, and the end of the page ends above it. */
async function expectMessageAtBottom(page: Page) {
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: Infinity, height: 0 };
  const message = page.getByRole('group', { name: 'Meldung' });
  await expect(message).toHaveCount(1);
  await expect.poll(async () => (await boxOf(message)).y).toBeGreaterThan(phone.height / 2);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const lastLine = page.getByRole('contentinfo');
  const bottomOf = async (part: Locator) => (await boxOf(part)).y + (await boxOf(part)).height;
  await expect.poll(async () => bottomOf(lastLine)).toBeLessThanOrEqual((await boxOf(message)).y);
  await page.evaluate(() => scrollTo(0, 0));
}

test('a coach books for a caller, and undoes the booking [4.22]', async ({ page }) => {
  const coachSession = await actAsDemo(page, 'coach2');
  const date = unusedDay();
  await createFreeSlot(page, coachSession, date);
  const { email } = await createParticipant(page, coachSession);
  await atEachSize(page, [phone, desktop], async (size) => {
    await page.goto(overviewPath(date));
    await appointmentRows(page)
      .first()
      .getByRole('button', { name: /^Aktionen/ })
      .press('Enter');
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Für jemanden buchen' }).press('Enter');
    await expect(dialog(page).getByRole('combobox', { name: /Teilnehmer:in/ })).toBeFocused();
    await dialog(page).getByRole('button', { name: 'Buchen' }).click();
    await expect(dialog(page)).toContainText('Bitte wähle eine:n Teilnehmer:in aus.');
    await chooseParticipant(page, email);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Buchen' }).click();
    await expect(toastOf(page, 'Uhr, gebucht')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(appointmentRows(page).first()).toContainText('Robin Reise');
    await expectAccessible(page);
    if (size === phone) await expectMessageAtBottom(page);

    // The message undoes the booking at once.
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(toastOf(page, 'Rückgängig gemacht')).toBeVisible();
    await expect(appointmentRows(page).first()).toContainText('Frei');

    // The row of a booking undoes it, too; on a phone its details do, since the row has no room for it.
    await appointmentRows(page)
      .first()
      .getByRole('button', { name: /^Buchen/ })
      .press('Enter');
    await chooseParticipant(page, email);
    await dialog(page).getByRole('button', { name: 'Buchen' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(appointmentRows(page).first()).toContainText('Robin Reise');
    const bookedRow = appointmentRows(page).first();
    if (size === phone) {
      await expect(bookedRow.getByRole('button', { name: /^Zurücknehmen/ })).toHaveCount(0);
      await bookedRow.getByRole('button', { name: /Robin Reise/ }).click();
      await expect(dialog(page)).toContainText('Wird die Buchung zurückgenommen, bekommt Robin Reise eine E-Mail');
    }
    const undoButton = (size === phone ? dialog(page) : bookedRow).getByRole('button', {
      name: /^(Zurücknehmen|Sicher\?)/,
    });
    // Who clicks twice out of habit has not read the question.
    await undoButton.dblclick();
    await expect(undoButton).toHaveText('Sicher?');
    await undoButton.press('Enter');
    await expect(toastOf(page, 'Uhr, zurückgenommen. Die Zeit ist wieder frei.')).toBeVisible();
    await expect(appointmentRows(page).first()).toContainText('Frei');
    await expect(appointmentRows(page).first()).toBeFocused();
    await expect(undoButton).toHaveCount(0);
  });
});

test('who books for somebody sees what they have booked and their phone number, a coach only of own participants [4.22] [8.10]', async ({
  page,
}) => {
  const coachSession = await actAsDemo(page, 'coach2');
  const date = unusedDay();
  const bookedId = await createFreeSlot(page, coachSession, date, '09:00', '09:45');
  await createFreeSlot(page, coachSession, date, '10:00', '10:45');
  const [own, stranger] = [await createParticipant(page, coachSession), await createParticipant(page, coachSession)];
  const booking = { appointmentId: bookedId, participantId: own.id };
  await callPortal(page.request, bookOwnSlotForParticipant, booking, coachSession);
  await page.goto(overviewPath(date));
  const openDialog = () =>
    appointmentRows(page)
      .nth(1)
      .getByRole('button', { name: /^Buchen/ })
      .press('Enter');
  await openDialog();
  await chooseParticipant(page, own.email);
  await expect(dialog(page)).toContainText('0 von 3 Einzelcoachings selbst gebucht');
  await expect(dialog(page)).toContainText(/Nächster Termin: .*, 09:00 Uhr bei /);
  await expect(dialog(page).locator('a[href^="tel:"]')).toHaveCount(1);
  await expectAccessible(page);

  await dialog(page).getByRole('button', { name: 'Auswahl löschen' }).click();
  const answer = page.waitForResponse(`**/${searchOwnParticipants.path}.php`);
  await chooseParticipant(page, stranger.email);
  await (await answer).finished();
  await expect(dialog(page).getByRole('combobox')).toHaveValue('Robin Reise');
  await expect(dialog(page)).not.toContainText('Einzelcoachings selbst gebucht');
  await expect(dialog(page).locator('a[href^="tel:"]')).toHaveCount(0);
});

test('a coach cannot undo another user’s booking, and each refusal of a booking is shown at its field [4.22]', async ({
  page,
}) => {
  const coachSession = await actAsDemo(page, 'coach3');
  const adminSession = await signInDemo(page, 'admin');
  const date = unusedDay();
  const [busyParticipant, otherParticipant] = [
    await createParticipant(page, coachSession),
    await createParticipant(page, coachSession),
  ];
  const [otherCoach] = await findDemoCoaches(page, adminSession, 'Julia Schäfer');
  await callPortal(
    page.request,
    createAppointment,
    { ...freeSlotInput(date), participantId: busyParticipant.id, coachId: otherCoach.value },
    adminSession,
  );
  const slotId = await createFreeSlot(page, coachSession, date);
  await page.goto(overviewPath(date));
  await appointmentRows(page)
    .getByRole('button', { name: /^Buchen/ })
    .press('Enter');
  await chooseParticipant(page, busyParticipant.email);
  await dialog(page).getByRole('button', { name: 'Buchen' }).click();
  await expect(dialog(page).getByRole('combobox', { name: /Teilnehmer:in/ })).toHaveAccessibleDescription(
    'Zu dieser Zeit ist schon ein anderer Termin gebucht.',
  );
  await expect(dialog(page).getByRole('combobox', { name: /Teilnehmer:in/ })).toHaveValue('Robin Reise');
  await callPortal(
    page.request,
    bookOwnSlotForParticipant,
    { appointmentId: slotId, participantId: otherParticipant.id },
    coachSession,
  );
  await dialog(page).getByRole('button', { name: 'Buchen' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Dieser Termin ist schon vergeben');
  await expectAccessible(page);

  const { data } = await callPortal(
    page.request,
    getOwnOverview,
    { fromDate: date, tillDate: date, status: { booked: true, free: true, missed: true } },
    coachSession,
  );
  await mockAnswer(page, getOwnOverview.path, {
    data: [{ ...data[0], isSpeedcoaching: 0, takeBackUntil: null }],
    meta: { status: 'success', total: 1, counts: { booked: 1, free: 0, missed: 0 } },
  });
  await page.reload();
  await expect(appointmentRows(page).first()).toContainText('Gebucht');
  await expect(page.getByRole('button', { name: /^Zurücknehmen/ })).toHaveCount(0);
});

test('an admin moves a booking to another coach and gives a reason; each refusal is shown at its field [4.22]', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  const adminSession = await actAsDemo(page, 'admin');
  const [fromCoach, toCoach] = await findDemoCoaches(page, adminSession, 'Julia Schäfer', 'Michael Groß');
  const date = unusedDay();
  const { id } = await createParticipant(page, await signInDemo(page, 'coach'));
  await callPortal(
    page.request,
    createAppointment,
    { ...freeSlotInput(date), participantId: id, coachId: fromCoach.value },
    adminSession,
  );
  await callPortal(
    page.request,
    createAppointment,
    { ...freeSlotInput(date, '12:00', '12:45'), coachId: toCoach.value },
    adminSession,
  );
  await page.goto(`${overviewPath(date, 'admin')}&ohne=frei`);
  await chooseAction(page, 'Verschieben');
  await expect(dialog(page)).toContainText('Robin Reise');
  await typeInto(page, 'Datum', '01012026');
  await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
  await expect(dialog(page).getByRole('group', { name: 'Datum' })).toHaveAccessibleDescription(
    'Ein Termin kann nicht in die Vergangenheit verlegt werden.',
  );
  await typeInto(page, 'Datum', germanDate(date).replaceAll('.', ''));
  await dialog(page).getByRole('combobox', { name: 'Coach' }).fill(toCoach.label);
  await page.getByRole('option', { name: toCoach.label }).click();
  // The end moves along with the start.
  await typeInto(page, 'Von', '1215');
  await expect(dialog(page).getByRole('group', { name: 'Bis' })).toContainText('13:00');
  await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
  await expect(dialog(page).getByRole('group', { name: 'Von' })).toHaveAccessibleDescription(
    'In dieser Zeit gibt es schon einen Termin des Coaches.',
  );
  await expectAccessible(page);
  await typeInto(page, 'Bis', '1200');
  await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
  await expect(dialog(page)).toContainText('Das Ende muss nach dem Beginn liegen');
  await typeInto(page, 'Von', '1400');
  await dialog(page).getByRole('textbox', { name: 'Grund (optional)' }).fill('Krankheit');
  await dialog(page).getByRole('checkbox', { name: 'Die bisherige Zeit wieder freigeben' }).uncheck();
  await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
  await expect(toastOf(page, 'verschoben auf')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(appointmentRows(page).first()).toContainText('14:00 - 14:45');
  await expect(appointmentRows(page).first()).toContainText(toCoach.label);
  await expect(appointmentRows(page).first()).toBeFocused();
  await page.goto(`${overviewPath(date, 'admin')}&coach=${fromCoach.value}`);
  await expect(page.getByText('Keine Termine gefunden')).toBeVisible();
});

test('a free time that is picked for a move is marked, and the times before it stay in the list [4.22]', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  const adminSession = await actAsDemo(page, 'admin');
  const [coach] = await findDemoCoaches(page, adminSession, 'Katharina Brandt');
  // The list is of two weeks.
  const date = unusedDay(2);
  const nextDate = addDays(date, 1);
  const { id } = await createParticipant(page, await signInDemo(page, 'coach'));
  for (const input of [
    { ...freeSlotInput(date), participantId: id },
    freeSlotInput(date, '15:00', '15:45'),
    freeSlotInput(nextDate, '09:00', '09:45'),
  ])
    await callPortal(page.request, createAppointment, { ...input, coachId: coach.value }, adminSession);
  await page.goto(`${overviewPath(date, 'admin')}&ohne=frei&coach=${coach.value}`);
  await chooseAction(page, 'Verschieben');
  const times = dialog(page).getByRole('group', { name: 'Freie Zeiten des Coaches' }).getByRole('button');
  await expect(times).toHaveCount(2);
  await times.last().click();
  await expect(times.last()).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog(page).getByRole('group', { name: 'Datum' })).toContainText(germanDate(nextDate).slice(0, 2));
  await expect(times.first()).toContainText('15:00 bis 15:45');
  await expect(times.first()).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page);
});

test('a button in the message undoes an admin’s move to a colleague’s free slot, and a cancellation [4.22]', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  const adminSession = await actAsDemo(page, 'admin');
  const [fromCoach, toCoach] = await findDemoCoaches(page, adminSession, 'Julia Schäfer', 'Michael Groß');
  const date = unusedDay();
  const { id } = await createParticipant(page, await signInDemo(page, 'coach'));
  await callPortal(
    page.request,
    createAppointment,
    { ...freeSlotInput(date), participantId: id, coachId: fromCoach.value },
    adminSession,
  );
  await callPortal(
    page.request,
    createAppointment,
    { ...freeSlotInput(date, '12:00', '12:45'), coachId: toCoach.value },
    adminSession,
  );
  await page.goto(overviewPath(date, 'admin'));
  await expect(appointmentRows(page)).toHaveCount(2);
  const rowTextsBefore = await appointmentRows(page).allInnerTexts();
  await chooseAction(page, 'Verschieben');
  await chooseByKeyboard(dialog(page).getByRole('combobox', { name: 'Coach' }), toCoach.label);
  await typeInto(page, 'Von', '1200');
  await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(appointmentRows(page).first()).toContainText('Frei');
  await expectAccessible(page);
  // The keyboard reaches the button while the message is shown.
  await page.keyboard.press('F6');
  await tabTo(page, page.getByRole('button', { name: 'Rückgängig' }));
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Rückgängig gemacht')).toBeVisible();
  await expect.poll(async () => appointmentRows(page).allInnerTexts()).toEqual(rowTextsBefore);

  await chooseAction(page, 'Stornieren');
  await dialog(page).getByRole('button', { name: 'Stornieren und Zeit freigeben' }).click();
  await expect(appointmentRows(page).first()).toContainText('Frei');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect.poll(async () => appointmentRows(page).allInnerTexts()).toEqual(rowTextsBefore);

  // A cancellation cannot be undone once the coach has another appointment at that time.
  await chooseAction(page, 'Stornieren');
  await dialog(page).getByRole('button', { name: 'Stornieren, Zeit bleibt zu' }).click();
  await expect(appointmentRows(page)).toHaveCount(1);
  await callPortal(
    page.request,
    createAppointment,
    { ...freeSlotInput(date, '10:15', '11:00'), coachId: fromCoach.value },
    adminSession,
  );
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(toastOf(page, 'Das ließ sich nicht rückgängig machen: ')).toContainText(
    'In dieser Zeit hat der Coach inzwischen einen anderen Termin.',
  );
});

test('only the last action has Rückgängig, in a message that covers no button of the header [1.7]', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  const adminSession = await actAsDemo(page, 'admin');
  const [bookedCoach] = await findDemoCoaches(page, adminSession, 'Michael Groß');
  const date = unusedDay();
  const { id } = await createParticipant(page, await signInDemo(page, 'coach'));
  const booking = { ...freeSlotInput(date), participantId: id, coachId: bookedCoach.value };
  await callPortal(page.request, createAppointment, booking, adminSession);
  await page.goto(overviewPath(date, 'admin'));
  await chooseAction(page, 'Verschieben');
  await typeInto(page, 'Von', '1400');
  await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
  await expect(toastOf(page, 'verschoben auf')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  // The first row is the time that has become free.
  await expect(appointmentRows(page).nth(1)).toContainText('Gebucht');
  await chooseAction(page, 'Stornieren', 1);
  await dialog(page).getByRole('button', { name: 'Stornieren, Zeit bleibt zu' }).click();
  await expect(toastOf(page, 'Änderung erfolgreich')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Rückgängig' })).toHaveCount(1);
  await expect(toastOf(page, 'verschoben auf')).toHaveCount(0);

  await atEachSize(page, [{ width: 900, height: 900 }, desktop], async () => {
    const covered = () =>
      page.getByRole('region', { name: 'Meldungen' }).evaluate((messages) => {
        const box = messages.getBoundingClientRect();
        return [...document.querySelectorAll('header :is(a, button), main, nav')].filter((element) => {
          const other = element.getBoundingClientRect();
          const isBeside = other.right <= box.left || other.left >= box.right;
          return !isBeside && other.top < box.bottom && other.bottom > box.top;
        }).length;
      });
    await expect.poll(covered).toBe(0);
  });
  // On a phone, the message is at the bottom, unless the menu is open.
  await page.setViewportSize(phone);
  const message = toastOf(page, 'Änderung erfolgreich');
  const bottomOf = async () => {
    const { y, height } = (await message.boundingBox()) ?? { y: 0, height: 0 };
    return y + height;
  };
  await expect.poll(bottomOf).toBeGreaterThan(phone.height - 100);
  for (const name of ['Menü öffnen', 'Suche', /^Profilmenü/])
    await page.getByRole('banner').getByRole('button', { name }).click({ trial: true });
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await expect(message).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(message).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(toastOf(page, 'Rückgängig gemacht')).toBeVisible();
});

test('Rückgängig goes once the moved appointment has been deleted, but not with another one [1.7]', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  const coachSession = await actAsDemo(page, 'coach2');
  const date = unusedDay();
  for (const [from, till] of [
    ['10:00', '10:45'],
    ['12:00', '12:45'],
  ] as const)
    await callPortal(page.request, createOwnAppointment, freeSlotInput(date, from, till), coachSession);
  await page.goto(overviewPath(date));
  await chooseAction(page, 'Verschieben');
  await typeInto(page, 'Von', '0800');
  await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
  await expect(dialog(page)).toBeHidden();
  const moved = toastOf(page, 'verschoben auf');
  await expect(appointmentRows(page).first()).toContainText('08:00');
  const deleteRow = async (row: number) => (await askToDelete(page, appointmentRows(page).nth(row))).press('Enter');
  await deleteRow(1);
  await expect(appointmentRows(page)).toHaveCount(1);
  await expect(moved).toBeVisible();
  await deleteRow(0);
  await expect(page.getByText('Keine Termine gefunden')).toBeVisible();
  await expect(moved).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Rückgängig' })).toHaveCount(0);
});

test('an admin cancels a booking from its row in three clicks, and the mail gives the reason [4.22]', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  const adminSession = await actAsDemo(page, 'admin');
  const [bookedCoach] = await findDemoCoaches(page, adminSession, 'Julia Schäfer');
  const date = unusedDay();
  const { id, email } = await createParticipant(page, await signInDemo(page, 'coach'));
  const booking = { ...freeSlotInput(date), participantId: id, coachId: bookedCoach.value };
  await callPortal(page.request, createAppointment, booking, adminSession);
  await page.goto(overviewPath(date, 'admin'));
  await appointmentRows(page)
    .first()
    .getByRole('button', { name: /^Aktionen/ })
    .click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Verschieben',
    'Stornieren',
    'Aus Kulanz absagen',
    'Zur Person',
  ]);
  await page.getByRole('menuitem', { name: 'Stornieren' }).click();
  await dialog(page).getByRole('textbox', { name: 'Grund (optional)' }).fill('Der Raum ist gesperrt.');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Stornieren und Zeit freigeben' }).click();
  await expect(toastOf(page, 'Änderung erfolgreich')).toBeVisible();
  await expect(appointmentRows(page)).toHaveCount(1);
  await expect(appointmentRows(page).first()).toContainText('Frei');
  await expect(appointmentRows(page).first()).toBeFocused();
  expect(await waitForMail(email, 'Der Raum ist gesperrt.')).toContain('Grund');
});

test('on a phone a coach moves a free appointment by keyboard; a reserved one is marked as reserved [4.22]', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  const coachSession = await actAsDemo(page, 'coach4');
  const date = unusedDay();
  await createFreeSlot(page, coachSession, date);
  await page.goto(overviewPath(date));
  await chooseAction(page, 'Verschieben');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    appointmentRows(page)
      .first()
      .getByRole('button', { name: /^Aktionen/ }),
  ).toBeFocused();
  await chooseAction(page, 'Verschieben');
  await expect(dialog(page).getByRole('textbox', { name: 'Grund (optional)' })).toHaveCount(0);
  await firstSectionOfField(page, 'Datum').focus();
  await page.keyboard.type(germanDate(addDays(date, 1)).replaceAll('.', ''));
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'verschoben auf')).toBeVisible();
  await expect(appointmentRows(page).first()).toContainText(germanDate(addDays(date, 1)));
  await expect(page.locator('body')).not.toBeFocused();

  const { data } = await callPortal(
    page.request,
    getOwnOverview,
    { fromDate: date, tillDate: addDays(date, 1), status: { booked: true, free: true, missed: true } },
    coachSession,
  );
  await mockAnswer(page, getOwnOverview.path, {
    data: [{ ...data[0], isSpeedcoaching: 0, reserved: true, heldUntil: `${date}T08:00:00Z` }],
    meta: { status: 'success', total: 1, counts: { booked: 0, free: 1, missed: 0 } },
  });
  await page.reload();
  await expect(appointmentRows(page).first()).toContainText('Reserviert');
  await appointmentRows(page)
    .first()
    .getByRole('button', { name: /^Aktionen/ })
    .press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Verschieben',
    'LöschenDie Person, für die er reserviert ist, bekommt eine E-Mail.',
  ]);
  await page.keyboard.press('Escape');
  await page.goto(`/calendar?tag=${data[0]?.date}`);
  await calendarEntry(page, /Reserviert/).click();
  const deleteButton = page.getByRole('dialog').getByRole('button', { name: /Löschen|Sicher/ });
  await deleteButton.click();
  await expect(page.getByRole('alert')).toHaveText('Die Person, für die er reserviert ist, bekommt eine E-Mail.');
});

/** Creates a booked appointment of one minute, `daysAgo` days ago between 4 and 8 o'clock, when no clock changes. */
async function createPastAppointment(page: Page, coachSession: string, participantId: number, daysAgo: number) {
  const startMinute = randomInt(4 * 60, 8 * 60 - 1);
  const formatTime = (minutes: number) => `0${Math.trunc(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  const date = addDays(dateOf(new Date()), -daysAgo);
  const [start, end] = [formatTime(startMinute), formatTime(startMinute + 1)];
  const booking = { ...freeSlotInput(date, start, end), participantId };
  const { data } = await callPortal(page.request, createOwnAppointment, booking, coachSession);
  return { date, id: data.appointmentId, start, end };
}

test('the plan asks about attendance; a coach answers by keyboard, and changes the answer [4.22]', async ({ page }) => {
  const adminSession = await signInDemo(page, 'admin');
  const { email } = await createParticipant(page, adminSession);
  // At each size the plan is another coach's, since the plan on the phone keeps an answer that only an admin changes.
  await atEachSize(page, [phone, desktop], async (size) => {
    const [account, daysAgo] = size === phone ? (['coach4', 2] as const) : (['coach3', 3] as const);
    const coachSession = await actAsDemo(page, account);
    const id = await participantIdOf(page, email, coachSession);
    const recentAppointment = await createPastAppointment(page, coachSession, id, daysAgo);
    await page.goto(`/daily-plan?von=${recentAppointment.date}&bis=${recentAppointment.date}`);
    const question = page.getByText('War Robin Reise da?');
    await expect(question.first()).toBeVisible();
    await expectAccessible(page);
    const missedButton = page
      .getByRole('button', { name: /^(Nein, versäumt|Doch versäumt|Sicher\?|Rückgängig) .*Robin Reise/ })
      .first();
    await missedButton.press('Enter');
    await expect(missedButton).toHaveText('Sicher?');
    await missedButton.press('Enter');
    await expect(toastOf(page, 'Als versäumt eingetragen.')).toBeVisible();
    await expect(missedButton).toHaveText('Rückgängig');
    await expect(missedButton).toBeFocused();
    await expectAccessible(page);
    await missedButton.press('Enter');
    await expect(missedButton).toHaveText('Doch versäumt');
    await expect(page.getByText('War da.').first()).toBeVisible();

    // The message about a missed appointment takes it back as well.
    await missedButton.press('Enter');
    await missedButton.press('Enter');
    await expect(missedButton).toHaveText('Rückgängig');
    const message = page.getByRole('region', { name: 'Meldungen' });
    await expect(message.getByRole('button', { name: 'Rückgängig' })).toHaveCount(1);
    await message.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(missedButton).toHaveText('Doch versäumt');
    await expect(toastOf(page, 'Der Termin gilt als wahrgenommen.')).toBeVisible();
    await expect(message.getByRole('button', { name: 'Rückgängig' })).toHaveCount(0);

    // The plan says that only an admin can change a status that an admin has set.
    await callPortal(
      page.request,
      changeBooking,
      { appointmentId: recentAppointment.id, action: toActionFlags('missed') },
      adminSession,
    );
    await page.reload();
    await missedButton.press('Enter');
    await expect(page.getByText('Nur ein Admin kann das ändern.').first()).toBeVisible();
    await expectAccessible(page);

    const oldAppointment = await createPastAppointment(page, coachSession, id, daysAgo + 7);
    await page.goto(`/daily-plan?von=${oldAppointment.date}&bis=${oldAppointment.date}`);
    await expect(page.getByText('Robin Reise').first()).toBeVisible();
    await expect(question).toHaveCount(0);
  });
});

test('an admin answers in the plan of a coach who was there, and both are informed of a missed appointment [4.22]', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  const coachSession = await signInDemo(page, 'coach4');
  const { id } = await createParticipant(page, coachSession);
  const { date, start, end } = await createPastAppointment(page, coachSession, id, 3);
  await actAsDemo(page, 'admin');
  await page.goto(`/daily-plan?von=${date}&bis=${date}`);
  const answer = (text: string) => page.getByRole('button', { name: `${text} ${start} - ${end} Uhr, Robin Reise` });
  await answer('Nein, versäumt').press('Enter');
  await expect(page.getByText(/^Robin Reise und .+ bekommen eine E-Mail\.$/)).toBeVisible();
  await expectAccessible(page);
  await answer('Sicher?').press('Enter');
  await expect(toastOf(page, 'Als versäumt eingetragen.')).toBeVisible();
  await answer('Rückgängig').press('Enter');
  await expect(answer('Doch versäumt')).toBeFocused();
  await expect(answer('Ja')).toHaveCount(0);
});

test('the welcome page asks a coach who was there in the last days; the answer ends the question [4.22] [7.10]', async ({
  page,
}) => {
  const coachSession = await actAsDemo(page, 'coach4');
  const { id } = await createParticipant(page, coachSession);
  const { date, start, end } = await createPastAppointment(page, coachSession, id, 1);
  await page.goto('/intern-coach');
  const region = page.getByRole('region', { name: 'Wer war da?' });
  const item = region.getByRole('listitem').filter({ hasText: germanInterval({ date, start, end }) });
  const moreButton = region.getByRole('button', { name: 'Mehr laden' });
  await expect(region.getByRole('listitem').first()).toBeVisible();
  while ((await item.count()) === 0) await moreButton.click();
  await expect(item).toContainText('War Robin Reise da?');
  await expectAccessible(page);
  await item.getByRole('button', { name: `Ja ${start} - ${end} Uhr, Robin Reise` }).press('Enter');
  await expect(toastOf(page, 'Der Termin gilt als wahrgenommen.')).toBeVisible();
  await expect(item).toHaveCount(0);

  await page.goto(`/daily-plan?von=${date}&bis=${date}`);
  const answer = page.getByRole('button', { name: `Doch versäumt ${start} - ${end} Uhr, Robin Reise` });
  await expect(answer).toBeVisible();
});
