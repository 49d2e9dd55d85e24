import { readStyles, type XmlAccess } from '../reading/docx-styles.adapter.ts';
import { BlockReader } from './block-reader.adapter.ts';
import { readComments } from './comments.adapter.ts';
import type { MarkupBlock, MarkupComment } from './contract.ts';
import type { DocxPackage } from './docx-package.adapter.ts';
import { readHiddenText } from './hidden-text.adapter.ts';
import type { MarkupCounts } from './rules.ts';
import { attributeOf, childOf, elementsOf, type XmlElement } from './xml-tree.adapter.ts';

/** The text of a docx with its tracked changes and comments, and the numbers of both. */
export interface Markup {
  blocks: MarkupBlock[];
  comments: MarkupComment[];
  counts: MarkupCounts;
}

/**
 * Reads a docx. Its blocks are paragraphs in reading order: the text with its tables, then headers, footers, footnotes
 * and endnotes; text boxes follow the block of their anchor; empty blocks are left out (reference 5.13). Throws
 * RefusedDocument, or an error of a library, if the document cannot be read.
 */
export async function readMarkup(docx: DocxPackage): Promise<Markup> {
  const rootOf = async (name: string | undefined) => (await docx.readPart(name))?.root;
  const rootOfKind = (kind: string) => rootOf(docx.partsOfKind(kind)[0]);
  const comments = await readComments(docx);
  const stylesRoot = await rootOfKind('styles');
  const styles = readStyles(treeAccess, stylesRoot, await rootOfKind('numbering'));
  const reader = new BlockReader(styles, readHiddenText(stylesRoot), comments);

  const body = childOf(await rootOf(docx.mainPart), 'body');
  const blocks = body ? reader.readPart(body) : [];
  for (const part of [...referencedParts(docx, body, 'header'), ...referencedParts(docx, body, 'footer')]) {
    const root = await rootOf(part);
    if (root) blocks.push(...reader.readPart(root));
  }
  for (const kind of ['footnote', 'endnote'] as const) {
    const notes = new Map(elementsOf(await rootOfKind(`${kind}s`)).map((note) => [attributeOf(note, 'id'), note]));
    for (const { id, change } of reader.notes.filter((note) => note.kind === kind)) {
      const note = notes.get(id);
      if (note) blocks.push(...reader.readPart(note, change));
    }
  }

  // Comments to which the text does not refer come last.
  for (const id of comments.keys()) reader.numberOf(id);
  const listed = [...reader.commentNumbers].flatMap(([id, comment]): MarkupComment[] => {
    const stored = comments.get(id);
    if (!stored) return [];
    const { author, at, text, parentId } = stored;
    return [{ comment, author, at, text, answers: parentId === undefined ? null : reader.numberOf(parentId) }];
  });
  const counts = { insertions: reader.insertions.size, deletions: reader.deletions.size, comments: comments.size };
  return { blocks, comments: listed, counts };
}

const treeAccess: XmlAccess<XmlElement> = { nameOf: ({ name }) => name, childrenOf: elementsOf, attributeOf };

/** Returns the names of the headers or footers that the sections of the text use, each once, in this order. */
function referencedParts(docx: DocxPackage, body: XmlElement | undefined, kind: 'header' | 'footer'): Set<string> {
  const names = new Set<string>();
  const visit = (element: XmlElement) => {
    if (sectionParents.has(element.name)) elementsOf(element).forEach(visit);
    if (element.name !== `${kind}Reference`) return;
    const id = attributeOf(element, 'id');
    const found = docx.relationships.find(({ source, id: known }) => source === docx.mainPart && known === id);
    if (found) names.add(found.target);
  };
  if (body) visit(body);
  return names;
}

/** The elements within which the properties of a section can be. */
const sectionParents = new Set(['body', 'p', 'pPr', 'sectPr', 'sdt', 'sdtContent', 'customXml']);
