import type { Source } from './bytes.ts';
import { Refused } from './refused.ts';
import { elements, type Attributes } from './xml.ts';
import { readZip } from './zip.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** Refuses what is not a Word document of today's format, carries code, or fetches foreign templates or objects. */
export async function inspectDocx(source: Source, size: number): Promise<void> {
  const typesName = '[content_types].xml';
  const { names, parts } = await readZip(source, size, (name) => name === typesName || name.endsWith('.rels'));
  const types = parts.get(typesName);
  if (!types || !names.includes('word/document.xml')) throw new Refused('wrongContent');

  const overrides = elements(types, 'Override');
  const contentTypes = [...overrides, ...elements(types, 'Default')].map((type) => lower(type, 'ContentType'));
  const relations = [...parts]
    .filter(([name]) => name !== typesName)
    .flatMap(([, part]) => elements(part, 'Relationship'));
  if (
    names.some((name) => /(^|\/)(vbaproject|vbadata|activex)/.test(name)) ||
    contentTypes.some((type) => /macroenabled|vbaproject|vbadata|activex/.test(type)) ||
    relations.some((relation) => /^(vbaproject|wordvbadata|control|activexcontrol.*)$/.test(kind(relation)))
  ) {
    throw new Refused('macros');
  }
  const main = overrides.filter((type) => lower(type, 'PartName') === '/word/document.xml');
  if (main.length !== 1 || main.some((type) => lower(type, 'ContentType') !== docx)) throw new Refused('wrongContent');
  if (relations.some(fetchesForeign)) throw new Refused('linked');
}

const lower = (element: Attributes, attribute: string) => element[attribute]?.trim().toLowerCase() ?? '';

/** The last part of a relationship's type: the older and the strict format differ in what stands before. */
const kind = (relation: Attributes) => lower(relation, 'Type').split('/').at(-1) ?? '';

/** Links and linked pictures are what people write; all else outside the document is loaded without being asked for. */
function fetchesForeign(relation: Attributes): boolean {
  if (lower(relation, 'TargetMode') !== 'external') return false;
  if (kind(relation) === 'attachedtemplate') return !isLocalPath(lower(relation, 'Target'));
  return kind(relation) !== 'hyperlink' && kind(relation) !== 'image';
}

/**
 * Word notes a document's template by its place on the writer's own disk (every CV begun from one of Word's templates),
 * which nobody else's Word finds. A server's address, also as \\server\…, is what an attacker needs.
 */
function isLocalPath(target: string): boolean {
  const path = target
    .replace(/^file:\/\/\//, '')
    .replaceAll('%5c', '\\')
    .replaceAll('%2f', '/');
  return /^([a-z]:[\\/])?[^\\/:]+([\\/][^\\/:]+)*$/.test(path);
}

/** Refuses what is not an OpenDocument text, is protected by a password or carries code. */
export async function inspectOdt(source: Source, size: number): Promise<void> {
  const manifest = 'meta-inf/manifest.xml';
  const { names, parts } = await readZip(source, size, (name) => name === 'mimetype' || name === manifest);
  const type = parts.get('mimetype')?.toString('latin1').trim();
  const list = parts.get(manifest);
  if (type !== 'application/vnd.oasis.opendocument.text' || !list || !names.includes('content.xml')) {
    throw new Refused('wrongContent');
  }
  if (elements(list, 'encryption-data').length > 0) throw new Refused('protected');
  // An empty library of macros is only its list of modules.
  if (names.some((name) => /^basic\/.+\/(?!(script|dialog)-lb\.xml$)[^/]+$|^scripts\/.*[^/]$/.test(name))) {
    throw new Refused('macros');
  }
}
