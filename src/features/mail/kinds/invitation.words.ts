import { ICalAttendeeStatus } from 'ical-generator';
import { toCalendarEvent, writeCalendar, type CalendarAppointment } from './calendar-file.adapter.ts';
import { appointmentMails } from './appointment.words.ts';
import { hasKind, type MailKind } from './words.ts';

/** The calendar part of a mail (RFC 5546). It makes calendar programs add, change or remove the appointment. */
export interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  /** The iCalendar text. */
  content: string;
}

/** A mail about an appointment that may need a calendar part; `now` is the database's time. */
export interface InvitationInput {
  kind: MailKind;
  /** The role of the mail's recipient. */
  recipient: 'participant' | 'coach';
  email: string;
  appointment: CalendarAppointment;
  /** The provider's name and the setting MAIL_FROM. */
  sender: { name: string; from: string };
  publicUrl: string;
  now: Date;
}

/**
 * The calendar part of a mail about an appointment; null if the mail changes nothing in calendars or the appointment is
 * over. Only the recipient is an attendee, so other people's addresses stay private. No reply is requested.
 */
export function createInvitation(input: InvitationInput): Invitation | null {
  const { kind, recipient, email, appointment, sender, publicUrl, now } = input;
  const method = hasKind(appointmentMails, kind) ? appointmentMails[kind].calendar : null;
  if (!method || appointment.endsAt <= now) return null;
  const event = toCalendarEvent(appointment, { role: recipient }, { publicUrl, now, isCancelled: method === 'CANCEL' });
  const content = writeCalendar({
    method,
    publicUrl,
    now,
    events: [
      {
        ...event,
        // An iCalendar parameter must not contain a quotation mark.
        organizer: { name: sender.name.replaceAll('"', ''), email: addressOf(sender.from) },
        attendees: [{ email, rsvp: false, status: ICalAttendeeStatus.ACCEPTED }],
      },
    ],
  });
  return { method, content };
}

/** The address in 'Name <address>', or the whole text if it is only an address. */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;
}
