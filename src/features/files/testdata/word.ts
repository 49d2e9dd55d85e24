import { craftContentTypes, craftDocx, craftRelationships } from './craft.ts';

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ' +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ' +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ' +
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" ' +
  'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"';

/** The root element and the relationship of each part that a crafted Word document may have beside its text. */
const kinds = {
  styles: { root: 'w:styles', folder: 'officeDocument/2006' },
  numbering: { root: 'w:numbering', folder: 'officeDocument/2006' },
  settings: { root: 'w:settings', folder: 'officeDocument/2006' },
  comments: { root: 'w:comments', folder: 'officeDocument/2006' },
  commentsExtended: { root: 'w15:commentsEx', folder: 'office/2011' },
  people: { root: 'w15:people', folder: 'office/2011' },
  header: { root: 'w:hdr', folder: 'officeDocument/2006' },
  footer: { root: 'w:ftr', folder: 'officeDocument/2006' },
  footnotes: { root: 'w:footnotes', folder: 'officeDocument/2006' },
  endnotes: { root: 'w:endnotes', folder: 'officeDocument/2006' },
} as const;
type Kind = keyof typeof kinds;

/**
 * Builds a Word document with this body and the content of further parts, by kind. The relationship of each part has
 * its kind as its id, such as 'header'. `more` are further parts, `relationships` further relationships of the text.
 */
export function craftWord(
  body: string,
  parts: Partial<Record<Kind, string>> = {},
  { more = {}, relationships = '' }: { more?: Record<string, string | Buffer>; relationships?: string } = {},
): Buffer {
  const entries = Object.entries(parts) as [Kind, string][];
  const type = (kind: string) => `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`;
  return craftDocx({
    '[Content_Types].xml': craftContentTypes(
      entries.map(([kind]) => `<Override PartName="/word/${kind}.xml" ContentType="${type(kind)}"/>`).join(''),
    ),
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': craftRelationships(
      entries
        .map(
          ([kind]) =>
            `<Relationship Id="${kind}" Type="http://schemas.openxmlformats.org/${kinds[kind].folder}/relationships/${kind}" Target="${kind}.xml"/>`,
        )
        .join('') + relationships,
    ),
    ...Object.fromEntries(
      entries.map(([kind, content]) => [
        `word/${kind}.xml`,
        `<${kinds[kind].root} ${namespaces}>${content}</${kinds[kind].root}>`,
      ]),
    ),
    ...more,
  });
}

/** Builds the markup of a run with this text; `format` is the content of its w:rPr. */
export const craftRun = (text: string, format = '') =>
  `<w:r>${format && `<w:rPr>${format}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

/** Builds the markup of a paragraph; `format` is the content of its w:pPr. */
export const craftParagraph = (content: string, format = '') =>
  `<w:p>${format && `<w:pPr>${format}</w:pPr>`}${content}</w:p>`;

/** Builds the attributes of a tracked change or comment. */
export const craftOrigin = (id: number, author = 'Cleo Coach', date = '2026-11-20T10:30:00Z') =>
  `w:id="${id}" w:author="${author}" w:date="${date}"`;

/** Builds the markup of tracked text: 'ins', 'del', 'moveFrom' or 'moveTo' around `content`. */
export const craftChange = (element: 'ins' | 'del' | 'moveFrom' | 'moveTo', content: string, origin = craftOrigin(1)) =>
  `<w:${element} ${origin}>${content}</w:${element}>`;

/** Builds the markup of a run of deleted text. */
export const craftDeletedRun = (text: string) => `<w:r><w:delText xml:space="preserve">${text}</w:delText></w:r>`;
