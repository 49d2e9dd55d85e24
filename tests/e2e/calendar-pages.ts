import { test, type Locator, type Page } from '@playwright/test';
import { sessionCheck } from '../../src/features/accounts/contract.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { callPortal } from './calls.ts';
import { actAsNewParticipant } from './people.ts';

let usedDayCount = 0;

/**
 * Returns a day ('yyyy-mm-dd') in a week that no other journey uses, years after the demo's appointments. Each worker
 * process has sixty such weeks.
 */
export function unusedDay(): string {
  const week = 60 * test.info().workerIndex + (usedDayCount++ % 60);
  return addDays(dateOf(new Date()), 1_000 + 7 * week);
}

/** The first section (day or hour) of a date or time field. */
export const firstSection = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: label }).getByRole('spinbutton').first();

/** The list of new appointments below the form. */
export const createdItems = (page: Page): Locator =>
  page.getByRole('region', { name: 'Gerade erstellt' }).getByRole('listitem');

/** The rows of an overview of appointments, or its cards on a phone. */
export const appointmentRows = (page: Page): Locator =>
  page.getByRole('region', { name: 'Termine', exact: true }).locator('[data-entry]');

/** The details of a row, beside its list. */
export const detailsPanel = (page: Page): Locator => page.getByRole('dialog');

/** Creates a participant for this journey and returns their e-mail address. */
export async function createParticipantEmail(page: Page): Promise<string> {
  const { data } = await callPortal(page.request, sessionCheck, {}, await actAsNewParticipant(page));
  return data?.email ?? '';
}
