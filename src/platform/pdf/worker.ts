import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import PDFKit from 'pdfkit';
import { drawBlock, drawTitle } from './blocks.ts';
import type { PdfDocument } from './document.ts';
import { margin, Sheet } from './sheet.ts';

const require = createRequire(import.meta.url);

/**
 * Noto Sans has Latin, Greek and Cyrillic letters, IBM Plex Sans Arabic the Arabic ones, with one glyph for each:
 * Noto’s Arabic font draws dots apart from their letters, so that programs could not recognise the letters in a PDF.
 */
const fontFiles = {
  regular: [
    require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    require.resolve('@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'),
  ],
  bold: [
    require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
    require.resolve('@expo-google-fonts/ibm-plex-sans-arabic/700Bold/IBMPlexSansArabic_700Bold.ttf'),
  ],
} as const;

/** Draws a document as a tagged PDF (PDF/UA-1); runs in a sandbox. */
export default async function writePdf(document: PdfDocument): Promise<Uint8Array> {
  const { provider, title } = document;
  const pdf = new PDFKit({
    size: 'A4',
    margin,
    bufferPages: true,
    font: fontFiles.regular[0],
    tagged: true,
    pdfVersion: '1.7',
    lang: 'de-DE',
    displayTitle: true,
    // The library's types allow only the archive formats.
    subset: 'PDF/UA' as 'PDF/A-1',
    info: { Title: title, Author: provider, Creator: provider, CreationDate: document.createdAt },
  });
  const bytes = buffer(pdf);
  const sheet = new Sheet(pdf, fontFiles);
  drawTitle(sheet, document);
  for (const block of document.blocks) drawBlock(sheet, block);
  sheet.end(document.footer);
  return bytes;
}
