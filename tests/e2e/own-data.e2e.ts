import { expect, type Page } from '@playwright/test';
import { checkSession } from '../../src/features/accounts/contract.ts';
import { bookAppointment } from '../../src/features/booking/contract.ts';
import { getFiles } from '../../src/features/files/contract.ts';
import { changeContact, getAccessLog } from '../../src/features/own-data/contract.ts';
import { mockRefusal, failCall } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { tabToAndPressEnter, tabTo } from './keys.ts';
import { waitForMail } from './mails.ts';
import { actAsNewParticipant, signInDemo } from './people.ts';
import { createSlots } from './slots.ts';
import { test } from './test.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('by keyboard, a participant changes their phone number [13.1] [13.3]', async ({ page }) => {
  const session = await actAsNewParticipant(page);
  const phoneSection = section(page, 'Meine Telefonnummer');
  const field = phoneSection.getByRole('textbox', { name: 'Telefonnummer' });
  let currentNumber = '02211234567';
  await atEachSize(page, [phone, desktop], async (size) => {
    const number = size === phone ? '01701234567' : '01707654321';
    await page.goto('/einstellungen');
    await expect(field).toHaveValue(currentNumber);
    await expect(phoneSection.getByText('Das ist deine jetzige Nummer.')).toBeVisible();
    await tabTo(page, field);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('170 123');
    await page.keyboard.press('Tab');
    await expect(phoneSection.getByText('Telfonnummer muss mit 0 anfangen')).toBeVisible();
    await expectAccessible(page);
    await field.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(number.replace('0170', '+49 170 '));
    await tabToAndPressEnter(page, phoneSection.getByRole('button', { name: 'Nummer speichern' }));
    await expect(page.getByText('Deine Telefonnummer ist gespeichert.').first()).toBeVisible();
    const { data } = await callPortal(page.request, checkSession, {}, session);
    expect(data?.phoneNumber).toBe(number);
    expect(await waitForMail(data?.email ?? '', 'Telefonnummer im Portal')).not.toContain(number);
    // The profile shows the new number without a reload.
    await page.getByRole('button', { name: /^Profilmenü/ }).click();
    await page.getByRole('menuitem', { name: 'Profil' }).click();
    await expect(page.getByRole('main').getByText(number)).toBeVisible();
    currentNumber = number;
  });
});

test('a phone number that the server refuses stays in its field, with the reason [13.1]', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.goto('/einstellungen');
  const phoneSection = section(page, 'Meine Telefonnummer');
  await phoneSection.getByRole('textbox').fill('01709999999');
  await mockRefusal(page, changeContact.path, 'Gerade nicht.');
  await phoneSection.getByRole('button', { name: 'Nummer speichern' }).click();
  await expect(phoneSection.getByRole('alert').filter({ hasText: 'Gerade nicht.' })).toBeVisible();
  await expect(phoneSection.getByRole('textbox')).toHaveValue('01709999999');
});

test('a participant reads who has looked at their documents [13.2] [13.3]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/einstellungen');
  const accessLog = section(page, 'Wer hat meine Unterlagen angesehen?');
  await atEachSize(page, [phone, desktop], async () => {
    await expect(accessLog.getByText('Bisher hat niemand deine Daten angesehen oder geändert.')).toBeVisible();
  });
  const [slot] = await createSlots(page, ['coach2']);
  await callPortal(page.request, bookAppointment, { appointmentId: slot?.id ?? 0 }, session);
  const { files } = await callPortal(page.request, getFiles, {}, session);
  const coachSession = await signInDemo(page, 'coach2');
  const { data: coachUser } = await callPortal(page.request, checkSession, {}, coachSession);
  await page.request.post('/api/service/participant/downloadFile.php', {
    data: { sessionId: coachSession, fileId: files.own[0]?.id },
  });
  await page.reload();
  await atEachSize(page, [phone, desktop], async () => {
    await expect(accessLog.getByText('Dokument heruntergeladen: „Lebenslauf.docx“')).toBeVisible();
    await expect(accessLog.getByText(`${coachUser?.firstName} ${coachUser?.lastName} (Coach)`)).toBeVisible();
    await expectAccessible(page);
  });
});

test('a long access log shows five entries at first, and the keyboard reaches the rest [13.3]', async ({ page }) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = await createSlots(page, ['coach3']);
  await callPortal(page.request, bookAppointment, { appointmentId: slot?.id ?? 0 }, session);
  // A speed coach may read the documents of all participants.
  const speedCoachSession = await signInDemo(page, 'speedcoach');
  const { files } = await callPortal(page.request, getFiles, {}, session);
  for (let download = 0; download < 7; download++)
    await page.request.post('/api/service/participant/downloadFile.php', {
      data: { sessionId: speedCoachSession, fileId: files.own[0]?.id },
    });
  await page.goto('/einstellungen');
  const accessLog = section(page, 'Wer hat meine Unterlagen angesehen?');
  await expect(accessLog.getByRole('listitem')).toHaveCount(5);
  await expect(accessLog.getByText('7 Einträge gefunden')).toBeVisible();
  await tabToAndPressEnter(page, accessLog.getByRole('button', { name: 'Mehr laden' }));
  await expect(accessLog.getByRole('listitem')).toHaveCount(7);
  await expect(accessLog.getByRole('listitem').nth(5)).toBeFocused();
});

test('the documents page links to the log of who has read the documents, also on a phone [13.3]', async ({ page }) => {
  await page.setViewportSize(phone);
  await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/files');
  await page.getByRole('link', { name: 'Wer hat meine Unterlagen angesehen?' }).click();
  const accessLog = section(page, 'Wer hat meine Unterlagen angesehen?');
  await expect(accessLog).toBeFocused();
  await expect(accessLog.getByText('Bisher hat niemand deine Daten angesehen oder geändert.')).toBeInViewport();
  await expect(accessLog.getByRole('heading')).toBeInViewport({ ratio: 1 });
});

test('if the access log fails to load, its section offers to try again [13.3]', async ({ page }) => {
  await actAsNewParticipant(page);
  await failCall(page, getAccessLog.path, 'a broken server');
  await page.goto('/einstellungen');
  const accessLog = section(page, 'Wer hat meine Unterlagen angesehen?');
  await expect(accessLog.getByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
});
