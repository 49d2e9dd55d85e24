import { germanMoment, germanInterval, wallClock } from '../../shared/berlin.ts';
import { auditActions, type AuditAction, type SentenceFacts } from './actions.rules.ts';

/** An entry, with the current data of the rows that its ids refer to; null for missing ids and deleted rows. */
export interface EntryFacts {
  action: string;
  actorId: number | null;
  actor: string | null;
  personId: number | null;
  person: string | null;
  appointmentId: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
  coach: string | null;
  documentId: number | null;
  document: string | null;
  tokenId: number | null;
  token: string | null;
  webhookHost: string | null;
}

/**
 * The German texts of an entry (reference 10.5): its label, the actor, the person concerned ('' if only the actor or no
 * one is concerned), the sentence and the name of the token with which the action was done, or which it is about (null
 * without one). If this version does not know the action, the texts contain its stored key.
 */
export function describeEntry(facts: EntryFacts): {
  label: string;
  actor: string;
  person: string;
  sentence: string;
  token: string | null;
} {
  const actor = facts.actorId === null ? 'Das System' : (facts.actor ?? 'Gelöschte Person');
  const isOtherPersonConcerned = facts.personId !== null && facts.personId !== facts.actorId;
  const person = isOtherPersonConcerned ? (facts.person ?? 'Gelöschte Person') : '';
  const token = facts.tokenId === null ? null : (facts.token ?? `Nr. ${facts.tokenId}`);
  const texts = auditActions[facts.action as AuditAction] as (typeof auditActions)[AuditAction] | undefined;
  const sentenceFacts: SentenceFacts = {
    actor,
    forPerson: person && ` für ${person}`,
    ofPerson: person && ` von ${person}`,
    person,
    personId: facts.personId,
    appointment: describeAppointment(facts, 'einen inzwischen gelöschten Termin'),
    removedAppointment: describeAppointment(facts, 'einen Termin'),
    document: facts.document
      ? `das Dokument „${facts.document}“`
      : `ein inzwischen gelöschtes Dokument (Nr. ${facts.documentId})`,
    removedDocument: `ein Dokument (Nr. ${facts.documentId})`,
    token: `den Zugangsschlüssel „${token}“`,
    webhook: facts.webhookHost === null ? 'einen Webhook' : `den Webhook „${facts.webhookHost}“`,
  };
  const sentence = texts?.sentence(sentenceFacts) ?? `${actor}: ${facts.action}${sentenceFacts.forPerson}.`;
  return {
    label: texts?.label ?? facts.action,
    actor,
    person,
    sentence: isAboutToken(facts.action) || token === null ? sentence : withToken(sentence, token),
    token,
  };
}

/** Whether the sentence of an action names its token anyway. */
const isAboutToken = (action: string) => action === 'tokenCreated' || action === 'tokenRevoked';

/** Adds the token with which an action was done to the sentence about it. */
const withToken = (sentence: string, token: string) => sentence.replace(/\.$/, ` (Zugangsschlüssel „${token}“).`);

/** The German words for an appointment; `deletedText` is used, with the number, if the appointment was deleted. */
function describeAppointment({ appointmentId, startsAt, endsAt, coach }: EntryFacts, deletedText: string): string {
  if (appointmentId === null) return 'einen Termin';
  if (!startsAt) return `${deletedText} (Nr. ${appointmentId})`;
  if (!endsAt) return `den Termin am ${germanMoment(startsAt)}`;
  const { date, time } = wallClock(startsAt);
  return `den Termin am ${germanInterval({ date, start: time, end: wallClock(endsAt).time })} bei ${coach}`;
}
