import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { createCv } from './crafted-cv.ts';
import { createTextPdf } from './hostile-documents.ts';
import { actAsNewParticipant } from './people.ts';
import { mockDocuments, openDocument, paneOf } from './reader.ts';
import { test } from './test.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Opens the first of these documents of a new participant; returns the pane that shows it. */
async function openFirst(page: Page, documents: Parameters<typeof mockDocuments>[1]): Promise<Locator> {
  await actAsNewParticipant(page);
  await mockDocuments(page, documents);
  await page.goto('/files');
  const name = documents[0]?.name ?? '';
  await openDocument(page, name);
  return paneOf(page, name);
}

/** How far the content is wider than its box, in pixels. */
const measureOverflow = (box: Locator) => box.evaluate((element) => element.scrollWidth - element.clientWidth);

const measureFontSize = (element: Locator) =>
  element.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));

test('on a phone a Word document opens as text that fits the screen, with all its parts in place [5.12]', async ({
  page,
}) => {
  const pane = await openFirst(page, [{ name: 'Lebenslauf.docx', bytes: createCv() }]);
  const text = pane.getByRole('document', { name: 'Inhalt von Lebenslauf.docx' });
  await expect(text.getByRole('heading', { name: 'Berufserfahrung' })).toBeVisible();
  expect((await text.innerText()).split(/\s*\n\s*/)).toEqual([
    'Kopfzeile',
    'Robin Reise, Kiel',
    'Text',
    'Berufserfahrung',
    'Ich habe fünf Jahre im Lager gearbeitet.[1] Neu.',
    'Kommentar von Anna Beispiel am 24.11.2026',
    'Seit wann?',
    'Stapler',
    'Inventur',
    'Zählen',
    'Deutsch',
    '2020',
    '2024',
    'Fachkraft',
    'im Lager',
    'Sprache',
    'Stufe',
    'Englisch',
    'B2',
    'Stand:',
    'Seite 1',
    'Fußnoten',
    'Bei Nordlicht',
  ]);
  await expect(text.getByRole('table').getByRole('cell')).toHaveText(['Sprache', 'Stufe', 'Englisch', 'B2']);
  const markers = await text
    .getByRole('listitem')
    .evaluateAll((items) => items.map((element) => getComputedStyle(element).listStyleType));
  expect(markers).toEqual(['"1. "', '"2. "', '"2.a) "', '"• "', '"[1] "']);
  await expect(text.locator('mark')).toHaveText('fünf Jahre');
  await expect(text.locator('mark')).toHaveCSS('font-weight', '700');
  const picture = text.getByRole('img', { name: 'Foto von Robin' });
  expect(await picture.evaluate((element) => element.clientWidth)).toBe(100);
  const sentence = text.getByText('im Lager gearbeitet');
  expect(await measureFontSize(sentence)).toBeGreaterThanOrEqual(16);
  await expectAccessible(page);

  // Larger text still fits the screen.
  await expect(pane.getByRole('button', { name: 'Kleiner' })).toBeDisabled();
  for (let step = 0; step < 3; step++) await pane.getByRole('button', { name: 'Größer' }).click();
  await expect(pane.getByRole('button', { name: 'Größer' })).toBeDisabled();
  expect(await measureFontSize(sentence)).toBeGreaterThanOrEqual(48);
  expect(await measureOverflow(text)).toBe(0);
});

test('enlarged pages of a Word document can be scrolled to each of their edges [5.12]', async ({ page }) => {
  const pane = await openFirst(page, [{ name: 'Lebenslauf.docx', bytes: createCv() }]);
  await pane.getByRole('button', { name: 'Seitenansicht' }).click();
  const frame = pane.locator('iframe');
  await expect(frame.contentFrame().getByText('Berufserfahrung')).toBeVisible();
  for (let step = 0; step < 3; step++) await pane.getByRole('button', { name: 'Größer' }).click();
  const edges = await frame.evaluate((element: HTMLIFrameElement) => {
    const frameWindow = element.contentWindow;
    const section = element.contentDocument?.querySelector('section');
    if (!frameWindow || !section) throw new Error('no page');
    frameWindow.scrollTo(0, 0);
    const { left, top, width } = section.getBoundingClientRect();
    frameWindow.scrollTo(100_000, 100_000);
    const { right, bottom } = section.getBoundingClientRect();
    return { left, top, width, right, bottom, frameWidth: element.clientWidth, frameHeight: element.clientHeight };
  });
  expect(edges.width).toBeGreaterThan(2 * edges.frameWidth);
  expect(Math.min(edges.left, edges.top)).toBeGreaterThanOrEqual(0);
  expect(edges.right).toBeLessThanOrEqual(edges.frameWidth);
  expect(edges.bottom).toBeLessThanOrEqual(edges.frameHeight);
  await pane.getByRole('button', { name: 'Textansicht' }).click();
  await expect(pane.getByRole('document').getByRole('heading', { name: 'Berufserfahrung' })).toBeVisible();
});

test('on a phone a PDF opens as paragraphs; a PDF without text opens as pages and says so [5.12]', async ({ page }) => {
  const lines = [
    'BT /F1 24 Tf 72 740 Td (Anschreiben) Tj ET',
    'BT /F1 12 Tf 72 700 Td (Sehr geehrte Frau Muster, hiermit bewerbe ich mich um die Stelle im La-) Tj',
    '0 -15 Td (ger. Ich bringe Erfahrung mit und freue mich sehr auf ein Gespr) Tj ET',
    'BT /F1 12 Tf 72 655 Td (Robin Reise) Tj 0 -15 Td (Kiel) Tj ET',
  ].join('\n');
  const pane = await openFirst(page, [
    { name: 'Brief.pdf', bytes: createTextPdf([lines, 'BT /F1 12 Tf 72 700 Td (Anlagen) Tj ET', '']) },
    { name: 'Scan.pdf', bytes: createTextPdf(['']) },
  ]);
  const text = pane.getByRole('document', { name: 'Inhalt von Brief.pdf' });
  await expect(text.getByRole('heading', { name: 'Anschreiben' })).toBeVisible();
  expect((await text.innerText()).split(/\s*\n\s*/)).toEqual([
    'Anschreiben',
    'Sehr geehrte Frau Muster, hiermit bewerbe ich mich um die Stelle im Lager. Ich bringe Erfahrung mit und freue ' +
      'mich sehr auf ein Gespr',
    'Robin Reise',
    'Kiel',
    'Seite 2',
    'Anlagen',
    'Seite 3 enthält keinen lesbaren Text.',
  ]);
  expect(await measureOverflow(text)).toBe(0);
  await pane.getByRole('button', { name: 'Ansicht schließen' }).click();

  await openDocument(page, 'Scan.pdf');
  const scanPane = paneOf(page, 'Scan.pdf');
  await expect(scanPane.getByRole('alert')).toContainText('Diese Datei gibt es hier nur als Seitenansicht.');
  await expect(scanPane.getByRole('region', { name: 'Seite 1' })).toBeVisible();
  await expect(scanPane.getByRole('button', { name: 'Textansicht' })).toHaveCount(0);
  await expectAccessible(page);
});
