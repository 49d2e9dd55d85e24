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
 * Inspects a Word document of the current format. Refuses other files, documents that carry or start macros or
 * programs, and those with a page of HTML or another document as part of their text. Content that is loaded from
 * elsewhere without a click is removed in a copy that is written to `copyTo`; returns whether there is one.
 */
export async function inspectDocx(bytes: Buffer, copyTo: string): Promise<boolean> {
  const zip = await openZip(bytes);
  const { types, relations } = await readLists(zip);
  refuseMacros(zip, types, relations);
  const main = relations.filter(({ source, kind }) => source === '' && kind === 'officedocument');
  if (main.length === 0 || main.some(({ target }) => types.of(target) !== mainType))
    throw new RejectedDocument('wrongContent');
  if (main.some(({ target }) => !zip.names.has(target))) throw new RejectedDocument('wrongContent');
  // It would also be an OpenDocument or a Java program.
  if ([...zip.names].some((name) => /^(mimetype|content\.xml|meta-inf\/.*)$/.test(name)))
    throw new RejectedDocument('wrongContent');

  const foreign = relations.filter(loadsForeign);
  if (relations.some((relation) => relation.kind === 'afchunk' && !loadsForeign(relation)))
    throw new RejectedDocument('chunk');
  const edits = new PartEdits();
  for (const { list, edit } of foreign) edits.add(list, edit);
  await inspectParts(zip, (name) => {
    const note = (edit: Edit) => edits.add(name, edit);
    const ids = new Set(foreign.filter(({ source }) => source === name).map(({ id }) => id));
    const watchers: Watcher[] = ids.size > 0 ? [watchReferences(ids, note)] : [];
    if (/wordprocessingml.*\+xml$/.test(types.of(name))) watchers.push(watchFields(note), watchChunks(ids));
    return watchers;
  });
  return edits.write(zip, copyTo);
}

/** Links need a click and stay unless they run something; all other external targets are loaded without one. */
const loadsForeign = ({ kind, target, isOutside }: Relation): boolean =>
  isOutside && (kind === 'hyperlink' ? isHarmfulLink(target) : isForeign(target));

/**
 * Refuses a part of the text that Word reads from another document, such as a page of HTML with content from elsewhere.
 * One that refers to a removed relationship (`removed`) is removed with it.
 */
const watchChunks = (removed: ReadonlySet<string>): Watcher => ({
  open(tag) {
    if (tag.name === 'altChunk' && !removed.has(localAttribute(tag, 'id'))) throw new RejectedDocument('chunk');
  },
});
