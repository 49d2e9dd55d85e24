import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { createProfileForm } from '../../tests/support/registration.ts';
import { isOptional, profile, profileChange, profileInput, profileKeys, type ProfileField } from './profile.ts';

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
