import { toHeadingLevel, type DocxStyles } from '../reading/docx-styles.adapter.ts';
import type { StoredComment } from './comments.adapter.ts';
import type { BlockLayout, MarkupBlock, MarkupRun } from './contract.ts';
import type { HiddenText } from './hidden-text.adapter.ts';
import { nestChanges, type TrackedChange } from './rules.ts';
import { textOfRunChild } from './run-text.adapter.ts';
import { readTableChange, readTrackedChange } from './tracked-changes.adapter.ts';
import { attributeOf, childOf, elementsOf, textOf, type XmlElement } from './xml-tree.adapter.ts';

/** A footnote or endnote to which the text refers, with the tracked change of this reference. */
interface Note {
  kind: 'footnote' | 'endnote';
  id: string;
  change: TrackedChange | null;
}

/** What holds at a place in the document. */
interface Place {
  change: TrackedChange | null;
  /** What the tracked changes around this place are counted by: each is an element, or the name of a move. */
  counted: readonly { kind: 'insertions' | 'deletions'; key: unknown }[];
  paragraph: XmlElement | undefined;
  /** For each field around this place: whether its code is over, so that its result follows. */
  fields: boolean[];
  /** The innermost table around this place, and the cell that was entered last. */
  table: NonNullable<BlockLayout['cell']> | null;
}

/** Elements that only surround text. */
const containers = new Set([
  'hyperlink',
  'smartTag',
  'sdt',
  'sdtContent',
  'customXml',
  'fldSimple',
  'dir',
  'bdo',
  'rubyBase',
]);

/** Reads the blocks of the parts of a docx, and counts its tracked changes. */
export class BlockReader {
  readonly insertions = new Set<unknown>();
  readonly deletions = new Set<unknown>();
  /** The notes to which the text refers, in this order. */
  readonly notes: Note[] = [];
  /** The numbers of the comments to which the text refers, by their ids; counted from 1 in this order. */
  readonly commentNumbers = new Map<string, number>();
  /** The comments whose range includes the current place, the innermost last. */
  private openComments: string[] = [];
  /** The names of the moves in whose old or new place the reader is. */
  private readonly openMoves: { moveFrom?: string | undefined; moveTo?: string | undefined } = {};
  private tableCount = 0;

  constructor(
    private readonly styles: DocxStyles<XmlElement>,
    private readonly hiddenText: HiddenText,
    private readonly comments: ReadonlyMap<string, StoredComment>,
  ) {}

  /** Reads a part, or a note. `change` is the tracked change that holds for all of it. */
  readPart(root: XmlElement, change: TrackedChange | null = null): MarkupBlock[] {
    this.openComments = [];
    return this.readBlocks({ change, counted: [], paragraph: undefined, fields: [], table: null }, root);
  }

  /** Returns the number of a comment, which is the next one if the text has not yet referred to it. */
  numberOf(commentId: string): number {
    const number = this.commentNumbers.get(commentId) ?? this.commentNumbers.size + 1;
    this.commentNumbers.set(commentId, number);
    return number;
  }

  private readBlocks(place: Place, parent: XmlElement): MarkupBlock[] {
    return elementsOf(parent).flatMap((element) => {
      if (element.name === 'p') return this.readParagraph(place, element);
      if (element.name === 'AlternateContent') return this.readBlocks(place, chooseContent(element));
      if (element.name === 'tbl') return this.readTable(place, element);
      if (element.name === 'tr' || element.name === 'tc') {
        const { table } = place;
        if (table && element.name === 'tr') [table.row, table.column] = [table.row + 1, 0];
        if (table && element.name === 'tc') table.column += 1;
        const change = readTableChange(element);
        return this.readBlocks(change ? { ...place, change: nestChanges(place.change, change) } : place, element);
      }
      if (containers.has(element.name)) return this.readBlocks(place, element);
      const changedPlace = this.enterChange(place, element);
      if (changedPlace) return this.readBlocks(changedPlace, element);
      this.followRange(element);
      return [];
    });
  }

  /**
   * Reads a table. Its blocks keep their cells only if no cell has several blocks or a table, and some row several cells:
   * otherwise the table only places text side by side, as in many CVs.
   */
  private readTable(place: Place, element: XmlElement): MarkupBlock[] {
    const number = ++this.tableCount;
    const blocks = this.readBlocks({ ...place, table: { table: number, row: 0, column: 0 } }, element);
    const cells = blocks.map(({ layout: { cell } }) => (cell?.table === number ? cell : null));
    const places = new Set(cells.map((cell) => cell && `${cell.row} ${cell.column}`));
    const hasColumns = cells.some((cell) => cell && cell.column > 1);
    if (hasColumns && places.size === blocks.length && !places.has(null)) return blocks;
    return blocks.map((block, index) => (cells[index] ? { ...block, layout: { ...block.layout, cell: null } } : block));
  }

  /** Returns the block of a paragraph, if it has text, and the blocks of its text boxes. */
  private readParagraph(place: Place, paragraph: XmlElement): MarkupBlock[] {
    const content = { runs: [] as MarkupRun[], following: [] as MarkupBlock[] };
    this.readInline({ ...place, paragraph }, paragraph, content);
    // The code of a field whose end is missing hides no more than its paragraph.
    place.fields.fill(true);
    const isEmpty = content.runs.every(({ text }) => text.trim() === '');
    if (isEmpty) return content.following;
    return [{ runs: content.runs, layout: this.layOut(place, paragraph) }, ...content.following];
  }

  private layOut({ table }: Place, paragraph: XmlElement): BlockLayout {
    const { level = 0, listId = '0', listLevel = 0 } = this.styles.formatOf(paragraph);
    const isListItem = !(level > 0) && listId !== '0';
    return {
      heading: level > 0 ? toHeadingLevel(level) : null,
      listItem: isListItem ? { depth: listLevel, marker: this.styles.nextMarker(listId, listLevel) } : null,
      cell: table && { ...table },
    };
  }

  /** Reads the elements of a paragraph, or of an element around some of its runs. */
  private readInline(place: Place, parent: XmlElement, content: Content): void {
    for (const element of elementsOf(parent)) {
      if (element.name === 'r') this.readRun(place, element, content);
      else if (element.name === 'AlternateContent') this.readInline(place, chooseContent(element), content);
      else if (/^oMath/.test(element.name)) this.readFormula(place, element, content);
      else if (containers.has(element.name)) this.readInline(place, element, content);
      else {
        const changedPlace = this.enterChange(place, element);
        if (changedPlace) this.readInline(changedPlace, element, content);
        else this.followRange(element);
      }
    }
  }

  private readRun(place: Place, run: XmlElement, content: Content): void {
    const isHidden = this.hiddenText.isRunHidden(run, place.paragraph);
    const read = (parent: XmlElement) => {
      for (const element of elementsOf(parent)) {
        if (element.name === 'fldChar') followField(place, attributeOf(element, 'fldCharType'));
        if (element.name === 'commentReference') this.referToComment(element);
        // The code of a field, such as ‘PAGE’, is no text.
        if (isHidden || !place.fields.every((isCodeOver) => isCodeOver)) continue;
        if (element.name === 'AlternateContent') read(chooseContent(element));
        else if (element.name === 'ruby') this.readInline(place, childOf(element, 'rubyBase') ?? element, content);
        else if (objects.has(element.name)) this.readTextBoxes(place, element, content);
        else if (element.name === 'footnoteReference' || element.name === 'endnoteReference') {
          const kind = element.name === 'footnoteReference' ? 'footnote' : 'endnote';
          this.notes.push({ kind, id: attributeOf(element, 'id') ?? '', change: place.change });
        } else this.addText(place, textOfRunChild(element), content);
      }
    };
    read(run);
  }

  /** Adds the characters of a formula. */
  private readFormula(place: Place, parent: XmlElement, content: Content): void {
    for (const element of elementsOf(parent)) {
      if (element.name === 't') this.addText(place, textOf(element), content);
      else this.readFormula(this.enterChange(place, element) ?? place, element, content);
    }
  }

  /** Reads the text boxes within a drawing; their blocks follow the block of the paragraph. */
  private readTextBoxes(place: Place, drawing: XmlElement, content: Content): void {
    for (const element of elementsOf(drawing)) {
      if (element.name === 'txbxContent') content.following.push(...this.readBlocks({ ...place, fields: [] }, element));
      else this.readTextBoxes(place, element.name === 'AlternateContent' ? chooseContent(element) : element, content);
    }
  }

  private addText({ change, counted }: Place, text: string, { runs }: Content): void {
    if (text === '') return;
    for (const { kind, key } of counted) this[kind].add(key);
    const innermost = this.openComments.at(-1);
    const run: MarkupRun = {
      text,
      change: change?.change ?? null,
      author: change?.author ?? null,
      at: change?.at ?? null,
      comment: innermost === undefined ? null : this.numberOf(this.findFirstOfThread(innermost)),
    };
    const last = runs.at(-1);
    if (last && haveSameMarkup(last, run)) last.text += text;
    else runs.push(run);
  }

  /** Returns the place within an element of a tracked change; null if the element is none. */
  private enterChange(place: Place, element: XmlElement): Place | null {
    const change = readTrackedChange(element);
    if (!change) return null;
    // A move counts once, however many paragraphs it has.
    const moveName =
      element.name === 'moveFrom' || element.name === 'moveTo' ? this.openMoves[element.name] : undefined;
    const kind = change.change === 'inserted' || change.change === 'movedTo' ? 'insertions' : 'deletions';
    return {
      ...place,
      change: nestChanges(place.change, change),
      counted: [...place.counted, { kind, key: moveName ?? element }],
    };
  }

  /** Follows the begins and ends of the ranges of comments and moves. */
  private followRange(element: XmlElement): void {
    const id = attributeOf(element, 'id') ?? '';
    const [, move, isStart] = /^(moveFrom|moveTo)Range(?:(Start)|End)$/.exec(element.name) ?? [];
    if (move === 'moveFrom' || move === 'moveTo')
      this.openMoves[move] = isStart ? (attributeOf(element, 'name') ?? id) : undefined;
    if (element.name === 'commentRangeStart' && this.comments.has(id)) {
      this.numberOf(id);
      this.openComments.push(id);
    }
    if (element.name === 'commentRangeEnd') this.openComments = this.openComments.filter((open) => open !== id);
  }

  private referToComment(element: XmlElement): void {
    const id = attributeOf(element, 'id') ?? '';
    if (this.comments.has(id)) this.numberOf(id);
  }

  /** Returns the id of the comment with which a thread begins; replies could refer to each other in a circle. */
  private findFirstOfThread(id: string): string {
    const visited = new Set<string>();
    let at = id;
    for (let parent = this.comments.get(at)?.parentId; parent !== undefined && !visited.has(parent);) {
      visited.add(parent);
      at = parent;
      parent = this.comments.get(at)?.parentId;
    }
    return at;
  }
}

/** What a paragraph consists of: its text, and the blocks of its text boxes. */
interface Content {
  runs: MarkupRun[];
  following: MarkupBlock[];
}

/** The elements of a run in which text boxes can be. */
const objects = new Set(['drawing', 'pict', 'object']);

/** Returns the first of the alternatives that a document has for programs of different ages. */
const chooseContent = (element: XmlElement): XmlElement =>
  childOf(element, 'Choice') ?? childOf(element, 'Fallback') ?? element;

function followField({ fields }: Place, type: string | undefined): void {
  if (type === 'begin') fields.push(false);
  if (type === 'separate' && fields.length > 0) fields[fields.length - 1] = true;
  if (type === 'end') fields.pop();
}

const haveSameMarkup = (a: MarkupRun, b: MarkupRun): boolean =>
  a.change === b.change && a.author === b.author && a.at === b.at && a.comment === b.comment;
