import { crc32 } from 'node:zlib';
import {
  craftContentTypes,
  craftDoc,
  craftDocx,
  craftField,
  craftOdt,
  craftOle,
  craftPdf,
  craftText,
  craftZip,
  craftRelationship,
  craftRelationships,
  type CraftedEntry,
} from './craft.ts';
import { eicar, createHostileFiles, program, type HostileFile } from './hostile-file.ts';

const settingsRelationships = 'word/_rels/settings.xml.rels';
const withRelationship =
  (content: string | Buffer, part = settingsRelationships) =>
  () =>
    craftDocx({ [part]: typeof content === 'string' ? craftRelationships(content) : content });
const withContentTypes = (more: string, main?: string) => () =>
  craftDocx({ '[Content_Types].xml': craftContentTypes(more, main) });
const withEntry =
  (...more: CraftedEntry[]) =>
  () =>
    craftDocx({}, more);
const withEntryNamed = (name: string) => withEntry({ name, data: 'x' });
const toUtf16 = (xml: string) => Buffer.from(`\uFEFF${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le');

const wordTypePrefix = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const macroType = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const largeEntry = { name: 'word/media/a.bin', data: 'x'.repeat(5000) };

const pdf = craftPdf();

const craftWorkbook = (more: Record<string, string | Buffer>) =>
  craftZip([
    { name: '[Content_Types].xml', data: craftContentTypes() },
    ...Object.entries(more).map(([name, data]) => ({ name, data })),
  ]);
const withWorkbook = (data: Buffer) => withEntry({ name: 'word/embeddings/Tabelle1.xlsx', data });

/** Builds a docx whose entries overlap: the bytes of each entry include the header of the next one. */
const craftOverlapping = () => {
  const docx = craftDocx(
    {},
    Array.from({ length: 50 }, (_, i) => ({ ...largeEntry, name: `word/media/${i}.bin` })),
  );
  const end = docx.subarray(-22);
  const directory = docx.subarray(end.readUInt32LE(16), -22);
  // Adds 40 bytes, less than the length of a header, to the compressed size that the directory declares for each entry.
  for (
    let at = directory.lastIndexOf('word/media/0.bin') - 46;
    at >= 0 && at < directory.length;
    at += 46 + directory.readUInt16LE(at + 28)
  ) {
    directory.writeUInt32LE(directory.readUInt32LE(at + 20) + 40, at + 20);
  }
  return docx;
};

/** Files that are not Word documents, or that could also be read as something else. */
export const nonDocxFiles: HostileFile[] = createHostileFiles('CV.docx', 'wrongContent', {
  'a PDF': () => pdf,
  'plain text': () => 'Mein Lebenslauf',
  'an HTML page': () => '<!doctype html><html></html>',
  'an SVG drawing': () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'a Windows program': () => Buffer.concat([program, Buffer.alloc(500)]),
  'a Linux program': () => '\u007fELF\u0002\u0001\u0001',
  'an RTF text': () => '{\\rtf1\\ansi{\\object\\objautlink}}',
  'a mail that Word opens': () => 'MIME-Version: 1.0\nContent-Type: multipart/related\n\n',
  'the test virus': () => eicar,
  'an odt': () => craftOdt(),
  'a doc': () => craftDoc(),
  'a zip without the main part': () => craftDocx({ 'word/document.xml': null }),
  'a zip without content types': () => craftDocx({ '[Content_Types].xml': null }),
  'a spreadsheet': withContentTypes('', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
  'a template': withContentTypes('', `${wordTypePrefix}.template.main+xml`),
  'a Word content type inside an XML comment': () =>
    craftDocx({ '[Content_Types].xml': `<!--${craftContentTypes()}--><Types/>` }),
  'relationships in UTF-16 without a byte order mark': withRelationship(
    Buffer.from(craftRelationship('frame', 'https://example.org'), 'utf16le'),
  ),
  'a text in UTF-16 without a byte order mark': () =>
    craftDocx({ 'word/document.xml': Buffer.from(`<w:p>${craftField('DDE cmd')}</w:p>`, 'utf16le') }),
  'content types that are not valid UTF-8': () =>
    craftDocx({ '[Content_Types].xml': Buffer.from(craftContentTypes('<!-- ä -->'), 'latin1') }),
  'content types with a DTD': () =>
    craftDocx({ '[Content_Types].xml': `<!DOCTYPE x [<!ENTITY a "b">]>${craftContentTypes()}` }),
  'a text with a DTD': () => craftDocx({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "DDEAUTO">]><w:document/>' }),
  'content types in UTF-7': () => craftDocx({ '[Content_Types].xml': craftContentTypes().replace('UTF-8', 'UTF-7') }),
  'a text in UTF-7': () => craftDocx({ 'word/document.xml': '<?xml version="1.0" encoding="UTF-7"?><w:document/>' }),
  'relationships with a broken tag': withRelationship("<Relationship Type=\"a/hyperlink TargetMode='External'/>"),
  'a text with a tag that does not end': () => craftDocx({ 'word/document.xml': '<w:document><w:p a="' }),
  'a docx that is also an odt': withEntryNamed('META-INF/manifest.xml'),
  'a docx that is also a Java program': withEntryNamed('META-INF/MANIFEST.MF'),
  'a zip without its end': () => craftDocx().subarray(0, -30),
  'a zip that is cut off in the middle': () => craftDocx().subarray(0, 400),
  'a zip after the start of a GIF': () => craftDocx({}, [], { prefix: 'GIF89a', comment: '' }),
  'a zip after the start of a PNG': () => craftDocx({}, [], { prefix: '\u0089PNG\r\n\u001a\n', comment: '' }),
  'a zip after a script': () => craftDocx({}, [], { prefix: '<script>alert(1)</script>', comment: '' }),
  'a zip after the start of a program': () => craftDocx({}, [], { prefix: 'MZ', comment: '' }),
  'a zip that is also a PDF': () =>
    craftZip([
      { name: 'a', data: pdf, stored: true },
      { name: 'word/document.xml', data: '<w:document/>' },
    ]),
  'a zip in the comment of another zip': () => craftDocx({}, [], { prefix: '', comment: emptyZip }),
  'a part name that leads out of its folder': withEntryNamed('../../evil'),
  'a part name with backslashes that leads out of its folder': withEntryNamed('..\\evil'),
  'an absolute part name': withEntryNamed('/etc/passwd'),
  'a part name with a drive letter': withEntryNamed('C:/evil'),
  'a part name with a control character': withEntryNamed('word/a\0.xml'),
  'a part name with an escaped letter': withEntryNamed('word/%76baProject.bin'),
  'a part that is split into pieces': withEntryNamed('word/header1.xml/[0].piece'),
  'a second name for a part': withEntry({
    name: 'word/vbaProject.bin',
    data: 'x',
    extra: craftSecondName('word/vbaProject.bin', 'word/media/a.png'),
  }),
  'a part whose own header has a different name': withEntry({
    name: 'word/media/a.bin',
    localName: 'word/a.docm',
    data: 'x',
  }),
  'a part whose own header has a different compression': withEntry({
    name: 'word/media/a.bin',
    localMethod: 0,
    data: 'x',
  }),
  'a symbolic link': withEntry({ name: 'link', data: '/etc/passwd', attributes: 0o120777 << 16 }),
  'two entries with the same name': withEntryNamed('WORD/document.xml'),
  'entries that share their bytes': withEntry(largeEntry, { ...largeEntry, name: 'b', sharesWith: 3 }),
  'entries that overlap': craftOverlapping,
  'an entry that is larger than it declares': withEntry({ ...largeEntry, declaredSize: 10 }),
  'an entry that is smaller than it declares': withEntry({ ...largeEntry, declaredSize: 6000 }),
  'an unknown compression': withEntry({ ...largeEntry, declaredMethod: 12 }),
});

const emptyZip = `PK\u0005\u0006${'\0'.repeat(18)}`;

/** Builds the extra field that gives an entry a second name (section 4.6.9 of PKWARE's zip specification). */
function craftSecondName(name: string, secondName: string): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(5 + secondName.length, 2);
  head.writeUInt8(1, 4);
  head.writeUInt32LE(crc32(name), 5);
  return Buffer.concat([head, Buffer.from(secondName)]);
}

/** Word documents that contain macros, controls or event handlers. */
export const macrosInDocx: HostileFile[] = createHostileFiles('CV.docx', 'macros', {
  'a macro project': withEntryNamed('word/vbaProject.bin'),
  'a macro project in capitals': withEntryNamed('word/VBAPROJECT.BIN'),
  'the data of a macro project': withEntryNamed('word/vbaData.xml'),
  'a renamed docm': withContentTypes('', macroType),
  'a renamed docm whose content type contains entities': withContentTypes(
    '',
    macroType.replace('macro', '&#x6d;acr&#111;'),
  ),
  'a renamed docm whose content types are in UTF-16': () =>
    craftDocx({ '[Content_Types].xml': toUtf16(craftContentTypes('', macroType)) }),
  'a renamed template with macros': withContentTypes(
    '',
    'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
  ),
  'an embedded workbook with macros': withContentTypes(
    "<Default Extension='xlsm' ContentType='application/vnd.ms-excel.sheet.macroEnabled.12'/>",
  ),
  'a macro project with an unusual name': withContentTypes(
    '<x:Override PartName="/word/a.bin" ContentType="application/vnd.ms-office.vbaProject"/>',
  ),
  'a relationship to a macro project': withRelationship(craftRelationship('vbaProject', 'a.bin', 'Internal')),
  'an ActiveX control': withEntryNamed('word/activeX/activeX1.xml'),
  'a relationship to an ActiveX control': withRelationship(craftRelationship('control', 'a.xml', 'Internal')),
  'ribbon handlers': withRelationship(
    craftRelationship('ui/extensibility', 'customUI/customUI.xml', 'Internal'),
    '_rels/.rels',
  ),
  'macros in the workbook of a chart': withWorkbook(craftWorkbook({ 'xl/vbaProject.bin': 'x' })),
});

/** Word documents with fields that start programs. */
export const programFieldsInDocx: HostileFile[] = createHostileFiles('CV.docx', 'scripts', {
  'a field that starts a program': () => craftText(craftField('DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"')),
  'a field that starts a program when it is updated': () => craftText(craftField(' dde excel a')),
  'a field whose code is split into several runs': () => craftText(craftField('D', 'DEA', 'UTO', ' cmd')),
  'a field whose code contains an entity': () => craftText(craftField('&#68;DEAUTO cmd')),
  'a field whose code is in CDATA': () => craftText(craftField('<![CDATA[DDEAUTO cmd]]>')),
  'a field whose code contains comments': () => craftText(craftField('<!-- a -->DDE<!-- b -->AUTO cmd')),
  'a field that consists of one tag': () => craftText("<w:fldSimple w:instr='DDEAUTO cmd'><w:r/></w:fldSimple>"),
  'a field whose kind is another field’s result': () =>
    craftText(craftField('').replace('<w:instrText xml:space="preserve"></w:instrText>', craftField('QUOTE 68 68 69'))),
  'a field in a page header': () =>
    craftDocx({
      '[Content_Types].xml': craftContentTypes(
        `<Override PartName="/word/header1.xml" ContentType="${wordTypePrefix}.header+xml"/>`,
      ),
      'word/header1.xml': `<w:hdr>${craftField('DDE a b')}</w:hdr>`,
    }),
  'a field in a page header whose part has an unusual extension': () =>
    craftDocx({
      '[Content_Types].xml': craftContentTypes(
        `<Override PartName="/word/header1.txt" ContentType="${wordTypePrefix}.header+xml"/>`,
      ),
      'word/header1.txt': `<w:hdr>${craftField('DDE a b')}</w:hdr>`,
    }),
  'a field in a text in UTF-16': () =>
    craftDocx({ 'word/document.xml': toUtf16(`<w:document>${craftField('DDE a')}</w:document>`) }),
});

const withChunk = (data: string, name: string) => () =>
  craftDocx({
    'word/document.xml': '<w:document><w:body><w:altChunk r:id="rId1"/></w:body></w:document>',
    'word/_rels/document.xml.rels': craftRelationships(craftRelationship('aFChunk', name, 'Internal')),
    [`word/${name}`]: data,
  });

/** Word documents that take part of their text from another document (altChunk). */
export const chunksInDocx: HostileFile[] = createHostileFiles('CV.docx', 'embeddedDocument', {
  'an HTML page': withChunk('<img src="https://example.org/a.png"><script>alert(1)</script>', 'a.html'),
  'an HTML page that is named like a picture': withChunk('<img src="https://example.org/a.png">', 'media/a.png'),
  'a saved web page': withChunk('MIME-Version: 1.0\nContent-Type: multipart/related\n\n', 'a.mht'),
  'an RTF text': withChunk('{\\rtf1\\ansi{\\object\\objautlink}}', 'a.rtf'),
  'a document in a page header': () =>
    craftDocx({
      '[Content_Types].xml': craftContentTypes(
        `<Override PartName="/word/header1.xml" ContentType="${wordTypePrefix}.header+xml"/>`,
      ),
      'word/header1.xml': '<w:hdr><w:altChunk r:id="rId7"/></w:hdr>',
    }),
  'an HTML page on the writer’s disk': () =>
    craftDocx({
      'word/document.xml': '<w:document><w:altChunk r:id="rId1"/></w:document>',
      'word/_rels/document.xml.rels': craftRelationships(craftRelationship('aFChunk', 'file:///C:/a.html')),
    }),
});

/** Word documents that contain programs. */
export const programsInDocx: HostileFile[] = createHostileFiles('CV.docx', 'embedded', {
  'a Windows program': withEntry({ name: 'word/media/a.png', data: Buffer.concat([program, Buffer.alloc(100)]) }),
  'a Linux program': withEntry({ name: 'word/media/a.png', data: '\u007fELF\u0002\u0001\u0001' }),
  'a program, according to its name': withEntryNamed('word/media/Rechnung.pdf.lnk'),
  'the test virus': withEntry({ name: 'word/media/eicar.com', data: eicar }),
  'an embedded object that is a program, according to its name': withEntry({
    name: 'word/embeddings/oleObject1.bin',
    data: craftOle('Rechnung.pdf.exe', 'x'),
  }),
  'an embedded object that is a program, according to its bytes': withEntry({
    name: 'word/embeddings/oleObject1.bin',
    data: craftOle('Rechnung.pdf', program),
  }),
  'a program in the workbook of a chart': withWorkbook(craftWorkbook({ 'xl/a.exe': 'x' })),
  'a program in a nested document': withWorkbook(
    craftWorkbook({ 'xl/embeddings/a.docx': craftWorkbook({ 'a.vbs': 'x' }) }),
  ),
});

/** Word documents whose unpacked size is too large. */
export const bombs: HostileFile[] = createHostileFiles('CV.docx', 'tooLarge', {
  'a part that unpacks to more than 100 times the size of the file': () =>
    craftDocx({ 'word/media/a.bmp': Buffer.alloc(5_000_000) }),
  'an entry that declares more than 100 times the size of the file and has broken content': withEntry({
    name: 'word/a.xml',
    data: '\u0007'.repeat(100),
    stored: true,
    declaredMethod: 8,
    declaredSize: 5_000_000,
  }),
  'an XML part that unpacks to more than 100 times the size of the file and begins like a bitmap': () =>
    craftDocx({ 'word/document.xml': `BM${' '.repeat(3_000_000)}` }),
  'entries that together declare more than 500 MB': withEntry(
    { name: 'a', data: Buffer.alloc(6_000_000), stored: true },
    { name: 'b', data: 'x', declaredSize: 500_000_000 },
  ),
  '2,001 entries': withEntry(...Array.from({ length: 1998 }, (_, i) => ({ name: `${i}`, data: 'x', stored: true }))),
  'an entry whose size should be in an extra field, which is missing': withEntry({
    ...largeEntry,
    declaredSize: 0xffffffff,
  }),
  'relationships that are too large to be read into memory': withEntry({
    name: 'a.rels',
    data: Buffer.alloc(2_100_000),
    stored: true,
  }),
  'an embedded workbook that declares more than 500 MB together with the document': withEntry(
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
  'the workbook of a chart that unpacks to more than 100 times its size': withWorkbook(
    craftWorkbook({ 'xl/a.xml': ' '.repeat(3_000_000) }),
  ),
});
