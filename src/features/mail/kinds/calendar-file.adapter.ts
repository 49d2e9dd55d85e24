import { TZDate } from '@date-fns/tz';
import ical, {
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalAttendeeData,
  type ICalOrganizer,
} from 'ical-generator';
import { canCancel, formatDeadline } from '../../../shared/coaching.ts';
import { zone } from '../../../shared/berlin.ts';
import type { AppointmentFacts } from './appointment-blocks.words.ts';
import { toOneLine } from './layout.words.ts';

/** An event in a calendar file. Its texts are German and may contain text that people have entered. */
export interface CalendarEvent {
  /** The number from which the UID is made. It stays the same when a booking is moved. */
  eventNumber: number;
  /** The SEQUENCE of the event, which increases with every change that calendars must show (RFC 5545, 3.8.7.4). */
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  summary: string;
  /** The paragraphs of the description. */
  description: readonly string[];
  /** The link to the meeting, which is shown as the location. */
  link: string;
  status: 'confirmed' | 'cancelled';
  /** Whether the person's calendar shows the time of the event as free. */
  isFree?: boolean;
  /** The organizer and the attendees; missing in files and subscriptions. */
  organizer?: ICalOrganizer;
  attendees?: ICalAttendeeData[];
}

/** The contents of a calendar file. */
export interface Calendar {
  /** REQUEST or CANCEL in mails, PUBLISH in files and subscriptions (RFC 5546). */
  method: keyof typeof ICalCalendarMethod;
  /** The portal's URL. Its host is a part of the UIDs, so they are unique among all portals. */
  publicUrl: string;
  /** The time at which the file is written. */
  now: Date;
  /** The name of a subscription. */
  name?: string;
  /** For a subscription: the number of seconds after which calendar programs should refresh it. */
  refreshAfterSeconds?: number;
  events: readonly CalendarEvent[];
}

/** An event's UID, which is the same in mails, files and subscriptions. */
export function uidOf(eventNumber: number, publicUrl: string): string {
  return `termin-${eventNumber}@${new URL(publicUrl).hostname}`;
}

/** The full definition of Berlin's time zone since 1996, because some calendar programs do not know its name. */
const berlinTimeZone = `BEGIN:VTIMEZONE
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

/**
 * Writes an iCalendar file (RFC 5545). Times are Berlin wall clock times with their zone. Long lines are folded, and
 * lines end with CRLF.
 */
export function writeCalendar({ method, publicUrl, now, name, refreshAfterSeconds, events }: Calendar): string {
  const calendar = ical({
    prodId: { company: 'Coaching-Portal', product: 'Bewerbungscoaching', language: 'DE' },
    method: ICalCalendarMethod[method],
    // With a zone name here, the DTSTAMPs of the events would be wall clock times, but they must be UTC.
    timezone: { name: null, generator: () => berlinTimeZone },
    ...(name ? { name } : {}),
    ...(refreshAfterSeconds ? { ttl: refreshAfterSeconds } : {}),
  });
  for (const event of events)
    calendar.createEvent({
      id: uidOf(event.eventNumber, publicUrl),
      sequence: event.sequence,
      stamp: now,
      start: new TZDate(event.startsAt.getTime(), zone),
      end: new TZDate(event.endsAt.getTime(), zone),
      timezone: zone,
      summary: toOneLine(event.summary),
      description: event.description.map(toOneLine).join('\n'),
      location: toOneLine(event.link),
      status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: event.isFree ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      ...(event.organizer ? { organizer: event.organizer } : {}),
      ...(event.attendees ? { attendees: event.attendees } : {}),
    });
  return `${calendar.toString()}\r\n`;
}

/** The facts about an appointment for a calendar. `eventNumber` and `sequence` are explained at `CalendarEvent`. */
export interface CalendarAppointment extends Omit<AppointmentFacts, 'move'> {
  eventNumber: number;
  sequence: number;
}

/** The owner of a calendar: the role, and for a coach whether the calendar shows only the initials of participants. */
export interface CalendarOwner {
  role: 'participant' | 'coach';
  initialsOnly?: boolean;
}

/** The context in which an event is created. */
export interface CalendarContext {
  publicUrl: string;
  /** The database's time. */
  now: Date;
  /** Whether the appointment is cancelled, so that calendars remove it. */
  isCancelled?: boolean;
}

/** Converts an appointment to an event in the calendar of its participant or its coach. */
export function toCalendarEvent(
  appointment: CalendarAppointment,
  { role, initialsOnly = false }: CalendarOwner,
  { publicUrl, now, isCancelled = false }: CalendarContext,
): CalendarEvent {
  const { eventNumber, sequence, startsAt, endsAt, coach, participant, teamsLink } = appointment;
  const isForCoach = role === 'coach';
  const participantName = initialsOnly ? initialsOf(participant) : participant;
  const otherPerson = isForCoach ? participantName : coach;
  const isCancellable = !isForCoach && !isCancelled && canCancel(appointment, now);
  return {
    eventNumber,
    sequence,
    startsAt,
    endsAt,
    link: teamsLink,
    status: isCancelled ? 'cancelled' : 'confirmed',
    summary: isForCoach ? `Coaching mit ${otherPerson}` : `Bewerbungscoaching mit ${otherPerson}`,
    description: [
      `Zum Coaching: ${teamsLink}`,
      ...(isCancellable ? [`Stornierbar ${formatDeadline(appointment)}.`] : []),
      isForCoach ? `Tagesplan: ${publicUrl}/daily-plan` : `Deine Termine: ${publicUrl}/appointments`,
    ],
  };
}

/** The initials of a name: 'A. S.' for 'Anna-Lena Süß'. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter(Boolean);
  // An initial can be followed by combining marks, such as the dots of an umlaut.
  return words.map((word) => `${/^.\p{Mark}*/u.exec(word)?.[0] ?? ''}.`).join(' ');
}
