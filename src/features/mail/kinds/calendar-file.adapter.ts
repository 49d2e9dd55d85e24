import { TZDate } from '@date-fns/tz';
import ical, {
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalAttendeeData,
  type ICalOrganizer,
} from 'ical-generator';
import { canCancel, deadlineOf } from '../../../shared/coaching.ts';
import { zone } from '../../../shared/berlin.ts';
import type { AppointmentFacts } from './appointment-blocks.words.ts';
import { toOneLine } from './layout.words.ts';

/** An appointment in a calendar; its texts are German and may contain what people have entered. */
export interface CalendarEvent {
  /** The number in its UID; a booking that is moved stays the same event. */
  event: number;
  /** Increases with every change of the event that is passed on to calendars (RFC 5545, 3.8.7.4). */
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  summary: string;
  /** The paragraphs of the description. */
  description: readonly string[];
  /** Where it takes place: the address of the meeting. */
  link: string;
  status: 'confirmed' | 'cancelled';
  /** Whether the event leaves its time free in the calendar. */
  free?: boolean;
  /** Organizer and attendee; left out in a calendar that is only published. */
  organizer?: ICalOrganizer;
  attendees?: ICalAttendeeData[];
}

/** A calendar to write. */
export interface Calendar {
  /** REQUEST and CANCEL in mails; PUBLISH for files and subscriptions (RFC 5546). */
  method: keyof typeof ICalCalendarMethod;
  /** The portal's address, whose host makes the UIDs unique. */
  publicUrl: string;
  /** The time of writing. */
  now: Date;
  /** For a subscription: its name, and after how many seconds to refresh it. */
  name?: string;
  refreshAfter?: number;
  events: readonly CalendarEvent[];
}

/** An event's UID, which is the same in mails, files and subscriptions. */
export function uidOf(event: number, publicUrl: string): string {
  return `termin-${event}@${new URL(publicUrl).hostname}`;
}

/** The full definition of Central European Time since 1996, since not every calendar knows the zone by its name. */
const berlin = `BEGIN:VTIMEZONE
TZID:${zone}
X-LIC-LOCATION:${zone}
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
DTSTART:19960331T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`;

/** Writes an iCalendar file (RFC 5545): Berlin wall clock times with their zone, lines folded and ended by CRLF. */
export function writeCalendar({ method, publicUrl, now, name, refreshAfter, events }: Calendar): string {
  const calendar = ical({
    prodId: { company: 'Coaching-Portal', product: 'Bewerbungscoaching', language: 'DE' },
    method: ICalCalendarMethod[method],
    // A zone name here would turn the events' DTSTAMPs, which must be UTC, into wall clock times.
    timezone: { name: null, generator: () => berlin },
    ...(name ? { name } : {}),
    ...(refreshAfter ? { ttl: refreshAfter } : {}),
  });
  for (const event of events)
    calendar.createEvent({
      id: uidOf(event.event, publicUrl),
      sequence: event.sequence,
      stamp: now,
      start: new TZDate(event.startsAt.getTime(), zone),
      end: new TZDate(event.endsAt.getTime(), zone),
      timezone: zone,
      summary: toOneLine(event.summary),
      description: event.description.map(toOneLine).join('\n'),
      location: toOneLine(event.link),
      status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: event.free ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      ...(event.organizer ? { organizer: event.organizer } : {}),
      ...(event.attendees ? { attendees: event.attendees } : {}),
    });
  return `${calendar.toString()}\r\n`;
}

/** An appointment to show in a calendar; `event` and `sequence` mean the same as in CalendarEvent. */
export interface CalendarAppointment extends Omit<AppointmentFacts, 'move'> {
  event: number;
  sequence: number;
}

/** The owner of a calendar; a coach's calendar may show only the initials of participants. */
export interface CalendarOwner {
  to: 'participant' | 'coach';
  initialsOnly?: boolean;
}

/** The context in which an event is written; with `cancelled`, calendars remove the appointment. */
export interface CalendarContext {
  publicUrl: string;
  /** The database's time. */
  now: Date;
  cancelled?: boolean;
}

/** An appointment as an event in its participant's or its coach's calendar. */
export function toCalendarEvent(
  appointment: CalendarAppointment,
  { to, initialsOnly = false }: CalendarOwner,
  { publicUrl, now, cancelled = false }: CalendarContext,
): CalendarEvent {
  const { event, sequence, startsAt, endsAt, coach, participant, teamsLink } = appointment;
  const forCoach = to === 'coach';
  const other = forCoach ? (initialsOnly ? initialsOf(participant) : participant) : coach;
  const cancellable = !forCoach && !cancelled && canCancel(appointment, now);
  return {
    event,
    sequence,
    startsAt,
    endsAt,
    link: teamsLink,
    status: cancelled ? 'cancelled' : 'confirmed',
    summary: forCoach ? `Coaching mit ${other}` : `Bewerbungscoaching mit ${other}`,
    description: [
      `Zum Coaching: ${teamsLink}`,
      ...(cancellable ? [`Stornierbar ${deadlineOf(appointment)}.`] : []),
      forCoach ? `Tagesplan: ${publicUrl}/daily-plan` : `Deine Termine: ${publicUrl}/appointments`,
    ],
  };
}

/** The initials of a name: 'A. S.' for 'Anna-Lena Süß'. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter(Boolean);
  return words.map((word) => `${/^.\p{Mark}*/u.exec(word)?.[0] ?? ''}.`).join(' ');
}
