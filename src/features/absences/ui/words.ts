import { addDays, germanDay, germanDayBriefly, germanInterval } from '../../../shared/berlin.ts';
import { formatCount } from '../../../shared/german.ts';
import type { Absence, OwnPastEffect, PastEffect } from '../contract.ts';
import type { AbsenceKind } from '../rules.ts';

/** The German labels of the kinds of absences. */
export const kindLabels: Record<AbsenceKind, string> = {
  vacation: 'Urlaub',
  illness: 'Krankheit',
  training: 'Fortbildung',
  other: 'Anderes',
};

/**
 * Returns what an absence deletes, as in '2 freie Termine und 1 Speedcoaching werden gelöscht.'; '' if it is nothing.
 * `speedcoachings` of the `free` appointments are Speedcoachings, which are named apart.
 */
export function describeDeletion(free: number, speedcoachings = 0): string {
  if (free === 0) return '';
  const single = free - speedcoachings;
  const names = [
    single > 0 ? formatCount(single, 'freier Termin', 'freie Termine') : '',
    speedcoachings > 0 ? formatCount(speedcoachings, 'Speedcoaching', 'Speedcoachings') : '',
  ];
  return `${names.filter(Boolean).join(' und ')} ${free === 1 ? 'wird' : 'werden'} gelöscht.`;
}

/** Returns how many free appointments an absence has deleted; '' for none, `free` is null where it is not stored. */
export function describeDeletedSlots(free: number | null): string {
  if (free === null) return 'Wie viele freie Termine gelöscht wurden, ist nur einen Tag lang gespeichert.';
  if (free === 0) return '';
  return `${formatCount(free, 'freier Termin wurde', 'freie Termine wurden')} gelöscht.`;
}

/** Returns what became of a booking in an absence: 'An Cleo Rat übergeben.', 'Abgesagt. Bisher nichts Neues gebucht.' */
export function describeEffect({ handedTo, changedSince, next }: PastEffect): string {
  if (handedTo !== null)
    return `An ${handedTo} übergeben.${changedSince ? ' Seither ist er verlegt oder abgesagt worden.' : ''}`;
  return next
    ? `Abgesagt. Neu gebucht: ${germanInterval(next)}, bei ${next.coach}.`
    : 'Abgesagt. Bisher nichts Neues gebucht.';
}

/** Tells the absent coach what became of a booking: 'Abgesagt. Neu gebucht, bei einem anderen Coach.' */
export function describeOwnEffect({ handedTo, next, bookedElsewhere }: OwnPastEffect): string {
  if (handedTo !== null) return `An ${handedTo} übergeben.`;
  if (bookedElsewhere) return 'Abgesagt. Neu gebucht, bei einem anderen Coach.';
  return next ? `Abgesagt. Neu gebucht bei dir: ${germanInterval(next)}.` : 'Abgesagt. Bisher nichts Neues gebucht.';
}

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

/**
 * Tells a coach about an absence that goes on or begins tomorrow: 'Du bist bis Fr, 27.11. krank gemeldet.', 'Du bist
 * morgen als abwesend eingetragen.' `today` is the Berlin day, `yyyy-mm-dd`.
 */
export function describeOwnAbsence(absence: Times & Pick<Absence, 'kind'>, today: string): string {
  const { fromDate, fromTime, tillDate, tillTime, kind } = absence;
  const dayName = (date: string) =>
    date === today ? 'heute' : date === addDays(today, 1) ? 'morgen' : germanDayBriefly(date, today);
  const start = fromDate > today || fromTime ? dayName(fromDate) + (fromTime ? ` ab ${fromTime} Uhr` : '') : '';
  const end =
    fromDate === tillDate && !tillTime ? '' : `bis ${dayName(tillDate)}${tillTime ? `, ${tillTime} Uhr` : ''}`;
  const time = [start, end].filter(Boolean).join(' ') || dayName(fromDate);
  return `Du bist ${time} ${kind === 'illness' ? 'krank gemeldet' : 'als abwesend eingetragen'}.`;
}
