/**
 * Returns 'heute', 'morgen', 'in 5 Tagen' for a number of days from today, and '' for the past and beyond two weeks,
 * where the date is clearer.
 */
export function relativeDay(days: number): string {
  if (days < 0 || days > 14) return '';
  return ['heute', 'morgen', 'übermorgen'][days] ?? `in ${days} Tagen`;
}
