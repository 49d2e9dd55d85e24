import { ICalAttendeeStatus } from 'ical-generator';
import { eventOf, writeCalendar, type AppointmentToShow } from './calendar.ts';
import type { MailKind } from './outbox.ts';

/** The calendar part of a mail (RFC 5546): calendar programs enter or remove the appointment by it. */
export interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  /** The iCalendar text. */
  content: string;
}

/** To whom a mail speaks of an appointment, and what about; `now` is the database's time. */
export interface Occasion {
  kind: MailKind;
  to: 'participant' | 'coach';
  email: string;
  appointment: AppointmentToShow;
  /** The provider's name and MAIL_FROM. */
  sender: { name: string; from: string };
  publicUrl: string;
  now: Date;
}

const methods: { [Kind in MailKind]?: Invitation['method'] } = {
  appointmentBooked: 'REQUEST',
  appointmentSetBack: 'REQUEST',
  appointmentCancelled: 'CANCEL',
  appointmentCancelledByUs: 'CANCEL',
  appointmentGoodwill: 'CANCEL',
};

/**
 * The calendar part of a mail about an appointment; null where calendars have nothing to learn, or where it is over. The
 * addressee alone is invited, so that nobody reads another's address, and nobody is asked for an answer.
 */
export function invitationOf(occasion: Occasion): Invitation | null {
  const { kind, to, email, appointment, sender, publicUrl, now } = occasion;
  const method = methods[kind];
  if (!method || appointment.endsAt <= now) return null;
  const event = eventOf(appointment, { to }, { publicUrl, now, cancelled: method === 'CANCEL' });
  const content = writeCalendar({
    method,
    publicUrl,
    now,
    events: [
      {
        ...event,
        // A quotation mark cannot stand in a parameter.
        organizer: { name: sender.name.replaceAll('"', ''), email: addressOf(sender.from) },
        attendees: [{ email, rsvp: false, status: ICalAttendeeStatus.ACCEPTED }],
      },
    ],
  });
  return { method, content };
}

/** The bare address of 'Name <address>'. */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;
}
