import { describe, expect, test } from 'vitest';
import { createProfileForm } from '../../../tests/support/registration.ts';
import {
  adminActions,
  findRefusalReason,
  searchErrors,
  staffStillActiveMessage,
  unchoosableMessages,
  refusalMessages,
  userDataErrors,
  type AccountFacts,
  type AdminAction,
  type UserDataForm,
} from './rules.ts';

test('a search needs two characters [8.1]', () => {
  const tooShort = [{ path: 'searchString', message: 'Bitte mindestens 2 Zeichen eingeben.' }];
  expect(['', 'A'].map((searchString) => searchErrors({ searchString }))).toEqual([tooShort, tooShort]);
  expect(searchErrors({ searchString: 'Al' })).toEqual([]);
});

describe('a participant’s data as an admin enters it [8.5]', () => {
  const form: UserDataForm = { ...createProfileForm({ phoneNumber: '0221123456' }), locationId: 1 };

  test('is accepted, and may have an e-mail address of the provider', () => expect(userDataErrors(form)).toEqual([]));

  test.each<[string, Partial<UserDataForm>, string]>([
    ['firstName', { firstName: '' }, 'Bitte gib einen Vornamen ein'],
    ['lastName', { lastName: '' }, 'Bitte gib einen Nachnamen ein'],
    ['email', { email: 'ida' }, 'Bitte gib eine gültige Email Adresse ein'],
    ['phoneNumber', { phoneNumber: '' }, 'Bitte gib eine Telefonnummer ein'],
    ['phoneNumber', { phoneNumber: '0221' }, 'Telefonnummer muss mindestens 8 Zeichen lang sein'],
    ['locationId', { locationId: null }, 'Bitte wähle einen Standort aus'],
    ['qualification', { qualification: '' }, 'Bitte gib eine Qualifizierung ein'],
    ['startOfQualification', { startOfQualification: '' }, 'Bitte gib ein Startdatum ein'],
    ['endOfQualification', { endOfQualification: '' }, 'Bitte gib ein Enddatum ein'],
  ])('is refused with an error at %s for %j', (path, changes, message) =>
    expect(userDataErrors({ ...form, ...changes })).toEqual([{ path, message }]),
  );

  test('has errors at both dates if the qualification ends before it begins, and in the order of the form', () => {
    const wrongPeriod = { startOfQualification: '2026-12-31', endOfQualification: '2026-12-30' };
    expect(userDataErrors({ ...form, ...wrongPeriod })).toEqual([
      { path: 'startOfQualification', message: 'Das Startdatum muss vor dem Enddatum liegen' },
      { path: 'endOfQualification', message: 'Das Enddatum muss nach dem Startdatum liegen' },
    ]);
    const emptyForm = Object.fromEntries(Object.keys(form).map((name) => [name, ''])) as unknown as UserDataForm;
    expect(userDataErrors({ ...emptyForm, locationId: null }).map(({ path }) => path)).toEqual([
      'firstName',
      'lastName',
      'email',
      'phoneNumber',
      'locationId',
      'qualification',
      'startOfQualification',
      'endOfQualification',
    ]);
  });
});

describe('an admin’s actions on a participant [8.8]', () => {
  const reasonsFor = (facts: Partial<AccountFacts>) =>
    Object.fromEntries(
      adminActions.map((action) => [
        action,
        findRefusalReason(action, { inactive: false, confirmed: true, isStaff: false, ...facts }),
      ]),
    );

  test('are editing, a default password and deactivation as long as the participant is active', () =>
    expect(reasonsFor({})).toEqual({
      edit: null,
      setDefaultPassword: null,
      inactivate: null,
      anonymise: 'notInactive',
      reactivate: 'notInactive',
    }));

  test('are anonymisation and reactivation once the participant is inactive', () =>
    expect(reasonsFor({ inactive: true })).toEqual({
      edit: 'inactive',
      setDefaultPassword: 'inactive',
      inactivate: 'inactive',
      anonymise: null,
      reactivate: null,
    }));

  test('are all but the default password before the e-mail address is confirmed', () =>
    expect(reasonsFor({ confirmed: false })).toMatchObject({
      edit: null,
      setDefaultPassword: 'unconfirmed',
      inactivate: null,
    }));

  test('are refused for coaches and admins, except that an inactive one can be anonymised', () => {
    const allRefused = {
      edit: 'staff',
      setDefaultPassword: 'staff',
      inactivate: 'staff',
      anonymise: 'staff',
      reactivate: 'staff',
    };
    expect(reasonsFor({ isStaff: true })).toEqual(allRefused);
    expect(reasonsFor({ isStaff: true, inactive: true })).toEqual({ ...allRefused, anonymise: null });
  });

  test.each<[string, AdminAction, Partial<AccountFacts>, string]>([
    [
      'a coach or an admin',
      'edit',
      { isStaff: true },
      'Diese Person ist Coach oder Admin. Ihr Konto wird hier nicht verwaltet.',
    ],
    ['an inactive participant', 'edit', { inactive: true }, 'Das geht nur bei aktiven Teilnehmer:innen.'],
    ['an active participant', 'anonymise', {}, 'Das geht nur bei inaktiven Teilnehmer:innen.'],
    [
      'a participant with an unconfirmed address',
      'setDefaultPassword',
      { confirmed: false },
      'Die E-Mail-Adresse ist noch nicht bestätigt. Vorher ist keine Anmeldung möglich.',
    ],
  ])('say why they are refused for %s', (_person, action, facts, message) => {
    const reason = reasonsFor(facts)[action];
    expect(reason && refusalMessages[reason]).toBe(message);
  });
});

test('everybody who cannot be chosen or erased has a German sentence that says why [8.1] [8.9]', () => {
  for (const message of [...Object.values(unchoosableMessages), staffStillActiveMessage])
    expect(message).toMatch(/^[A-ZÄÖÜ].*\.$/);
});
