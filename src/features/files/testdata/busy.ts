import { deflateSync } from 'node:zlib';
import { craftDocx, craftPdf, craftPdfWith } from './craft.ts';

/** A small file that is designed to keep a careless inspector busy forever. */
export interface BusyFile {
  title: string;
  name: string;
  bytes: () => Buffer | string;
}

const docxWithRelationships = (title: string, data: string): BusyFile => ({
  title,
  name: 'CV.docx',
  bytes: () => craftDocx({ 'a.rels': data }, [padding]),
});
/** An uncompressed entry, so that a document of up to 2 MB does not unpack to more than 100 times its size. */
const padding = { name: 'word/media/a', data: Buffer.alloc(20_000), stored: true };
const pdf = (title: string, bytes: BusyFile['bytes']): BusyFile => ({ title, name: 'CV.pdf', bytes });
const pdfWithObjectStream = (objects: Buffer) =>
  Buffer.from(
    craftPdfWith(
      `1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>\nstream\n${deflateSync(objects).toString('latin1')}\nendstream\nendobj\n`,
    ),
    'latin1',
  );

const nestedXml = `<w:document>${'<w:p a="">'.repeat(100_000)}${'</w:p>'.repeat(100_000)}</w:document>`;

export const busyFiles: BusyFile[] = [
  docxWithRelationships('comments that do not end', '<!--'.repeat(490_000)),
  docxWithRelationships('tags that do not end', '<Relationship '.repeat(140_000)),
  docxWithRelationships('quotes that do not end', '<Relationship a="'.repeat(115_000)),
  docxWithRelationships(
    'a tag with an attribute name of 1,900,000 letters',
    `<Relationship ${'a'.repeat(1_900_000)}/>`,
  ),
  docxWithRelationships('namespace prefixes that do not end', '<a:'.repeat(650_000)),
  {
    title: 'nested elements',
    name: 'CV.docx',
    bytes: () => craftDocx({ 'word/document.xml': nestedXml }, [padding]),
  },
  pdf('file names that do not end', () => craftPdf('/F('.repeat(100_000))),
  pdf('arrays that do not end', () => craftPdf('['.repeat(300_000))),
  pdf('dictionaries that do not end', () => craftPdf('<<'.repeat(150_000))),
  pdf('an object stream that consists of opening brackets', () => pdfWithObjectStream(Buffer.alloc(99_000_000, '('))),
  pdf('an object stream that consists of arrays', () => pdfWithObjectStream(Buffer.alloc(20_000_000, '[1]'))),
];

/** Files that even a careful inspector does not finish before its deadline. */
export const endlessFiles: BusyFile[] = [
  pdf('objects whose strings do not end', () => craftPdfWith('1 0 obj (\n'.repeat(40_000))),
  pdf('objects whose streams do not end', () => craftPdfWith('1 0 obj<<>>stream\n'.repeat(20_000))),
];

/** A docx of 263 kB whose text unpacks to 180 MB. It is refused because of the size that its zip declares. */
export const bombDocx = {
  name: 'CV.docx',
  bytes: () => craftDocx({ 'word/document.xml': `<w:document>${'<w:p/>'.repeat(30_000_000)}</w:document>` }),
} as const;
