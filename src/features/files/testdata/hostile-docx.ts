import { crc32 } from 'node:zlib';
import {
  contentTypes,
  craftDoc,
  craftDocx,
  craftField,
  craftOdt,
  craftOle,
  craftPdf,
  craftText,
  craftZip,
  relationship,
  relationships,
  type CraftedEntry,
} from './craft.ts';
import { eicar, group, program, type HostileFile } from './hostile-file.ts';

const settings = 'word/_rels/settings.xml.rels';
const withRelation =
  (inner: string | Buffer, part = settings) =>
  () =>
    craftDocx({ [part]: typeof inner === 'string' ? relationships(inner) : inner });
const withTypes = (more: string, main?: string) => () => craftDocx({ '[Content_Types].xml': contentTypes(more, main) });
const withEntry =
  (...more: CraftedEntry[]) =>
  () =>
    craftDocx({}, more);
const withName = (name: string) => withEntry({ name, data: 'x' });
const utf16 = (xml: string) => Buffer.from(`\uFEFF${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le');

const wordTypes = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const macroType = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const large = { name: 'word/media/a.bin', data: 'x'.repeat(5000) };

const pdf = craftPdf();

const workbook = (more: Record<string, string | Buffer>) =>
  craftZip([
    { name: '[Content_Types].xml', data: contentTypes() },
    ...Object.entries(more).map(([name, data]) => ({ name, data })),
  ]);
const embedded = (data: Buffer) => withEntry({ name: 'word/embeddings/Tabelle1.xlsx', data });

/** A docx whose entries overlap: the bytes of each entry include the header of the next one. */
const overlapping = () => {
  const docx = craftDocx(
    {},
    Array.from({ length: 50 }, (_, i) => ({ ...large, name: `word/media/${i}.bin` })),
  );
  const end = docx.subarray(-22);
  const directory = docx.subarray(end.readUInt32LE(16), -22);
  for (
    let at = directory.lastIndexOf('word/media/0.bin') - 46;
    at >= 0 && at < directory.length;
    at += 46 + directory.readUInt16LE(at + 28)
  ) {
    directory.writeUInt32LE(directory.readUInt32LE(at + 20) + 40, at + 20);
  }
  return docx;
};

/** Files that are not Word documents, or are also something else. */
export const notDocx: HostileFile[] = group('CV.docx', 'wrongContent', {
  'a PDF': () => pdf,
  'plain text': () => 'Mein Lebenslauf',
  'a page of HTML': () => '<!doctype html><html></html>',
  'a drawing': () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'a program': () => Buffer.concat([program, Buffer.alloc(500)]),
  'a Linux program': () => '\u007fELF\u0002\u0001\u0001',
  'a text in RTF': () => '{\\rtf1\\ansi{\\object\\objautlink}}',
  'a mail that Word opens': () => 'MIME-Version: 1.0\nContent-Type: multipart/related\n\n',
  'the test virus': () => eicar,
  'an odt': () => craftOdt(),
  'an old doc': () => craftDoc(),
  'a zip without the document': () => craftDocx({ 'word/document.xml': null }),
  'a zip without the list of types': () => craftDocx({ '[Content_Types].xml': null }),
  'a spreadsheet': withTypes('', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
  'a template': withTypes('', `${wordTypes}.template.main+xml`),
  'a document type in a comment': () => craftDocx({ '[Content_Types].xml': `<!--${contentTypes()}--><Types/>` }),
  'a list in UTF-16 without a byte order mark': withRelation(
    Buffer.from(relationship('frame', 'https://example.org'), 'utf16le'),
  ),
  'a text in UTF-16 without a byte order mark': () =>
    craftDocx({ 'word/document.xml': Buffer.from(`<w:p>${craftField('DDE cmd')}</w:p>`, 'utf16le') }),
  'a list that is not valid UTF-8': () =>
    craftDocx({ '[Content_Types].xml': Buffer.from(contentTypes('<!-- ä -->'), 'latin1') }),
  'a list with a DTD': () => craftDocx({ '[Content_Types].xml': `<!DOCTYPE x [<!ENTITY a "b">]>${contentTypes()}` }),
  'a text with a DTD': () => craftDocx({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "DDEAUTO">]><w:document/>' }),
  'a list in an odd encoding': () => craftDocx({ '[Content_Types].xml': contentTypes().replace('UTF-8', 'UTF-7') }),
  'a text in an odd encoding': () =>
    craftDocx({ 'word/document.xml': '<?xml version="1.0" encoding="UTF-7"?><w:document/>' }),
  'a list with a broken tag': withRelation("<Relationship Type=\"a/hyperlink TargetMode='External'/>"),
  'a text with a tag that does not end': () => craftDocx({ 'word/document.xml': '<w:document><w:p a="' }),
  'a docx that is also an odt': withName('META-INF/manifest.xml'),
  'a docx that is also a Java program': withName('META-INF/MANIFEST.MF'),
  'a zip cut short': () => craftDocx().subarray(0, -30),
  'a zip cut in the middle': () => craftDocx().subarray(0, 400),
  'a zip after a picture': () => craftDocx({}, [], { prefix: 'GIF89a', comment: '' }),
  'a zip after a drawing': () => craftDocx({}, [], { prefix: '\u0089PNG\r\n\u001a\n', comment: '' }),
  'a zip after a script': () => craftDocx({}, [], { prefix: '<script>alert(1)</script>', comment: '' }),
  'a zip after a program': () => craftDocx({}, [], { prefix: 'MZ', comment: '' }),
  'a zip that is also a PDF': () =>
    craftZip([
      { name: 'a', data: pdf, stored: true },
      { name: 'word/document.xml', data: '<w:document/>' },
    ]),
  'a zip within the comment of another': () => craftDocx({}, [], { prefix: '', comment: emptyZip }),
  'a name that leaves its folder': withName('../../evil'),
  'a name with backslashes that leaves its folder': withName('..\\evil'),
  'an absolute name': withName('/etc/passwd'),
  'a name on a drive': withName('C:/evil'),
  'a name with a control character': withName('word/a\0.xml'),
  'a name with an escaped letter': withName('word/%76baProject.bin'),
  'a part in pieces': withName('word/header1.xml/[0].piece'),
  'a second name for a part': withEntry({
    name: 'word/vbaProject.bin',
    data: 'x',
    extra: secondName('word/vbaProject.bin', 'word/media/a.png'),
  }),
  'a part with another name in its own header': withEntry({
    name: 'word/media/a.bin',
    localName: 'word/a.docm',
    data: 'x',
  }),
  'a part with another compression in its own header': withEntry({
    name: 'word/media/a.bin',
    localMethod: 0,
    data: 'x',
  }),
  'a link': withEntry({ name: 'link', data: '/etc/passwd', attributes: 0o120777 << 16 }),
  'two entries with the same name': withName('WORD/document.xml'),
  'entries that share their bytes': withEntry(large, { ...large, name: 'b', sharesWith: 3 }),
  'entries that overlap': overlapping,
  'an entry larger than it declares': withEntry({ ...large, declaredSize: 10 }),
  'an entry smaller than it declares': withEntry({ ...large, declaredSize: 6000 }),
  'an unknown compression': withEntry({ ...large, declaredMethod: 12 }),
});

const emptyZip = `PK\u0005\u0006${'\0'.repeat(18)}`;

/** The extra field that gives an entry a second name ([APPNOTE] 4.6.9). */
function secondName(name: string, shown: string): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(5 + shown.length, 2);
  head.writeUInt8(1, 4);
  head.writeUInt32LE(crc32(name), 5);
  return Buffer.concat([head, Buffer.from(shown)]);
}

/** Word documents that carry code. */
export const codeDocx: HostileFile[] = group('CV.docx', 'macros', {
  'a macro project': withName('word/vbaProject.bin'),
  'a macro project in capitals': withName('word/VBAPROJECT.BIN'),
  'the data of a macro project': withName('word/vbaData.xml'),
  'a renamed docm': withTypes('', macroType),
  'a renamed docm, its type in entities': withTypes('', macroType.replace('macro', '&#x6d;acr&#111;')),
  'a renamed docm, its type in UTF-16': () => craftDocx({ '[Content_Types].xml': utf16(contentTypes('', macroType)) }),
  'a renamed template with macros': withTypes('', 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml'),
  'a workbook with macros inside': withTypes(
    "<Default Extension='xlsm' ContentType='application/vnd.ms-excel.sheet.macroEnabled.12'/>",
  ),
  'a macro project of another name': withTypes(
    '<x:Override PartName="/word/a.bin" ContentType="application/vnd.ms-office.vbaProject"/>',
  ),
  'a relationship to a macro project': withRelation(relationship('vbaProject', 'a.bin', 'Internal')),
  'an ActiveX control': withName('word/activeX/activeX1.xml'),
  'a relationship to a control': withRelation(relationship('control', 'a.xml', 'Internal')),
  'ribbon handlers': withRelation(relationship('ui/extensibility', 'customUI/customUI.xml', 'Internal'), '_rels/.rels'),
  'macros in the workbook of a chart': embedded(workbook({ 'xl/vbaProject.bin': 'x' })),
});

/** Word documents that start programs. */
export const startingDocx: HostileFile[] = group('CV.docx', 'scripts', {
  'a field that starts a program': () => craftText(craftField('DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"')),
  'a field that starts a program when it is updated': () => craftText(craftField(' dde excel a')),
  'a field in several runs': () => craftText(craftField('D', 'DEA', 'UTO', ' cmd')),
  'a field in entities': () => craftText(craftField('&#68;DEAUTO cmd')),
  'a field in CDATA': () => craftText(craftField('<![CDATA[DDEAUTO cmd]]>')),
  'a field after a comment': () => craftText(craftField('<!-- a -->DDE<!-- b -->AUTO cmd')),
  'a field in one tag': () => craftText("<w:fldSimple w:instr='DDEAUTO cmd'><w:r/></w:fldSimple>"),
  'a field whose kind is another field’s result': () =>
    craftText(craftField('').replace('<w:instrText xml:space="preserve"></w:instrText>', craftField('QUOTE 68 68 69'))),
  'a field in a page header': () =>
    craftDocx({
      '[Content_Types].xml': contentTypes(
        `<Override PartName="/word/header1.xml" ContentType="${wordTypes}.header+xml"/>`,
      ),
      'word/header1.xml': `<w:hdr>${craftField('DDE a b')}</w:hdr>`,
    }),
  'a field in a page header with another ending': () =>
    craftDocx({
      '[Content_Types].xml': contentTypes(
        `<Override PartName="/word/header1.txt" ContentType="${wordTypes}.header+xml"/>`,
      ),
      'word/header1.txt': `<w:hdr>${craftField('DDE a b')}</w:hdr>`,
    }),
  'a field in UTF-16': () =>
    craftDocx({ 'word/document.xml': utf16(`<w:document>${craftField('DDE a')}</w:document>`) }),
});

const chunk = (data: string, name: string) =>
  craftDocx({
    'word/document.xml': '<w:document><w:body><w:altChunk r:id="rId1"/></w:body></w:document>',
    'word/_rels/document.xml.rels': relationships(relationship('aFChunk', name, 'Internal')),
    [`word/${name}`]: data,
  });

/** Word documents with a chunk that Word reads as another document. */
export const chunksInDocx: HostileFile[] = group('CV.docx', 'chunk', {
  'a page of HTML': () => chunk('<img src="https://example.org/a.png"><script>alert(1)</script>', 'a.html'),
  'a page of HTML that is named like a picture': () => chunk('<img src="https://example.org/a.png">', 'media/a.png'),
  'a saved page': () => chunk('MIME-Version: 1.0\nContent-Type: multipart/related\n\n', 'a.mht'),
  'a text in RTF': () => chunk('{\\rtf1\\ansi{\\object\\objautlink}}', 'a.rtf'),
  'a chunk in a page header': () =>
    craftDocx({
      '[Content_Types].xml': contentTypes(
        `<Override PartName="/word/header1.xml" ContentType="${wordTypes}.header+xml"/>`,
      ),
      'word/header1.xml': '<w:hdr><w:altChunk r:id="rId7"/></w:hdr>',
    }),
  'a chunk from the writer’s disk': () =>
    craftDocx({
      'word/document.xml': '<w:document><w:altChunk r:id="rId1"/></w:document>',
      'word/_rels/document.xml.rels': relationships(relationship('aFChunk', 'file:///C:/a.html')),
    }),
});

/** Word documents with programs in them. */
export const programsInDocx: HostileFile[] = group('CV.docx', 'embedded', {
  'a program': withEntry({ name: 'word/media/a.png', data: Buffer.concat([program, Buffer.alloc(100)]) }),
  'a Linux program': withEntry({ name: 'word/media/a.png', data: '\u007fELF\u0002\u0001\u0001' }),
  'a program by its name': withName('word/media/Rechnung.pdf.lnk'),
  'the test virus': withEntry({ name: 'word/media/eicar.com', data: eicar }),
  'an object that is a program by its name': withEntry({
    name: 'word/embeddings/oleObject1.bin',
    data: craftOle('Rechnung.pdf.exe', 'x'),
  }),
  'an object that is a program by its bytes': withEntry({
    name: 'word/embeddings/oleObject1.bin',
    data: craftOle('Rechnung.pdf', program),
  }),
  'a program in the workbook of a chart': embedded(workbook({ 'xl/a.exe': 'x' })),
  'a program in a nested document': embedded(workbook({ 'xl/embeddings/a.docx': workbook({ 'a.vbs': 'x' }) })),
});

/** Word documents that unpack to too much. */
export const bombs: HostileFile[] = group('CV.docx', 'tooLarge', {
  'more than 100 times its size': () => craftDocx({ 'word/media/a.bmp': Buffer.alloc(5_000_000) }),
  'a declared size of more than 100 times its own, with broken content': withEntry({
    name: 'word/a.xml',
    data: '\u0007'.repeat(100),
    stored: true,
    declaredMethod: 8,
    declaredSize: 5_000_000,
  }),
  'a text of more than 100 times its size that begins like a bitmap': () =>
    craftDocx({ 'word/document.xml': `BM${' '.repeat(3_000_000)}` }),
  'more than 500 MB': withEntry(
    { name: 'a', data: Buffer.alloc(6_000_000), stored: true },
    { name: 'b', data: 'x', declaredSize: 500_000_000 },
  ),
  '2,001 entries': withEntry(...Array.from({ length: 1998 }, (_, i) => ({ name: `${i}`, data: 'x', stored: true }))),
  'an entry whose size is in a missing field': withEntry({ ...large, declaredSize: 0xffffffff }),
  'a list that would fill the memory': withEntry({ name: 'a.rels', data: Buffer.alloc(2_100_000), stored: true }),
  'an embedded workbook that unpacks to more than 500 MB together with the rest': withEntry(
    {
      name: 'word/embeddings/a.xlsx',
      data: craftZip([
        { name: 'a', data: Buffer.alloc(2_100_000), stored: true },
        { name: 'b', data: 'x', declaredSize: 200_000_000 },
      ]),
      stored: true,
    },
    { name: 'word/media/a', data: Buffer.alloc(2_500_000), stored: true },
    { name: 'word/media/b', data: 'x', declaredSize: 400_000_000 },
  ),
  'the workbook of a chart that unpacks to too much': embedded(workbook({ 'xl/a.xml': ' '.repeat(3_000_000) })),
});
