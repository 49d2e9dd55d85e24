import { describe, expect, test } from 'vitest';
import {
  craftContentTypes,
  craftDocx,
  craftField,
  craftOle,
  craftText,
  craftZip,
  craftRelationship,
  craftRelationships,
} from '../testdata/craft.ts';
import {
  bombs,
  chunksInDocx,
  macrosInDocx,
  nonDocxFiles,
  programFieldsInDocx,
  programsInDocx,
} from '../testdata/hostile-docx.ts';
import { judge, testRefusals } from '../testdata/inspect.ts';

const settingsRelationships = 'word/_rels/settings.xml.rels';
const craftWithRelationships = (markup: string) => craftDocx({ [settingsRelationships]: craftRelationships(markup) });
const craftWithTemplate = (target: string) => craftWithRelationships(craftRelationship('attachedTemplate', target));
const workbook = craftZip([{ name: '[Content_Types].xml', data: craftContentTypes() }]);

test.each<[string, Buffer]>([
  ['only the required parts', craftDocx()],
  ['a link', craftWithRelationships(craftRelationship('hyperlink', 'https://example.org'))],
  [
    'a template on the writer’s disk',
    craftWithTemplate('file:///C:\\Users\\Ida\\Vorlagen\\Moderner%20Lebenslauf.dotx'),
  ],
  ['a template on a Mac', craftWithTemplate('file:///Users/ida/Library/Lebenslauf.dotx')],
  ['a template on a Mac, given as an absolute path', craftWithTemplate('/Users/ida/Library/Lebenslauf.dotx')],
  ['Word’s default template', craftWithTemplate('Normal.dotm')],
  [
    'content types in UTF-16',
    craftDocx({
      '[Content_Types].xml': Buffer.from(`\uFEFF${craftContentTypes().replace('UTF-8', 'UTF-16')}`, 'utf16le'),
    }),
  ],
  [
    '2,000 entries',
    craftDocx(
      {},
      Array.from({ length: 1997 }, (_, i) => ({ name: `word/media/${i}.png`, data: 'x', stored: true })),
    ),
  ],
  [
    'a comment in its content types',
    craftDocx({ '[Content_Types].xml': craftContentTypes('<!-- <Default Extension="xlsm"/> -->') }),
  ],
  [
    'links of every common kind',
    craftWithRelationships(
      ['mailto:a@example.org', 'tel:+49221', 'file:///C:/CV.pdf', '#Anfang', 'file:///\\\\server\\Zeugnis.pdf']
        .map((target) => craftRelationship('hyperlink', target))
        .join(''),
    ),
  ],
  ['a picture copied from a mail', craftWithRelationships(craftRelationship('image', 'cid:image001.png@01D'))],
  [
    'harmless fields',
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
  ['words such as DDEAUTO and VBA in its text', craftText('<w:p><w:r><w:t>DDEAUTO, VBA und Makros</w:t></w:r></w:p>')],
  ['the workbook of a chart', craftDocx({}, [{ name: 'word/embeddings/a.xlsx', data: workbook }])],
  ['an embedded document', craftDocx({}, [{ name: 'word/embeddings/a.docx', data: craftDocx() }])],
  [
    'an embedded object',
    craftDocx({}, [{ name: 'word/embeddings/oleObject1.bin', data: craftOle('Zeugnis.pdf', '%PDF') }]),
  ],
  ['an embedded HTML file', craftDocx({}, [{ name: 'word/a.html', data: '<p>Zeugnis</p>' }])],
  ['a comment at the end of the zip', craftDocx({}, [], { prefix: '', comment: 'gepackt' })],
  ['bytes after its end', Buffer.concat([craftDocx(), Buffer.from('\0\r\n')])],
  [
    'an unusual name of its main part',
    craftDocx({
      '[Content_Types].xml': craftContentTypes().replace('document.xml', 'document2.xml'),
      '_rels/.rels': craftRelationships(craftRelationship('officeDocument', '/word/document2.xml', 'Internal')),
      'word/document.xml': null,
      'word/document2.xml': '<w:document/>',
    }),
  ],
  [
    'a content type that is declared for the extension of its main part',
    craftDocx({
      '[Content_Types].xml': craftContentTypes().replace(
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
])('a docx with %s is accepted unchanged', async (_, bytes) => {
  expect(await judge('CV.docx', bytes)).toBe('ok');
});

describe('a file that is not a docx is refused', () => {
  testRefusals(nonDocxFiles);
});
describe('a docx with macros, controls or event handlers is refused [5.3]', () => {
  testRefusals(macrosInDocx);
});
describe('a docx with a field that starts a program is refused', () => {
  testRefusals(programFieldsInDocx);
});
describe('a docx that takes part of its text from another document is refused [5.3]', () => {
  testRefusals(chunksInDocx);
});
describe('a docx that contains a program is refused', () => {
  testRefusals(programsInDocx);
});
describe('a docx whose unpacked size is too large is refused', () => {
  testRefusals(bombs);
});
