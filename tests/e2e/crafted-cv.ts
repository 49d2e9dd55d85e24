import { craftDocx, craftRelationship, craftRelationships } from '../../src/features/files/testdata/craft.ts';
import { createWordDocumentXml } from './hostile-documents.ts';

const schema = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const item = (text: string, list: number, level = 0) =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
const cell = (...texts: string[]) => `<w:tc>${texts.map((text) => paragraph(run(text))).join('')}</w:tc>`;
const level = (format: string, text: string, at = 0) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;

/** A CV in Word with everything that the text view shows, and with text that it leaves out. */
export function createCv(): Buffer {
  const body = [
    paragraph(run('Berufserfahrung'), '<w:pStyle w:val="Station"/>'),
    paragraph(
      run('Ich habe ') +
        '<w:commentRangeStart w:id="4"/>' +
        run('fünf Jahre', '<w:b/>') +
        '<w:commentRangeEnd w:id="4"/><w:r><w:commentReference w:id="4"/></w:r>' +
        run(' im Lager gearbeitet.') +
        '<w:r><w:footnoteReference w:id="2"/></w:r>' +
        '<w:del><w:r><w:delText>Gelöscht</w:delText></w:r></w:del><w:moveFrom>' +
        run('Verschoben') +
        '</w:moveFrom><w:ins>' +
        run(' Neu.') +
        `</w:ins>${run('Verborgen', '<w:vanish/>')}`,
    ),
    item('Stapler', 7),
    item('Inventur', 7),
    item('Zählen', 7, 1),
    item('Deutsch', 8),
    `<w:tbl><w:tr>${cell('2020', '2024')}${cell('Fachkraft', 'im Lager')}</w:tr></w:tbl>`,
    `<w:tbl><w:tr>${cell('Sprache')}${cell('Stufe')}</w:tr><w:tr>${cell('Englisch')}${cell('B2')}</w:tr></w:tbl>`,
    paragraph(
      '<w:r><w:drawing><wp:inline><wp:extent cx="952500" cy="952500"/><wp:docPr id="1" descr="Foto von Robin"/>' +
        '<a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rIdPicture"/></pic:blipFill>' +
        '<pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>',
    ),
    // A field without an end.
    paragraph(
      `${run('Stand: ')}<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>DATE</w:instrText></w:r>${run('?')}`,
    ),
    paragraph(`${run('Seite ')}<w:fldSimple w:instr="PAGE">${run('1')}</w:fldSimple>`),
  ];
  return craftDocx({
    'word/document.xml': createWordDocumentXml(body.join('')),
    'word/styles.xml':
      `<w:styles ${schema}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>` +
      '<w:style w:type="paragraph" w:styleId="Station"><w:basedOn w:val="Heading1"/></w:style></w:styles>',
    'word/numbering.xml':
      `<w:numbering ${schema}><w:abstractNum w:abstractNumId="1">${level('decimal', '%1.')}` +
      `${level('lowerLetter', '%1.%2)', 1)}</w:abstractNum><w:abstractNum w:abstractNumId="2">` +
      `${level('bullet', '\uf0b7')}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num>` +
      '<w:num w:numId="8"><w:abstractNumId w:val="2"/></w:num></w:numbering>',
    'word/comments.xml':
      `<w:comments ${schema}><w:comment w:id="4" w:author="Anna Beispiel" w:date="2026-11-24T23:30:00Z">` +
      `${paragraph(run('Seit wann?'))}</w:comment></w:comments>`,
    'word/footnotes.xml': `<w:footnotes ${schema}><w:footnote w:id="2">${paragraph(run('Bei Nordlicht'))}</w:footnote></w:footnotes>`,
    'word/header1.xml': `<w:hdr ${schema}>${paragraph(run('Robin Reise, Kiel'))}</w:hdr>`,
    'word/footer1.xml': `<w:ftr ${schema}>${paragraph(run('Seite 1 von 2'))}</w:ftr>`,
    'word/media/photo.png': Buffer.from(onePixel, 'base64'),
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="png" ContentType="image/png"/>' +
      '<Default Extension="xml" ContentType="application/xml"/></Types>',
    'word/_rels/document.xml.rels': craftRelationships(
      [
        ...['styles', 'numbering', 'comments', 'footnotes'].map((part) =>
          craftRelationship(part, `${part}.xml`, 'Internal'),
        ),
        craftRelationship('header', 'header1.xml', 'Internal'),
        craftRelationship('footer', 'footer1.xml', 'Internal'),
        craftRelationship('image', 'media/photo.png', 'Internal').replace(/Id="\w+"/, 'Id="rIdPicture"'),
      ].join(''),
    ),
  });
}
