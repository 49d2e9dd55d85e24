import * as z from 'zod/mini';
import { call, download, id } from '../../../shared/call.ts';
import { markupChanges } from './rules.ts';

/** Who made a tracked change or a comment, and when (ISO 8601, as the document says it); null if it does not say. */
const origin = { author: z.nullable(z.string()), at: z.nullable(z.string()) };

/** A piece of a block with the same tracked change, and within the range of the same comment (its number). */
const markupRun = z.object({
  text: z.string(),
  change: z.nullable(z.enum(markupChanges)),
  ...origin,
  comment: z.nullable(z.int()),
});
export type MarkupRun = z.output<typeof markupRun>;

/**
 * What kind of block it is: a heading of level 1 to 3, an item of a list with its marker ('•', '2.') and a depth from 0,
 * or a paragraph (both null); and the cell of a table in which it stands, each counted from 1. Tables that only place
 * text side by side have no cells.
 */
const blockLayout = z.object({
  heading: z.nullable(z.int()),
  listItem: z.nullable(z.object({ depth: z.int(), marker: z.string() })),
  cell: z.nullable(z.object({ table: z.int(), row: z.int(), column: z.int() })),
});
export type BlockLayout = z.output<typeof blockLayout>;

const markupBlock = z.object({ runs: z.array(markupRun), layout: blockLayout });
export type MarkupBlock = z.output<typeof markupBlock>;

/** A comment with its number, counted from 1. `answers` is the number of the comment to which it replies. */
const markupComment = z.object({ comment: z.int(), ...origin, text: z.string(), answers: z.nullable(z.int()) });
export type MarkupComment = z.output<typeof markupComment>;

const notReadable = 'Dieses Dokument lässt sich hier nicht lesen. Bitte lade es herunter.';

export const getMarkup = call({
  path: 'participant/getMarkup',
  summary: 'Returns the text of a Word document (docx) with its tracked changes and comments.',
  may: ['participant', 'coach', 'speedCoach', 'admin'],
  rateLimit: 'downloads',
  refusalStatus: 409,
  input: z.object({ fileId: id }),
  output: z.object({ data: z.object({ blocks: z.array(markupBlock), comments: z.array(markupComment) }) }),
  refusals: { notReadable },
});

/** What was done to a part of a compared document. */
const comparedRun = z.object({ text: z.string(), change: z.enum(['same', 'inserted', 'deleted']) });

const comparedBlock = z.object({
  change: z.enum(['same', 'inserted', 'deleted', 'changed']),
  moved: z.boolean(),
  runs: z.array(comparedRun),
  /** What kind of block it is in each document; null where it is not in the document. */
  layout: z.object({ from: z.nullable(blockLayout), to: z.nullable(blockLayout) }),
});
export type ComparedBlock = z.output<typeof comparedBlock>;

/** One of two compared documents. */
const comparedFile = z.object({ fileId: id, name: z.string(), version: z.int() });
export type ComparedFile = z.output<typeof comparedFile>;

export const compareFiles = call({
  path: 'participant/compareFiles',
  summary: 'Compares two documents (docx, pdf) of a participant, with all their tracked changes accepted.',
  may: ['participant', 'coach', 'speedCoach', 'admin'],
  rateLimit: 'downloads',
  refusalStatus: 409,
  input: z.object({ fromId: id, toId: id }),
  output: z.object({
    data: z.object({
      from: comparedFile,
      to: comparedFile,
      blocks: z.array(comparedBlock),
      counts: z.object({ inserted: z.int(), deleted: z.int(), changed: z.int() }),
    }),
  }),
  refusals: {
    sameFile: 'Das ist zweimal dasselbe Dokument.',
    notReadable:
      'Eines der Dokumente lässt sich hier nicht lesen. Vergleichen lassen sich Word-Dateien (docx) und PDFs mit Text.',
    tooLong: 'Die Dokumente sind zu lang, um sie hier zu vergleichen.',
  },
});

export const getCleanCopy = call({
  path: 'participant/getCleanCopy',
  summary: 'Returns a copy of a Word document (docx) without tracked changes, comments and personal data.',
  may: ['participant', 'coach', 'speedCoach', 'admin'],
  rateLimit: 'downloads',
  responseType: 'file',
  refusalStatus: 409,
  input: z.object({ fileId: id }),
  output: download,
  refusals: { notReadable },
});
