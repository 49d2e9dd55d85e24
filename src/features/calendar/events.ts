import { eventOf, type CalendarEvent, type CalendarView } from '../mail/calendar.ts';
import type { CalendarRow } from './sql.ts';

/**
 * A row in the words of a person's calendar: booked, or open to everybody, or still free. Whoever does not take part in
 * it themselves sees it as its coach does.
 */
export function asEvent(
  row: CalendarRow,
  { person, initialsOnly }: { person: number; initialsOnly: boolean },
  view: CalendarView,
): CalendarEvent {
  const event = eventOf(row, { to: row.participantId === person ? 'participant' : 'coach', initialsOnly }, view);
  if (row.status === 'G') return event;
  const speed = row.type === 'Speedcoaching';
  return { ...event, summary: speed ? 'Speedcoaching' : 'Freier Termin (Einzelcoaching)', free: !speed };
}
