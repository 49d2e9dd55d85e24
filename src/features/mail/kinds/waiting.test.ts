import { describe, expect, test } from 'vitest';
import type { MailDefinition } from './kind.words.ts';
import { writeMessage } from './messages.words.ts';
import { waitingListMails } from './waiting.words.ts';

const sender = {
  provider: 'Bildungswerk',
  coachingEmail: 'team@portal.example',
  publicUrl: 'https://portal.example',
  singleSignOn: 'Lernhaus-Konto',
};

describe('a mail about a slot that is held for a person on the waiting list [11.4] [12.3]', () => {
  const offer = {
    isOpen: true,
    heldUntil: new Date('2026-11-21T11:30:00Z'),
    appointmentId: 7,
    entryId: 3,
    startsAt: new Date('2026-11-30T09:00:00Z'),
    endsAt: new Date('2026-11-30T09:45:00Z'),
    coach: 'Cora Coach',
  };
  const writeOfferMessage = (kind: 'waitingOffer' | 'waitingOfferGone') =>
    writeMessage({ kind, firstName: 'Jörg', offer }, sender);

  test('names the time, the coach and the end of the hold, and links to the slot', () => {
    const { subject, text } = writeOfferMessage('waitingOffer');
    expect(subject).toBe('Termin für dich reserviert bis Sa, 21.11.2026, 12:30 Uhr');
    expect(text).toContain('Termin: Mo, 30.11.2026, 10:00 bis 10:45 Uhr\nCoach: Cora Coach');
    expect(text).toContain('Für dich reserviert bis: Sa, 21.11.2026, 12:30 Uhr');
    expect(text).toContain('https://portal.example/booking?angebot=3');
  });

  test('says which slot is no longer held, and that the person is still on the waiting list', () => {
    const { text } = writeOfferMessage('waitingOfferGone');
    expect(text).toContain('Termin: Mo, 30.11.2026, 10:00 bis 10:45 Uhr\nCoach: Cora Coach');
    expect(text).toContain('Du stehst weiter auf der Warteliste');
  });

  test('is superseded once the offer is over or the person is inactive', () => {
    const now = new Date('2026-11-21T11:00:00Z');
    const circumstances = {
      isConfirmed: true,
      isInactive: false,
      isSwitchedOff: false,
      appointment: null,
      offer,
      refusalReason: null,
      now,
    };
    const { waitingOffer, waitingOfferGone }: Record<keyof typeof waitingListMails, MailDefinition> = waitingListMails;
    expect(waitingOffer.isSuperseded(circumstances)).toBe(false);
    expect(waitingOffer.isSuperseded({ ...circumstances, now: offer.heldUntil })).toBe(true);
    expect(waitingOffer.isSuperseded({ ...circumstances, offer: { ...offer, isOpen: false } })).toBe(true);
    expect(waitingOffer.isSuperseded({ ...circumstances, isInactive: true })).toBe(true);
    expect(waitingOfferGone.isSuperseded({ ...circumstances, offer: { ...offer, isOpen: false } })).toBe(false);
    expect(waitingOfferGone.isSuperseded({ ...circumstances, now: offer.heldUntil })).toBe(true);
  });
});
