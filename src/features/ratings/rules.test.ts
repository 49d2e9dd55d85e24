import { describe, expect, test } from 'vitest';
import {
  badgeOf,
  firstLetter,
  googleReviewUrl,
  isRatable,
  isSameRating,
  namesOf,
  orderTopics,
  ratingErrors,
  salutation,
  scale,
  starColour,
  statements,
  topics,
  toStarAnalytics,
  wishes,
  wishSections,
} from './rules.ts';

// The status G is booked, V is missed, K is cancelled, F is free.
describe('an appointment', () => {
  const ratableFacts = { status: 'G', date: '2025-05-01', hasEnded: true };
  test('can be rated if it is booked, on or after 2025-05-01, and over [6.1]', () => {
    expect(isRatable(ratableFacts)).toBe(true);
    expect(isRatable({ ...ratableFacts, date: '2025-04-30' })).toBe(false);
    expect(isRatable({ ...ratableFacts, hasEnded: false })).toBe(false);
  });
  test.each(['V', 'K', 'F'])('cannot be rated with the status %s', (status) => {
    expect(isRatable({ ...ratableFacts, status })).toBe(false);
  });
});

describe('stars', () => {
  test('have a colour that depends on their number [6.4]', () => {
    expect([0, 1, 1.99, 2, 3.99, 4, 5].map(starColour)).toEqual([
      'inherit',
      'red',
      'red',
      'orange',
      'orange',
      'green',
      'green',
    ]);
  });
});

describe('the topics of the form', () => {
  test('are 14 discussed topics and six sections of four to six wishes, without commas or duplicates [6.2]', () => {
    expect(topics).toHaveLength(14);
    expect(wishSections).toHaveLength(6);
    for (const section of wishSections) {
      expect(section.wishes.length).toBeGreaterThanOrEqual(4);
      expect(section.wishes.length).toBeLessThanOrEqual(6);
    }
    expect([...topics, ...wishes].filter((topic) => topic.includes(','))).toEqual([]);
    expect(new Set(topics).size + new Set(wishes).size).toBe(topics.length + wishes.length);
    const labels = [...topics, ...wishes, ...wishSections.map(({ title }) => title), ...statements, ...scale];
    expect(labels.filter((label) => label.trim() === '')).toEqual([]);
  });

  test('come first and in the order of the form, and other topics follow once each [6.3]', () => {
    expect(orderTopics(['Neu', 'c', 'a', 'Neu', 'c', 'Alt'], ['a', 'b', 'c'])).toEqual(['a', 'c', 'Neu', 'Alt']);
    expect(orderTopics([], ['a'])).toEqual([]);
  });
});

describe('the rules of a rating', () => {
  const validRating = { stars: [1, 2, 3, 4, 5, 5], personalFeedback: '', freeText: '', topics: [], wishes: [] };
  test.each([
    [[0, 5, 5, 5, 5, 5]],
    [[6, 5, 5, 5, 5, 5]],
    [[2.5, 5, 5, 5, 5, 5]],
    [[5, 5, 5, 5, 5]],
    [[5, 5, 5, 5, 5, 5, 5]],
    [[]],
  ])('refuse the stars %j, which are not six whole numbers from 1 to 5', (stars) => {
    expect(ratingErrors({ ...validRating, stars })).toEqual({
      stars: 'Bitte bewerte alle sechs Aussagen mit 1 bis 5 Sternen.',
      personalFeedback: '',
      freeText: '',
      topics: '',
      wishes: '',
    });
    expect(Object.values(ratingErrors(validRating)).join('')).toBe('');
  });
  test('allow texts of 500 characters but not of 501 [6.2]', () => {
    const ratingWithTexts = (length: number) => ({
      ...validRating,
      personalFeedback: 'ä'.repeat(length),
      freeText: 'ß'.repeat(length),
    });
    expect(ratingErrors(ratingWithTexts(500))).toMatchObject({ personalFeedback: '', freeText: '' });
    const tooLong = 'Bitte schreib höchstens 500 Zeichen.';
    expect(ratingErrors(ratingWithTexts(501))).toMatchObject({ personalFeedback: tooLong, freeText: tooLong });
  });
  test('allow 40 topics of 100 characters, since other clients may offer topics that the form does not [6.3]', () => {
    const errorsFor = (list: string[]) => {
      const errors = ratingErrors({ ...validRating, topics: list, wishes: list });
      expect(errors.topics).toBe(errors.wishes);
      return errors.topics;
    };
    const listOf = (count: number, length: number) => Array.from({ length: count }, () => 'x'.repeat(length));
    expect(errorsFor(listOf(40, 100))).toBe('');
    expect(errorsFor(listOf(41, 1))).toBe('Bitte wähle höchstens 40 Themen.');
    expect(errorsFor(['kurz', 'x'.repeat(101)])).toBe('Bitte schreib höchstens 100 Zeichen je Thema.');
  });
  test('regard a rating as sent before only if every answer is the same [6.3]', () => {
    expect(isSameRating(validRating, { ...validRating, stars: [...validRating.stars] })).toBe(true);
    for (const changes of [
      { stars: [1, 2, 3, 4, 5, 4] },
      { personalFeedback: 'Danke' },
      { freeText: 'Danke' },
      { topics: ['Lebenslauf'] },
      { wishes: ['Quereinstieg'] },
    ])
      expect(isSameRating(validRating, { ...validRating, ...changes })).toBe(false);
  });
});

describe('public reviews', () => {
  test('open the page of a branch with a place id, and a search for any other branch', () => {
    expect(googleReviewUrl('Bildungswerk', { label: 'Köln', placeId: 'ChIJ+1' })).toBe(
      'https://search.google.com/local/writereview?placeid=ChIJ%2B1',
    );
    expect(googleReviewUrl('Bildung & Werk', { label: 'Köln' })).toBe(
      'https://www.google.com/maps/search/?api=1&query=Bildung%20%26%20Werk%20K%C3%B6ln',
    );
  });
  test('list branches that begin with an umlaut under its base letter', () => {
    expect(['Öhringen', 'aachen', 'Überlingen'].map(firstLetter)).toEqual(['O', 'A', 'U']);
  });
});

test('the count of a topic is shown as 10000+ above 10000 [6.7]', () => {
  expect([0, 10_000, 10_001].map(badgeOf)).toEqual(['0', '10000', '10000+']);
});

describe('the star analytics [6.7]', () => {
  test('are the counts and averages of each statement and of all six', () => {
    const { categories, total } = toStarAnalytics([
      { statement: 0, stars: 1, count: 1 },
      { statement: 0, stars: 4, count: 2 },
      { statement: 1, stars: 5, count: 3 },
      { statement: 2, stars: 2, count: 3 },
      { statement: 3, stars: 3, count: 3 },
      { statement: 4, stars: 4, count: 3 },
      { statement: 5, stars: 5, count: 3 },
    ]);
    expect(categories.map(({ titel }) => titel)).toEqual(statements);
    expect(categories[0]).toMatchObject({ star1: 1, star2: 0, star3: 0, star4: 2, star5: 0, average: 3 });
    expect(categories.map(({ average }) => average)).toEqual([3, 5, 2, 3, 4, 5]);
    const totals = { all1Stars: 1, all2Stars: 3, all3Stars: 3, all4Stars: 5, all5Stars: 6 };
    expect(total).toEqual({ ratings: 3, ...totals, average: 66 / 18 });
  });

  test('are 0 without ratings', () => {
    const { categories, total } = toStarAnalytics([]);
    expect([...categories.map(({ average }) => average), total.average, total.ratings]).toEqual(Array(8).fill(0));
  });
});

test('lists show a rating’s participant and coach with their salutations [6.6]', () => {
  const names = {
    participantFirstName: 'Lena',
    participantLastName: 'Hoffmann',
    coachFirstName: 'Uli',
    coachLastName: 'Rat',
  };
  expect(namesOf({ ...names, participantSalutation: 'f', coachSalutation: 'd' })).toEqual({
    participant: 'Frau Lena Hoffmann',
    coach: 'Uli Rat',
  });
  expect(namesOf({ ...names, participantSalutation: 'd', coachSalutation: 'm' })).toEqual({
    participant: 'Lena Hoffmann',
    coach: 'Herr Uli Rat',
  });
});

test('the salutation is Frau or Herr, and empty for anyone else [6.6]', () => {
  expect(['f', 'm', 'd'].map(salutation)).toEqual(['Frau', 'Herr', '']);
});
