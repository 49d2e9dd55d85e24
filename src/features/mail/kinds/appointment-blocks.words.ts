import { germanInterval, wallClock } from '../../../shared/berlin.ts';
import type { Sender } from './kind.words.ts';
import type { Block } from './layout.words.ts';

/** The facts about an appointment in a message. */
export interface AppointmentFacts {
  startsAt: Date;
  endsAt: Date;
  coach: string;
  participant: string;
  teamsLink: string;
  /** Whether staff have moved it, in which case it can be cancelled until it begins. */
  movedByStaff: boolean;
  /** Whether staff have recorded the booking after the appointment began. */
  recordedAfterwards?: boolean;
  /** The team's reason for cancelling it; '' for none. */
  cancelReason?: string;
  /** Its time and coach before a move, with who moved it and why ('' if unknown); null if it was not moved. */
  move: { startsAt: Date; endsAt: Date; coach: string; by: string; reason: string } | null;
}

/** An interval on the Berlin wall clock: 'Mo, 30.11.2026, 10:00 bis 10:45 Uhr'. */
function intervalOf({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): string {
  const { date, time } = wallClock(startsAt);
  return germanInterval({ date, start: time, end: wallClock(endsAt).time });
}

/** When the appointment takes place. */
export const timeBlock = (appointment: Pick<AppointmentFacts, 'startsAt' | 'endsAt'>): Block => ({
  name: 'Termin',
  value: intervalOf(appointment),
});

/** When and with which coach the appointment takes place, for its participant. */
export const timeAndCoach = (appointment: AppointmentFacts): Block[] => [
  timeBlock(appointment),
  { name: 'Coach', value: appointment.coach },
];

/** The time and coach of the appointment before it was moved; empty if it was not. */
export const previousTimeAndCoach = ({ move }: AppointmentFacts): Block[] =>
  move ? [{ name: 'Bisher', value: `${intervalOf(move)}, ${move.coach}` }] : [];

/** Who moved the appointment, and the reason if there is one. */
export const moverAndReason = ({ move }: AppointmentFacts): Block[] => [
  ...(move?.by ? [{ name: 'Verlegt von', value: move.by }] : []),
  ...(move?.reason ? [{ name: 'Grund', value: move.reason }] : []),
];

/** The team's reason for cancelling the appointment, if there is one. */
export const cancelReasonBlock = ({ cancelReason }: AppointmentFacts): Block[] =>
  cancelReason ? [{ name: 'Grund', value: cancelReason }] : [];

/** The link to the meeting. */
export const meetingLink = ({ teamsLink }: AppointmentFacts): Block => ({ label: 'Zum Coaching', link: teamsLink });

/** The link to the participant's appointments. */
export const ownAppointmentsLink = (sender: Sender): Block => ({
  label: 'Deine Termine',
  link: `${sender.publicUrl}/appointments`,
  quiet: true,
});
