import { describe, expect, test } from 'vitest';
import {
  invitationErrors,
  periodProblems,
  phoneDigits,
  phoneProblem,
  registrationErrors,
  trimmedProfile,
  type RegistrationForm,
} from './rules.ts';

test.each([
  ['0170 123 45 67', '01701234567'],
  ['(0221) 12-34 56', '0221123456'],
  ['+49 170 1234567', '01701234567'],
  [' +49 (0) 170 / 1234567', '01701234567'],
  ['0049170 1234567', '01701234567'],
  ['+43 1 234567', '00431234567'],
  ['0170+1234567', '01701234567'],
  ['0170 0049 12', '0170004912'],
  ['0170 12 004', '017012004'],
  ['+', ''],
  ['+4', ''],
  ['+49', ''],
  ['0049 ', ''],
  ['+49 (0)', ''],
  ['0', '0'],
  ['', ''],
])('the phone number %j is reduced to %j', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits);
});

test('a phone number without a leading 0 keeps its digits and is refused', () => {
  expect(phoneProblem(phoneDigits('170 1234567'))).toBe('Telfonnummer muss mit 0 anfangen');
  expect(phoneProblem(phoneDigits('49 170 1234567'))).toBe('Telfonnummer muss mit 0 anfangen');
});

test('a phone number has 8 to 20 digits [3.1]', () => {
  expect(phoneProblem('')).toBe('Bitte gib deine Telefonnummer ein');
  expect(phoneProblem('0123456')).toBe('Telefonnummer muss mindestens 8 Zeichen lang sein');
  expect(phoneProblem('01234567')).toBeNull();
  expect(phoneProblem('01234567890123456789')).toBeNull();
  expect(phoneProblem('012345678901234567890')).toBe('Telefonnummer darf höchstens 20 Zeichen lang sein');
});

const profile = {
  firstName: 'Ida',
  lastName: 'Groß',
  email: 'ida@test.example',
  phoneNumber: '01701234567',
  qualification: 'Fachinformatikerin',
  startOfQualification: '2026-11-01',
  endOfQualification: '2026-11-30',
};

test('a profile is sent without spaces around its texts, and with only the digits of its phone number', () => {
  const typed = {
    ...profile,
    firstName: ' Ida ',
    email: 'ida@test.example ',
    phoneNumber: ' +49 170 / 1234567',
    qualification: '  Fachinformatikerin',
  };
  expect(trimmedProfile(typed)).toEqual(profile);
});

describe('the period of a qualification [3.1]', () => {
  const noStart = 'Bitte gib ein Startdatum ein';
  const noEnd = 'Bitte gib ein Enddatum ein';

  test('needs a first and a last day', () => {
    expect(periodProblems('', '')).toEqual({ start: noStart, end: noEnd });
    expect(periodProblems('', '2026-11-30')).toEqual({ start: noStart, end: null });
    expect(periodProblems('2026-11-01', '')).toEqual({ start: null, end: noEnd });
  });

  test('may be a single day, but must not end before it starts', () => {
    expect(periodProblems('2026-11-01', '2026-11-30')).toEqual({ start: null, end: null });
    expect(periodProblems('2026-11-30', '2026-11-30')).toEqual({ start: null, end: null });
    expect(periodProblems('2026-11-30', '2026-11-29')).toEqual({
      start: 'Das Startdatum muss vor dem Enddatum liegen',
      end: 'Das Enddatum muss nach dem Startdatum liegen',
    });
  });
});

describe('a registration [3.1]', () => {
  const form: RegistrationForm = {
    ...profile,
    gender: { id: 'f' },
    repeatEmail: 'ida@test.example',
    location: { value: 0 },
  };
  const facts = { forbiddenInEmail: 'wbsedu' };

  test('is accepted, even if the two e-mails differ in capitals', () => {
    expect(registrationErrors(form, facts)).toEqual([]);
    expect(registrationErrors({ ...form, repeatEmail: 'Ida@Test.example' }, facts)).toEqual([]);
    expect(registrationErrors({ ...form, email: 'Ida@Test.example' }, facts)).toEqual([]);
  });

  test('without any entry has an error at each field, in the order of the form', () => {
    const emptyForm: RegistrationForm = {
      firstName: '',
      lastName: '',
      email: '',
      phoneNumber: '',
      qualification: '',
      startOfQualification: '',
      endOfQualification: '',
      gender: null,
      repeatEmail: '',
      location: null,
    };
    expect(registrationErrors(emptyForm, facts)).toEqual([
      { path: 'gender', message: 'Bitte wähle eine Anrede' },
      { path: 'firstName', message: 'Bitte gib deinen Vornamen ein' },
      { path: 'lastName', message: 'Bitte gib deinen Nachnamen ein' },
      { path: 'email', message: 'Bitte gib eine gültige Email Adresse ein' },
      { path: 'repeatEmail', message: 'Bitte gib eine gültige Email Adresse ein' },
      { path: 'phoneNumber', message: 'Bitte gib deine Telefonnummer ein' },
      { path: 'qualification', message: 'Bitte gib deine Qualifizierung ein' },
      { path: 'location', message: 'Bitte wähle einen Standort aus' },
      { path: 'startOfQualification', message: 'Bitte gib ein Startdatum ein' },
      { path: 'endOfQualification', message: 'Bitte gib ein Enddatum ein' },
    ]);
  });

  test.each<[string, Partial<RegistrationForm>, string, string]>([
    ['without a chosen salutation', { gender: { id: null } }, 'gender', 'Bitte wähle eine Anrede'],
    ['without a chosen location', { location: { value: '' } }, 'location', 'Bitte wähle einen Standort aus'],
    [
      'with two different e-mails',
      { repeatEmail: 'eva@test.example' },
      'repeatEmail',
      'Die Email Adressen stimmen nicht überein',
    ],
  ])('%s is refused with an error at the field', (_, changes, path, message) => {
    expect(registrationErrors({ ...form, ...changes }, facts)).toEqual([{ path, message }]);
  });

  test('with the provider’s forbidden word in the e-mails is refused at both', () => {
    const email = 'ida@wbsedu.example';
    const message = "Email Adresse darf nicht 'wbsedu' enthalten";
    expect(registrationErrors({ ...form, email, repeatEmail: email }, facts)).toEqual([
      { path: 'email', message },
      { path: 'repeatEmail', message },
    ]);
  });

  test('as an invitation has the same errors, but none for the e-mail that nobody repeats [3.17]', () => {
    const { repeatEmail: _, ...invitation } = form;
    expect(invitationErrors(invitation, facts)).toEqual([]);
    expect(invitationErrors({ ...invitation, email: 'x', location: null }, facts)).toEqual([
      { path: 'email', message: 'Bitte gib eine gültige Email Adresse ein' },
      { path: 'location', message: 'Bitte wähle einen Standort aus' },
    ]);
  });
});
