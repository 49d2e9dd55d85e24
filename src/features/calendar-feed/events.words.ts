import { toCalendarEvent, type CalendarEvent, type CalendarContext } from '../mail/exports.ts';
import { statuses } from '../../shared/coaching.ts';
import type { CalendarRow } from './sql.ts';

/**
 * A row as an event in a person's calendar: a booking, a Speedcoaching, or a free slot. Everyone except its participant
 * sees it as its coach does.
 */
export function toFeedEvent(
  row: CalendarRow,
  { person, initialsOnly }: { person: number; initialsOnly: boolean },
  view: CalendarContext,
): CalendarEvent {
  const event = toCalendarEvent(
    row,
    { to: row.participantId === person ? 'participant' : 'coach', initialsOnly },
    view,
  );
  if (row.status === statuses.booked) return event;
  const isSpeed = row.type === 'Speedcoaching';
  return { ...event, summary: isSpeed ? 'Speedcoaching' : 'Freier Termin (Einzelcoaching)', free: !isSpeed };
}
