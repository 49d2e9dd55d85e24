import { expect } from '@playwright/test';
import { confirmComing } from '../../src/features/booking/coming/contract.ts';
import { bookAppointment, cancelAppointment, listMyAppointments } from '../../src/features/booking/contract.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { expectAccessible } from './axe.ts';
import { callPortal, callWithFiles } from './calls.ts';
import { failCall, restoreCall } from './mocked-answers.ts';
import { actAsDemo, actAsNewParticipant, readWordDocument, registerParticipant } from './people.ts';
import { bookWithCoach, createSlots, findPlanTile, ownCardOf } from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

test('the link in a reminder shows the booking, and a press tells the coach that one comes [4.26]', async ({
  page,
  browser,
}) => {
  const { page: ownPage, session, slot } = await bookWithCoach(browser, 'coach4');
  const isComing = async () =>
    (await callPortal(ownPage.request, listMyAppointments, {}, session)).data[0]?.meta.coming;
  await ownPage.goto(`/appointments?zusage=${slot.id}`);
  const card = ownCardOf(ownPage, slot);
  await expect(card).toBeFocused();
  await expect(ownPage).toHaveURL('/appointments');
  expect(await isComing()).toBe(false);

  await failCall(ownPage, confirmComing.path, 'no connection');
  const button = card.getByRole('button', { name: 'Ich komme' });
  await button.click();
  await expect(toastOf(ownPage, 'Der Server ist gerade nicht erreichbar')).toBeVisible();
  await restoreCall(ownPage, confirmComing.path);
  await button.press('Enter');
  await expect(toastOf(ownPage, 'Danke! Dein Coach sieht, dass du kommst.')).toBeVisible();
  await expect(card.getByText('Du hast zugesagt.')).toBeFocused();
  expect(await isComing()).toBe(true);
  await expectAccessible(ownPage);

  await actAsDemo(page, 'coach4');
  await page.goto(`/daily-plan?von=${slot.date}&bis=${slot.date}`);
  await expect((await findPlanTile(page, slot)).getByText('Hat zugesagt')).toBeVisible();
});

test('the link to cancel leads through the sign-in to the question, which alone cancels [4.26]', async ({ page }) => {
  const { email, password, sessionId } = await registerParticipant(page);
  const cv = { name: 'Lebenslauf.docx', buffer: await readWordDocument() };
  await callWithFiles(page.request, uploadFiles, [cv], sessionId);
  const [slot] = await createSlots(page, ['coach2']);
  if (!slot) throw new Error('no slot was created');
  await callPortal(page.request, bookAppointment, { appointmentId: slot.id }, sessionId);

  await page.goto(`/appointments?absage=${slot.id}`);
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  const signInDialog = page.getByRole('dialog', { name: 'Anmeldung' });
  await signInDialog.getByLabel('E-Mail').fill(email);
  await signInDialog.getByRole('textbox', { name: 'Passwort' }).fill(password);
  await signInDialog.getByRole('button', { name: 'Anmelden' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByRole('button', { name: 'Termin stornieren' })).toBeVisible();
  const newSession = await page.evaluate(() => localStorage.getItem('sessionId'));
  const { data } = await callPortal(page.request, listMyAppointments, {}, newSession ?? '');
  expect(data).toMatchObject([{ id: slot.id, status: 'G' }]);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Termin stornieren' }).click();
  await expect(toastOf(page, 'Der Termin wurde erfolgreich storniert!')).toBeVisible();
});

test('a link about a booking that is gone or can no longer be cancelled says so [4.26]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [laterSlot] = await createSlots(page, ['coach3']);
  const [nextSlot] = await createSlots(page, ['coach3'], { within48Hours: true });
  if (!laterSlot || !nextSlot) throw new Error('no slots were created');
  for (const { id } of [laterSlot, nextSlot])
    await callPortal(page.request, bookAppointment, { appointmentId: id }, session);
  await callPortal(page.request, cancelAppointment, { appointmentId: laterSlot.id }, session);

  await page.goto(`/appointments?absage=${laterSlot.id}`);
  const alert = page.getByRole('alert').filter({ visible: true });
  await expect(alert).toHaveText('Der Termin aus der Mail ist nicht mehr gebucht oder schon vorbei.');
  await page.goto(`/appointments?absage=${nextSlot.id}`);
  await expect(alert).toContainText('Dieser Termin kann nicht mehr storniert werden.');
  await expect(ownCardOf(page, nextSlot)).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
});
