import { expect, test } from 'vitest';
import { toStaffRating, type StoredRating } from './staff-view.rules.ts';

test('admins read the free text, the topics and the wishes of a rating, and coaches do not [6.6]', () => {
  const otherFields = { id: 7, personalFeedback: 'Danke!' } as unknown as Omit<
    StoredRating,
    'createdAt' | 'freeText' | 'topics' | 'wishes'
  >;
  const rating: StoredRating = {
    ...otherFields,
    // In Berlin, it is already the next day.
    createdAt: new Date('2026-11-23T23:30:00Z'),
    freeText: 'Mehr Zeit',
    topics: ['Lebenslauf', 'Anschreiben'],
    wishes: ['Quereinstieg', 'Zeitmanagement'],
  };
  const coachView = { ...otherFields, createdAt: '2026-11-24' };
  expect(toStaffRating(rating, { withAdminFields: false })).toEqual(coachView);
  expect(toStaffRating(rating, { withAdminFields: true })).toEqual({
    ...coachView,
    freeText: 'Mehr Zeit',
    speakWithCoachQuestions: 'Lebenslauf, Anschreiben',
    additionalQuestions: 'Quereinstieg, Zeitmanagement',
  });
});
