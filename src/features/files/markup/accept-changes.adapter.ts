import { attributeOf, childOf, elementsOf, isElement, type XmlElement, type XmlNode } from './xml-tree.adapter.ts';

/** Elements that only say what was changed, where a comment or a permission is, or to which data a control belongs. */
const droppedElements = new Set([
  'rPrChange',
  'pPrChange',
  'sectPrChange',
  'tblPrChange',
  'tblGridChange',
  'trPrChange',
  'tcPrChange',
  'tblPrExChange',
  'numberingChange',
  'cellIns',
  'moveFromRangeStart',
  'moveFromRangeEnd',
  'moveToRangeStart',
  'moveToRangeEnd',
  'customXmlInsRangeStart',
  'customXmlInsRangeEnd',
  'customXmlDelRangeStart',
  'customXmlDelRangeEnd',
  'customXmlMoveFromRangeStart',
  'customXmlMoveFromRangeEnd',
  'customXmlMoveToRangeStart',
  'customXmlMoveToRangeEnd',
  'commentRangeStart',
  'commentRangeEnd',
  'commentReference',
  'annotationRef',
  'permStart',
  'permEnd',
  'dataBinding',
  'printerSettings',
  'customXmlPr',
  'smartTagPr',
]);

/** Elements that are replaced by what is within them. */
const unwrappedElements = new Set(['ins', 'moveTo', 'customXml', 'smartTag']);

/** Elements around deleted text; in the properties of a paragraph or row, they say that its mark is deleted. */
const deletingElements = new Set(['del', 'moveFrom']);

/** Elements that contain paragraphs and tables, and end with a paragraph. */
const endsWithParagraph = new Set(['tc', 'txbxContent', 'hdr', 'ftr', 'footnote', 'endnote']);

/**
 * Accepts all tracked changes within an element of a Word document and removes the marks of comments (reference 5.15):
 * changes the element's children.
 */
export function acceptChanges(parent: XmlElement): void {
  const mustEndWithParagraph = endsWithParagraph.has(parent.name) && findLastBlock(parent)?.name === 'p';
  // Paragraphs whose marks are deleted, which join the next paragraph.
  const joinedParagraphs = new Set<XmlElement>();
  const children = parent.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child];
    if (droppedElements.has(child.name)) return [];
    if (deletingElements.has(child.name) || isDeletedRowOrCell(child)) return keepHalfBookmarks(child);
    const isJoined = child.name === 'p' && hasDeletedMark(child);
    const hadChildren = child.children.length > 0;
    const hadContent = hasContent(child);
    acceptChanges(child);
    if (unwrappedElements.has(child.name)) return child.children;
    if (child.name === 'cellMerge') return [toVerticalMerge(child)];
    // A run that only referred to a comment, a row without cells, and a table without rows.
    if (child.name === 'r' && hadContent && !hasContent(child)) return [];
    if (child.name === 'tr' && hadChildren && !hasChild(child, 'tc')) return keepHalfBookmarks(child);
    if (child.name === 'tbl' && !hasChild(child, 'tr')) return keepHalfBookmarks(child);
    if (isJoined) joinedParagraphs.add(child);
    return [child];
  });
  parent.children = joinedParagraphs.size > 0 ? joinParagraphs(children, joinedParagraphs) : children;
  if (!mustEndWithParagraph) return;
  const lastBlock = findLastBlock(parent);
  if (!lastBlock || lastBlock.name === 'tbl') parent.children.push(createParagraph(parent));
}

const findLastBlock = (parent: XmlElement) => elementsOf(parent).findLast(({ name }) => /^(p|tbl|sdt)$/.test(name));

/** Whether a row or cell contains such an element, also within a content control. */
const hasChild = (parent: XmlElement, name: string): boolean =>
  elementsOf(parent).some(
    (child) => child.name === name || ((child.name === 'sdt' || child.name === 'sdtContent') && hasChild(child, name)),
  );

/** Whether a run has more than its format. */
const hasContent = (run: XmlElement): boolean => elementsOf(run).some(({ name }) => name !== 'rPr');

const isBookmark = (name: string) => name === 'bookmarkStart' || name === 'bookmarkEnd';

function isDeletedRowOrCell(element: XmlElement): boolean {
  if (element.name === 'tr') return childOf(childOf(element, 'trPr'), 'del') !== undefined;
  return element.name === 'tc' && childOf(childOf(element, 'tcPr'), 'cellDel') !== undefined;
}

function hasDeletedMark(paragraph: XmlElement): boolean {
  const format = childOf(childOf(paragraph, 'pPr'), 'rPr');
  return elementsOf(format).some(({ name }) => deletingElements.has(name));
}

/** Returns those begins and ends of bookmarks within a removed element whose other half is not within it. */
function keepHalfBookmarks(removed: XmlElement): XmlElement[] {
  const found = new Map<string, XmlElement[]>();
  const visit = (element: XmlElement) => {
    const id = attributeOf(element, 'id') ?? '';
    if (isBookmark(element.name)) found.set(id, [...(found.get(id) ?? []), element]);
    elementsOf(element).forEach(visit);
  };
  visit(removed);
  return [...found.values()].flatMap((halves) => (halves.length === 1 ? halves : []));
}

/**
 * Joins each of these paragraphs with the paragraph after it, whose format the joined one has. One before something else,
 * such as a table, stays.
 */
function joinParagraphs(children: readonly XmlNode[], joined: ReadonlySet<XmlElement>): XmlNode[] {
  const result: XmlNode[] = [];
  /** What stands before the next paragraph and becomes a part of it. */
  let pending: { paragraph: XmlElement; between: XmlNode[] }[] = [];
  const giveUp = () => {
    for (const { paragraph, between } of pending) result.push(paragraph, ...between);
    pending = [];
  };
  for (const child of children) {
    const isParagraph = isElement(child) && child.name === 'p';
    if (isParagraph && joined.has(child)) pending.push({ paragraph: child, between: [] });
    else if (isParagraph) {
      const before = pending.flatMap(({ paragraph, between }) => [...contentOf(paragraph), ...between]);
      const properties = child.children.filter((node) => isElement(node) && node.name === 'pPr');
      if (before.length > 0) child.children = [...properties, ...before, ...contentOf(child)];
      if (before.length > 0) openUp(child);
      pending = [];
      result.push(child);
    } else if (pending.length > 0 && (!isElement(child) || isBookmark(child.name))) pending.at(-1)?.between.push(child);
    else {
      giveUp();
      result.push(child);
    }
  }
  giveUp();
  return result;
}

const contentOf = (paragraph: XmlElement): XmlNode[] =>
  paragraph.children.filter((node) => !isElement(node) || node.name !== 'pPr');

/** Gives an element like `<w:p/>` a closing tag, so that it can have children. */
function openUp(element: XmlElement): void {
  if (element.closeTag !== '') return;
  element.openTag = element.openTag.replace(/\s*\/>$/, '>');
  element.closeTag = `</${tagNameOf(element)}>`;
}

/** Returns the name of an element with its namespace prefix. */
const tagNameOf = ({ openTag }: XmlElement): string => /^<([^\s/>]+)/.exec(openTag)?.[1] ?? '';

/** Returns a prefix such as 'w:', or '' if the names of Word have none here. */
const prefixOf = (element: XmlElement): string => tagNameOf(element).replace(/[^:]*$/, '');

const createParagraph = (parent: XmlElement): XmlElement => ({
  name: 'p',
  attributes: {},
  openTag: `<${prefixOf(parent)}p/>`,
  closeTag: '',
  children: [],
});

/** Returns how a cell is merged with the one above it, once the merging is accepted. */
function toVerticalMerge(cellMerge: XmlElement): XmlElement {
  const prefix = prefixOf(cellMerge);
  const value = attributeOf(cellMerge, 'vMerge') === 'rest' ? 'restart' : 'continue';
  return {
    name: 'vMerge',
    attributes: { [`${prefix}val`]: value },
    openTag: `<${prefix}vMerge ${prefix}val="${value}"/>`,
    closeTag: '',
    children: [],
  };
}
