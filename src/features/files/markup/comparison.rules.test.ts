import { describe, expect, test } from 'vitest';
import { type ComparedDocument, findComparison, isComparable } from './comparison.rules.ts';

/** A participant's documents, uploaded in the order of the list: each has its place in the list, from 1, as its id. */
const upload = (...documents: (Partial<ComparedDocument> & { name: string })[]): ComparedDocument[] =>
  documents.map((document, index) => ({
    id: index + 1,
    size: 1000,
    uploadByCoach: 'answers' in document,
    uploadedAt: `2026-11-2${index}T10:00:00.000Z`,
    version: 1,
    answers: null,
    ...document,
  }));

/** Returns the ids of the documents that are compared at the document with this id: '1 → 2'; null if there are none. */
function compareAt(id: number, documents: ComparedDocument[]): string | null {
  const document = documents.find((candidate) => candidate.id === id);
  const results = [documents, documents.toReversed()].map((list) => document && findComparison(document, list));
  // The order of the list makes no difference.
  expect(results[0]).toEqual(results[1]);
  return results[0] ? `${results[0].from.id} → ${results[0].to.id}` : null;
}

describe('which documents are compared at a document [5.16]', () => {
  test('an answered document with its newest answer, and each answer with what it answers', () => {
    const documents = upload(
      { name: 'Lebenslauf.docx' },
      { name: 'Anschreiben.pdf' },
      { name: 'Lebenslauf neu.docx', answers: 1 },
      { name: 'Lebenslauf neuer.pdf', answers: 1 },
    );
    expect(compareAt(1, documents)).toBe('1 → 4');
    expect(compareAt(3, documents)).toBe('1 → 3');
    expect(compareAt(4, documents)).toBe('1 → 4');
    expect(compareAt(2, documents)).toBeNull();
  });

  test('a new version with the newest answer of the coach before it, or else with the last version', () => {
    const documents = upload(
      { name: 'Lebenslauf.docx' },
      { name: 'Lebenslauf.docx', version: 2 },
      { name: 'Korrektur.docx', answers: 2 },
      { name: 'Lebenslauf.docx', version: 3 },
      { name: 'Lebenslauf.docx', version: 4 },
    );
    expect(compareAt(1, documents)).toBeNull();
    expect(compareAt(2, documents)).toBe('2 → 3');
    expect(compareAt(4, documents)).toBe('3 → 4');
    expect(compareAt(5, documents)).toBe('3 → 5');
  });

  test('a new version that came before the answer to the last one with the last one', () => {
    const documents = upload(
      { name: 'Lebenslauf.docx' },
      { name: 'Lebenslauf.docx', version: 2 },
      { name: 'Korrektur.docx', answers: 1 },
    );
    expect(compareAt(2, documents)).toBe('1 → 2');
  });

  test('a document of another name with the one whose name has most words in common with its own', () => {
    const documents = upload(
      { name: 'Lebenslauf Anna Muster.docx' },
      { name: 'Anschreiben Anna Muster.docx' },
      { name: 'Korrektur.docx', answers: 1 },
      { name: 'anna_muster_LEBENSLAUF_2024.pdf' },
      { name: 'Zeugnis 2024.docx' },
      { name: 'Zeugnis2.docx' },
    );
    expect(compareAt(4, documents)).toBe('3 → 4');
    expect(compareAt(5, documents)).toBeNull();
    expect(compareAt(6, documents)).toBe('5 → 6');
  });

  test('a document of the coach that answers none with the newest one of the participant', () => {
    const documents = upload(
      { name: 'Vorlage.docx' },
      { name: 'Vorlage.docx', answers: null },
      { name: 'Vorlage.docx', answers: null, version: 2 },
      { name: 'Muster.docx', answers: null },
    );
    expect(compareAt(1, documents)).toBeNull();
    expect(compareAt(2, documents)).toBe('1 → 2');
    expect(compareAt(3, documents)).toBe('1 → 3');
    expect(compareAt(4, documents)).toBeNull();
  });

  test('only those whose text can be read', () => {
    const documents = upload(
      { name: 'Lebenslauf.docx' },
      { name: 'Korrektur.docx', answers: 1 },
      { name: 'Korrektur.odt', answers: 1 },
      { name: 'Riesig.pdf', answers: 1, size: 20_000_001 },
    );
    expect(compareAt(1, documents)).toBe('1 → 2');
    expect(compareAt(3, documents)).toBeNull();
    expect(compareAt(4, documents)).toBeNull();
    expect(documents.map(isComparable)).toEqual([true, true, false, false]);
    const answerToUnreadable = upload({ name: 'Lebenslauf.doc' }, { name: 'Korrektur.docx', answers: 1 });
    expect(compareAt(1, answerToUnreadable)).toBeNull();
    expect(compareAt(2, answerToUnreadable)).toBeNull();
  });
});
