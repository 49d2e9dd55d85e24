import { parseAsync, renderDocument, type HElement } from 'docx-preview';
import { createPause } from './createPause.ts';
import { refuseLargeDocx } from './unpackedSizes.ts';

/** The limits for showing a document (reference 5.11): elements and their depth. */
const limits = { elements: 20_000, depth: 100 } as const;
/** The number of elements that a page break counts as, since each page repeats the header and the footer. */
const elementsPerPage = 200;
/** The milliseconds after which the insertion of content into the pages stops. */
const insertionTimeout = 20_000;
/** The number of paragraphs and tables that are inserted together. */
const blocksPerBatch = 40;
/** The maximum number of DOM nodes that are created for a document, a second limit in addition to `limits.elements`. */
const maxNodes = 200_000;

/** The elements that may be created; all others are left out. */
const allowedElements = new Set(
  (
    'a article br col colgroup del div footer header img ins li ol p section span sub sup table tbody td tr wbr ' +
    'svg rect ellipse line g foreignobject image ' +
    'math ms mi mn mo mtext mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd'
  ).split(' '),
);

/** The properties of elements that are set in addition to the class and the style; all others are left out. */
const allowedProperties = ['id', 'lang', 'colSpan', 'dateTime'] as const;

/** A node of the library's model of a document. */
interface ModelNode {
  type?: string;
  children?: ModelNode[];
  break?: string;
  sectionProps?: object;
  pageBreakBefore?: boolean;
  /** The SVG element that a shape becomes. */
  tagName?: string;
  /** The attributes of the SVG element. */
  attrs?: object;
}

/** The library's result: the model of the document and, with the option `keepOrigin`, its XML. */
interface Model {
  documentPart: { body: ModelNode; _xmlDocument: Document };
}

/**
 * Shows a Word document in a frame, which runs no scripts and loads nothing, due to its sandbox and the page's policy.
 * Pictures are embedded as data: URLs. First inserts empty pages and calls `onPagesInserted`, then inserts the content
 * in batches, so that the surrounding page stays responsive. Returns a German sentence if some content is not shown,
 * otherwise ''. Throws if the file cannot be shown or the frame has been removed.
 */
export async function showDocx(bytes: ArrayBuffer, frame: Document, onPagesInserted: () => void): Promise<string> {
  const pause = createPause();
  refuseLargeDocx(bytes);
  const styles: string[] = [];
  // The content is built and cleaned in a separate document, which loads nothing, before the frame shows the content.
  const inertDocument = frame.implementation.createHTMLDocument();
  const options = {
    inWrapper: false,
    // The page's policy forbids fonts from documents; the browser uses its own fonts instead.
    ignoreFonts: true,
    ignoreLastRenderedPageBreak: false,
    useBase64URL: true,
    renderAltChunks: false,
    keepOrigin: true,
    h: createNodeFactory(inertDocument, styles),
  };
  const model = (await parseAsync(bytes, options)) as Model;
  await pause();
  const { body, _xmlDocument: documentXml } = model.documentPart;
  const isShortened = cutOffEnd(body);
  moveTextOutOfShapes(body);
  inertDocument.body.replaceChildren(...(await renderDocument(model, options)));
  removePictureUrls(inertDocument.body);
  await pause();
  const frameWindow = frame.defaultView as (Window & typeof globalThis) | null;
  if (!frameWindow) throw new Error('the frame is gone');
  // The page's policy forbids style elements, but not style sheets that a script constructs.
  frame.adoptedStyleSheets = [...styles, pageStyles].map((text) => {
    const sheet = new frameWindow.CSSStyleSheet();
    // Bullets in Word's symbol fonts, which few devices have, use private-use code points.
    sheet.replaceSync(text.replace(/[\uf000-\uf0ff]/g, '•'));
    return sheet;
  });
  const batches = takeBatches(inertDocument.body);
  frame.body.replaceChildren(...inertDocument.body.childNodes);
  const headersAndFooters = frame.body.innerText;
  onPagesInserted();
  const { text, done } = await insertBatches(batches, frame, pause);
  replaceMissingPictures(frame);
  if (isShortened || !done) return 'Hier endet die Ansicht, denn das Dokument ist sehr lang.';
  const isTextMissing = await hasMissingText(documentXml, `${text} ${headersAndFooters}`, pause);
  return isTextMissing ? 'Ein Teil des Textes lässt sich hier nicht anzeigen.' : '';
}

/** Some paragraphs and tables of a page (`blocks`), and the element of the page to insert them into. */
interface Batch {
  container: Element;
  blocks: Element[];
}

/** Removes the content of the pages, except headers, footers and notes, and returns it in batches in document order. */
function takeBatches(body: HTMLElement): Batch[] {
  const batches: Batch[] = [];
  for (const container of body.querySelectorAll('section > article')) {
    const blocks = [...container.children];
    container.replaceChildren();
    for (let at = 0; at < blocks.length; at += blocksPerBatch)
      batches.push({ container, blocks: blocks.slice(at, at + blocksPerBatch) });
  }
  return batches;
}

/**
 * Inserts the batches into their pages. Returns the inserted text and `done: true`, or `done: false` if the insertion
 * takes longer than `insertionTimeout`.
 */
async function insertBatches(batches: readonly Batch[], frame: Document, pause: () => Promise<void>) {
  const deadline = performance.now() + insertionTimeout;
  const texts: string[] = [];
  for (const { container, blocks } of batches) {
    if (!frame.defaultView) throw new Error('the frame is gone');
    if (performance.now() > deadline) return { text: '', done: false };
    container.append(...blocks);
    // Reading the text makes the browser compute the layout now, so that the layout's time counts toward the timeout.
    texts.push(...blocks.map((block) => (block as HTMLElement).innerText));
    await pause();
  }
  return { text: texts.join(' '), done: true };
}

/** Shows white pages one below the other, even in the dark theme. */
const pageStyles = `
  html { overflow: auto; }
  body { margin: 0; padding: 12px; display: flex; flex-direction: column; gap: 12px; align-items: safe center;
    box-sizing: border-box; width: max-content; min-width: 100%; }
  section.docx { width: 210mm; min-height: 297mm; padding: 25mm; flex: none; box-sizing: border-box;
    position: relative; display: flex; flex-direction: column; background: #fff;
    color: #000; box-shadow: 0 0 3px #0006; overflow-wrap: break-word; overflow: clip; }
  section.docx > article { margin-bottom: auto; z-index: 1; }
  section.docx > footer { z-index: 1; }
  svg { overflow: visible; }
  .missing { display: inline-block; padding: 4px 8px; border: 1px dashed #666; font: 14px sans-serif; }
`;

/**
 * Cuts off the end of a document's body or of a table, if it has too many elements. If the first child alone has too
 * many, cuts off the end of this child if it is a table, otherwise throws. Returns whether something was cut off.
 */
function cutOffEnd(parent: ModelNode): boolean {
  const children = parent.children ?? [];
  let remaining: number = limits.elements;
  const end = children.findIndex((node) => (remaining -= countElements(node)) < 0);
  const [first] = children;
  if (end === 0 && first) {
    if (first.type !== 'table' || !cutOffEnd(first)) throw new Error('too large to be shown');
    parent.children = [first];
  } else if (end > 0) parent.children = children.slice(0, end);
  return end >= 0;
}

/** Returns the number of elements that a node counts as. Throws if the elements are nested too deeply. */
function countElements(node: ModelNode, depth = 0): number {
  if (depth > limits.depth) throw new Error('nested too deeply');
  const beginsPage = node.break === 'page' || node.sectionProps || node.pageBreakBefore;
  const children = node.children ?? [];
  return children.reduce((sum, child) => sum + countElements(child, depth + 1), beginsPage ? elementsPerPage : 1);
}

/** Moves text out of rectangles and ellipses, because SVG draws nothing inside them. */
function moveTextOutOfShapes(node: ModelNode): void {
  const children = node.children ?? [];
  for (const child of children) moveTextOutOfShapes(child);
  if (children.length === 0 || (node.tagName !== 'rect' && node.tagName !== 'ellipse')) return;
  node.children = [{ ...node, children: [] }, ...children];
  Object.assign(node, { tagName: 'g', attrs: {} });
}

/** Removes the URLs of pictures, except data: URLs. */
function removePictureUrls(body: HTMLElement): void {
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

/** Whether some text of a document's XML is missing from the shown text. Compares only letters and digits. */
async function hasMissingText(documentXml: Document, shownText: string, pause: () => Promise<void>): Promise<boolean> {
  const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const shownLetters = lettersOf(shownText);
  let searchFrom = 0;
  for (const element of documentXml.getElementsByTagNameNS('*', 't')) {
    const letters = lettersOf(element.textContent ?? '');
    // Most text is shown in the order of the XML. Text boxes may be shown elsewhere, so if nothing is found after the
    // previous text, all shown text is searched.
    const foundAt = shownLetters.indexOf(letters, searchFrom);
    if (foundAt >= 0) searchFrom = foundAt + letters.length;
    else if (!shownLetters.includes(letters)) return true;
    await pause();
  }
  return false;
}

/**
 * Returns the function with which the library creates nodes. The function leaves out the targets of links and all
 * elements that are not allowed, and collects the text of style sheets in `styles`.
 */
function createNodeFactory(inertDocument: Document, styles: string[]) {
  let count = 0;
  return function create(content: HElement | Node | string): Node {
    if (typeof content === 'string') return inertDocument.createTextNode(content);
    if (isNode(content)) return content;
    if (++count > maxNodes) throw new Error('too large to be shown');
    const { ns, tagName, className, style, children = [], href } = content;
    if (tagName === '#fragment') {
      const fragment = inertDocument.createDocumentFragment();
      fragment.append(...children.map(create));
      return fragment;
    }
    if (tagName === 'style') styles.push(children.map(String).join(''));
    if (!allowedElements.has(tagName.toLowerCase())) return inertDocument.createComment('');
    const element = ns ? inertDocument.createElementNS(String(ns), tagName) : inertDocument.createElement(tagName);
    if (className) element.setAttribute('class', className);
    const declaration = (element as HTMLElement).style as CSSStyleDeclaration | undefined;
    if (typeof style === 'string' && declaration) declaration.cssText = style;
    else if (style && declaration) Object.assign(declaration, style);
    for (const key of allowedProperties)
      if (content[key] !== undefined) Object.assign(element, { [key]: content[key] });
    // Shows the target of a link as a tooltip.
    if (typeof href === 'string' && /^(https?|mailto):/i.test(href)) element.setAttribute('title', href);
    element.append(...children.map(create));
    return element;
  };
}

const isNode = (content: object): content is Node => 'nodeType' in content;
