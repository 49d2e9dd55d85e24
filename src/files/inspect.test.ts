import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import CFB from 'cfb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectFile, type Ending } from './inspect.ts';
import { contentTypes, craftDocx, craftOdt, craftZip, relationship, relationships } from './testdata/craft.ts';

const all: readonly Ending[] = ['doc', 'docx', 'odt', 'pdf'];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Looks at the bytes in memory and on disk, which must agree; answers 'ok' or the message. */
async function judge(name: string, content: Buffer | string): Promise<string> {
  const bytes = Buffer.from(content);
  const path = join(folder, 'upload.part');
  await writeFile(path, bytes);
  const onDisk = await inspectFile({ name, path, allowed: all });
  expect(await inspectFile({ name, bytes, allowed: all })).toEqual(onDisk);
  return onDisk.ok ? 'ok' : onDisk.message;
}

const notDocx = '„CV.docx“ ist keine Word-Datei (docx).';
const macros = (name: string) => `„${name}“ enthält Makros. Bitte speichere die Datei ohne Makros.`;
const locked = (name: string) => `„${name}“ ist mit einem Kennwort geschützt. Bitte entferne den Schutz.`;
const linked = '„CV.docx“ lädt fremde Vorlagen oder Objekte nach. Bitte entferne die Verknüpfung.';
const tooLarge = '„CV.docx“ ist entpackt zu groß.';

const documents = fileURLToPath(new URL('testdata/documents/', import.meta.url));
const real = readdirSync(documents);
const oneDocument = readFileSync(join(documents, 'single-paragraph.docx'));

test('there are 17 documents of real word processors to try', () => {
  expect(real).toHaveLength(17);
});

test.each(real)('%s is taken', async (name) => {
  expect(await judge(name, readFileSync(join(documents, name)))).toBe('ok');
});

const settings = 'word/_rels/settings.xml.rels';
const withRelation = (inner: string | Buffer, part = settings) =>
  craftDocx({ [part]: typeof inner === 'string' ? relationships(inner) : inner });

test.each<[string, Buffer]>([
  ['a small one', craftDocx()],
  [
    'links and linked pictures',
    withRelation(relationship('hyperlink', 'https://example.org') + relationship('image', 'https://example.org/a.png')),
  ],
  [
    'a template on the own disk',
    withRelation(relationship('attachedTemplate', 'file:///C:\\Users\\Ida\\Vorlagen\\Moderner%20Lebenslauf.dotx')),
  ],
  ['a template on a Mac', withRelation(relationship('attachedTemplate', 'file:///Users/ida/Library/Lebenslauf.dotx'))],
  ['the normal template', withRelation(relationship('attachedTemplate', 'Normal.dotm'))],
  ['an object inside', withRelation(relationship('oleObject', 'embeddings/oleObject1.bin', 'Internal'))],
  [
    'lists in UTF-16',
    craftDocx({ '[Content_Types].xml': Buffer.from(`\uFEFF${contentTypes().replace('UTF-8', 'UTF-16')}`, 'utf16le') }),
  ],
  [
    '2,000 entries',
    craftDocx(
      {},
      Array.from({ length: 1997 }, (_, i) => ({ name: `word/media/${i}.png`, data: 'x', stored: true })),
    ),
  ],
  ['a comment in a list', craftDocx({ '[Content_Types].xml': contentTypes('<!-- <Default Extension="xlsm"/> -->') })],
  ['a comment at the end', craftDocx({}, [], { prefix: '', comment: 'gepackt' })],
])('a docx with %s is taken', async (_, bytes) => {
  expect(await judge('CV.docx', bytes)).toBe('ok');
});

describe('what is no docx is refused', () => {
  const entry = { name: 'word/media/a.bin', data: 'x'.repeat(5000) };
  test.each<[string, Buffer | string]>([
    ['a PDF', '%PDF-1.7\n%%EOF'],
    ['plain text', 'Mein Lebenslauf'],
    ['a page of HTML', '<!doctype html><html></html>'],
    ['an odt', craftOdt()],
    ['an old doc', compound({ '/WordDocument': 'x' })],
    ['a zip without the document', craftDocx({ 'word/document.xml': null })],
    ['a zip without the list of types', craftDocx({ '[Content_Types].xml': null })],
    [
      'a spreadsheet',
      craftDocx({
        '[Content_Types].xml': contentTypes(
          '',
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
        ),
      }),
    ],
    [
      'a template',
      craftDocx({
        '[Content_Types].xml': contentTypes(
          '',
          'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
        ),
      }),
    ],
    ['a document type in a comment', craftDocx({ '[Content_Types].xml': `<!--${contentTypes()}--><Types/>` })],
    [
      'a list in UTF-16 that does not say so',
      withRelation(Buffer.from(relationship('frame', 'https://example.org'), 'utf16le')),
    ],
    ['a list that is no text', craftDocx({ '[Content_Types].xml': Buffer.from(contentTypes('<!-- ä -->'), 'latin1') })],
    ['a list with a DTD', craftDocx({ '[Content_Types].xml': `<!DOCTYPE x [<!ENTITY a "b">]>${contentTypes()}` })],
    ['a list in an odd encoding', craftDocx({ '[Content_Types].xml': contentTypes().replace('UTF-8', 'UTF-7') })],
    ['a list with a broken tag', withRelation("<Relationship Type=\"a/hyperlink TargetMode='External'/>")],
    ['a zip cut short', oneDocument.subarray(0, -30)],
    ['a zip cut in the middle', oneDocument.subarray(0, oneDocument.length / 2)],
    ['a zip behind a picture', craftDocx({}, [], { prefix: 'GIF89a', comment: '' })],
    ['a name that leaves its folder', craftDocx({}, [{ name: '../../evil', data: 'x' }])],
    ['a name with backslashes that leaves its folder', craftDocx({}, [{ name: '..\\evil', data: 'x' }])],
    ['an absolute name', craftDocx({}, [{ name: '/etc/passwd', data: 'x' }])],
    ['a name on a drive', craftDocx({}, [{ name: 'C:/evil', data: 'x' }])],
    ['a name with a control character', craftDocx({}, [{ name: 'word/a\0.xml', data: 'x' }])],
    ['a link', craftDocx({}, [{ name: 'link', data: '/etc/passwd', attributes: 0o120777 << 16 }])],
    ['two entries of one name', craftDocx({}, [{ name: 'WORD/document.xml', data: 'x' }])],
    ['entries that share their bytes', craftDocx({}, [entry, { ...entry, name: 'b', sharesWith: 3 }])],
    ['an entry larger than it says', craftDocx({}, [{ ...entry, declaredSize: 10 }])],
    ['an entry smaller than it says', craftDocx({}, [{ ...entry, declaredSize: 6000 }])],
    ['an unknown compression', craftDocx({}, [{ ...entry, declaredMethod: 12 }])],
  ])('%s', async (_, bytes) => {
    expect(await judge('CV.docx', bytes)).toBe(notDocx);
  });

  test('an empty file', async () => {
    expect(await judge('CV.docx', '')).toBe('„CV.docx“ ist leer.');
  });
});

describe('a docx that carries code is refused', () => {
  const macroType = 'application/vnd.ms-word.document.macroEnabled.main+xml';
  const withTypes = (more: string) => craftDocx({ '[Content_Types].xml': contentTypes(more) });
  test.each<[string, Buffer]>([
    ['a macro project', craftDocx({ 'word/vbaProject.bin': 'x' })],
    ['a macro project in other letters', craftDocx({ 'word/VBAPROJECT.BIN': 'x' })],
    ['a renamed docm', craftDocx({ '[Content_Types].xml': contentTypes('', macroType) })],
    [
      'a renamed docm, its type in entities',
      craftDocx({ '[Content_Types].xml': contentTypes('', macroType.replace('macro', '&#x6d;acr&#111;')) }),
    ],
    [
      'a renamed docm, its type in UTF-16',
      craftDocx({
        '[Content_Types].xml': Buffer.from(
          `\uFEFF${contentTypes('', macroType).replace('UTF-8', 'UTF-16')}`,
          'utf16le',
        ),
      }),
    ],
    [
      'a workbook with macros inside',
      withTypes("<Default Extension='xlsm' ContentType='application/vnd.ms-excel.sheet.macroEnabled.12'/>"),
    ],
    [
      'a macro project of another name',
      withTypes('<x:Override PartName="/word/a.bin" ContentType="application/vnd.ms-office.vbaProject"/>'),
    ],
    ['a relationship to a macro project', withRelation(relationship('vbaProject', 'a.bin', 'Internal'))],
    ['an ActiveX control', craftDocx({ 'word/activeX/activeX1.xml': 'x' })],
    ['a relationship to a control', withRelation(relationship('control', 'a.xml', 'Internal'))],
  ])('%s', async (_, bytes) => {
    expect(await judge('CV.docx', bytes)).toBe(macros('CV.docx'));
  });
});

describe('a docx that fetches foreign templates or objects is refused', () => {
  const template = relationship('attachedTemplate', 'https://example.org/a.dotm');
  test.each<[string, Buffer]>([
    ['a template from the web', withRelation(template)],
    ['in the relationships of another part', withRelation(template, 'word/_rels/header1.xml.rels')],
    ['a template on a server', withRelation(relationship('attachedTemplate', '\\\\server\\share\\a.dotm'))],
    ['a template at a file address', withRelation(relationship('attachedTemplate', 'file://server/a.dotm'))],
    [
      'a template at a file address with too many slashes',
      withRelation(relationship('attachedTemplate', 'file:////server/a.dotm')),
    ],
    [
      'a template at a file address in disguise',
      withRelation(relationship('attachedTemplate', 'file:///%5C%5Cserver/a.dotm')),
    ],
    ['an object', withRelation(relationship('oleObject', 'file:///C:\\a.xlsx'))],
    ['a frame', withRelation(relationship('frame', 'https://example.org'))],
    ['a subdocument', withRelation(relationship('subDocument', 'https://example.org/a.docx'))],
    ['other letters', withRelation(template.replace('"External"', '"EXTERNAL"'))],
    ['entities', withRelation(template.replace('"External"', '"&#69;xternal"'))],
    ['an angle bracket before it', withRelation(template.replace('Id="rId1"', 'Id=">"'))],
    ['single quotes and a prefix', withRelation(template.replaceAll('"', "'").replace('<R', '<r:R'))],
    ['line breaks', withRelation(template.replaceAll(' ', '\n').replace('TargetMode=', 'TargetMode\t= '))],
    [
      'the strict format',
      withRelation(
        template.replace('schemas.openxmlformats.org/officeDocument/2006', 'purl.oclc.org/ooxml/officeDocument'),
      ),
    ],
  ])('%s', async (_, bytes) => {
    expect(await judge('CV.docx', bytes)).toBe(linked);
  });
});

describe('a docx that unpacks to too much is refused', () => {
  test.each<[string, () => Buffer]>([
    ['more than 100 times its size', () => craftDocx({ 'word/media/a.bmp': Buffer.alloc(5_000_000) })],
    [
      'more than 500 MB',
      () =>
        craftDocx({}, [
          { name: 'a', data: Buffer.alloc(6_000_000), stored: true },
          { name: 'b', data: 'x', declaredSize: 500_000_000 },
        ]),
    ],
    [
      '2,001 entries',
      () =>
        craftDocx(
          {},
          Array.from({ length: 1998 }, (_, i) => ({ name: `${i}`, data: 'x', stored: true })),
        ),
    ],
    [
      'lists that fill the memory',
      () => craftDocx({}, [{ name: 'a.rels', data: Buffer.alloc(2_100_000), stored: true }]),
    ],
  ])('%s', async (_, craft) => {
    expect(await judge('CV.docx', craft())).toBe(tooLarge);
  });
});

test.each<[string, string]>([
  ['comments that do not end', '<!--'.repeat(490_000)],
  ['tags that do not end', '<Relationship '.repeat(140_000)],
  ['quotes that do not end', '<Relationship a="'.repeat(115_000)],
  ['a tag that is one long word', `<Relationship ${'a'.repeat(1_900_000)}/>`],
  ['a tag of names without values', `<Relationship ${'a = '.repeat(490_000)}/>`],
  ['prefixes', '<a:'.repeat(650_000)],
])('a list made to keep a search busy costs no time: %s', async (_, list) => {
  const started = performance.now();
  await inspectFile({
    name: 'CV.docx',
    bytes: craftDocx({}, [{ name: 'a.rels', data: list, stored: true }]),
    allowed: all,
  });
  expect(performance.now() - started).toBeLessThan(2000);
});

test('a docx with a password is refused, and the message says why', async () => {
  expect(await judge('CV.docx', compound({ '/EncryptedPackage': 'x', '/EncryptionInfo': 'x' }))).toBe(
    locked('CV.docx'),
  );
  expect(await judge('CV.docx', craftDocx({}, [{ name: 'a', data: 'x', flags: 1 }]))).toBe(locked('CV.docx'));
});

describe('pdf', () => {
  const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n';
  const zipAtTheEnd = (comment: string) =>
    Buffer.concat([Buffer.from(pdf), craftZip([{ name: 'a', data: 'x' }], { comment })]);
  test.each<[string, Buffer | string]>([
    ['a plain one', pdf],
    ['one behind some lines of a mail', `Received: by mail\r\n\r\n${pdf}`],
    ['one with zeros behind it', pdf + '\0'.repeat(900)],
    ['one with zip bytes inside', pdf.replace('<<>>', `PK\u0005\u0006${'\0'.repeat(40)}`)],
  ])('%s is taken', async (_, bytes) => {
    expect(await judge('CV.pdf', bytes)).toBe('ok');
  });

  test.each<[string, Buffer | string]>([
    ['a docx', craftDocx()],
    ['a page of HTML', '<!doctype html><html></html>'],
    ['a page of HTML that holds a PDF', `<script>alert(1)</script>${pdf}`],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a program that holds a PDF', `MZ\u0090\0${pdf}`],
    ['unknown bytes that hold a PDF', `\u0001\u0002\0${pdf}`],
    ['a text document that holds a PDF', `{\\rtf1 ${pdf}`],
    ['a header too late', `${'x'.repeat(1024)}${pdf}`],
    ['one that was cut short', pdf.slice(0, -8)],
    ['one that is a zip, too', zipAtTheEnd('%%EOF')],
    ['one that is a zip with a long comment, too', zipAtTheEnd(`${'x'.repeat(60_000)}%%EOF`)],
  ])('%s is refused', async (_, bytes) => {
    expect(await judge('CV.pdf', bytes)).toBe('„CV.pdf“ ist keine PDF-Datei.');
  });
});

/** A compound file as a real library writes it. */
function compound(streams: Record<string, string>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) CFB.utils.cfb_add(file, path, Buffer.from(content));
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

describe('doc', () => {
  const doc = compound({ '/WordDocument': 'x'.repeat(5000), '/1Table': 'x', '/ObjectPool/_1/Ole': 'x' });

  test('a plain one is taken, whichever way its directory leans', async () => {
    expect(await judge('CV.doc', doc)).toBe('ok');
    expect(await judge('CV.doc', mirrored(doc))).toBe('ok');
  });

  test.each<[string, Buffer]>([
    ['an old spreadsheet', compound({ '/Workbook': 'x' })],
    ['an old spreadsheet that holds a document', compound({ '/Workbook': 'x', '/Objects/_1/WordDocument': 'x' })],
    ['a folder of the right name', compound({ '/WordDocument/a': 'x' })],
    ['a docx', craftDocx()],
    ['one that was cut short', doc.subarray(0, 1024)],
    ['a header alone', doc.subarray(0, 512)],
    ['one whose directory runs in a circle', inACircle(doc)],
    ['one whose tables run in a circle', patched(patched(doc, 68, 0), 1020, 0)],
    ['one of an unknown version', patched(doc, 26, 7)],
  ])('%s is refused', async (_, bytes) => {
    expect(await judge('CV.doc', bytes)).toBe('„CV.doc“ ist keine Word-Datei (doc).');
  });

  test.each<[string, Record<string, string>]>([
    ['macros', { '/Macros/VBA/dir': 'x' }],
    ['a project deeper inside', { '/ObjectPool/_1/_VBA_PROJECT': 'x' }],
  ])('one with %s is refused', async (_, streams) => {
    expect(await judge('CV.doc', compound({ '/WordDocument': 'x', ...streams }))).toBe(macros('CV.doc'));
  });
});

function patched(file: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(value, at);
  return copy;
}

/** Swaps the left and right neighbours of all entries of the directory. */
function mirrored(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  for (let at = (file.readUInt32LE(48) + 1) * 512; (file[at + 66] ?? 0) > 0; at += 128) {
    copy.writeUInt32LE(file.readUInt32LE(at + 68), at + 72);
    copy.writeUInt32LE(file.readUInt32LE(at + 72), at + 68);
  }
  return copy;
}

/** Lets the directory's first sector follow itself, in a table that has its place at byte 76 of the header. */
function inACircle(file: Buffer): Buffer {
  const first = file.readUInt32LE(48);
  return patched(file, (file.readUInt32LE(76) + 1) * 512 + first * 4, first);
}

describe('odt', () => {
  const script = '<script:module/>';
  const mimetype = { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true };
  const manifest = { name: 'META-INF/manifest.xml', data: '<manifest:manifest/>' };
  test.each<[string, Buffer]>([
    ['a plain one', craftOdt()],
    [
      'one with an empty library of macros',
      craftOdt([
        { name: 'Basic/Standard/script-lb.xml', data: script },
        { name: 'Basic/script-lc.xml', data: script },
      ]),
    ],
  ])('%s is taken', async (_, bytes) => {
    expect(await judge('CV.odt', bytes)).toBe('ok');
  });

  test.each<[string, Buffer, string]>([
    ['a docx', craftDocx(), '„CV.odt“ ist keine OpenDocument-Datei (odt).'],
    [
      'a spreadsheet',
      craftOdt([], 'application/vnd.oasis.opendocument.spreadsheet'),
      '„CV.odt“ ist keine OpenDocument-Datei (odt).',
    ],
    ['one without a text', craftZip([mimetype, manifest]), '„CV.odt“ ist keine OpenDocument-Datei (odt).'],
    ['one with macros', craftOdt([{ name: 'Basic/Standard/Module1.xml', data: script }]), macros('CV.odt')],
    ['one with scripts', craftOdt([{ name: 'Scripts/python/a.py', data: 'x' }]), macros('CV.odt')],
    [
      'one with a password',
      craftOdt([
        { name: 'META-INF/manifest.xml', data: '<manifest:manifest><manifest:encryption-data/></manifest:manifest>' },
      ]),
      locked('CV.odt'),
    ],
  ])('%s is refused', async (_, bytes, message) => {
    expect(await judge('CV.odt', bytes)).toBe(message);
  });
});

test('the ending decides what a file has to be; others are refused with those allowed', async () => {
  const bytes = craftDocx();
  const allowed = ['docx', 'pdf'] as const;
  expect(await inspectFile({ name: 'CV.pdf.DOCX', bytes, allowed })).toEqual({ ok: true, ending: 'docx' });
  for (const name of ['CV.doc', 'CV.docm', 'CV.docx.exe', 'CV']) {
    expect(await inspectFile({ name, bytes, allowed })).toEqual({
      ok: false,
      message: `„${name}“ kann nicht hochgeladen werden. Erlaubt sind docx und pdf.`,
    });
  }
});

test('a file that cannot be read is a fault, not a refusal', async () => {
  const missing = inspectFile({ name: 'CV.docx', path: join(folder, 'missing'), allowed: all });
  await expect(missing).rejects.toThrow('ENOENT');
});

test('whatever is changed in a document, there is an answer', async () => {
  const originals = [
    ['CV.docx', oneDocument],
    ['CV.odt', craftOdt()],
    ['CV.doc', compound({ '/WordDocument': 'x'.repeat(5000), '/A/B': 'x' })],
    ['CV.pdf', Buffer.from('%PDF-1.7\n%%EOF')],
  ] as const;
  const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), value: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...originals),
      fc.array(change, { maxLength: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async ([name, original], changes, cut) => {
        const bytes = Buffer.from(original.subarray(0, Math.ceil(original.length * cut)));
        for (const { at, value } of changes) bytes[Math.floor(at * (bytes.length - 1))] = value;
        expect(await inspectFile({ name, bytes, allowed: all })).toHaveProperty('ok');
      },
    ),
    { numRuns: 500 },
  );
});
