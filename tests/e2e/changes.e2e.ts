import { expect, type Browser, type Page } from '@playwright/test';
import { getFiles, uploadFiles, uploadForParticipant } from '../../src/features/files/contract.ts';
import {
  craftChange,
  craftDeletedRun,
  craftOrigin,
  craftParagraph,
  craftRun,
  craftWord,
} from '../../src/features/files/testdata/word.ts';
import { searchParticipant } from '../../src/features/participants/contract.ts';
import { expectAccessible } from './axe.ts';
import { callPortal, callWithFiles } from './calls.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { failCall, restoreCall } from './mocked-answers.ts';
import { actAsDemo, signInDemo } from './people.ts';
import { bookWithCoach, findPlanTile } from './slots.ts';
import { test } from './test.ts';

const craftText = (...paragraphs: string[]) =>
  craftWord(paragraphs.map((text) => craftParagraph(craftRun(text))).join(''));

/** A participant's letter, and the letter with the coach's tracked changes and comments. */
const letter = craftText('Sehr geehrte Damen', 'Ich bin gut im Lager.', 'Mit Gruß', 'Robin Reise');
const correctedLetter = craftWord(
  [
    craftParagraph(craftRun('Sehr geehrte Damen') + craftChange('ins', craftRun(' und Herren'))),
    craftParagraph(
      craftRun('Ich ') +
        craftChange('del', craftDeletedRun('bin gut')) +
        craftChange('ins', craftRun('arbeite seit 2019')) +
        craftRun(' im ') +
        `<w:commentRangeStart w:id="7"/>${craftRun('Lager')}<w:commentRangeEnd w:id="7"/>` +
        craftRun('.'),
    ),
    craftParagraph(craftRun('Mit Gruß')),
    craftParagraph(craftRun('Robin Reise')),
    craftParagraph(craftChange('ins', craftRun('Anlage: Lebenslauf'))),
  ].join(''),
  { comments: `<w:comment ${craftOrigin(7)}>${craftParagraph(craftRun('In welchem?'))}</w:comment>` },
);

const pdfWithoutText = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
);

/** Creates a participant whose coach has answered the document 'Anschreiben.docx' with the corrected letter. */
async function createAnsweredLetter(page: Page, browser: Browser) {
  const participant = await bookWithCoach(browser, 'coach');
  const upload = (name: string, buffer: Buffer) =>
    callWithFiles(participant.page.request, uploadFiles, [{ name, buffer }], participant.session);
  await upload('Anschreiben.docx', letter);
  const { files } = await callPortal(participant.page.request, getFiles, {}, participant.session);
  const coachSession = await signInDemo(page, 'coach');
  const { data: hits } = await callPortal(
    page.request,
    searchParticipant,
    { searchString: participant.email },
    coachSession,
  );
  await callWithFiles(
    page.request,
    uploadForParticipant,
    [{ name: 'Anschreiben korrigiert.docx', buffer: correctedLetter }],
    `${coachSession}_${hits[0]?.participantId}`,
    { [`answers_${coachSession}`]: String(files.own.find(({ name }) => name === 'Anschreiben.docx')?.id) },
  );
  return { ...participant, upload };
}

const paneOf = (page: Page) => page.getByRole('region', { name: 'Was hat sich geändert?' });

/** The texts that screen readers hear before what was inserted or deleted. */
const spokenChanges = ['eingefügt: ', 'gelöscht: '];

test('a participant sees what the coach has changed, from change to change [5.16]', async ({ page, browser }) => {
  const { page: own } = await createAnsweredLetter(page, browser);
  await own.goto('/files');
  const button = own.getByRole('button', { name: 'Was hat sich geändert? Anschreiben.docx', exact: true });
  await atEachSize(own, [phone, { width: 1440, height: 740 }], async ({ width }) => {
    await button.click();
    const pane = paneOf(own);
    await expect(pane.getByText('2 Absätze geändert, 1 Absatz eingefügt.')).toBeVisible();
    await expect(pane.getByRole('combobox', { name: 'Vorher' })).toContainText('Anschreiben.docx');
    await expect(pane.getByRole('combobox', { name: 'Nachher' })).toHaveValue(/\d/);
    const text = pane.getByRole('document', { name: 'Inhalt von Anschreiben korrigiert.docx' });
    for (const spoken of spokenChanges) await expect(text).toContainText(spoken);
    await expect(text).not.toContainText('Ende');
    await expect(text.getByRole('insertion').first()).toHaveCSS('text-decoration-line', 'underline');
    await expect(text.getByRole('deletion')).toContainText('bin gut');
    await expect(text.getByRole('deletion')).toHaveCSS('text-decoration-line', 'line-through');
    expect(await text.evaluate((box) => Number.parseFloat(getComputedStyle(box).fontSize))).toBeGreaterThanOrEqual(16);
    await expect(pane.getByRole('row')).toHaveCount(width > 900 ? 6 : 0);
    await expectAccessible(own);

    // The button keeps the focus; a key moves it to the change. After the last change comes the first one.
    const next = pane.getByRole('button', { name: 'Nächste Änderung' });
    const current = text.locator('[data-current]');
    const status = pane.getByRole('status').filter({ hasText: /von 3|Stellen/ });
    await expect(status).toHaveText('3 Stellen');
    await next.click();
    await expect(current).toContainText('und Herren');
    await expect(next).toBeFocused();
    await expect(status).toContainText('1 von 3');
    await expect(status).toContainText('eingefügt:');
    await own.keyboard.press('Enter');
    await expect(status).toContainText('2 von 3');
    await expect(current.first()).toContainText('bin gut');
    await own.keyboard.press('n');
    await expect(text.locator(':focus')).toContainText('Anlage: Lebenslauf');
    await expect(current).toBeInViewport();
    for (let step = 0; step < 3; step++) await pane.getByRole('button', { name: 'Größer' }).click();
    await expect(current).toBeInViewport();
    await own.keyboard.press('n');
    await expect(status).toContainText('1 von 3');
    await pane.getByRole('button', { name: 'Vorige Änderung' }).click();
    await expect(status).toContainText('3 von 3');
    await own.keyboard.press('v');
    await expect(text.locator(':focus')).toContainText('bin gut');

    await own.keyboard.press('Escape');
    await expect(pane).toHaveCount(0);
    await expect(button).toBeFocused();
  });
});

test('the start page and the document lead to the answer, and an answer whose view does not load can be closed [4.12] [5.16]', async ({
  page,
  browser,
}) => {
  const { page: own } = await createAnsweredLetter(page, browser);
  await own.setViewportSize(phone);
  await own.route('**/OpenView*.js', () => {});
  await own.goto('/intern-participant');
  const step = own.getByRole('region', { name: 'Neu von deinem Coach' });
  await expect(step).toContainText(
    /Am \d\d\.\d\d\.\d{4} hat dein Coach „Anschreiben korrigiert\.docx“ zurückgeschickt: 4 Änderungen, 1 Kommentar\./,
  );
  await expectAccessible(own);
  await step.getByRole('link', { name: 'Ansehen' }).click();
  const coachDocuments = own.getByRole('region', { name: 'Von Deinem Coach hochgeladene Unterlagen' });
  await expect(coachDocuments.getByRole('listitem')).toBeFocused();
  await expect(coachDocuments.getByRole('button', { name: /^4 Änderungen, 1 Kommentar/ })).toBeInViewport();

  const answer = own.getByRole('button', { name: /^Antwort vom .* lesen: Anschreiben korrigiert\.docx$/ });
  await answer.click();
  await expect(own.getByText('Lädt...')).toBeVisible();
  await own.getByRole('button', { name: 'Schließen', exact: true }).click();
  await expect(own.getByRole('dialog')).toHaveCount(0);
  await expect(answer).toBeFocused();
});

test('comments stand at their place; a download asks whether it shall be the clean copy [5.13] [5.15] [5.16]', async ({
  page,
  browser,
}) => {
  const { page: own } = await createAnsweredLetter(page, browser);
  await own.setViewportSize(phone);
  await own.goto('/files');
  await own.getByRole('button', { name: '4 Änderungen, 1 Kommentar in Anschreiben korrigiert.docx' }).click();
  const pane = own.getByRole('region', { name: 'Änderungen in Anschreiben korrigiert.docx' });
  const note = pane.getByRole('note');
  await expect(note).toHaveText('Kommentar von Cleo Coach am 20.11.2026In welchem?');
  await expect(pane.locator('p', { has: own.locator('mark') }).locator('+ [role=note]')).toBeVisible();
  await expect(pane.getByRole('insertion').first()).toHaveAttribute('title', 'Cleo Coach, 20.11.2026, 10:30 Uhr');
  await expect(pane.getByText('Geändert von Cleo Coach, 20.11.2026.')).toBeVisible();
  await expect(pane.getByText('3 Stellen')).toBeVisible();
  await expectAccessible(own);

  // A change that was tapped says who made it; the next comment is the one after it.
  const status = pane.getByRole('status').filter({ hasText: /Stellen| von / });
  await expect(status).toContainText('Von wem? Wähle eine Änderung.');
  await pane.getByRole('insertion').filter({ hasText: 'arbeite seit 2019' }).click();
  await expect(status).toContainText('2 von 3');
  await expect(status.getByText('Cleo Coach, 20.11.2026, 10:30 Uhr')).toBeVisible();
  await pane.getByRole('button', { name: 'Nächster Kommentar' }).click();
  await expect(status).toContainText('Kommentar 1 von 1');
  await expect(status).toContainText('In welchem?');
  await expect(note).toHaveAttribute('data-current');
  await own.keyboard.press('n');
  await expect(status).toContainText('3 von 3');
  await own.keyboard.press('n');
  await expect(status).toContainText('Wieder von vorn');
  await own.keyboard.press('k');
  await expect(note).toBeFocused();

  await pane.getByRole('button', { name: 'Dokument lesen' }).click();
  const reader = own.getByRole('region', { name: 'Anschreiben korrigiert.docx', exact: true });
  await reader.getByRole('button', { name: 'Herunterladen' }).click();
  const question = own.getByRole('dialog', { name: 'Mit oder ohne Änderungen und Kommentare?' });
  await expect(question).toContainText(
    'Diese Datei enthält noch 4 Änderungen und 1 Kommentar. Zum Verschicken nimm die Reinschrift.',
  );
  await expectAccessible(own);
  const cleanCopy = own.waitForEvent('download');
  await question.getByRole('button', { name: 'Reinschrift herunterladen' }).click();
  expect((await cleanCopy).suggestedFilename()).toBe('Anschreiben korrigiert (Reinschrift).docx');
  await expect(question).toHaveCount(0);
  await reader.getByRole('button', { name: 'Änderungen und Kommentare zeigen' }).click();
  await expect(note).toBeVisible();
  await own.keyboard.press('Escape');

  // In the list the same question comes, and Escape closes only the question.
  const downloadButton = own.getByRole('button', { name: 'Herunterladen Anschreiben korrigiert.docx' });
  await downloadButton.click();
  await own.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await downloadButton.click();
  const unchanged = own.waitForEvent('download');
  await question.getByRole('button', { name: 'Mit Änderungen und Kommentaren' }).click();
  expect((await unchanged).suggestedFilename()).toBe('Anschreiben korrigiert.docx');
  // A document without changes is downloaded at once.
  const original = own.waitForEvent('download');
  await own.getByRole('button', { name: 'Herunterladen Anschreiben.docx' }).click();
  expect((await original).suggestedFilename()).toBe('Anschreiben.docx');
});

test('a coach sees what the participant has changed since, and can choose older versions [5.16]', async ({
  page,
  browser,
}) => {
  const participant = await createAnsweredLetter(page, browser);
  await participant.upload(
    'Anschreiben.docx',
    craftText('Sehr geehrte Damen und Herren', 'Ich arbeite seit 2020 im Lager.'),
  );
  await actAsDemo(page, 'coach');
  await page.setViewportSize(desktop);
  await page.goto(`/daily-plan?von=${participant.slot.date}&bis=${participant.slot.date}`);
  const tile = await findPlanTile(page, participant.slot);
  await tile.getByRole('button', { name: 'Unterlagen (4) Robin Reise' }).click();
  const version2 = 'Anschreiben.docx, Version 2';
  await page.getByRole('button', { name: `Was hat sich geändert? ${version2}` }).click();
  const pane = paneOf(page);
  const from = pane.getByRole('combobox', { name: 'Vorher' });
  const chosenIn = (choice: typeof from) => choice.locator('option:checked');
  await expect(chosenIn(from)).toHaveText(/^[\d.]+, [\d:]+, Coach: Anschreiben korrigiert\.docx$/);
  const to = pane.getByRole('combobox', { name: 'Nachher' });
  await expect(chosenIn(to)).toHaveText(/^[\d.]+, [\d:]+: Anschreiben\.docx, Version 2$/);
  await expect(pane.getByRole('deletion').first()).toContainText('2019');
  await expect(pane.getByText('1 Absatz geändert, 3 Absätze gelöscht.')).toBeVisible();
  await expectAccessible(page);

  await from.selectOption({ label: await from.locator('option', { hasText: /: Anschreiben\.docx$/ }).innerText() });
  await expect(pane.getByText('2 Absätze geändert, 2 Absätze gelöscht.')).toBeVisible();
  // Whoever chooses the other document exchanges both.
  const [before, after] = [await from.inputValue(), await to.inputValue()];
  await from.selectOption(after);
  await expect(to).toHaveValue(before);
  await expect(pane.getByText('2 Absätze geändert, 2 Absätze eingefügt.')).toBeVisible();
  await to.selectOption(after);
  await expect(from).toHaveValue(before);
  await pane.getByRole('button', { name: 'Nächste Änderung' }).click();
  await pane.getByRole('button', { name: 'Untereinander' }).click();
  await expect(pane.getByText(/^\d Stellen$/)).toBeVisible();
  await expect(pane.getByRole('row')).toHaveCount(0);
  await expect(pane.getByRole('insertion').first()).toContainText('und Herren');
});

test('a comparison that fails can be tried again, and says what cannot be compared [5.16]', async ({
  page,
  browser,
}) => {
  const { page: own, upload } = await createAnsweredLetter(page, browser);
  await upload('Scan.pdf', pdfWithoutText);
  await own.goto('/files');
  await failCall(own, 'participant/compareFiles', 'no connection');
  await own.getByRole('button', { name: 'Was hat sich geändert? Anschreiben korrigiert.docx' }).click();
  const pane = paneOf(own);
  await expect(pane.getByRole('alert')).toContainText('nicht erreichbar');
  await restoreCall(own, 'participant/compareFiles');
  await pane.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(pane.getByText('2 Absätze geändert')).toBeVisible();

  const to = pane.getByRole('combobox', { name: 'Nachher' });
  await to.selectOption({ label: await to.locator('option', { hasText: 'Scan.pdf' }).innerText() });
  await expect(pane.getByRole('alert')).toContainText('„Scan.pdf“ (Nachher) lässt sich hier nicht lesen.');
  await expect(pane.getByRole('button', { name: 'Noch einmal versuchen' })).toHaveCount(0);
  await to.selectOption({ label: await to.locator('option', { hasText: 'korrigiert' }).innerText() });
  await expect(pane.getByText('2 Absätze geändert')).toBeVisible();
});

/** A CV with a heading, a list, and a table with these levels of languages. */
const craftCv = (...levels: string[]) => {
  const cell = (text: string) => `<w:tc>${craftParagraph(craftRun(text))}</w:tc>`;
  const rows = levels.map((level, index) => `<w:tr>${cell(`Sprache ${index + 1}`)}${cell(level)}</w:tr>`);
  const item = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  return craftWord(
    craftParagraph(craftRun('Kenntnisse'), '<w:outlineLvl w:val="0"/>') +
      craftParagraph(craftRun('Stapler'), item) +
      `<w:tbl>${rows.join('')}</w:tbl>` +
      craftParagraph(''),
  );
};

test('compared documents keep their headings, lists and tables [5.14] [5.16]', async ({ page, browser }) => {
  const { page: own, upload } = await createAnsweredLetter(page, browser);
  await upload('Kenntnisse.docx', craftCv('sehr gut', 'gut'));
  await upload('Kenntnisse.docx', craftCv('sehr gut', 'mittel', 'neu'));
  await own.goto('/files');
  await atEachSize(own, [phone, { width: 1440, height: 740 }], async ({ width }) => {
    await own.getByRole('button', { name: 'Was hat sich geändert? Kenntnisse.docx, Version 2' }).click();
    const text = paneOf(own).getByRole('document');
    await expect(text.getByRole('heading', { name: 'Kenntnisse', level: 4 })).toHaveCount(width > 900 ? 2 : 1);
    await expect(text.getByRole('listitem').first()).toHaveText('Stapler');
    const changedRow = text.getByRole('row').filter({ hasText: 'mittel' }).last();
    await expect(changedRow.getByRole('cell')).toHaveCount(2);
    await expect(changedRow.getByRole('insertion')).toContainText('mittel');
    await expect(text.getByRole('deletion')).toHaveText(/gut/);
    await expect(text.locator('td', { hasText: 'Sprache 3' }).last()).toBeVisible();
    await expectAccessible(own);
    await own.keyboard.press('Escape');
    await expect(paneOf(own)).toHaveCount(0);
  });
});

test('on a low screen only the buttons from change to change stay above the text [5.16]', async ({ page, browser }) => {
  const { page: own, upload } = await createAnsweredLetter(page, browser);
  const lines = Array.from({ length: 40 }, (_, index) => `Absatz ${index}`);
  await upload('Brief.docx', craftText(...lines));
  await upload('Brief.docx', craftText(...lines, 'Neuer Schluss'));
  await own.setViewportSize({ width: 740, height: 360 });
  await own.goto('/files');
  await own.getByRole('button', { name: 'Was hat sich geändert? Brief.docx, Version 2' }).click();
  const pane = paneOf(own);
  const next = pane.getByRole('button', { name: 'Nächste Änderung' });
  const text = pane.getByRole('document');
  await next.click();
  await expect(text.locator('[data-current]')).toContainText('Neuer Schluss');
  await expect(text.locator('[data-current]')).toBeInViewport();
  await expect(pane.getByRole('combobox', { name: 'Vorher' })).not.toBeInViewport();
  await expect(next).toBeInViewport();
  await expect(pane.getByRole('button', { name: 'Ansicht schließen' })).toBeInViewport();
  await expect
    .poll(() => next.evaluate((button) => button.getBoundingClientRect().bottom), 'the rest is for the text')
    .toBeLessThan(60);
});

test('with text of twice the size, labels do not cover the chosen documents, and buttons stand in a column [1.14] [5.16]', async ({
  page,
  browser,
}) => {
  const { page: own } = await createAnsweredLetter(page, browser);
  await own.setViewportSize(phone);
  await own.goto('/files');
  await own.getByRole('button', { name: 'Was hat sich geändert? Anschreiben.docx', exact: true }).click();
  const pane = paneOf(own);
  /** Returns by how many pixels the line of the label reaches into the line of the chosen document. */
  const measureOverlap = async () => {
    const labelEnd = await pane
      .locator('label', { hasText: 'Vorher' })
      .evaluate((label) => label.getBoundingClientRect().bottom);
    const textStart = await pane
      .getByRole('combobox', { name: 'Vorher' })
      .evaluate((field) => field.getBoundingClientRect().top + Number.parseFloat(getComputedStyle(field).paddingTop));
    return labelEnd - textStart;
  };
  await expect(pane.getByText('3 Stellen')).toBeVisible();
  const usualOverlap = await measureOverlap();
  await own.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  // The label moves to its place.
  await expect.poll(measureOverlap).toBeLessThanOrEqual(2 * usualOverlap + 1);
  await own.keyboard.press('Escape');
  await own.getByRole('button', { name: 'Herunterladen Anschreiben korrigiert.docx' }).click();
  const question = own.getByRole('dialog', { name: 'Mit oder ohne Änderungen und Kommentare?' });
  await expect(question.getByRole('button')).toHaveCount(3);
  await atEachSize(own, [phone, { width: 560, height: 740 }], async () => {
    const widths = await question
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().width)));
    expect(new Set(widths).size).toBe(1);
  });
});

test('without a connection an opened document says nothing of its own, and loads once it is back [1.9] [5.11]', async ({
  page,
  browser,
}) => {
  const { page: own } = await createAnsweredLetter(page, browser);
  await own.setViewportSize(phone);
  await own.goto('/files');
  const read = own.getByRole('button', { name: 'Lesen Anschreiben.docx', exact: true });
  // The code of the view is loaded.
  await read.click();
  await own.keyboard.press('Escape');
  await own.context().setOffline(true);
  await read.click();
  await expect(own.getByText('Keine Verbindung.')).toBeVisible();
  await expect(own.getByText('Lädt...')).toBeVisible();
  await expect(own.getByRole('alert')).toHaveCount(0);
  await own.context().setOffline(false);
  await expect(own.getByRole('document', { name: 'Inhalt von Anschreiben.docx' })).toContainText(
    'Ich bin gut im Lager.',
  );
  await expect(own.getByText('Keine Verbindung.')).toHaveCount(0);
});

test('in a coach’s list all documents have their buttons in a line below them, equally high [5.8]', async ({
  page,
  browser,
}) => {
  const participant = await createAnsweredLetter(page, browser);
  await actAsDemo(page, 'coach');
  await page.setViewportSize(desktop);
  await page.goto(`/daily-plan?von=${participant.slot.date}&bis=${participant.slot.date}`);
  const tile = await findPlanTile(page, participant.slot);
  await tile.getByRole('button', { name: 'Unterlagen (3) Robin Reise' }).click();
  const rows = page.getByRole('dialog').locator('[data-entry]');
  await expect(rows).toHaveCount(3);
  const places = await rows.evaluateAll((entries) =>
    entries.map((entry) => {
      const boxes = [...entry.querySelectorAll('.MuiButton-contained, .MuiButton-outlined, .MuiInputBase-root')].map(
        (control) => control.getBoundingClientRect(),
      );
      const name = entry.querySelector('p')?.getBoundingClientRect();
      return {
        heights: [...new Set(boxes.map(({ height }) => height))],
        indent: Math.min(...boxes.map(({ left }) => left)) - (name?.left ?? 0),
        isBelow: boxes.every(({ top }) => top >= (name?.bottom ?? 0)),
      };
    }),
  );
  expect(places).toEqual(places.map(() => ({ heights: [44], indent: 0, isBelow: true })));
});
