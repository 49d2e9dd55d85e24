import { Changes } from './changes.ts';
import { watchFields } from './fields.ts';
import { isForeign, isHarmfulLink } from './links.ts';
import { readLists, refuseMacros, type Relation } from './package-lists.ts';
import { inspectParts } from './parts.ts';
import { References } from './references.ts';
import { RejectedDocument } from './rejected.ts';
import type { Edit, Watcher } from './xml.ts';
import { openZip } from './zip.ts';

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/**
 * Looks into a Word document of today's format. Refuses what is none, carries macros or programs, or starts one. What would
 * load something foreign by itself is taken out of a copy that is written to `copyTo`; answers whether there is one.
 */
export async function inspectDocx(bytes: Buffer, copyTo: string): Promise<boolean> {
  const zip = await openZip(bytes);
  const { types, relations } = await readLists(zip);
  refuseMacros(zip, types, relations);
  const main = relations.filter(({ source, kind }) => source === '' && kind === 'officedocument');
  if (main.length === 0 || main.some(({ target }) => types.of(target) !== mainType))
    throw new RejectedDocument('wrongContent');
  if (main.some(({ target }) => !zip.names.has(target))) throw new RejectedDocument('wrongContent');
  // An OpenDocument or a program of Java, too.
  if ([...zip.names].some((name) => /^(mimetype|content\.xml|meta-inf\/.*)$/.test(name)))
    throw new RejectedDocument('wrongContent');

  const foreign = relations.filter(loadsForeign);
  const changes = new Changes();
  for (const { list, edit } of foreign) changes.note(list, edit);
  await inspectParts(zip, bytes.length, (name) => {
    const note = (edit: Edit) => changes.note(name, edit);
    const ids = new Set(foreign.filter(({ source }) => source === name).map(({ id }) => id));
    const watchers: Watcher[] = ids.size > 0 ? [new References(ids, note)] : [];
    if (/wordprocessingml.*\+xml$/.test(types.of(name))) watchers.push(watchFields(note));
    return watchers;
  });
  return changes.write(zip, copyTo);
}

/** Links wait for a click and stay, but for those that run something; all else outside is loaded without being asked for. */
const loadsForeign = ({ kind, target, isOutside }: Relation): boolean =>
  isOutside && (kind === 'hyperlink' ? isHarmfulLink(target) : isForeign(target));
