import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RefusedDocument } from '../inspection/refused-document.rules.ts';
import { craftField, craftText } from '../testdata/craft.ts';
import { craftChange, craftDeletedRun, craftOrigin, craftParagraph, craftRun, craftWord } from '../testdata/word.ts';
import { openDocx } from './docx-package.adapter.ts';
import { readMarkup } from './markup-reader.adapter.ts';

const read = async (bytes: Buffer) => readMarkup(await openDocx(bytes));

/** Reads a document and returns its blocks, each as a list of 'text' or 'change: text'. */
async function readBlocks(...document: Parameters<typeof craftWord>): Promise<string[][]> {
  const { blocks } = await read(craftWord(...document));
  return blocks.map(({ runs }) => runs.map(({ change, text }) => (change ? `${change}: ${text}` : text)));
}

const readCounts = async (...document: Parameters<typeof craftWord>) => (await read(craftWord(...document))).counts;

describe('tracked changes [5.13]', () => {
  test('tell who has inserted, deleted and moved a text, and when', async () => {
    const { blocks, counts } = await read(
      craftWord(
        craftParagraph(
          craftRun('Ich ') +
            craftChange('del', craftDeletedRun('bin'), craftOrigin(1, 'Cleo Coach', '2026-11-20T10:30:00')) +
            craftChange('ins', craftRun('war')) +
            craftChange('moveFrom', craftRun(' früher')) +
            craftRun(' dort') +
            craftChange('moveTo', craftRun(' früher'), 'w:id="7"'),
        ),
      ),
    );
    const coach = { author: 'Cleo Coach', at: '2026-11-20T10:30:00.000Z', comment: null };
    const nobody = { author: null, at: null, comment: null };
    expect(blocks).toEqual([
      {
        runs: [
          { text: 'Ich ', change: null, ...nobody },
          { text: 'bin', change: 'deleted', ...coach },
          { text: 'war', change: 'inserted', ...coach },
          { text: ' früher', change: 'movedFrom', ...coach },
          { text: ' dort', change: null, ...nobody },
          { text: ' früher', change: 'movedTo', ...nobody },
        ],
        layout: { heading: null, listItem: null, cell: null },
      },
    ]);
    expect(counts).toEqual({ insertions: 2, deletions: 2, comments: 0 });
  });

  test('within each other: what was deleted again is deleted, by the person who deleted it', async () => {
    const deleted = craftChange('del', craftDeletedRun('neu'), craftOrigin(2, 'Dora'));
    const { blocks, counts } = await read(craftWord(craftParagraph(craftChange('ins', deleted))));
    expect(blocks[0]?.runs).toMatchObject([{ text: 'neu', change: 'deleted', author: 'Dora' }]);
    expect(counts).toEqual({ insertions: 1, deletions: 1, comments: 0 });
    const insertedWithin = craftChange('del', craftChange('ins', craftRun('neu'), craftOrigin(2, 'Dora')));
    expect((await read(craftWord(craftParagraph(insertedWithin)))).blocks[0]?.runs).toMatchObject([
      { change: 'deleted', author: 'Cleo Coach' },
    ]);
  });

  test('of rows and cells hold for their text, and of paragraphs’ marks for none; neither is counted', async () => {
    const cell = (text: string, format = '') =>
      `<w:tc><w:tcPr>${format}</w:tcPr>${craftParagraph(craftRun(text))}</w:tc>`;
    const row = (cells: string, format = '') => `<w:tr><w:trPr>${format}</w:trPr>${cells}</w:tr>`;
    const origin = craftOrigin(1);
    const body =
      craftParagraph(craftRun('Absatz'), `<w:rPr><w:ins ${origin}/></w:rPr>`) +
      `<w:tbl>${row(cell('A') + cell('B', `<w:cellIns ${origin}/>`))}${row(cell('C'), `<w:del ${origin}/>`)}</w:tbl>`;
    expect(await readBlocks(body)).toEqual([['Absatz'], ['A'], ['inserted: B'], ['deleted: C']]);
    expect(await readCounts(body)).toEqual({ insertions: 0, deletions: 0, comments: 0 });
  });

  test('a move of several paragraphs counts once at each place', async () => {
    const moved = (element: 'moveFrom' | 'moveTo') =>
      `<w:${element}RangeStart w:id="1" w:name="move1"/>` +
      ['Eins', 'Zwei'].map((text) => craftParagraph(craftChange(element, craftRun(text)))).join('') +
      `<w:${element}RangeEnd w:id="1"/>`;
    expect(await readCounts(moved('moveFrom') + moved('moveTo'))).toEqual({ insertions: 1, deletions: 1, comments: 0 });
  });

  test('without text, as of a format or of hidden text, are not counted', async () => {
    const empty = craftChange('ins', '<w:r><w:rPr/></w:r>') + craftChange('ins', craftRun('x', '<w:vanish/>'));
    const format = `<w:rPrChange ${craftOrigin(3)}><w:rPr/></w:rPrChange>`;
    expect(await readCounts(craftParagraph(empty + craftRun('Text', format)))).toEqual({
      insertions: 0,
      deletions: 0,
      comments: 0,
    });
  });
});

describe('comments [5.13]', () => {
  const comment = (id: number, paragraphs: string, paragraphId: string) =>
    `<w:comment ${craftOrigin(id)}>${paragraphs}<w:p w14:paraId="${paragraphId}">${craftRun(`Ende ${id}`)}</w:p></w:comment>`;
  const range = (id: number, content: string) =>
    `<w:commentRangeStart w:id="${id}"/>${content}<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;

  test('are numbered in the order of the text, and tell to which one they reply', async () => {
    const body =
      craftParagraph(craftRun('A ') + range(5, `${craftRun('B ')}${range(9, craftRun('C '))}`) + craftRun('D')) +
      craftParagraph(range(2, craftRun('E')));
    const { blocks, comments, counts } = await read(
      craftWord(body, {
        comments: comment(2, craftParagraph(craftRun('Anfang')), 'P2') + comment(5, '', 'P5') + comment(9, '', 'P9'),
        commentsExtended:
          '<w15:commentEx w15:paraId="P5"/><w15:commentEx w15:paraId="P2" w15:paraIdParent="P5"/><w15:commentEx w15:paraId="P9"/>',
      }),
    );
    expect(blocks.map(({ runs }) => runs.map(({ text, comment }) => [text, comment]))).toEqual([
      [
        ['A ', null],
        ['B ', 1],
        ['C ', 2],
        ['D', null],
      ],
      // A reply’s range counts for the comment with which its thread begins.
      [['E', 1]],
    ]);
    const origin = { author: 'Cleo Coach', at: '2026-11-20T10:30:00.000Z' };
    expect(comments).toEqual([
      { comment: 1, ...origin, text: 'Ende 5', answers: null },
      { comment: 2, ...origin, text: 'Ende 9', answers: null },
      { comment: 3, ...origin, text: 'Anfang\nEnde 2', answers: 1 },
    ]);
    expect(counts.comments).toBe(3);
  });

  test('to which the text does not refer come last', async () => {
    const { comments } = await read(
      craftWord(craftParagraph(range(4, craftRun('Text'))), { comments: comment(1, '', 'P1') + comment(4, '', 'P4') }),
    );
    expect(comments.map(({ comment, text }) => [comment, text])).toEqual([
      [1, 'Ende 4'],
      [2, 'Ende 1'],
    ]);
  });
});

describe('the text [5.13]', () => {
  test('is as Word shows it: tabs, breaks, hyphens, symbols, and blanks only where they are kept', async () => {
    const body = craftParagraph(
      '<w:r><w:t> Ort,</w:t><w:tab/><w:t xml:space="preserve"> Da­tum </w:t><w:br/><w:t>E</w:t><w:noBreakHyphen/>' +
        '<w:t>Mail</w:t><w:softHyphen/><w:br w:type="page"/><w:sym w:font="Wingdings" w:char="F0B7"/><w:cr/></w:r>',
    );
    expect(await readBlocks(body)).toEqual([['Ort,\t Datum \nE-Mail•\n']]);
  });

  test('has the results of fields, also of fields within each other, and not their codes', async () => {
    const nested =
      '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>IF </w:instrText></w:r>' +
      craftField('PAGE') +
      '<w:r><w:instrText> = 1</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>ja</w:t><w:fldChar w:fldCharType="end"/></w:r>';
    const simple = `<w:fldSimple w:instr="AUTHOR">${craftRun(' Anna')}</w:fldSimple>`;
    expect(await readBlocks(craftParagraph(nested + simple))).toEqual([['ja Anna']]);
  });

  test('leaves out what is hidden, by its format or by the style of the text or of its paragraph', async () => {
    const style = (type: string, id: string, content: string) =>
      `<w:style w:type="${type}" w:styleId="${id}">${content}</w:style>`;
    const styles =
      style('character', 'Geheim', '<w:rPr><w:vanish/></w:rPr>') +
      style('paragraph', 'Notiz', '<w:rPr><w:vanish/></w:rPr>') +
      style('paragraph', 'Unternotiz', '<w:basedOn w:val="Notiz"/>') +
      style('paragraph', 'Kreis', '<w:basedOn w:val="Kreis"/>');
    const body =
      craftParagraph(
        craftRun('A') +
          craftRun('B', '<w:vanish/>') +
          craftRun('C', '<w:rStyle w:val="Geheim"/>') +
          craftRun('D', '<w:vanish w:val="0"/>'),
      ) +
      craftParagraph(
        craftRun('E') + craftRun('F', '<w:vanish w:val="false"/>') + craftRun('G', '<w:rStyle w:val="Geheim"/>'),
        '<w:pStyle w:val="Unternotiz"/>',
      ) +
      craftParagraph(craftRun('H'), '<w:pStyle w:val="Kreis"/>');
    expect(await readBlocks(body, { styles })).toEqual([['AD'], ['FG'], ['H']]);
  });

  test('is in reading order: body, headers, footers, footnotes, endnotes; text boxes follow their paragraph', async () => {
    const box = (text: string) =>
      `<wps:txbx><w:txbxContent>${craftParagraph(craftRun(text))}</w:txbxContent></wps:txbx>`;
    const drawing =
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box('Kasten')}</w:drawing></mc:Choice>` +
      `<mc:Fallback><w:pict>${box('Kasten')}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    const note = (kind: string, id: number, text: string, more = '') =>
      `<w:${kind} w:id="${id}"${more}>${craftParagraph(craftRun(text))}</w:${kind}>`;
    const body =
      craftParagraph(
        `${craftRun('Text')}${drawing}<w:r><w:endnoteReference w:id="2"/></w:r><w:r><w:footnoteReference w:id="1"/></w:r>`,
      ) +
      craftParagraph('') +
      `<w:sdt><w:sdtContent>${craftParagraph(craftRun('Steuerelement'))}</w:sdtContent></w:sdt>` +
      '<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:footerReference w:type="first" r:id="footer"/></w:sectPr>';
    const parts = {
      header: craftParagraph(craftRun('Kopf')),
      footer: craftParagraph(craftRun('Fuß')),
      footnotes:
        note('footnote', 0, 'Strich', ' w:type="separator"') +
        note('footnote', 1, 'Fußnote') +
        note('footnote', 3, 'Rest'),
      endnotes: note('endnote', 2, 'Endnote'),
    };
    expect(await readBlocks(body, parts)).toEqual([
      ['Text'],
      ['Kasten'],
      ['Steuerelement'],
      ['Kopf'],
      ['Fuß'],
      ['Fußnote'],
      ['Endnote'],
    ]);
  });

  test('of a note with a deleted reference is deleted, too', async () => {
    const reference = craftChange('del', '<w:r><w:footnoteReference w:id="1"/></w:r>');
    const footnotes = `<w:footnote w:id="1">${craftParagraph(craftRun('Fußnote'))}</w:footnote>`;
    expect(await readBlocks(craftParagraph(craftRun('Text') + reference), { footnotes })).toEqual([
      ['Text'],
      ['deleted: Fußnote'],
    ]);
  });

  test('of a formula is its characters, with their changes', async () => {
    const formula = `<m:oMath><m:r><m:t>a=</m:t></m:r>${craftChange('ins', '<m:r><m:t>b</m:t></m:r>')}</m:oMath>`;
    expect(await readBlocks(craftParagraph(formula))).toEqual([['a=', 'inserted: b']]);
  });
});

describe('the kinds of blocks [5.13]', () => {
  /** Reads a document and returns its blocks as lines: '#' for each level of a heading, the marker of an item, the cell. */
  async function readLines(...document: Parameters<typeof craftWord>): Promise<string[]> {
    const { blocks } = await read(craftWord(...document));
    return blocks.map(({ runs, layout: { heading, listItem, cell } }) =>
      [
        heading && '#'.repeat(heading),
        listItem && `${' '.repeat(listItem.depth)}${listItem.marker}`,
        cell && `${cell.table}:${cell.row}:${cell.column}`,
        runs.map(({ text }) => text).join(''),
      ]
        .filter(Boolean)
        .join(' '),
    );
  }
  const item = (text: string, list: number, level = 0) =>
    craftParagraph(craftRun(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

  test('are headings by their styles or their level in the outline', async () => {
    const style = (id: string, content: string) => `<w:style w:type="paragraph" w:styleId="${id}">${content}</w:style>`;
    const headingOf = (text: string, format: string) => craftParagraph(craftRun(text), format);
    expect(
      await readLines(
        headingOf('Titel', '<w:pStyle w:val="T"/>') +
          headingOf('Station', '<w:pStyle w:val="Station"/>') +
          headingOf('Tief', '<w:outlineLvl w:val="5"/>') +
          headingOf('Text', '<w:pStyle w:val="Station"/><w:outlineLvl w:val="9"/>'),
        {
          styles:
            style('T', '<w:name w:val="Title"/>') +
            style('H2', '<w:name w:val="heading 2"/>') +
            style('Station', '<w:basedOn w:val="H2"/>'),
        },
      ),
    ).toEqual(['# Titel', '## Station', '### Tief', 'Text']);
  });

  test('are items of lists with their bullets and numbers; empty items do not count', async () => {
    const level = (format: string, text: string, at = 0) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering =
      `<w:abstractNum w:abstractNumId="1">${level('decimal', '%1.')}${level('lowerLetter', '%1.%2)', 1)}</w:abstractNum>` +
      `<w:abstractNum w:abstractNumId="2">${level('bullet', 'o')}</w:abstractNum>` +
      '<w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="8"><w:abstractNumId w:val="2"/></w:num>';
    const body = item('A', 7) + item('', 7) + item('B', 7, 1) + item('C', 7) + item('D', 8) + item('E', 0);
    expect(await readLines(body, { numbering })).toEqual(['1. A', ' 1.a) B', '2. C', '• D', 'E']);
    // Levels, numbers and markers of a hostile file end where those of Word do.
    const huge = item('A', 7, 999_999_999);
    const hugeNumbering = numbering.replace('%1.', '%1'.repeat(50)).replace('w:ilvl="1"', 'w:ilvl="8"');
    expect(await readLines(huge, { numbering: hugeNumbering })).toEqual([`${' '.repeat(8)}1.1) A`]);
    expect(await readLines(item('A', 7), { numbering: hugeNumbering })).toEqual([`${'1'.repeat(10)} A`]);
  });

  test('stand in the cells of tables, but not of those that only place text side by side', async () => {
    const cell = (content: string) => `<w:tc>${content}</w:tc>`;
    const table = (...rows: string[]) => `<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`;
    const plain = (text: string) => craftParagraph(craftRun(text));
    const languages = table(
      cell(plain('Sprache')) + cell(plain('Stufe')),
      cell(craftParagraph('')) + cell(plain('B2')),
    );
    expect(await readLines(plain('Vor') + languages + plain('Nach'))).toEqual([
      'Vor',
      '1:1:1 Sprache',
      '1:1:2 Stufe',
      '1:2:2 B2',
      'Nach',
    ]);
    const columns = table(cell(plain('2020') + plain('2024')) + cell(plain('Lager')));
    expect(await readLines(columns + table(cell(plain('Kasten'))))).toEqual(['2020', '2024', 'Lager', 'Kasten']);
    // The inner one of two tables is one of the text.
    expect(await readLines(table(cell(plain('Links')) + cell(languages)))).toEqual([
      'Links',
      '2:1:1 Sprache',
      '2:1:2 Stufe',
      '2:2:2 B2',
    ]);
  });
});

describe('a document that cannot be read', () => {
  test.each([
    ['has too many elements within each other', `${'<w:p>'.repeat(300)}${'</w:p>'.repeat(300)}`],
    ['is not well-formed', '<w:p><w:r></w:p>'],
  ])('is refused if it %s', async (_, markup) => {
    await expect(openDocx(craftText(markup)).then(readMarkup)).rejects.toThrow(RefusedDocument);
  });
});

const folders = ['documents', 'producers'].map((folder) => join(import.meta.dirname, '../testdata', folder));
const genuineFiles = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.toLowerCase().endsWith('.docx'))
    .map((name) => join(folder, name)),
);

test.each(genuineFiles.map((path) => [path.split('/').at(-1), path]))('the genuine %s can be read', async (_, path) => {
  const { blocks } = await read(readFileSync(path));
  for (const { runs } of blocks) expect(runs.map(({ text }) => text).join('')).toMatch(/\S/);
});
