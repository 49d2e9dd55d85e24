import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { getFiles } from '../../src/features/files/contract.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { chooseFiles, slowDownUploads, interceptFilePickers } from './documents.ts';
import { actAsNewParticipant, readWordDocument } from './people.ts';
import { test } from './test.ts';
import { loadErrorNotice, toastOf } from './toasts.ts';

const ownFiles = (page: Page) => page.getByRole('region', { name: 'Von Dir hochgeladene Unterlagen' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ihr Upload' });

test('a participant uploads a CV, downloads the same bytes, and deletes it in two steps [5.5] [5.6] [5.7]', async ({
  page,
}) => {
  await actAsNewParticipant(page);
  const cv = await readWordDocument();
  await page.goto('/files');
  await expect(page.getByText('Es fehlt noch eine bearbeitbare Datei')).toBeVisible();

  await chooseFiles(page, [
    { name: 'Lebenslauf Jörg.docx', buffer: cv },
    { name: 'Zeugnis.docx', buffer: await readWordDocument('comments.docx') },
  ]);
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Lebenslauf Jörg.docx' })).toContainText('0,01 MB');
  await dialog(page).getByRole('button', { name: 'Entfernen Zeugnis.docx' }).click();
  await dialog(page).getByRole('button', { name: 'Hochladen' }).click();

  await expect(toastOf(page, 'Dateien erfolgreich hochgeladen')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('Es fehlt noch eine bearbeitbare Datei')).toBeHidden();
  await expect(ownFiles(page).getByRole('listitem')).toHaveText([/Lebenslauf Jörg\.docx/]);

  const download = page.waitForEvent('download');
  await ownFiles(page).getByRole('button', { name: 'Herunterladen Lebenslauf Jörg.docx' }).click();
  expect((await download).suggestedFilename()).toBe('Lebenslauf Jörg.docx');
  expect(cv.equals(await readFile(await (await download).path()))).toBe(true);

  await ownFiles(page).getByRole('button', { name: 'Löschen Lebenslauf Jörg.docx' }).click();
  await expect(ownFiles(page).getByRole('listitem')).toHaveCount(1);
  await ownFiles(page).getByRole('button', { name: 'Sicher? Lebenslauf Jörg.docx' }).click();
  await expect(toastOf(page, 'Die Datei wurde gelöscht!')).toBeVisible();
  await expect(ownFiles(page).getByRole('listitem')).toHaveCount(0);
  await expect(page.getByText('Es fehlt noch eine bearbeitbare Datei')).toBeVisible();
});

test('files can be dropped on the page, and a file dropped twice is added once [5.7]', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.goto('/files');
  const droppedFiles = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      const file = new File([new Uint8Array(bytes)], 'Anschreiben.docx', { lastModified: 1 });
      transfer.items.add(file);
      transfer.items.add(new File([file], file.name, { lastModified: 1 }));
      return transfer;
    },
    [...(await readWordDocument())],
  );
  await page.getByRole('group', { name: 'Unterlagen hochladen' }).dispatchEvent('drop', { dataTransfer: droppedFiles });
  await expect(dialog(page).getByRole('listitem')).toHaveText([/Anschreiben\.docx/]);
  await dialog(page).getByRole('button', { name: 'Hochladen' }).click();
  await expect(ownFiles(page).getByRole('listitem')).toHaveText([/Anschreiben\.docx/]);
});

test('neither a tap outside the dialog nor Escape discards chosen files without asking [5.7]', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.goto('/files');
  await chooseFiles(page, [{ name: 'Lebenslauf.docx', buffer: await readWordDocument() }]);
  const question = dialog(page).getByRole('group', { name: 'Eingaben verwerfen?' });
  for (const dismiss of [() => page.mouse.click(5, 5), () => page.keyboard.press('Escape')]) {
    await expect(dialog(page).getByText('Lebenslauf.docx')).toBeVisible();
    await dismiss();
    await expect(question.getByRole('button', { name: 'Weiter bearbeiten' })).toBeFocused();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expect(question).toHaveCount(0);
  }
  await page.mouse.click(5, 5);
  await question.getByRole('button', { name: 'Verwerfen' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Dateien auswählen' })).toBeFocused();
});

test('files that cannot be uploaded are reported before sending [5.7]', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.goto('/files');
  await chooseFiles(page, [
    { name: 'Foto.png', buffer: Buffer.from('png') },
    { name: 'groß.pdf', buffer: Buffer.alloc(10_000_001) },
  ]);
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Foto.png' })).toContainText(
    'Erlaubt sind docx und pdf.',
  );
  await expect(dialog(page).getByRole('button', { name: 'Dateien zu groß (max. 10MB)' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Entfernen groß.pdf' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Hochladen' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Dateien auswählen' })).toBeFocused();
});

test('a file that the server refuses is reported once, at its row [5.7]', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.goto('/files');
  await chooseFiles(page, [
    { name: 'Anschreiben.docx', buffer: await readWordDocument() },
    { name: 'Lebenslauf.pdf', buffer: await readFile('src/features/files/testdata/producers/cv-password.pdf') },
  ]);
  await dialog(page).getByRole('button', { name: 'Hochladen' }).click();
  const sentence = '„Lebenslauf.pdf“ ist mit einem Passwort geschützt.';
  await expect(dialog(page).getByRole('listitem').nth(1)).toContainText(sentence);
  await expect(page.getByText(sentence)).toHaveCount(1);
  await expect(dialog(page).getByRole('button', { name: 'Entfernen Lebenslauf.pdf' })).toBeFocused();
  await expectAccessible(page);
});

test('a CV from a web template is stored without its link to the template, and the participant is informed', async ({
  page,
}) => {
  const session = await actAsNewParticipant(page);
  await page.goto('/files');
  const bytes = await readFile('src/features/files/testdata/producers/template-onedrive.docx');
  await chooseFiles(page, [{ name: 'Lebenslauf.docx', buffer: bytes }]);
  await dialog(page).getByRole('button', { name: 'Hochladen' }).click();
  const sentence = 'Aus „Lebenslauf.docx“ haben wir entfernt, was beim Öffnen von fremden Servern geladen wird';
  await expect(dialog(page).getByText(sentence)).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Fertig' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  const { files } = await callPortal(page.request, getFiles, {}, session);
  expect(files.own).toMatchObject([{ name: 'Lebenslauf.docx' }]);
});

test('a cancelled upload stores nothing [5.7]', async ({ page }) => {
  const session = await actAsNewParticipant(page);
  await page.goto('/files');
  await chooseFiles(page, [{ name: 'Zeugnis.pdf', buffer: Buffer.alloc(5_000_000, '%PDF-1.7 ') }]);
  await slowDownUploads(page, 200_000);

  await dialog(page).getByRole('button', { name: 'Hochladen' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Lade hoch...' })).toBeDisabled();
  await expect(dialog(page).getByRole('progressbar')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog(page).getByText('Es wurde nichts gespeichert.')).toBeVisible();

  const { files } = await callPortal(page.request, getFiles, {}, session);
  expect(files.own).toEqual([]);
});

test('if the list of documents fails to load, another try loads it [5.7]', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.route('**/participant/getFiles.php', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await page.goto('/files');
  await expect(toastOf(page, 'Uploads konnte nicht geladen werden')).toBeVisible();
  await expect(loadErrorNotice(page, 'Uploads konnte nicht geladen werden')).toBeVisible();
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByText('Du hast noch nichts hochgeladen.')).toBeVisible();
});

test('documents are uploaded and deleted by keyboard alone, and the focus is never lost', async ({ page }) => {
  await actAsNewParticipant(page);
  interceptFilePickers(page);
  await page.goto('/files');
  await page.getByRole('button', { name: 'Dateien auswählen' }).focus();
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (
    await chooser
  ).setFiles([
    { name: 'a.docx', mimeType: '', buffer: await readWordDocument() },
    { name: 'b.docx', mimeType: '', buffer: await readWordDocument('single-paragraph.docx') },
  ]);
  await expect(dialog(page)).toBeVisible();
  for (let tab = 0; tab < 5; tab++) await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: 'Hochladen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Dateien auswählen' })).toBeFocused();

  // Tab reaches the buttons that read and download a file before the button that deletes it.
  for (let tab = 0; tab < 3; tab++) await page.keyboard.press('Tab');
  await expect(
    ownFiles(page)
      .getByRole('button', { name: /^Löschen/ })
      .first(),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(ownFiles(page).getByRole('listitem')).toHaveCount(1);
  await expect(ownFiles(page).getByRole('listitem')).toBeFocused();
});

test('axe finds no violations on the empty list of documents, on a filled one and in the upload dialog', async ({
  page,
}) => {
  await actAsNewParticipant(page);
  await page.goto('/files');
  await expect(page.getByText('Du hast noch nichts hochgeladen.')).toBeVisible();
  await expectAccessible(page);
  await chooseFiles(page, [
    { name: 'Lebenslauf.docx', buffer: await readWordDocument() },
    { name: 'Foto.png', buffer: Buffer.from('png') },
  ]);
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Entfernen Foto.png' }).click();
  await dialog(page).getByRole('button', { name: 'Hochladen' }).click();
  await expect(ownFiles(page).getByRole('listitem')).toHaveCount(1);
  await expect(dialog(page)).toBeHidden();
  await ownFiles(page)
    .getByRole('button', { name: /^Löschen/ })
    .click();
  await expectAccessible(page);
});
