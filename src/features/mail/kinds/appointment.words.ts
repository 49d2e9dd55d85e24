import { dateOf } from '../../../shared/berlin.ts';
import { canCancel, formatDeadline, statuses } from '../../../shared/coaching.ts';
import {
  appointmentLink,
  cancelReasonBlocks,
  meetingLink,
  moverAndReasonBlocks,
  noteBlocks,
  ownAppointmentsLink,
  previousTimeAndCoachBlocks,
  timeAndCoachBlocks,
  timeBlock,
  type AppointmentFacts,
} from './appointment-blocks.words.ts';
import type { MailDefinition, Sender } from './kind.words.ts';
import type { Block, MessageContent } from './layout.words.ts';

/** The definition of a mail about a change of an appointment, to its participant and to its coach. */
interface AppointmentMail extends MailDefinition {
  /** The method of the mail's calendar part (RFC 5546); null if the mail changes nothing in calendars. */
  calendar: 'REQUEST' | 'CANCEL' | null;
  /** `now` is the database's time. */
  forParticipant: (appointment: AppointmentFacts, now: Date, sender: Sender) => MessageContent;
  /** Every mail to a coach also contains the time and the participant; `extraBlocks` are placed after them. */
  forCoach: CoachWords | ((appointment: AppointmentFacts) => CoachWords);
}

/** The words of a mail to a coach. */
export interface CoachWords {
  subject: string;
  opening: string;
  extraBlocks?: (appointment: AppointmentFacts) => Block[];
}

const freeSlotsLink = (sender: Sender): Block => ({ label: 'Freie Termine', link: `${sender.publicUrl}/booking` });

/** The sentence with the deadline for cancelling; empty once it has passed. */
function deadlineBlocks(appointment: AppointmentFacts, now: Date): Block[] {
  if (!canCancel(appointment, now)) return [];
  return [
    `Du kannst den Termin ${formatDeadline(appointment)} stornieren oder verlegen. ` +
      'Danach verfällt er, wenn du nicht teilnimmst.',
  ];
}

/**
 * What happens next with a booking: on its day the main button leads into the meeting, before that to the booking.
 * Empty once the appointment is over.
 */
function nextStepBlocks(appointment: AppointmentFacts, now: Date, sender: Sender): Block[] {
  if (appointment.endsAt <= now) return [ownAppointmentsLink(sender)];
  const isToday = dateOf(appointment.startsAt) === dateOf(now);
  if (isToday) return [meetingLink(appointment), ...deadlineBlocks(appointment, now), ownAppointmentsLink(sender)];
  return [
    appointmentLink(sender),
    'Dein Coach liest vorher deine Unterlagen. Am Tag des Termins kommst du mit diesem Link ins Gespräch:',
    { ...meetingLink(appointment), quiet: true },
    ...deadlineBlocks(appointment, now),
  ];
}

const writeBookedContent = (appointment: AppointmentFacts, now: Date, sender: Sender): MessageContent => ({
  subject: 'Dein Coaching ist gebucht',
  blocks: [
    'dein Coaching ist gebucht:',
    ...timeAndCoachBlocks(appointment),
    ...noteBlocks(appointment),
    ...nextStepBlocks(appointment, now, sender),
  ],
});

/** Writes the content for a booking that staff have recorded after the appointment began. */
const writeRecordedContent = (appointment: AppointmentFacts, sender: Sender): MessageContent => ({
  subject: 'Ein Coaching wurde für dich nachgetragen',
  blocks: [
    'dieses Coaching wurde nachträglich für dich eingetragen:',
    ...timeAndCoachBlocks(appointment),
    'Warst du nicht dabei? Dann schreibe bitte dem Coaching-Team.',
    ownAppointmentsLink(sender),
  ],
});

/** Writes the content for a booking that the team has cancelled. */
const writeCancelledContent = (appointment: AppointmentFacts, now: Date, sender: Sender): MessageContent => ({
  subject: 'Wir haben dein Coaching storniert',
  blocks: [
    appointment.startsAt > now
      ? 'wir haben dieses Coaching storniert. Es findet nicht statt:'
      : 'wir haben dieses Coaching storniert:',
    ...timeAndCoachBlocks(appointment),
    ...cancelReasonBlocks(appointment),
    'Es zählt nicht zu deinen gebuchten Coachings.',
    freeSlotsLink(sender),
  ],
});

const cancelledForCoach: CoachWords = {
  subject: 'Stornierung durch das Team',
  opening: 'das Coaching-Team hat dieses Coaching storniert:',
  extraBlocks: cancelReasonBlocks,
};

/** Writes the content for a direct booking that the coach has taken back (reference 4.20). */
const writeTakenBackContent = (appointment: AppointmentFacts, now: Date, sender: Sender): MessageContent => ({
  subject: 'Dein Coach hat eine Buchung zurückgenommen',
  blocks: [
    'dein Coach hat die Buchung dieses Coachings zurückgenommen' +
      (appointment.startsAt > now ? '. Es findet nicht statt:' : ':'),
    ...timeAndCoachBlocks(appointment),
    'Es zählt nicht zu deinen gebuchten Coachings.',
    freeSlotsLink(sender),
  ],
});

/** Coaches get a mail about what they take back themselves as well, since it takes the event out of their calendar. */
const takenBackForCoach: CoachWords = {
  subject: 'Zurückgenommene Buchung',
  opening: 'du hast diese Buchung zurückgenommen. Dein Termin ist wieder frei:',
};

export const appointmentMails = {
  appointmentBooked: {
    label: 'Termin gebucht',
    mayResend: true,
    isSuperseded: ({ appointment, now }) =>
      appointment?.status !== statuses.booked || (appointment.endsAt <= now && !appointment.wasRecordedAfterStart),
    calendar: 'REQUEST',
    forParticipant: (appointment, now, sender) =>
      appointment.wasRecordedAfterStart
        ? writeRecordedContent(appointment, sender)
        : writeBookedContent(appointment, now, sender),
    forCoach: { subject: 'Neue Buchung eines Coachings', opening: 'ein Coaching wurde gebucht:' },
  },
  appointmentCancelled: {
    label: 'Termin storniert',
    mayResend: true,
    isSuperseded: ({ appointment }) => appointment?.status !== statuses.cancelled,
    calendar: 'CANCEL',
    forParticipant: (appointment, _now, sender) => ({
      subject: 'Du hast dein Coaching storniert',
      blocks: [
        'du hast dieses Coaching storniert. Es findet nicht statt:',
        ...timeAndCoachBlocks(appointment),
        'Es zählt nicht zu deinen gebuchten Coachings.',
        freeSlotsLink(sender),
      ],
    }),
    forCoach: { subject: 'Stornierung eines Coachings', opening: 'ein gebuchtes Coaching wurde storniert:' },
  },
  /** Sent when an admin cancels a booking, or its coach takes it back. */
  appointmentCancelledByUs: {
    label: 'Termin von Team oder Coach storniert',
    mayResend: true,
    isSuperseded: ({ appointment }) => appointment?.cancelKind !== 'byAdmin',
    calendar: 'CANCEL',
    forParticipant: (appointment, now, sender) =>
      appointment.wasTakenBack
        ? writeTakenBackContent(appointment, now, sender)
        : writeCancelledContent(appointment, now, sender),
    forCoach: ({ wasTakenBack }) => (wasTakenBack ? takenBackForCoach : cancelledForCoach),
  },
  /** Sent when an admin cancels a booking as a gesture of goodwill. */
  appointmentGoodwill: {
    label: 'Kulanz',
    mayResend: true,
    isSuperseded: ({ appointment }) => appointment?.cancelKind !== 'goodwill',
    calendar: 'CANCEL',
    forParticipant: (appointment, now, sender) => ({
      subject: 'Wir haben dein Coaching aus Kulanz storniert',
      blocks: [
        appointment.startsAt > now
          ? 'wir haben dieses Coaching aus Kulanz storniert. Es findet nicht statt:'
          : 'wir haben dieses Coaching aus Kulanz storniert:',
        ...timeAndCoachBlocks(appointment),
        ...cancelReasonBlocks(appointment),
        'Es zählt nicht zu deinen gebuchten Coachings.',
        freeSlotsLink(sender),
      ],
    }),
    forCoach: {
      subject: 'Stornierung aus Kulanz',
      opening: 'das Coaching-Team hat dieses Coaching aus Kulanz storniert:',
      extraBlocks: cancelReasonBlocks,
    },
  },
  appointmentMissed: {
    label: 'Termin versäumt',
    mayResend: true,
    isSuperseded: ({ appointment }) => appointment?.status !== statuses.missed,
    calendar: null,
    forParticipant: (appointment, _now, sender) => ({
      subject: 'Du hast dein Coaching versäumt',
      blocks: [
        'du warst bei diesem Coaching nicht dabei. Der Termin ist verfallen:',
        ...timeAndCoachBlocks(appointment),
        'Stimmt das nicht? Dann schreibe bitte dem Coaching-Team.',
        ownAppointmentsLink(sender),
      ],
    }),
    forCoach: { subject: 'Versäumtes Coaching', opening: 'dieses Coaching wurde als versäumt eingetragen:' },
  },
  /** Sent when a cancelled or missed appointment becomes a booking again. */
  appointmentSetBack: {
    label: 'Termin wieder gebucht',
    mayResend: true,
    isSuperseded: ({ appointment }) => appointment?.status !== statuses.booked,
    calendar: 'REQUEST',
    forParticipant: (appointment, now, sender) => ({
      subject: 'Dein Coaching ist wieder gebucht',
      blocks: [
        'dieses Coaching gilt wieder als gebucht:',
        ...timeAndCoachBlocks(appointment),
        ...nextStepBlocks(appointment, now, sender),
      ],
    }),
    forCoach: { subject: 'Coaching wieder gebucht', opening: 'dieses Coaching gilt wieder als gebucht:' },
  },
  appointmentRescheduled: {
    label: 'Termin verlegt',
    mayResend: true,
    isSuperseded: ({ appointment, now }) => appointment?.status !== statuses.booked || appointment.endsAt <= now,
    calendar: 'REQUEST',
    forParticipant: (appointment, now, sender) => ({
      subject: 'Du hast dein Coaching verlegt',
      blocks: [
        'du hast dein Coaching verlegt. Es findet jetzt hier statt:',
        ...timeAndCoachBlocks(appointment),
        ...previousTimeAndCoachBlocks(appointment),
        ...noteBlocks(appointment),
        ...nextStepBlocks(appointment, now, sender),
      ],
    }),
    forCoach: {
      subject: 'Ein Coaching wurde verlegt',
      opening: 'ein Coaching wurde verlegt:',
      extraBlocks: previousTimeAndCoachBlocks,
    },
  },
  appointmentMovedByStaff: {
    label: 'Termin vom Team verlegt',
    mayResend: true,
    isSuperseded: ({ appointment, now }) => appointment?.status !== statuses.booked || appointment.endsAt <= now,
    calendar: 'REQUEST',
    forParticipant: (appointment, now, sender) => ({
      subject: 'Wir haben dein Coaching verlegt',
      blocks: [
        'wir haben dein Coaching verlegt. Es findet jetzt hier statt:',
        ...timeAndCoachBlocks(appointment),
        ...previousTimeAndCoachBlocks(appointment),
        ...moverAndReasonBlocks(appointment),
        ...nextStepBlocks(appointment, now, sender),
      ],
    }),
    forCoach: {
      subject: 'Verlegung eines Coachings',
      opening: 'ein Coaching wurde verlegt:',
      extraBlocks: (appointment) => [...previousTimeAndCoachBlocks(appointment), ...moverAndReasonBlocks(appointment)],
    },
  },
  /** Sent to the former coach when a booking is moved to another coach. */
  appointmentHandedOver: {
    label: 'Termin an anderen Coach abgegeben',
    mayResend: true,
    // If the booking has been moved back to this coach, a later mail updates the same calendar event.
    isSuperseded: ({ appointment }) => appointment?.cancelKind !== 'rescheduled' || appointment.wasMovedToRecipient,
    calendar: 'CANCEL',
    // Not sent, since the participant gets another mail with the new time and coach.
    forParticipant: (appointment) => ({
      subject: 'Dein Coaching ist verlegt',
      blocks: ['dieses Coaching findet zu einer anderen Zeit statt:', ...timeAndCoachBlocks(appointment)],
    }),
    forCoach: {
      subject: 'Ein Coaching findet nicht mehr bei dir statt',
      opening: 'dieses Coaching wurde zu einem anderen Coach verlegt und findet bei dir nicht statt:',
      extraBlocks: moverAndReasonBlocks,
    },
  },
  /** Sent when a booking is cancelled because its coach is absent. */
  appointmentCalledOff: {
    label: 'Termin fällt aus: Coach abwesend',
    mayResend: true,
    isSuperseded: ({ appointment }) => appointment?.cancelKind !== 'goodwill',
    calendar: 'CANCEL',
    forParticipant: (appointment, _now, sender) => ({
      subject: 'Dein Coaching fällt leider aus',
      blocks: [
        'dein Coach ist in dieser Zeit nicht da. Dieses Coaching kann deshalb leider nicht stattfinden:',
        ...timeAndCoachBlocks(appointment),
        'Es zählt nicht zu deinen gebuchten Coachings. Such dir bitte einen anderen Termin aus.',
        { label: 'Neuen Termin aussuchen', link: `${sender.publicUrl}/booking` },
      ],
    }),
    forCoach: {
      subject: 'Ein Coaching fällt aus',
      opening: 'dieses Coaching findet nicht statt, weil du in dieser Zeit als abwesend eingetragen bist:',
    },
  },
  /** Sent when an absence is undone, after a mail about a booking that the absence had cancelled or moved. */
  appointmentTakesPlace: {
    label: 'Termin findet doch statt',
    mayResend: true,
    isSuperseded: ({ appointment, now }) => appointment?.status !== statuses.booked || appointment.endsAt <= now,
    calendar: 'REQUEST',
    forParticipant: (appointment, now, sender) => ({
      subject: 'Dein Coaching findet doch statt',
      blocks: [
        'wir hatten dir geschrieben, dass sich dieses Coaching ändert. Das ist zurückgenommen: ' +
          'Es findet doch statt, wie du es gebucht hattest.',
        ...timeAndCoachBlocks(appointment),
        ...nextStepBlocks(appointment, now, sender),
      ],
    }),
    forCoach: {
      subject: 'Ein Coaching findet doch statt',
      opening: 'deine Abwesenheit wurde zurückgenommen. Dieses Coaching findet doch bei dir statt:',
    },
  },
  /** Sent to the coach who had taken over a booking because of an absence, when the absence is undone. */
  appointmentNotHandedOver: {
    label: 'Termin doch nicht von anderem Coach übernommen',
    mayResend: true,
    isSuperseded: ({ appointment }) => !appointment || appointment.wasMovedToRecipient,
    calendar: 'CANCEL',
    // Not sent, since the participant gets the mail `appointmentTakesPlace`.
    forParticipant: (appointment) => ({
      subject: 'Dein Coaching findet wie gebucht statt',
      blocks: ['dieses Coaching findet statt, wie du es gebucht hattest:', ...timeAndCoachBlocks(appointment)],
    }),
    forCoach: {
      subject: 'Ein Coaching findet doch nicht bei dir statt',
      opening: 'dieses Coaching war zu dir verlegt worden. Das ist zurückgenommen; dein Termin ist wieder frei:',
    },
  },
} satisfies Record<string, AppointmentMail>;
export type AppointmentKind = keyof typeof appointmentMails;

/**
 * The facts of a message about a change of an appointment; `now` is the database's time when the message is written.
 */
export interface AppointmentMessage {
  kind: AppointmentKind;
  /** The role of the mail's recipient. */
  recipient: 'participant' | 'coach';
  appointment: AppointmentFacts;
  now: Date;
}

/** Writes the content of a message about an appointment, to its participant or its coach. */
export function writeAppointmentContent(
  { kind, recipient, appointment, now }: AppointmentMessage,
  sender: Sender,
): MessageContent {
  const { forParticipant, forCoach }: AppointmentMail = appointmentMails[kind];
  if (recipient === 'participant') return forParticipant(appointment, now, sender);
  const { subject, opening, extraBlocks } = typeof forCoach === 'function' ? forCoach(appointment) : forCoach;
  return {
    subject,
    blocks: [
      opening,
      timeBlock(appointment),
      { name: 'Teilnehmer:in', value: appointment.participant },
      ...(extraBlocks?.(appointment) ?? []),
      { label: 'Zum Tagesplan', link: `${sender.publicUrl}/daily-plan` },
    ],
  };
}
