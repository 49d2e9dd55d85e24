import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../src/platform/database/db.ts';
import { detailFields, detailKeys, type Profile } from '../../src/shared/profile.ts';

/** Returns a profile as clients send it, with a value in every field. `changes` replaces some of the values. */
export function createProfileForm(changes: Partial<Profile> = {}): Profile {
  const details = detailKeys.map((name) => {
    const { kind, label } = detailFields[name];
    return [name, kind === 'date' ? '2026-06-01' : label] as const;
  });
  return {
    ...(Object.fromEntries(details) as Profile),
    firstName: 'Ayşe',
    lastName: 'Müller-Lüdenscheidt',
    email: 'ayse@test.example',
    phoneNumber: '0221 / 123-456',
    qualification: 'Kauffrau für Büromanagement',
    startOfQualification: '2026-02-01',
    endOfQualification: '2026-12-31',
    ...changes,
  };
}

/** Returns the profile fields for names and texts, each with `text` as its value. */
export function createProfileTexts(text: string): Partial<Profile> {
  const details = detailKeys.filter((name) => detailFields[name].kind === 'text').map((name) => [name, text]);
  return { firstName: text, lastName: text, ...(Object.fromEntries(details) as Partial<Profile>) };
}

/** Returns a registration form as clients send it. `location` is the id of the location 'Köln'. */
export function createRegistrationForm(email: string, location: number, changes: Record<string, unknown> = {}) {
  return {
    gender: { label: 'Frau', id: 'f' },
    ...createProfileForm({ email }),
    repeatEmail: email,
    location: { label: 'Köln', value: location },
    ...changes,
  };
}

/**
 * Stores a credential that is valid for `hours` hours, as the mail worker does when it sends the secret. Returns the
 * secret.
 */
export async function createCredential(
  db: Db,
  person: number,
  kind: 'confirmation' | 'temporaryPassword',
  hours = 24,
): Promise<string> {
  const secret = randomBytes(12).toString('hex');
  const hash = createHash('sha256').update(secret).digest('hex');
  const expires_at = new Date(Date.now() + hours * 3_600_000);
  await db.insertInto('credential').values({ person_id: person, kind, hash, expires_at }).execute();
  return secret;
}
