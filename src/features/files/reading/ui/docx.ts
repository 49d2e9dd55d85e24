import { parseAsync, renderDocument, type HElement } from 'docx-preview';
import { pauses } from './pauses.ts';
import { unpackedSizes } from './sizes.ts';

/** The limits of the display (reference 5.11): bytes of XML and in total, elements of the document and their depth. */
const limits = { markup: 5_000_000, total: 100_000_000, elements: 20_000, depth: 100 } as const;
/** The number of elements that a page counts as, since its header and its footer are repeated on it. */
const elementsPerPage = 200;
/** The milliseconds after which no more content is inserted into the pages. */
const insertionTimeout = 20_000;
/** The number of paragraphs and tables that are inserted together. */
const blocksPerBatch = 40;
/** The hard limit of created nodes, independent of the count of elements. */
const maxNodes = 200_000;

/** The elements that Word documents need; anything else is left out. */
const allowedElements = new Set(
  (
    'a article br col colgroup del div footer header img ins li ol p section span sub sup table tbody td tr wbr ' +
    'svg rect ellipse line g foreignobject image ' +
    'math ms mi mn mo mtext mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd'
  ).split(' '),
);

const allowedProperties = ['id', 'lang', 'colSpan', 'dateTime'] as const;

/** A part of the library's model of a document. */
interface Part {
  type?: string;
  children?: Part[];
  break?: string;
  sectionProps?: object;
  pageBreakBefore?: boolean;
  /** The SVG element that a shape becomes, and its attributes. */
  tagName?: string;
  attrs?: object;
}

/** The library's result: the model, and with `keepOrigin` the XML that it was read from. */
interface Model {
  documentPart: { body: Part; _xmlDocument: Document };
}

/**
 * Shows a Word document in a frame's document, whose policy and sandbox let it run and load nothing; pictures are data:
 * addresses. Inserts empty pages first (`onPages`), then their content in batches, so that the surrounding page stays
 * responsive. Resolves with a sentence about the parts that are not shown, '' if there are none. Throws if the file
 * cannot be shown, or if the frame has disappeared.
 */
export async function showDocx(bytes: ArrayBuffer, frame: Document, onPages: () => void): Promise<string> {
  const pause = pauses();
  const { markup, total } = unpackedSizes(bytes);
  if (markup > limits.markup || total > limits.total) throw new Error('too large to be shown');
  const styles: string[] = [];
  // Built in a document that loads nothing, and checked before it is shown.
  const inert = frame.implementation.createHTMLDocument();
  const options = {
    inWrapper: false,
    // Fonts in a document would need a looser policy; the browser's own fonts replace them.
    ignoreFonts: true,
    ignoreLastRenderedPageBreak: false,
    useBase64URL: true,
    renderAltChunks: false,
    keepOrigin: true,
    h: nodeFactory(inert, styles),
  };
  const model = (await parseAsync(bytes, options)) as Model;
  await pause();
  const { body, _xmlDocument: origin } = model.documentPart;
  const isShortened = shorten(body);
  moveTextOutOfShapes(body);
  inert.body.replaceChildren(...(await renderDocument(model, options)));
  removePictureAddresses(inert.body);
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
  const batches = takeBatches(inert.body);
  frame.body.replaceChildren(...inert.body.childNodes);
  const surroundingText = frame.body.innerText;
  onPages();
  const { text, done } = await insertBatches(batches, frame, pause);
  replaceMissingPictures(frame);
  if (isShortened || !done) return 'Hier endet die Ansicht, denn das Dokument ist sehr lang.';
  const isTextMissing = await lacksText(origin, `${text} ${surroundingText}`, pause);
  return isTextMissing ? 'Ein Teil des Textes lässt sich hier nicht anzeigen.' : '';
}

/** Some blocks of a page, and the element of the page that contains them. */
interface Batch {
  into: Element;
  blocks: Element[];
}

/**
 * Removes the content of the pages, except headers, footers and notes, and returns it in batches, in document order.
 */
function takeBatches(body: HTMLElement): Batch[] {
  const batches: Batch[] = [];
  for (const into of body.querySelectorAll('section > article')) {
    const blocks = [...into.children];
    into.replaceChildren();
    for (let at = 0; at < blocks.length; at += blocksPerBatch)
      batches.push({ into, blocks: blocks.slice(at, at + blocksPerBatch) });
  }
  return batches;
}

/** Inserts the batches until none is left (`done`) or it takes too long. Returns the inserted text. */
async function insertBatches(batches: readonly Batch[], frame: Document, pause: () => Promise<void>) {
  const end = performance.now() + insertionTimeout;
  const texts: string[] = [];
  for (const { into, blocks } of batches) {
    if (!frame.defaultView) throw new Error('the frame is gone');
    if (performance.now() > end) return { text: '', done: false };
    into.append(...blocks);
    // Reading the text forces the layout now, so that its time counts.
    texts.push(...blocks.map((block) => (block as HTMLElement).innerText));
    await pause();
  }
  return { text: texts.join(' '), done: true };
}

/** White pages in a column, whatever the theme. */
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

/**
 * Cuts a document's body, or the table that it begins with, if it is too long; returns whether it has cut something.
 */
function shorten(body: Part): boolean {
  const children = body.children ?? [];
  let remaining: number = limits.elements;
  const end = children.findIndex((part) => (remaining -= costOf(part)) < 0);
  const [first] = children;
  if (end === 0 && first) {
    if (first.type !== 'table' || !shorten(first)) throw new Error('too large to be shown');
    body.children = [first];
  } else if (end > 0) body.children = children.slice(0, end);
  return end >= 0;
}

/** The number of elements that a part counts as. Throws if it is nested too deeply. */
function costOf(part: Part, depth = 0): number {
  if (depth > limits.depth) throw new Error('nested too deeply');
  const breaks = part.break === 'page' || part.sectionProps || part.pageBreakBefore;
  const children = part.children ?? [];
  return children.reduce((sum, child) => sum + costOf(child, depth + 1), breaks ? elementsPerPage : 1);
}

/** Moves text out of rectangles and ellipses, because SVG draws nothing inside them. */
function moveTextOutOfShapes(part: Part): void {
  const children = part.children ?? [];
  for (const child of children) moveTextOutOfShapes(child);
  if (children.length === 0 || (part.tagName !== 'rect' && part.tagName !== 'ellipse')) return;
  part.children = [{ ...part, children: [] }, ...children];
  Object.assign(part, { tagName: 'g', attrs: {} });
}

/** Removes the addresses of pictures unless they contain the picture itself. */
function removePictureAddresses(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img, image'))
    for (const name of ['src', 'href'])
      if (!picture.getAttribute(name)?.startsWith('data:')) picture.removeAttribute(name);
}

/** Replaces pictures that are missing, or that no browser can show, with text. */
function replaceMissingPictures(frame: Document): void {
  for (const picture of frame.querySelectorAll('img'))
    picture.decode().catch(() => {
      const notice = frame.createElement('span');
      notice.className = 'missing';
      notice.textContent = 'Bild, das sich hier nicht anzeigen lässt';
      picture.replaceWith(notice);
    });
}

/** Whether some of a document's text is missing from the shown text; only letters and digits count. */
async function lacksText(origin: Document, shown: string, pause: () => Promise<void>): Promise<boolean> {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const shownLetters = letters(shown);
  let from = 0;
  for (const element of origin.getElementsByTagNameNS('*', 't')) {
    const text = letters(element.textContent ?? '');
    // Most text is shown in order, but text boxes and the like may be elsewhere, so the whole shown text is searched.
    const next = shownLetters.indexOf(text, from);
    if (next >= 0) from = next + text.length;
    else if (!shownLetters.includes(text)) return true;
    await pause();
  }
  return false;
}

/**
 * Returns a function that creates the library's elements in a document, without links and other elements that lead out
 * of it. Collects the text of style sheets in `styles`.
 */
function nodeFactory(inert: Document, styles: string[]) {
  let count = 0;
  return function create(part: HElement | Node | string): Node {
    if (typeof part === 'string') return inert.createTextNode(part);
    if (isNode(part)) return part;
    if (++count > maxNodes) throw new Error('too large to be shown');
    const { ns, tagName, className, style, children = [], href } = part;
    if (tagName === '#fragment') {
      const fragment = inert.createDocumentFragment();
      fragment.append(...children.map(create));
      return fragment;
    }
    if (tagName === 'style') styles.push(children.map(String).join(''));
    if (!allowedElements.has(tagName.toLowerCase())) return inert.createComment('');
    const element = ns ? inert.createElementNS(String(ns), tagName) : inert.createElement(tagName);
    if (className) element.setAttribute('class', className);
    const declaration = (element as HTMLElement).style as CSSStyleDeclaration | undefined;
    if (typeof style === 'string' && declaration) declaration.cssText = style;
    else if (style && declaration) Object.assign(declaration, style);
    for (const key of allowedProperties) if (part[key] !== undefined) Object.assign(element, { [key]: part[key] });
    // Shows the target of a link as a tooltip.
    if (typeof href === 'string' && /^(https?|mailto):/i.test(href)) element.setAttribute('title', href);
    element.append(...children.map(create));
    return element;
  };
}

const isNode = (part: object): part is Node => 'nodeType' in part;
