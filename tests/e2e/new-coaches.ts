import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { login } from '../../src/features/accounts/contract.ts';
import { addCoach } from '../support/people.ts';
import { callPortal } from './calls.ts';
import { withDatabase } from './past-coaching.ts';

/** Inserts a coach with the password of the demo accounts into the database. `signIn` returns a session's id. */
export async function createCoach(page: Page) {
  const [lastName, email] = [`Neu-${randomUUID().slice(0, 8)}`, `${randomUUID()}@e2e.example`];
  const id = await withDatabase(async (db) => {
    const demoCoachQuery = db.selectFrom('person').select('password_hash').where('email', '=', 'coach@demo.example');
    const { password_hash } = await demoCoachQuery.executeTakeFirstOrThrow();
    return addCoach(db, { first_name: 'Ada', last_name: lastName, email, password_hash });
  });
  const signIn = async () =>
    (await callPortal(page.request, login, { username: email, password: 'Demo-2026!' })).data.sessionId;
  return { id, name: `Ada ${lastName}`, email, signIn };
}

/** Signs the page in as a new coach; returns the session's id. */
export async function actAsNewCoach(page: Page): Promise<string> {
  const session = await (await createCoach(page)).signIn();
  await page.addInitScript((id) => localStorage.setItem('sessionId', id), session);
  return session;
}
