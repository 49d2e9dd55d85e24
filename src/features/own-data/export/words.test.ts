import { describe, expect, test } from 'vitest';
import { dataClasses, type ColumnClass } from '../../../platform/database/data-classes.ts';
import { columnLabels, toReadableText } from './words.ts';

describe('the readable page of an export [13.9]', () => {
  /** Columns that no export contains. */
  const secretColumn = /^(.*_hash|hash|secret|store_key|credential_id|public_key|sign_count)$/;
  /** Columns that the readable page does not show, since they mean nothing to people or repeat another column. */
  const hiddenColumns = new Set([
    'id',
    'bound',
    'number',
    'ending',
    'sha256',
    'by_coach',
    'markup_counted',
    'full_name',
    'search_name',
    'place',
    'given_up_by',
    'entry_id',
    'appointment_id',
    'document_id',
    'offer_id',
    'erasure_request_id',
    'instead_of',
    'closed_by',
    'attempts',
    'tried_at',
    'last_code',
    'overtaken_at',
    'to_hand_over',
    'last_step',
    'ended_by',
    'outcome',
    'answers',
    'absence_id',
    'hold_until',
    'moved_to',
    'picture',
    'known_state',
    'known_coach_id',
    'known_starts_at',
    'known_ends_at',
    // Another system's words are not exported.
    'answer',
  ]);

  test('has a German label for every personal column that it shows', () => {
    // Only the classes of personal columns are objects.
    const columnsWithoutLabel = Object.entries(dataClasses).flatMap(([table, columns]) =>
      (Object.entries(columns) as [string, ColumnClass][]).flatMap(([column, columnClass]) =>
        typeof columnClass !== 'object' ||
        secretColumn.test(column) ||
        hiddenColumns.has(column) ||
        (columnLabels[`${table}.${column}`] ?? columnLabels[column])
          ? []
          : [`${table}.${column}`],
      ),
    );
    expect(columnsWithoutLabel).toEqual([]);
  });

  test('shows stored values as German texts', () => {
    expect(toReadableText('starts_at', '2026-11-30T09:00:00+00:00')).toBe('Mo, 30.11.2026, 10:00 Uhr');
    expect(toReadableText('qualification_end', '2026-11-30')).toBe('30.11.2026');
    expect(toReadableText('status', 'V')).toBe('versäumt');
    expect(toReadableText('kind', 'contactChanged')).toBe('Telefonnummer geändert');
    expect(toReadableText('action', 'booked')).toBe('Termin gebucht');
    expect(toReadableText('weekdays', [1, 7])).toBe('Mo, So');
    expect(toReadableText('wanted', false)).toBe('nein');
    expect(toReadableText('reason', '')).toBe('');
  });
});
