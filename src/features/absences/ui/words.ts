import { germanDay } from '../../../shared/berlin.ts';
import type { Absence } from '../contract.ts';
import type { AbsenceKind } from '../rules.ts';

/** The German labels of the kinds of absences. */
export const kindLabels: Record<AbsenceKind, string> = {
  vacation: 'Urlaub',
  illness: 'Krankheit',
  training: 'Fortbildung',
  other: 'Anderes',
};

type Times = Pick<Absence, 'fromDate' | 'fromTime' | 'tillDate' | 'tillTime'>;

/**
 * Returns the time of an absence as German text, for example 'Mo, 23.11.2026, ab 14:20 Uhr' or 'Mo, 23.11.2026 bis Fr,
 * 27.11.2026, 12:00 Uhr'.
 */
export function describeAbsenceTime({ fromDate, fromTime, tillDate, tillTime }: Times): string {
  if (fromDate !== tillDate) return `${describeMoment(fromDate, fromTime)} bis ${describeMoment(tillDate, tillTime)}`;
  if (fromTime && tillTime) return `${germanDay(fromDate)}, ${fromTime} bis ${tillTime} Uhr`;
  if (fromTime) return `${germanDay(fromDate)}, ab ${fromTime} Uhr`;
  return tillTime ? `${germanDay(fromDate)}, bis ${tillTime} Uhr` : germanDay(fromDate);
}

const describeMoment = (date: string, time: string | null) => germanDay(date) + (time ? `, ${time} Uhr` : '');
