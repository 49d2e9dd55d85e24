import { germanDay } from '../../shared/berlin.ts';

/** What a message about an appointment names: whose it is ('' if it is free) and when it begins. */
export interface NamedAppointment {
  participantFullName: string;
  /** `yyyy-mm-dd`. */
  date: string;
  /** 'HH:mm - HH:mm'. */
  timeSlot: string;
}

/** Names an appointment with its participant: 'Termin von Amira Yılmaz am Do, 03.12.2026, 10:00 Uhr'. */
function nameOf({ participantFullName: name, date, timeSlot }: NamedAppointment): string {
  return `${name ? `Termin von ${name}` : 'Freier Termin'} am ${momentOf({ date, timeSlot })}`;
}

const momentOf = ({ date, timeSlot }: Pick<NamedAppointment, 'date' | 'timeSlot'>) =>
  `${germanDay(date)}, ${timeSlot.slice(0, 5)} Uhr`;

/** The message after staff have booked an appointment for a participant (reference 4.22). */
export const bookedText = (appointment: NamedAppointment): string => `${nameOf(appointment)}, gebucht`;

/** The message after staff have moved an appointment; `to` is its new time. */
export const movedText = (appointment: NamedAppointment, to: Pick<NamedAppointment, 'date' | 'timeSlot'>): string =>
  `${nameOf(appointment)}, verschoben auf ${momentOf(to)}`;

/** What an admin has set an appointment to, in the message about it. */
const participles = {
  cancelled: 'storniert',
  goodwill: 'aus Kulanz storniert',
  missed: 'als versäumt eingetragen',
  booked: 'wieder gebucht',
} as const;

/** The message after an admin has changed the status of an appointment (reference 4.22). */
export const changedText = (appointment: NamedAppointment, action: keyof typeof participles): string =>
  `Änderung erfolgreich: ${nameOf(appointment)}, ${participles[action]}`;
