import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import PDFKit from 'pdfkit';
import { drawBlock, drawTitle } from './blocks.ts';
import type { PdfDocument } from './document.ts';
import { marginOf, Pages } from './pages.ts';

const require = createRequire(import.meta.url);

/**
 * The paths of the fonts. Noto Sans has Latin, Greek and Cyrillic letters, and IBM Plex Sans Arabic has Arabic letters,
 * each as one glyph. Noto’s Arabic font is not used, because it draws the dots of a letter as separate glyphs, and then
 * programs cannot recognise the letters in a PDF.
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

/** Draws a document as a tagged PDF (PDF/UA-1). Runs in a sandbox. */
export default async function writePdf(document: PdfDocument): Promise<Uint8Array> {
  const { provider, title } = document;
  const pdf = new PDFKit({
    size: 'A4',
    layout: document.isLandscape ? 'landscape' : 'portrait',
    margin: marginOf(document.isLandscape === true),
    bufferPages: true,
    font: fontFiles.regular[0],
    tagged: true,
    pdfVersion: '1.7',
    lang: 'de-DE',
    displayTitle: true,
    // The cast is needed because the library's types allow only the formats of PDF/A.
    subset: 'PDF/UA' as 'PDF/A-1',
    info: { Title: title, Author: provider, Creator: provider, CreationDate: document.createdAt },
  });
  const bytes = buffer(pdf);
  const pages = new Pages(pdf, fontFiles);
  drawTitle(pages, document);
  for (const block of document.blocks) drawBlock(pages, block);
  pages.finish(document.footer);
  return bytes;
}
