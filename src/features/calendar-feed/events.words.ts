import { toCalendarEvent, type CalendarEvent, type CalendarContext } from '../mail/exports.ts';
import { statuses } from '../../shared/coaching.ts';
import type { CalendarRow } from './sql.ts';

/**
 * Converts an appointment (a booking, a Speedcoaching or a free slot) to an event in the calendar of `person`. The
 * participant gets the participant's version of the event; the coach and admins get the coach's version.
 */
export function toFeedEvent(
  row: CalendarRow,
  { person, initialsOnly }: { person: number; initialsOnly: boolean },
  context: CalendarContext,
): CalendarEvent {
  const event = toCalendarEvent(
    row,
    { role: row.participantId === person ? 'participant' : 'coach', initialsOnly },
    context,
  );
  if (row.status === statuses.booked) return event;
  const isSpeedcoaching = row.type === 'Speedcoaching';
  return {
    ...event,
    summary: isSpeedcoaching ? 'Speedcoaching' : 'Freier Termin (Einzelcoaching)',
    isFree: !isSpeedcoaching,
  };
}
