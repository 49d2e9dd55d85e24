import { notices, secretMails } from './account.words.ts';
import { answerMails } from './answer.words.ts';
import { appointmentMails } from './appointment.words.ts';
import type { MailDefinition } from './kind.words.ts';
import { reminderMails } from './reminder.words.ts';
import type { MailState } from '../rules.ts';
import { waitingMails } from './waiting.words.ts';

/** Every kind of mail that the product sends; all code that handles mails reads this table. */
export const mailKinds = {
  ...secretMails,
  ...notices,
  ...appointmentMails,
  ...reminderMails,
  ...waitingMails,
  ...answerMails,
} satisfies Record<string, MailDefinition>;
export type MailKind = keyof typeof mailKinds;

/** The definition of a stored mail's kind; undefined if the product no longer has it. */
export function findKind(kind: string): MailDefinition | undefined {
  return hasKind(mailKinds, kind) ? mailKinds[kind] : undefined;
}

/** Whether a table of kinds contains this kind. */
export function hasKind<Table extends object>(table: Table, kind: string): kind is keyof Table & string {
  return Object.hasOwn(table, kind);
}

/** Why a mail cannot be sent again (reference 10.7): it is still waiting, or no longer makes sense; null if it can. */
export function resendRefusal(mail: {
  state: MailState;
  kind: string;
  reachable: boolean;
}): 'waiting' | 'notAgain' | null {
  if (mail.state === 'waiting' || mail.state === 'retrying') return 'waiting';
  return findKind(mail.kind)?.mayResend && mail.state !== 'overtaken' && mail.reachable ? null : 'notAgain';
}
