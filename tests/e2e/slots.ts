import { randomInt } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { sessionCheck } from '../src/accounts/contract.ts';
import { importAppointments } from '../src/appointments/contract.ts';
import { bookable, bookAppointment, type BookableAppointment } from '../src/booking/contract.ts';
import { addDays, dateOf, germanDate } from '../src/shared/berlin.ts';
import { ask, send } from './calls.ts';
import { beNewParticipant, signInDemo } from './people.ts';

/**
 * Imports free Einzelcoachings of this test's own, in order of start, at night where the demo has none. Each of
 * `coaches` (names of demo accounts) has one; `together` puts them all on the same stretch.
 */
export async function newSlots(
  page: Page,
  coaches: readonly string[],
  { together = false } = {},
): Promise<BookableAppointment[]> {
  const admin = await signInDemo(page, 'admin');
  for (;;) {
    // Other tests may have taken a stretch: then a new one is drawn for all.
    const day = addDays(dateOf(new Date()), randomInt(3, 8));
    const first = randomInt(0, 300);
    const rows = coaches.map((coach, index) => {
      const start = first + (together ? 0 : index * 15);
      return [`${coach}@demo.example`, 'Einzelcoaching', day, clock(start), clock(start + 10)].join(';');
    });
    const csv = ['Coach-E-Mail;Typ;Datum;Von;Bis', ...rows].join('\n');
    const file = { name: 'termine.csv', buffer: Buffer.from(csv) };
    const report = await send(page.request, importAppointments, [file], admin);
    if (report.success.length < coaches.length) continue;
    const ids = report.success.map(({ data }) => data.id);
    const { data: free } = await ask(page.request, bookable, {}, admin);
    return free.filter((slot) => ids.includes(slot.id));
  }
}

/** Somebody with a CV who has booked one appointment with a coach of the demo, signed in on a page of their own. */
export async function bookedWith(browser: Browser, coach: string) {
  const page = await (await browser.newContext()).newPage();
  const session = await beNewParticipant(page, { docx: true });
  const { data: person } = await ask(page.request, sessionCheck, {}, session);
  const [slot] = (await newSlots(page, [coach])) as [BookableAppointment];
  await ask(page.request, bookAppointment, { appointmentId: slot.id }, session);
  return { page, session, email: person?.email ?? '', slot };
}

const clock = (minute: number) =>
  `${String(Math.trunc(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The booking page with as many cards as it takes to reach a slot, and a few more: other journeys may open some before it. */
export async function listUpTo(page: Page, slot: BookableAppointment, sessionId: string): Promise<string> {
  const { data: free } = await ask(page.request, bookable, {}, sessionId);
  const einzel = free.filter(({ type }) => type === 'Einzelcoaching');
  return `/booking?typ=einzel&anzahl=${einzel.findIndex(({ id }) => id === slot.id) + 13}`;
}

/** A slot's card below the heading of its day. */
export function cardOf(page: Page, slot: BookableAppointment): Locator {
  const heading = page.getByRole('heading', { name: `${slot.day} der ${germanDate(slot.date)}` });
  return page
    .locator('section', { has: heading })
    .getByRole('listitem')
    .filter({ hasText: 'Zeitraum' })
    .filter({ hasText: `${slot.start} bis ${slot.end} Uhr` })
    .filter({ hasText: slot.coach });
}

/** The card of an own appointment on /appointments. */
export function ownCardOf(page: Page, slot: BookableAppointment): Locator {
  return page
    .getByRole('listitem')
    .filter({ hasText: germanDate(slot.date) })
    .filter({ hasText: `${slot.start} bis ${slot.end} Uhr` });
}
