import {
  craftDocx,
  craftField,
  craftOdt,
  craftText,
  craftZip,
  craftRelationship,
  craftRelationships,
} from './craft.ts';

/**
 * A document that loads external content without a click, or has a link that runs something. The portal accepts only a
 * harmless copy of the document.
 */
export interface FetchingFile {
  title: string;
  name: string;
  bytes: () => Buffer;
  /** Matches nothing in the copy. */
  removedPattern: RegExp;
  /** Matches content that must still be in the copy. */
  remainingPattern?: RegExp;
}

const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const documentStart = `<w:document xmlns:r="${relationshipsNamespace}"><w:body>`;
const documentXml = (markup: string) =>
  `${documentStart}${markup}<w:p><w:r><w:t>Lebenslauf</w:t></w:r></w:p></w:body></w:document>`;

/** Returns a function that builds a docx whose text refers to an external target by the relationship rId1. */
const withReference = (kind: string, target: string, markup: string): FetchingFile['bytes'] => {
  const rels = craftRelationships(craftRelationship(kind, target));
  return () => craftDocx({ 'word/_rels/document.xml.rels': rels, 'word/document.xml': documentXml(markup) });
};

/** Returns a function that builds a docx with these relationships and this markup in its settings. */
const withSettings = (rels: string | Buffer, markup: string) => () =>
  craftDocx({
    'word/_rels/settings.xml.rels': rels,
    'word/settings.xml': `<w:settings xmlns:r="${relationshipsNamespace}"><w:zoom w:percent="100"/>${markup}</w:settings>`,
  });
const templateReference = '<w:attachedTemplate r:id="rId1"/>';
const template = craftRelationship('attachedTemplate', 'https://example.org/a.dotm');
const withTemplateMarkup = (markup: string) => withSettings(craftRelationships(markup), templateReference);
const withTemplateAt = (target: string) => withTemplateMarkup(craftRelationship('attachedTemplate', target));

const docx = (
  title: string,
  bytes: FetchingFile['bytes'],
  removedPattern = /example\.org|server|rId1|attachedTemplate/,
  remainingPattern?: RegExp,
): FetchingFile => ({ title, name: 'CV.docx', bytes, removedPattern, ...(remainingPattern && { remainingPattern }) });

const odtWith = (content: string) => () =>
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
  bytes: odtWith(content),
  removedPattern: /example\.org|server|script:/,
  remainingPattern: /Lebenslauf/,
});

export const fetchingFiles: FetchingFile[] = [
  docx('a template from the web', withTemplateAt('https://example.org/a.dotm'), undefined, /percent="100"/),
  docx('a template on a server', withTemplateAt('\\\\server\\share\\a.dotm')),
  docx('a template at a file address', withTemplateAt('file://server/a.dotm')),
  docx('a template at a file address with too many slashes', withTemplateAt('file:////server/a.dotm')),
  docx('a template at a file address with backslashes', withTemplateAt('file:///\\\\server\\Vorlagen\\a.dotm')),
  docx('a template at a file address with escaped backslashes', withTemplateAt('file:///%5C%5Cserver/a.dotm')),
  docx('a template whose mode is in capitals', withTemplateMarkup(template.replace('"External"', '"EXTERNAL"'))),
  docx(
    'a template whose mode contains an entity',
    withTemplateMarkup(template.replace('"External"', '"&#69;xternal"')),
  ),
  docx('a template with an angle bracket before it', withTemplateMarkup(template.replace('Type=', 'x=">" Type='))),
  docx('a template with attributes in single quotes', withTemplateMarkup(template.replaceAll('"', "'"))),
  docx(
    'a template with line breaks between its attributes',
    withTemplateMarkup(template.replaceAll(' ', '\n').replace('Mode=', 'Mode\t= ')),
  ),
  docx(
    'a template in the strict format',
    withTemplateMarkup(
      template.replace('schemas.openxmlformats.org/officeDocument/2006', 'purl.oclc.org/ooxml/officeDocument'),
    ),
  ),
  docx(
    'a template whose relationship is in UTF-16',
    withSettings(Buffer.from(`\uFEFF${craftRelationships(template)}`, 'utf16le'), templateReference),
  ),
  docx(
    'a mail merge data source on a server',
    withSettings(
      craftRelationships(craftRelationship('mailMergeSource', 'file://server/a.mdb')),
      '<w:mailMerge><w:query w:val="SELECT"/><w:dataSource r:id="rId1"/></w:mailMerge>',
    ),
    /server|rId1|mailMerge|SELECT/,
  ),
  docx(
    'a linked object on a server',
    withReference(
      'oleObject',
      'file://server/a.xlsx',
      '<w:object><v:shape/><o:OLEObject Type="Link" r:id="rId1"/></w:object>',
    ),
    /server|rId1|OLEObject/,
    /v:shape/,
  ),
  docx(
    'an object that is a page of HTML',
    withReference('oleObject', 'mhtml:https://example.org/a!x-usc:b', '<o:OLEObject r:id="rId1"/>'),
  ),
  docx('a subdocument', withReference('subDocument', 'https://example.org/a.docx', '<w:subDoc r:id="rId1"/>')),
  docx(
    'an HTML page from the web as part of the text',
    withReference('aFChunk', 'https://example.org/a.html', '<w:altChunk r:id="rId1"/>'),
  ),
  docx('a frame with a page from the web', () =>
    craftDocx({
      'word/_rels/webSettings.xml.rels': craftRelationships(craftRelationship('frame', 'https://example.org')),
      'word/webSettings.xml': `<w:webSettings xmlns:r="${relationshipsNamespace}"><w:frame><w:sourceFileName r:id="rId1"/></w:frame></w:webSettings>`,
    }),
  ),
  docx(
    'a picture from the web',
    withReference('image', 'https://example.org/a.png', '<a:blip r:embed="rId2" r:link="rId1"/>'),
    /example\.org|rId1/,
    /<a:blip r:embed="rId2"\/>/,
  ),
  docx('a picture on a server', withReference('image', '\\\\server\\share\\a.png', '<a:blip r:link="rId1"/>')),
  docx(
    'a link that runs a tool',
    withReference(
      'hyperlink',
      'ms-msdt:/id PCWDiagnostic',
      '<w:hyperlink r:id="rId1"><w:t>Zeugnis</w:t></w:hyperlink>',
    ),
    /ms-msdt|rId1/,
    /Zeugnis/,
  ),
  docx(
    'a link that runs a script',
    withReference('hyperlink', 'JavaScript:alert(1)', '<w:hyperlink r:id="rId1"><w:t>Zeugnis</w:t></w:hyperlink>'),
    /alert|rId1/,
    /Zeugnis/,
  ),
  docx('a field that includes text from the web', () =>
    craftText(craftField('INCLUDETEXT "https://example.org/a.docx"')),
  ),
  docx('a field that queries a database', () => craftText(craftField('DATABASE \\d "https://example.org/a"'))),
  docx('a field that links to an object', () =>
    craftText(craftField('LINK Excel.Sheet.8 "\\\\\\\\server\\\\a.xls" A1')),
  ),
  docx('a field with a picture on a server', () => craftText(craftField('INCLUDEPICTURE "\\\\\\\\server\\\\a.png"'))),
  docx('a field whose code is split into several runs', () =>
    craftText(craftField('INCLUDE', 'TEXT "https://', 'example.org/a.docx"')),
  ),
  docx('a field that consists of one tag', () =>
    craftText('<w:fldSimple w:instr=\'INCLUDETEXT "https://example.org/a.docx"\'><w:r/></w:fldSimple>'),
  ),
  odt('a frame with a page from the web', '<draw:floating-frame xlink:href="https://example.org"/>'),
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
    removedPattern: /example\.org/,
  },
];
