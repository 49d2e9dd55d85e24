import { describe, expect, test } from 'vitest';
import { effectOfDecision, introductionErrors, pictureProblem } from './rules.ts';

describe('a proposal [17.1]', () => {
  test('has a text, a picture or both', () => {
    expect(introductionErrors({ text: 'Ich bin Ada.', hasPicture: false })).toEqual([]);
    expect(introductionErrors({ text: '', hasPicture: true })).toEqual([]);
    expect(introductionErrors({ text: '', hasPicture: false })).toEqual([
      { path: 'text', message: 'Bitte schreib etwas über dich oder wähle ein Bild aus.' },
    ]);
  });

  test('has at most 500 characters', () => {
    expect(introductionErrors({ text: 'ä'.repeat(500), hasPicture: false })).toEqual([]);
    expect(introductionErrors({ text: 'ä'.repeat(501), hasPicture: true })).toEqual([
      { path: 'text', message: 'Bitte kürze deine Vorstellung auf höchstens 500 Zeichen.' },
    ]);
  });
});

test('the type and size of a chosen file are checked before it is sent [17.2]', () => {
  expect(pictureProblem({ type: 'image/webp', size: 2_000_000 })).toBeNull();
  expect(pictureProblem({ type: 'image/webp', size: 2_000_001 })).toBe(
    'Das Bild ist größer als 2 MB. Bitte verkleinere es.',
  );
  expect(pictureProblem({ type: 'image/svg+xml', size: 10 })).toBe('Bitte wähle ein Bild als JPEG, PNG oder WebP.');
});

test('an admin decides once; the same decision again changes nothing [17.3]', () => {
  expect(effectOfDecision('proposed', 'shown')).toBe('now');
  expect(effectOfDecision('shown', 'shown')).toBe('repeated');
  expect(effectOfDecision('refused', 'shown')).toBeNull();
  expect(effectOfDecision('proposed', 'refused')).toBe('now');
  expect(effectOfDecision('refused', 'refused')).toBe('repeated');
  expect(effectOfDecision('shown', 'refused')).toBeNull();
});
