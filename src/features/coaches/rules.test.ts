import { describe, expect, test } from 'vitest';
import type { Coach } from './contract.ts';
import { filterAndSortCoaches, type CoachListOptions } from './rules.ts';

const createCoach = (firstName: string, lastName: string, changes: Partial<Coach> = {}): Coach => ({
  id: 1,
  firstName,
  lastName,
  email: `${lastName.toLowerCase()}@test.example`,
  gender: 'd',
  teamsLink: 'https://teams.example',
  active: true,
  speedCoach: false,
  state: null,
  version: '',
  ...changes,
});
const allCoaches = [
  createCoach('Zoe', 'Öz', { email: 'a@test.example' }),
  createCoach('Ada', 'Müller', { active: false }),
  createCoach('Bea', 'Groß', { speedCoach: true }),
  createCoach('Änne', 'Müller'),
];
const defaultOptions: CoachListOptions = {
  search: '',
  active: true,
  inactive: true,
  by: 'lastName',
  isDescending: false,
};
const firstNamesFor = (changes: Partial<CoachListOptions>) =>
  filterAndSortCoaches(allCoaches, { ...defaultOptions, ...changes }).map(({ firstName }) => firstName);

describe('a list of coaches', () => {
  test.each([
    ['lastName', ['Bea', 'Ada', 'Änne', 'Zoe']],
    ['firstName', ['Ada', 'Änne', 'Bea', 'Zoe']],
    ['email', ['Zoe', 'Bea', 'Ada', 'Änne']],
    ['active', ['Bea', 'Änne', 'Zoe', 'Ada']],
    ['speedCoach', ['Bea', 'Ada', 'Änne', 'Zoe']],
  ] as const)('sorted by %s is in German order, with ties ordered by name', (by, names) => {
    expect(firstNamesFor({ by })).toEqual(names);
  });

  test('sorted in reverse keeps ties ordered by name', () => {
    expect(firstNamesFor({ by: 'active', isDescending: true })).toEqual(['Ada', 'Bea', 'Änne', 'Zoe']);
    expect(firstNamesFor({ isDescending: true })).toEqual(['Zoe', 'Ada', 'Änne', 'Bea']);
  });

  test.each([
    ['muller', ['Ada', 'Änne']],
    ['MUELLER', ['Ada', 'Änne']],
    ['aenne', ['Änne']],
    ['GROSS', ['Bea']],
    ['änne  mül', ['Änne']],
    ['a@test', ['Zoe']],
    ['ada groß', []],
    ['%%', []],
  ])('searched for %j has only the coaches whose name or e-mail matches', (search, names) =>
    expect(firstNamesFor({ search })).toEqual(names),
  );

  test('leaves out the active or the inactive coaches if they are switched off', () => {
    expect(firstNamesFor({ active: false })).toEqual(['Ada']);
    expect(firstNamesFor({ inactive: false })).toEqual(['Bea', 'Änne', 'Zoe']);
    expect(firstNamesFor({ active: false, inactive: false })).toEqual([]);
  });
});
