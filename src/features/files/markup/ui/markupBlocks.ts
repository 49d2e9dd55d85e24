import { groupBy } from '../../../../shared/group.ts';
import { germanDate, isDate } from '../../../../shared/berlin.ts';
import { type Block, createRun, type TextChange } from '../../reading/text-blocks.adapter.ts';
import type { ComparedBlock, MarkupBlock, MarkupComment } from '../contract.ts';

/**
 * Builds the text view of a document with its tracked changes (reference 5.16). Each comment stands with its replies
 * below the block in which its text ends; comments without text stand at the end.
 */
export function buildMarkupBlocks(blocks: readonly MarkupBlock[], comments: readonly MarkupComment[]): Block[] {
  const lastBlocks = new Map(blocks.flatMap(({ runs }, index) => runs.map(({ comment }) => [comment, index] as const)));
  const replies = groupBy(comments, ({ answers }) => answers);
  const threads = groupBy(replies.get(null) ?? [], ({ comment }) => lastBlocks.get(comment));
  const buildThreads = (block: number | undefined) =>
    (threads.get(block) ?? []).flatMap((thread) => buildThread(thread, replies));
  const commentsWithoutText = buildThreads(undefined);
  return [
    ...blocks.flatMap(({ runs }, index): Block[] => [
      {
        kind: 'paragraph',
        runs: runs.map(({ text, change, author, at, comment }) =>
          createRun(text, {
            change,
            isCommented: comment !== null,
            origin: change ? formatOrigin({ author, at }) : '',
          }),
        ),
      },
      ...buildThreads(index),
    ]),
    ...(commentsWithoutText.length > 0
      ? [{ kind: 'label' as const, text: 'Kommentare ohne Stelle im Text' }, ...commentsWithoutText]
      : []),
  ];
}

/** Says who made the tracked changes, and when, as far as the document does: 'Geändert von Cleo Coach, 20.11.2026.' */
export function describeOrigins(blocks: readonly MarkupBlock[]): string {
  const changedRuns = blocks.flatMap(({ runs }) => runs.filter(({ change }) => change !== null));
  const origins = [...new Set(changedRuns.map(formatOrigin))].filter(Boolean);
  return origins.length > 0 ? `Geändert von ${origins.join('; ')}.` : '';
}

/** Formats who made a change, and on which day: 'Cleo Coach, 20.11.2026'; '' if the author is unknown. */
const formatOrigin = ({ author, at }: { author: string | null; at: string | null }) =>
  author ? [author, formatDay(at)].filter(Boolean).join(', ') : '';

/** Builds a comment and all replies to it, also those to other replies. `replies` are by the number of their comment. */
function buildThread(first: MarkupComment, replies: ReadonlyMap<number | null, readonly MarkupComment[]>): Block[] {
  const thread: Block[] = [];
  const waiting = [first];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { comment, author, at, text, answers } = next;
    thread.push({ kind: 'comment', author: author ?? '', day: formatDay(at), text, isReply: answers !== null });
    waiting.push(...(replies.get(comment) ?? []).toReversed());
  }
  return thread;
}

/** Formats the day of a change or comment, which is the day of its writer's clock; '' if it is unknown. */
function formatDay(at: string | null): string {
  const day = at?.slice(0, 10) ?? '';
  return isDate(day) ? germanDate(day) : '';
}

/** Builds the text view of a compared block: all of it, or only what stands in the earlier or in the later document. */
export function buildComparedBlock(
  { moved, runs }: ComparedBlock,
  side: 'from' | 'to' | 'both' = 'both',
): Extract<Block, { kind: 'paragraph' }> {
  const hidden = { from: 'inserted', to: 'deleted', both: null }[side];
  const changes = {
    same: null,
    inserted: moved ? 'movedTo' : 'inserted',
    deleted: moved ? 'movedFrom' : 'deleted',
  } satisfies Record<string, TextChange | null>;
  return {
    kind: 'paragraph',
    runs: runs
      .filter(({ change }) => change !== hidden)
      .map(({ text, change }) => createRun(text, { change: changes[change] })),
  };
}

/** A row of two documents side by side: a block of each, or null where one of them has none. */
export interface ComparedRow {
  change: ComparedBlock['change'];
  moved: boolean;
  from: ComparedBlock | null;
  to: ComparedBlock | null;
}

/**
 * Builds the rows of two documents side by side. Where as many blocks were deleted as inserted, each deleted one stands
 * beside the one that took its place.
 */
export function buildComparedRows(blocks: readonly ComparedBlock[]): ComparedRow[] {
  const rows: ComparedRow[] = [];
  for (let index = 0; index < blocks.length;) {
    const deleted = takeWhile(blocks, index, 'deleted');
    const inserted = takeWhile(blocks, index + deleted.length, 'inserted');
    const isReplaced = deleted.length > 0 && deleted.length === inserted.length;
    if (isReplaced)
      deleted.forEach((from, at) => rows.push({ change: 'changed', moved: false, from, to: inserted[at] ?? null }));
    const count = Math.max(1, deleted.length + inserted.length);
    if (!isReplaced) rows.push(...blocks.slice(index, index + count).map(toRow));
    index += count;
  }
  return rows;
}

const toRow = (block: ComparedBlock): ComparedRow => ({
  change: block.change,
  moved: block.moved,
  from: block.change === 'inserted' ? null : block,
  to: block.change === 'deleted' ? null : block,
});

/** Returns the blocks from a place on that were changed in this way and not moved. */
function takeWhile(blocks: readonly ComparedBlock[], start: number, kind: ComparedBlock['change']): ComparedBlock[] {
  let end = start;
  while (blocks[end]?.change === kind && !blocks[end]?.moved) end++;
  return blocks.slice(start, end);
}
