import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { createProfileForm } from '../../tests/support/registration.ts';
import { isOptional, profile, profileChange, profileInput, profileKeys, type ProfileField } from './profile.ts';

const profileFormWithout = (name: ProfileField) => {
  const { [name]: _, ...rest } = createProfileForm();
  return rest;
};

test('a required field must be present; an absent optional field is empty, or stays unchanged when an admin saves', () => {
  for (const name of profileKeys) {
    const registered = z.safeParse(z.object(profileInput), profileFormWithout(name));
    const changed = z.safeParse(z.object(profileChange), profileFormWithout(name));
    const answered = z.safeDecode(z.object(profile), profileFormWithout(name) as never);
    expect([name, registered.success, changed.success, answered.success]).toEqual([
      name,
      ...Array.from({ length: 3 }, () => isOptional(name)),
    ]);
    if (!isOptional(name)) continue;
    expect([registered.data?.[name], changed.data?.[name], answered.data?.[name]]).toEqual(['', undefined, '']);
  }
});
