import { readCalendar, type Calendar, type CalendarFault } from './csv.adapter.ts';

/** Reads a calendar from a CSV file; runs in a sandbox. */
export default function read(bytes: Uint8Array): Calendar | CalendarFault {
  return readCalendar(bytes);
}
