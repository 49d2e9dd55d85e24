import { describe, expect, test } from 'vitest';
import { formatCriteria } from './words.ts';

describe('the text about an entry on the waiting list [12.7]', () => {
  test('names the criteria that were chosen and omits the others', () => {
    const noCriteria = { coach: null, weekdays: null, fromTime: null, tillTime: null };
    const days = { fromDate: '2026-11-23', tillDate: '2026-12-18' };
    expect(formatCriteria({ ...noCriteria, ...days })).toBe('Alle Coaches, 23.11.2026 bis 18.12.2026');
    expect(
      formatCriteria({ ...days, coach: 'Julia Schäfer', weekdays: [1, 3], fromTime: '09:00', tillTime: '12:00' }),
    ).toBe('Julia Schäfer, 23.11.2026 bis 18.12.2026, Mo und Mi, 09:00 bis 12:00 Uhr');
    expect(formatCriteria({ ...noCriteria, fromDate: '2026-11-23', tillDate: '2026-11-23', fromTime: '17:00' })).toBe(
      'Alle Coaches, am 23.11.2026, ab 17:00 Uhr',
    );
    expect(formatCriteria({ ...noCriteria, ...days, weekdays: [1, 2, 3, 4, 5, 6, 7], tillTime: '12:00' })).toBe(
      'Alle Coaches, 23.11.2026 bis 18.12.2026, bis 12:00 Uhr',
    );
  });
});
