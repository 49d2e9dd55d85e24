import { describe, expect, test } from 'vitest';
import type { Coach } from './contract.ts';
import {
  analyticsErrors,
  analyticsKindLabel,
  analyticsKindOf,
  analyticsKinds,
  coachErrors,
  filterAndSortCoaches,
  filterByKind,
  newCoachErrors,
  type CoachForm,
  type CoachListOptions,
  type NewCoachForm,
} from './rules.ts';

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
  singleSignOn: false,
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
    [' ada ', ['Ada']],
    ['   ', ['Bea', 'Ada', 'Änne', 'Zoe']],
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

describe('the form of a coach [9.2]', () => {
  const form: CoachForm = {
    firstName: 'Ada',
    lastName: 'Müller',
    email: 'ada@test.example',
    teamsLink: 'https://teams.example/ada',
  };
  const noLink = 'Der Teams-Link muss eine Adresse sein, die mit https:// beginnt.';

  test('is accepted', () => expect(coachErrors(form)).toEqual([]));

  test.each<[keyof CoachForm, string, string]>([
    ['firstName', '', 'Bitte gib einen Vornamen ein'],
    ['lastName', '', 'Bitte gib einen Nachnamen ein'],
    ['email', 'ada', 'Bitte gib eine gültige Email Adresse ein'],
    ['teamsLink', '', 'Bitte gib einen Teams-Link ein'],
    ['teamsLink', 'http://teams.example/ada', noLink],
    ['teamsLink', 'x https://teams.example/ada', noLink],
    ['teamsLink', 'https://', noLink],
    ['teamsLink', 'https://teams.example/ada und mehr', noLink],
    ['teamsLink', 'https://[teams', noLink],
    ['teamsLink', 'https://teams.example/\u200B', noLink],
  ])('is refused with an error at %s for %j', (path, value, message) =>
    expect(coachErrors({ ...form, [path]: value })).toEqual([{ path, message }]),
  );

  test('for a new coach needs a person and a salutation [9.3]', () => {
    const newForm: NewCoachForm = { ...form, participantId: 1, gender: 'f' };
    expect(newCoachErrors(newForm)).toEqual([]);
    expect(newCoachErrors({ ...newForm, gender: null })).toEqual([
      { path: 'gender', message: 'Bitte wähle eine Anrede' },
    ]);
    expect(newCoachErrors({ ...newForm, teamsLink: '' })).toEqual([{ path: 'teamsLink', message: 'Teams-Link fehlt' }]);
    expect(newCoachErrors({ ...newForm, firstName: '', lastName: '' }).map(({ path }) => path)).toEqual([
      'firstName',
      'lastName',
    ]);
  });

  test('for a new coach has no errors in the names as long as no person is chosen [9.3]', () => {
    const emptyForm = { firstName: '', lastName: '', email: '', teamsLink: '', participantId: null, gender: null };
    expect(newCoachErrors(emptyForm)).toEqual([
      { path: 'participantId', message: 'Bitte wähle eine Person aus.' },
      { path: 'email', message: 'Bitte gib eine gültige Email Adresse ein' },
      { path: 'teamsLink', message: 'Teams-Link fehlt' },
      { path: 'gender', message: 'Bitte wähle eine Anrede' },
    ]);
  });
});

describe('the analytics of a coach [9.4]', () => {
  const form = { coachId: 1, fromDate: '2026-11-01', tillDate: '2026-11-30' };

  test('need a coach and days in order', () => {
    expect(analyticsErrors(form)).toEqual([]);
    expect(analyticsErrors({ coachId: null, fromDate: '', tillDate: '' })).toEqual([
      { path: 'coachId', message: 'Bitte wähle einen Coach aus.' },
      { path: 'fromDate', message: 'Bitte gib ein Startdatum ein' },
      { path: 'tillDate', message: 'Bitte gib ein Enddatum ein' },
    ]);
    expect(analyticsErrors({ ...form, fromDate: '' }).map(({ path }) => path)).toEqual(['fromDate']);
    expect(analyticsErrors({ ...form, fromDate: '2026-12-01' })).toEqual([
      { path: 'tillDate', message: 'Das Enddatum muss nach dem Startdatum liegen' },
    ]);
  });

  // The status G is booked, V is missed, K is cancelled, F is free.
  test.each([
    ['G', '2026-11-24', 'active', 'Gebucht'],
    ['G', '2026-11-23', 'done', 'Durchgeführt'],
    ['V', '2026-11-24', 'missed', 'Versäumt'],
    ['K', '2026-11-24', 'cancelled', 'Storniert'],
    ['F', '2026-11-24', 'free', 'Frei'],
    ['X', '2026-11-24', null, 'Unbekannt'],
  ])('count an appointment with the status %s on %s as %s, called %s', (status, date, kind, label) => {
    const today = '2026-11-24';
    expect(analyticsKindOf({ status, date }, today)).toBe(kind);
    expect(analyticsKindLabel({ status, date }, today)).toBe(label);
  });

  test('show the appointments of the chosen kinds, and those with an unknown status', () => {
    const rows = ['G', 'V', 'K', 'F', 'X'].map((status) => ({ status, date: '2026-11-24' }));
    const statusesFor = (...args: Parameters<typeof filterByKind>) => filterByKind(...args).map(({ status }) => status);
    expect(statusesFor(rows, ['active', 'free'], '2026-11-24')).toEqual(['G', 'F', 'X']);
    expect(statusesFor(rows, ['done'], '2026-11-24')).toEqual(['X']);
    expect(statusesFor(rows, analyticsKinds, '2026-11-24')).toEqual(['G', 'V', 'K', 'F', 'X']);
  });
});
