import { formatDeadline, statuses } from '../../../shared/coaching.ts';
import {
  appointmentLink,
  comingLink,
  meetingLink,
  ownAppointmentsLink,
  rescheduleAndCancelLinks,
  timeAndCoachBlocks,
  type AppointmentFacts,
} from './appointment-blocks.words.ts';
import type { MailCircumstances, MailDefinition, Sender } from './kind.words.ts';
import type { Block, MessageContent } from './layout.words.ts';
import { reminderTimes, type ReminderKind } from '../rules.ts';

/** The definition of a reminder to the participant of a booked appointment. */
export interface ReminderMail extends MailDefinition {
  subject: string;
  opening: string;
  /** The blocks after the appointment's time and coach. */
  blocks: (appointment: AppointmentFacts, sender: Sender) => Block[];
}

/**
 * Whether a reminder is out of date: it is too late or switched off, its recipient is inactive, or the appointment is
 * not booked. An invitation to rate is also out of date once the appointment is rated.
 */
function isReminderSuperseded(
  kind: ReminderKind,
  { isInactive, isSwitchedOff, appointment, now }: MailCircumstances,
): boolean {
  if (isInactive || isSwitchedOff || appointment?.status !== statuses.booked) return true;
  return now >= reminderTimes[kind].window(appointment).until || (kind === 'ratingInvitation' && appointment.isRated);
}

export const reminderMails: Record<ReminderKind, ReminderMail> = {
  reminderThreeDays: {
    label: 'Erinnerung drei Tage vorher',
    mayResend: true,
    isSuperseded: (mail) => isReminderSuperseded('reminderThreeDays', mail),
    subject: 'Erinnerung an dein Coaching',
    opening: 'bald hast du ein Coaching:',
    blocks: (appointment, sender) => [
      `Du kannst nicht? Der Termin ist noch ${formatDeadline(appointment)} stornierbar. Danach verfällt er, wenn du ` +
        'nicht teilnimmst.',
      appointment.coming ? appointmentLink(sender) : comingLink(appointment, sender),
      ...rescheduleAndCancelLinks(appointment, sender),
    ],
  },
  reminderDayBefore: {
    label: 'Erinnerung am Tag vorher',
    mayResend: true,
    isSuperseded: (mail) => isReminderSuperseded('reminderDayBefore', mail),
    subject: 'Morgen hast du ein Coaching',
    opening: 'morgen hast du ein Coaching:',
    blocks: (appointment, sender) => [
      ...(appointment.coming
        ? [meetingLink(appointment)]
        : [comingLink(appointment, sender), { ...meetingLink(appointment), quiet: true as const }]),
      'Du kannst doch nicht kommen? Dann schreibe bitte gleich dem Coaching-Team.',
      ownAppointmentsLink(sender),
    ],
  },
  reminderSoon: {
    label: 'Erinnerung zwei Stunden vorher',
    mayResend: true,
    isSuperseded: (mail) => isReminderSuperseded('reminderSoon', mail),
    subject: 'Dein Coaching beginnt bald',
    opening: 'dein Coaching beginnt bald. Mit dem Link nimmst du teil:',
    blocks: (appointment) => [meetingLink(appointment)],
  },
  ratingInvitation: {
    label: 'Einladung zur Bewertung',
    mayResend: true,
    isSuperseded: (mail) => isReminderSuperseded('ratingInvitation', mail),
    subject: 'Wie war dein Coaching?',
    opening: 'dein Coaching ist vorbei:',
    blocks: (_appointment, sender) => [
      'Wie war es? Deine Bewertung hilft uns, das Coaching besser zu machen.',
      { label: 'Coaching bewerten', link: `${sender.publicUrl}/appointments` },
    ],
  },
};

/** The facts of a reminder's message. */
export interface ReminderMessage {
  kind: ReminderKind;
  appointment: AppointmentFacts;
}

/** Writes the content of a reminder. It ends with a link to the page where reminders can be switched off. */
export function writeReminderContent({ kind, appointment }: ReminderMessage, sender: Sender): MessageContent {
  const { subject, opening, blocks } = reminderMails[kind];
  return {
    subject,
    blocks: [
      opening,
      ...timeAndCoachBlocks(appointment),
      ...blocks(appointment, sender),
      { label: 'Erinnerungen ein- und ausschalten', link: reminderSettingsUrl(sender.publicUrl), quiet: true },
    ],
  };
}

/** The URL of the page where a participant switches reminders on and off. */
export function reminderSettingsUrl(publicUrl: string): string {
  return `${publicUrl}/einstellungen`;
}
