import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFString,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';

/** A tagged element of a PDF as a screen reader gets it. Its child elements are in reading order. */
export interface PdfElement {
  tag: string;
  /** The text of the element and its children, or the replacement that a screen reader reads aloud instead. */
  text: string;
  alt: string | null;
  scope: string | null;
  children: PdfElement[];
}

/** The tagged elements of a PDF. */
export interface TaggedPdf {
  /** Descriptions of the violations of PDF/UA-1, the standard for accessible PDF files. */
  faults: string[];
  root: PdfElement;
  /** The number of pages. */
  pageCount: number;
}

/** Records a fault unless the condition holds. */
type Check = (holds: unknown, fault: string) => void;

const pdfName = (text: string) => PDFName.of(text);
const decodeStream = (stream: PDFRawStream) => Buffer.from(decodePDFRawStream(stream).decode());
const decodeText = (object: PDFObject | undefined) =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : null;

/**
 * Reads the tagged elements of a PDF, and checks the rules of PDF/UA-1 (ISO 14289-1) that a program can check. The PDF
 * standard (ISO 32000-1) defines the keys: `K` holds the children of an element, `Pg` its page, and `S` its tag. `MCID`
 * is the number of marked content on a page.
 */
export async function readTaggedPdf(bytes: Uint8Array): Promise<TaggedPdf> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const { catalog } = pdf;
  const faults: string[] = [];
  const check: Check = (holds, fault) => {
    if (!holds) faults.push(fault);
  };
  const getDict = (parent: PDFDict | undefined, key: string) => parent?.lookupMaybe(pdfName(key), PDFDict);
  const metadata = catalog.lookup(pdfName('Metadata'));
  const xmp = metadata instanceof PDFRawStream ? decodeStream(metadata).toString('utf8') : '';
  check(/<pdfuaid:part>1<\/pdfuaid:part>/.test(xmp), 'the metadata do not declare PDF/UA-1');
  check(/<dc:title>[\s\S]*?<rdf:li[^>]*>[^<]+/.test(xmp), 'the metadata have no title');
  check(pdf.getTitle(), 'no title');
  check(decodeText(catalog.lookup(pdfName('Lang'))), 'no language');
  check(String(getDict(catalog, 'MarkInfo')?.lookup(pdfName('Marked'))) === 'true', 'not marked as tagged');
  const displaysTitle = getDict(catalog, 'ViewerPreferences')?.lookup(pdfName('DisplayDocTitle'));
  check(String(displaysTitle) === 'true', 'the window shows the file’s name instead of the title');
  const structureRoot = getDict(catalog, 'StructTreeRoot');
  check(structureRoot, 'no structure');

  const textByContentKey = new Map<string, string>();
  for (const page of pdf.getPages()) readPage(page, textByContentKey, check);
  const keysWithoutElement = new Set(textByContentKey.keys());
  const root: PdfElement = { tag: 'root', text: '', alt: null, scope: null, children: [] };
  const addChildren = (object: PDFObject | undefined, pageRef: PDFRef | null, parent: PdfElement): void => {
    const child = object instanceof PDFRef ? pdf.context.lookup(object) : object;
    if (child instanceof PDFArray) return child.asArray().forEach((item) => addChildren(item, pageRef, parent));
    // A child that is a number is itself an MCID.
    const mcid = child instanceof PDFDict ? child.lookup(pdfName('MCID')) : child;
    if (mcid instanceof PDFNumber) {
      const ownPageRef = child instanceof PDFDict ? child.get(pdfName('Pg')) : undefined;
      const key = contentKey(ownPageRef ?? pageRef, mcid.asNumber());
      check(textByContentKey.has(key), `content ${key} is missing`);
      keysWithoutElement.delete(key);
      parent.text += textByContentKey.get(key) ?? '';
      return;
    }
    if (!(child instanceof PDFDict)) return;
    const element: PdfElement = {
      tag: String(child.lookup(pdfName('S'))).slice(1),
      text: '',
      alt: decodeText(child.lookup(pdfName('Alt'))),
      scope: getDict(child, 'A')?.lookup(pdfName('Scope'))?.toString().slice(1) ?? null,
      children: [],
    };
    const page = child.get(pdfName('Pg'));
    addChildren(child.get(pdfName('K')), page instanceof PDFRef ? page : pageRef, element);
    element.text = decodeText(child.lookup(pdfName('ActualText'))) ?? element.text;
    parent.children.push(element);
    parent.text += element.text;
  };
  addChildren(structureRoot?.get(pdfName('K')), null, root);
  for (const key of keysWithoutElement) faults.push(`content ${key} belongs to no element`);
  checkElements(root, check);
  return { faults, root, pageCount: pdf.getPageCount() };
}

/** Identifies marked content in a PDF by its page and its number on the page. */
const contentKey = (pageRef: PDFObject | null, mcid: number) => `${String(pageRef)} ${mcid}`;

/** Adds the texts of a page's marked content to `textByContentKey`, and checks that everything drawn is marked. */
function readPage(page: PDFPage, textByContentKey: Map<string, string>, check: Check): void {
  const fonts = readFonts(page, check);
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((ref) => page.doc.context.lookup(ref)) : [contents];
  const content = streams
    .map((stream) => (stream instanceof PDFRawStream ? decodeStream(stream).toString('latin1') : ''))
    .join('\n');
  /** The keys of the marked content that has begun but not ended, the innermost last; null for a mark without MCID. */
  const openKeys: (string | null)[] = [];
  let lettersByGlyph = new Map<string, string>();
  for (const { operator, mcid, fontName, glyphs } of findOperators(content)) {
    if (operator === 'BDC' || operator === 'BMC') {
      const key = mcid === undefined ? null : contentKey(page.ref, mcid);
      openKeys.push(key);
      if (key) textByContentKey.set(key, '');
    } else if (operator === 'EMC') openKeys.pop();
    else if (operator === 'Tf') lettersByGlyph = fonts.get(fontName ?? '') ?? new Map<string, string>();
    else {
      check(openKeys.length > 0, `${operator} draws unmarked content`);
      const key = openKeys.findLast((openKey) => openKey !== null);
      const text = (glyphs?.match(/[0-9a-f]{4}/gi) ?? []).map((glyph) => {
        const letters = lettersByGlyph.get(glyph.toLowerCase());
        check(letters && !letters.includes('\0'), `glyph ${glyph} has no letter`);
        return letters ?? '';
      });
      if (key) textByContentKey.set(key, (textByContentKey.get(key) ?? '') + text.join(''));
    }
  }
  check(openKeys.length === 0, 'marked content does not end');
}

/** An operator in a page's content: it begins or ends marked content, selects a font, or draws. */
interface PdfOperator {
  operator: string;
  /** The number of the marked content that begins. */
  mcid?: number;
  /** The name of the selected font. */
  fontName?: string | undefined;
  /** The numbers of the drawn glyphs, in hexadecimal, with four digits each. */
  glyphs?: string;
}

/** Finds the operators in a page's content, in their order. */
function* findOperators(content: string): Generator<PdfOperator> {
  // The alternatives: beginning and ending marked content, selecting a font, drawing text, an object or a path.
  const pattern =
    /\/\w+ (<<.*?>>)? ?(BDC|BMC)\b|\b(EMC)\b|\/(\w+) [\d.]+ (Tf)\b|(\[[^\]]*\]|<[0-9a-f]*>) (TJ|Tj)\b|\/\w+ (Do)\b|(?<=\s)(S|s|f\*?|B\*?|b\*?)(?=\s)/gis;
  for (const match of content.matchAll(pattern)) {
    const [, properties = '', begin, end, fontName, selectFont, text, drawText, drawObject, paintPath] = match;
    const mcid = /MCID (\d+)/.exec(properties)?.[1];
    if (begin) yield { operator: begin, ...(mcid !== undefined && { mcid: Number(mcid) }) };
    else if (end) yield { operator: 'EMC' };
    else if (selectFont) yield { operator: 'Tf', fontName };
    else if (drawText) {
      const hexStrings = [...(text ?? '').matchAll(/<([0-9a-f]*)>/gi)].map(([, hex]) => hex);
      yield { operator: drawText, glyphs: hexStrings.join('') };
    } else yield { operator: drawObject ?? paintPath ?? '' };
  }
}

/**
 * Reads the fonts of a page, by their names on the page: for each glyph number, the letters that it shows. Checks that
 * every font is embedded.
 */
function readFonts(page: PDFPage, check: Check): Map<string, Map<string, string>> {
  const fonts = page.node.Resources()?.lookupMaybe(pdfName('Font'), PDFDict);
  return new Map(
    (fonts?.entries() ?? []).map(([key]) => {
      const font = fonts?.lookup(key, PDFDict);
      const descendant = font?.lookup(pdfName('DescendantFonts'), PDFArray).lookup(0, PDFDict);
      const descriptor = descendant?.lookup(pdfName('FontDescriptor'), PDFDict);
      check(descriptor?.get(pdfName('FontFile2')), `font ${String(key)} is not embedded`);
      const toUnicode = font?.lookup(pdfName('ToUnicode'));
      check(toUnicode instanceof PDFRawStream, `font ${String(key)} has no letters`);
      const characterMap = toUnicode instanceof PDFRawStream ? decodeStream(toUnicode).toString() : '';
      return [String(key).slice(1), parseCharacterMap(characterMap)];
    }),
  );
}

/** Returns the letters of each glyph number from the `ToUnicode` map of a font. */
function parseCharacterMap(characterMap: string): Map<string, string> {
  const lettersByGlyph = new Map<string, string>();
  for (const [, firstGlyph = '', , list = ''] of characterMap.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, hex = ''], index) => {
      const codeUnits = hex
        .split(' ')
        .filter(Boolean)
        .map((unit) => Number.parseInt(unit, 16));
      const glyph = (Number.parseInt(firstGlyph, 16) + index).toString(16).padStart(4, '0');
      lettersByGlyph.set(glyph, String.fromCharCode(...codeUnits));
    });
  return lettersByGlyph;
}

/** Returns all descendants of an element; parents come before their children. */
export const descendantsOf = (element: PdfElement): PdfElement[] =>
  element.children.flatMap((child) => [child, ...descendantsOf(child)]);

/** Checks the headings, pictures and tables. */
function checkElements(root: PdfElement, check: Check): void {
  const elements = descendantsOf(root);
  const headings = elements.filter(({ tag }) => /^H\d$/.test(tag)).map(({ tag }) => Number(tag[1]));
  check(headings[0] === 1, 'the first heading is not an H1');
  check(
    headings.every((level, index) => level <= (headings[index - 1] ?? 0) + 1),
    'the headings skip a level',
  );
  for (const element of elements) {
    if (element.tag === 'Figure') check(element.alt, 'a picture has no alternative text');
    if (element.tag === 'TH') check(element.scope, `table heading ${element.text} has no scope`);
    if (element.tag !== 'Table') continue;
    const cellCounts = element.children.map((row) => row.children.length);
    check(
      element.children.every(({ tag }) => tag === 'TR') && new Set(cellCounts).size === 1,
      'the rows of a table have different numbers of cells',
    );
    check(
      element.children[0]?.children.every(({ tag, scope }) => tag === 'TH' && scope === 'Column'),
      'a table has no header row',
    );
  }
}
