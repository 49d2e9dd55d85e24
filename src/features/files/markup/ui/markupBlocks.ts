import { germanDate, isDate } from '../../../../shared/berlin.ts';
import { type Block, createRun, type TextChange } from '../../reading/text-blocks.adapter.ts';
import type { ComparedBlock, MarkupBlock, MarkupComment } from '../contract.ts';

/**
 * Builds the text view of a document with its tracked changes (reference 5.16). Each comment stands with its replies
 * below the block in which its text ends; comments without text stand at the end.
 */
export function buildMarkupBlocks(blocks: readonly MarkupBlock[], comments: readonly MarkupComment[]): Block[] {
  const lastBlocks = new Map(blocks.flatMap(({ runs }, index) => runs.map(({ comment }) => [comment, index] as const)));
  const threads = comments.filter(({ answers }) => answers === null);
  const buildThreads = (block: number | undefined) =>
    threads
      .filter(({ comment }) => lastBlocks.get(comment) === block)
      .flatMap((thread) => buildThread(thread, comments));
  const commentsWithoutText = buildThreads(undefined);
  return [
    ...blocks.flatMap(({ runs }, index): Block[] => [
      {
        kind: 'paragraph',
        runs: runs.map(({ text, change, author, at, comment }) =>
          createRun(text, {
            change,
            isCommented: comment !== null,
            origin: change ? [author, formatDay(at)].filter(Boolean).join(', ') : '',
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

/** Returns a comment and all replies to it, also those to other replies. */
function buildThread({ comment, author, at, text, answers }: MarkupComment, all: readonly MarkupComment[]): Block[] {
  const replies = all.filter((other) => other.answers === comment);
  return [
    { kind: 'comment', author: author ?? '', day: formatDay(at), text, isReply: answers !== null },
    ...replies.flatMap((reply) => buildThread(reply, all)),
  ];
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
