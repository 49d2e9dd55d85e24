import { formatCount } from '../../../shared/german.ts';
import type { MailDefinition, Sender } from './kind.words.ts';
import type { MessageContent } from './layout.words.ts';

/** How many tracked changes (insertions and deletions together) and comments are in the documents of a mail. */
export interface MailMarkup {
  changes: number;
  comments: number;
}

/** The definition of a mail about documents that were uploaded for a person. It says numbers, but never a text. */
interface FileMail extends MailDefinition {
  write: (markup: MailMarkup | null, sender: Sender) => MessageContent;
}

export const fileMails = {
  fileFromCoach: {
    label: 'Unterlagen vom Coach',
    mayResend: true,
    isSuperseded: ({ isInactive }) => isInactive,
    write: (markup, sender) => ({
      subject: 'Neue Unterlagen von deinem Coach',
      blocks: [
        markup && (markup.changes > 0 || markup.comments > 0)
          ? `dein Coach hat Unterlagen für dich hochgeladen, mit ${formatInDative(markup)}. Du findest sie im Portal ` +
            `unter „Meine Unterlagen“ und siehst dort auch, was ${markup.changes > 0 ? 'sich geändert hat' : 'angemerkt wurde'}.`
          : 'dein Coach hat Unterlagen für dich hochgeladen. Du findest sie im Portal unter „Meine Unterlagen“.',
        { label: 'Meine Unterlagen', link: `${sender.publicUrl}/files#vom-coach` },
      ],
    }),
  },
} satisfies Record<string, FileMail>;
export type FileKind = keyof typeof fileMails;

/** The facts of a message about documents; `markup` is null if their changes and comments were not counted. */
export interface FileMessage {
  kind: FileKind;
  markup: MailMarkup | null;
}

/** Formats the numbers, of which at least one is not 0, for a phrase with 'mit': '12 Änderungen und 3 Kommentaren'. */
function formatInDative({ changes, comments }: MailMarkup): string {
  const parts = [
    ...(changes > 0 ? [formatCount(changes, 'Änderung', 'Änderungen')] : []),
    ...(comments > 0 ? [formatCount(comments, 'Kommentar', 'Kommentaren')] : []),
  ];
  return parts.join(' und ');
}
