import type { MailDefinition, Sender } from './kind.words.ts';
import type { MessageContent } from './layout.words.ts';

/** The definition of a mail that refuses a person's request, with the reason that an admin has written. */
interface RefusalMail extends MailDefinition {
  write: (reason: string, sender: Sender) => MessageContent;
}

const splitParagraphs = (text: string): string[] => text.split(/\s*\n\s*/).filter(Boolean);

export const refusalMails = {
  erasureAnswered: {
    label: 'Löschantrag abgelehnt',
    mayResend: true,
    // Inactive people have a right to the answer, too.
    isSuperseded: () => false,
    write: (reason, sender) => ({
      subject: 'Antwort auf deinen Löschantrag',
      blocks: [
        'wir haben deinen Antrag geprüft und können deine Daten im Moment nicht löschen. Der Grund:',
        ...splitParagraphs(reason),
        'Du kannst dich dagegen bei der Datenschutzaufsicht deines Bundeslandes beschweren oder vor Gericht gehen. ' +
          'Einen neuen Antrag kannst du jederzeit stellen.',
        { label: 'Zu den Einstellungen', link: `${sender.publicUrl}/einstellungen`, quiet: true },
      ],
    }),
  },
  introductionRefused: {
    label: 'Vorstellung abgelehnt',
    mayResend: true,
    // The reason is null once the coach has proposed another version or withdrawn the refused one.
    isSuperseded: ({ isInactive, refusalReason }) => isInactive || refusalReason === null,
    write: (reason, sender) => ({
      subject: 'Deine Vorstellung wurde nicht freigegeben',
      blocks: [
        'wir haben uns deine Vorstellung angesehen und zeigen sie so noch nicht. Der Grund:',
        ...splitParagraphs(reason),
        'Du kannst sie ändern und noch einmal vorschlagen. Was vorher zu sehen war, bleibt bis dahin zu sehen.',
        { label: 'Zu deiner Vorstellung', link: `${sender.publicUrl}/introduction` },
      ],
    }),
  },
} satisfies Record<string, RefusalMail>;
export type RefusalKind = keyof typeof refusalMails;

/** The facts of a message that refuses a person's request. */
export interface RefusalMessage {
  kind: RefusalKind;
  reason: string;
}
