import type { MailDefinition, Sender } from './kind.words.ts';
import type { MessageContent } from './layout.words.ts';

/** A mail that refuses a person's request, with the reason that an admin has written. */
interface AnswerMail extends MailDefinition {
  words: (reason: string, sender: Sender) => MessageContent;
}

export const answerMails = {
  erasureAnswered: {
    label: 'Löschantrag abgelehnt',
    mayResend: true,
    // Inactive people, too, have a right to the answer.
    isSuperseded: () => false,
    words: (reason, sender) => ({
      subject: 'Antwort auf deinen Löschantrag',
      blocks: [
        'wir haben deinen Antrag geprüft und können deine Daten im Moment nicht löschen. Der Grund:',
        ...reason.split(/\s*\n\s*/).filter(Boolean),
        'Du kannst dich dagegen bei der Datenschutzaufsicht deines Bundeslandes beschweren oder vor Gericht gehen. ' +
          'Einen neuen Antrag kannst du jederzeit stellen.',
        { label: 'Zu den Einstellungen', link: `${sender.publicUrl}/einstellungen`, quiet: true },
      ],
    }),
  },
  introductionRefused: {
    label: 'Vorstellung abgelehnt',
    mayResend: true,
    // Superseded once the coach has proposed another version or withdrawn this one.
    isSuperseded: ({ inactive, answer }) => inactive || answer === null,
    words: (reason, sender) => ({
      subject: 'Deine Vorstellung wurde nicht freigegeben',
      blocks: [
        'wir haben uns deine Vorstellung angesehen und zeigen sie so noch nicht. Der Grund:',
        ...reason.split(/\s*\n\s*/).filter(Boolean),
        'Du kannst sie ändern und noch einmal vorschlagen. Was vorher zu sehen war, bleibt bis dahin zu sehen.',
        { label: 'Zu deiner Vorstellung', link: `${sender.publicUrl}/introduction` },
      ],
    }),
  },
} satisfies Record<string, AnswerMail>;
export type AnswerKind = keyof typeof answerMails;

/** A refusal of a person's request, with its reason. */
export interface AnswerMessage {
  kind: AnswerKind;
  reason: string;
}
