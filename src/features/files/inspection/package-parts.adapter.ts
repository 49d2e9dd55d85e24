import type { Entry } from 'yauzl';
import { maxPartBytes } from './part-edits.adapter.ts';
import { readMetadata, refuseMacros, contentTypesName } from './package-metadata.adapter.ts';
import { isCompound, isProgram, isProgramName, refuseProgramsAndMacros, readStreams } from './programs.adapter.ts';
import { RefusedDocument } from './refused-document.rules.ts';
import { XmlReader, type Watcher } from './xml.adapter.ts';
import { isZip, partNameOf, openZip, type OpenZip } from './zip.adapter.ts';

/** The depth up to which embedded documents are inspected. */
const maxDepth = 3;

/**
 * Inflates every part of a document once. Passes XML parts to the watchers that `watchersOf` returns for their names,
 * and refuses programs and harmful embedded documents. `lenient` is an option of the XML reader.
 */
export async function inspectParts(
  zip: OpenZip,
  watchersOf: (name: string) => readonly Watcher[],
  { lenient = false, depth = 1 } = {},
): Promise<void> {
  for (const entry of zip.entries) {
    const watchers = watchersOf(partNameOf(entry));
    const reader = watchers.length > 0 ? new XmlReader(combineWatchers(watchers), { lenient }) : null;
    const head = await zip.inflate(entry, reader);
    if (isProgramName(entry.fileName) || isProgram(head)) throw new RefusedDocument('embedded');
    await inspectEmbedded(zip, entry, head, depth);
  }
}

const combineWatchers = (watchers: readonly Watcher[]): Watcher => ({
  open: (tag) => watchers.forEach((watcher) => watcher.open(tag)),
  close: (name, start, end) => watchers.forEach((watcher) => watcher.close?.(name, start, end)),
  text: (text) => watchers.forEach((watcher) => watcher.text?.(text)),
});

/** Refuses an embedded object or document that contains programs or macros. */
async function inspectEmbedded(zip: OpenZip, entry: Entry, head: Buffer, depth: number): Promise<void> {
  const read = async () => (await zip.read(partNameOf(entry), maxPartBytes)) ?? Buffer.alloc(0);
  if (isCompound(head)) refuseProgramsAndMacros(readStreams(await read()));
  if (!isZip(head)) return;
  if (depth === maxDepth) throw new RefusedDocument('tooLarge');
  const innerZip = await openZip(await read(), zip.unpackedCounter);
  if (innerZip.names.has(contentTypesName)) {
    const { contentTypes, relationships } = await readMetadata(innerZip);
    refuseMacros(innerZip, contentTypes, relationships);
  }
  await inspectParts(innerZip, () => [], { depth: depth + 1 });
}
