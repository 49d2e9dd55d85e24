import { PartEdits } from './part-edits.adapter.ts';
import { watchFields } from './docx-fields.adapter.ts';
import { isRemote, isHarmfulLink } from './links.rules.ts';
import { readMetadata, refuseMacros, type Relationship } from './package-metadata.adapter.ts';
import { inspectParts } from './package-parts.adapter.ts';
import { watchReferences } from './docx-references.adapter.ts';
import { RefusedDocument } from './refused-document.rules.ts';
import { localAttribute, type Edit, type Watcher } from './xml.adapter.ts';
import { openZip } from './zip.adapter.ts';

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/**
 * Inspects a docx. Refuses other files, documents that contain macros or programs or start a program, and documents
 * that take part of their text from another document. If the document loads content from a server without a click, or
 * has a link that runs something, writes a harmless copy to `copyTo`. Returns whether it has written a copy.
 */
export async function inspectDocx(bytes: Buffer, copyTo: string): Promise<boolean> {
  const zip = await openZip(bytes);
  const { contentTypes, relationships } = await readMetadata(zip);
  refuseMacros(zip, contentTypes, relationships);
  const mainParts = relationships.filter(({ source, kind }) => source === '' && kind === 'officedocument');
  if (mainParts.length === 0 || mainParts.some(({ target }) => contentTypes.typeOf(target) !== mainType))
    throw new RefusedDocument('wrongContent');
  if (mainParts.some(({ target }) => !zip.names.has(target))) throw new RefusedDocument('wrongContent');
  // With one of these parts, the file could also be read as an OpenDocument or a Java program.
  if ([...zip.names].some((name) => /^(mimetype|content\.xml|meta-inf\/.*)$/.test(name)))
    throw new RefusedDocument('wrongContent');

  const harmfulRelationships = relationships.filter(isHarmful);
  if (relationships.some((relationship) => relationship.kind === 'afchunk' && !isHarmful(relationship)))
    throw new RefusedDocument('embeddedDocument');
  const edits = new PartEdits();
  for (const { declaredIn, removal } of harmfulRelationships) edits.add(declaredIn, removal);
  await inspectParts(zip, (name) => {
    const addEdit = (edit: Edit) => edits.add(name, edit);
    const removedIds = new Set(harmfulRelationships.filter(({ source }) => source === name).map(({ id }) => id));
    const watchers: Watcher[] = removedIds.size > 0 ? [watchReferences(removedIds, addEdit)] : [];
    if (/wordprocessingml.*\+xml$/.test(contentTypes.typeOf(name)))
      watchers.push(watchFields(addEdit), watchChunks(removedIds));
    return watchers;
  });
  return edits.write(zip, copyTo);
}

/** Whether a relationship must be removed, because it loads content from a server or is a link that runs something. */
const isHarmful = ({ kind, target, isExternal }: Relationship): boolean =>
  isExternal && (kind === 'hyperlink' ? isHarmfulLink(target) : isRemote(target));

/**
 * Returns a watcher that refuses text that Word takes from another document, such as an HTML page (altChunk). Accepts
 * an altChunk that refers to a relationship in `removedIds`, since `watchReferences` removes it.
 */
const watchChunks = (removedIds: ReadonlySet<string>): Watcher => ({
  open(tag) {
    if (tag.name === 'altChunk' && !removedIds.has(localAttribute(tag, 'id')))
      throw new RefusedDocument('embeddedDocument');
  },
});
