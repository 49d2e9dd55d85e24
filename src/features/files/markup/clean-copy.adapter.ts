import { contentTypesName, toPartName, type Relationship } from '../inspection/package-metadata.adapter.ts';
import { acceptChanges } from './accept-changes.adapter.ts';
import { cleanSettings, keepTitleAndLanguage, removeIds } from './clean-parts.adapter.ts';
import type { DocxPackage } from './docx-package.adapter.ts';
import { removeStrayFieldCodes } from './field-codes.adapter.ts';
import { removeHiddenText } from './hidden-runs.adapter.ts';
import { readHiddenText } from './hidden-text.adapter.ts';
import { attributeOf, elementsOf, removeChildren, writeTree, type XmlElement } from './xml-tree.adapter.ts';

/** Kinds of relationships to parts that say who has worked on a document, or that only programs read. */
const removedKinds = new Set([
  'comments',
  'commentsextended',
  'commentsids',
  'commentsextensible',
  'people',
  'customxml',
  'custom-properties',
  'customproperties',
  'thumbnail',
  'classificationlabels',
  'webextensiontaskpanes',
  // The signatures of a document, which no change leaves valid.
  'origin',
]);

/** Kinds of relationships to the properties of a document. */
const propertiesKinds = new Set(['core-properties', 'extended-properties', 'extendedproperties']);

/** The date of all parts of a clean copy: the earliest that a zip can have. */
const dateOfParts = new Date(1980, 0, 1);

/**
 * Accepts all tracked changes of a docx, and removes comments, hidden text and the ids of editing sessions (reference
 * 5.15). Changes the trees of the package.
 */
export async function cleanText(docx: DocxPackage): Promise<void> {
  const hiddenText = readHiddenText((await docx.readPart(docx.partsOfKind('styles')[0]))?.root);
  for (const root of await readWordParts(docx)) {
    acceptChanges(root);
    removeStrayFieldCodes(root);
    removeHiddenText(root, hiddenText);
    removeIds(root);
    if (root.name === 'settings') cleanSettings(root);
  }
  await removeUnusedNotes(docx);
}

/**
 * Writes the clean copy of a docx to a path (reference 5.15): its text as `cleanText` leaves it, without the properties
 * and parts that tell about its origin, and without what only removed text referred to. Everything else stays.
 */
export async function writeCleanCopy(docx: DocxPackage, path: string): Promise<void> {
  await readWordParts(docx);
  const idsBefore = findReferredIds(docx);
  await cleanText(docx);
  const idsAfter = findReferredIds(docx);
  const isKept = ({ source, id, kind }: Relationship) =>
    !removedKinds.has(kind) && (!idsBefore.has(keyOf(source, id)) || idsAfter.has(keyOf(source, id)));
  const keptParts = findReachableParts(docx.relationships.filter(isKept));

  for (const { kind, target } of docx.relationships) {
    const root = propertiesKinds.has(kind) ? (await docx.readPart(target))?.root : undefined;
    if (root) keepTitleAndLanguage(root);
  }
  for (const { declaredIn, id } of docx.relationships.filter((relationship) => !isKept(relationship))) {
    const root = (await docx.readPart(declaredIn))?.root;
    if (root) removeChildren(root, (child) => attributeOf(child, 'Id') === id);
  }
  const types = (await docx.readPart(contentTypesName))?.root;
  if (types)
    removeChildren(
      types,
      (child) => child.name === 'Override' && !keptParts.has(toPartName(attributeOf(child, 'PartName') ?? '')),
    );

  const replacements = new Map<string, Buffer | null>([...docx.trees].map(([name, tree]) => [name, writeTree(tree)]));
  for (const name of docx.zip.names) if (!isPartKept(name, keptParts)) replacements.set(name, null);
  await docx.zip.copy(path, replacements, dateOfParts);
}

/** Reads all parts in Word’s own format, and returns their roots. */
async function readWordParts(docx: DocxPackage): Promise<XmlElement[]> {
  const roots: XmlElement[] = [];
  for (const name of docx.zip.names) {
    if (!/(wordprocessingml|ms-word).*\+xml$/.test(docx.contentTypes.typeOf(name))) continue;
    const tree = await docx.readPart(name);
    if (tree) roots.push(tree.root);
  }
  return roots;
}

/** Removes footnotes and endnotes to which the text no longer refers. */
async function removeUnusedNotes(docx: DocxPackage): Promise<void> {
  const text = (await docx.readPart(docx.mainPart))?.root;
  for (const kind of ['footnote', 'endnote']) {
    const usedIds = new Set(text ? findAll(text, `${kind}Reference`).map((found) => attributeOf(found, 'id')) : []);
    const notes = (await docx.readPart(docx.partsOfKind(`${kind}s`)[0]))?.root;
    // Notes with another type are the lines between the text and its notes.
    const isNote = (note: XmlElement) => note.name === kind && (attributeOf(note, 'type') ?? 'normal') === 'normal';
    if (notes) removeChildren(notes, (note) => isNote(note) && !usedIds.has(attributeOf(note, 'id')));
  }
}

const findAll = (parent: XmlElement, name: string): XmlElement[] =>
  elementsOf(parent).flatMap((element) => (element.name === name ? [element] : findAll(element, name)));

const keyOf = (source: string, id: string) => `${source} ${id}`;

/** Returns the relationships to which the parts that have been read refer: the name of each part with the id. */
function findReferredIds({ trees, relationships }: DocxPackage): Set<string> {
  const known = new Set(relationships.map(({ source, id }) => keyOf(source, id)));
  const found = new Set<string>();
  const visit = (source: string, element: XmlElement) => {
    for (const [name, value] of Object.entries(element.attributes))
      // References have a namespace prefix other than Word’s, such as r:id or r:embed.
      if (/^(?!w:|xmlns:)[^:]+:/.test(name) && known.has(keyOf(source, value))) found.add(keyOf(source, value));
    for (const child of elementsOf(element)) visit(source, child);
  };
  for (const [name, { root }] of trees) visit(name, root);
  return found;
}

/** Returns the names of the parts to which relationships lead from the package, directly or from part to part. */
function findReachableParts(relationships: readonly Relationship[]): Set<string> {
  const reached = new Set<string>(['']);
  for (const source of reached)
    for (const { source: from, target, isExternal } of relationships)
      if (from === source && !isExternal) reached.add(target);
  return reached;
}

/** Whether a clean copy has the part, folder or declaration of relationships with this name. */
function isPartKept(name: string, keptParts: ReadonlySet<string>): boolean {
  if (name === contentTypesName) return true;
  if (name.endsWith('/')) return [...keptParts].some((part) => part.startsWith(name));
  const source = name.replace(/(^|\/)_rels\/([^/]*)\.rels$/, '$1$2');
  return keptParts.has(source);
}
