import { describe, expect, test } from 'vitest';
import {
  documentStates,
  exceedsUploadLimit,
  isEditable,
  isNewSinceYesterday,
  mayDelete,
  readableFormatOf,
  removeDuplicates,
  sumSizes,
} from './rules.ts';

test('a document is new, being worked on or answered [5.9]', () => {
  expect(documentStates).toEqual(['new', 'inWork', 'returned']);
});

test.each([
  ['uploaded today', '2026-11-22T06:00:00.000Z', 'new', true],
  ['uploaded yesterday, right after midnight in Berlin', '2026-11-20T23:05:00.000Z', 'new', true],
  ['uploaded the day before yesterday, right before midnight in Berlin', '2026-11-20T22:55:00.000Z', 'new', false],
  ['uploaded today, being worked on', '2026-11-22T06:00:00.000Z', 'inWork', false],
  ['uploaded today by a coach', '2026-11-22T06:00:00.000Z', null, false],
] as const)(
  'only a new document of today or yesterday gets the badge “Neu seit gestern”: %s [5.9]',
  (_, uploadedAt, state, isNew) => {
    expect(isNewSinceYesterday({ state, uploadedAt }, '2026-11-22')).toBe(isNew);
  },
);

test.each([
  ['Lebenslauf.pdf', 20_000_000, 'pdf'],
  ['LEBENSLAUF.DOCX', 1, 'docx'],
  ['Lebenslauf.pdf', 20_000_001, null],
  ['Lebenslauf.pdf.doc', 1, null],
  ['Lebenslauf.odt', 1, null],
  ['pdf', 1, null],
])('the format in which the page shows %s of %i bytes is %j [5.11]', (name, size, format) => {
  expect(readableFormatOf({ name, size })).toBe(format);
});

test('only a docx that the participant has uploaded is editable [5.4]', () => {
  expect(isEditable({ extension: 'docx', uploadByCoach: false })).toBe(true);
  expect(isEditable({ extension: 'docx', uploadByCoach: true })).toBe(false);
  expect(isEditable({ extension: 'pdf', uploadByCoach: false })).toBe(false);
});

describe('deleting a document [5.6]', () => {
  const ofParticipant = { participant: 1, uploadedBy: 1, byCoach: false };
  const ofCoach = { participant: 1, uploadedBy: 2, byCoach: true };

  test('a participant deletes only their own documents', () => {
    expect(mayDelete({ id: 1, role: null }, ofParticipant)).toBe(true);
    expect(mayDelete({ id: 3, role: null }, ofParticipant)).toBe(false);
    expect(mayDelete({ id: 1, role: null }, ofCoach)).toBe(false);
    expect(mayDelete({ id: 1, role: null }, { ...ofParticipant, participant: 3 })).toBe(false);
  });

  test('a coach deletes only what they uploaded as a coach', () => {
    expect(mayDelete({ id: 2, role: 'coach' }, ofCoach)).toBe(true);
    expect(mayDelete({ id: 3, role: 'coach' }, ofCoach)).toBe(false);
    expect(mayDelete({ id: 2, role: 'coach' }, ofParticipant)).toBe(false);
  });

  test('a participant who has become a coach keeps what they uploaded as a participant', () => {
    expect(mayDelete({ id: 1, role: 'coach' }, ofParticipant)).toBe(false);
  });

  test('somebody who is no coach any more keeps what they uploaded as a coach', () => {
    expect(mayDelete({ id: 2, role: null }, ofCoach)).toBe(false);
  });

  test('an admin deletes the uploads of every coach, but not those of participants', () => {
    expect(mayDelete({ id: 9, role: 'admin' }, ofCoach)).toBe(true);
    expect(mayDelete({ id: 9, role: 'admin' }, ofParticipant)).toBe(false);
  });
});

describe('choosing files for an upload [5.1]', () => {
  const file = { name: 'Lebenslauf.pdf', size: 100, lastModified: 5 };

  test('takes a file once, even if it was picked twice', () => {
    expect(removeDuplicates([file, { ...file }])).toEqual([file]);
  });

  test.each([
    ['name', { ...file, name: 'Zeugnis.pdf' }],
    ['size', { ...file, size: 101 }],
    ['modification time', { ...file, lastModified: 6 }],
  ])('takes two files that differ only in their %s', (_, other) => {
    expect(removeDuplicates([file, other, file])).toEqual([file, other]);
  });

  test('adds up the sizes of all files', () => {
    expect(sumSizes([{ size: 100 }, { size: 20 }, { size: 3 }])).toBe(123);
    expect(sumSizes([])).toBe(0);
  });

  test('allows a participant 10,000,000 bytes in all', () => {
    expect(exceedsUploadLimit([{ size: 4_000_000 }, { size: 6_000_000 }])).toBe(false);
    expect(exceedsUploadLimit([{ size: 4_000_000 }, { size: 6_000_001 }])).toBe(true);
  });
});
