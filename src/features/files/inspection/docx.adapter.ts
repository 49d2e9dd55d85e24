import { PartEdits } from './part-edits.adapter.ts';
import { watchFields } from './docx-fields.adapter.ts';
import { isForeign, isHarmfulLink } from './links.rules.ts';
import { readLists, refuseMacros, type Relation } from './package-lists.adapter.ts';
import { inspectParts } from './package-parts.adapter.ts';
import { watchReferences } from './docx-references.adapter.ts';
import { RejectedDocument } from './rejected-document.rules.ts';
import { localAttribute, type Edit, type Watcher } from './xml.adapter.ts';
import { openZip } from './zip.adapter.ts';

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/**
 * Inspects a Word document in the current format. Refuses other files, documents that carry or start macros or
 * programs, and documents with a page of HTML or another document as part of their text. If content would be loaded
 * from a server without a click, writes a copy without that content to `copyTo`. Returns whether it has written a copy.
 */
export async function inspectDocx(bytes: Buffer, copyTo: string): Promise<boolean> {
  const zip = await openZip(bytes);
  const { types, relations } = await readLists(zip);
  refuseMacros(zip, types, relations);
  const main = relations.filter(({ source, kind }) => source === '' && kind === 'officedocument');
  if (main.length === 0 || main.some(({ target }) => types.typeOf(target) !== mainType))
    throw new RejectedDocument('wrongContent');
  if (main.some(({ target }) => !zip.names.has(target))) throw new RejectedDocument('wrongContent');
  // Such a file would also be an OpenDocument or a Java program.
  if ([...zip.names].some((name) => /^(mimetype|content\.xml|meta-inf\/.*)$/.test(name)))
    throw new RejectedDocument('wrongContent');

  const serverRelations = relations.filter(loadsFromServer);
  if (relations.some((relation) => relation.kind === 'afchunk' && !loadsFromServer(relation)))
    throw new RejectedDocument('chunk');
  const edits = new PartEdits();
  for (const { list, edit } of serverRelations) edits.add(list, edit);
  await inspectParts(zip, (name) => {
    const addEdit = (edit: Edit) => edits.add(name, edit);
    const ids = new Set(serverRelations.filter(({ source }) => source === name).map(({ id }) => id));
    const watchers: Watcher[] = ids.size > 0 ? [watchReferences(ids, addEdit)] : [];
    if (/wordprocessingml.*\+xml$/.test(types.typeOf(name))) watchers.push(watchFields(addEdit), watchChunks(ids));
    return watchers;
  });
  return edits.write(zip, copyTo);
}

/** Whether a relation must be removed: it loads content from a server, or it is a link that would run something. */
const loadsFromServer = ({ kind, target, isOutside }: Relation): boolean =>
  isOutside && (kind === 'hyperlink' ? isHarmfulLink(target) : isForeign(target));

/**
 * Returns a watcher that refuses a chunk of the text that Word reads from another document, such as a page of HTML. A
 * chunk that refers to one of the removed relationships (`removedIds`) is removed with that relationship.
 */
const watchChunks = (removedIds: ReadonlySet<string>): Watcher => ({
  open(tag) {
    if (tag.name === 'altChunk' && !removedIds.has(localAttribute(tag, 'id'))) throw new RejectedDocument('chunk');
  },
});
