import { groupBy } from '../../../../shared/group.ts';
import { germanDate, isDate } from '../../../../shared/berlin.ts';
import { type Block, createRun } from '../../reading/text-blocks.adapter.ts';
import type { MarkupBlock, MarkupComment } from '../contract.ts';
import { buildBlock, buildTables } from './tableBlocks.ts';

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
  const commentsWithoutText = [...buildThreads(undefined), ...buildCircles(comments, replies)];
  const placed = blocks.map(({ runs, layout }, index) => {
    const shownRuns = runs.map(({ text, change, author, at, comment }) =>
      createRun(text, {
        change,
        isCommented: comment !== null,
        origin: change ? formatOrigin(author, formatTime(at)) : '',
      }),
    );
    return { from: null, to: layout.cell, blocks: [buildBlock(layout, shownRuns), ...buildThreads(index)] };
  });
  return [
    ...buildTables(placed),
    ...(commentsWithoutText.length > 0
      ? [{ kind: 'label' as const, text: 'Kommentare ohne Stelle im Text' }, ...commentsWithoutText]
      : []),
  ];
}

/**
 * Builds the comments of damaged files that reply to each other in a circle, and the replies to them, each once: no
 * thread begins with them.
 */
function buildCircles(
  comments: readonly MarkupComment[],
  replies: ReadonlyMap<number | null, readonly MarkupComment[]>,
): Block[] {
  const shown = new Set<number>();
  const show = (first: MarkupComment) => buildThread(first, replies, shown);
  for (const first of replies.get(null) ?? []) show(first);
  return comments.flatMap((comment) => (shown.has(comment.comment) ? [] : show(comment)));
}

/** Says who made the tracked changes, and when, as far as the document does: 'Geändert von Cleo Coach, 20.11.2026.' */
export function describeOrigins(blocks: readonly MarkupBlock[]): string {
  const changedRuns = blocks.flatMap(({ runs }) => runs.filter(({ change }) => change !== null));
  const origins = [...new Set(changedRuns.map(({ author, at }) => formatOrigin(author, formatDay(at))))].filter(
    Boolean,
  );
  return origins.length > 0 ? `Geändert von ${origins.join('; ')}.` : '';
}

/** Formats who made a change, and when: 'Cleo Coach, 20.11.2026'; '' if the author is unknown. */
const formatOrigin = (author: string | null, time: string) => (author ? [author, time].filter(Boolean).join(', ') : '');

/**
 * Builds a comment and all replies to it, also those to other replies, but none that was `shown` before. `replies` are by
 * the number of their comment.
 */
function buildThread(
  first: MarkupComment,
  replies: ReadonlyMap<number | null, readonly MarkupComment[]>,
  shown = new Set<number>(),
): Block[] {
  const thread: Block[] = [];
  const waiting = [first];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { comment, author, at, text, answers } = next;
    if (shown.has(comment)) continue;
    shown.add(comment);
    thread.push({ kind: 'comment', author: author ?? '', day: formatDay(at), text, isReply: answers !== null });
    waiting.push(...(replies.get(comment) ?? []).toReversed());
  }
  return thread;
}

/** Formats the time of a change on its writer's clock: '20.11.2026, 16:05 Uhr'; '' if it is unknown. */
const formatTime = (at: string | null) => {
  const day = formatDay(at);
  return day && `${day}, ${at?.slice(11, 16)} Uhr`;
};

/** Formats the day of a change or comment, which is the day of its writer's clock; '' if it is unknown. */
function formatDay(at: string | null): string {
  const day = at?.slice(0, 10) ?? '';
  return isDate(day) ? germanDate(day) : '';
}
