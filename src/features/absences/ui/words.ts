import { germanDay } from '../../../shared/berlin.ts';
import type { Absence } from '../contract.ts';
import type { AbsenceKind } from '../rules.ts';

/** The German names of the kinds. */
export const kindWords: Record<AbsenceKind, string> = {
  vacation: 'Urlaub',
  illness: 'Krankheit',
  training: 'Fortbildung',
  other: 'Anderes',
};

type Times = Pick<Absence, 'fromDate' | 'fromTime' | 'tillDate' | 'tillTime'>;

/** The time of an absence: 'Mo, 23.11.2026, ab 14:20 Uhr', 'Mo, 23.11.2026 bis Fr, 27.11.2026, 12:00 Uhr'. */
export function absenceWords({ fromDate, fromTime, tillDate, tillTime }: Times): string {
  if (fromDate !== tillDate) return `${momentWords(fromDate, fromTime)} bis ${momentWords(tillDate, tillTime)}`;
  if (fromTime && tillTime) return `${germanDay(fromDate)}, ${fromTime} bis ${tillTime} Uhr`;
  if (fromTime) return `${germanDay(fromDate)}, ab ${fromTime} Uhr`;
  return tillTime ? `${germanDay(fromDate)}, bis ${tillTime} Uhr` : germanDay(fromDate);
}

const momentWords = (date: string, time: string | null) => germanDay(date) + (time ? `, ${time} Uhr` : '');
