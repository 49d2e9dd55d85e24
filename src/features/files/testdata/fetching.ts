import { craftDocx, craftField, craftOdt, craftText, craftZip, relationship, relationships } from './craft.ts';

/**
 * A document that loads external content unasked, or links to a script. It is accepted as a copy in which nothing
 * matches `removed`.
 */
export interface FetchingFile {
  title: string;
  name: string;
  bytes: () => Buffer;
  removed: RegExp;
  /** Matches what must still be in the copy. */
  remaining?: RegExp;
}

const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const open = `<w:document xmlns:r="${rels}"><w:body>`;
const body = (inner: string) => `${open}${inner}<w:p><w:r><w:t>Lebenslauf</w:t></w:r></w:p></w:body></w:document>`;

/** A docx whose text refers to something external by rId1. */
const docxReferringTo = (kind: string, target: string, inner: string): FetchingFile['bytes'] => {
  const list = relationships(relationship(kind, target));
  return () => craftDocx({ 'word/_rels/document.xml.rels': list, 'word/document.xml': body(inner) });
};

/** A docx whose settings refer to something external by rId1. */
const withSettings = (list: string | Buffer, inner: string) => () =>
  craftDocx({
    'word/_rels/settings.xml.rels': list,
    'word/settings.xml': `<w:settings xmlns:r="${rels}"><w:zoom w:percent="100"/>${inner}</w:settings>`,
  });
const templateReference = '<w:attachedTemplate r:id="rId1"/>';
const template = relationship('attachedTemplate', 'https://example.org/a.dotm');
const templateAt = (target: string) =>
  withSettings(relationships(relationship('attachedTemplate', target)), templateReference);
const templateAs = (list: string) => withSettings(relationships(list), templateReference);

const docx = (
  title: string,
  bytes: FetchingFile['bytes'],
  removed = /example\.org|server|rId1|attachedTemplate/,
  remaining?: RegExp,
): FetchingFile => ({ title, name: 'CV.docx', bytes, removed, ...(remaining && { remaining }) });

const odtOf = (content: string) => () =>
  craftZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true },
    {
      name: 'content.xml',
      data: `<office:document-content><text:p>Lebenslauf</text:p>${content}</office:document-content>`,
    },
    { name: 'META-INF/manifest.xml', data: '<manifest:manifest/>' },
  ]);
const odt = (title: string, content: string): FetchingFile => ({
  title,
  name: 'CV.odt',
  bytes: odtOf(content),
  removed: /example\.org|server|script:/,
  remaining: /Lebenslauf/,
});

export const fetchingFiles: FetchingFile[] = [
  docx('a template from the web', templateAt('https://example.org/a.dotm'), undefined, /percent="100"/),
  docx('a template on a server', templateAt('\\\\server\\share\\a.dotm')),
  docx('a template at a file address', templateAt('file://server/a.dotm')),
  docx('a template at a file address with too many slashes', templateAt('file:////server/a.dotm')),
  docx('a template at a file address of Windows', templateAt('file:///\\\\server\\Vorlagen\\a.dotm')),
  docx('a template at a file address in disguise', templateAt('file:///%5C%5Cserver/a.dotm')),
  docx('a template whose mode is in capitals', templateAs(template.replace('"External"', '"EXTERNAL"'))),
  docx('a template whose mode has an entity', templateAs(template.replace('"External"', '"&#69;xternal"'))),
  docx('a template with an angle bracket before it', templateAs(template.replace('Type=', 'x=">" Type='))),
  docx('a template in single quotes', templateAs(template.replaceAll('"', "'"))),
  docx('a template between line breaks', templateAs(template.replaceAll(' ', '\n').replace('Mode=', 'Mode\t= '))),
  docx(
    'a template in the strict format',
    templateAs(
      template.replace('schemas.openxmlformats.org/officeDocument/2006', 'purl.oclc.org/ooxml/officeDocument'),
    ),
  ),
  docx(
    'a template in a list in UTF-16',
    withSettings(Buffer.from(`\uFEFF${relationships(template)}`, 'utf16le'), templateReference),
  ),
  docx(
    'a data source of a mail merge',
    withSettings(
      relationships(relationship('mailMergeSource', 'file://server/a.mdb')),
      '<w:mailMerge><w:query w:val="SELECT"/><w:dataSource r:id="rId1"/></w:mailMerge>',
    ),
    /server|rId1|mailMerge|SELECT/,
  ),
  docx(
    'a linked object',
    docxReferringTo(
      'oleObject',
      'file://server/a.xlsx',
      '<w:object><v:shape/><o:OLEObject Type="Link" r:id="rId1"/></w:object>',
    ),
    /server|rId1|OLEObject/,
    /v:shape/,
  ),
  docx(
    'an object that is a page of HTML',
    docxReferringTo('oleObject', 'mhtml:https://example.org/a!x-usc:b', '<o:OLEObject r:id="rId1"/>'),
  ),
  docx('a subdocument', docxReferringTo('subDocument', 'https://example.org/a.docx', '<w:subDoc r:id="rId1"/>')),
  docx(
    'a chunk of HTML from the web',
    docxReferringTo('aFChunk', 'https://example.org/a.html', '<w:altChunk r:id="rId1"/>'),
  ),
  docx('a frame', () =>
    craftDocx({
      'word/_rels/webSettings.xml.rels': relationships(relationship('frame', 'https://example.org')),
      'word/webSettings.xml': `<w:webSettings xmlns:r="${rels}"><w:frame><w:sourceFileName r:id="rId1"/></w:frame></w:webSettings>`,
    }),
  ),
  docx(
    'a picture from the web',
    docxReferringTo('image', 'https://example.org/a.png', '<a:blip r:embed="rId2" r:link="rId1"/>'),
    /example\.org|rId1/,
    /<a:blip r:embed="rId2"\/>/,
  ),
  docx('a picture on a server', docxReferringTo('image', '\\\\server\\share\\a.png', '<a:blip r:link="rId1"/>')),
  docx(
    'a link that runs a tool',
    docxReferringTo(
      'hyperlink',
      'ms-msdt:/id PCWDiagnostic',
      '<w:hyperlink r:id="rId1"><w:t>Zeugnis</w:t></w:hyperlink>',
    ),
    /ms-msdt|rId1/,
    /Zeugnis/,
  ),
  docx(
    'a link that runs a script',
    docxReferringTo('hyperlink', 'JavaScript:alert(1)', '<w:hyperlink r:id="rId1"><w:t>Zeugnis</w:t></w:hyperlink>'),
    /alert|rId1/,
    /Zeugnis/,
  ),
  docx('a field that includes a text', () => craftText(craftField('INCLUDETEXT "https://example.org/a.docx"'))),
  docx('a field that queries a database', () => craftText(craftField('DATABASE \\d "https://example.org/a"'))),
  docx('a field that links an object', () => craftText(craftField('LINK Excel.Sheet.8 "\\\\\\\\server\\\\a.xls" A1'))),
  docx('a field with a picture on a server', () => craftText(craftField('INCLUDEPICTURE "\\\\\\\\server\\\\a.png"'))),
  docx('a field in several runs', () => craftText(craftField('INCLUDE', 'TEXT "https://', 'example.org/a.docx"'))),
  docx('a field in one tag', () =>
    craftText('<w:fldSimple w:instr=\'INCLUDETEXT "https://example.org/a.docx"\'><w:r/></w:fldSimple>'),
  ),
  odt('a frame', '<draw:floating-frame xlink:href="https://example.org"/>'),
  odt(
    'a section from the web',
    '<text:section><text:section-source xlink:href="https://example.org/a.odt"/></text:section>',
  ),
  odt('an object on a server', '<draw:frame><draw:object xlink:href="//server/a.odt"/></draw:frame>'),
  odt('a picture from the web', '<draw:frame><draw:image xlink:href="https://example.org/a.png"/></draw:frame>'),
  odt('a link that runs a script', '<text:a xlink:href="vnd.sun.star.script:a.py$b?language=Python">Zeugnis</text:a>'),
  {
    title: 'a template from the web',
    name: 'CV.odt',
    bytes: () =>
      craftOdt([
        {
          name: 'meta.xml',
          data: '<office:meta><meta:template xlink:href="https://example.org/a.ott"/></office:meta>',
        },
      ]),
    removed: /example\.org/,
  },
];
