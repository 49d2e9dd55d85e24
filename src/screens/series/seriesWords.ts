import { weekdayNames } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import type { SeriesPlan } from '../../features/appointments/series/rules.ts';

/** Returns a series' pattern in German, such as 'Mo und Mi, alle 2 Wochen, 09:00 bis 12:00 Uhr, je 45 Minuten'. */
export function formatPattern(plan: Omit<SeriesPlan, 'type'>): string {
  const { weekdays, everyWeeks, fromTime, tillTime, minutes, breakMinutes } = plan;
  const days = weekdays.map((day) => weekdayNames[day - 1]?.slice(0, 2) ?? '');
  return [
    new Intl.ListFormat('de').format(days),
    everyWeeks === 1 ? 'jede Woche' : `alle ${everyWeeks} Wochen`,
    `${fromTime} bis ${tillTime} Uhr`,
    `je ${formatCount(minutes, 'Minute', 'Minuten')}`,
    ...(breakMinutes > 0 ? [`${formatCount(breakMinutes, 'Minute', 'Minuten')} Pause`] : []),
  ].join(', ');
}
