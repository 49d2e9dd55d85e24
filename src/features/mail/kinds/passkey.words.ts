import { warningAgainstMisuse } from './account.words.ts';
import type { MailDefinition, Sender } from './kind.words.ts';
import type { MessageContent } from './layout.words.ts';

/** The definition of a mail about a passkey. The name of the passkey is null if it is not known any more. */
interface PasskeyMail extends MailDefinition {
  write: (name: string | null, sender: Sender) => MessageContent;
}

const nameBlocks = (name: string | null) => (name === null ? [] : [{ name: 'Passkey', value: name }]);

export const passkeyMails = {
  passkeyAdded: {
    label: 'Passkey hinzugefügt',
    mayResend: false,
    isSuperseded: () => false,
    write: (name, sender) => ({
      subject: 'Ein Passkey wurde hinzugefügt',
      blocks: [
        'mit einem neuen Passkey kannst du dich ab jetzt ohne Passwort im Portal anmelden.',
        ...nameBlocks(name),
        { label: 'Zu den Einstellungen', link: `${sender.publicUrl}/einstellungen` },
        `${warningAgainstMisuse} Entferne danach den Passkey in den Einstellungen: Er gilt auch mit einem neuen Passwort ` +
          'weiter.',
      ],
    }),
  },
  passkeyRemoved: {
    label: 'Passkey entfernt',
    mayResend: false,
    isSuperseded: () => false,
    write: (name, sender) => ({
      subject: 'Ein Passkey wurde entfernt',
      blocks: [
        'mit diesem Passkey kann sich ab jetzt niemand mehr im Portal anmelden. Dein Passwort gilt weiter.',
        ...nameBlocks(name),
        'Lösche ihn auch auf deinem Gerät, sonst bietet es ihn bei der Anmeldung weiter an.',
        { label: 'Zu den Einstellungen', link: `${sender.publicUrl}/einstellungen` },
        warningAgainstMisuse,
      ],
    }),
  },
} satisfies Record<string, PasskeyMail>;
export type PasskeyKind = keyof typeof passkeyMails;

/** The facts of a message about a passkey. */
export interface PasskeyMessage {
  kind: PasskeyKind;
  passkeyName: string | null;
}
