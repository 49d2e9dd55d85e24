import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../src/platform/database/db.ts';

/** The form of a registration as clients send it; `location` is the id of 'Köln'. */
export function registration(email: string, location: number, changes: Record<string, unknown> = {}) {
  return {
    gender: { label: 'Frau', id: 'f' },
    firstName: 'Ayşe',
    lastName: 'Müller-Lüdenscheidt',
    email,
    repeatEmail: email,
    phoneNumber: '0221 / 123-456',
    qualification: 'Kauffrau für Büromanagement',
    location: { label: 'Köln', value: location },
    startOfQualification: '2026-02-01',
    endOfQualification: '2026-12-31',
    ...changes,
  };
}

/** A credential as the mail worker creates it when it sends the mail, valid for `hours`; returns the secret in it. */
export async function mailedSecret(
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
