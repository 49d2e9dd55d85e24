import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { getAccessLog } from '../../src/features/own-data/contract.ts';
import { craftDocx, craftRelationships } from '../../src/features/files/testdata/craft.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { atEachSize, phone } from './devices.ts';
import { createLongPdf, createScriptPdf, createHugePagePdf, createWordDocumentXml } from './hostile-documents.ts';
import { actAsDemo, actAsNewParticipant } from './people.ts';
import { collectExternalRequests, mockDocuments, readNormalizedText, paneOf, openDocument } from './reader.ts';
import { bookWithCoach, findPlanTile } from './slots.ts';
import { test } from './test.ts';

const testdata = join(import.meta.dirname, '../../src/features/files/testdata');

test('on a laptop a coach reads a document beside the person’s data, and the reading is logged [5.11] [13.2]', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  const externalRequests = collectExternalRequests(page);
  const participant = await bookWithCoach(browser, 'coach');
  await actAsDemo(page, 'coach');
  await page.goto(`/daily-plan?von=${participant.slot.date}&bis=${participant.slot.date}`);
  const tile = await findPlanTile(page, participant.slot);
  await tile.getByRole('button', { name: 'Unterlagen (1) Robin Reise' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unterlagen von Robin Reise' });
  const readButton = dialog.getByRole('button', { name: 'Lesen Lebenslauf.docx' });
  await readButton.press('Enter');
  const pane = paneOf(page, 'Lebenslauf.docx');
  const content = pane.frameLocator('iframe');
  await expect(content.getByText('Bottom left')).toBeInViewport({ ratio: 1 });
  await expect(pane.getByRole('heading', { name: 'Lebenslauf.docx' })).toBeFocused();
  const personSection = dialog.getByRole('region', { name: 'Person' });
  for (const fact of ['Fachkraft für Lagerlogistik', participant.email])
    await expect(personSection.getByText(fact)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);

  // While reading, the coach sets a status and writes a note.
  await dialog.getByRole('combobox', { name: 'Stand von Lebenslauf.docx' }).selectOption('In Arbeit');
  await expect(dialog.getByRole('combobox', { name: 'Stand von Lebenslauf.docx' })).toHaveValue('inWork');
  await dialog.getByRole('textbox', { name: 'Neue Notiz' }).fill('Das Foto fehlt noch.');
  await expect(content.getByText('Bottom left')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pane).toHaveCount(0);
  await expect(readButton).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'Neue Notiz' })).toHaveValue('Das Foto fehlt noch.');

  const { data } = await callPortal(participant.page.request, getAccessLog, { page: 1 }, participant.session);
  const downloads = data.filter(({ what }) => what === 'Dokument heruntergeladen');
  expect(downloads.map(({ document }) => document)).toEqual(['Lebenslauf.docx']);
  expect(externalRequests).toEqual([]);
});

/** Measures the width of a frame's content on the screen, in pixels. */
const measureContentWidth = (frame: Locator) =>
  frame.evaluate(
    (element: HTMLIFrameElement) =>
      element.contentDocument?.querySelector('section')?.getBoundingClientRect().width ?? 0,
  );

test('on narrow screens a document fills the screen, and going back to the list keeps a typed note [5.11]', async ({
  page,
  browser,
}) => {
  const participant = await bookWithCoach(browser, 'coach');
  await actAsDemo(page, 'coach');
  const planPath = `/daily-plan?von=${participant.slot.date}&bis=${participant.slot.date}`;
  await atEachSize(page, [phone, { width: 768, height: 740 }], async (size) => {
    await page.goto(planPath);
    const tile = await findPlanTile(page, participant.slot);
    await tile.getByRole('button', { name: 'Unterlagen (1) Robin Reise' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unterlagen von Robin Reise' });
    await dialog.getByRole('textbox', { name: 'Neue Notiz' }).fill('Bis Freitag');
    await openDocument(page, 'Lebenslauf.docx');
    const pane = paneOf(page, 'Lebenslauf.docx');
    if (size === phone) await pane.getByRole('button', { name: 'Seitenansicht' }).click();
    await expect(pane.frameLocator('iframe').getByText('Bottom left')).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('textbox', { name: 'Neue Notiz' })).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    const contentWidthBefore = await measureContentWidth(pane.locator('iframe'));
    await pane.getByRole('button', { name: 'Größer' }).click();
    await expect.poll(() => measureContentWidth(pane.locator('iframe'))).toBeGreaterThan(contentWidthBefore);
    await expectAccessible(page);
    await page.goBack();
    await expect(pane).toHaveCount(0);
    await expect(dialog.getByRole('textbox', { name: 'Neue Notiz' })).toHaveValue('Bis Freitag');
    await expect(page).toHaveURL(planPath);
    await openDocument(page, 'Lebenslauf.docx');
    const closeButton = pane.getByRole('button', { name: 'Ansicht schließen' });
    const corner = await closeButton.evaluate((button) => {
      const { top, right } = button.getBoundingClientRect();
      return { top, right };
    });
    // The button is in the upper right corner.
    expect(corner.top).toBeLessThan(60);
    expect(corner.right).toBeGreaterThan(size.width - 40);
    await closeButton.click();
    await expect(dialog.getByRole('button', { name: 'Lesen Lebenslauf.docx' })).toBeFocused();
  });
});

test('all pages of a PDF can be read; very large files and other formats can only be downloaded [5.11]', async ({
  page,
}) => {
  await actAsNewParticipant(page);
  const pdf = await readFile(join(testdata, 'pdfminer/naacl06-shinyama.pdf'));
  await mockDocuments(page, [
    { name: 'Lebenslauf.pdf', bytes: pdf },
    // The page shows documents of at most 20 million bytes.
    { name: 'Groß.pdf', bytes: pdf, size: 20_000_001 },
    { name: 'Alt.doc', bytes: pdf },
    { name: 'Text.odt', bytes: pdf },
  ]);
  await page.goto('/files');
  for (const name of ['Groß.pdf', 'Alt.doc', 'Text.odt']) {
    await expect(page.getByRole('button', { name: `Herunterladen ${name}` })).toBeVisible();
    await expect(page.getByRole('button', { name: `Lesen ${name}` })).toHaveCount(0);
  }
  await openDocument(page, 'Lebenslauf.pdf');
  const pane = paneOf(page, 'Lebenslauf.pdf');
  await expect(pane.getByRole('region', { name: 'Seite 8' })).toBeAttached();
  const firstCanvas = pane.getByRole('region', { name: 'Seite 1' }).locator('canvas');
  // Tells whether the canvas contains a dark, opaque pixel.
  const isDrawn = () =>
    firstCanvas.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width || 1, canvas.height || 1) ?? {};
      return data?.some((value, index) => index % 4 === 0 && value < 100 && (data[index + 3] ?? 0) > 200) ?? false;
    });
  await expect.poll(isDrawn).toBe(true);
  await expectAccessible(page);
  // The keyboard reaches the last page. The drawing of the first page is then discarded.
  await pane.getByRole('document').focus();
  await page.keyboard.press('End');
  await expect(pane.getByRole('region', { name: 'Seite 8' })).toBeInViewport();
  await expect.poll(() => firstCanvas.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBe(0);
  const download = page.waitForEvent('download');
  await pane.getByRole('button', { name: 'Herunterladen' }).click();
  expect((await download).suggestedFilename()).toBe('Lebenslauf.pdf');
});

const relationshipTypePrefix = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const hostileFiles = [
  { name: 'Skript.pdf', bytes: createScriptPdf() },
  { name: 'Wand.pdf', bytes: createHugePagePdf() },
  {
    name: 'Skript.docx',
    bytes: craftDocx({
      'word/document.xml': createWordDocumentXml(
        '<w:p><w:r><w:t>Sichtbar</w:t></w:r></w:p>' +
          '<w:p><w:hyperlink r:id="rIdLink"><w:r><w:t>Verweis</w:t></w:r></w:hyperlink></w:p>' +
          '<w:p><w:r><w:t>&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(2)&lt;/script&gt;</w:t></w:r></w:p>' +
          '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/>' +
          '<a:graphic><a:graphicData><pic:pic>' +
          '<pic:blipFill><a:blip r:embed="rIdPicture"/></pic:blipFill><pic:spPr/>' +
          '</pic:pic></a:graphicData></a:graphic>' +
          '</wp:inline></w:drawing></w:r></w:p>' +
          '<w:altChunk r:id="rIdChunk"/>',
      ),
      'word/_rels/document.xml.rels': craftRelationships(
        `<Relationship Id="rIdLink" Type="${relationshipTypePrefix}/hyperlink" ` +
          'Target="javascript:alert(3)" TargetMode="External"/>' +
          `<Relationship Id="rIdPicture" Type="${relationshipTypePrefix}/image" ` +
          'Target="http://198.51.100.7/pixel.png" TargetMode="External"/>' +
          `<Relationship Id="rIdChunk" Type="${relationshipTypePrefix}/aFChunk" Target="chunk.html"/>`,
      ),
      'word/chunk.html': '<script>parent.alert(4)</script><img src="http://198.51.100.7/chunk.png">',
    }),
  },
];

test('the content of a hostile document neither runs nor contacts an external host [5.11]', async ({ page }) => {
  const externalRequests = collectExternalRequests(page);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await actAsNewParticipant(page);
  await mockDocuments(page, hostileFiles);
  await page.goto('/files');
  for (const { name } of hostileFiles) {
    await openDocument(page, name);
    const pane = paneOf(page, name);
    await expect.poll(() => readNormalizedText(pane)).toContain('sichtbar');
    await pane.getByRole('button', { name: 'Ansicht schließen' }).click();
  }
  await openDocument(page, 'Skript.docx');
  const frame = paneOf(page, 'Skript.docx').locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-same-origin');
  await expect(frame.contentFrame().getByText('Bild, das sich hier nicht anzeigen lässt')).toBeVisible();
  await expect(frame.contentFrame().locator('script, iframe, [href], [src]')).toHaveCount(0);
  const pane = paneOf(page, 'Skript.docx');
  await pane.getByRole('button', { name: 'Textansicht' }).click();
  const text = pane.getByRole('document');
  await expect(text.getByText('Bild, das sich hier nicht anzeigen lässt')).toBeVisible();
  await expect(text.getByText('<script>alert(2)</script>')).toBeVisible();
  await expect(text.locator('script, iframe, [href], [src]')).toHaveCount(0);
  expect({ externalRequests, dialogs }).toEqual({ externalRequests: [], dialogs: [] });
});

test('a message ends a long document and replaces a broken document; both can be downloaded [5.11]', async ({
  page,
}) => {
  const paragraph = '<w:p><w:r><w:t>Zeile</w:t></w:r><w:r><w:br w:type="page"/></w:r></w:p>';
  const files = [
    { name: 'Lang.pdf', bytes: createLongPdf(10_000), message: 'Hier endet die Ansicht nach 100 von 10.000 Seiten.' },
    {
      name: 'Lang.docx',
      bytes: craftDocx({ 'word/document.xml': createWordDocumentXml(paragraph.repeat(10_000)) }),
      message: 'Hier endet die Ansicht, denn das Dokument ist sehr lang.',
    },
    {
      name: 'Riesig.docx',
      bytes: craftDocx({ 'word/document.xml': createWordDocumentXml(' '.repeat(10_000_001)) }),
      message: 'Diese Datei lässt sich hier nicht anzeigen. Lade sie herunter, um sie zu lesen.',
    },
    ...['Kaputt.pdf', 'Kaputt.docx'].map((name) => ({
      name,
      bytes: Buffer.from('kein Dokument'),
      message: 'Diese Datei lässt sich hier nicht anzeigen. Lade sie herunter, um sie zu lesen.',
    })),
  ];
  await actAsNewParticipant(page);
  await mockDocuments(page, files);
  await page.goto('/files');
  for (const { name, message } of files) {
    await openDocument(page, name);
    const pane = paneOf(page, name);
    await expect(pane.getByRole('alert')).toContainText(message);
    await expect(pane.getByRole('alert')).toContainText('herunter, um');
    if (message.startsWith('Hier endet')) {
      await pane.getByRole('button', { name: 'Textansicht' }).click();
      await expect(pane.getByRole('document')).toHaveAttribute('aria-busy', 'false');
      await expect(pane.getByRole('alert')).toContainText(message);
    }
    const download = page.waitForEvent('download');
    await pane.getByRole('button', { name: 'Herunterladen' }).click();
    expect((await download).suggestedFilename()).toBe(name);
    await pane.getByRole('button', { name: 'Ansicht schließen' }).click();
  }
});

test('a long Word document appears in steps while the page stays responsive; a long table is cut off [5.11]', async ({
  page,
}) => {
  const paragraphs = Array.from(
    { length: 3000 },
    (_, index) => `<w:p><w:r><w:t>Zeile ${index}.</w:t></w:r></w:p>`,
  ).join('');
  const row = `<w:tr>${'<w:tc><w:p><w:r><w:t>Zelle</w:t></w:r></w:p></w:tc>'.repeat(4)}</w:tr>`;
  await actAsNewParticipant(page);
  await mockDocuments(page, [
    { name: 'Lang.docx', bytes: craftDocx({ 'word/document.xml': createWordDocumentXml(paragraphs) }) },
    {
      name: 'Tabelle.docx',
      bytes: craftDocx({ 'word/document.xml': createWordDocumentXml(`<w:tbl>${row.repeat(2000)}</w:tbl>`) }),
    },
  ]);
  await page.goto('/files');
  // Between two parts of the document, the page can run other code. This code counts the lines drawn so far.
  const lineCountsPromise = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const lineCounts = new Set<number>();
        const countLines = () => {
          const frame = document.querySelector<HTMLIFrameElement>('iframe[title]');
          lineCounts.add(frame?.contentDocument?.querySelectorAll('article > *').length ?? 0);
          if (frame?.getAttribute('aria-busy') === 'false') resolve([...lineCounts]);
          else setTimeout(countLines);
        };
        countLines();
      }),
  );
  await openDocument(page, 'Lang.docx');
  expect((await lineCountsPromise).filter((count) => count > 0 && count < 3000)).not.toEqual([]);
  const pane = paneOf(page, 'Lang.docx');
  await expect(pane.frameLocator('iframe').getByText('Zeile 2999.')).toBeAttached();
  await expect(pane.getByRole('alert')).toHaveCount(0);
  await pane.getByRole('button', { name: 'Ansicht schließen' }).click();
  await openDocument(page, 'Tabelle.docx');
  const tablePane = paneOf(page, 'Tabelle.docx');
  await expect(tablePane.getByRole('alert')).toContainText('Hier endet die Ansicht, denn das Dokument ist sehr lang.');
  await expect(tablePane.frameLocator('iframe').getByText('Zelle').first()).toBeAttached();
});

test('if a document cannot be fetched, the page says why, and trying again opens the document [5.11]', async ({
  page,
}) => {
  await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/files');
  await page.route('**/participant/downloadFile.php', (route) => route.abort(), { times: 1 });
  await openDocument(page, 'Lebenslauf.docx');
  const pane = paneOf(page, 'Lebenslauf.docx');
  await expect(pane.getByRole('alert')).toContainText('Der Server ist gerade nicht erreichbar.');
  await expectAccessible(page);
  await pane.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(pane.frameLocator('iframe').getByText('Bottom left')).toBeVisible();
});

/** The paths of PDFs whose form values are shown only as drawings. For them, the page contains no text to compare. */
const pathsWithoutText = new Set(['pdfminer/AcroForm_TEST.pdf', 'pdfminer/AcroForm_TEST_compiled.pdf']);

test('the page shows every word that other programs find in genuine documents [5.11]', async ({ page }) => {
  test.setTimeout(300_000);
  // Without EVERY_DOCUMENT, the test reads 20 of the 120 documents, because reading all of them takes minutes.
  const step = process.env['EVERY_DOCUMENT'] ? 1 : 6;
  const wordsByPath = JSON.parse(readFileSync(join(testdata, 'words.json'), 'utf8')) as Record<string, string>;
  const files = Object.keys(wordsByPath).map((path) => ({
    path,
    name: path.replace('/', ' '),
    bytes: readFileSync(join(testdata, path)),
  }));
  expect(files).toHaveLength(120);
  const fileNames = ['documents', 'pdfminer', 'producers'].flatMap((folder) =>
    readdirSync(join(testdata, folder)).filter((name) => /\.(pdf|docx)$/i.test(name)),
  );
  // `words.json` leaves out eight files: seven PDFs that resemble the others, and one with a password, which uploads
  // refuse.
  expect(fileNames.length - files.length).toBe(8);
  await actAsNewParticipant(page);
  const chosenFiles = files.filter((_, index) => index % step === 0);
  await mockDocuments(page, chosenFiles);
  await page.goto('/files');
  for (const { path, name } of chosenFiles) {
    await openDocument(page, name);
    const pane = paneOf(page, name);
    await expect(pane.locator('[aria-busy="false"]'), path).toBeAttached({ timeout: 30_000 });
    const words = pathsWithoutText.has(path) ? [] : (wordsByPath[path] ?? '').split(' ');
    const findMissingWords = async () => {
      const letters = await readNormalizedText(pane);
      return words.filter((word) => !letters.includes(word));
    };
    await expect.poll(findMissingWords, { message: path, timeout: 30_000 }).toEqual([]);
    await expect(pane.getByRole('alert'), path).toHaveCount(0);
    await pane.getByRole('button', { name: 'Textansicht' }).click();
    await expect(pane.locator('[aria-busy="false"]'), path).toBeAttached({ timeout: 30_000 });
    await expect.poll(findMissingWords, { message: `${path} as text`, timeout: 5000 }).toEqual([]);
    await pane.getByRole('button', { name: 'Ansicht schließen' }).click();
  }
});
