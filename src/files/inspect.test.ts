import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectFile, type Ending } from './inspect.ts';
import { displayName } from './name.ts';
import {
  contentTypes,
  craftCompound,
  craftDoc,
  craftDocx,
  craftField,
  craftOdt,
  craftPdf,
  craftText,
  craftZip,
  relationship,
  relationships,
  wordStream,
} from './testdata/craft.ts';
import {
  activePdf,
  bombs,
  codeDocx,
  filesInDocx,
  filesInPdf,
  forCoaches,
  hostileFiles,
  linkedDocx,
  notDocx,
  notPdf,
  protectedFiles,
  wrongNames,
  type HostileFile,
} from './testdata/hostile.ts';

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

/** What the refusal says, by its reason. */
const sentences: Record<HostileFile['why'], RegExp> = {
  ending: /^„[^“]+“ kann nicht hochgeladen werden\. Erlaubt sind doc, docx, odt und pdf\.$/,
  empty: /^„[^“]+“ ist leer\.$/,
  wrongContent: /^„[^“]+“ ist keine (Word-Datei \(docx\)|PDF-Datei|Word-Datei \(doc\)|OpenDocument-Datei \(odt\))\.$/,
  macros: /^„[^“]+“ enthält Makros\. Bitte speichere die Datei ohne Makros\.$/,
  scripts: /^„[^“]+“ startet Programme oder Skripte\. Bitte drucke die Datei als PDF und lade diese hoch\.$/,
  linked: /^„[^“]+“ lädt fremde Vorlagen oder Objekte nach\. Bitte entferne die Verknüpfung\.$/,
  embedded: /^„[^“]+“ enthält andere Dateien oder Objekte\. Bitte entferne sie oder füge sie als Bild ein\.$/,
  protected: /^„[^“]+“ ist mit einem Kennwort geschützt\. Bitte entferne den Schutz\.$/,
  tooLarge: /^„[^“]+“ ist entpackt zu groß\.$/,
};

const documents = fileURLToPath(new URL('testdata/documents/', import.meta.url));
const real = readdirSync(documents);
const oneDocument = readFileSync(join(documents, 'single-paragraph.docx'));

test('there are 60 hostile and 60 genuine documents to try', () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(60);
  expect(real.length).toBeGreaterThanOrEqual(60);
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
  [
    'links of every common kind',
    withRelation(
      ['mailto:a@example.org', 'tel:+49221', 'file:///C:/CV.pdf', '#Anfang']
        .map((to) => relationship('hyperlink', to))
        .join(''),
    ),
  ],
  ['a picture of a mail', withRelation(relationship('image', 'cid:image001.png@01D'))],
  [
    'fields',
    craftText(
      craftField('PAGE') +
        craftField('HYPERLINK "https://example.org/dde"') +
        craftField('INCLUDEPICTURE "C:\\\\Bilder\\\\a.png"') +
        craftField('MACROBUTTON NoMacro Name'),
    ),
  ],
  [
    'a field within a field',
    craftText(craftField('IF ', '1').replace('>1<', `>1</w:instrText></w:r>${craftField('PAGE')}<w:r><w:instrText><`)),
  ],
  ['words of code in its text', craftText('<w:p><w:r><w:t>DDEAUTO, VBA und Makros</w:t></w:r></w:p>')],
  [
    'the table behind a chart',
    craftDocx({}, [
      { name: 'word/embeddings/a.xlsx', data: craftZip([{ name: '[Content_Types].xml', data: contentTypes() }]) },
    ]),
  ],
  ['a comment at the end', craftDocx({}, [], { prefix: '', comment: 'gepackt' })],
])('a docx with %s is taken', async (_, bytes) => {
  expect(await judge('CV.docx', bytes)).toBe('ok');
});

const refuses = (files: HostileFile[]) => {
  test.each(files)('$name: $title', async ({ name, why, bytes }) => {
    expect(await judge(displayName(name), bytes())).toMatch(sentences[why]);
  });
};
describe('what is no docx is refused', () => {
  refuses(notDocx);
});
describe('a docx that carries code is refused', () => {
  refuses(codeDocx);
});
describe('a docx that fetches foreign templates or objects is refused', () => {
  refuses(linkedDocx);
});
describe('a docx with files in it is refused', () => {
  refuses(filesInDocx);
});
describe('a docx that unpacks to too much is refused', () => {
  refuses(bombs);
});
describe('a file with a password is refused', () => {
  refuses(protectedFiles);
});
describe('what is no PDF is refused', () => {
  refuses(notPdf);
});
describe('a PDF that runs programs or script is refused', () => {
  refuses(activePdf);
});
describe('a PDF with files in it is refused', () => {
  refuses(filesInPdf);
});
describe('what only coaches may upload is looked into as well', () => {
  refuses(forCoaches);
});
describe('a wrong ending is refused, however it is hidden', () => {
  refuses(wrongNames);
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

describe('pdf', () => {
  const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n';
  test.each<[string, Buffer | string]>([
    ['a plain one', pdf],
    ['one behind some lines of a mail', `Received: by mail\r\n\r\n${pdf}`],
    ['one with zeros behind it', pdf + '\0'.repeat(900)],
    ['one whose title speaks of script', craftPdf('<</Title(HTML/JavaScript)/Keywords(CSS/JavaScript)>>')],
    ['one with the data of a form', craftPdf('<</Type/Filespec/F(cv.xml)/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>')],
    ['one with zip bytes inside', pdf.replace('<<>>', `PK\u0005\u0006${'\0'.repeat(40)}`)],
  ])('%s is taken', async (_, bytes) => {
    expect(await judge('CV.pdf', bytes)).toBe('ok');
  });
});

describe('doc', () => {
  const doc = craftDoc({ '/ObjectPool/_1/Ole': 'x' });

  test('a plain one is taken, whichever way its directory leans', async () => {
    expect(await judge('CV.doc', doc)).toBe('ok');
    expect(await judge('CV.doc', mirrored(doc))).toBe('ok');
  });

  test('a small one is taken', async () => {
    expect(
      await judge('CV.doc', craftCompound({ '/WordDocument': wordStream().subarray(0, 2000), '/1Table': 'x' })),
    ).toBe('ok');
  });

  test.each<[string, Buffer]>([
    ['one whose directory runs in a circle', inACircle(doc)],
    ['one whose tables run in a circle', patched(patched(doc, 68, 0), 1020, 0)],
    ['one of an unknown version', patched(doc, 26, 7)],
  ])('%s is refused', async (_, bytes) => {
    expect(await judge('CV.doc', bytes)).toBe('„CV.doc“ ist keine Word-Datei (doc).');
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
    ['CV.doc', craftDoc({ '/A/B': 'x' })],
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
