import { expect } from '@playwright/test';
import { bookAppointment, type BookableAppointment } from '../../src/features/booking/contract.ts';
import { germanDate } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { actAsNewParticipant } from './people.ts';
import { bookingPathShowing, createSlots, cardOf, ownCardOf, preferSlotCards } from './slots.ts';
import { test } from './test.ts';

const navigationLinks = [
  ['Willkommen', '/intern-participant'],
  ['Buchen', '/booking'],
  ['Termine', '/appointments'],
  ['Unterlagen', '/files'],
] as const;

test('on a phone the first slot begins in the upper half of the screen, and nothing scrolls sideways [4.3]', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/booking');
  const slot = page.locator('section[data-entry]').getByRole('listitem').first();
  await expect(slot).toBeVisible();
  // Half of the screen's height is 370 pixels.
  expect((await slot.boundingBox())?.y).toBeLessThanOrEqual(360);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('one tap shows a single day, and another tap shows all days again [4.14]', async ({ page }) => {
  await preferSlotCards(page);
  await page.setViewportSize(phone);
  await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach2'])) as [BookableAppointment];
  await page.goto('/booking');
  const chosenDay = page
    .getByRole('group', { name: 'Tag wählen' })
    .getByRole('button', { name: `${slot.day}, ${germanDate(slot.date)}` });
  await chosenDay.click();
  await expect(page).toHaveURL(new RegExp(`tag=${slot.date}`));
  const dayHeadings = page.getByRole('heading', { level: 2, name: /der \d\d\.\d\d\.\d{4}$/ });
  await expect(dayHeadings).toHaveText([`${slot.day} der ${germanDate(slot.date)}`]);
  await expect(chosenDay).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await chosenDay.click();
  await expect(page).not.toHaveURL(/tag=/);
});

test('a participant’s four pages are one tap apart [1.4]', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.goto('/profile');
  const navigation = page.getByRole('navigation', { name: 'Dein Bereich' });
  await atEachSize(page, [phone, desktop], async () => {
    for (const [name, path] of navigationLinks) {
      await navigation.getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(navigation.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    }
    await expectAccessible(page);
  });
});

test('on a phone the navigation bar covers neither the focus nor the page’s end; it is not printed [1.4]', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await actAsNewParticipant(page);
  await page.goto('/files');
  const navigation = page.getByRole('navigation', { name: 'Dein Bereich' });
  const barTop = (await navigation.boundingBox())?.y ?? 0;
  const lastLink = page.getByRole('contentinfo').getByRole('link').last();
  await lastLink.focus();
  const linkBox = await lastLink.boundingBox();
  expect((linkBox?.y ?? 0) + (linkBox?.height ?? 0)).toBeLessThanOrEqual(barTop);
  await page.emulateMedia({ media: 'print' });
  await expect(navigation).toBeHidden();
  // At 400 % zoom in a small window the bar is hidden to leave space for the content. The menu leads to every page.
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(navigation).toBeHidden();
});

test('the card of a new booking says that it is booked and what happens next [4.7]', async ({ page }) => {
  await preferSlotCards(page);
  await page.setViewportSize(phone);
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach2'])) as [BookableAppointment];
  await page.goto(await bookingPathShowing(page, slot, session));
  await cardOf(page, slot).getByRole('button', { name: 'Buchen' }).click();
  const bookingCard = ownCardOf(page, slot);
  await expect(bookingCard).toContainText('Gebucht');
  await expect(bookingCard).toContainText('Die Bestätigung kommt per E-Mail');
  await expect(bookingCard.getByRole('link', { name: 'Unterlagen' })).toHaveAttribute('href', '/files');
  await expectAccessible(page);
  // Later the card appears as the next appointment, without the confirmation.
  await page.goto('/booking');
  await page.getByRole('navigation', { name: 'Dein Bereich' }).getByRole('link', { name: 'Termine' }).click();
  await expect(ownCardOf(page, slot)).toBeVisible();
  await expect(ownCardOf(page, slot)).not.toContainText('Gebucht');
});

test('the card of the next appointment links to the documents and says in how many days it is [4.7]', async ({
  page,
}) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = (await createSlots(page, ['coach3'])) as [BookableAppointment];
  await callPortal(page.request, bookAppointment, { appointmentId: slot.id }, session);
  await page.goto('/appointments');
  await expect(ownCardOf(page, slot)).toContainText(/in \d Tagen/);
  await ownCardOf(page, slot).getByRole('link', { name: 'Unterlagen ansehen' }).click();
  await expect(page).toHaveURL('/files');
});
