import { notices, mailsWithSecrets, type NoticeKind, type SecretKind } from './account.words.ts';
import { refusalMails, type RefusalMessage } from './refusal.words.ts';
import { writeAppointmentContent, type AppointmentMessage } from './appointment.words.ts';
import { fileMails, type FileMessage } from './file.words.ts';
import type { Sender } from './kind.words.ts';
import { layOut, type MessageContent } from './layout.words.ts';
import { passkeyMails, type PasskeyMessage } from './passkey.words.ts';
import { writeReminderContent, type ReminderMessage } from './reminder.words.ts';
import { waitingListMails, type WaitingListMessage } from './waiting.words.ts';

/** The facts from which a message is written; `firstName` is the recipient's first name. */
export type MessageFacts = { firstName: string } & (
  | { kind: SecretKind; secret: string }
  | { kind: NoticeKind }
  | PasskeyMessage
  | FileMessage
  | AppointmentMessage
  | ReminderMessage
  | WaitingListMessage
  | RefusalMessage
);

/** The text of a mail, ready to send. The subject never contains text that people have entered. */
export interface Message {
  subject: string;
  text: string;
  html: string;
}

/** Writes a message in German, as text and as HTML with the same words. */
export function writeMessage(facts: MessageFacts, sender: Sender): Message {
  const { subject, blocks } = writeContent(facts, sender);
  const smallPrint =
    'Diese Nachricht wurde automatisch verschickt. ' + `Fragen beantwortet das Coaching-Team: ${sender.coachingEmail}`;
  return {
    subject,
    ...layOut([`Hallo ${facts.firstName},`, ...blocks, { smallPrint }, { smallPrint: sender.provider }]),
  };
}

function writeContent(facts: MessageFacts, sender: Sender): MessageContent {
  if ('secret' in facts) return mailsWithSecrets[facts.kind].write(facts.secret, sender);
  if ('recipient' in facts) return writeAppointmentContent(facts, sender);
  if ('appointment' in facts) return writeReminderContent(facts, sender);
  if ('offer' in facts) return waitingListMails[facts.kind].write(facts.offer, sender);
  if ('reason' in facts) return refusalMails[facts.kind].write(facts.reason, sender);
  if ('markup' in facts) return fileMails[facts.kind].write(facts.markup, sender);
  if ('passkeyName' in facts) return passkeyMails[facts.kind].write(facts.passkeyName, sender);
  return notices[facts.kind].write(sender);
}
