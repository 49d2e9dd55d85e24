import { expect, type Page } from '@playwright/test';
import {
  deleteIntroduction,
  getMyIntroduction,
  refuseIntroduction,
} from '../../src/features/coaches/introduction/contract.ts';
import { createTwoColourPng } from '../support/pictures.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { tabTo, tabToAndPressEnter } from './keys.ts';
import { waitForMail } from './mails.ts';
import { actAsDemo, actAsNewParticipant, signInDemo } from './people.ts';
import { createSlots } from './slots.ts';
import { test } from './test.ts';

/** The phone comes last, so that people act where space is scarce. */
const sizes = [desktop, phone];

/** Waits until the only picture within `selector` has loaded, 400 pixels wide. Until then its natural width is 0. */
const expectPictureLoaded = (page: Page, selector: string) =>
  expect
    .poll(() =>
      page
        .locator(`${selector} img`)
        .evaluateAll((images) => images.map((img) => (img as HTMLImageElement).naturalWidth)),
    )
    .toEqual([400]);

test('a coach’s introduction is approved and a participant sees it [17.1] [17.3] [17.4]', async ({ page, browser }) => {
  const session = await actAsDemo(page, 'coach4');
  await callPortal(page.request, deleteIntroduction, { what: 'all' }, session);
  await page.setViewportSize(phone);
  await page.goto('/introduction');
  const sendButton = page.getByRole('button', { name: 'Zur Prüfung senden' });
  await expect(sendButton).toBeDisabled();
  const textField = page.getByLabel('Über dich');
  await textField.fill('Ich höre gern zu.\nUnd ich lese genau.');
  // The typed text survives a reload.
  await page.reload();
  await expect(textField).toHaveValue('Ich höre gern zu.\nUnd ich lese genau.');
  const fileInput = page.locator('input[type=file]');
  await fileInput.setInputFiles({ name: 'ich.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(page.getByRole('alert')).toContainText('JPEG, PNG oder WebP');
  await fileInput.setInputFiles({
    name: 'ich.png',
    mimeType: 'image/png',
    buffer: await createTwoColourPng(800, 400),
  });
  await atEachSize(page, sizes, async () => {
    await expect(page.getByRole('region', { name: 'Vorschau' }).locator('img')).toHaveAttribute('src', /^data:image/);
    await expectAccessible(page);
    await tabTo(page, sendButton);
    await textField.focus();
  });
  await tabToAndPressEnter(page, sendButton);
  await expect(page.getByRole('status').getByText('Wird geprüft')).toBeVisible();
  await expect(textField).toHaveValue('Ich höre gern zu.\nUnd ich lese genau.');

  const adminPage = await (await browser.newContext()).newPage();
  await actAsDemo(adminPage, 'admin');
  const { data: introduction } = await callPortal(page.request, getMyIntroduction, {}, session);
  const proposal = adminPage.getByRole('listitem').filter({ hasText: 'Ich höre gern zu.' });
  const approveButton = proposal.getByRole('button', { name: 'Freigeben' });
  await atEachSize(adminPage, sizes, async () => {
    await adminPage.goto('/intern-admin');
    await adminPage.getByRole('main').getByRole('link', { name: 'Vorstellungen' }).click();
    await expect(proposal.locator('img')).toHaveAttribute(
      'src',
      `/api/coach-picture/${introduction.open?.introductionId}`,
    );
    await expectAccessible(adminPage);
    await tabTo(adminPage, approveButton);
  });
  await adminPage.keyboard.press('Enter');
  await expect(proposal).toHaveCount(0);
  await expect(adminPage.getByRole('region', { name: 'Offene Vorschläge' })).toBeFocused();
  expect(await waitForMail('coach4@demo.example', 'Vorstellung freigegeben')).toContain('/introduction');

  const [slot] = await createSlots(page, ['coach4']);
  const participantPage = await (await browser.newContext()).newPage();
  await actAsNewParticipant(participantPage, { hasCv: true });
  await atEachSize(participantPage, sizes, async (size) => {
    await participantPage.goto(`/booking?coach=${slot?.coachId}&tag=${slot?.date}`);
    // On a phone the view 'Zeiten' shows no pictures.
    if (size === phone) await participantPage.getByRole('button', { name: 'Coaches', exact: true }).click();
    await participantPage
      .getByRole('link', { name: slot?.coach ?? '' })
      .first()
      .click();
    await expect(participantPage.getByRole('heading', { level: 1, name: slot?.coach ?? '' })).toBeVisible();
    await expect(participantPage.getByText('Ich höre gern zu.')).toBeVisible();
    await expectPictureLoaded(participantPage, 'main');
    await expectAccessible(participantPage);
    await expect(
      participantPage.getByRole('link', { name: /^\w\w, \d\d\.\d\d\. \d\d:\d\d bis/ }).first(),
    ).toBeVisible();
    await participantPage.getByRole('link', { name: /^Alle freien Termine/ }).click();
    await expect(participantPage).toHaveURL(/\/booking\?coach=\d+$/);
    await expect(participantPage.locator('[data-entry] img').first()).toBeVisible();
  });

  // After the coach has deleted the introduction, the participant sees the initials again without delay.
  await page.reload();
  await expect(page.getByText('Ist zu sehen')).toBeVisible();
  const deleteAllButton = page.getByRole('button', { name: 'Alles löschen' });
  await deleteAllButton.click();
  await page.getByRole('button', { name: 'Sicher?' }).click();
  await expect(deleteAllButton).toHaveCount(0);
  await participantPage.reload();
  await atEachSize(participantPage, sizes, async () => {
    await expect(participantPage.locator('[data-entry]').first()).toBeVisible();
    await expect(participantPage.locator('[data-entry] img')).toHaveCount(0);
  });
});

test('the reason for refusing an introduction is shown above the coach’s form and mailed [17.1] [17.3]', async ({
  page,
}) => {
  const session = await actAsDemo(page, 'coach3');
  await callPortal(page.request, deleteIntroduction, { what: 'all' }, session);
  await page.goto('/introduction');
  await page.getByLabel('Über dich').fill('Kauft meine Bücher!');
  await page.getByRole('button', { name: 'Zur Prüfung senden' }).click();
  await expect(page.getByText('Wird geprüft')).toBeVisible();
  const { data: introduction } = await callPortal(page.request, getMyIntroduction, {}, session);
  const refusal = { introductionId: introduction.open?.introductionId ?? 0, reason: 'Bitte ohne Werbung.' };
  await callPortal(page.request, refuseIntroduction, refusal, await signInDemo(page, 'admin'));
  await page.reload();
  await expect(page.getByText('Nicht freigegeben')).toBeVisible();
  await expect(page.getByText('Bitte ohne Werbung.')).toBeVisible();
  await expectAccessible(page);
  expect(await waitForMail('coach3@demo.example', 'ohne Werbung')).toContain('/introduction');
  await page.getByRole('button', { name: 'Vorschlag zurückziehen' }).click();
  await page.getByRole('button', { name: 'Sicher?' }).click();
  await expect(page.getByText('Nicht freigegeben')).toHaveCount(0);
});
