import type { DocxPackage } from './docx-package.adapter.ts';
import { textOfRunChild } from './run-text.adapter.ts';
import { readOrigin, readTrackedChange } from './tracked-changes.adapter.ts';
import { attributeOf, childOf, elementsOf, type XmlElement } from './xml-tree.adapter.ts';

/** A comment of a document. `parentId` is the id of the comment to which it replies; undefined if it is no reply. */
export interface StoredComment {
  author: string | null;
  at: string | null;
  text: string;
  parentId: string | undefined;
}

/** Reads the comments of a docx by their ids, in the order of their part. */
export async function readComments(docx: DocxPackage): Promise<Map<string, StoredComment>> {
  const rootOf = async (kind: string) => (await docx.readPart(docx.partsOfKind(kind)[0]))?.root;
  const elements = elementsOf(await rootOf('comments')).filter(({ name }) => name === 'comment');
  // A comment is known here by the id of its last paragraph.
  const parentParagraphs = new Map(
    elementsOf(await rootOf('commentsextended')).map((entry) => [
      attributeOf(entry, 'paraId'),
      attributeOf(entry, 'paraIdParent'),
    ]),
  );
  const idOf = (comment: XmlElement) => attributeOf(comment, 'id') ?? '';
  const paragraphIdOf = (comment: XmlElement) => attributeOf(paragraphsOf(comment).at(-1), 'paraId');
  const idsByParagraph = new Map(elements.map((comment) => [paragraphIdOf(comment), idOf(comment)]));
  return new Map(
    elements.map((comment) => {
      const parentParagraph = parentParagraphs.get(paragraphIdOf(comment));
      const parentId = parentParagraph === undefined ? undefined : idsByParagraph.get(parentParagraph);
      const text = paragraphsOf(comment).map(readText).join('\n').trim();
      return [idOf(comment), { ...readOrigin(comment), text, parentId }];
    }),
  );
}

/** Returns the paragraphs of a comment, also those in tables and content controls. */
const paragraphsOf = (parent: XmlElement): XmlElement[] =>
  elementsOf(parent).flatMap((element) => (element.name === 'p' ? [element] : paragraphsOf(element)));

/** Returns the text of a paragraph of a comment; tracked changes count as accepted. */
function readText(element: XmlElement): string {
  const change = readTrackedChange(element)?.change;
  if (change === 'deleted' || change === 'movedFrom' || element.name === 'rPr' || element.name === 'pPr') return '';
  if (element.name === 'r' && childOf(childOf(element, 'rPr'), 'vanish')) return '';
  return textOfRunChild(element) || elementsOf(element).map(readText).join('');
}
