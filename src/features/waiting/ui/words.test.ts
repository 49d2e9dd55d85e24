import { describe, expect, test } from 'vitest';
import { wishWords } from './words.ts';

describe('what a wish says [12.7]', () => {
  test('a wish names what was asked for, and nothing that was left open', () => {
    const open = { coach: null, weekdays: null, fromTime: null, tillTime: null };
    const days = { fromDate: '2026-11-23', tillDate: '2026-12-18' };
    expect(wishWords({ ...open, ...days })).toBe('Alle Coaches, 23.11.2026 bis 18.12.2026');
    expect(wishWords({ ...days, coach: 'Julia Schäfer', weekdays: [1, 3], fromTime: '09:00', tillTime: '12:00' })).toBe(
      'Julia Schäfer, 23.11.2026 bis 18.12.2026, Mo und Mi, 09:00 bis 12:00 Uhr',
    );
    expect(wishWords({ ...open, fromDate: '2026-11-23', tillDate: '2026-11-23', fromTime: '17:00' })).toBe(
      'Alle Coaches, am 23.11.2026, ab 17:00 Uhr',
    );
    expect(wishWords({ ...open, ...days, weekdays: [1, 2, 3, 4, 5, 6, 7], tillTime: '12:00' })).toBe(
      'Alle Coaches, 23.11.2026 bis 18.12.2026, bis 12:00 Uhr',
    );
  });
});
