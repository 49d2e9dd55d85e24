import { crc32, deflateSync } from 'node:zlib';
import type { RejectionReason } from '../inspection/rejected.ts';
import {
  contentTypes,
  craftCompound,
  craftDoc,
  craftDocx,
  craftField,
  craftForm,
  craftOdt,
  craftOle,
  craftPdf,
  craftPdfOf,
  craftText,
  craftZip,
  relationship,
  relationships,
  wordStream,
  type CraftedEntry,
} from './craft.ts';

/** A file that nobody may upload: what it tries, the name it was sent by, and why it is refused; 'ending' before its content is asked. */
export interface HostileFile {
  title: string;
  name: string;
  why: RejectionReason | 'ending';
  bytes: () => Buffer | string;
}

const group = (name: string, why: HostileFile['why'], files: Record<string, HostileFile['bytes']>): HostileFile[] =>
  Object.entries(files).map(([title, bytes]) => ({ title, name, why, bytes }));

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

/** The harmless file that every scanner takes for a virus (eicar.org), put together so that none finds it in here. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');

const wordTypes = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const macroType = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const large = { name: 'word/media/a.bin', data: 'x'.repeat(5000) };
const pdf = craftPdf();
const program = Buffer.from('MZ\u0090\0\u0003\0\0\0', 'latin1');
const workbook = (more: Record<string, string | Buffer>) =>
  craftZip([
    { name: '[Content_Types].xml', data: contentTypes() },
    ...Object.entries(more).map(([name, data]) => ({ name, data })),
  ]);
const embedded = (data: Buffer) => withEntry({ name: 'word/embeddings/Tabelle1.xlsx', data });
const packedObjects = (objects: string | Buffer, dictionary = '/Filter/FlateDecode', more = '') =>
  Buffer.from(
    craftPdfOf(
      `1 0 obj\n<</Type/ObjStm/N 1/First 4${dictionary}>>\nstream\n${deflateSync(objects).toString('latin1')}\nendstream\nendobj\n${more}`,
    ),
    'latin1',
  );
const zipAtTheEnd = (comment: string) => () =>
  Buffer.concat([Buffer.from(pdf), craftZip([{ name: 'a', data: 'x' }], { comment })]);
/** Each entry's bytes hold the next entry's header, whole and unpacked, down to one that is large. */
const quoted = () => {
  const all = craftDocx(
    {},
    Array.from({ length: 50 }, (_, i) => ({ ...large, name: `word/media/${i}.bin` })),
  );
  const end = all.subarray(-22);
  const list = all.subarray(end.readUInt32LE(16), -22);
  for (
    let at = list.lastIndexOf('word/media/0.bin') - 46;
    at >= 0 && at < list.length;
    at += 46 + list.readUInt16LE(at + 28)
  ) {
    list.writeUInt32LE(list.readUInt32LE(at + 20) + 40, at + 20);
  }
  return all;
};

/** What is no Word document, or not only one. */
export const notDocx: HostileFile[] = group('CV.docx', 'wrongContent', {
  'a PDF': () => pdf,
  'plain text': () => 'Mein Lebenslauf',
  'a page of HTML': () => '<!doctype html><html></html>',
  'a drawing': () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'a program': () => Buffer.concat([program, Buffer.alloc(500)]),
  'a program of Linux': () => '\u007fELF\u0002\u0001\u0001',
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
  'a list in UTF-16 that does not say so': withRelation(
    Buffer.from(relationship('frame', 'https://example.org'), 'utf16le'),
  ),
  'a text in UTF-16 that does not say so': () =>
    craftDocx({ 'word/document.xml': Buffer.from(`<w:p>${craftField('DDE cmd')}</w:p>`, 'utf16le') }),
  'a list that is no text': () =>
    craftDocx({ '[Content_Types].xml': Buffer.from(contentTypes('<!-- ä -->'), 'latin1') }),
  'a list with a DTD': () => craftDocx({ '[Content_Types].xml': `<!DOCTYPE x [<!ENTITY a "b">]>${contentTypes()}` }),
  'a text with a DTD': () => craftDocx({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "DDEAUTO">]><w:document/>' }),
  'a list in an odd encoding': () => craftDocx({ '[Content_Types].xml': contentTypes().replace('UTF-8', 'UTF-7') }),
  'a text in an odd encoding': () =>
    craftDocx({ 'word/document.xml': '<?xml version="1.0" encoding="UTF-7"?><w:document/>' }),
  'a list with a broken tag': withRelation("<Relationship Type=\"a/hyperlink TargetMode='External'/>"),
  'a text with a tag that does not end': () => craftDocx({ 'word/document.xml': '<w:document><w:p a="' }),
  'an odt, too': withName('META-INF/manifest.xml'),
  'a program of Java, too': withName('META-INF/MANIFEST.MF'),
  'a zip cut short': () => craftDocx().subarray(0, -30),
  'a zip cut in the middle': () => craftDocx().subarray(0, 400),
  'a zip behind a picture': () => craftDocx({}, [], { prefix: 'GIF89a', comment: '' }),
  'a zip behind a drawing': () => craftDocx({}, [], { prefix: '\u0089PNG\r\n\u001a\n', comment: '' }),
  'a zip behind a script': () => craftDocx({}, [], { prefix: '<script>alert(1)</script>', comment: '' }),
  'a zip behind a program': () => craftDocx({}, [], { prefix: 'MZ', comment: '' }),
  'a zip that is a PDF, too': () =>
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
  'a name with a letter in disguise': withName('word/%76baProject.bin'),
  'a part in pieces': withName('word/header1.xml/[0].piece'),
  'a second name for a part': withEntry({
    name: 'word/vbaProject.bin',
    data: 'x',
    extra: secondName('word/vbaProject.bin', 'word/media/a.png'),
  }),
  'a part that calls itself otherwise': withEntry({ name: 'word/media/a.bin', localName: 'word/a.docm', data: 'x' }),
  'a part that says it is packed otherwise': withEntry({ name: 'word/media/a.bin', localMethod: 0, data: 'x' }),
  'a link': withEntry({ name: 'link', data: '/etc/passwd', attributes: 0o120777 << 16 }),
  'two entries of one name': withName('WORD/document.xml'),
  'entries that share their bytes': withEntry(large, { ...large, name: 'b', sharesWith: 3 }),
  'entries that quote each other': quoted,
  'an entry larger than it says': withEntry({ ...large, declaredSize: 10 }),
  'an entry smaller than it says': withEntry({ ...large, declaredSize: 6000 }),
  'an unknown compression': withEntry({ ...large, declaredMethod: 12 }),
});

const emptyZip = `PK\u0005\u0006${'\0'.repeat(18)}`;

/** The extra field that gives an entry a further name ([APPNOTE] 4.6.9). */
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
  'a macro project in other letters': withName('word/VBAPROJECT.BIN'),
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
  'handlers of the ribbon': withRelation(
    relationship('ui/extensibility', 'customUI/customUI.xml', 'Internal'),
    '_rels/.rels',
  ),
  'a table with macros behind a chart': embedded(workbook({ 'xl/vbaProject.bin': 'x' })),
});

/** Word documents that start programs. */
export const startingDocx: HostileFile[] = group('CV.docx', 'scripts', {
  'a field that starts a program': () => craftText(craftField('DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"')),
  'a field that starts a program when asked': () => craftText(craftField(' dde excel a')),
  'a field in several runs': () => craftText(craftField('D', 'DEA', 'UTO', ' cmd')),
  'a field in entities': () => craftText(craftField('&#68;DEAUTO cmd')),
  'a field in CDATA': () => craftText(craftField('<![CDATA[DDEAUTO cmd]]>')),
  'a field behind a comment': () => craftText(craftField('<!-- a -->DDE<!-- b -->AUTO cmd')),
  'a field in one tag': () => craftText("<w:fldSimple w:instr='DDEAUTO cmd'><w:r/></w:fldSimple>"),
  'a field whose kind is another field’s result': () =>
    craftText(craftField('').replace('<w:instrText xml:space="preserve"></w:instrText>', craftField('QUOTE 68 68 69'))),
  'a field in a heading': () =>
    craftDocx({
      '[Content_Types].xml': contentTypes(
        `<Override PartName="/word/header1.xml" ContentType="${wordTypes}.header+xml"/>`,
      ),
      'word/header1.xml': `<w:hdr>${craftField('DDE a b')}</w:hdr>`,
    }),
  'a field in a heading of another ending': () =>
    craftDocx({
      '[Content_Types].xml': contentTypes(
        `<Override PartName="/word/header1.txt" ContentType="${wordTypes}.header+xml"/>`,
      ),
      'word/header1.txt': `<w:hdr>${craftField('DDE a b')}</w:hdr>`,
    }),
  'a field in UTF-16': () =>
    craftDocx({ 'word/document.xml': utf16(`<w:document>${craftField('DDE a')}</w:document>`) }),
});

/** Word documents with programs in them. */
export const programsInDocx: HostileFile[] = group('CV.docx', 'embedded', {
  'a program': withEntry({ name: 'word/media/a.png', data: Buffer.concat([program, Buffer.alloc(100)]) }),
  'a program of Linux': withEntry({ name: 'word/media/a.png', data: '\u007fELF\u0002\u0001\u0001' }),
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
  'a program behind a chart': embedded(workbook({ 'xl/a.exe': 'x' })),
  'a program in a document in the document': embedded(workbook({ 'xl/embeddings/a.docx': workbook({ 'a.vbs': 'x' }) })),
});

/** Word documents that unpack to too much. */
export const bombs: HostileFile[] = group('CV.docx', 'tooLarge', {
  'more than 100 times its size': () => craftDocx({ 'word/media/a.bmp': Buffer.alloc(5_000_000) }),
  'more than 500 MB': withEntry(
    { name: 'a', data: Buffer.alloc(6_000_000), stored: true },
    { name: 'b', data: 'x', declaredSize: 500_000_000 },
  ),
  '2,001 entries': withEntry(...Array.from({ length: 1998 }, (_, i) => ({ name: `${i}`, data: 'x', stored: true }))),
  'an entry whose size is in a field that is not there': withEntry({ ...large, declaredSize: 0xffffffff }),
  'lists that fill the memory': withEntry({ name: 'a.rels', data: Buffer.alloc(2_100_000), stored: true }),
  'a table behind a chart that is one itself': embedded(workbook({ 'xl/a.xml': ' '.repeat(3_000_000) })),
});

/** Files with a password. */
export const protectedFiles: HostileFile[] = [
  ...group('CV.docx', 'protected', {
    'a docx within an encrypted package': () => craftCompound({ '/EncryptedPackage': 'x', '/EncryptionInfo': 'x' }),
    'a docx with an encrypted part': withEntry({ name: 'a', data: 'x', flags: 1 }),
  }),
  ...group('CV.doc', 'protected', { 'a doc': () => craftDoc({}, { flags: 0x0100 }) }),
  ...group('CV.odt', 'protected', {
    'an odt': () =>
      craftOdt([
        { name: 'META-INF/manifest.xml', data: '<manifest:manifest><manifest:encryption-data/></manifest:manifest>' },
      ]),
  }),
];

/** What is no PDF, or not only one. */
export const notPdf: HostileFile[] = group('CV.pdf', 'wrongContent', {
  'a docx': () => craftDocx(),
  'a page of HTML': () => '<!doctype html><html></html>',
  'a page of HTML that holds a PDF': () => `<script>alert(1)</script>${pdf}`,
  'a drawing': () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'the test virus': () => eicar,
  'a program that holds a PDF': () => `MZ\u0090\0${pdf}`,
  'a picture that holds a PDF': () => `GIF89a${pdf}`,
  'unknown bytes that hold a PDF': () => `\u0001\u0002\0${pdf}`,
  'a text document that holds a PDF': () => `{\\rtf1 ${pdf}`,
  'a header too late': () => `${'x'.repeat(1024)}${pdf}`,
  'one that was cut short': () => pdf.slice(0, -8),
  'one that is a zip, too': zipAtTheEnd('%%EOF'),
  'one that is a zip with a long comment, too': zipAtTheEnd(`${'x'.repeat(60_000)}%%EOF`),
});

const script = '<</S/JavaScript/JS(app.alert(1))>>';
const opening = (action: string) => () => craftPdfOf('', { catalog: `/OpenAction${action}` });
const stream = (content: string) => `1 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj\n`;
const hidden = `9 0 obj\n<</OpenAction${script}>>\nendobj\n`;

/** PDFs that run script, or start or fetch something, when they are opened. */
export const activePdf: HostileFile[] = group('CV.pdf', 'scripts', {
  script: opening(script),
  'script in disguise': opening('<</S/J#61vaScript/JS(a)>>'),
  'script in disguise from its first letter on': opening('<</#53/#4aavaScript/#4aS(a)>>'),
  'script behind a comment': opening('<</S%comment\n/JavaScript%comment\n/JS(a)>>'),
  'script without a kind': opening('<</JS(a)>>'),
  'script by another object': () => craftPdf('<</OpenAction<</S 2 0 R/JS(a)>>>>', '/JavaScript'),
  'script by a chain of objects': () => craftPdf('<</OpenAction 2 0 R>>', '3 0 R', script),
  'script behind an action': opening(`<</S/GoTo/D[103 0 R/Fit]/Next[<</S/Named/N/NextPage/Next${script}>>]>>`),
  'script of a page': () => craftPdfOf('', { page: `/AA<</O${script}>>` }),
  'script of a remark that comes into sight': () =>
    craftPdfOf('', { page: `/Annots[<</Type/Annot/AA<</PV${script}>>>>]` }),
  'a list of scripts': () => craftPdfOf('', { catalog: '/Names<</JavaScript<</Names[(a)2 0 R]>>>>' }),
  'script in packed objects': () => packedObjects(`1 0 <</OpenAction${script}>>`),
  'script in packed objects that say so in disguise': () =>
    Buffer.from(
      packedObjects(`1 0 <</OpenAction${script}>>`).toString('latin1').replace('/ObjStm', '/Obj#53tm'),
      'latin1',
    ),
  'script far behind': () => craftPdf(`<</A(${' '.repeat(2_100_000)})>>`, `<</OpenAction${script}>>`),
  'script in an older definition': () => craftPdfOf(`${hidden}9 0 obj\n<<>>\nendobj\n`),
  'script that stands in a comment': () => craftPdfOf(`%${hidden.replaceAll('\n', ' ')}\n`),
  'script that stands in another stream': () => craftPdfOf(stream(hidden)),
  'script in a form that starts a program as well': () =>
    craftForm(`/OpenAction${script}`, '/AA<</O<</S/Launch/F(cmd.exe)>>>>'),
  'a program that is started': opening('<</S/Launch/F(cmd.exe)>>'),
  'a program that is started for Windows': opening('<</S/Launch/Win<</F(cmd.exe)>>>>'),
  'a program that a page starts': () => craftPdfOf('', { page: '/AA<</O<</S/Launch/F(cmd.exe)>>>>' }),
  'an address that is opened': opening('<</S/URI/URI(https://example.org)>>'),
  'a form that is sent': opening('<</S/SubmitForm/F(https://example.org)>>'),
  'a document on a server': opening('<</S/GoToR/F(\\\\\\\\server\\\\a.pdf)/D[0/Fit]>>'),
  'a document in an attachment': opening('<</S/GoToE/D[0/Fit]>>'),
  media: () => craftPdf('<</Subtype/RichMedia>>'),
});

/** PDFs that cannot be read. */
export const unreadablePdf: HostileFile[] = [
  ...group('CV.pdf', 'wrongContent', {
    'one without an object': () => '%PDF-1.7\nstartxref\n0\n%%EOF\n',
    'objects packed as pixels are': () => packedObjects('1 0 <<>>', '/Filter/FlateDecode/DecodeParms<</Predictor 12>>'),
    'script in packed objects whose packing is another object': () =>
      packedObjects(`1 0 <</OpenAction${script}>>`, '/Filter 2 0 R', '2 0 obj\n/FlateDecode\nendobj\n'),
    'packed objects that are none': () => packedObjects('1 0 >>'),
  }),
  ...group('CV.pdf', 'tooLarge', {
    'objects that unpack to too much': () => packedObjects(Buffer.alloc(101_000_000, ' ')),
    'objects that unpack to too much together': () =>
      packedObjects(
        Buffer.alloc(60_000_000, ' '),
        '/Filter/FlateDecode',
        `2 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>\nstream\n${deflateSync(Buffer.alloc(60_000_000, ' ')).toString('latin1')}\nendstream\nendobj\n`,
      ),
  }),
];

const latin = (...objects: string[]) => Buffer.from(craftPdf(...objects), 'latin1');

/** PDFs with programs in them. */
export const programsInPdf: HostileFile[] = group('CV.pdf', 'embedded', {
  'a program': () => craftPdf('<</Type/Filespec/F(Rechnung.exe)/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>'),
  'a program in UTF-16': () =>
    craftPdf('<</Type/Filespec/UF<FEFF0061002E006500780065>/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>'),
  'a program by its bytes': () =>
    latin('<</F(a.pdf)/EF<</F 2 0 R>>>>', `<</Length 8>>\nstream\n${program.toString('latin1')}\nendstream`),
  'a program that no list names': () =>
    latin(`<</Type/EmbeddedFile/Length 8>>\nstream\n${program.toString('latin1')}\nendstream`),
});

const withText = (content: string) => () =>
  craftZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true },
    { name: 'content.xml', data: `<office:document-content>${content}</office:document-content>` },
    { name: 'META-INF/manifest.xml', data: '<manifest:manifest/>' },
  ]);

/** Hostile documents of the kinds that only coaches upload. */
export const forCoaches: HostileFile[] = [
  ...group('CV.doc', 'wrongContent', {
    'an old spreadsheet': () => craftCompound({ '/Workbook': 'x' }),
    'an old spreadsheet that holds a document': () =>
      craftCompound({ '/Workbook': 'x', '/Objects/_1/WordDocument': wordStream() }),
    'a folder of the right name': () => craftCompound({ '/WordDocument/a': 'x' }),
    'a stream that is no document': () => craftCompound({ '/WordDocument': 'x'.repeat(5000) }),
    'a docx': () => craftDocx(),
    'a page of HTML': () => '<html><script>alert(1)</script></html>',
    'a text in RTF': () => '{\\rtf1\\ansi}',
    'one that is a zip, too': () => Buffer.concat([craftDoc(), craftZip([{ name: 'a.class', data: 'x' }])]),
    'one that was cut short': () => craftDoc().subarray(0, 1024),
    'a header alone': () => craftDoc().subarray(0, 512),
  }),
  ...group('CV.doc', 'macros', {
    macros: () => craftDoc({ '/Macros/VBA/dir': 'x' }),
    'a project deeper inside': () => craftDoc({ '/ObjectPool/_1/_VBA_PROJECT': 'x' }),
  }),
  ...group('CV.doc', 'embedded', {
    'a program': () => craftDoc({ '/ObjectPool/_1/\u0001Ole10Native': 'x\0Rechnung.pdf.exe\0' }),
  }),
  ...group('CV.doc', 'scripts', {
    'a field that starts a program': () => craftDoc({}, { text: '\u0013 DDEAUTO cmd "/c calc" \u0014' }),
  }),
  ...group('CV.doc', 'linked', {
    'a template from the web': () => craftDoc({}, { text: 'https://example.org/a.dotm' }),
  }),
  ...group('CV.odt', 'wrongContent', {
    'a docx': () => craftDocx(),
    'a spreadsheet': () => craftOdt([], 'application/vnd.oasis.opendocument.spreadsheet'),
    'one without a text': () => craftZip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' }]),
    'a docx, too': () => craftOdt([{ name: 'word/document.xml', data: 'x' }]),
  }),
  ...group('CV.odt', 'macros', {
    macros: () => craftOdt([{ name: 'Basic/Standard/Module1.xml', data: '<script:module/>' }]),
    scripts: () => craftOdt([{ name: 'Scripts/python/a.py', data: 'x' }]),
    'a handler': withText(
      '<office:event-listeners><script:event-listener xlink:href="vnd.sun.star.script:a"/></office:event-listeners>',
    ),
  }),
  ...group('CV.odt', 'scripts', {
    'a source of data': withText('<office:dde-source office:dde-application="soffice"/>'),
  }),
  ...group('CV.odt', 'embedded', { 'a program': () => craftOdt([{ name: 'Object 1', data: craftOle('a.exe', 'x') }]) }),
];

const named = (...names: string[]): HostileFile[] =>
  names.map((name) => ({ title: JSON.stringify(name), name, why: 'ending', bytes: () => craftDocx() }));

/** Endings that nobody may upload, in disguise or not. */
export const wrongNames: HostileFile[] = [
  ...named('CV.docm', 'CV.dotm', 'CV.docx.exe', 'CV.docx.', 'CV', 'CV.svg', 'CV.html', 'CV.zip', 'CV.rtf', 'CV.xhtml'),
  ...named('Lebenslauf\u202Excod.exe', 'CV.docx\0.exe', 'CV.docx\r\n.js', 'CV.exe\u200B', '..\\..\\CV.docx\\cmd.bat'),
  ...named('CV.docx:evil.exe', 'CV.dоcx', `${'x'.repeat(300)}.exe`),
  ...group('CV.docx', 'empty', { 'an empty file': () => '' }),
];

/** All of them. */
export const hostileFiles: HostileFile[] = [
  ...notDocx,
  ...codeDocx,
  ...startingDocx,
  ...programsInDocx,
  ...bombs,
  ...protectedFiles,
  ...notPdf,
  ...activePdf,
  ...unreadablePdf,
  ...programsInPdf,
  ...forCoaches,
  ...wrongNames,
];
