import { crc32, deflateRawSync } from 'node:zlib';
import CFB from 'cfb';

/** An entry of a crafted zip. The optional properties are written into its headers, even if they are wrong. */
export type CraftedEntry = {
  name: string;
  data: string | Buffer;
  /** Whether the data is stored without compression. */
  stored?: boolean;
  declaredSize?: number;
  declaredMethod?: number;
  flags?: number;
  attributes?: number;
  /** The name in the entry's own header, if it differs from the one in the zip's directory. */
  localName?: string;
  /** The compression method in the entry's own header, if it differs from the one in the zip's directory. */
  localMethod?: number;
  /** The extra field in the zip's directory, which may hold a second name or numbers of more than 32 bits. */
  extra?: Buffer;
  /** The index of an earlier entry; the zip's directory points to that entry's bytes instead of new ones. */
  sharesWith?: number;
};

/** Builds a zip with these entries, valid or not. The offsets of the fields are those of PKWARE's zip specification. */
export function craftZip(entries: readonly CraftedEntry[], { prefix = '', comment = '' } = {}): Buffer {
  const localEntries: Buffer[] = [];
  const directoryEntries: Buffer[] = [];
  const offsets: number[] = [];
  let offset = prefix.length;
  for (const {
    name,
    data,
    stored = false,
    declaredSize,
    declaredMethod,
    flags = 0x800,
    attributes = 0,
    localName = name,
    localMethod,
    extra = Buffer.alloc(0),
    sharesWith,
  } of entries) {
    const raw = Buffer.from(data);
    const packed = stored ? raw : deflateRawSync(raw);
    const fileName = Buffer.from(name);
    const commonFields = Buffer.alloc(26);
    commonFields.writeUInt16LE(20, 0);
    commonFields.writeUInt16LE(flags, 2);
    commonFields.writeUInt16LE(declaredMethod ?? (stored ? 0 : 8), 4);
    commonFields.writeUInt32LE(crc32(raw), 10);
    commonFields.writeUInt32LE(packed.length, 14);
    commonFields.writeUInt32LE(declaredSize ?? raw.length, 18);
    commonFields.writeUInt16LE(fileName.length, 22);

    const localFields = Buffer.from(commonFields);
    localFields.writeUInt16LE(localMethod ?? commonFields.readUInt16LE(4), 4);
    localFields.writeUInt16LE(Buffer.byteLength(localName), 22);
    commonFields.writeUInt16LE(extra.length, 24);
    const localEntry = Buffer.concat([Buffer.from('PK\u0003\u0004'), localFields, Buffer.from(localName), packed]);
    offsets.push(sharesWith === undefined ? offset : (offsets[sharesWith] ?? 0));
    if (sharesWith === undefined) {
      localEntries.push(localEntry);
      offset += localEntry.length;
    }
    const directoryFields = Buffer.alloc(14);
    directoryFields.writeUInt32LE(attributes >>> 0, 6);
    directoryFields.writeUInt32LE(offsets.at(-1) ?? 0, 10);
    directoryEntries.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0003'), commonFields, directoryFields, fileName, extra]),
    );
  }
  const directory = Buffer.concat(directoryEntries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(Buffer.byteLength(comment), 16);
  return Buffer.concat([
    Buffer.from(prefix),
    ...localEntries,
    directory,
    Buffer.from('PK\u0005\u0006'),
    end,
    Buffer.from(comment),
  ]);
}

/** The content type of the main part of a docx. */
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/**
 * Builds the part with the content types of a docx. `mainType` is the type of the main part; `more` are further
 * declarations.
 */
export const craftContentTypes = (more = '', mainType = wordType) =>
  `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Override PartName="/word/document.xml" ContentType="${mainType}"/>${more}</Types>`;

/** Builds a part that declares these relationships; `craftRelationship` builds each of the elements. */
export const craftRelationships = (elements: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${elements}</Relationships>`;

/** Builds an element that declares a relationship; `kind` is the last segment of its type. */
export const craftRelationship = (kind: string, target: string, mode = 'External') =>
  `<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}" TargetMode="${mode}"/>`;

/** Builds a small docx. `parts` replaces or adds parts by name; null leaves a part out. `more` are further entries. */
export function craftDocx(
  parts: Record<string, string | Buffer | null> = {},
  more: readonly CraftedEntry[] = [],
  zipOptions = { prefix: '', comment: '' },
): Buffer {
  const allParts: Record<string, string | Buffer | null> = {
    '[Content_Types].xml': craftContentTypes(),
    '_rels/.rels': craftRelationships(craftRelationship('officeDocument', 'word/document.xml', 'Internal')),
    'word/document.xml': '<w:document/>',
    ...parts,
  };
  const entries = Object.entries(allParts).flatMap(([name, data]) => (data === null ? [] : [{ name, data }]));
  return craftZip([...entries, ...more], zipOptions);
}

/** Builds a small odt with additional entries. */
export function craftOdt(
  more: readonly CraftedEntry[] = [],
  mimetype = 'application/vnd.oasis.opendocument.text',
): Buffer {
  return craftZip([
    { name: 'mimetype', data: mimetype, stored: true },
    { name: 'content.xml', data: '<office:document-content/>' },
    ...(more.some((entry) => entry.name === 'META-INF/manifest.xml')
      ? []
      : [{ name: 'META-INF/manifest.xml', data: '<manifest:manifest><manifest:file-entry/></manifest:manifest>' }]),
    ...more,
  ]);
}

/** Builds a compound file, the container of the formats before 2007, with these streams by path. */
export function craftCompound(streams: Record<string, string | Buffer>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) CFB.utils.cfb_add(file, path, Buffer.from(content));
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

/** Builds the main stream of a doc: its header, then `text`. */
export function craftWordStream({ flags = 0, text = '' } = {}): Buffer {
  const stream = Buffer.alloc(5000, ' ');
  stream.writeUInt16LE(0xa5ec, 0);
  stream.writeUInt16LE(flags, 10);
  stream.write(text, 1024, 'utf16le');
  return stream;
}

/** Builds a small doc with additional streams. */
export const craftDoc = (more: Record<string, string | Buffer> = {}, main: { flags?: number; text?: string } = {}) =>
  craftCompound({ '/WordDocument': craftWordStream(main), '/1Table': 'x', ...more });

/** Builds the objects of a PDF with one empty page. `catalog` and `page` are added to the catalogue and to the page. */
const pageObjects = (catalog: string, page: string) => [
  `101 0 obj\n<</Type/Catalog/Pages 102 0 R${catalog}>>\nendobj\n`,
  '102 0 obj\n<</Type/Pages/Kids[103 0 R]/Count 1>>\nendobj\n',
  `103 0 obj\n<</Type/Page/Parent 102 0 R/MediaBox[0 0 595 842]${page}>>\nendobj\n`,
];

/** Builds a small PDF of one page with this content before its trailer. */
export const craftPdfWith = (content: string, { catalog = '', page = '' } = {}) =>
  `%PDF-1.7\n${pageObjects(catalog, page).join('')}${content}trailer\n<</Root 101 0 R/Size 104>>\nstartxref\n0\n%%EOF\n`;

/** Builds a small PDF of one page with these objects, numbered from 1. */
export const craftPdf = (...objects: string[]) =>
  craftPdfWith(objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join(''));

/** Builds a PDF form with one field, and with these additions to its catalogue and its page. */
export const craftForm = (catalog: string, page = '') =>
  craftPdfWith('1 0 obj\n<</FT/Tx/T(Name)/Type/Annot/Subtype/Widget/Rect[0 0 100 20]>>\nendobj\n', {
    catalog: `/AcroForm<</Fields[1 0 R]>>${catalog}`,
    page: `/Annots[1 0 R]${page}`,
  });

/** Builds an embedded OLE object that contains a file of any kind. */
export const craftOle = (fileName: string, content: string | Buffer) =>
  craftCompound({
    '/\u0001Ole10Native': Buffer.concat([
      Buffer.from(`\0\0\0\0\u0002\0${fileName}\0C:\\Users\\ida\\${fileName}\0\0\0\u0003\0`, 'latin1'),
      Buffer.from(content),
    ]),
  });

/** Builds a docx whose body contains this markup. */
export const craftText = (markup: string) =>
  craftDocx({ 'word/document.xml': `<w:document><w:body>${markup}</w:body></w:document>` });

/** Builds the markup of a field as Word writes it. Each argument is the part of the field's code in one run. */
export const craftField = (...runs: string[]) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${runs.map((run) => `<w:r><w:instrText xml:space="preserve">${run}</w:instrText></w:r>`).join('')}` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
