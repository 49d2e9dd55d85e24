import { cancellableUntil } from '../booking/rules.ts';
import { germanMoment } from '../shared/berlin.ts';
import { stretch, type AppointmentFacts } from './appointment-words.ts';
import type { Block, Words } from './layout.ts';
import type { Sender } from './messages.ts';
import type { ReminderKind } from './rules.ts';

/** A reminder to the participant of a booked appointment. */
export interface ReminderMessage {
  kind: ReminderKind;
  appointment: AppointmentFacts;
}

/** The words of a reminder; each ends with the way to switch reminders off. */
export function reminderWords({ kind, appointment }: ReminderMessage, sender: Sender): Words {
  const { subject, opening, blocks } = words[kind](appointment, sender);
  return {
    subject,
    blocks: [
      opening,
      { name: 'Termin', value: stretch(appointment.startsAt, appointment.endsAt) },
      { name: 'Coach', value: appointment.coach },
      ...blocks,
      { label: 'Erinnerungen ein- und ausschalten', link: settingsOf(sender.publicUrl), quiet: true },
    ],
  };
}

/** Where a participant chooses the reminders. */
export function settingsOf(publicUrl: string): string {
  return `${publicUrl}/einstellungen`;
}

interface Reminder extends Words {
  opening: string;
}

const own = (sender: Sender): Block => ({
  label: 'Deine Termine',
  link: `${sender.publicUrl}/appointments`,
  quiet: true,
});
const meeting = ({ teamsLink }: AppointmentFacts): Block => ({ label: 'Zum Coaching', link: teamsLink });

const words: Record<ReminderKind, (appointment: AppointmentFacts, sender: Sender) => Reminder> = {
  reminderThreeDays: (appointment, sender) => ({
    subject: 'Erinnerung an dein Coaching',
    opening: 'bald hast du ein Coaching:',
    blocks: [
      `Du kannst nicht? Der Termin ist noch bis ${germanMoment(cancellableUntil(appointment.startsAt))} stornierbar. Danach verfällt er, wenn du nicht teilnimmst.`,
      { label: 'Termin ansehen oder stornieren', link: `${sender.publicUrl}/appointments` },
    ],
  }),
  reminderDayBefore: (appointment, sender) => ({
    subject: 'Morgen hast du ein Coaching',
    opening: 'morgen hast du ein Coaching:',
    blocks: [
      meeting(appointment),
      'Du kannst doch nicht kommen? Dann schreibe bitte gleich dem Coaching-Team.',
      own(sender),
    ],
  }),
  reminderSoon: (appointment) => ({
    subject: 'Dein Coaching beginnt bald',
    opening: 'dein Coaching beginnt bald. Mit dem Link nimmst du teil:',
    blocks: [meeting(appointment)],
  }),
  ratingInvitation: (_appointment, sender) => ({
    subject: 'Wie war dein Coaching?',
    opening: 'dein Coaching ist vorbei:',
    blocks: [
      'Wie war es? Deine Bewertung hilft uns, das Coaching besser zu machen.',
      { label: 'Coaching bewerten', link: `${sender.publicUrl}/appointments` },
    ],
  }),
};
