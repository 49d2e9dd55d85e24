import { germanInterval, wallClock } from '../../../shared/berlin.ts';
import type { Sender } from './kind.words.ts';
import type { Block } from './layout.words.ts';

/** The facts about an appointment that its messages contain. */
export interface AppointmentFacts {
  id: number;
  startsAt: Date;
  endsAt: Date;
  coach: string;
  participant: string;
  teamsLink: string;
  /** Whether staff have moved the booking. If so, the participant can cancel it until the appointment begins. */
  movedByStaff: boolean;
  /** Whether staff have recorded the booking after the appointment began. */
  wasRecordedAfterStart?: boolean;
  /** Whether the coach has taken back a booking that they had made for the participant (reference 4.20). */
  wasTakenBack?: boolean;
  /** The participant's message to the coach; '' for none. */
  note?: string;
  /** Whether the participant has said that they come (reference 4.26). */
  coming?: boolean;
  /** The team's reason for cancelling the booking; '' for none. */
  cancelReason?: string;
  /**
   * The time and coach before the booking was moved, the name of the person who moved it, and the reason; name and
   * reason are '' if unknown. Null if the booking was not moved.
   */
  move: { startsAt: Date; endsAt: Date; coach: string; by: string; reason: string } | null;
}

/** Formats an interval in Berlin time: 'Mo, 30.11.2026, 10:00 bis 10:45 Uhr'. */
function formatInterval({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): string {
  const { date, time } = wallClock(startsAt);
  return germanInterval({ date, start: time, end: wallClock(endsAt).time });
}

/** The time of the appointment. */
export const timeBlock = (appointment: Pick<AppointmentFacts, 'startsAt' | 'endsAt'>): Block => ({
  name: 'Termin',
  value: formatInterval(appointment),
});

/** The time and the coach of the appointment, for its participant. */
export const timeAndCoachBlocks = (appointment: AppointmentFacts): Block[] => [
  timeBlock(appointment),
  { name: 'Coach', value: appointment.coach },
];

/** The participant's message to the coach, if there is one. */
export const noteBlocks = ({ note }: AppointmentFacts): Block[] =>
  note ? [{ name: 'Deine Nachricht', value: note }] : [];

/** The time and coach of the appointment before it was moved; empty if it was not moved. */
export const previousTimeAndCoachBlocks = ({ move }: AppointmentFacts): Block[] =>
  move ? [{ name: 'Bisher', value: `${formatInterval(move)}, ${move.coach}` }] : [];

/** The name of the person who moved the appointment, and the reason. Each is left out if it is unknown. */
export const moverAndReasonBlocks = ({ move }: AppointmentFacts): Block[] => [
  ...(move?.by ? [{ name: 'Verlegt von', value: move.by }] : []),
  ...(move?.reason ? [{ name: 'Grund', value: move.reason }] : []),
];

/** The team's reason for cancelling the appointment, if there is one. */
export const cancelReasonBlocks = ({ cancelReason }: AppointmentFacts): Block[] =>
  cancelReason ? [{ name: 'Grund', value: cancelReason }] : [];

/** The link to the meeting, as the main button. */
export const meetingLink = ({ teamsLink }: AppointmentFacts) => ({ label: 'Zum Coaching', link: teamsLink });

/** The link to the appointment, as the main button. */
export const appointmentLink = (sender: Sender) => ({
  label: 'Termin ansehen',
  link: `${sender.publicUrl}/appointments`,
});

/** The link with which the participant says that they come. The page asks once more. */
export const comingLink = ({ id }: AppointmentFacts, sender: Sender) => ({
  label: 'Ich komme',
  link: `${sender.publicUrl}/appointments?zusage=${id}`,
});

/** The links to reschedule and to cancel the appointment. The pages ask once more. */
export const rescheduleAndCancelLinks = ({ id }: AppointmentFacts, sender: Sender): Block[] => [
  { label: 'Umbuchen', link: `${sender.publicUrl}/booking?statt=${id}`, quiet: true },
  { label: 'Absagen', link: `${sender.publicUrl}/appointments?absage=${id}`, quiet: true },
];

/** The link to the participant's appointments. */
export const ownAppointmentsLink = (sender: Sender): Block => ({
  label: 'Deine Termine',
  link: `${sender.publicUrl}/appointments`,
  quiet: true,
});
