import { germanDate } from '../../shared/berlin.ts';

/** What a message about an appointment names: whose it is ('' if it is free) and when it begins. */
export interface NamedAppointment {
  participantFullName: string;
  /** `yyyy-mm-dd`. */
  date: string;
  /** 'HH:mm - HH:mm'. */
  timeSlot: string;
}

/** The start without the year, since a message must be short: '03.12., 10:00 Uhr'. */
const startOf = ({ date, timeSlot }: Pick<NamedAppointment, 'date' | 'timeSlot'>) =>
  `${germanDate(date).slice(0, 6)}, ${timeSlot.slice(0, 5)} Uhr`;

/** The message after staff have booked an appointment for a participant (reference 4.22). */
export const bookedText = (appointment: NamedAppointment): string =>
  `${appointment.participantFullName}, ${startOf(appointment)}, gebucht`;

/** The message after a coach has taken back a booking that they had made (reference 4.22). */
export const takenBackText = (appointment: NamedAppointment): string =>
  `${appointment.participantFullName}, ${startOf(appointment)}, zurückgenommen. Die Zeit ist wieder frei.`;

/** The message after staff have moved an appointment; `to` is its new time. */
export const movedText = (
  { participantFullName: name }: NamedAppointment,
  to: Pick<NamedAppointment, 'date' | 'timeSlot'>,
): string => `${name || 'Freier Termin'}, verschoben auf ${startOf(to)}`;

/** What an admin or the coach has set an appointment to, in the message about it. */
const participles = {
  cancelled: 'storniert',
  goodwill: 'Kulanz',
  missed: 'versäumt',
  booked: 'gebucht',
} as const;

/** The message after the status of an appointment has been changed (reference 4.22). */
export const changedText = (appointment: NamedAppointment, action: keyof typeof participles): string =>
  `Änderung erfolgreich: ${appointment.participantFullName}, ${startOf(appointment)}, ${participles[action]}`;
