import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { sessionCheck } from '../src/accounts/contract.ts';
import { addDays, dateOf } from '../src/shared/berlin.ts';
import { ask } from './calls.ts';
import { beNewParticipant } from './people.ts';

/** A day of a journey's own, years after all of the demo's: 'yyyy-mm-dd'. */
export const ownDay = (): string => addDays(dateOf(new Date()), randomInt(1_000, 3_000));

/** The first part (day or hour) of a date or time that is typed in parts. */
export const part = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: label }).getByRole('spinbutton').first();

/** What the form for new appointments lists below itself. */
export const justCreated = (page: Page): Locator =>
  page.getByRole('region', { name: 'Gerade erstellt' }).getByRole('listitem');

/** The rows of an overview of appointments. */
export const rowsOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Termine', exact: true }).getByRole('list').first().getByRole('listitem');

/** The e-mail of somebody with an account of this journey's own. */
export async function newParticipant(page: Page): Promise<string> {
  const { data } = await ask(page.request, sessionCheck, {}, await beNewParticipant(page));
  return data?.email ?? '';
}
