import { notices, secretMails, type NoticeKind, type SecretKind } from './account.words.ts';
import { answerMails, type AnswerMessage } from './answer.words.ts';
import { appointmentWords, type AppointmentMessage } from './appointment.words.ts';
import type { Sender } from './kind.words.ts';
import { layOut, type MessageContent } from './layout.words.ts';
import { reminderWords, type ReminderMessage } from './reminder.words.ts';
import { waitingMails, type WaitingMessage } from './waiting.words.ts';

/** The facts from which a message is written. */
export type MessageFacts = { firstName: string } & (
  | { kind: SecretKind; secret: string }
  | { kind: NoticeKind }
  | AppointmentMessage
  | ReminderMessage
  | WaitingMessage
  | AnswerMessage
);

/** A message ready to send. The subject never contains what people have entered. */
export interface Message {
  subject: string;
  text: string;
  html: string;
}

/** Writes a message in German, as text and as HTML with the same words. */
export function writeMessage(facts: MessageFacts, sender: Sender): Message {
  const { subject, blocks } = wordsOf(facts, sender);
  const smallPrint =
    'Diese Nachricht wurde automatisch verschickt. ' + `Fragen beantwortet das Coaching-Team: ${sender.coachingEmail}`;
  return {
    subject,
    ...layOut([`Hallo ${facts.firstName},`, ...blocks, { smallPrint }, { smallPrint: sender.provider }]),
  };
}

function wordsOf(facts: MessageFacts, sender: Sender): MessageContent {
  if ('secret' in facts) return secretMails[facts.kind].words(facts.secret, sender);
  if ('to' in facts) return appointmentWords(facts, sender);
  if ('appointment' in facts) return reminderWords(facts, sender);
  if ('offer' in facts) return waitingMails[facts.kind].words(facts.offer, sender);
  if ('reason' in facts) return answerMails[facts.kind].words(facts.reason, sender);
  return notices[facts.kind].words(sender);
}
