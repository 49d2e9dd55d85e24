import { parseAsync, renderDocument, type HElement } from 'docx-preview';
import { pauses } from './pauses.ts';
import { unpackedSizes } from './sizes.ts';

/** The limits of the display (reference 5.11): bytes of XML and in total, elements of the document and their depth. */
const limits = { markup: 5_000_000, all: 100_000_000, elements: 20_000, depth: 100 } as const;
/** A page counts as this many elements: its header and its footer are repeated on it. */
const elementsOfPage = 200;
/** How long pieces are inserted into the pages, in milliseconds. */
const patience = 20_000;
/** The number of paragraphs and tables in a piece. */
const blocksOfPiece = 40;
/** The hard limit of created nodes, whatever was counted before. */
const mostNodes = 200_000;

/** The elements that Word documents need; anything else is left out. */
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

/** The library's result: the model, and with `keepOrigin` the XML that it was read from. */
interface Model {
  documentPart: { body: Part; _xmlDocument: Document };
}

/**
 * Shows a Word document in a frame's document, whose policy and sandbox let it run and load nothing; pictures are data:
 * addresses. Empty pages come first (`onPages`), then their content piece by piece, so that the surrounding page stays
 * responsive. Resolves with a sentence about the parts that are not shown, '' if there are none. Throws if the file
 * cannot be shown, and once the frame is gone.
 */
export async function showDocx(bytes: ArrayBuffer, frame: Document, onPages: () => void): Promise<string> {
  const pause = pauses();
  const { markup, all } = unpackedSizes(bytes);
  if (markup > limits.markup || all > limits.all) throw new Error('too large to be shown');
  const styles: string[] = [];
  // Built in a document that loads nothing, and checked before it is shown.
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
  // Constructed style sheets need no permission from the policy, unlike style elements.
  frame.adoptedStyleSheets = [...styles, pageStyles].map((text) => {
    const sheet = new view.CSSStyleSheet();
    // Bullets in Word's own fonts, which few devices have, use private code points.
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

/** Some blocks of a page, and the part of the page that contains them. */
interface Piece {
  into: Element;
  blocks: Element[];
}

/** Removes the content of the pages, except headers, footers and notes, and returns it in pieces in document order. */
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

/** Inserts the pieces until all are in place (`done`) or it takes too long. Returns the text that is shown. */
async function place(pieces: readonly Piece[], frame: Document, pause: () => Promise<void>) {
  const end = performance.now() + patience;
  const texts: string[] = [];
  for (const { into, blocks } of pieces) {
    if (!frame.defaultView) throw new Error('the frame is gone');
    if (performance.now() > end) return { text: '', done: false };
    into.append(...blocks);
    // Reading the text forces the layout now, so that its time counts.
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

/** Moves text out of rectangles and ellipses: SVG draws nothing inside them. */
function openShapes(part: Part): void {
  const children = part.children ?? [];
  for (const child of children) openShapes(child);
  if (children.length === 0 || (part.tagName !== 'rect' && part.tagName !== 'ellipse')) return;
  part.children = [{ ...part, children: [] }, ...children];
  Object.assign(part, { tagName: 'g', attrs: {} });
}

/** Removes the addresses of pictures unless they contain the picture itself. */
function dropAddresses(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img, image'))
    for (const name of ['src', 'href'])
      if (!picture.getAttribute(name)?.startsWith('data:')) picture.removeAttribute(name);
}

/** Replaces pictures that are missing, or that no browser can show, with text. */
function nameMissingPictures(frame: Document): void {
  for (const picture of frame.querySelectorAll('img'))
    picture.decode().catch(() => {
      const words = frame.createElement('span');
      words.className = 'missing';
      words.textContent = 'Bild, das sich hier nicht anzeigen lässt';
      picture.replaceWith(words);
    });
}

/** Whether some of a document's text is missing from the shown text; only letters and digits count. */
async function lacksText(origin: Document, shown: string, pause: () => Promise<void>): Promise<boolean> {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const all = letters(shown);
  let from = 0;
  for (const piece of origin.getElementsByTagNameNS('*', 't')) {
    const text = letters(piece.textContent ?? '');
    // Most pieces are shown in order; text boxes and the like may be elsewhere, so they are searched everywhere.
    const next = all.indexOf(text, from);
    if (next >= 0) from = next + text.length;
    else if (!all.includes(text)) return true;
    await pause();
  }
  return false;
}

/**
 * Creates the library's elements in a document, without links and other elements that lead out of it. The text of style
 * sheets is collected in `styles`.
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
    // Shows the target of a link as a tooltip.
    if (typeof href === 'string' && /^(https?|mailto):/i.test(href)) element.setAttribute('title', href);
    element.append(...children.map(make));
    return element;
  };
}

const isNode = (part: object): part is Node => 'nodeType' in part;
