import { formatCount } from '../../../shared/german.ts';

/** The tracked changes of a Word document. A moved text is at its old place (`movedFrom`) and at its new one. */
export const markupChanges = ['inserted', 'deleted', 'movedFrom', 'movedTo'] as const;
export type MarkupChange = (typeof markupChanges)[number];

/** Who made a tracked change, and when (ISO 8601); null if the document does not say. */
export interface TrackedChange {
  change: MarkupChange;
  author: string | null;
  at: string | null;
}

/** The numbers of tracked changes and comments in a document (reference 5.14). A move counts as one of each. */
export interface MarkupCounts {
  insertions: number;
  deletions: number;
  comments: number;
}

/** Sums the tracked changes (insertions and deletions together) and the comments of documents. */
export function sumMarkup(documents: readonly { markup: MarkupCounts | null }[]): {
  changes: number;
  comments: number;
} {
  const counts = documents.flatMap(({ markup }) => markup ?? []);
  return {
    changes: counts.reduce((sum, { insertions, deletions }) => sum + insertions + deletions, 0),
    comments: counts.reduce((sum, { comments }) => sum + comments, 0),
  };
}

/**
 * Returns the change that holds for text within two changes, one within the other: deleted text is deleted, whatever
 * else was done to it, and then moved away; otherwise the inner change holds (reference 5.14).
 */
export function nestChanges(outer: TrackedChange | null, inner: TrackedChange): TrackedChange {
  return outer && rankOf(outer.change) > rankOf(inner.change) ? outer : inner;
}

const rankOf = (change: MarkupChange) => (change === 'deleted' ? 2 : change === 'movedFrom' ? 1 : 0);

/** Returns the name of a document's clean copy (reference 5.15), such as 'Lebenslauf (Reinschrift).docx'. */
export function nameOfCleanCopy(name: string): string {
  return `${name.replace(/\.docx$/i, '')} (Reinschrift).docx`;
}

/** Says which of two documents cannot be compared, and why (reference 5.14): the earlier one or the later one. */
export function describeRefusal(code: 'notReadable' | 'tooLong', name: string, side: 'from' | 'to'): string {
  const document = `„${name}“ (${side === 'from' ? 'Vorher' : 'Nachher'})`;
  return code === 'tooLong'
    ? `${document} ist zu lang, um es hier zu vergleichen.`
    : `${document} lässt sich hier nicht lesen. Vergleichen lassen sich Word-Dateien (docx) und PDFs mit Text.`;
}

/** Names what a document has: 'Änderungen und Kommentare', one of both, or ''. */
export function nameMarkup({ insertions, deletions, comments }: MarkupCounts): string {
  return [insertions + deletions > 0 ? 'Änderungen' : '', comments > 0 ? 'Kommentare' : '']
    .filter(Boolean)
    .join(' und ');
}

/**
 * Formats the numbers of changes and comments in a document (reference 5.16): '12 Änderungen, 3 Kommentare', with
 * `joint` between both. Numbers of 0 are left out; '' if there are neither changes nor comments.
 */
export function formatMarkup({ insertions, deletions, comments }: MarkupCounts, joint: ', ' | ' und '): string {
  const changes = insertions + deletions;
  return [
    changes > 0 ? formatCount(changes, 'Änderung', 'Änderungen') : '',
    comments > 0 ? formatCount(comments, 'Kommentar', 'Kommentare') : '',
  ]
    .filter(Boolean)
    .join(joint);
}
