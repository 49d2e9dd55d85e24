import { canCancel, cancellableUntil } from '../booking/rules.ts';
import { germanDate, germanMoment, wallClock, weekday } from '../shared/berlin.ts';
import { layOut, type Block } from './layout.ts';

/** Who writes: the provider's name, where questions go, and the portal's address without a slash at its end. */
export interface Sender {
  provider: string;
  coachingEmail: string;
  publicUrl: string;
}

/** An appointment as a message tells of it. */
export interface AppointmentFacts {
  startsAt: Date;
  endsAt: Date;
  coach: string;
  participant: string;
  teamsLink: string;
}

/** What a message is made of; `now` is the database's time at which it is made. */
export type Facts =
  | { kind: 'confirmation'; firstName: string; token: string }
  | { kind: 'temporaryPassword'; firstName: string; password: string }
  | { kind: 'passwordChanged' | 'fileFromCoach'; firstName: string }
  | {
      kind: 'appointmentBooked' | 'appointmentCancelled';
      firstName: string;
      to: 'participant' | 'coach';
      appointment: AppointmentFacts;
      now: Date;
    };

/** A message that is ready to send. The subject never holds text of people. */
export interface Message {
  subject: string;
  text: string;
  html: string;
}

/** 'Mo, 30.11.2026, 10:00 bis 10:45 Uhr', on the Berlin wall clock. */
export function stretch(startsAt: Date, endsAt: Date): string {
  const start = wallClock(startsAt);
  return `${weekday(start.date).slice(0, 2)}, ${germanDate(start.date)}, ${start.time} bis ${wallClock(endsAt).time} Uhr`;
}

/** Writes a message in German, as text and as HTML of the same words. */
export function write(facts: Facts, sender: Sender): Message {
  const { subject, blocks } = wordsOf(facts, sender);
  const closing = `Diese Nachricht wurde automatisch verschickt. Fragen beantwortet das Coaching-Team: ${sender.coachingEmail}`;
  return { subject, ...layOut([`Hallo ${facts.firstName},`, ...blocks, closing, sender.provider]) };
}

interface Words {
  subject: string;
  blocks: Block[];
}

function wordsOf(facts: Facts, sender: Sender): Words {
  switch (facts.kind) {
    case 'confirmation':
      return {
        subject: 'Bitte bestätige deine Registrierung',
        blocks: [
          'schön, dass du dich zum Bewerbungscoaching angemeldet hast. Mit diesem Link bestätigst du deine E-Mail-Adresse und wählst danach dein Passwort. Er gilt 48 Stunden und nur einmal.',
          {
            label: 'Registrierung bestätigen',
            link: `${sender.publicUrl}/registrierung-bestaetigen?token=${facts.token}`,
          },
          'Du hast dich nicht angemeldet? Dann lösche diese Nachricht einfach.',
        ],
      };
    case 'temporaryPassword':
      return {
        subject: 'Dein vorläufiges Passwort',
        blocks: [
          'hier ist ein vorläufiges Passwort für deine Anmeldung. Es gilt 24 Stunden und nur einmal; nach der Anmeldung wählst du ein eigenes.',
          { name: 'Passwort', value: facts.password },
          { label: 'Zur Anmeldung', link: `${sender.publicUrl}/` },
          'Du hast kein neues Passwort angefordert? Dann lösche diese Nachricht. Dein bisheriges Passwort gilt weiter.',
        ],
      };
    case 'passwordChanged':
      return {
        subject: 'Dein Passwort wurde geändert',
        blocks: [
          'dein Passwort wurde soeben geändert. Alle anderen Anmeldungen sind damit beendet.',
          'Du warst das nicht? Dann fordere auf der Anmeldeseite sofort ein neues Passwort an und melde dich beim Coaching-Team.',
        ],
      };
    case 'fileFromCoach':
      return {
        subject: 'Neue Unterlagen von deinem Coach',
        blocks: [
          'dein Coach hat Unterlagen für dich hochgeladen. Du findest sie im Portal unter „Meine Unterlagen“.',
          { label: 'Meine Unterlagen', link: `${sender.publicUrl}/files` },
        ],
      };
    case 'appointmentBooked':
      return facts.to === 'coach'
        ? bookedForCoach(facts.appointment, sender)
        : booked(facts.appointment, facts.now, sender);
    case 'appointmentCancelled':
      return facts.to === 'coach' ? cancelledForCoach(facts.appointment, sender) : cancelled(facts.appointment, sender);
  }
}

function booked(appointment: AppointmentFacts, now: Date, sender: Sender): Words {
  const { startsAt, endsAt, coach, teamsLink } = appointment;
  return {
    subject: 'Dein Coaching ist gebucht',
    blocks: [
      'dein Coaching ist gebucht:',
      { name: 'Termin', value: stretch(startsAt, endsAt) },
      { name: 'Coach', value: coach },
      { label: 'Zum Coaching', link: teamsLink },
      ...(canCancel(startsAt, now)
        ? [
            `Du kannst den Termin bis ${germanMoment(cancellableUntil(startsAt))} kostenfrei stornieren. Danach verfällt er, wenn du ihn nicht wahrnimmst.`,
          ]
        : []),
      { label: 'Deine Termine', link: `${sender.publicUrl}/appointments` },
    ],
  };
}

function cancelled({ startsAt, endsAt, coach }: AppointmentFacts, sender: Sender): Words {
  return {
    subject: 'Dein Coaching wurde storniert',
    blocks: [
      'dieses Coaching wurde storniert und findet nicht statt:',
      { name: 'Termin', value: stretch(startsAt, endsAt) },
      { name: 'Coach', value: coach },
      { label: 'Freie Termine', link: `${sender.publicUrl}/booking` },
    ],
  };
}

function bookedForCoach({ startsAt, endsAt, participant }: AppointmentFacts, sender: Sender): Words {
  return {
    subject: 'Neue Buchung eines Coachings',
    blocks: [
      'ein Coaching wurde gebucht:',
      { name: 'Termin', value: stretch(startsAt, endsAt) },
      { name: 'Teilnehmer:in', value: participant },
      { label: 'Zum Tagesplan', link: `${sender.publicUrl}/daily-plan` },
    ],
  };
}

function cancelledForCoach({ startsAt, endsAt, participant }: AppointmentFacts, sender: Sender): Words {
  return {
    subject: 'Stornierung eines Coachings',
    blocks: [
      'ein gebuchtes Coaching wurde storniert:',
      { name: 'Termin', value: stretch(startsAt, endsAt) },
      { name: 'Teilnehmer:in', value: participant },
      { label: 'Zum Tagesplan', link: `${sender.publicUrl}/daily-plan` },
    ],
  };
}
