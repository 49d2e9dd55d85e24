import { expect, type Browser, type Page } from '@playwright/test';
import { getFiles } from '../../src/features/files/contract.ts';
import { mockAnswer, buildParticipantsAnswer, documentsAnswer } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { chooseFiles, slowDownUploads } from './documents.ts';
import { actAsDemo } from './people.ts';
import { bookWithCoach, findPlanRow, findPlanTile } from './slots.ts';
import { test } from './test.ts';
import { loadErrorNotice, toastOf } from './toasts.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Unterlagen von Robin Reise' });

/** Opens the documents of a participant who has booked with the coach. Returns the participant's page and session. */
async function openDocuments(page: Page, browser: Browser) {
  const { slot, ...participant } = await bookWithCoach(browser, 'coach');
  await actAsDemo(page, 'coach');
  await page.goto(`/daily-plan?von=${slot.date}&bis=${slot.date}`);
  const tile = await findPlanTile(page, slot);
  await tile.getByRole('button', { name: 'Unterlagen (1) Robin Reise' }).click();
  await expect(dialogOf(page)).toBeVisible();
  return participant;
}

test('while a tile of the plan opens, focusing a button in it does not scroll the tile [5.8]', async ({
  page,
  browser,
}) => {
  const { slot } = await bookWithCoach(browser, 'coach');
  await actAsDemo(page, 'coach');
  await page.goto(`/daily-plan?von=${slot.date}&bis=${slot.date}`);
  const row = await findPlanRow(page, slot);
  const focusAndScroll = await row.evaluate(async (summary: HTMLElement) => {
    summary.click();
    await new Promise(requestAnimationFrame);
    const collapse = summary.closest('li')?.querySelector('.MuiCollapse-root');
    const button = collapse?.querySelector('button');
    button?.focus();
    return { focused: document.activeElement === button, scrolled: collapse?.scrollTop };
  });
  expect(focusAndScroll).toEqual({ focused: true, scrolled: 0 });
});

test('a coach’s cancelled upload stores nothing, and the chosen file stays for another try [5.8]', async ({
  page,
  browser,
}) => {
  const participant = await openDocuments(page, browser);
  const dialog = dialogOf(page);
  await chooseFiles(page, [{ name: 'Muster.pdf', buffer: Buffer.alloc(5_000_000, '%PDF-1.7 ') }]);
  await slowDownUploads(page, 200_000);
  for (const buttonName of ['Upload abbrechen', 'Abbrechen']) {
    await dialog.getByRole('button', { name: 'Hochladen' }).click();
    await expect(dialog.getByRole('button', { name: 'Lade hoch...' })).toHaveAttribute('aria-busy', 'true');
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Dateien auswählen' })).toBeDisabled();
    await dialog.getByRole('button', { name: buttonName, exact: true }).click();
    await expect(dialog.getByText('Der Upload wurde abgebrochen. Es wurde nichts gespeichert.')).toBeVisible();
    await expect(dialog.getByText('Muster.pdf')).toBeVisible();
    // 'Abbrechen' is called 'Schließen' again once nothing is being uploaded.
    await expect(
      dialog.getByRole('button', { name: buttonName === 'Abbrechen' ? 'Schließen' : 'Hochladen' }),
    ).toBeFocused();
  }
  await expectAccessible(page);
  await expect(dialog.getByRole('region', { name: 'Uploads Coach' }).getByText('Keine Dateien')).toBeVisible();
  const { files } = await callPortal(participant.page.request, getFiles, {}, participant.session);
  expect(files.fromCoach).toEqual([]);
  await expect(toastOf(page, 'Die Datei wurde hochgeladen!')).toHaveCount(0);
});

test('on a phone the chosen documents and their errors are scrolled into view [5.1]', async ({ page, browser }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openDocuments(page, browser);
  const dialog = dialogOf(page);
  const sendButton = dialog.getByRole('button', { name: 'Hochladen' });
  await chooseFiles(page, [{ name: 'Muster.pdf', buffer: Buffer.from('just text') }]);
  await expect(sendButton).toBeFocused();
  await expect(sendButton).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText('Muster.pdf', { exact: true })).toBeInViewport({ ratio: 1 });
  await sendButton.click();
  // The message appears once, beside its file.
  const sentence = page.getByText('„Muster.pdf“ ist keine PDF-Datei.');
  await expect(sentence).toHaveCount(1);
  await expect(sentence).toBeInViewport({ ratio: 1 });
  const removeButton = dialog.getByRole('button', { name: 'Entfernen Muster.pdf' });
  await expect(removeButton).toBeFocused();
  await expectAccessible(page);
  await removeButton.click();
  await expect(sentence).toHaveCount(0);

  await chooseFiles(page, [{ name: 'Foto.png', buffer: Buffer.from('png') }]);
  await expect(dialog.getByText(/^Diese Datei kann nicht hochgeladen werden/)).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('button', { name: 'Entfernen Foto.png' })).toBeFocused();
});

test('a tap outside, Escape and the close button discard chosen documents only after confirmation [5.8]', async ({
  page,
  browser,
}) => {
  await openDocuments(page, browser);
  const dialog = dialogOf(page);
  const question = dialog.getByRole('group', { name: 'Eingaben verwerfen?' });
  await chooseFiles(page, [{ name: 'Muster.pdf', buffer: Buffer.from('%PDF-1.7 ') }]);
  const dismissals = [
    () => page.mouse.click(5, 5),
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Schließen' }).click(),
  ];
  for (const dismiss of dismissals) {
    await expect(dialog.getByText('Muster.pdf')).toBeVisible();
    await dismiss();
    await expect(question.getByRole('button', { name: 'Weiter bearbeiten' })).toBeFocused();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expect(question).toHaveCount(0);
  }
  await dialog.getByRole('button', { name: 'Entfernen Muster.pdf' }).click();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test('if the documents fail to load, another try loads them [5.8]', async ({ page, browser }) => {
  await page.route('**/participant/getFiles.php', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await openDocuments(page, browser);
  await expect(toastOf(page, 'Uploads konnte nicht geladen werden')).toBeVisible();
  await expect(loadErrorNotice(page, 'Uploads konnte nicht geladen werden')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(dialogOf(page).getByText('Lebenslauf.docx')).toBeVisible();
});

test('a coach can read the documents of an inactive participant, but not upload any [5.8]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  await mockAnswer(page, 'coach/searchParticipantFull', buildParticipantsAnswer({ status: 1 }));
  await mockAnswer(page, 'participant/getFiles', documentsAnswer);
  await page.goto('/search-participant-coach?suche=Robin');
  await expect(page.getByRole('checkbox', { name: 'inaktiv (1)', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Unterlagen (2) Robin Reise' }).click();
  await expect(dialogOf(page).getByText('Diese Person ist nicht aktiv.')).toBeVisible();
  await expect(dialogOf(page).getByRole('button', { name: 'Dateien auswählen' })).toHaveCount(0);
  await expect(dialogOf(page).getByRole('button', { name: 'Herunterladen Lebenslauf.docx' })).toBeVisible();
  await expectAccessible(page);
});
