import { randomInt } from 'node:crypto';
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { checkSession } from '../../src/features/accounts/contract.ts';
import { importAppointments } from '../../src/features/appointments/import-files/contract.ts';
import { listBookableSlots, bookAppointment, type BookableAppointment } from '../../src/features/booking/contract.ts';
import { addDays, dateOf, germanDate } from '../../src/shared/berlin.ts';
import { dryRunField } from '../../src/shared/table-file.ts';
import { callPortal, callWithFiles } from './calls.ts';
import { actAsNewParticipant, signInDemo } from './people.ts';

/**
 * Imports free Einzelcoachings for this test, one for each of `coachNames` (names of demo accounts), and returns the
 * slots ordered by start. The slots are at night, when the demo has none. With `atSameTime` all slots are at the same
 * time. With `within48Hours` the slots are tomorrow, less than 48 hours ahead. No slot overlaps the `otherSlots`, for
 * example the slots that the same participant books, too.
 */
export async function createSlots(
  page: Page,
  coachNames: readonly string[],
  { atSameTime = false, within48Hours = false, otherSlots = [] as readonly BookableAppointment[] } = {},
): Promise<BookableAppointment[]> {
  const adminSession = await signInDemo(page, 'admin');
  for (;;) {
    // If another test already uses one of these times, new times are drawn for all slots.
    const day = addDays(dateOf(new Date()), within48Hours ? 1 : randomInt(3, 10));
    // Minutes since midnight, so that the first slot begins between one and five o'clock.
    const firstStart = randomInt(60, 300);
    const lastStart = firstStart + (atSameTime ? 0 : (coachNames.length - 1) * 15);
    const overlapsOther = otherSlots.some(
      ({ date, start, end }) => date === day && start < formatTime(lastStart + 10) && formatTime(firstStart) < end,
    );
    if (overlapsOther) continue;
    const rows = coachNames.map((coachName, index) => {
      const start = firstStart + (atSameTime ? 0 : index * 15);
      return [`${coachName}@demo.example`, 'Einzelcoaching', day, formatTime(start), formatTime(start + 10)].join(';');
    });
    const csv = ['Coach-E-Mail;Typ;Datum;Von;Bis', ...rows].join('\n');
    const file = { name: 'termine.csv', buffer: Buffer.from(csv) };
    const importRows = (fields = {}) => callWithFiles(page.request, importAppointments, [file], adminSession, fields);
    // Rows that are valid are stored even if others are not. They would leave less and less time for the next attempts.
    const preview = await importRows({ [dryRunField]: '1' });
    if (preview.success.length < coachNames.length) continue;
    const ids = (await importRows()).success.map(({ data }) => data.id);
    const { data: bookableSlots } = await callPortal(page.request, listBookableSlots, {}, adminSession);
    const createdSlots = bookableSlots.filter((slot) => ids.includes(slot.id));
    // New times are also drawn if a slot is held for a waiting participant of the demo.
    if (createdSlots.length === coachNames.length) return createdSlots;
  }
}

/** Creates a participant with a CV on a new page, and books a new slot of a demo coach as this participant. */
export async function bookWithCoach(browser: Browser, coachName: string) {
  const page = await (await browser.newContext()).newPage();
  const session = await actAsNewParticipant(page, { hasCv: true });
  const { data: user } = await callPortal(page.request, checkSession, {}, session);
  const [slot] = (await createSlots(page, [coachName])) as [BookableAppointment];
  await callPortal(page.request, bookAppointment, { appointmentId: slot.id }, session);
  return { page, session, email: user?.email ?? '', slot };
}

/** Formats minutes since midnight as 'hh:mm'. */
const formatTime = (minutes: number) =>
  `${String(Math.trunc(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/**
 * Returns the path of the booking page with enough cards to show this slot. The page shows twelve more cards, because
 * other journeys may add earlier slots.
 */
export async function bookingPathShowing(page: Page, slot: BookableAppointment, sessionId: string): Promise<string> {
  const { data: bookableSlots } = await callPortal(page.request, listBookableSlots, {}, sessionId);
  const einzelcoachings = bookableSlots.filter(({ type }) => type === 'Einzelcoaching');
  return `/booking?typ=einzel&anzahl=${einzelcoachings.findIndex(({ id }) => id === slot.id) + 13}`;
}

/** Makes the booking page show free slots as cards, as on a wide screen, whatever the size of the screen. */
export async function preferSlotCards(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('bookingView', 'list'));
}

/** A slot's card, below the heading of its day. */
export function cardOf(page: Page, slot: BookableAppointment): Locator {
  const heading = page.getByRole('heading', { name: `${slot.day} der ${germanDate(slot.date)}` });
  return page
    .locator('section', { has: heading })
    .getByRole('listitem')
    .filter({ hasText: 'Zeitraum' })
    .filter({ hasText: `${slot.start} bis ${slot.end} Uhr` })
    .filter({ hasText: slot.coach });
}

/**
 * The card of one of the participant's own appointments on /appointments. It has an 'Uhrzeit', unlike an entry of the
 * waiting list for the same day and time.
 */
export function ownCardOf(page: Page, slot: BookableAppointment): Locator {
  return page
    .getByRole('listitem')
    .filter({ hasText: 'Uhrzeit' })
    .filter({ hasText: germanDate(slot.date) })
    .filter({ hasText: `${slot.start} bis ${slot.end} Uhr` });
}

/** Returns the row of a slot booked by Robin Reise in the open daily plan, after loading rows until it is visible. */
export async function findPlanRow(page: Page, slot: Pick<BookableAppointment, 'start' | 'end'>): Promise<Locator> {
  const row = page.getByRole('button', { name: `${slot.start} - ${slot.end} Uhr Robin Reise` });
  await expect(async () => {
    if (!(await row.isVisible())) await page.getByRole('button', { name: 'Mehr laden' }).click({ timeout: 1_000 });
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return row;
}

/** Returns the tile of a booked slot in the open daily plan: its row with the actions, and its details. */
export async function findPlanTile(page: Page, slot: Pick<BookableAppointment, 'start' | 'end'>): Promise<Locator> {
  return page.getByRole('listitem').filter({ has: await findPlanRow(page, slot) });
}

/** The text on the card of a slot that cannot be cancelled once booked. Booking such a slot must be confirmed. */
export const tooLateToCancelText = 'Nicht mehr stornierbar';

/**
 * Presses the booking button on a card, or on an offer that replaces the card. If the slot cannot be cancelled, also
 * confirms the dialog that says so.
 */
export async function bookOnCard(page: Page, card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Buchen' }).waitFor();
  const needsConfirmation = (await card.filter({ hasText: tooLateToCancelText }).count()) > 0;
  await card.getByRole('button', { name: 'Buchen' }).click();
  if (needsConfirmation) await page.getByRole('dialog').getByRole('button', { name: 'Trotzdem buchen' }).click();
}
