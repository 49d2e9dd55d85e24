import { craftField } from './craft.ts';
import { craftChange, craftDeletedRun, craftOrigin, craftParagraph, craftRun, craftWord } from './word.ts';

/** A Word document with tracked changes, and its blocks once all changes are accepted. */
export interface TrackedDocument {
  title: string;
  bytes: () => Buffer;
  accepted: string[];
}

const origin = craftOrigin(1);
const byAnna = craftOrigin(2, 'Anna Admin');
const inserted = (text: string) => craftChange('ins', craftRun(text));
const deleted = (text: string) => craftChange('del', craftDeletedRun(text));
const move = (place: 'From' | 'To', id: number, content: string) =>
  `<w:move${place}RangeStart w:id="${id}" w:name="move1" w:author="Cleo" w:date="2026-11-20T10:30:00Z"/>` +
  `${content}<w:move${place}RangeEnd w:id="${id}"/>`;
const control = (content: string) =>
  `<w:sdt><w:sdtPr><w:alias w:val="Name"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const deletedMark = `<w:rPr><w:del ${origin}/></w:rPr>`;
const insertedMark = `<w:rPr><w:ins ${origin}/></w:rPr>`;
const movedMark = (element: 'moveFrom' | 'moveTo') => `<w:rPr><w:${element} ${origin}/></w:rPr>`;
const plain = (text: string) => craftParagraph(craftRun(text));

const tableProperties =
  '<w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr>' +
  '<w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>';
const table = (...rows: string[]) => `<w:tbl>${tableProperties}${rows.join('')}</w:tbl>`;
const row = (cells: string, format = '') => `<w:tr>${format && `<w:trPr>${format}</w:trPr>`}${cells}</w:tr>`;
const cell = (content: string, format = '') =>
  `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/>${format}</w:tcPr>${content}</w:tc>`;

const textBox = (content: string) =>
  '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>' +
  '<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="2"' +
  ' behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1">' +
  '<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH>' +
  '<wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>' +
  '<wp:extent cx="2000000" cy="800000"/><wp:wrapTopAndBottom/><wp:docPr id="1" name="Kasten"/><wp:cNvGraphicFramePr/>' +
  '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp>' +
  '<wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="800000"/></a:xfrm>' +
  '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr>' +
  `<wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp>` +
  '</a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice></mc:AlternateContent></w:r>';

/** Returns a Word document with this body. */
const tracked = (title: string, accepted: string[], ...document: Parameters<typeof craftWord>): TrackedDocument => ({
  title,
  accepted,
  bytes: () => craftWord(...document),
});

/** Documents with each kind of tracked change. */
export const trackedDocuments: TrackedDocument[] = [
  tracked(
    'inserted and deleted text',
    ['Ich war dort.'],
    craftParagraph(craftRun('Ich ') + deleted('bin') + inserted('war') + craftRun(' dort.')),
  ),
  tracked(
    'text that was inserted and deleted again',
    ['Ich bleibe.'],
    craftParagraph(craftRun('Ich ') + craftChange('ins', deleted('gehe') + craftRun('bleibe')) + craftRun('.')),
  ),
  tracked(
    'text that one person inserted and another deleted',
    ['Ich bleibe.'],
    craftParagraph(craftRun('Ich ') + craftChange('ins', deleted('gehe') + craftRun('bleibe'), byAnna) + craftRun('.')),
  ),
  tracked(
    'a deleted paragraph',
    ['Eins', 'Drei'],
    plain('Eins') + craftParagraph(deleted('Zwei'), deletedMark) + plain('Drei'),
  ),
  tracked(
    'two paragraphs joined to one',
    ['Eins und Zwei', 'Drei'],
    craftParagraph(craftRun('Eins'), deletedMark) + plain(' und Zwei') + plain('Drei'),
  ),
  tracked(
    'four paragraphs joined to one',
    ['ABCD'],
    craftParagraph(craftRun('A'), deletedMark) +
      craftParagraph(craftRun('B'), deletedMark) +
      craftParagraph(craftRun('C') + deleted('x'), deletedMark) +
      plain('D'),
  ),
  tracked('a paragraph split in two', ['Eins', 'Zwei'], craftParagraph(craftRun('Eins'), insertedMark) + plain('Zwei')),
  tracked(
    'the end of one paragraph and the begin of the next deleted',
    ['Anfang Ende'],
    craftParagraph(craftRun('Anfang ') + deleted('weg'), deletedMark) +
      craftParagraph(deleted('auch') + craftRun('Ende')),
  ),
  tracked(
    'a moved paragraph',
    ['Zwei', 'Eins'],
    move('From', 5, craftParagraph(craftChange('moveFrom', craftRun('Eins')), movedMark('moveFrom'))) +
      plain('Zwei') +
      move('To', 6, craftParagraph(craftChange('moveTo', craftRun('Eins')), movedMark('moveTo'))),
  ),
  tracked(
    'a moved paragraph with changes',
    ['Zwei', 'Eins'],
    move('From', 5, craftParagraph(craftChange('moveFrom', craftRun('Ein')), movedMark('moveFrom'))) +
      plain('Zwei') +
      move(
        'To',
        6,
        craftParagraph(
          craftChange('moveTo', craftRun('Ein')) +
            craftChange('del', craftDeletedRun('weg'), byAnna) +
            craftChange('moveTo', craftChange('del', craftDeletedRun('auch'), byAnna)) +
            craftChange('ins', craftRun('s'), byAnna),
          movedMark('moveTo'),
        ),
      ),
  ),
  tracked(
    'a moved sentence',
    ['Erst das, dann dies.'],
    craftParagraph(
      '<w:moveFromRangeStart w:id="5" w:name="move1"/>' +
        craftChange('moveFrom', craftRun('dann dies. ')) +
        '<w:moveFromRangeEnd w:id="5"/>' +
        craftRun('Erst das, ') +
        '<w:moveToRangeStart w:id="6" w:name="move1"/>' +
        craftChange('moveTo', craftRun('dann dies.')) +
        '<w:moveToRangeEnd w:id="6"/>',
    ),
  ),
  tracked(
    'changed formats',
    ['Fett und kursiv'],
    craftParagraph(
      craftRun('Fett', `<w:b/><w:rPrChange ${origin}><w:rPr/></w:rPrChange>`) + craftRun(' und kursiv'),
      `<w:jc w:val="center"/><w:pPrChange ${origin}><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange>`,
    ),
  ),
  tracked(
    'an inserted and a deleted row',
    ['A', 'B', 'E', 'F'],
    table(
      row(cell(plain('A')) + cell(plain('B'))),
      row(
        cell(craftParagraph(deleted('C'), deletedMark)) + cell(craftParagraph(deleted('D'), deletedMark)),
        `<w:del ${origin}/>`,
      ),
      row(
        cell(craftParagraph(inserted('E'), insertedMark)) + cell(craftParagraph(inserted('F'), insertedMark)),
        `<w:ins ${origin}/>`,
      ),
    ) + craftParagraph(''),
  ),
  tracked(
    'a deleted table',
    ['Vor', 'Nach'],
    plain('Vor') + table(row(cell(craftParagraph(deleted('A'), deletedMark)), `<w:del ${origin}/>`)) + plain('Nach'),
  ),
  tracked(
    'a deleted row whose text is not deleted by itself',
    ['A', 'B', 'E'],
    table(row(cell(plain('A')) + cell(plain('B'))), row(cell(plain('C')) + cell(plain('D')), `<w:del ${origin}/>`)) +
      plain('E'),
  ),
  tracked(
    'a deleted table in a cell',
    ['A', 'B', 'D', 'E'],
    plain('A') +
      table(
        row(
          cell(
            plain('B') + table(row(cell(craftParagraph(deleted('C'), deletedMark)), `<w:del ${origin}/>`)) + plain('D'),
          ),
        ),
      ) +
      plain('E'),
  ),
  tracked(
    'a deleted and an inserted cell',
    ['A', 'B', 'D', 'E'],
    table(
      row(cell(plain('A')) + cell(craftParagraph(deleted('C'), deletedMark), `<w:cellDel ${origin}/>`)),
      row(cell(plain('B')) + cell(craftParagraph(inserted('D'), insertedMark), `<w:cellIns ${origin}/>`)),
    ) + plain('E'),
  ),
  tracked(
    'the text of a cell deleted',
    ['A', 'B'],
    table(row(cell(plain('A')) + cell(craftParagraph(deleted('weg'))))) + plain('B'),
  ),
  tracked(
    'a deleted paragraph at the end of a cell',
    ['A', 'B'],
    table(row(cell(plain('A') + craftParagraph(deleted('weg'), deletedMark)) + cell(plain('B')))) + craftParagraph(''),
  ),
  tracked(
    'a deleted paragraph before a table',
    ['A', 'B'],
    plain('A') + craftParagraph(deleted('weg'), deletedMark) + table(row(cell(plain('B')))) + craftParagraph(''),
  ),
  tracked(
    'a changed footnote and a deleted one',
    ['Text', 'Fußnote neu'],
    craftParagraph(
      craftRun('Text') +
        '<w:r><w:footnoteReference w:id="2"/></w:r>' +
        craftChange('del', '<w:r><w:footnoteReference w:id="3"/></w:r>'),
    ),
    {
      footnotes:
        '<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>' +
        '<w:footnote w:type="continuationSeparator" w:id="1">' +
        '<w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>' +
        `<w:footnote w:id="2">${craftParagraph(craftRun('Fußnote ') + deleted('alt') + inserted('neu'))}` +
        '</w:footnote>' +
        `<w:footnote w:id="3">${plain('Fußnote weg')}</w:footnote>`,
    },
  ),
  tracked(
    'a changed text box',
    ['Text', 'Kasten neu'],
    craftParagraph(craftRun('Text') + textBox(craftParagraph(craftRun('Kasten ') + deleted('alt') + inserted('neu')))),
  ),
  tracked(
    'a changed header and footer',
    ['Text', 'Kopf neu', 'Fuß'],
    plain('Text') +
      '<w:sectPr><w:headerReference w:type="default" r:id="header"/>' +
      '<w:footerReference w:type="default" r:id="footer"/></w:sectPr>',
    {
      header: craftParagraph(craftRun('Kopf ') + deleted('alt') + inserted('neu')),
      footer: craftParagraph(craftRun('Fuß') + deleted(' weg')),
    },
  ),
  tracked(
    'a deleted field and an inserted one',
    ['Seite 1'],
    craftParagraph(
      craftRun('Seite ') +
        craftChange(
          'del',
          '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:delInstrText>NUMPAGES</w:delInstrText></w:r>' +
            '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:delText>9</w:delText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
        ) +
        craftChange('ins', craftField(' PAGE ')),
    ),
  ),
  tracked(
    'a deleted field, a piece of whose code was left, as Word does it',
    ['Seite (offen)'],
    craftParagraph(
      craftRun('Seite ') +
        craftChange(
          'del',
          '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:delInstrText>NUMPAGES</w:delInstrText></w:r>',
        ) +
        '<w:r><w:instrText> \\* MERGEFORMAT </w:instrText></w:r>' +
        craftChange(
          'del',
          '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:delText>9</w:delText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
        ) +
        craftRun('(offen)'),
    ),
  ),
  tracked(
    'a changed link and comments',
    ['Mein Profil'],
    craftParagraph(
      '<w:commentRangeStart w:id="0"/><w:hyperlink w:anchor="oben">' +
        craftRun('Mein ') +
        deleted('altes ') +
        craftRun('Profil') +
        '</w:hyperlink><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>',
    ),
    { comments: `<w:comment ${craftOrigin(0)}>${plain('Gut!')}</w:comment>` },
  ),
  tracked(
    'changed items of a list',
    ['Word', 'Excel', 'Deutsch'],
    craftParagraph(craftRun('Word'), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>') +
      craftParagraph(
        inserted('Excel'),
        `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/><w:ins ${origin}/></w:numPr>${insertedMark}`,
      ) +
      craftParagraph(deleted('Access'), `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>${deletedMark}`) +
      plain('Deutsch'),
  ),
  tracked(
    'changes within controls',
    ['Ich bin neu.', 'AB'],
    craftParagraph(craftRun('Ich ') + control(craftRun('bin ') + deleted('alt') + inserted('neu')) + craftRun('.')) +
      control(craftParagraph(craftRun('A'), deletedMark) + plain('B')),
  ),
  tracked(
    'a deleted paragraph in a control',
    ['A', 'C'],
    plain('A') + control(craftParagraph(deleted('B'), deletedMark)) + plain('C'),
  ),
  tracked(
    'a deleted mark before a control',
    ['A', 'B', 'C'],
    craftParagraph(craftRun('A'), deletedMark) + control(plain('B')) + plain('C'),
  ),
  tracked(
    'a deleted mark at the end of a control',
    ['A', 'B', 'C'],
    plain('A') + control(craftParagraph(craftRun('B'), deletedMark)) + plain('C'),
  ),
  tracked(
    'tracked text that is hidden',
    ['Sichtbar'],
    craftParagraph(craftRun('Sichtbar') + craftChange('ins', craftRun('geheim', '<w:vanish/>'))) +
      craftParagraph(craftRun('auch geheim', '<w:vanish/>'), '<w:rPr><w:vanish/></w:rPr>') +
      craftParagraph(''),
  ),
];
