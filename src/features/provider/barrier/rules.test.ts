import { expect, test } from 'vitest';
import { findBarrierReportErrors } from './rules.ts';

test('a report about a barrier needs a text; an e-mail address is optional, but must be valid [1.19]', () => {
  const text = 'Das Menü liest nichts vor.';
  const noErrors = { text: null, email: null };
  expect(findBarrierReportErrors({ text, email: '' })).toEqual(noErrors);
  expect(findBarrierReportErrors({ text, email: 'ida@test.example' })).toEqual(noErrors);
  expect(findBarrierReportErrors({ text: '', email: 'ida' })).toEqual({
    text: 'Bitte beschreibe, was nicht geht',
    email: 'Bitte gib eine gültige Email Adresse ein',
  });
});

test('a report about a barrier may come from an address that no registration may have [1.19]', () => {
  const report = { text: 'Das Menü liest nichts vor.', email: 'ida@wbsedu.example' };
  expect(findBarrierReportErrors(report)).toEqual({ text: null, email: null });
});
