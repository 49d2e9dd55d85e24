import { eventOf, type CalendarEvent } from '../mail/calendar.ts';
import type { CalendarRow } from './sql.ts';

/** A row in the words of its owner's calendar: booked, or open to everybody, or still free. */
export function asEvent(
  row: CalendarRow,
  { person, initialsOnly }: { person: number; initialsOnly: boolean },
  publicUrl: string,
): CalendarEvent {
  const event = eventOf(row, { to: row.coachId === person ? 'coach' : 'participant', initialsOnly }, publicUrl);
  if (row.status === 'G') return event;
  const speed = row.type === 'Speedcoaching';
  return { ...event, summary: speed ? 'Speedcoaching' : 'Freier Termin (Einzelcoaching)', free: !speed };
}
