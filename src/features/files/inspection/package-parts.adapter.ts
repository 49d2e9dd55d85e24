import type { Entry } from 'yauzl';
import { maxPartBytes } from './part-edits.adapter.ts';
import { readLists, refuseMacros, typesName } from './package-lists.adapter.ts';
import { isCompound, isProgram, isProgramName, refusePrograms, streamsOf } from './programs.adapter.ts';
import { RejectedDocument } from './rejected-document.rules.ts';
import { XmlReader, type Watcher } from './xml.adapter.ts';
import { isZip, nameOf, openZip, type OpenZip } from './zip.adapter.ts';

/** The depth up to which documents within documents are inspected. */
const maxDepth = 3;

/**
 * Inflates every part of a document once: for the watchers that `watchersOf` returns for its name, and to find programs
 * and documents within the document. `lenient` is passed to the XML reader.
 */
export async function inspectParts(
  zip: OpenZip,
  watchersOf: (name: string) => readonly Watcher[],
  { lenient = false, depth = 1 } = {},
): Promise<void> {
  for (const entry of zip.entries) {
    const watchers = watchersOf(nameOf(entry));
    const reader = watchers.length > 0 ? new XmlReader(combineWatchers(watchers), { lenient }) : null;
    const head = await zip.inflate(entry, reader);
    if (isProgramName(entry.fileName) || isProgram(head)) throw new RejectedDocument('embedded');
    await inspectObject(zip, entry, head, depth);
  }
}

const combineWatchers = (watchers: readonly Watcher[]): Watcher => ({
  open: (tag) => watchers.forEach((watcher) => watcher.open(tag)),
  close: (name, start, end) => watchers.forEach((watcher) => watcher.close?.(name, start, end)),
  text: (text) => watchers.forEach((watcher) => watcher.text?.(text)),
});

/** An object or document within a document may be anything that people attach, except programs and macros. */
async function inspectObject(zip: OpenZip, entry: Entry, head: Buffer, depth: number): Promise<void> {
  const read = async () => (await zip.read(nameOf(entry), maxPartBytes)) ?? Buffer.alloc(0);
  if (isCompound(head)) refusePrograms(streamsOf(await read()));
  if (!isZip(head)) return;
  if (depth === maxDepth) throw new RejectedDocument('tooLarge');
  const inner = await openZip(await read(), zip.unpacked);
  if (inner.names.has(typesName)) {
    const { types, relations } = await readLists(inner);
    refuseMacros(inner, types, relations);
  }
  await inspectParts(inner, () => [], { depth: depth + 1 });
}
