import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { maxLengths } from './lengths.ts';
import { createProfileForm } from '../../tests/support/registration.ts';
import {
  applyProfileChange,
  emptyProfile,
  isOptional,
  profile,
  profileChange,
  profileInput,
  profileKeys,
  profileLabels,
  profileOf,
  profileTextErrors,
  textProblem,
  type ProfileField,
} from './profile.ts';

const profileFormWithout = (name: ProfileField) => {
  const { [name]: _, ...otherFields } = createProfileForm();
  return otherFields;
};

test('a required field must be present; an absent optional field is empty, or stays unchanged when an admin saves', () => {
  for (const name of profileKeys) {
    const registration = z.safeParse(z.object(profileInput), profileFormWithout(name));
    const change = z.safeParse(z.object(profileChange), profileFormWithout(name));
    const answer = z.safeDecode(z.object(profile), profileFormWithout(name) as never);
    expect([name, registration.success, change.success, answer.success]).toEqual([
      name,
      ...Array.from({ length: 3 }, () => isOptional(name)),
    ]);
    if (!isOptional(name)) continue;
    expect([registration.data?.[name], change.data?.[name], answer.data?.[name]]).toEqual(['', undefined, '']);
  }
});

test('an admin’s change replaces the fields that were sent, and nothing else of a record is part of the profile', () => {
  const before = createProfileForm();
  const after = createProfileForm({ firstName: 'Eva', qualification: 'Lager' });
  expect(applyProfileChange(before, after)).toEqual(after);
  expect(profileOf({ ...before, id: 1 } as typeof before)).toEqual(before);
  expect(Object.values(emptyProfile).every((value) => value === '')).toBe(true);
  expect(Object.keys(emptyProfile)).toEqual(profileKeys);
});

test('the fields have German labels, in the order of the forms', () =>
  expect(profileLabels).toEqual({
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    phoneNumber: 'Telefonnummer',
    qualification: 'Qualifizierung',
    startOfQualification: 'Beginn der Qualifizierung',
    endOfQualification: 'Ende der Qualifizierung',
  }));

test('a text must not be empty if it is required, and never has invisible characters [2.5] [3.1]', () => {
  const invisible = 'Hier stehen Zeichen, die man nicht sieht. Bitte gib den Text neu ein.';
  expect([textProblem('', null), textProblem('', 'fehlt'), textProblem('Ida', 'fehlt')]).toEqual([null, 'fehlt', null]);
  expect(textProblem('Ida\u200b', null)).toBe(invisible);
  const form = createProfileForm({ firstName: '', lastName: 'Rat\u200b', qualification: '' });
  expect(profileTextErrors(profileKeys, form, 'own')).toEqual({
    firstName: 'Bitte gib deinen Vornamen ein',
    lastName: invisible,
    qualification: 'Bitte gib deine Qualifizierung ein',
  });
  const emptyForm = createProfileForm({ firstName: '', lastName: '', qualification: '' });
  expect(profileTextErrors(profileKeys, emptyForm, 'others')).toEqual({
    firstName: 'Bitte gib einen Vornamen ein',
    lastName: 'Bitte gib einen Nachnamen ein',
    qualification: 'Bitte gib eine Qualifizierung ein',
  });
});

test('each field that is sent has the form of its kind: an e-mail, the digits of a phone number, a name, a date that exists [2.3] [3.1]', () => {
  const input = z.object(profileInput);
  const form = createProfileForm({ phoneNumber: '0221 / 123-456', endOfQualification: null as never });
  expect(input.parse(form)).toMatchObject({ phoneNumber: '0221123456', endOfQualification: '' });
  const refusedFields = (fields: Partial<Record<ProfileField, string>>) =>
    z.safeParse(input, createProfileForm(fields)).error?.issues.map(({ path }) => path[0]);
  expect(refusedFields({ startOfQualification: '2026-02-30' })).toEqual(['startOfQualification']);
  const letters = (count: number) => 'a'.repeat(count);
  const longest = { email: letters(maxLengths.email), firstName: letters(maxLengths.name) };
  expect(refusedFields(longest)).toBeUndefined();
  expect(refusedFields({ email: `${longest.email}a` })).toEqual(['email']);
  expect(refusedFields({ firstName: `${longest.firstName}a` })).toEqual(['firstName']);
});
