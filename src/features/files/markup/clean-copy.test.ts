import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openZip } from '../inspection/zip.adapter.ts';
import { craftRelationships } from '../testdata/craft.ts';
import { trackedDocuments } from '../testdata/tracked.ts';
import { craftChange, craftDeletedRun, craftOrigin, craftParagraph, craftRun, craftWord } from '../testdata/word.ts';
import { writeCleanCopy } from './clean-copy.adapter.ts';
import { openDocx } from './docx-package.adapter.ts';
import { readMarkup } from './markup-reader.adapter.ts';

/** Returns the clean copy of a docx. */
async function clean(bytes: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'clean-'));
  try {
    await writeCleanCopy(await openDocx(bytes), join(folder, 'copy'));
    return await readFile(join(folder, 'copy'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the parts of a docx by their names. */
async function readParts(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openZip(bytes);
  const read = async (name: string): Promise<[string, Buffer]> => [
    name,
    (await zip.read(name, 10_000_000)) ?? Buffer.alloc(0),
  ];
  return new Map(await Promise.all([...zip.names].map(read)));
}

const readPart = async (bytes: Buffer, name: string) => String((await readParts(bytes)).get(name));

const readBlocks = async (bytes: Buffer) =>
  (await readMarkup(await openDocx(bytes))).blocks.map(({ runs }) => runs.map(({ text }) => text).join(''));

describe('the text of a clean copy has all changes accepted [5.15]', () => {
  test.each(trackedDocuments)('$title', async ({ bytes, accepted }) => {
    const copy = await clean(bytes());
    expect(await readBlocks(copy)).toEqual(accepted);
    expect((await readMarkup(await openDocx(copy))).counts).toEqual({ insertions: 0, deletions: 0, comments: 0 });
    for (const part of (await readParts(copy)).values())
      expect(String(part)).not.toMatch(/<w:(ins\b|del\b|move|comment|\w+Change)|w:author|Cleo/);
    expect((await clean(copy)).equals(copy)).toBe(true);
  });
});

describe('the elements of a clean copy [5.15]', () => {
  const cleanBody = async (...document: Parameters<typeof craftWord>) =>
    /<w:body>(.*)<\/w:body>/s.exec(await readPart(await clean(craftWord(...document)), 'word/document.xml'))?.[1];

  test('a joined paragraph has the format of the last one, since its mark is left', async () => {
    const mark = `<w:rPr><w:del ${craftOrigin(1)}/></w:rPr>`;
    const body =
      craftParagraph(craftRun('A'), `<w:pStyle w:val="Titel"/>${mark}`) +
      craftParagraph(craftRun('B'), `<w:pStyle w:val="Text"/>${mark}`) +
      '<w:p/>';
    expect(await cleanBody(body)).toBe(`<w:p>${craftRun('A')}${craftRun('B')}</w:p>`);
    expect(await cleanBody(body.replace('<w:p/>', craftParagraph('', '<w:jc w:val="right"/>')))).toBe(
      craftParagraph(craftRun('A') + craftRun('B'), '<w:jc w:val="right"/>'),
    );
  });

  test('a bookmark stays where only one of its ends was deleted, and goes with its text', async () => {
    const start = (id: number) => `<w:bookmarkStart w:id="${id}" w:name="b${id}"/>`;
    const end = (id: number) => `<w:bookmarkEnd w:id="${id}"/>`;
    const deleted = craftChange('del', start(1) + craftDeletedRun('weg') + start(2) + end(2));
    expect(await cleanBody(craftParagraph(deleted + craftRun('A') + end(1)))).toBe(
      craftParagraph(start(1) + craftRun('A') + end(1)),
    );
  });

  test('cells that were merged with a change stay merged, and a deleted cell goes', async () => {
    const cell = (text: string, format: string) =>
      `<w:tc><w:tcPr>${format}</w:tcPr>${craftParagraph(craftRun(text))}</w:tc>`;
    const merge = (value: string) => `<w:cellMerge ${craftOrigin(1)} w:vMerge="${value}"/>`;
    const rows =
      `<w:tr>${cell('A', merge('rest'))}${cell('B', `<w:cellDel ${craftOrigin(2)}/>`)}</w:tr>` +
      `<w:tr>${cell('C', merge('cont'))}</w:tr>`;
    expect(await cleanBody(`<w:tbl>${rows}</w:tbl>`)).toBe(
      `<w:tbl><w:tr>${cell('A', '<w:vMerge w:val="restart"/>')}</w:tr><w:tr>${cell('C', '<w:vMerge w:val="continue"/>')}</w:tr></w:tbl>`,
    );
  });

  test('what must end with a paragraph still does', async () => {
    const origin = craftOrigin(1);
    const inner = `<w:tbl><w:tr><w:tc>${craftParagraph(craftRun('A'))}</w:tc></w:tr></w:tbl>`;
    const gone = `<w:del ${origin}>${craftParagraph(craftRun('weg'))}</w:del>`;
    expect(
      await cleanBody(`<w:tbl><w:tr><w:tc>${inner}${gone}${craftParagraph(craftRun('B'))}</w:tc></w:tr></w:tbl>`),
    ).toContain(`${craftParagraph(craftRun('B'))}</w:tc>`);
  });

  test('fields keep their shown text; hidden ones go as a whole', async () => {
    const piece = (type: string, format = '') => `<w:r>${format}<w:fldChar w:fldCharType="${type}"/></w:r>`;
    const hidden = '<w:rPr><w:vanish/></w:rPr>';
    const shown =
      piece('begin') +
      '<w:r><w:instrText>AUTHOR</w:instrText></w:r>' +
      piece('separate') +
      craftRun('Anna') +
      piece('end');
    const indexEntry = `${piece('begin', hidden)}<w:r>${hidden}<w:instrText>XE "geheim"</w:instrText></w:r>${piece('end', hidden)}`;
    expect(await cleanBody(craftParagraph(shown + indexEntry))).toBe(craftParagraph(shown));
    const halfHidden =
      piece('begin', hidden) + craftRun('geheim', '<w:vanish/>') + piece('separate') + craftRun('A') + piece('end');
    expect(await cleanBody(craftParagraph(halfHidden))).toBe(
      craftParagraph(`${piece('begin', hidden)}${piece('separate')}${craftRun('A')}${piece('end')}`),
    );
  });

  test('code of a field that was deleted around it goes, and code of fields that are left stays', async () => {
    const code = '<w:r><w:instrText> \\* MERGEFORMAT </w:instrText></w:r>';
    const deleted = (type: string) => craftChange('del', `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`);
    const field = `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${code}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    expect(await cleanBody(craftParagraph(`${craftRun('A')}${deleted('begin')}${code}${deleted('end')}${field}`))).toBe(
      craftParagraph(`${craftRun('A')}${field}`),
    );
  });

  test('controls stay, without the data to which they belonged', async () => {
    const control = (binding: string) =>
      `<w:sdt><w:sdtPr><w:alias w:val="Name"/>${binding}</w:sdtPr><w:sdtContent>${craftRun('Anna')}</w:sdtContent></w:sdt>`;
    expect(await cleanBody(craftParagraph(control('<w:dataBinding w:xpath="/a" w:storeItemID="{1}"/>')))).toBe(
      craftParagraph(control('')),
    );
  });

  test('text that is not in Word’s own words, such as entities and white space, stays as it was written', async () => {
    const body = `<w:p w:x='1'  >\n<w:r><w:t>A &amp; B &#252; <![CDATA[<C>]]></w:t></w:r><!-- so --></w:p>`;
    expect(await cleanBody(body)).toBe(body);
  });

  test('a run without text that is not from a comment stays', async () => {
    const body = '<w:p><w:r><w:rPr></w:rPr></w:r><w:r/></w:p>';
    expect(await cleanBody(body)).toBe(body);
  });

  test.each(['utf8', 'utf16le'] as const)('the byte order mark of a part stays (%s)', async (encoding) => {
    const styles = Buffer.from('\uFEFF<w:styles><w:style w:styleId="Größe"/></w:styles>', encoding);
    const copy = await clean(
      craftWord(craftParagraph(craftRun('A')), { styles: '' }, { more: { 'word/styles.xml': styles } }),
    );
    expect((await readParts(copy)).get('word/styles.xml')).toEqual(styles);
  });
});

describe('what a clean copy leaves out [5.15]', () => {
  const canary = (where: string) => `Kanarienvogel-${where}`;
  const relationship = (id: string, type: string, target: string, mode = '') =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/${type}" Target="${target}"${mode && ` TargetMode="${mode}"`}/>`;
  const body =
    craftParagraph(
      craftRun('Lebenslauf') +
        `<w:r w:rsidR="${canary('rsid')}"><w:t>!</w:t></w:r>` +
        craftChange('del', craftDeletedRun(canary('deleted')), craftOrigin(1, canary('author'))) +
        craftChange('del', '<w:r><w:drawing><a:blip r:embed="weg"/></w:drawing></w:r>') +
        craftChange('del', `<w:hyperlink r:id="link">${craftDeletedRun('x')}</w:hyperlink>`) +
        craftRun(canary('hidden'), '<w:vanish/>') +
        '<w:r><w:drawing><a:blip r:embed="bild"/></w:drawing></w:r>' +
        '<w:r><w:commentReference w:id="0"/></w:r>',
    ) + `<w:customXml w:element="${canary('customXml')}">${craftParagraph(craftRun('Ende'))}</w:customXml>`;
  const original = () =>
    craftWord(
      body,
      {
        comments: `<w:comment ${craftOrigin(0, canary('commenter'))}>${craftParagraph(craftRun(canary('comment')))}</w:comment>`,
        people: `<w15:person w15:author="${canary('person')}"/>`,
        styles: `<w:style w:styleId="Text"><w:name w:val="Text"/><w:rsid w:val="${canary('styleRsid')}"/></w:style>`,
        settings:
          `<w:zoom w:percent="100"/><w:trackRevisions/><w:rsids><w:rsidRoot w:val="${canary('rsidRoot')}"/></w:rsids>` +
          `<w:docVars><w:docVar w:name="x" w:val="${canary('variable')}"/></w:docVars><w15:docId w15:val="${canary('docId')}"/>`,
      },
      {
        relationships:
          relationship('weg', 'officeDocument/2006/relationships/image', 'media/weg.png') +
          relationship('bild', 'officeDocument/2006/relationships/image', 'media/bild.png') +
          relationship(
            'link',
            'officeDocument/2006/relationships/hyperlink',
            `https://example.org/${canary('link')}`,
            'External',
          ) +
          relationship('xml', 'officeDocument/2006/relationships/customXml', '../customXml/item1.xml'),
        more: {
          '_rels/.rels': craftRelationships(
            relationship('rId1', 'officeDocument/2006/relationships/officeDocument', 'word/document.xml') +
              relationship('rId2', 'package/2006/relationships/metadata/core-properties', 'docProps/core.xml') +
              relationship('rId3', 'officeDocument/2006/relationships/extended-properties', 'docProps/app.xml') +
              relationship('rId4', 'officeDocument/2006/relationships/custom-properties', 'docProps/custom.xml') +
              relationship('rId5', 'package/2006/relationships/metadata/thumbnail', 'docProps/thumbnail.jpeg'),
          ),
          'docProps/core.xml': `<cp:coreProperties><dc:title>Mein Titel</dc:title><dc:language>de-DE</dc:language><dc:creator>${canary('creator')}</dc:creator><cp:lastModifiedBy>${canary('editor')}</cp:lastModifiedBy></cp:coreProperties>`,
          'docProps/app.xml': `<Properties><Template>${canary('template')}</Template><Company>${canary('company')}</Company></Properties>`,
          'docProps/custom.xml': `<Properties><property>${canary('custom')}</property></Properties>`,
          'docProps/thumbnail.jpeg': canary('thumbnail'),
          'customXml/item1.xml': `<a>${canary('item')}</a>`,
          '[trash]/0000.dat': canary('trash'),
          'word/media/weg.png': canary('picture'),
          'word/media/bild.png': 'ein Bild',
          'word/theme/theme1.xml': '<a:theme/>',
        },
      },
    );

  test('nothing is left of authors, comments, deleted and hidden text, properties, ids and data', async () => {
    for (const where of ['author', 'comment', 'deleted', 'hidden', 'creator', 'variable', 'rsidRoot', 'item'])
      expect([...(await readParts(original())).values()].join('\n')).toContain(canary(where));
    const parts = await readParts(await clean(original()));
    expect([...parts.values()].join('\n')).not.toMatch(/Kanarienvogel|trackRevisions|rsid/i);
    expect([...parts.keys()].sort()).toEqual([
      '[content_types].xml',
      '_rels/.rels',
      'docprops/app.xml',
      'docprops/core.xml',
      'word/_rels/document.xml.rels',
      'word/document.xml',
      'word/media/bild.png',
      'word/settings.xml',
      'word/styles.xml',
    ]);
    expect(String(parts.get('[content_types].xml'))).not.toMatch(/comments|people/);
  });

  test('title, language, settings, text and pictures stay', async () => {
    const copy = await clean(original());
    expect(await readBlocks(copy)).toEqual(['Lebenslauf!', 'Ende']);
    expect(await readPart(copy, 'docprops/core.xml')).toBe(
      '<cp:coreProperties><dc:title>Mein Titel</dc:title><dc:language>de-DE</dc:language></cp:coreProperties>',
    );
    expect(await readPart(copy, 'word/settings.xml')).toContain('<w:zoom w:percent="100"/>');
    expect(await readPart(copy, 'word/media/bild.png')).toBe('ein Bild');
    expect((await clean(copy)).equals(copy)).toBe(true);
  });
});

const folders = ['documents', 'producers'].map((folder) => join(import.meta.dirname, '../testdata', folder));
const genuineFiles = (
  await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name): [string, string] => [name, join(folder, name)])),
  )
)
  .flat()
  .filter(([name]) => name.toLowerCase().endsWith('.docx'));

/** Parts that a clean copy may change: those in Word’s own format, declarations and properties. */
const changedPart = /^word\/[^/]*\.xml$|^word\/glossary\/|\.rels$|^\[content_types\]\.xml$|^docprops\//;

test.each(genuineFiles)('the clean copy of the genuine %s has its text and its other parts [5.15]', async (_, path) => {
  const bytes = await readFile(path);
  const copy = await clean(bytes);
  expect((await clean(copy)).equals(copy)).toBe(true);
  const parts = await readParts(bytes);
  for (const [name, part] of await readParts(copy))
    if (!changedPart.test(name)) expect(part.equals(parts.get(name) ?? Buffer.alloc(0)), name).toBe(true);
  const { blocks, counts } = await readMarkup(await openDocx(bytes));
  if (counts.insertions + counts.deletions > 0) return;
  expect(await readBlocks(copy)).toEqual(blocks.map(({ runs }) => runs.map(({ text }) => text).join('')));
});
