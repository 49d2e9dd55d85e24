import { expect, test } from 'vitest';
import {
  describeRefusal,
  formatMarkup,
  markupChanges,
  nameMarkup,
  nameOfCleanCopy,
  nestChanges,
  sumMarkup,
  type MarkupChange,
} from './rules.ts';

test('of two changes within each other, deleted counts before moved away, and both before the inner one [5.13]', () => {
  const changeOf = (change: MarkupChange, author: string) => ({ change, author, at: null });
  const nest = (outer: MarkupChange, inner: MarkupChange) => {
    const { change, author } = nestChanges(changeOf(outer, 'außen'), changeOf(inner, 'innen'));
    return `${change} ${author}`;
  };
  for (const change of markupChanges) {
    expect(nest('deleted', change)).toBe(change === 'deleted' ? 'deleted innen' : 'deleted außen');
    expect(nest(change, 'deleted')).toBe('deleted innen');
  }
  expect(nest('movedFrom', 'inserted')).toBe('movedFrom außen');
  expect(nest('inserted', 'movedFrom')).toBe('movedFrom innen');
  expect(nest('inserted', 'movedTo')).toBe('movedTo innen');
  expect(nest('movedTo', 'inserted')).toBe('inserted innen');
  expect(nestChanges(null, changeOf('inserted', 'innen'))).toEqual(changeOf('inserted', 'innen'));
});

test('a clean copy has the name of its document, and says what it is [5.15]', () => {
  expect(nameOfCleanCopy('Lebenslauf.docx')).toBe('Lebenslauf (Reinschrift).docx');
  expect(nameOfCleanCopy('CV.docx.DOCX')).toBe('CV.docx (Reinschrift).docx');
});

test('the numbers of changes and comments are formatted without zeros, insertions and deletions together [5.16]', () => {
  const format = (insertions: number, deletions: number, comments: number) =>
    formatMarkup({ insertions, deletions, comments }, ' und ');
  expect(format(5, 7, 3)).toBe('12 Änderungen und 3 Kommentare');
  expect(format(1, 0, 1)).toBe('1 Änderung und 1 Kommentar');
  expect(format(0, 1200, 0)).toBe('1.200 Änderungen');
  expect(format(0, 0, 2)).toBe('2 Kommentare');
  expect(format(0, 0, 0)).toBe('');
  expect(formatMarkup({ insertions: 1, deletions: 1, comments: 1 }, ', ')).toBe('2 Änderungen, 1 Kommentar');
});

test('what a document has is named: changes, comments, or both [5.16]', () => {
  expect(nameMarkup({ insertions: 1, deletions: 0, comments: 1 })).toBe('Änderungen und Kommentare');
  expect(nameMarkup({ insertions: 0, deletions: 1, comments: 0 })).toBe('Änderungen');
  expect(nameMarkup({ insertions: 0, deletions: 0, comments: 1 })).toBe('Kommentare');
  expect(nameMarkup({ insertions: 0, deletions: 0, comments: 0 })).toBe('');
});

test('the changes of several documents are summed, insertions and deletions together [5.8]', () => {
  const counted = { markup: { insertions: 1, deletions: 20, comments: 300 } };
  expect(sumMarkup([counted, { markup: null }, counted])).toEqual({ changes: 42, comments: 600 });
  expect(sumMarkup([])).toEqual({ changes: 0, comments: 0 });
});

test('a refused comparison says which of both documents is the reason [5.14]', () => {
  expect(describeRefusal('notReadable', 'Scan.pdf', 'to')).toBe(
    '„Scan.pdf“ (Nachher) lässt sich hier nicht lesen. Vergleichen lassen sich Word-Dateien (docx) und PDFs mit Text.',
  );
  expect(describeRefusal('tooLong', 'Lang.docx', 'from')).toBe(
    '„Lang.docx“ (Vorher) ist zu lang, um es hier zu vergleichen.',
  );
});
