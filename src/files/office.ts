import type { Source } from './bytes.ts';
import { local, watchFields } from './fields.ts';
import { isForeignPicture, isForeignTemplate, isHarmfulLink } from './links.ts';
import { MarkupReader, type Seen } from './markup.ts';
import { Refused } from './refused.ts';
import { elements, type Attributes } from './xml.ts';
import { readZip, type Look, type Unzipped } from './zip.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const typesName = '[content_types].xml';
const isPackage = (name: string) => /(^|\/)embeddings\//.test(name);

/** Refuses what is not a Word document of today's format, carries code or files, or fetches foreign templates or objects. */
export async function inspectDocx(source: Source): Promise<void> {
  const zip = await readZip(source, (name): Look => {
    if (isList(name)) return 'list';
    if (isPackage(name)) return 'package';
    return /^(?!customxml\/).+\.xml$/.test(name) ? new MarkupReader(watchFields()) : null;
  });
  const { types, overrides, relations } = listsOf(zip);
  if (types.length === 0 || !zip.names.includes('word/document.xml')) throw new Refused('wrongContent');
  refuseCode(zip.names, types, relations);
  const main = overrides.filter((type) => lower(type, 'PartName') === '/word/document.xml');
  if (main.length !== 1 || main.some((type) => lower(type, 'ContentType') !== docx)) throw new Refused('wrongContent');
  // What Word reads as a part of the text, and this has not read.
  if (types.some((type) => /wordprocessingml/.test(lower(type, 'ContentType')) && !isReadPart(type))) {
    throw new Refused('wrongContent');
  }
  // An OpenDocument or a program of Java, too.
  if (zip.names.some((name) => /^(mimetype|content\.xml|meta-inf\/.*)$/.test(name))) throw new Refused('wrongContent');
  if (relations.some(fetchesForeign)) throw new Refused('linked');
  if (relations.some((relation) => /^(oleobject|afchunk)$/.test(kind(relation)))) throw new Refused('embedded');
  refuseFiles(zip);
  for (const [, bytes] of [...zip.parts].filter(([name]) => isPackage(name))) await inspectPackage(bytes);
}

const lower = (element: Attributes, attribute: string) => element[attribute]?.trim().toLowerCase() ?? '';

/** The last part of a relationship's type: the older and the strict format differ in what stands before. */
const kind = (relation: Attributes) => lower(relation, 'Type').split('/').at(-1) ?? '';

const isList = (name: string) => name === typesName || name.endsWith('.rels');

/** What a package of Office says of its parts: their types, those by name among them, and how they hang together. */
function listsOf({ parts }: Unzipped) {
  const list = parts.get(typesName) ?? Buffer.alloc(0);
  const overrides = elements(list, 'Override');
  const relations = [...parts]
    .filter(([name]) => name.endsWith('.rels'))
    .flatMap(([, part]) => elements(part, 'Relationship'));
  return { overrides, types: [...overrides, ...elements(list, 'Default')], relations };
}

function refuseCode(names: string[], types: Attributes[], relations: Attributes[]): void {
  if (
    names.some((name) => /(^|\/)(vbaproject|vbadata|activex)/.test(name)) ||
    types.some((type) => /macroenabled|vbaproject|vbadata|activex/.test(lower(type, 'ContentType'))) ||
    // 'extensibility' names handlers of the ribbon, which may lie in a template elsewhere.
    relations.some((relation) =>
      /^(vbaproject|wordvbadata|control|activexcontrol.*|extensibility)$/.test(kind(relation)),
    )
  ) {
    throw new Refused('macros');
  }
}

const isReadPart = (type: Attributes) =>
  /^\/(?!customxml\/).+\.xml$/.test(lower(type, 'PartName')) || lower(type, 'Extension') === 'xml';

/** Links and linked pictures are what people write; all else outside the document is loaded without being asked for. */
function fetchesForeign(relation: Attributes): boolean {
  if (lower(relation, 'TargetMode') !== 'external') return false;
  const target = lower(relation, 'Target');
  if (kind(relation) === 'attachedtemplate') return isForeignTemplate(target);
  if (kind(relation) === 'hyperlink') return isHarmfulLink(target);
  return kind(relation) !== 'image' || isForeignPicture(target);
}

const programs = /\.(exe|com|scr|dll|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|jar|chm|scf|url)$/;

/** Files within a document: programs by their names, and by their first bytes OLE objects, programs and further zips. */
function refuseFiles({ names, heads }: Unzipped): void {
  const isFile = (name: string, head: Buffer) =>
    head.equals(oleHead) || isProgram(head) || (isZip(head) && !isPackage(name));
  if (names.some((name) => programs.test(name)) || [...heads].some(([name, head]) => isFile(name, head))) {
    throw new Refused('embedded');
  }
}

const oleHead = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Two letters that a picture may begin with as well, and two lengths below 512 and 256 pages. */
const isProgram = (head: Buffer) => head.toString('latin1', 0, 2) === 'MZ' && (head[3] ?? 2) < 2 && head[5] === 0;
const isZip = (head: Buffer) => head.toString('latin1', 0, 4) === 'PK\u0003\u0004';

/** The table behind a chart: a package of Office with neither code nor files of its own. */
async function inspectPackage(bytes: Buffer): Promise<void> {
  if (!isZip(bytes)) throw new Refused('embedded');
  const zip = await readZip({ bytes }, (name) => (isList(name) ? 'list' : null));
  const { types, relations } = listsOf(zip);
  refuseCode(zip.names, types, relations);
  if (types.length === 0 || zip.names.some(isPackage)) throw new Refused('embedded');
  refuseFiles(zip);
}

/** Refuses what is not an OpenDocument text, is protected by a password, carries code or files, or fetches foreign parts. */
export async function inspectOdt(source: Source): Promise<void> {
  const manifest = 'meta-inf/manifest.xml';
  const zip = await readZip(source, (name): Look => {
    if (name === 'mimetype' || name === manifest) return 'list';
    return /(^|\/)(content|styles|meta)\.xml$/.test(name) ? new MarkupReader(watchOdt) : null;
  });
  const { names, parts } = zip;
  const type = parts.get('mimetype')?.toString('latin1').trim();
  const list = parts.get(manifest);
  if (type !== 'application/vnd.oasis.opendocument.text' || !list || !names.includes('content.xml')) {
    throw new Refused('wrongContent');
  }
  if (elements(list, 'encryption-data').length > 0) throw new Refused('protected');
  // A Word document, too.
  if (names.some((name) => name === typesName || name.startsWith('word/'))) throw new Refused('wrongContent');
  // An empty library of macros is only its list of modules.
  if (names.some((name) => /^basic\/.+\/(?!(script|dialog)-lb\.xml$)[^/]+$|^scripts\/.*[^/]$/.test(name))) {
    throw new Refused('macros');
  }
  refuseFiles(zip);
}

const watchOdt: Seen = {
  open(name, attributes) {
    const href = () => local(attributes, 'href').trim().toLowerCase();
    if (name === 'event-listener') throw new Refused('macros');
    if (/^(dde-source|dde-connection-decl|floating-frame|applet|plugin|object-ole)$/.test(name)) {
      throw new Refused('linked');
    }
    if (name === 'section-source' && href() !== '') throw new Refused('linked');
    if (name === 'object' && /^([a-z][a-z\d+.-]*:|[\\/]{2})/.test(href())) throw new Refused('linked');
    if (name === 'template' && isForeignTemplate(href())) throw new Refused('linked');
    if (name === 'image' && isForeignPicture(href())) throw new Refused('linked');
    if (name === 'a' && isHarmfulLink(href())) throw new Refused('linked');
  },
  close: () => {},
  text: () => {},
};
