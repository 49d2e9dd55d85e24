import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { callPortal, callWithFiles } from './calls.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { chooseFiles } from './documents.ts';
import { waitForMail } from './mails.ts';
import { actAsDemo, readWordDocument } from './people.ts';
import { bookWithCoach, findPlanRow, findPlanTile } from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';
import { getNotes } from '../../src/features/files/notes/contract.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';

/** A desktop and a phone’s width, which comes last, so that people act where space is scarce. */
const sizes = [desktop, { width: 360, height: 900 }];

async function expectAccessibleAtWidths(page: Page) {
  await atEachSize(page, sizes, async () => {
    await expectAccessible(page);
  });
}

test('a coach starts work on a document, replies and writes a note [5.9] [5.10]', async ({ page, browser }) => {
  const participant = await bookWithCoach(browser, 'coach');
  await actAsDemo(page, 'coach');
  const dialog = page.getByRole('dialog', { name: 'Unterlagen von Robin Reise' });
  const stateField = dialog.getByRole('combobox', { name: 'Stand von Lebenslauf.docx' });
  await atEachSize(page, sizes, async () => {
    await page.goto(`/daily-plan?von=${participant.slot.date}&bis=${participant.slot.date}`);
    const row = await findPlanRow(page, participant.slot);
    await expect(row).toContainText('Neu seit gestern');
    await row.click();
    const tile = await findPlanTile(page, participant.slot);
    await tile.getByRole('button', { name: 'Unterlagen (1) Robin Reise' }).click();
    await expect(stateField).toHaveValue('new');
  });
  await stateField.selectOption('In Arbeit');
  await expect(stateField).toHaveValue('inWork');

  await chooseFiles(page, [{ name: 'Lebenslauf.docx', buffer: await readWordDocument() }]);
  // The only document without a reply is preselected.
  const preselectedDocument = dialog
    .getByRole('combobox', { name: 'Antwort auf' })
    .getByRole('option', { selected: true });
  await expect(preselectedDocument).toHaveText('Lebenslauf.docx');
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  const reply = dialog.getByRole('region', { name: 'Uploads Coach' }).getByRole('listitem');
  await expect(reply).toContainText('Antwort auf „Lebenslauf.docx“');
  await expect(stateField).toHaveValue('returned');

  const noteField = dialog.getByRole('textbox', { name: 'Neue Notiz' });
  await noteField.fill('Schau dir bitte Seite 2 an.\nDas Foto fehlt noch.');
  await expectAccessibleAtWidths(page);
  // A stray key does not discard the typed note.
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await dialog.getByRole('button', { name: 'Notiz senden' }).click();
  await expect(noteField).toHaveValue('');
  const notes = dialog.getByRole('region', { name: 'Notizen' });
  await expect(notes.getByRole('listitem')).toContainText('Das Foto fehlt noch.');
  await expectAccessibleAtWidths(page);
  await dialog.getByRole('button', { name: 'Schließen' }).click();
  await atEachSize(page, sizes, async () => {
    await expect(await findPlanRow(page, participant.slot)).not.toContainText('Neu seit gestern');
  });

  await waitForMail(participant.email, 'eine Notiz geschrieben');
  await participant.page.goto('/files');
  const ownUploads = participant.page.getByRole('region', { name: 'Von Dir hochgeladene Unterlagen' });
  await expect(ownUploads.getByRole('listitem')).toContainText('Beantwortet');
  const coachUploads = participant.page.getByRole('region', { name: 'Von Deinem Coach hochgeladene Unterlagen' });
  await expect(coachUploads.getByRole('listitem')).toContainText('Antwort auf „Lebenslauf.docx“');
  await expect(participant.page.getByRole('region', { name: 'Notizen von deinem Coach' })).toContainText('Seite 2');
  await expectAccessibleAtWidths(participant.page);

  // The corrected document becomes version 2, and counts as new again.
  await callWithFiles(
    participant.page.request,
    uploadFiles,
    [{ name: 'Lebenslauf.docx', buffer: await readWordDocument() }],
    participant.session,
  );
  await participant.page.reload();
  await expect(ownUploads.getByRole('listitem').first()).toContainText('Version 2');
  await expect(ownUploads.getByRole('listitem').first()).toContainText('Eingereicht');
  await atEachSize(participant.page, sizes, async () => {
    await expect(ownUploads.getByRole('button', { name: 'Herunterladen Lebenslauf.docx, Version 2' })).toBeVisible();
  });
});

test('the coach’s start page shows a new document until it is answered, and says what the answer has [5.8] [7.10]', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(phone);
  const participant = await bookWithCoach(browser, 'coach');
  const name = `Anschreiben ${randomUUID()}.docx`;
  const document = { name, buffer: await readWordDocument() };
  // With three others, there are more than are shown at first.
  const others = ['Zeugnis 1.docx', 'Zeugnis 2.docx', 'Zeugnis 3.docx'].map((other) => ({ ...document, name: other }));
  await callWithFiles(participant.page.request, uploadFiles, [document, ...others], participant.session);
  await actAsDemo(page, 'coach');
  await page.goto('/intern-coach');
  const region = page.getByRole('region', { name: 'Neue Unterlagen' });
  await expect(region.getByRole('listitem')).toHaveCount(3);
  await region.getByRole('button', { name: /^Alle anzeigen/ }).click();
  await expect(region.getByRole('listitem').nth(3)).toBeFocused();
  const row = region.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Robin Reise');
  await expect(row).toContainText('seit heute');
  await expectAccessible(page);

  await row.getByRole('button', { name: `Lesen ${name} von Robin Reise` }).click();
  const dialog = page.getByRole('dialog', { name: 'Unterlagen von Robin Reise' });
  await expect(dialog.getByRole('region', { name, exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await chooseFiles(page, [{ name: 'Antwort.odt', buffer: Buffer.from('odt') }]);
  await expect(dialog.getByText('Speichere die Datei in Word als docx.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Entfernen Antwort.odt' }).click();
  await chooseFiles(page, [{ name: 'Antwort.docx', buffer: document.buffer }]);
  await expect(dialog.getByText('Das Dokument gilt dann als beantwortet.')).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Antwort auf' }).selectOption(name);
  await expect(dialog.getByText('Das Dokument gilt dann als beantwortet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(dialog.getByText('Robin Reise bekommt eine Mail.')).toBeInViewport();
  await dialog.getByRole('button', { name: 'Schließen' }).click();
  await expect(row).toHaveCount(0);
});

test('a note is deleted in two steps; if sending fails, the dialog says so and keeps the text [5.10]', async ({
  page,
  browser,
}) => {
  const participant = await bookWithCoach(browser, 'coach');
  await actAsDemo(page, 'coach');
  await page.goto(`/daily-plan?von=${participant.slot.date}&bis=${participant.slot.date}`);
  const tile = await findPlanTile(page, participant.slot);
  await tile.getByRole('button', { name: 'Unterlagen (1) Robin Reise' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unterlagen von Robin Reise' });
  const noteField = dialog.getByRole('textbox', { name: 'Neue Notiz' });
  await noteField.fill('Bis Freitag');
  await page.route('**/coach/writeNote.php', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Notiz senden' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(noteField).toHaveValue('Bis Freitag');
  await dialog.getByRole('button', { name: 'Notiz senden' }).click();
  const notes = dialog.getByRole('region', { name: 'Notizen' });
  await notes.getByRole('button', { name: /^Löschen Notiz/ }).click();
  await notes.getByRole('button', { name: /^Sicher\?/ }).click();
  await expect(toastOf(page, 'Die Notiz wurde gelöscht!')).toBeVisible();
  await expect(notes.getByText('Keine Notizen')).toBeVisible();
  const { data } = await callPortal(participant.page.request, getNotes, {}, participant.session);
  expect(data).toEqual([]);
});
