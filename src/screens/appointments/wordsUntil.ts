/**
 * 'heute', 'morgen', 'in 5 Tagen' for a number of days; '' for past ones and beyond two weeks, where the date says
 * more.
 */
export function wordsUntil(days: number): string {
  if (days < 0 || days > 14) return '';
  return ['heute', 'morgen', 'übermorgen'][days] ?? `in ${days} Tagen`;
}
