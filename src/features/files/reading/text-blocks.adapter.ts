/** What was done to a piece of text. A moved text is at its old place (`movedFrom`) and at its new one. */
export type TextChange = 'inserted' | 'deleted' | 'movedFrom' | 'movedTo';

/** A piece of a document's text with one look. */
export interface Run {
  text: string;
  isBold: boolean;
  isItalic: boolean;
  /** Whether the text lies in the range of a comment. */
  isCommented: boolean;
  change: TextChange | null;
  /** Who made the change, and when, for people: 'Cleo Coach, 20.11.2026, 16:05 Uhr'; '' if unknown. */
  origin: string;
}

/**
 * A part of a document in its text view (reference 5.12), in reading order: a heading of level 1 to 3, a paragraph, an
 * item of a list whose `depth` counts from 0, a table with the blocks of each cell, a picture, a comment on the block
 * before it or a reply to one, or a label that the view adds, such as 'Seite 2'. The `url` of a picture is a data: URL,
 * or '' if no browser can show it; its `width` is in CSS pixels. The `day` of a comment is for people: '20.11.2026'.
 */
export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'listItem'; depth: number; marker: string; runs: Run[] }
  | { kind: 'table'; rows: Block[][][] }
  | { kind: 'picture'; url: string; description: string; width: number }
  | { kind: 'comment'; author: string; day: string; text: string; isReply: boolean }
  | { kind: 'label'; text: string };

/** Returns a run of plain text, or with the given properties. */
export const createRun = (text: string, properties: Partial<Run> = {}): Run => ({
  text,
  isBold: false,
  isItalic: false,
  isCommented: false,
  change: null,
  origin: '',
  ...properties,
});

/** Adds a run to the runs of a block. A run that looks like the last one is appended to it. */
export function addRun(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  const looksAlike =
    last && last.isBold === run.isBold && last.isItalic === run.isItalic && last.isCommented === run.isCommented;
  if (looksAlike) last.text += run.text;
  else if (run.text !== '') runs.push({ ...run });
}

/** Returns the runs of a block without white space at both ends. */
export function trimRuns(runs: readonly Run[]): Run[] {
  const trimmed = runs.map((run) => ({ ...run }));
  for (let first = trimmed[0]; first; first = trimmed[0]) {
    first.text = first.text.trimStart();
    if (first.text !== '') break;
    trimmed.shift();
  }
  for (let last = trimmed.at(-1); last; last = trimmed.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    trimmed.pop();
  }
  return trimmed;
}

/**
 * Whether the cells of a table are there to place text side by side, as in many CVs: some cell has more than one block
 * in addition to comments. The text view shows such cells one below the other.
 */
export function isLayoutTable(rows: readonly Block[][][]): boolean {
  return rows.some((cells) => cells.some(hasSeveralTexts)) || rows.every((cells) => cells.length < 2);
}

const hasSeveralTexts = (cell: Block[]) => cell.filter(({ kind }) => kind !== 'comment').length > 1;

/** The maximum number of paragraphs that are shown. */
export const maxBlocks = 5000;

/** The text of a document; `isShortened` if it has more than `maxBlocks` paragraphs. */
export interface DocumentText {
  blocks: Block[];
  isShortened: boolean;
}
