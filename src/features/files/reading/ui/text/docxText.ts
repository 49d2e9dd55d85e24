import { parseAsync } from 'docx-preview';
import { germanDate, isDate } from '../../../../../shared/berlin.ts';
import { refuseLargeDocx } from '../unpackedSizes.ts';
import {
  addRun,
  type Block,
  createRun,
  type DocumentText,
  isLayoutTable,
  maxBlocks,
  type Run,
  trimRuns,
} from '../../text-blocks.adapter.ts';
import { textOfControl } from '../../run-controls.adapter.ts';
import { type DocxStyles, readStyles, toHeadingLevel, type XmlAccess } from '../../docx-styles.adapter.ts';

/** A part of a Word document, as the library reads it with the option `keepOrigin`. */
interface Part {
  path: string;
  _xmlDocument: Document;
}

interface Model {
  parts: Part[];
  documentPart: Part;
  stylesPart?: Part;
  numberingPart?: Part;
  footnotesPart?: Part;
  endnotesPart?: Part;
  commentsPart?: Part;
  /** Returns a picture as a data: URL; null if it is not in the file. */
  loadDocumentImage: (id: string, part: Part) => Promise<string | null>;
}

/** The maximum depth of elements within each other. */
const maxDepth = 100;
/** CSS pixels per unit in which Word saves the sizes of pictures. */
const pixelsPerUnit = 1 / 9525;

/**
 * Reads the text of a Word document (reference 5.12): the headers, the text with its tables, pictures, text boxes and
 * comments, the footers and the notes. Tracked changes count as accepted; hidden text is left out. Throws if the file
 * cannot be read.
 */
export async function readDocxText(bytes: ArrayBuffer): Promise<DocumentText> {
  refuseLargeDocx(bytes);
  const options = { useBase64URL: true, ignoreFonts: true, keepOrigin: true };
  const model = (await parseAsync(bytes, options)) as Model;
  const styles = readStyles(domAccess, rootOf(model.stylesPart), rootOf(model.numberingPart));
  const notes: Element[] = [];
  const reader = { model, styles, notes, pictures: [] as Promise<void>[], blockCount: 0 };
  const blocksOf = (part: Part | undefined, element: Element | undefined) =>
    part && element ? readBlocks({ ...newPosition(reader), part }, element) : [];
  const labelled = (text: string, blocks: Block[]): Block[] =>
    blocks.length > 0 ? [{ kind: 'label', text }, ...blocks] : [];

  const body = blocksOf(model.documentPart, childOf(rootOf(model.documentPart), 'body'));
  const marginalBlocks = (name: string) => {
    const ofEachPart = model.parts.map((part) => {
      const root = rootOf(part);
      return root?.localName === name ? blocksOf(part, root) : [];
    });
    // A header for the first page or for even pages often repeats the one of the other pages.
    return ofEachPart.flatMap((blocks, at) =>
      pageNumber.test(textOf(blocks)) || ofEachPart.slice(0, at).some((earlier) => textOf(earlier) === textOf(blocks))
        ? []
        : blocks,
    );
  };
  const headers = marginalBlocks('hdr');
  const footers = marginalBlocks('ftr');
  const noteBlocks = notes.flatMap((note, index) => {
    const part = note.localName === 'footnote' ? model.footnotesPart : model.endnotesPart;
    return withNoteNumber(blocksOf(part, note), index + 1);
  });
  await Promise.all(reader.pictures);
  const blocks = [
    ...labelled('Kopfzeile', headers),
    ...(headers.length > 0 ? labelled('Text', body) : body),
    ...labelled('Fußzeile', footers),
    ...labelled('Fußnoten', noteBlocks),
  ];
  return { blocks, isShortened: reader.blockCount > maxBlocks };
}

/** Returns the first child with this local name. */
const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element && [...element.children].find(({ localName }) => localName === name);

/** Returns an attribute by its local name, since the prefix of a namespace may be any; undefined if there is none. */
const attributeOf = (element: Element | undefined, name: string): string | undefined =>
  element && [...element.attributes].find(({ localName }) => localName === name)?.value;

const domAccess: XmlAccess<Element> = {
  nameOf: ({ localName }) => localName,
  childrenOf: ({ children }) => [...children],
  attributeOf,
};

const rootOf = (part: Part | undefined): Element | undefined => part?._xmlDocument.documentElement;

/** Returns what makes blocks the same: their text, and other blocks as JSON. */
const textOf = (blocks: readonly Block[]) =>
  blocks
    .map((block) => ('runs' in block ? block.runs.map(({ text }) => text).join('') : JSON.stringify(block)))
    .join('\n');

/** Matches the text of headers and footers that only number the pages. */
const pageNumber = /^(seite|page)?\s*\d+(\s*(von|of|\/)\s*\d+)?$/i;

/** Puts the number of a note before its text. */
function withNoteNumber(blocks: Block[], noteNumber: number): Block[] {
  const [first, ...others] = blocks;
  if (!first || !('runs' in first)) return blocks;
  return [{ kind: 'listItem', depth: 0, marker: `[${noteNumber}]`, runs: first.runs }, ...others];
}

interface Reader {
  model: Model;
  styles: DocxStyles<Element>;
  /** The notes that the text refers to, in this order. */
  notes: Element[];
  pictures: Promise<void>[];
  blockCount: number;
}

/** Where the reader is in the document. */
interface Position {
  reader: Reader;
  part: Part;
  depth: number;
  /** The ids of the comments whose range includes this position. */
  openComments: Set<string>;
  /** For each field around this position: whether its code is over, so that its result follows. */
  fields: boolean[];
}

const newPosition = (reader: Reader) => ({
  reader,
  depth: 0,
  openComments: new Set<string>(),
  fields: [] as boolean[],
});

/** Returns the element to read in place of this one, or null to leave it out. */
function resolve(element: Element): Element | null {
  switch (element.localName) {
    case 'sdt':
      return childOf(element, 'sdtContent') ?? null;
    case 'AlternateContent':
      return childOf(element, 'Choice') ?? childOf(element, 'Fallback') ?? null;
    // Tracked changes count as accepted.
    case 'del':
    case 'moveFrom':
      return null;
    case 'tr':
      return childOf(childOf(element, 'trPr'), 'del') ? null : element;
    default:
      return element;
  }
}

function readBlocks(position: Position, parent: Element): Block[] {
  const deeper = { ...position, depth: position.depth + 1 };
  if (deeper.depth > maxDepth) throw new Error('nested too deeply');
  const blocks: Block[] = [];
  for (const child of parent.children) {
    if (position.reader.blockCount > maxBlocks) break;
    const element = resolve(child);
    if (!element) continue;
    if (element.localName === 'p') blocks.push(...readParagraph(deeper, element));
    else if (element.localName === 'tbl') blocks.push(...readTable(deeper, element));
    else if (containers.has(element.localName)) blocks.push(...readBlocks(deeper, element));
  }
  return blocks;
}

/** Elements around other elements that do not change them. */
const containers = new Set([
  'sdtContent',
  'customXml',
  'ins',
  'moveTo',
  'hyperlink',
  'smartTag',
  'fldSimple',
  'dir',
  'bdo',
  'Choice',
  'Fallback',
]);

/** Returns a table, or its cells one below the other if it only places text side by side. */
function readTable(position: Position, table: Element): Block[] {
  const rows: Block[][][] = [];
  const readRows = (parent: Element) => {
    for (const child of parent.children) {
      const element = resolve(child);
      if (element?.localName === 'tr') rows.push(readCells(position, element));
      else if (element && containers.has(element.localName)) readRows(element);
    }
  };
  readRows(table);
  if (isLayoutTable(rows)) return rows.flat(2);
  return [{ kind: 'table', rows }];
}

function readCells(position: Position, parent: Element): Block[][] {
  return [...parent.children].flatMap((child) => {
    const element = resolve(child);
    if (element?.localName === 'tc') return [readBlocks(position, element)];
    return element && containers.has(element.localName) ? readCells(position, element) : [];
  });
}

/** What a paragraph consists of: its text, and the blocks that follow it, such as pictures and comments. */
interface Content {
  runs: Run[];
  followingBlocks: Block[];
}

function readParagraph(position: Position, paragraph: Element): Block[] {
  const content: Content = { runs: [], followingBlocks: [] };
  readInline(position, paragraph, content);
  // The code of a field whose end is missing hides no more than its paragraph.
  position.fields.fill(true);
  const { styles } = position.reader;
  const { level = 0, listId = '0', listLevel = 0, isHidden = false } = styles.formatOf(paragraph);
  const { followingBlocks } = content;
  const runs = trimRuns(content.runs);
  if (runs.length === 0 || isHidden) return followingBlocks;
  position.reader.blockCount++;
  if (level > 0) return [{ kind: 'heading', level: toHeadingLevel(level), runs }, ...followingBlocks];
  if (listId === '0') return [{ kind: 'paragraph', runs }, ...followingBlocks];
  const marker = styles.nextMarker(listId, listLevel);
  return [{ kind: 'listItem', depth: listLevel, marker, runs }, ...followingBlocks];
}

/** Reads the children of a paragraph, or of an element around some of its runs. */
function readInline(position: Position, parent: Element, content: Content): void {
  const deeper = { ...position, depth: position.depth + 1 };
  if (deeper.depth > maxDepth) throw new Error('nested too deeply');
  for (const child of parent.children) {
    const element = resolve(child);
    const id = element && attributeOf(element, 'id');
    if (!element) continue;
    if (element.localName === 'r') readRun(deeper, element, content);
    else if (element.localName === 'commentRangeStart' && id) position.openComments.add(id);
    else if (element.localName === 'commentRangeEnd' && id) position.openComments.delete(id);
    else if (/^oMath/.test(element.localName)) addText(position, content, element.textContent ?? '');
    else if (containers.has(element.localName)) readInline(deeper, element, content);
  }
}

function addText({ openComments }: Position, { runs }: Content, text: string, run?: Partial<Run>): void {
  const isCommented = openComments.size > 0;
  // Several tabs are there for alignment on the page.
  if (text === '\t' && runs.at(-1)?.text.endsWith('\t')) return;
  addRun(runs, createRun(replaceSymbols(text), { ...run, isCommented }));
}

/** Characters of Word’s symbol fonts have private-use code points, for which other fonts have no picture. */
const replaceSymbols = (text: string) => text.replace(/[\uf000-\uf0ff]/g, '•').replaceAll('\u00ad', '');

function readRun(position: Position, run: Element, content: Content): void {
  const { isBold = false, isItalic = false, isHidden = false } = position.reader.styles.formatOf(run);
  if (isHidden) return;
  for (const child of run.children) {
    const element = resolve(child);
    if (!element) continue;
    if (element.localName === 'fldChar') followField(position, attributeOf(element, 'fldCharType'));
    // The code of a field, such as ‘PAGE’, is no text.
    if (!position.fields.every((isCodeOver) => isCodeOver)) continue;
    const text = textOfElement(element);
    if (text !== '') addText(position, content, text, { isBold, isItalic });
    else readObject(position, element, content);
  }
}

function followField({ fields }: Position, type: string | undefined): void {
  if (type === 'begin') fields.push(false);
  if (type === 'separate' && fields.length > 0) fields[fields.length - 1] = true;
  if (type === 'end') fields.pop();
}

/** Returns the text of an element of a run; '' if it has none. */
function textOfElement(element: Element): string {
  return element.localName === 't'
    ? (element.textContent ?? '')
    : textOfControl(element.localName, attributeOf(element, 'type'));
}

/** Reads what is no text: a picture, a text box, or a reference to a note or comment. */
function readObject(position: Position, element: Element, content: Content): void {
  const { reader } = position;
  switch (element.localName) {
    case 'commentReference':
      content.followingBlocks.push(...readComment(reader, attributeOf(element, 'id')));
      return;
    case 'footnoteReference':
    case 'endnoteReference': {
      const kind = element.localName === 'footnoteReference' ? 'footnote' : 'endnote';
      const root = rootOf(kind === 'footnote' ? reader.model.footnotesPart : reader.model.endnotesPart);
      const note = root && findById(root, kind, attributeOf(element, 'id'));
      if (note) addText(position, content, `[${reader.notes.push(note)}]`);
      return;
    }
    case 'drawing':
    case 'pict':
    case 'object':
    case 'Choice':
    case 'Fallback':
      readDrawing(position, element, content);
      return;
  }
}

const findById = (root: Element, name: string, id: string | undefined) =>
  [...root.children].find((child) => child.localName === name && attributeOf(child, 'id') === id);

/** Reads the text boxes and the pictures of a drawing. */
function readDrawing(position: Position, drawing: Element, { followingBlocks }: Content): void {
  const textBoxes = findOutermost(drawing, 'txbxContent');
  for (const textBox of textBoxes)
    followingBlocks.push(...readBlocks({ ...position, depth: position.depth + 1, fields: [] }, textBox));
  if (textBoxes.length > 0) return;
  const [properties] = findOutermost(drawing, 'docPr');
  const [extent] = findOutermost(drawing, 'extent');
  const description = attributeOf(properties, 'descr') ?? '';
  const width = Math.round(Number(attributeOf(extent, 'cx') ?? 0) * pixelsPerUnit);
  for (const element of [...findOutermost(drawing, 'blip'), ...findOutermost(drawing, 'imagedata')]) {
    const id = attributeOf(element, 'embed') ?? attributeOf(element, 'id') ?? attributeOf(element, 'link');
    if (!id) continue;
    const picture = { kind: 'picture' as const, url: '', description, width };
    followingBlocks.push(picture);
    const load = async () => {
      const url = await position.reader.model.loadDocumentImage(id, position.part).catch(() => null);
      if (url?.startsWith('data:image/')) picture.url = url;
    };
    position.reader.pictures.push(load());
  }
}

/** Returns the elements with this local name that are not within each other; of alternatives, only the first counts. */
function findOutermost(parent: Element, name: string): Element[] {
  return [...parent.children].flatMap((child) => {
    const element = resolve(child);
    if (!element) return [];
    return element.localName === name ? [element] : findOutermost(element, name);
  });
}

function readComment(reader: Reader, id: string | undefined): Block[] {
  const root = rootOf(reader.model.commentsPart);
  const comment = root && findById(root, 'comment', id);
  if (!comment) return [];
  const paragraphs = [...comment.getElementsByTagNameNS('*', 'p')].map((paragraph) =>
    [...paragraph.getElementsByTagNameNS('*', 't')].map(({ textContent }) => textContent).join(''),
  );
  // Word saves the local time, although it writes it as UTC.
  const date = attributeOf(comment, 'date')?.slice(0, 10) ?? '';
  const day = isDate(date) ? germanDate(date) : '';
  return [
    { kind: 'comment', author: attributeOf(comment, 'author') ?? '', day, text: paragraphs.join('\n'), isReply: false },
  ];
}
