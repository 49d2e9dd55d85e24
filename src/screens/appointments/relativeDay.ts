/**
 * Returns a text such as 'heute', 'morgen' or 'in 5 Tagen' for a number of days from today. Returns '' for the past,
 * and for more than two weeks, when the date is clearer.
 */
export function relativeDay(days: number): string {
  if (days < 0 || days > 14) return '';
  return ['heute', 'morgen', 'übermorgen'][days] ?? `in ${days} Tagen`;
}
