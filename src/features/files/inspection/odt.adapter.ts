import { PartEdits } from './part-edits.adapter.ts';
import { isRemote, isHarmfulLink } from './links.rules.ts';
import { contentTypesName } from './package-metadata.adapter.ts';
import { inspectParts } from './package-parts.adapter.ts';
import { RefusedDocument } from './refused-document.rules.ts';
import { localAttribute, XmlReader, type Edit, type Tag, type Watcher } from './xml.adapter.ts';
import { openZip } from './zip.adapter.ts';

const manifestName = 'meta-inf/manifest.xml';
/** The maximum sizes in bytes of two parts that are read into memory. Real ones are much smaller. */
const maxMimetypeBytes = 1000;
const maxManifestBytes = 2_000_000;

/**
 * Inspects an OpenDocument text (odt). Refuses other files, and documents that have a password, contain macros or
 * programs, or use DDE. If the document loads content from a server without a click, or has a link that runs a script,
 * writes a harmless copy to `copyTo`. Returns whether it has written a copy.
 */
export async function inspectOdt(bytes: Buffer, copyTo: string): Promise<boolean> {
  const zip = await openZip(bytes);
  const type = (await zip.read('mimetype', maxMimetypeBytes))?.toString('latin1').trim();
  if (
    !/^application\/vnd\.oasis\.opendocument\.text(-web)?$/.test(type ?? '') ||
    !zip.names.has(manifestName) ||
    !zip.names.has('content.xml')
  )
    throw new RefusedDocument('wrongContent');
  const names = [...zip.names];
  // With one of these parts, the file could also be read as a Word document.
  if (names.some((name) => name === contentTypesName || name.startsWith('word/')))
    throw new RefusedDocument('wrongContent');
  await refuseEncrypted((await zip.read(manifestName, maxManifestBytes)) ?? Buffer.alloc(0));
  // A macro library without modules has only the parts script-lb.xml and dialog-lb.xml.
  if (names.some((name) => /^basic\/.+\/(?!(script|dialog)-lb\.xml$)[^/]+$|^scripts\/.*[^/]$/.test(name)))
    throw new RefusedDocument('macros');

  const edits = new PartEdits();
  const watchersOf = (name: string) =>
    /(^|\/)(content|styles|meta)\.xml$/.test(name) ? [watchElements((edit) => edits.add(name, edit))] : [];
  await inspectParts(zip, watchersOf, { lenient: true });
  return edits.write(zip, copyTo);
}

async function refuseEncrypted(manifestXml: Buffer): Promise<void> {
  const reader = new XmlReader({
    open({ name }) {
      if (name === 'encryption-data') throw new RefusedDocument('protected');
    },
  });
  reader.write(manifestXml);
  reader.end();
}

/** Elements that may load content or start a program when the document is opened. */
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
 * Returns a watcher that refuses event handlers and DDE. The watcher adds edits that remove elements with external
 * content, and the addresses of links that run scripts.
 */
function watchElements(addEdit: (edit: Edit) => void): Watcher {
  const openElements: { tag: Tag; isRemoved: boolean }[] = [];
  return {
    open(tag) {
      if (tag.name === 'event-listener') throw new RefusedDocument('macros');
      if (/^dde-(source|connection-decl)$/.test(tag.name)) throw new RefusedDocument('scripts');
      const href = localAttribute(tag, 'href');
      if (tag.name === 'a' && isHarmfulLink(href)) addEdit({ ...tag, replace: emptyHref });
      openElements.push({ tag, isRemoved: loadingElements.has(tag.name) && isRemote(href) });
    },
    close(_, __, end) {
      const closedElement = openElements.pop();
      if (closedElement?.isRemoved)
        addEdit({ start: closedElement.tag.start, end: Math.max(end, closedElement.tag.end), replace: () => '' });
    },
  };
}

const emptyHref = (tag: string) => tag.replace(/(\shref|:href)\s*=\s*("[^"]*"|'[^']*')/, '$1=""');
