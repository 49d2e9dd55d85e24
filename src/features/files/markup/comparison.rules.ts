import type { ListedFile } from '../contract.ts';
import { readableFormatOf } from '../rules.ts';

/** Two documents to compare: the earlier one and the later one. */
export interface DocumentPair<Document> {
  from: Document;
  to: Document;
}

/** The facts about a listed document that decide with which other one it is compared. */
export type ComparedDocument = Pick<
  ListedFile,
  'id' | 'name' | 'size' | 'uploadByCoach' | 'uploadedAt' | 'version' | 'answers'
>;

/** Whether a document can be compared with another one (reference 5.16). */
export const isComparable = (document: { name: string; size: number }): boolean => readableFormatOf(document) !== null;

/**
 * Returns the documents that 'Was hat sich geändert?' at a document compares (reference 5.16): the document with the
 * newest one that answers it; otherwise the document that it answers, or what it builds on, with the document itself.
 * `documents` are all documents of the participant; those that cannot be compared are left out. Null if there is no
 * such pair.
 */
export function findComparison<Document extends ComparedDocument>(
  document: Document,
  documents: readonly Document[],
): DocumentPair<Document> | null {
  if (!isComparable(document)) return null;
  const candidates = documents.filter(isComparable);
  const answer = findAnswer(document, candidates);
  if (answer) return { from: document, to: answer };
  const earlier = candidates.find(({ id }) => id === document.answers) ?? findPredecessor(document, candidates);
  return earlier ? { from: earlier, to: document } : null;
}

/** Returns the newest of the documents that answer this one; undefined if there is none (reference 5.9). */
export function findAnswer<Document extends ComparedDocument>(
  document: { id: number },
  documents: readonly Document[],
): Document | undefined {
  return findNewest(documents.filter(({ answers }) => answers === document.id));
}

/**
 * Returns what a document builds on: of the earlier documents whose names have most words in common with its own, the
 * newest one of the other side, or else the newest one of the same side. An answer also counts by the name of what it
 * answers. Undefined if no earlier document has a word in common with it.
 */
function findPredecessor<Document extends ComparedDocument>(
  document: Document,
  documents: readonly Document[],
): Document | undefined {
  const earlier = documents.filter(({ uploadedAt }) => uploadedAt < document.uploadedAt);
  const names = new Map(documents.map(({ id, name }) => [id, name]));
  const commonWords = ({ name, answers }: Document) =>
    Math.max(countCommonWords(document.name, name), countCommonWords(document.name, names.get(answers ?? 0) ?? ''));
  const most = Math.max(1, ...earlier.map(commonWords));
  const related = earlier.filter((candidate) => commonWords(candidate) === most);
  return (
    findNewest(related.filter(({ uploadByCoach }) => uploadByCoach !== document.uploadByCoach)) ?? findNewest(related)
  );
}

/** Counts the words that the names of two files have in common, without their extensions. */
function countCommonWords(one: string, other: string): number {
  const words = wordsOf(other);
  return [...wordsOf(one)].filter((word) => words.has(word)).length;
}

const wordsOf = (name: string): Set<string> =>
  new Set(
    name
      .toLowerCase()
      .replace(/\.[a-z]+$/, '')
      .match(/\p{L}+/gu),
  );

const findNewest = <Document extends ComparedDocument>(documents: readonly Document[]): Document | undefined =>
  documents.reduce<Document | undefined>(
    (newest, document) => (newest && newest.uploadedAt >= document.uploadedAt ? newest : document),
    undefined,
  );
