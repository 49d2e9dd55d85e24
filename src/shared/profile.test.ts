import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { profileForm } from '../../tests/support/registration.ts';
import { isOptional, profile, profileChange, profileInput, profileKeys, type ProfileField } from './profile.ts';

const formWithout = (name: ProfileField) => {
  const { [name]: _, ...rest } = profileForm();
  return rest;
};

test('an absent field is an error if it is required; an optional one is empty, or unchanged when an admin saves', () => {
  for (const name of profileKeys) {
    const registered = z.safeParse(z.object(profileInput), formWithout(name));
    const changed = z.safeParse(z.object(profileChange), formWithout(name));
    const answered = z.safeDecode(z.object(profile), formWithout(name) as never);
    expect([name, registered.success, changed.success, answered.success]).toEqual([
      name,
      ...Array.from({ length: 3 }, () => isOptional(name)),
    ]);
    if (!isOptional(name)) continue;
    expect([registered.data?.[name], changed.data?.[name], answered.data?.[name]]).toEqual(['', undefined, '']);
  }
});
