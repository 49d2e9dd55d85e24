import { expect, type Locator, type Page } from '@playwright/test';
import { login } from '../src/accounts/contract.ts';
import { bookAppointment, type BookableAppointment } from '../src/booking/contract.ts';
import { uploadFiles } from '../src/files/contract.ts';
import { refuse, trouble, troubleOver } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { ask, send } from './calls.ts';
import { newCoached } from './coached.ts';
import { choose } from './documents.ts';
import { beNewParticipant, wordDocument } from './people.ts';
import { cardOf, listUpTo, newSlots, ownCardOf } from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const phone = { viewport: { width: 360, height: 740 } };
const notice = 'Ein Termin, den du nicht mindestens 48 Stunden vorher stornierst, verfällt.';

/** Where something stands on the screen, its lower edge included. */
async function placeOf(thing: Locator) {
  const box = await thing.boundingBox();
  if (!box) throw new Error('not on the screen');
  return { ...box, bottom: box.y + box.height };
}

async function cancelTheOne(page: Page) {
  await page.getByRole('button', { name: 'Stornieren' }).click();
  await page.getByRole('button', { name: 'Termin stornieren' }).click();
  await expect(toastOf(page, 'Der Termin wurde erfolgreich storniert!')).toBeVisible();
}

test.describe('on a phone', () => {
  test.use(phone);

  test('the appointment just booked comes first, is focused, and no message covers it', async ({ page }) => {
    const session = await beNewParticipant(page, { docx: true });
    const [earlier, booked] = (await newSlots(page, ['coach2', 'coach2'])) as [
      BookableAppointment,
      BookableAppointment,
    ];
    await ask(page.request, bookAppointment, { appointmentId: earlier.id }, session);
    await page.goto(await listUpTo(page, booked, session));
    await cardOf(page, booked).getByRole('button', { name: 'Buchen' }).click();

    const card = ownCardOf(page, booked);
    await expect(card).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Gerade gebucht' })).toBeVisible();
    const toast = toastOf(page, 'Der Termin wurde gebucht!');
    await expect(toast).toBeVisible();
    const { y, bottom } = await placeOf(card);
    expect(y).toBeGreaterThan((await placeOf(page.getByRole('banner'))).bottom);
    expect(bottom).toBeLessThan((await placeOf(toast)).y);
    expect(bottom).toBeLessThan((await placeOf(ownCardOf(page, earlier))).y);
    await expectAccessible(page);

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Gerade gebucht' })).toBeVisible();
  });

  test('the notice about cancelling folds, and opens by the keyboard', async ({ page }) => {
    const session = await beNewParticipant(page, { docx: true });
    const [slot] = (await newSlots(page, ['coach3'])) as [BookableAppointment];
    await ask(page.request, bookAppointment, { appointmentId: slot.id }, session);
    await page.goto('/appointments');
    await expect(page.getByText('Du kannst den gebuchten Termin doch nicht wahrnehmen?')).toBeVisible();
    await expect(page.getByText(notice)).toBeHidden();
    const more = page.getByRole('button', { name: 'Mehr dazu' });
    await expect(more).toHaveAccessibleDescription('Du kannst den gebuchten Termin doch nicht wahrnehmen?');
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(notice)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText(notice)).toBeHidden();

    await page.goto('/booking');
    await expect(page.getByText('Du hast 1 von 3 Einzelcoachings gebucht.')).toBeVisible();
    await expect(page.getByText('Du kannst nur 3 Termine selbst buchen')).toBeHidden();
  });
});

test('where there is room the notice about cancelling stands open', async ({ page }) => {
  const session = await beNewParticipant(page, { docx: true });
  const [slot] = (await newSlots(page, ['coach4'])) as [BookableAppointment];
  await ask(page.request, bookAppointment, { appointmentId: slot.id }, session);
  await page.goto('/appointments');
  await expect(page.getByText(notice)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mehr dazu' })).toBeHidden();
});

for (const [width, height] of [
  [1440, 620],
  [360, 740],
] as const)
  test(`a message lies over no dialog’s title, at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await beNewParticipant(page);
    await page.goto('/files');
    const buffer = await wordDocument();
    await choose(
      page,
      Array.from({ length: 12 }, (_, index) => ({ name: `Unterlage ${index}.docx`, buffer })),
    );
    await refuse(page, 'participant/uploadFiles', 'Heute nicht.');
    await page.getByRole('button', { name: 'Hochladen' }).click();
    const toast = toastOf(page, 'Heute nicht.').first();
    await expect(toast).toBeVisible();
    const title = page.getByRole('heading', { name: 'Ihr Upload' });
    await expect.poll(async () => (await placeOf(title)).y - (await placeOf(toast)).bottom).toBeGreaterThan(0);
  });

test('what has failed and what has then been done never stand side by side', async ({ page }) => {
  const session = await beNewParticipant(page, { docx: true });
  const [slot] = (await newSlots(page, ['coach'])) as [BookableAppointment];
  await page.goto(await listUpTo(page, slot, session));
  await trouble(page, 'appointment/bookAppointment', 'a broken server');
  await cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();
  await expect(toastOf(page, 'Termine konnten nicht geladen werden!')).toBeVisible();
  await troubleOver(page, 'appointment/bookAppointment');
  await cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();
  await expect(toastOf(page, 'Der Termin wurde gebucht!')).toBeVisible();
  await expect(toastOf(page, 'Termine konnten nicht geladen werden!')).toHaveCount(0, { timeout: 1_500 });
  await expect(toastOf(page, 'Der Termin wurde gebucht!')).toBeVisible();
});

test('whoever cancels the only appointment finds the way to another one', async ({ page }) => {
  const session = await beNewParticipant(page, { docx: true });
  const [slot] = (await newSlots(page, ['coach2'])) as [BookableAppointment];
  await ask(page.request, bookAppointment, { appointmentId: slot.id }, session);
  await page.goto('/appointments');
  await cancelTheOne(page);
  await expect(page.getByRole('heading', { name: 'Meine Termine' })).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Termine buchen' }).click();
  await expect(page).toHaveURL('/booking');
});

test('whoever cancels the last one to come finds the way on, though there are past ones', async ({ page }) => {
  const { email } = await newCoached();
  const { data } = await ask(page.request, login, { username: email, password: 'Demo-2026!' });
  await send(page.request, uploadFiles, [{ name: 'CV.docx', buffer: await wordDocument() }], data.sessionId);
  const [slot] = (await newSlots(page, ['coach3'])) as [BookableAppointment];
  await ask(page.request, bookAppointment, { appointmentId: slot.id }, data.sessionId);
  await page.addInitScript((id) => localStorage.setItem('sessionId', id), data.sessionId);
  await page.goto('/appointments');
  await cancelTheOne(page);
  await expect(page.getByText('Es steht kein Termin mehr an.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Termine buchen' }).click();
  await expect(page).toHaveURL('/booking');
});
