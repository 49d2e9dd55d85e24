import { expect, test } from 'vitest';
import { isNewSinceYesterday, readableFormatOf } from './rules.ts';

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
