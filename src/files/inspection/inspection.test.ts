import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import yauzl from 'yauzl';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { displayName, endingOf } from '../name.ts';
import { busyFiles } from '../testdata/busy.ts';
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
} from '../testdata/craft.ts';
import { fetchingFiles } from '../testdata/fetching.ts';
import {
  activePdf,
  bombs,
  codeDocx,
  forCoaches,
  hostileFiles,
  notDocx,
  notPdf,
  programsInDocx,
  programsInPdf,
  protectedFiles,
  startingDocx,
  unreadablePdf,
  wrongNames,
  type HostileFile,
} from '../testdata/hostile.ts';
import look, { type Ending } from './look.ts';
import { inspectFile, type Verdict } from './verdict.ts';

const all: readonly Ending[] = ['doc', 'docx', 'odt', 'pdf'];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Looks at the bytes in this process; answers the verdict and what would be kept. */
async function inspect(name: string, content: Buffer | string, allowed = all) {
  const path = join(folder, 'upload.part');
  await writeFile(path, content);
  const verdict: Verdict = await inspectFile(
    (task) => look(task),
    { name, path, allowed },
    new AbortController().signal,
  );
  expect(await readdir(folder)).toEqual(['upload.part']);
  return { verdict, kept: await readFile(path) };
}

/** 'ok' for a file that is taken byte for byte, else the message. */
async function judge(name: string, content: Buffer | string): Promise<string> {
  const { verdict, kept } = await inspect(name, content);
  if (!verdict.ok) return verdict.message;
  expect(kept.equals(Buffer.from(content))).toBe(verdict.notice === null);
  return verdict.notice ?? 'ok';
}

/** What the refusal says, by its reason. */
const sentences: Record<HostileFile['why'], RegExp> = {
  ending: /^„[^“]+“ kann nicht hochgeladen werden\. Erlaubt sind doc, docx, odt und pdf\. Bitte speichere /,
  empty: /^„[^“]+“ ist leer\. Bitte /,
  wrongContent:
    /^„[^“]+“ ist keine (Word-Datei \(docx\)|PDF-Datei|Word-Datei \(doc\)|OpenDocument-Datei \(odt\))\. Vielleicht ist sie beschädigt: Bitte /,
  macros: /^„[^“]+“ enthält Makros\. Bitte speichere die Datei ohne Makros\.$/,
  scripts: /^„[^“]+“ startet Programme oder Skripte\. Bitte drucke die Datei als PDF und lade diese hoch\.$/,
  linked: /^„[^“]+“ lädt eine fremde Vorlage nach\. Bitte speichere die Datei als docx und lade diese hoch\.$/,
  embedded: /^„[^“]+“ enthält ein Programm\. Bitte entferne es aus der Datei\.$/,
  protected: /^„[^“]+“ ist mit einem Passwort geschützt\. Bitte entferne den Schutz\.$/,
  tooLarge: /^„[^“]+“ ist entpackt zu groß\. Bitte verkleinere die Bilder oder teile die Datei auf\.$/,
  slow: /^„[^“]+“ konnte nicht in 10 Sekunden geprüft werden\. Bitte /,
};

const testdata = resolve(import.meta.dirname, '../testdata');
const oneDocument = readFileSync(join(testdata, 'documents/single-paragraph.docx'));

describe('documents of the world', () => {
  /** Files that are refused or changed, with their reason, as docs/security/documents.md lists them. */
  const listed = new Map(
    [
      ...readFileSync(resolve(import.meta.dirname, '../../../docs/security/documents.md'), 'utf8').matchAll(
        /^\| `([^`]+)` +\| (refused|changed) +\| (\w+) /gm,
      ),
    ].map(([, file = '', result = '', reason = '']) => [file, { result, reason }]),
  );
  const files = ['documents', 'pdfminer', 'producers'].flatMap((each) =>
    readdirSync(join(testdata, each)).map((name) => `${each}/${name}`),
  );

  test('the table names files that are there', () => {
    expect([...listed.keys()].filter((file) => !files.includes(file))).toEqual([]);
    expect(files.length - listed.size).toBeGreaterThan(130);
  });

  test.each(files)('%s is taken as it is, or as the table says', async (file) => {
    const told = await judge(file.split('/').at(-1) ?? '', readFileSync(join(testdata, file)));
    const { result, reason } = listed.get(file) ?? { result: 'taken', reason: '' };
    if (result === 'taken') expect(told).toBe('ok');
    if (result === 'refused') expect(told).toMatch(sentences[reason as HostileFile['why']]);
    if (result === 'changed')
      expect(told).toMatch(/^Aus „[^“]+“ haben wir (.+ )?entfernt, .*; sonst ist die Datei unverändert\.$/);
  });
});

const settings = 'word/_rels/settings.xml.rels';
const withRelation = (inner: string | Buffer, part = settings) =>
  craftDocx({ [part]: typeof inner === 'string' ? relationships(inner) : inner });
const template = (target: string) => withRelation(relationship('attachedTemplate', target));
const inner = craftZip([{ name: '[Content_Types].xml', data: contentTypes() }]);

test.each<[string, Buffer]>([
  ['a small one', craftDocx()],
  ['links', withRelation(relationship('hyperlink', 'https://example.org'))],
  ['a template on the own disk', template('file:///C:\\Users\\Ida\\Vorlagen\\Moderner%20Lebenslauf.dotx')],
  ['a template on a Mac', template('file:///Users/ida/Library/Lebenslauf.dotx')],
  ['a template on a Mac, as its path', template('/Users/ida/Library/Lebenslauf.dotx')],
  ['the normal template', template('Normal.dotm')],
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
      ['mailto:a@example.org', 'tel:+49221', 'file:///C:/CV.pdf', '#Anfang', 'file:///\\\\server\\Zeugnis.pdf']
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
        craftField('INCLUDEPICTURE "C:\\\\Bilder\\\\a.png" \\d') +
        craftField('MACROBUTTON NoMacro Name'),
    ),
  ],
  [
    'a field within a field',
    craftText(craftField('IF ', '1').replace('>1<', `>1</w:instrText></w:r>${craftField('PAGE')}<w:r><w:instrText><`)),
  ],
  ['words of code in its text', craftText('<w:p><w:r><w:t>DDEAUTO, VBA und Makros</w:t></w:r></w:p>')],
  ['the table behind a chart', craftDocx({}, [{ name: 'word/embeddings/a.xlsx', data: inner }])],
  ['a document in it', craftDocx({}, [{ name: 'word/embeddings/a.docx', data: craftDocx() }])],
  [
    'an object in it',
    craftDocx({}, [{ name: 'word/embeddings/oleObject1.bin', data: craftOle('Zeugnis.pdf', '%PDF') }]),
  ],
  ['a piece of HTML in it', craftDocx({}, [{ name: 'word/a.html', data: '<p>Zeugnis</p>' }])],
  ['a comment at the end', craftDocx({}, [], { prefix: '', comment: 'gepackt' })],
  ['bytes behind its end', Buffer.concat([craftDocx(), Buffer.from('\0\r\n')])],
  [
    'a main part of another name',
    craftDocx({
      '[Content_Types].xml': contentTypes().replace('document.xml', 'document2.xml'),
      '_rels/.rels': relationships(relationship('officeDocument', '/word/document2.xml', 'Internal')),
      'word/document.xml': null,
      'word/document2.xml': '<w:document/>',
    }),
  ],
  [
    'a type of its main part by its ending',
    craftDocx({
      '[Content_Types].xml': contentTypes().replace(
        'Override PartName="/word/document.xml"',
        'Default Extension="xml"',
      ),
    }),
  ],
  [
    'a scan that is mostly white',
    craftDocx({}, [
      { name: 'word/media/a.bmp', data: Buffer.concat([Buffer.from('BM'), Buffer.alloc(6_000_000, 255)]) },
    ]),
  ],
])('a docx with %s is taken as it is', async (_, bytes) => {
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
describe('a docx that starts a program is refused', () => {
  refuses(startingDocx);
});
describe('a docx with programs in it is refused', () => {
  refuses(programsInDocx);
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
describe('a PDF that cannot be read is refused', () => {
  refuses(unreadablePdf);
});
describe('a PDF with programs in it is refused', () => {
  refuses(programsInPdf);
});
describe('what only coaches may upload is looked into as well', () => {
  refuses(forCoaches);
});
describe('a wrong ending is refused, however it is hidden', () => {
  refuses(wrongNames);
});

test('there are 180 hostile documents to try', () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(180);
});

/** The text of all parts of a zip, one behind the other, and the content of each by its name. */
async function partsOf(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    parts.set(entry.fileName, Buffer.concat(chunks));
  }
  return parts;
}

describe('what loads something foreign by itself is made harmless', () => {
  test.each(fetchingFiles)('$name: $title', async ({ name, bytes, gone, stays }) => {
    const original = await partsOf(bytes());
    const { verdict, kept } = await inspect(name, bytes());
    expect(verdict).toEqual({
      ok: true,
      ending: endingOf(name),
      notice: `Aus „${name}“ haben wir entfernt, was beim Öffnen von fremden Servern geladen wird; sonst ist die Datei unverändert.`,
    });
    const parts = await partsOf(kept);
    expect([...parts.keys()]).toEqual([...original.keys()]);
    // The list of the package itself has an rId1 of its own.
    const own = [...parts].filter(([part]) => part !== '_rels/.rels').map(([, part]) => part);
    const text = own.map((part) => part.toString(part[0] === 0xff ? 'utf16le' : 'utf8')).join('\n');
    expect(text).not.toMatch(gone);
    if (stays) expect(text).toMatch(stays);
    // It needs no second look.
    expect(await judge(name, kept)).toBe('ok');
  });

  test('every other part stays as it was, byte for byte', async () => {
    const bytes = readFileSync(join(testdata, 'producers/template-onedrive.docx'));
    const before = await partsOf(bytes);
    const after = await partsOf((await inspect('CV.docx', bytes)).kept);
    const changed = [...before].filter(([name, part]) => !after.get(name)?.equals(part)).map(([name]) => name);
    expect(changed).toEqual(['word/_rels/settings.xml.rels']);
  });
});

describe('a form', () => {
  const script = '<</S/JavaScript/JS(app.alert(1))>>';
  test.each([
    ['by its own', `/OpenAction${script}`, ''],
    ['by its first page', '', `/AA<</O${script}/C${script}>>`],
    ['by a list', `/Names<</JavaScript<</Names[(a)${script}]>>>>`, ''],
  ])('whose scripts run at opening %s is taken without them', async (_, catalog, page) => {
    const bytes = Buffer.from(craftForm(catalog, page));
    const { verdict, kept } = await inspect('Antrag.pdf', bytes);
    expect(verdict).toMatchObject({
      ok: true,
      notice: 'Aus „Antrag.pdf“ haben wir Skripte entfernt, die beim Öffnen laufen; sonst ist die Datei unverändert.',
    });
    expect(kept.subarray(0, bytes.length).equals(bytes)).toBe(true);
  });

  test('whose scripts wait for somebody to fill it in is taken as it is', async () => {
    expect(
      await judge('Antrag.pdf', craftForm('', `/Annots[<</FT/Tx/AA<</K${script}/C${script}>>/A${script}>>]`)),
    ).toBe('ok');
  });
});

test.each(busyFiles)(
  'what is made to keep a reader busy gets its answer: $name with $title',
  async ({ name, bytes }) => {
    await expect(judge(name, bytes())).resolves.toBeTypeOf('string');
  },
  60_000,
);

describe('pdf', () => {
  const pdf = craftPdf();
  test.each<[string, Buffer | string]>([
    ['a plain one', pdf],
    ['one behind some lines of a mail', `Received: by mail\r\n\r\n${pdf}`],
    ['one with zeros behind it', pdf + '\0'.repeat(900)],
    ['one whose title speaks of script', craftPdf('<</Title(HTML/JavaScript)/Keywords(CSS/JavaScript)>>')],
    ['one with the data of a form', craftPdf('<</Type/Filespec/F(cv.xml)/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>')],
    ['one with a letter attached', craftPdf('<</F(Zeugnis.docx)/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>')],
    ['one that opens at a page', craftPdfOf('', { catalog: '/OpenAction[103 0 R/Fit]' })],
    ['one that turns to a page', craftPdfOf('', { catalog: '/OpenAction<</S/GoTo/D[103 0 R/Fit]>>' })],
    ['one with links', craftPdfOf('', { page: '/Annots[<</Subtype/Link/A<</S/URI/URI(https://example.org)>>>>]' })],
    ['one with zip bytes inside', craftPdf(`(PK\u0005\u0006${'\0'.repeat(40)})`)],
  ])('%s is taken as it is', async (_, bytes) => {
    expect(await judge('CV.pdf', bytes)).toBe('ok');
  });
});

describe('doc', () => {
  const doc = craftDoc({ '/ObjectPool/_1/Ole': 'x' });

  test('a plain one is taken, whichever way its directory leans', async () => {
    expect(await judge('CV.doc', doc)).toBe('ok');
    expect(await judge('CV.doc', mirrored(doc))).toBe('ok');
  });

  test('a small one is taken, and one with files and formulas in it', async () => {
    expect(
      await judge('CV.doc', craftCompound({ '/WordDocument': wordStream().subarray(0, 2000), '/1Table': 'x' })),
    ).toBe('ok');
    expect(
      await judge(
        'CV.doc',
        craftDoc({ '/ObjectPool/_1/\u0001Ole10Native': 'Zeugnis.pdf', '/ObjectPool/_2/Equation Native': 'x' }),
      ),
    ).toBe('ok');
  });

  test('one of an unknown version is refused', async () => {
    expect(await judge('CV.doc', patched(doc, 26, 7))).toMatch(sentences.wrongContent);
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

describe('odt', () => {
  const script = '<script:module/>';
  test.each<[string, Buffer]>([
    ['a plain one', craftOdt()],
    ['one of the web view', craftOdt([], 'application/vnd.oasis.opendocument.text-web')],
    ['one with an object', craftOdt([{ name: 'Object 1', data: craftOle('Zeugnis.pdf', '%PDF') }])],
    [
      'one with an empty library of macros',
      craftOdt([
        { name: 'Basic/Standard/script-lb.xml', data: script },
        { name: 'Basic/script-lc.xml', data: script },
      ]),
    ],
  ])('%s is taken as it is', async (_, bytes) => {
    expect(await judge('CV.odt', bytes)).toBe('ok');
  });
});

test('the ending decides what a file has to be; others are refused with those allowed', async () => {
  const bytes = craftDocx();
  const allowed = ['docx', 'pdf'] as const;
  expect((await inspect('CV.pdf.DOCX', bytes, allowed)).verdict).toEqual({ ok: true, ending: 'docx', notice: null });
  for (const name of ['CV.doc', 'CV.docm', 'CV.docx.exe', 'CV'])
    expect((await inspect(name, bytes, allowed)).verdict).toEqual({
      ok: false,
      message: `„${name}“ kann nicht hochgeladen werden. Erlaubt sind docx und pdf. Bitte speichere die Datei in einem dieser Formate.`,
    });
});

test('a file that cannot be read is a fault, not a refusal', async () => {
  const missing = look({ path: join(folder, 'missing'), ending: 'docx', copyTo: join(folder, 'copy') });
  await expect(missing).rejects.toThrow('ENOENT');
});

test('whatever is changed in a document, there is an answer', async () => {
  const originals = [
    ['CV.docx', oneDocument],
    ['CV.odt', craftOdt()],
    ['CV.doc', craftDoc({ '/A/B': 'x' })],
    ['CV.pdf', Buffer.from(craftForm('/OpenAction<</S/JavaScript/JS(a)>>'))],
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
        expect((await inspect(name, bytes)).verdict).toHaveProperty('ok');
      },
    ),
    { numRuns: 300 },
  );
});
