import { inGermanOrder } from '../../shared/german.ts';
import type { BookableAppointment } from '../contract.ts';
import type { Failure } from './useBooking.ts';

/** Which types are on: both, or one of them. */
export type Choice = 'both' | 'einzel' | 'speed';

/** A place in the list: a slot, or what is to be said where one has left it. */
export interface Entry {
  slot: BookableAppointment;
  failure: Failure | undefined;
  /** The slot is bookable no longer; its place tells why. */
  gone: boolean;
}

/** The list as it is shown: slots of the types chosen, and refused ones that left it, in order of start. */
export function entriesOf(
  slots: readonly BookableAppointment[],
  failures: readonly Failure[],
  choice: Choice,
): Entry[] {
  const left = new Set(failures.filter((failure) => failure.gone).map((failure) => failure.slot.id));
  const here = slots.filter((slot) => !left.has(slot.id));
  const missing = failures.filter((failure) => !here.some((slot) => slot.id === failure.slot.id));
  const entries = here.map((slot) => ({
    slot,
    failure: failures.find((failure) => failure.slot.id === slot.id),
    gone: false,
  }));
  for (const failure of missing) {
    const at = entries.findIndex(({ slot }) => inOrder(slot, failure.slot) > 0);
    entries.splice(at < 0 ? entries.length : at, 0, { slot: failure.slot, failure, gone: true });
  }
  return entries.filter(({ slot }) => choice === 'both' || (slot.type === 'Einzelcoaching') === (choice === 'einzel'));
}

/** The server's order: start, then coach as shown. */
function inOrder(a: BookableAppointment, b: BookableAppointment): number {
  const start = (slot: BookableAppointment) => `${slot.date} ${slot.start}`;
  if (start(a) !== start(b)) return start(a) < start(b) ? -1 : 1;
  return inGermanOrder(a.coach, b.coach);
}

/** Entries in a row that share a date, for the headings of the days. */
export function byDay(entries: readonly Entry[]): { date: string; day: string; entries: Entry[] }[] {
  const days: { date: string; day: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last?.date === entry.slot.date) last.entries.push(entry);
    else days.push({ date: entry.slot.date, day: entry.slot.day, entries: [entry] });
  }
  return days;
}
