import { wallClock } from '../../src/shared/berlin.ts';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

/** The styles of paragraphs. */
type Style = 'Title' | 'Subtitle' | 'Heading1' | 'Normal' | 'Station' | 'ListBullet';

/**
 * A paragraph with its style, or a row of a table with two cells. In a text, '{++inserted++}' and '{--deleted--}' are
 * tracked changes, and '{==text==}{>>comment<<}' is a text with a comment. A paragraph that is nothing but one change
 * was inserted or deleted itself.
 */
export type Line = { style: Style; text: string } | { cells: [string, string] };

/** Who has made the tracked changes and comments of a document, and when. */
export interface Editor {
  name: string;
  at: Date;
}

/** A Word document with the numbers of its tracked changes and comments. */
export interface WordDocument {
  bytes: Buffer;
  insertions: number;
  deletions: number;
  comments: number;
}

/** Writes a Word document. Without an editor it is as it was before the changes, and has no comments. */
export async function writeWord(lines: readonly Line[], editor: Editor | null): Promise<WordDocument> {
  const content = new Content(editor);
  const body = lines.map((line, index) => {
    if ('style' in line) return content.addParagraph(line.style, line.text);
    const begin = 'cells' in (lines[index - 1] ?? {}) ? '' : tableBegin;
    const end = 'cells' in (lines[index + 1] ?? {}) ? '' : '</w:tbl>';
    const cells = line.cells.map((text) => `<w:tc>${content.addParagraph('Normal', text)}</w:tc>`);
    return `${begin}<w:tr>${cells.join('')}</w:tr>${end}`;
  });
  const { insertions, deletions, comments } = content;
  const bytes = await pack({
    document: `<w:body>${body.join('')}${page}</w:body>`,
    styles,
    numbering,
    ...(comments.length > 0 && { comments: comments.join('') }),
  });
  return { bytes, insertions, deletions, comments: comments.length };
}

/** The paragraphs and comments of a document that is being written. */
class Content {
  insertions = 0;
  deletions = 0;
  readonly comments: string[] = [];
  private idCount = 0;

  constructor(private readonly editor: Editor | null) {}

  /** Returns a paragraph; an empty text if it consists of nothing but an insertion and there is no editor. */
  addParagraph(style: Style, text: string): string {
    const [, sign] = /^\{([+-])\1[^{]*\}$/.exec(text) ?? [];
    if (sign === '+' && !this.editor) return '';
    const mark =
      sign && this.editor ? `<w:rPr><w:${sign === '+' ? 'ins' : 'del'} ${this.createOrigin()}/></w:rPr>` : '';
    const runs = text
      .split(/(\{\+\+.*?\+\+\}|\{--.*?--\}|\{==.*?==\}\{>>.*?<<\})/)
      .map((piece) => this.addPiece(piece));
    return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${mark}</w:pPr>${runs.join('')}</w:p>`;
  }

  /** Returns the runs of a piece of text: a tracked change, a text with a comment, or mere text. */
  private addPiece(piece: string): string {
    const [, sign, changed = ''] = /^\{([+-])\1(.*)\1\1\}$/.exec(piece) ?? [];
    const [, marked, comment = ''] = /^\{==(.*)==\}\{>>(.*)<<\}$/.exec(piece) ?? [];
    if (marked !== undefined) return this.editor ? this.addComment(marked, comment) : writeRun(marked);
    if (!sign) return writeRun(piece);
    if (!this.editor) return sign === '+' ? '' : writeRun(changed);
    if (sign === '+') {
      this.insertions++;
      return `<w:ins ${this.createOrigin()}>${writeRun(changed)}</w:ins>`;
    }
    this.deletions++;
    return `<w:del ${this.createOrigin()}>${writeRun(changed, 'delText')}</w:del>`;
  }

  private addComment(marked: string, comment: string): string {
    this.comments.push(`<w:comment ${this.createOrigin()}><w:p>${writeRun(comment)}</w:p></w:comment>`);
    const id = `w:id="${this.idCount}"`;
    return (
      `<w:commentRangeStart ${id}/>${writeRun(marked)}<w:commentRangeEnd ${id}/>` +
      `<w:r><w:commentReference ${id}/></w:r>`
    );
  }

  /** Returns the attributes of the next tracked change or comment. */
  private createOrigin(): string {
    const { name = '', at = new Date(0) } = this.editor ?? {};
    // Word writes the time of the writer's clock as if it were UTC.
    const { date, time } = wallClock(at);
    return `w:id="${++this.idCount}" w:author="${escapeXml(name)}" w:date="${date}T${time}:00Z"`;
  }
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function writeRun(text: string, element: 't' | 'delText' = 't'): string {
  const pieces = text
    .split('\t')
    .map((piece) => `<w:${element} xml:space="preserve">${escapeXml(piece)}</w:${element}>`);
  return text && `<w:r>${pieces.join('<w:tab/>')}</w:r>`;
}

/** A page of A4 with its margins, in twentieths of a point like all lengths here. */
const page =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>' +
  '<w:pgMar w:top="1134" w:right="1247" w:bottom="1134" w:left="1247" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>';

const tableBegin =
  '<w:tbl><w:tblPr><w:tblW w:w="9412" w:type="dxa"/><w:tblBorders><w:top w:val="single" w:sz="4" w:color="C9D3D3"/>' +
  '<w:bottom w:val="single" w:sz="4" w:color="C9D3D3"/><w:insideH w:val="single" w:sz="4" w:color="C9D3D3"/>' +
  '</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="0" w:type="dxa"/></w:tblCellMar></w:tblPr>' +
  '<w:tblGrid><w:gridCol w:w="2268"/><w:gridCol w:w="7144"/></w:tblGrid>';

const writeStyle = (id: Style, name: string, paragraph: string, text = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"${id === 'Normal' ? ' w:default="1"' : ''}><w:name w:val="${name}"/>` +
  `${id === 'Normal' ? '' : '<w:basedOn w:val="Normal"/>'}<w:pPr>${paragraph}</w:pPr><w:rPr>${text}</w:rPr></w:style>`;

const styles =
  '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:sz w:val="21"/>' +
  '<w:lang w:val="de-DE"/></w:rPr></w:rPrDefault></w:docDefaults>' +
  writeStyle('Normal', 'Normal', '<w:spacing w:before="40" w:after="40"/>') +
  writeStyle('Title', 'Title', '<w:spacing w:after="0"/>', '<w:b/><w:color w:val="0F5C66"/><w:sz w:val="48"/>') +
  writeStyle('Subtitle', 'Subtitle', '<w:spacing w:after="120"/>', '<w:color w:val="5B6770"/>') +
  writeStyle(
    'Heading1',
    'heading 1',
    '<w:keepNext/><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="2" w:color="0F5C66"/></w:pBdr>' +
      '<w:spacing w:before="280" w:after="100"/><w:outlineLvl w:val="0"/>',
    '<w:b/><w:color w:val="0F5C66"/><w:sz w:val="28"/>',
  ) +
  writeStyle(
    'Station',
    'Station',
    '<w:keepNext/><w:tabs><w:tab w:val="left" w:pos="2268"/></w:tabs><w:spacing w:before="120"/>' +
      '<w:ind w:left="2268" w:hanging="2268"/>',
    '<w:b/>',
  ) +
  writeStyle('ListBullet', 'List Bullet', '<w:numPr><w:numId w:val="1"/></w:numPr><w:spacing w:before="0"/>');

const numbering =
  '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/>' +
  '<w:pPr><w:ind w:left="2552" w:hanging="284"/></w:pPr></w:lvl></w:abstractNum>' +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';

const office = 'http://schemas.openxmlformats.org';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Packs the parts of a document, by their names, into a docx. */
async function pack(parts: Record<string, string>): Promise<Buffer> {
  const names = Object.keys(parts);
  const writeRelationships = (targets: [type: string, target: string][]) =>
    `<Relationships xmlns="${office}/package/2006/relationships">` +
    targets
      .map(
        ([type, target]) =>
          `<Relationship Id="${type}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
      )
      .join('') +
    '</Relationships>';
  const files = {
    '[Content_Types].xml':
      `<Types xmlns="${office}/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      names
        .map((name) => {
          const type = name === 'document' ? 'document.main' : name;
          return `<Override PartName="/word/${name}.xml" ContentType="${wordType}.${type}+xml"/>`;
        })
        .join('') +
      '</Types>',
    '_rels/.rels': writeRelationships([['officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': writeRelationships(
      names.filter((name) => name !== 'document').map((name) => [name, `${name}.xml`]),
    ),
    ...Object.fromEntries(
      names.map((name) => [
        `word/${name}.xml`,
        `<w:${name} xmlns:w="${office}/wordprocessingml/2006/main">${parts[name]}</w:${name}>`,
      ]),
    ),
  };
  const zip = new yazl.ZipFile();
  for (const [name, xml] of Object.entries(files))
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`), name);
  zip.end();
  return buffer(zip.outputStream);
}
