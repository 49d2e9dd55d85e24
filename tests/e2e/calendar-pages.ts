import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { checkSession } from '../../src/features/accounts/contract.ts';
import { addDays, dateOf, weekday } from '../../src/shared/berlin.ts';
import { searchParticipant } from '../../src/features/participants/contract.ts';
import { callPortal } from './calls.ts';
import { actAsNewParticipant, type ParticipantOptions } from './people.ts';

const usedWeeksFolder = join(process.env['E2E_DATA_DIR'] ?? '', 'used-weeks');

/**
 * Returns the first day ('yyyy-mm-dd') of a number of weeks that no other journey uses, years after the demo's
 * appointments. Each used week is recorded as a folder, which all worker processes see. So a restarted worker skips no
 * weeks, and the days stay within the ten years that the lists show.
 */
export function unusedDay(weekCount = 1): string {
  mkdirSync(usedWeeksFolder, { recursive: true });
  let firstWeek = 0;
  // If a week is used, the weeks before it stay recorded, although this journey does not use them.
  for (let week = 0; week - firstWeek < weekCount; week++)
    if (!createFolder(join(usedWeeksFolder, String(week)))) firstWeek = week + 1;
  return addDays(dateOf(new Date()), 1_000 + 7 * firstWeek);
}

/** Returns a Monday ('yyyy-mm-dd'). No other journey uses the days from it to `lastDayOffset` days later. */
export function unusedMonday(lastDayOffset = 0): string {
  let day = unusedDay(1 + Math.ceil(lastDayOffset / 7));
  while (weekday(day) !== 'Montag') day = addDays(day, 1);
  return day;
}

/** Creates a folder and returns true, or returns false if it exists. */
function createFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The first section (day or hour) of a date or time field. */
export const firstSectionOfField = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: label }).getByRole('spinbutton').first();

/** The appointments that were just created, as listed below the form. */
export const createdAppointments = (page: Page): Locator =>
  page.getByRole('region', { name: 'Gerade erstellt' }).getByRole('listitem');

/** The rows of an overview of appointments, or its cards on a phone. */
export const appointmentRows = (page: Page): Locator =>
  page.getByRole('region', { name: 'Termine', exact: true }).locator('[data-entry]');

/** The entry of the calendar with this text, even if a dialog covers the entry. */
export const calendarEntry = (page: Page, text: RegExp): Locator =>
  page.locator('article button').filter({ hasText: text });

/** The panel with the details of a row: next to the list on a wide screen, or in a dialog. */
export const detailsPanel = (page: Page): Locator =>
  page
    .locator('[role="dialog"], section')
    .filter({ has: page.getByRole('button', { name: 'Details schließen' }) })
    .last();

/** Signs the page in as a new participant and returns their e-mail address. */
export async function actAsNewParticipantWithEmail(page: Page, options?: ParticipantOptions): Promise<string> {
  const { data } = await callPortal(page.request, checkSession, {}, await actAsNewParticipant(page, options));
  return data?.email ?? '';
}

/** Returns a participant's id, and lets the coach of the session book for them for an hour. */
export async function participantIdOf(page: Page, email: string, coachSession: string): Promise<number> {
  const { data } = await callPortal(page.request, searchParticipant, { searchString: email }, coachSession);
  return data[0]?.participantId ?? 0;
}
