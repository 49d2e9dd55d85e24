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

/** A tagged element of a PDF as a screen reader gets it; its child elements are in reading order. */
export interface PdfElement {
  tag: string;
  /** Its text and that of its children, or the replacement that is read aloud instead. */
  text: string;
  alt: string | null;
  scope: string | null;
  children: PdfElement[];
}

/** The elements of a PDF, and its violations of PDF/UA-1, the rules for people who cannot see it. */
export interface TaggedPdf {
  faults: string[];
  root: PdfElement;
  pages: number;
}

const name = (text: string) => PDFName.of(text);
const bytesOf = (stream: PDFRawStream) => Buffer.from(decodePDFRawStream(stream).decode());
const textOf = (object: PDFObject | undefined) =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : null;

/** Reads a PDF by its tags, and checks those rules of PDF/UA-1 (ISO 14289-1) that a program can check. */
export async function readTaggedPdf(bytes: Uint8Array): Promise<TaggedPdf> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const { catalog } = pdf;
  const faults: string[] = [];
  const demand = (holds: unknown, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const dict = (parent: PDFDict | undefined, key: string) => parent?.lookupMaybe(name(key), PDFDict);
  const metadata = catalog.lookup(name('Metadata'));
  const xmp = metadata instanceof PDFRawStream ? bytesOf(metadata).toString('utf8') : '';
  demand(/<pdfuaid:part>1<\/pdfuaid:part>/.test(xmp), 'the metadata do not declare PDF/UA-1');
  demand(/<dc:title>[\s\S]*?<rdf:li[^>]*>[^<]+/.test(xmp), 'the metadata have no title');
  demand(pdf.getTitle(), 'no title');
  demand(textOf(catalog.lookup(name('Lang'))), 'no language');
  demand(String(dict(catalog, 'MarkInfo')?.lookup(name('Marked'))) === 'true', 'not marked as tagged');
  const display = dict(catalog, 'ViewerPreferences')?.lookup(name('DisplayDocTitle'));
  demand(String(display) === 'true', 'the window shows the file’s name');
  const root = dict(catalog, 'StructTreeRoot');
  demand(root, 'no structure');

  const marked = new Map<string, string>();
  for (const page of pdf.getPages()) readPage(page, marked, demand);
  const unread = new Set(marked.keys());
  const top: PdfElement = { tag: 'root', text: '', alt: null, scope: null, children: [] };
  const walk = (object: PDFObject | undefined, pageRef: PDFRef | null, parent: PdfElement): void => {
    const kid = object instanceof PDFRef ? pdf.context.lookup(object) : object;
    if (kid instanceof PDFArray) return kid.asArray().forEach((one) => walk(one, pageRef, parent));
    const number = kid instanceof PDFNumber ? kid : kid instanceof PDFDict ? kid.lookup(name('MCID')) : undefined;
    if (number instanceof PDFNumber) {
      const own = kid instanceof PDFDict ? kid.get(name('Pg')) : undefined;
      const key = `${String(own ?? pageRef)} ${number.asNumber()}`;
      demand(marked.has(key), `content ${key} is missing`);
      unread.delete(key);
      parent.text += marked.get(key) ?? '';
      return;
    }
    if (!(kid instanceof PDFDict)) return;
    const part: PdfElement = {
      tag: String(kid.lookup(name('S'))).slice(1),
      text: '',
      alt: textOf(kid.lookup(name('Alt'))),
      scope: dict(kid, 'A')?.lookup(name('Scope'))?.toString().slice(1) ?? null,
      children: [],
    };
    const page = kid.get(name('Pg'));
    walk(kid.get(name('K')), page instanceof PDFRef ? page : pageRef, part);
    part.text = textOf(kid.lookup(name('ActualText'))) ?? part.text;
    parent.children.push(part);
    parent.text += part.text;
  };
  walk(root?.get(name('K')), null, top);
  for (const key of unread) faults.push(`content ${key} belongs to no element`);
  checkParts(top, demand);
  return { faults, root: top, pages: pdf.getPageCount() };
}

type Demand = (holds: unknown, fault: string) => void;

/** Adds a page's marked content to `marked`: its text by page and number. Everything that is drawn must be marked. */
function readPage(page: PDFPage, marked: Map<string, string>, demand: Demand): void {
  const fonts = fontsOf(page, demand);
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((ref) => page.doc.context.lookup(ref)) : [contents];
  const content = streams
    .map((stream) => (stream instanceof PDFRawStream ? bytesOf(stream).toString('latin1') : ''))
    .join('\n');
  const open: (string | null)[] = [];
  let font = new Map<string, string>();
  for (const [token, mcid, fontName, shown] of operators(content)) {
    if (token === 'BDC' || token === 'BMC') {
      const key = mcid === null ? null : `${String(page.ref)} ${mcid}`;
      open.push(key);
      if (key) marked.set(key, '');
    } else if (token === 'EMC') open.pop();
    else if (token === 'Tf') font = fonts.get(fontName ?? '') ?? new Map<string, string>();
    else {
      demand(open.length > 0, `${token} draws unmarked content`);
      const key = open.findLast((one) => one !== null);
      const text = (shown?.match(/[0-9a-f]{4}/gi) ?? []).map((glyph) => {
        const letters = font.get(glyph.toLowerCase());
        demand(letters && !letters.includes('\0'), `glyph ${glyph} has no letter`);
        return letters ?? '';
      });
      if (key) marked.set(key, (marked.get(key) ?? '') + text.join(''));
    }
  }
  demand(open.length === 0, 'marked content does not end');
}

/** The operators that begin and end marked content, select a font, or draw. */
function* operators(content: string): Generator<[string, number | null, (string | undefined)?, string?]> {
  const pattern =
    /\/\w+ (<<.*?>>)? ?(BDC|BMC)\b|\b(EMC)\b|\/(\w+) [\d.]+ (Tf)\b|(\[[^\]]*\]|<[0-9a-f]*>) (TJ|Tj)\b|\/\w+ (Do)\b|(?<=\s)(S|s|f\*?|B\*?|b\*?)(?=\s)/gis;
  for (const [, facts = '', mark, end, fontName, tf, shown, show, picture, paint] of content.matchAll(pattern)) {
    if (mark) yield [mark, facts.includes('MCID') ? Number(/MCID (\d+)/.exec(facts)?.[1]) : null];
    else if (end) yield ['EMC', null];
    else if (tf) yield ['Tf', null, fontName];
    else if (show)
      yield [show, null, undefined, [...(shown ?? '').matchAll(/<([0-9a-f]*)>/gi)].map(([, hex]) => hex).join('')];
    else yield [picture ?? paint ?? '', null];
  }
}

/** The letters of the glyphs of each font, by the font's name on the page; every font must be embedded. */
function fontsOf(page: PDFPage, demand: Demand): Map<string, Map<string, string>> {
  const fonts = page.node.Resources()?.lookupMaybe(name('Font'), PDFDict);
  return new Map(
    (fonts?.entries() ?? []).map(([key]) => {
      const font = fonts?.lookup(key, PDFDict);
      const inner = font?.lookup(name('DescendantFonts'), PDFArray).lookup(0, PDFDict);
      const descriptor = inner?.lookup(name('FontDescriptor'), PDFDict);
      demand(descriptor?.get(name('FontFile2')), `font ${String(key)} is not embedded`);
      const toUnicode = font?.lookup(name('ToUnicode'));
      demand(toUnicode instanceof PDFRawStream, `font ${String(key)} has no letters`);
      return [String(key).slice(1), lettersOf(toUnicode instanceof PDFRawStream ? bytesOf(toUnicode).toString() : '')];
    }),
  );
}

function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', , list = ''] of map.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, hex = ''], at) => {
      const units = hex
        .split(' ')
        .filter(Boolean)
        .map((unit) => Number.parseInt(unit, 16));
      letters.set((Number.parseInt(first, 16) + at).toString(16).padStart(4, '0'), String.fromCharCode(...units));
    });
  return letters;
}

/** All descendants of an element. */
export const descendantsOf = (part: PdfElement): PdfElement[] =>
  part.children.flatMap((one) => [one, ...descendantsOf(one)]);

function checkParts(root: PdfElement, demand: Demand): void {
  const all = descendantsOf(root);
  const headings = all.filter(({ tag }) => /^H\d$/.test(tag)).map(({ tag }) => Number(tag[1]));
  demand(headings[0] === 1, 'the first heading is not an H1');
  demand(
    headings.every((level, at) => level <= (headings[at - 1] ?? 0) + 1),
    'the headings skip a level',
  );
  for (const part of all) {
    if (part.tag === 'Figure') demand(part.alt, 'a picture has no alternative text');
    if (part.tag === 'TH') demand(part.scope, `table heading ${part.text} has no scope`);
    if (part.tag !== 'Table') continue;
    const rows = part.children.map(({ children: parts }) => parts.length);
    demand(part.children.every(({ tag }) => tag === 'TR') && new Set(rows).size === 1, 'a table is not regular');
    demand(
      part.children[0]?.children.every(({ tag, scope }) => tag === 'TH' && scope === 'Column'),
      'a table has no header row',
    );
  }
}
