import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { createOwnAppointment } from '../../src/features/appointments/contract.ts';
import { searchParticipant } from '../../src/features/participants/contract.ts';
import { addDays } from '../../src/shared/berlin.ts';
import { appointmentRows } from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { registerParticipant } from './people.ts';

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Returns the path of the appointment overview for a day and the day after it. */
export const overviewPath = (date: string, role: 'coach' | 'admin' = 'coach'): string =>
  `/appointment-overview-${role}?von=${date}&bis=${addDays(date, 1)}`;

/** Returns the input of a call that creates a free Einzelcoaching on a day. */
export const freeSlotInput = (date: string, fromTime = '10:00', tillTime = '10:45') =>
  ({ type: 'Einzelcoaching', date, fromTime, tillTime, participantId: null }) as const;

/** Creates a free Einzelcoaching in a coach's own calendar; returns its id. */
export async function createFreeSlot(
  page: Page,
  session: string,
  ...slot: Parameters<typeof freeSlotInput>
): Promise<number> {
  return (await callPortal(page.request, createOwnAppointment, freeSlotInput(...slot), session)).data.appointmentId;
}

/** A participant created for one journey. */
interface NewParticipant {
  email: string;
  id: number;
  session: string;
  /** Makes calls in the participant's browser context. */
  request: APIRequestContext;
}

/** Registers a participant in a new browser context, and finds the participant's id by a search with `staffSession`. */
export async function createParticipant(page: Page, staffSession: string): Promise<NewParticipant> {
  const { request } = await page.context().browser()!.newContext();
  const { email, sessionId } = await registerParticipant({ request });
  const { data } = await callPortal(page.request, searchParticipant, { searchString: email }, staffSession);
  return { email, id: data[0]?.participantId ?? 0, session: sessionId, request };
}

/** Chooses an action in the menu of the row with this index. */
export async function chooseAction(page: Page, action: string, rowIndex = 0): Promise<void> {
  await appointmentRows(page)
    .nth(rowIndex)
    .getByRole('button', { name: /^Aktionen/ })
    .press('Enter');
  await page.getByRole('menuitem', { name: action }).press('Enter');
}

/** Opens the menu of a row and presses its item 'Löschen' once; returns the item, which then asks 'Sicher?'. */
export async function askToDelete(page: Page, row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /^Aktionen/ }).press('Enter');
  const item = page.getByRole('menuitem', { name: /^(Löschen|Sicher\?)$/ });
  await item.press('Enter');
  await expect(item).toHaveText('Sicher?');
  return item;
}

/** Finds and chooses a participant in the dialog. */
export async function chooseParticipant(page: Page, email: string): Promise<void> {
  await dialog(page)
    .getByRole('combobox', { name: /Teilnehmer:in/ })
    .fill(email);
  await page.getByRole('option', { name: 'Robin Reise' }).click();
}

/** Types into a date or time field of the dialog, as a person would. */
export async function typeInto(page: Page, label: string, keys: string): Promise<void> {
  await dialog(page).getByRole('group', { name: label }).getByRole('spinbutton').first().click();
  await page.keyboard.type(keys);
}
