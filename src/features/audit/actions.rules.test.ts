import { describe, expect, test } from 'vitest';
import { auditActions, sortedActions, type SentenceFacts } from './actions.rules.ts';

const facts: SentenceFacts = {
  actor: 'Alex Admin',
  forPerson: ' für Paula Person',
  ofPerson: ' von Paula Person',
  person: 'Paula Person',
  personId: 7,
  appointment: 'den Termin am Mo',
  document: 'das Dokument „CV.docx“',
  removedAppointment: 'den gelöschten Termin',
  removedDocument: 'ein Dokument (Nr. 3)',
  token: 'den Zugangsschlüssel „Lernplattform“',
  webhook: 'den Webhook „empfang.example“',
};
const sentences = Object.values(auditActions).map(({ sentence }) => sentence(facts));

describe('each action of the audit log [10.5]', () => {
  test('has its own label and its own sentence, which begins with the actor', () => {
    expect(new Set(sortedActions.map((action) => auditActions[action].label)).size).toBe(sentences.length);
    expect(sortedActions.filter((action) => !/^[A-ZÄÖÜ]/.test(auditActions[action].label))).toEqual([]);
    expect(new Set(sentences).size).toBe(sentences.length);
    // Free texts of people never belong into a sentence, and no part of the facts is glued to the next word.
    expect(sentences.filter((sentence) => !/^Alex Admin hat( [\p{L}„“()\d.-]+)+\.$/u.test(sentence))).toEqual([]);
  });

  test('is listed in the alphabetical order of the labels', () => {
    const labels = sortedActions.map((action) => auditActions[action].label);
    expect(labels).toEqual([...labels].sort(new Intl.Collator('de').compare));
    expect([labels[0], labels.at(-1)]).toEqual(['Abwesenheit beendet', 'Zwei Schritte zurückgesetzt']);
  });
});
