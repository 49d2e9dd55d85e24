import { RefusedDocument } from '../inspection/refused-document.rules.ts';
import { encode, encodingOf, localName, XmlReader, type Encoding } from '../inspection/xml.adapter.ts';

/** Text between two tags: as written in the part (`raw`), and with entities replaced (`text`). */
export interface XmlText {
  raw: string;
  text: string;
}

/** An element of an XML part, with its tags as they are written in the part; `closeTag` is '' for `<a/>`. */
export interface XmlElement {
  /** The name without its namespace prefix. */
  name: string;
  /** The values of the attributes by their full names, with entities replaced. */
  attributes: Record<string, string>;
  openTag: string;
  closeTag: string;
  children: XmlNode[];
}

export type XmlNode = XmlElement | XmlText;

/** A whole part. `before` and `after` are what stands around its root element. */
export interface XmlTree {
  root: XmlElement;
  before: string;
  after: string;
  encoding: Encoding;
}

/** The limits of a part that is kept as a tree. A document of 200 pages has a fifth of this many elements. */
const limits = { elements: 1_000_000, depth: 200 } as const;

/** The byte order mark with which a part in UTF-8 can begin. */
const utf8Mark = Buffer.from('\uFEFF');

/**
 * Reads an XML part into a tree, which `writeTree` writes byte for byte as before if nothing was changed. Throws
 * RefusedDocument if the part is not well-formed, or has too many elements or too many within each other.
 */
export function readTree(part: Buffer): XmlTree {
  const encoding = encodingOf(part);
  const xml = new TextDecoder(encoding, { fatal: true }).decode(part);
  const openElements: XmlElement[] = [];
  let root: XmlElement | undefined;
  let rootStart = 0;
  let end = 0;
  let text = '';
  let elementCount = 0;

  /** Adds what stands between the last tag and the one at `start` to the element around it. */
  const addText = (start: number) => {
    if (start > end) openElements.at(-1)?.children.push({ raw: xml.slice(end, start), text });
    text = '';
  };
  const reader = new XmlReader({
    open(tag) {
      elementCount += 1;
      if (elementCount > limits.elements || openElements.length >= limits.depth) throw new RefusedDocument('tooLarge');
      addText(tag.start);
      const { name, attributes } = tag;
      const element = { name, attributes, openTag: xml.slice(tag.start, tag.end), closeTag: '', children: [] };
      if (root) openElements.at(-1)?.children.push(element);
      else [root, rootStart] = [element, tag.start];
      openElements.push(element);
      end = tag.end;
    },
    close(_, start, closeEnd) {
      const element = openElements.at(-1);
      // `<a/>` is closed by its opening tag.
      if (element && closeEnd > end) {
        addText(start);
        element.closeTag = xml.slice(start, closeEnd);
        end = closeEnd;
      }
      openElements.pop();
    },
    text(chunk) {
      text += chunk;
    },
  });
  reader.write(part);
  reader.end();
  if (!root) throw new RefusedDocument('wrongContent');
  const mark = part.subarray(0, utf8Mark.length).equals(utf8Mark) ? '\uFEFF' : '';
  return { root, before: mark + xml.slice(0, rootStart), after: xml.slice(end), encoding };
}

/** Returns the bytes of a part. */
export function writeTree({ root, before, after, encoding }: XmlTree): Buffer {
  const pieces: string[] = [before];
  const write = (node: XmlNode) => {
    if (!isElement(node)) return void pieces.push(node.raw);
    pieces.push(node.openTag);
    node.children.forEach(write);
    pieces.push(node.closeTag);
  };
  write(root);
  pieces.push(after);
  return encode(pieces.join(''), encoding);
}

export const isElement = (node: XmlNode): node is XmlElement => 'openTag' in node;

/** Returns the elements directly within an element. */
export const elementsOf = (parent: XmlElement | undefined): XmlElement[] => parent?.children.filter(isElement) ?? [];

/** Returns the first element with this local name directly within an element. */
export const childOf = (parent: XmlElement | undefined, name: string): XmlElement | undefined =>
  parent?.children.find((node): node is XmlElement => isElement(node) && node.name === name);

/** Returns the text of an element and of all elements within it. */
export const textOf = (node: XmlNode): string =>
  isElement(node) ? node.children.map((child) => textOf(child)).join('') : node.text;

/** Returns the attribute of an element with this name and any namespace prefix; undefined if there is none. */
export const attributeOf = (element: XmlElement | undefined, name: string): string | undefined =>
  element && Object.entries(element.attributes).find(([fullName]) => localName(fullName) === name)?.[1];

/** Removes the elements directly within an element for which `isRemoved` is true. */
export function removeChildren(parent: XmlElement, isRemoved: (child: XmlElement) => boolean): void {
  parent.children = parent.children.filter((child) => !isElement(child) || !isRemoved(child));
}
