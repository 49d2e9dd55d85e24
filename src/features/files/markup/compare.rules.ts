import { diffArrays } from 'diff';

/** A piece of a compared block: in both documents, only in the second one, or only in the first one. */
export interface ComparedRun {
  text: string;
  change: 'same' | 'inserted' | 'deleted';
}

/**
 * A block of two compared documents. A `moved` block stands elsewhere in the other document; it is deleted in its old
 * place and inserted in its new one.
 */
export interface ComparedBlock {
  change: 'same' | 'inserted' | 'deleted' | 'changed';
  moved: boolean;
  runs: ComparedRun[];
}

export interface Comparison {
  blocks: ComparedBlock[];
  /** The numbers of blocks; moved ones count in both places. */
  counts: { inserted: number; deleted: number; changed: number };
}

/** The maximum numbers of blocks and of characters of a document that can be compared. */
const maxSize = { blocks: 2000, characters: 400_000 } as const;

/** Whether a document with these blocks is too long to be compared (reference 5.14). */
export const isTooLongToCompare = (blocks: readonly string[]): boolean =>
  blocks.length > maxSize.blocks || blocks.reduce((sum, { length }) => sum + length, 0) > maxSize.characters;

/** Returns the blocks as they are compared: with single blanks, trimmed, and without empty ones (reference 5.14). */
export const normaliseBlocks = <Block extends { text: string }>(blocks: readonly Block[]): Block[] =>
  blocks.map((block) => ({ ...block, text: block.text.replace(/\s+/g, ' ').trim() })).filter(({ text }) => text !== '');

/**
 * Compares two documents by their normalised blocks (reference 5.14). Without the deleted runs, the result is the text
 * of the second document; without the inserted runs, it is the text of the first one.
 */
export function compareBlocks(from: readonly string[], to: readonly string[]): Comparison {
  const parts = diffArrays([...from], [...to]);
  const textsOf = (isWanted: (part: (typeof parts)[number]) => boolean) =>
    parts.filter(isWanted).flatMap(({ value }) => value);
  const moves = countMoves(
    textsOf(({ removed }) => removed),
    textsOf(({ added }) => added),
  );
  const movesLeft = { deleted: new Map(moves), inserted: new Map(moves) };
  const blocks: ComparedBlock[] = [];
  let gap: Gap = { deleted: [], inserted: [] };
  for (const { value, added, removed } of parts) {
    if (added || removed) {
      const kind = added ? 'inserted' : 'deleted';
      gap[kind].push(...value.map((text) => ({ text, moved: takeMove(movesLeft[kind], text) })));
      continue;
    }
    blocks.push(...compareGap(gap), ...value.map((text) => wholeBlock({ text, moved: false }, 'same')));
    gap = { deleted: [], inserted: [] };
  }
  blocks.push(...compareGap(gap));
  const count = (change: ComparedBlock['change']) => blocks.filter((block) => block.change === change).length;
  return { blocks, counts: { inserted: count('inserted'), deleted: count('deleted'), changed: count('changed') } };
}

/**
 * Returns the compared blocks of two documents with what is known of their blocks in each of them, such as that they are
 * headings (reference 5.14).
 */
export function addLayouts<Layout>(
  blocks: readonly ComparedBlock[],
  from: readonly Layout[],
  to: readonly Layout[],
): (ComparedBlock & { layout: { from: Layout | null; to: Layout | null } })[] {
  let [fromPlace, toPlace] = [0, 0];
  return blocks.map((block) => ({
    ...block,
    layout: {
      from: block.change === 'inserted' ? null : (from[fromPlace++] ?? null),
      to: block.change === 'deleted' ? null : (to[toPlace++] ?? null),
    },
  }));
}

/** A block between two blocks that are the same in both documents. */
interface GapBlock {
  text: string;
  moved: boolean;
}

/** The blocks between two blocks that are the same in both documents. */
interface Gap {
  deleted: GapBlock[];
  inserted: GapBlock[];
}

/** Returns how often each text was deleted at one place and inserted at another. */
function countMoves(deleted: readonly string[], inserted: readonly string[]): Map<string, number> {
  const count = (texts: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
    return counts;
  };
  const insertedCounts = count(inserted);
  return new Map([...count(deleted)].map(([text, times]) => [text, Math.min(times, insertedCounts.get(text) ?? 0)]));
}

/** Whether a block with this text is moved; the first ones are. */
function takeMove(movesLeft: Map<string, number>, text: string): boolean {
  const left = movesLeft.get(text) ?? 0;
  if (left > 0) movesLeft.set(text, left - 1);
  return left > 0;
}

const wholeBlock = ({ text, moved }: GapBlock, change: 'same' | 'inserted' | 'deleted'): ComparedBlock => ({
  change,
  moved,
  runs: [{ text, change }],
});

/** Compares the blocks of a gap: similar ones word by word, all others are deleted or inserted as a whole. */
function compareGap({ deleted, inserted }: Gap): ComparedBlock[] {
  const blocks: ComparedBlock[] = [];
  let [from, to] = [0, 0];
  const addWholeBlocks = (fromEnd: number, toEnd: number) => {
    blocks.push(...deleted.slice(from, fromEnd).map((block) => wholeBlock(block, 'deleted')));
    blocks.push(...inserted.slice(to, toEnd).map((block) => wholeBlock(block, 'inserted')));
    [from, to] = [fromEnd + 1, toEnd + 1];
  };
  for (const pair of pairSimilar(deleted, inserted)) {
    addWholeBlocks(pair.from, pair.to);
    blocks.push({ change: 'changed', moved: false, runs: compareWords(pair.deletedText, pair.insertedText) });
  }
  addWholeBlocks(deleted.length, inserted.length);
  return blocks;
}

/** Two similar blocks of a gap: their places and texts. */
interface Pair {
  from: number;
  to: number;
  deletedText: string;
  insertedText: string;
}

/** How similar two blocks must be, from 0 to 1, to be compared word by word. */
const minSimilarity = 0.4;

/** How far the places of two blocks in a gap may differ, so that long gaps are compared in time. */
const maxDistance = 200;

/** Returns the pairs of similar blocks, in order, so that they are as similar as possible. Moved blocks have no pair. */
function pairSimilar(deleted: readonly GapBlock[], inserted: readonly GapBlock[]): Pair[] {
  const deletedWords = deleted.map(({ text }) => countWords(text));
  const insertedWords = inserted.map(({ text }) => countWords(text));
  const slope = inserted.length / deleted.length;
  const similarityOf = (from: number, to: number): number => {
    if (deleted[from]?.moved || inserted[to]?.moved || Math.abs(to - from * slope) > maxDistance) return 0;
    const similarity = compareCounts(deletedWords[from] as WordCounts, insertedWords[to] as WordCounts);
    return similarity < minSimilarity ? 0 : similarity;
  };
  // The greatest similarity of all pairs from these places on.
  const best = [...deleted, null].map(() => new Float64Array(inserted.length + 1));
  const bestAt = (from: number, to: number) => (best[from] as Float64Array)[to] as number;
  const bestWithoutPair = (from: number, to: number) => Math.max(bestAt(from + 1, to), bestAt(from, to + 1));
  for (let from = deleted.length - 1; from >= 0; from--)
    for (let to = inserted.length - 1; to >= 0; to--)
      (best[from] as Float64Array)[to] = Math.max(
        bestWithoutPair(from, to),
        bestAt(from + 1, to + 1) + similarityOf(from, to),
      );
  const pairs: Pair[] = [];
  let [from, to] = [0, 0];
  while (from < deleted.length && to < inserted.length) {
    const [deletedText, insertedText] = [deleted[from]?.text as string, inserted[to]?.text as string];
    if (bestAt(from, to) > bestWithoutPair(from, to)) pairs.push({ from: from++, to: to++, deletedText, insertedText });
    else if (bestAt(from + 1, to) === bestAt(from, to)) from++;
    else to++;
  }
  return pairs;
}

/** The words of a block with the number of times that each occurs, and the number of letters of all together. */
interface WordCounts {
  counts: Map<string, number>;
  length: number;
}

function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  let length = 0;
  for (const word of splitWords(text)) {
    if (word === ' ') continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
    length += word.length;
  }
  return { counts, length };
}

/** Returns which part of two blocks' letters is in words that both have, from 0 to 1. */
function compareCounts(a: WordCounts, b: WordCounts): number {
  let common = 0;
  for (const [word, times] of a.counts) common += Math.min(times, b.counts.get(word) ?? 0) * word.length;
  return (2 * common) / (a.length + b.length);
}

/** Splits a text into words (letters, digits and their marks together), blanks and single other characters. */
const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]/gu) ?? [];

/** The maximum number of words by which two blocks may differ; beyond it they differ as a whole. */
const maxEditLength = 2000;

/** Returns what is the same, inserted and deleted in a changed block. */
function compareWords(from: string, to: string): ComparedRun[] {
  const parts = diffArrays(splitWords(from), splitWords(to), { maxEditLength });
  if (!parts)
    return [
      { text: from, change: 'deleted' },
      { text: to, change: 'inserted' },
    ];
  const runs = parts.map(({ value, added, removed }): ComparedRun => ({
    text: value.join(''),
    change: added ? 'inserted' : removed ? 'deleted' : 'same',
  }));
  return joinReplacements(beginAtSentences(moveBlanks(runs)));
}

/**
 * Moves a blank between two changes behind the second one where both documents stay the same: 'seit' and '2019 ' were
 * inserted before and after a blank, so 'seit 2019' was inserted before one.
 */
function moveBlanks(runs: readonly ComparedRun[]): ComparedRun[] {
  const result: ComparedRun[] = [];
  for (let index = 0; index < runs.length; index++) {
    const [run, next, afterNext] = [runs[index] as ComparedRun, runs[index + 1], runs[index + 2]];
    const isBlank = run.change === 'same' && run.text === ' ';
    if (isBlank && next?.text.endsWith(' ') && afterNext?.change === 'same') {
      result.push({ ...next, text: ` ${next.text.slice(0, -1)}` }, { ...afterNext, text: ` ${afterNext.text}` });
      index += 2;
    } else result.push(run);
  }
  return result;
}

/**
 * Lets inserted or deleted sentences begin where they do for a person: not 'Ich (lerne schnell. Ich) bin pünktlich.', in
 * which the words from 'lerne' to the second 'Ich' are inserted, but '(Ich lerne schnell.) Ich bin pünktlich.'
 */
function beginAtSentences(runs: readonly ComparedRun[]): ComparedRun[] {
  const result: ComparedRun[] = [];
  for (let index = 0; index < runs.length; index++) {
    const [run, changed, next] = [runs[index] as ComparedRun, runs[index + 1], runs[index + 2]];
    const sentence = run.change === 'same' ? findLastSentence(run.text) : '';
    if (sentence !== '' && next?.change === 'same' && changed?.text.endsWith(` ${sentence}`)) {
      const before = run.text.slice(0, -sentence.length);
      if (before !== '') result.push({ ...run, text: before });
      result.push({ ...changed, text: sentence + changed.text.slice(0, -sentence.length) });
      result.push({ ...next, text: sentence + next.text });
      index += 2;
    } else result.push(run);
  }
  return result;
}

/** Returns what follows the last end of a sentence in a text; the whole text if no sentence ends in it. */
const findLastSentence = (text: string): string => text.replace(/^.*[.!?] /su, '');

/**
 * Joins replaced words with only a blank or one mark of punctuation between them, as a person would mark them: 'alte
 * Wörter' became 'neue Namen', '12/2019' became '03/2021'.
 */
function joinReplacements(runs: readonly ComparedRun[]): ComparedRun[] {
  const result: ComparedRun[] = [];
  let [deleted, inserted] = ['', ''];
  const finish = () => {
    if (deleted !== '') result.push({ text: deleted, change: 'deleted' });
    if (inserted !== '') result.push({ text: inserted, change: 'inserted' });
    [deleted, inserted] = ['', ''];
  };
  runs.forEach(({ text, change }, index) => {
    if (change === 'deleted') deleted += text;
    else if (change === 'inserted') inserted += text;
    else if (isSeparator(text) && deleted !== '' && inserted !== '' && isReplacedAfter(runs, index)) {
      deleted += text;
      inserted += text;
    } else {
      finish();
      result.push({ text, change });
    }
  });
  finish();
  return result;
}

const isSeparator = (text: string) => /^[^\p{L}\p{N}\p{M}]$/u.test(text);

/** Whether both a deleted and an inserted run follow a run. */
function isReplacedAfter(runs: readonly ComparedRun[], index: number): boolean {
  const next = [runs[index + 1]?.change, runs[index + 2]?.change];
  return next.includes('deleted') && next.includes('inserted');
}
