import { canCancel, cancellableUntil } from '../booking/rules.ts';
import { germanDate, germanMoment, wallClock, weekday } from '../shared/berlin.ts';
import type { Block, Words } from './layout.ts';
import type { Sender } from './messages.ts';

/** An appointment as a message tells of it. */
export interface AppointmentFacts {
  startsAt: Date;
  endsAt: Date;
  coach: string;
  participant: string;
  teamsLink: string;
}

/**
 * What can happen to an appointment: booked, cancelled by its participant, cancelled by the team ('Stornierung'), as a
 * goodwill ('Kulanz'), entered as missed, set back to booked.
 */
export type AppointmentKind =
  | 'appointmentBooked'
  | 'appointmentCancelled'
  | 'appointmentCancelledByUs'
  | 'appointmentGoodwill'
  | 'appointmentMissed'
  | 'appointmentSetBack';

/** A message about what has happened to an appointment; `now` is the database's time at which it is made. */
export interface AppointmentMessage {
  kind: AppointmentKind;
  to: 'participant' | 'coach';
  appointment: AppointmentFacts;
  now: Date;
}

/** The words of a message about an appointment, to its participant or its coach. */
export function appointmentWords({ kind, to, appointment, now }: AppointmentMessage, sender: Sender): Words {
  return to === 'coach' ? wordsForCoach(kind, appointment, sender) : wordsFor[kind](appointment, now, sender);
}

/** 'Mo, 30.11.2026, 10:00 bis 10:45 Uhr', on the Berlin wall clock. */
export function stretch(startsAt: Date, endsAt: Date): string {
  const start = wallClock(startsAt);
  return `${weekday(start.date).slice(0, 2)}, ${germanDate(start.date)}, ${start.time} bis ${wallClock(endsAt).time} Uhr`;
}

const time = ({ startsAt, endsAt }: AppointmentFacts): Block => ({ name: 'Termin', value: stretch(startsAt, endsAt) });
const withCoach = (appointment: AppointmentFacts): Block[] => [
  time(appointment),
  { name: 'Coach', value: appointment.coach },
];
const own = (sender: Sender): Block => ({
  label: 'Deine Termine',
  link: `${sender.publicUrl}/appointments`,
  quiet: true,
});
const free = (sender: Sender): Block => ({ label: 'Freie Termine', link: `${sender.publicUrl}/booking` });

/** Where it takes place and until when it can be cancelled; nothing once it is over. */
function ahead({ startsAt, endsAt, teamsLink }: AppointmentFacts, now: Date): Block[] {
  if (endsAt <= now) return [];
  const link = { label: 'Zum Coaching', link: teamsLink };
  if (!canCancel(startsAt, now)) return [link];
  const until = germanMoment(cancellableUntil(startsAt));
  return [link, `Du kannst den Termin bis ${until} stornieren. Danach verfällt er, wenn du nicht teilnimmst.`];
}

const wordsFor: Record<AppointmentKind, (appointment: AppointmentFacts, now: Date, sender: Sender) => Words> = {
  appointmentBooked: (appointment, now, sender) => ({
    subject: 'Dein Coaching ist gebucht',
    blocks: ['dein Coaching ist gebucht:', ...withCoach(appointment), ...ahead(appointment, now), own(sender)],
  }),
  appointmentCancelled: (appointment, _now, sender) => ({
    subject: 'Du hast dein Coaching storniert',
    blocks: [
      'du hast dieses Coaching storniert. Es findet nicht statt:',
      ...withCoach(appointment),
      'Es zählt nicht zu deinen gebuchten Coachings.',
      free(sender),
    ],
  }),
  appointmentCancelledByUs: (appointment, now, sender) => ({
    subject: 'Wir haben dein Coaching storniert',
    blocks: [
      appointment.startsAt > now
        ? 'wir haben dieses Coaching storniert. Es findet nicht statt:'
        : 'wir haben dieses Coaching storniert:',
      ...withCoach(appointment),
      'Es zählt nicht zu deinen gebuchten Coachings.',
      free(sender),
    ],
  }),
  appointmentGoodwill: (appointment, now, sender) => ({
    subject: 'Wir haben dein Coaching aus Kulanz storniert',
    blocks: [
      appointment.startsAt > now
        ? 'wir haben dieses Coaching aus Kulanz storniert. Es findet nicht statt:'
        : 'wir haben dieses Coaching aus Kulanz storniert:',
      ...withCoach(appointment),
      'Es zählt nicht zu deinen gebuchten Coachings.',
      free(sender),
    ],
  }),
  appointmentMissed: (appointment, _now, sender) => ({
    subject: 'Du hast dein Coaching versäumt',
    blocks: [
      'du warst bei diesem Coaching nicht dabei. Der Termin ist verfallen:',
      ...withCoach(appointment),
      'Stimmt das nicht? Dann schreibe bitte dem Coaching-Team.',
      own(sender),
    ],
  }),
  appointmentSetBack: (appointment, now, sender) => ({
    subject: 'Dein Coaching ist wieder gebucht',
    blocks: [
      'dieses Coaching gilt wieder als gebucht:',
      ...withCoach(appointment),
      ...ahead(appointment, now),
      own(sender),
    ],
  }),
};

const forCoach: Record<AppointmentKind, { subject: string; opening: string }> = {
  appointmentBooked: { subject: 'Neue Buchung eines Coachings', opening: 'ein Coaching wurde gebucht:' },
  appointmentCancelled: {
    subject: 'Stornierung eines Coachings',
    opening: 'ein gebuchtes Coaching wurde storniert:',
  },
  appointmentCancelledByUs: {
    subject: 'Stornierung durch das Team',
    opening: 'das Coaching-Team hat dieses Coaching storniert:',
  },
  appointmentGoodwill: {
    subject: 'Stornierung aus Kulanz',
    opening: 'das Coaching-Team hat dieses Coaching aus Kulanz storniert:',
  },
  appointmentMissed: {
    subject: 'Versäumtes Coaching',
    opening: 'dieses Coaching wurde als versäumt eingetragen:',
  },
  appointmentSetBack: {
    subject: 'Coaching wieder gebucht',
    opening: 'dieses Coaching gilt wieder als gebucht:',
  },
};

/** Coaches read what happened, when and with whom. */
function wordsForCoach(kind: AppointmentKind, appointment: AppointmentFacts, sender: Sender): Words {
  const { subject, opening } = forCoach[kind];
  return {
    subject,
    blocks: [
      opening,
      time(appointment),
      { name: 'Teilnehmer:in', value: appointment.participant },
      { label: 'Zum Tagesplan', link: `${sender.publicUrl}/daily-plan` },
    ],
  };
}
