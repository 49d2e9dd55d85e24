import { expect, type Browser, type Page } from '@playwright/test';
import { getFiles } from '../src/files/contract.ts';
import { answer, foundParticipants, someDocuments } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { ask } from './calls.ts';
import { choose, slowUploads } from './documents.ts';
import { beDemo } from './people.ts';
import { bookedWith } from './slots.ts';
import { test } from './test.ts';
import { failureOf, toastOf } from './toasts.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Unterlagen von Robin Reise' });

/** Opens the documents of somebody who has booked with the coach; answers that person's page and session. */
async function openDocuments(page: Page, browser: Browser) {
  const { slot, ...theirs } = await bookedWith(browser, 'coach');
  await beDemo(page, 'coach');
  await page.goto(`/daily-plan?von=${slot.date}&bis=${slot.date}`);
  await page.getByRole('button', { name: `${slot.start} - ${slot.end} Uhr Robin Reise` }).click();
  await page.getByRole('button', { name: 'Unterlagen (1) Robin Reise' }).click();
  await expect(dialogOf(page)).toBeVisible();
  return theirs;
}

test('a cancelled upload of a coach stores nothing, and the choice stays for another try', async ({
  page,
  browser,
}) => {
  const theirs = await openDocuments(page, browser);
  const dialog = dialogOf(page);
  await choose(page, [{ name: 'Muster.pdf', buffer: Buffer.alloc(5_000_000, '%PDF-1.7 ') }]);
  await slowUploads(page, 200_000);
  for (const way of ['Upload abbrechen', 'Abbrechen']) {
    await dialog.getByRole('button', { name: 'Hochladen' }).click();
    await expect(dialog.getByRole('button', { name: 'Lade hoch...' })).toHaveAttribute('aria-busy', 'true');
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Dateien auswählen' })).toBeDisabled();
    await dialog.getByRole('button', { name: way, exact: true }).click();
    await expect(dialog.getByText('Der Upload wurde abgebrochen. Es wurde nichts gespeichert.')).toBeVisible();
    await expect(dialog.getByText('Muster.pdf')).toBeVisible();
    await expect(dialog.getByRole('button', { name: way === 'Abbrechen' ? 'Schließen' : 'Hochladen' })).toBeFocused();
  }
  await expectAccessible(page);
  await expect(dialog.getByRole('region', { name: 'Uploads Coach' }).getByText('Keine Dateien')).toBeVisible();
  const { files } = await ask(theirs.page.request, getFiles, {}, theirs.session);
  expect(files.fromCoach).toEqual([]);
  await expect(toastOf(page, 'Die Datei wurde hochgeladen!')).toHaveCount(0);
});

test('documents that do not come say so, and come on the next try', async ({ page, browser }) => {
  await page.route('**/participant/getFiles.php', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await openDocuments(page, browser);
  await expect(toastOf(page, 'Uploads konnte nicht geladen werden')).toBeVisible();
  await expect(failureOf(page, 'Uploads konnte nicht geladen werden')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(dialogOf(page).getByText('Lebenslauf.docx')).toBeVisible();
});

test('nothing can be uploaded for somebody inactive; the documents can be read', async ({ page }) => {
  await beDemo(page, 'coach');
  await answer(page, 'coach/searchParticipantFull', foundParticipants({ status: 1 }));
  await answer(page, 'participant/getFiles', someDocuments);
  await page.goto('/search-participant-coach?suche=Robin');
  await expect(page.getByRole('checkbox', { name: 'inaktiv (1)', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Unterlagen (2) Robin Reise' }).click();
  await expect(dialogOf(page).getByText('Diese Person ist nicht aktiv.')).toBeVisible();
  await expect(dialogOf(page).getByRole('button', { name: 'Dateien auswählen' })).toHaveCount(0);
  await expect(dialogOf(page).getByRole('button', { name: 'Herunterladen Lebenslauf.docx' })).toBeVisible();
  await expectAccessible(page);
});
