import { deflateSync } from 'node:zlib';
import { craftDocx, craftPdf, craftPdfOf } from './craft.ts';

/** A file designed to keep its reader busy: small to send, but endless for a careless reader. */
export interface BusyFile {
  title: string;
  name: string;
  bytes: () => Buffer | string;
}

const list = (title: string, data: string): BusyFile => ({
  title,
  name: 'CV.docx',
  bytes: () => craftDocx({ 'a.rels': data }, [padding]),
});
/** An entry that keeps a document of up to 2 MB below the limit on unpacked bytes, as a multiple of its size. */
const padding = { name: 'word/media/a', data: Buffer.alloc(20_000), stored: true };
const pdf = (title: string, bytes: BusyFile['bytes']): BusyFile => ({ title, name: 'CV.pdf', bytes });
const packed = (objects: Buffer) =>
  Buffer.from(
    craftPdfOf(
      `1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>\nstream\n${deflateSync(objects).toString('latin1')}\nendstream\nendobj\n`,
    ),
    'latin1',
  );

const nested = `<w:document>${'<w:p a="">'.repeat(100_000)}${'</w:p>'.repeat(100_000)}</w:document>`;

export const busyFiles: BusyFile[] = [
  list('comments that do not end', '<!--'.repeat(490_000)),
  list('tags that do not end', '<Relationship '.repeat(140_000)),
  list('quotes that do not end', '<Relationship a="'.repeat(115_000)),
  list('a tag that is one long word', `<Relationship ${'a'.repeat(1_900_000)}/>`),
  list('prefixes that do not end', '<a:'.repeat(650_000)),
  {
    title: 'nested elements',
    name: 'CV.docx',
    bytes: () => craftDocx({ 'word/document.xml': nested }, [padding]),
  },
  pdf('names of files that do not end', () => craftPdf('/F('.repeat(100_000))),
  pdf('lists that do not end', () => craftPdf('['.repeat(300_000))),
  pdf('dictionaries that do not end', () => craftPdf('<<'.repeat(150_000))),
  pdf('packed objects that are mostly one letter', () => packed(Buffer.alloc(99_000_000, '('))),
  pdf('packed objects that are mostly lists', () => packed(Buffer.alloc(20_000_000, '[1]'))),
];

/** Files that even a careful reader does not finish by itself. */
export const endlessFiles: BusyFile[] = [
  pdf('objects whose strings do not end', () => craftPdfOf('1 0 obj (\n'.repeat(40_000))),
  pdf('objects whose streams do not end', () => craftPdfOf('1 0 obj<<>>stream\n'.repeat(20_000))),
];

/** A text of 180 MB, packed to 263 kB: its declared size is enough to refuse it. */
export const bombText = {
  name: 'CV.docx',
  bytes: () => craftDocx({ 'word/document.xml': `<w:document>${'<w:p/>'.repeat(30_000_000)}</w:document>` }),
} as const;
