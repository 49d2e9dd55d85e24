import { describe, expect, test } from 'vitest';
import { describeEntry, type EntryFacts } from './rules.ts';

describe('an entry of the audit log [10.5]', () => {
  const entry: EntryFacts = {
    action: 'cancelledByAdmin',
    actorId: 1,
    actor: 'Alex Admin',
    personId: 7,
    person: 'Paula Person',
    appointmentId: 5,
    startsAt: new Date('2026-11-30T09:00:00Z'),
    endsAt: new Date('2026-11-30T09:45:00Z'),
    coach: 'Cleo Coach',
    documentId: 3,
    document: 'CV.docx',
    tokenId: null,
    token: null,
    webhookHost: null,
  };
  const sentenceOf = (changes: Partial<EntryFacts>) => describeEntry({ ...entry, ...changes }).sentence;

  test('names the actor, the person and the appointment', () =>
    expect(describeEntry(entry)).toEqual({
      label: 'Termin storniert',
      actor: 'Alex Admin',
      person: 'Paula Person',
      sentence:
        'Alex Admin hat den Termin am Mo, 30.11.2026, 10:00 bis 10:45 Uhr bei Cleo Coach von Paula Person storniert.',
      token: null,
    }));

  test('names the token with which another system has acted, and once the token that it is about', () => {
    const imported = { action: 'imported', personId: null, tokenId: 4, token: 'Lernplattform' };
    expect(describeEntry({ ...entry, ...imported })).toMatchObject({
      actor: 'Alex Admin',
      sentence: 'Alex Admin hat Termine aus einer Datei importiert (Zugangsschlüssel „Lernplattform“).',
      token: 'Lernplattform',
    });
    // The name is emptied when the admin who made the token is anonymised.
    expect(sentenceOf({ ...imported, token: null })).toBe(
      'Alex Admin hat Termine aus einer Datei importiert (Zugangsschlüssel „Nr. 4“).',
    );
    expect(sentenceOf({ ...imported, action: 'tokenRevoked' })).toBe(
      'Alex Admin hat den Zugangsschlüssel „Lernplattform“ gesperrt.',
    );
  });

  test('names the host of the webhook that it is about, unless an older version wrote it', () => {
    const renewed = { action: 'webhookSecretRenewed', personId: null, webhookHost: 'empfang.example:8443' };
    expect(sentenceOf(renewed)).toBe('Alex Admin hat das Geheimnis für den Webhook „empfang.example:8443“ erneuert.');
    expect(sentenceOf({ ...renewed, webhookHost: null })).toBe(
      'Alex Admin hat das Geheimnis für einen Webhook erneuert.',
    );
  });

  test('names nobody but the actor if the action concerns only the actor or no one', () => {
    const withoutPerson = 'Alex Admin hat den Termin am Mo, 30.11.2026, 10:00 bis 10:45 Uhr bei Cleo Coach storniert.';
    expect(sentenceOf({ personId: 1, person: 'Alex Admin' })).toBe(withoutPerson);
    expect(sentenceOf({ personId: null, person: null })).toBe(withoutPerson);
    expect(describeEntry({ ...entry, personId: null }).person).toBe('');
  });

  test('names the system, and people who no longer exist', () => {
    expect(describeEntry({ ...entry, actorId: null, actor: null }).actor).toBe('Das System');
    expect(describeEntry({ ...entry, actor: null, person: null })).toMatchObject({
      actor: 'Gelöschte Person',
      person: 'Gelöschte Person',
    });
  });

  test.each<[string, Partial<EntryFacts>, string]>([
    ['without an appointment', { appointmentId: null }, 'einen Termin'],
    ['with a deleted appointment', { startsAt: null }, 'einen inzwischen gelöschten Termin (Nr. 5)'],
    ['that stored only the start', { endsAt: null }, 'den Termin am Mo, 30.11.2026, 10:00 Uhr'],
  ])('%s names it as far as it is known', (_, changes, appointment) =>
    expect(sentenceOf({ ...changes, personId: null })).toBe(`Alex Admin hat ${appointment} storniert.`),
  );

  test('about a deletion does not add that the appointment or the document is gone', () => {
    const own = { personId: null };
    expect(sentenceOf({ ...own, action: 'appointmentDeleted', startsAt: null })).toBe(
      'Alex Admin hat einen Termin (Nr. 5) gelöscht.',
    );
    expect(sentenceOf({ ...own, action: 'fileDeleted', document: null })).toBe(
      'Alex Admin hat ein Dokument (Nr. 3) gelöscht.',
    );
  });

  test('names a document, or its number once it is deleted', () => {
    const own = { action: 'fileDownloaded', personId: null };
    expect(sentenceOf(own)).toBe('Alex Admin hat das Dokument „CV.docx“ heruntergeladen.');
    expect(sentenceOf({ ...own, document: null })).toBe(
      'Alex Admin hat ein inzwischen gelöschtes Dokument (Nr. 3) heruntergeladen.',
    );
  });

  test('with an action that this version does not know shows its stored key', () => {
    expect(describeEntry({ ...entry, action: 'neu' })).toMatchObject({
      label: 'neu',
      sentence: 'Alex Admin: neu für Paula Person.',
    });
  });
});
