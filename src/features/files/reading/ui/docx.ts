import { parseAsync, renderDocument, type HElement } from 'docx-preview';
import { pauses } from './pauses.ts';
import { unpackedSizes } from './sizes.ts';

/** What is shown at most (reference 5.11): bytes of XML and of everything, and elements of the document. */
const limits = { markup: 5_000_000, all: 100_000_000, elements: 20_000, depth: 100 } as const;
/** A page counts as this many elements: its header and its footer are repeated on it. */
const elementsOfPage = 200;
/** How long pieces are put into the pages, in milliseconds. */
const patience = 20_000;
/** A piece: so many paragraphs and tables. */
const blocksOfPiece = 40;
/** Nothing is made beyond this, whatever was counted before. */
const mostNodes = 200_000;

/** Word's own elements are made of these; anything else is left out. */
const allowed = new Set(
  (
    'a article br col colgroup del div footer header img ins li ol p section span sub sup table tbody td tr wbr ' +
    'svg rect ellipse line g foreignobject image ' +
    'math ms mi mn mo mtext mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd'
  ).split(' '),
);

const properties = ['id', 'lang', 'colSpan', 'dateTime'] as const;

/** A part of the library's model of a document. */
interface Part {
  type?: string;
  children?: Part[];
  break?: string;
  sectionProps?: object;
  pageBreakBefore?: boolean;
  /** Of a shape: the element of SVG that it becomes, with its attributes. */
  tagName?: string;
  attrs?: object;
}

/** What the library answers: the model, and with `keepOrigin` the XML that it was read from. */
interface Model {
  documentPart: { body: Part; _xmlDocument: Document };
}

/**
 * Shows a Word document in a frame's document, whose policy and sandbox let it run and load nothing; pictures are
 * data: addresses. Its pages come first, as `onPages` is told, then piece by piece what is on them, so that the page
 * around the frame answers meanwhile. Answers what is not shown, in a sentence, '' if nothing. Throws where the file
 * cannot be shown, and once the frame is gone.
 */
export async function showDocx(bytes: ArrayBuffer, frame: Document, onPages: () => void): Promise<string> {
  const pause = pauses();
  const { markup, all } = unpackedSizes(bytes);
  if (markup > limits.markup || all > limits.all) throw new Error('too large to be shown');
  const styles: string[] = [];
  // Made in a document that loads nothing, and looked through before it is shown.
  const inert = frame.implementation.createHTMLDocument();
  const options = {
    inWrapper: false,
    // Fonts in a document would need a looser policy; the browser's own stand in for them.
    ignoreFonts: true,
    ignoreLastRenderedPageBreak: false,
    useBase64URL: true,
    renderAltChunks: false,
    keepOrigin: true,
    h: makerIn(inert, styles),
  };
  const model = (await parseAsync(bytes, options)) as Model;
  await pause();
  const { body, _xmlDocument: origin } = model.documentPart;
  const cut = shorten(body);
  openShapes(body);
  inert.body.replaceChildren(...(await renderDocument(model, options)));
  dropAddresses(inert.body);
  await pause();
  const view = frame.defaultView as (Window & typeof globalThis) | null;
  if (!view) throw new Error('the frame is gone');
  // Sheets that a script makes need no permission of the policy, unlike style elements.
  frame.adoptedStyleSheets = [...styles, pageStyles].map((text) => {
    const sheet = new view.CSSStyleSheet();
    // Bullets of Word's own fonts, which few devices have, are letters of nobody else's.
    sheet.replaceSync(text.replace(/[\uf000-\uf0ff]/g, '•'));
    return sheet;
  });
  const pieces = piecesOf(inert.body);
  frame.body.replaceChildren(...inert.body.childNodes);
  const around = frame.body.innerText;
  onPages();
  const { text, done } = await place(pieces, frame, pause);
  nameMissingPictures(frame);
  if (cut || !done) return 'Hier endet die Ansicht, denn das Dokument ist sehr lang.';
  const lacks = await lacksText(origin, `${text} ${around}`, pause);
  return lacks ? 'Ein Teil des Textes lässt sich hier nicht anzeigen.' : '';
}

/** Some blocks of a page, and the part of the page that they stand in. */
interface Piece {
  into: Element;
  blocks: Element[];
}

/** Takes everything out of the pages but their headers, footers and notes, in pieces in the order of the document. */
function piecesOf(body: HTMLElement): Piece[] {
  const pieces: Piece[] = [];
  for (const into of body.querySelectorAll('section > article')) {
    const blocks = [...into.children];
    into.replaceChildren();
    for (let at = 0; at < blocks.length; at += blocksOfPiece)
      pieces.push({ into, blocks: blocks.slice(at, at + blocksOfPiece) });
  }
  return pieces;
}

/** Puts pieces where they belong, until all are there (`done`) or it takes too long. Answers the text that is shown. */
async function place(pieces: readonly Piece[], frame: Document, pause: () => Promise<void>) {
  const end = performance.now() + patience;
  const texts: string[] = [];
  for (const { into, blocks } of pieces) {
    if (!frame.defaultView) throw new Error('the frame is gone');
    if (performance.now() > end) return { text: '', done: false };
    into.append(...blocks);
    // Asking for the text lays the piece out now, so that the time it takes counts.
    texts.push(...blocks.map((block) => (block as HTMLElement).innerText));
    await pause();
  }
  return { text: texts.join(' '), done: true };
}

/** White pages below each other, whatever the theme. */
const pageStyles = `
  html { overflow: auto; }
  body { margin: 0; padding: 12px; display: flex; flex-direction: column; gap: 12px; align-items: safe center; }
  section.docx { width: 210mm; min-height: 297mm; padding: 25mm; flex: none; box-sizing: border-box;
    position: relative; display: flex; flex-direction: column; background: #fff;
    color: #000; box-shadow: 0 0 3px #0006; overflow-wrap: break-word; overflow: clip; }
  section.docx > article { margin-bottom: auto; z-index: 1; }
  section.docx > footer { z-index: 1; }
  svg { overflow: visible; }
  .missing { display: inline-block; padding: 4px 8px; border: 1px dashed #666; font: 14px sans-serif; }
`;

/** Cuts a document's body, or a table that it begins with, where it becomes too long. Throws if nested too deeply. */
function shorten(body: Part): boolean {
  const children = body.children ?? [];
  let left: number = limits.elements;
  const end = children.findIndex((part) => (left -= costOf(part)) < 0);
  const [first] = children;
  if (end === 0 && first) {
    if (first.type !== 'table' || !shorten(first)) throw new Error('too large to be shown');
    body.children = [first];
  } else if (end > 0) body.children = children.slice(0, end);
  return end >= 0;
}

function costOf(part: Part, depth = 0): number {
  if (depth > limits.depth) throw new Error('nested too deeply');
  const breaks = part.break === 'page' || part.sectionProps || part.pageBreakBefore;
  const children = part.children ?? [];
  return children.reduce((sum, child) => sum + costOf(child, depth + 1), breaks ? elementsOfPage : 1);
}

/** Text in a rectangle or an ellipse: in SVG it stands beside them, since within them nothing is drawn. */
function openShapes(part: Part): void {
  const children = part.children ?? [];
  for (const child of children) openShapes(child);
  if (children.length === 0 || (part.tagName !== 'rect' && part.tagName !== 'ellipse')) return;
  part.children = [{ ...part, children: [] }, ...children];
  Object.assign(part, { tagName: 'g', attrs: {} });
}

/** Leaves of pictures' addresses only those that hold the picture itself. */
function dropAddresses(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img, image'))
    for (const name of ['src', 'href'])
      if (!picture.getAttribute(name)?.startsWith('data:')) picture.removeAttribute(name);
}

/** Replaces pictures that the document lacks, or that no browser can show, by words. */
function nameMissingPictures(frame: Document): void {
  for (const picture of frame.querySelectorAll('img'))
    picture.decode().catch(() => {
      const words = frame.createElement('span');
      words.className = 'missing';
      words.textContent = 'Bild, das sich hier nicht anzeigen lässt';
      picture.replaceWith(words);
    });
}

/** Whether a piece of a document's text is not among what is shown; letters alone count. */
async function lacksText(origin: Document, shown: string, pause: () => Promise<void>): Promise<boolean> {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const all = letters(shown);
  let from = 0;
  for (const piece of origin.getElementsByTagNameNS('*', 't')) {
    const text = letters(piece.textContent ?? '');
    // Pieces are shown in their order, but for a few such as text boxes: those are looked for everywhere.
    const next = all.indexOf(text, from);
    if (next >= 0) from = next + text.length;
    else if (!all.includes(text)) return true;
    await pause();
  }
  return false;
}

/**
 * Makes the library's elements in a document, and nothing that leads out of it: no links, no other elements. The
 * texts of style sheets are collected in `styles`.
 */
function makerIn(inert: Document, styles: string[]) {
  let made = 0;
  return function make(part: HElement | Node | string): Node {
    if (typeof part === 'string') return inert.createTextNode(part);
    if (isNode(part)) return part;
    if (++made > mostNodes) throw new Error('too large to be shown');
    const { ns, tagName, className, style, children = [], href } = part;
    if (tagName === '#fragment') {
      const fragment = inert.createDocumentFragment();
      fragment.append(...children.map(make));
      return fragment;
    }
    if (tagName === 'style') styles.push(children.map(String).join(''));
    if (!allowed.has(tagName.toLowerCase())) return inert.createComment('');
    const element = ns ? inert.createElementNS(String(ns), tagName) : inert.createElement(tagName);
    if (className) element.setAttribute('class', className);
    const looks = (element as HTMLElement).style as CSSStyleDeclaration | undefined;
    if (typeof style === 'string' && looks) looks.cssText = style;
    else if (style && looks) Object.assign(looks, style);
    for (const key of properties) if (part[key] !== undefined) Object.assign(element, { [key]: part[key] });
    // Whoever wants to follow a link can read where it leads.
    if (typeof href === 'string' && /^(https?|mailto):/i.test(href)) element.setAttribute('title', href);
    element.append(...children.map(make));
    return element;
  };
}

const isNode = (part: object): part is Node => 'nodeType' in part;
