import { PartEdits } from './part-edits.adapter.ts';
import { isForeign, isHarmfulLink } from './links.rules.ts';
import { typesName } from './package-lists.adapter.ts';
import { inspectParts } from './package-parts.adapter.ts';
import { RejectedDocument } from './rejected-document.rules.ts';
import { localAttribute, XmlReader, type Edit, type Tag, type Watcher } from './xml.adapter.ts';
import { openZip } from './zip.adapter.ts';

const manifest = 'meta-inf/manifest.xml';

/**
 * Inspects an OpenDocument text. Refuses other files, and documents that have a password or carry macros or programs.
 * If content would be loaded from a server without a click, writes a copy without that content to `copyTo`. Returns
 * whether it has written a copy.
 */
export async function inspectOdt(bytes: Buffer, copyTo: string): Promise<boolean> {
  const zip = await openZip(bytes);
  const type = (await zip.read('mimetype', 1000))?.toString('latin1').trim();
  if (
    !/^application\/vnd\.oasis\.opendocument\.text(-web)?$/.test(type ?? '') ||
    !zip.names.has(manifest) ||
    !zip.names.has('content.xml')
  )
    throw new RejectedDocument('wrongContent');
  const names = [...zip.names];
  // Such a file would also be a Word document.
  if (names.some((name) => name === typesName || name.startsWith('word/'))) throw new RejectedDocument('wrongContent');
  await refuseEncrypted((await zip.read(manifest, 2_000_000)) ?? Buffer.alloc(0));
  // An empty macro library consists only of its list of modules.
  if (names.some((name) => /^basic\/.+\/(?!(script|dialog)-lb\.xml$)[^/]+$|^scripts\/.*[^/]$/.test(name)))
    throw new RejectedDocument('macros');

  const edits = new PartEdits();
  const watchersOf = (name: string) =>
    /(^|\/)(content|styles|meta)\.xml$/.test(name) ? [watchText((edit) => edits.add(name, edit))] : [];
  await inspectParts(zip, watchersOf, { lenient: true });
  return edits.write(zip, copyTo);
}

async function refuseEncrypted(manifestXml: Buffer): Promise<void> {
  const reader = new XmlReader({
    open({ name }) {
      if (name === 'encryption-data') throw new RejectedDocument('protected');
    },
  });
  reader.write(manifestXml);
  reader.end();
}

/** Elements that load other documents or start programs when the text is opened. */
const loadingElements = new Set([
  'section-source',
  'floating-frame',
  'applet',
  'plugin',
  'object',
  'object-ole',
  'image',
  'template',
]);

/**
 * Returns a watcher that adds edits to remove elements that load external content and the addresses of links to
 * scripts, and that refuses event handlers.
 */
function watchText(addEdit: (edit: Edit) => void): Watcher {
  const path: { tag: Tag; isRemoved: boolean }[] = [];
  return {
    open(tag) {
      if (tag.name === 'event-listener') throw new RejectedDocument('macros');
      if (/^dde-(source|connection-decl)$/.test(tag.name)) throw new RejectedDocument('scripts');
      const href = localAttribute(tag, 'href');
      if (tag.name === 'a' && isHarmfulLink(href)) addEdit({ ...tag, replace: removeAddress });
      path.push({ tag, isRemoved: loadingElements.has(tag.name) && isForeign(href) });
    },
    close(_, __, end) {
      const closed = path.pop();
      if (closed?.isRemoved)
        addEdit({ start: closed.tag.start, end: Math.max(end, closed.tag.end), replace: () => '' });
    },
  };
}

const removeAddress = (tag: string) => tag.replace(/(\shref|:href)\s*=\s*("[^"]*"|'[^']*')/, '$1=""');
