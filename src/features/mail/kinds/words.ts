import { notices, mailsWithSecrets } from './account.words.ts';
import { fileMails } from './file.words.ts';
import { refusalMails } from './refusal.words.ts';
import { appointmentMails } from './appointment.words.ts';
import { passkeyMails } from './passkey.words.ts';
import type { MailDefinition } from './kind.words.ts';
import { reminderMails } from './reminder.words.ts';
import type { MailState } from '../rules.ts';
import { waitingListMails } from './waiting.words.ts';

/** The definition of every kind of mail that the product sends. */
export const mailKinds = {
  ...mailsWithSecrets,
  ...notices,
  ...passkeyMails,
  ...fileMails,
  ...appointmentMails,
  ...reminderMails,
  ...waitingListMails,
  ...refusalMails,
} satisfies Record<string, MailDefinition>;
export type MailKind = keyof typeof mailKinds;

/** The definition of a stored mail's kind; undefined if the product no longer has it. */
export function findMailDefinition(kind: string): MailDefinition | undefined {
  return hasKind(mailKinds, kind) ? mailKinds[kind] : undefined;
}

/** Whether a table of kinds contains this kind. */
export function hasKind<Table extends object>(table: Table, kind: string): kind is keyof Table & string {
  return Object.hasOwn(table, kind);
}

/**
 * Why an admin cannot send a mail again (reference 10.7): `waiting` if the mail has not been tried yet, `notAgain` if
 * its kind does not allow it, the mail was superseded or its recipient is inactive. Null if the mail can be sent again,
 * or now because it is being tried again.
 */
export function findResendRefusal(mail: {
  state: MailState;
  kind: string;
  isReachable: boolean;
}): 'waiting' | 'notAgain' | null {
  if (mail.state === 'waiting') return 'waiting';
  if (mail.state === 'retrying') return null;
  const wasSuperseded = mail.state === 'overtaken';
  const canResend = findMailDefinition(mail.kind)?.mayResend && !wasSuperseded && mail.isReachable;
  return canResend ? null : 'notAgain';
}
