import { describe, expect, test } from 'vitest';
import {
  badgeOf,
  firstLetter,
  googleReviewUrl,
  isRatable,
  ratingErrors,
  starColour,
  topics,
  wishes,
  wishSections,
  salutation,
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
    expect(ratingErrors({ ...validRating, stars }).stars).not.toBe('');
    expect(Object.values(ratingErrors(validRating)).join('')).toBe('');
  });
  test('allow texts of 500 characters but not of 501 [6.2]', () => {
    const ratingWithTexts = (length: number) => ({
      ...validRating,
      personalFeedback: 'ä'.repeat(length),
      freeText: 'ß'.repeat(length),
    });
    expect(ratingErrors(ratingWithTexts(500))).toMatchObject({ personalFeedback: '', freeText: '' });
    expect(Object.values(ratingErrors(ratingWithTexts(501))).filter(Boolean)).toHaveLength(2);
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

test('the salutation is Frau or Herr, and empty for anyone else [6.6]', () => {
  expect(['f', 'm', 'd'].map(salutation)).toEqual(['Frau', 'Herr', '']);
});
