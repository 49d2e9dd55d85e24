import { expect, type Page } from '@playwright/test';
import { bookAppointment } from '../../src/features/booking/contract.ts';
import { germanDate } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { actAsDemo, actAsNewParticipant } from './people.ts';
import { createSlots } from './slots.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

/** Waits until the browser keeps the page without a connection, with all of its files. */
async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });
}

const offlineTitle = (page: Page) => page.getByRole('heading', { level: 1, name: 'Keine Verbindung' });
const readStorage = (page: Page) => page.evaluate(() => localStorage.getItem('offlineAppointments'));

test('without a connection a reload shows the own next appointments, and the page returns with it [1.11]', async ({
  page,
  context,
}) => {
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = await createSlots(page, ['coach3']);
  if (!slot) throw new Error('no slot was created');
  await callPortal(page.request, bookAppointment, { appointmentId: slot.id, note: 'Vertraulich' }, session);
  await page.goto('/appointments');
  await expect(page.getByRole('heading', { name: 'Kommende Termine' })).toBeVisible();
  await waitForWorker(page);

  // The appointment that is over meanwhile is left out.
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('offlineAppointments') ?? '') as object[];
    localStorage.setItem('offlineAppointments', JSON.stringify([{ ...kept[0], endsAt: Date.now() - 1 }, ...kept]));
  });
  await context.setOffline(true);
  await page.goto('/intern-participant');
  await expect(offlineTitle(page)).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  const card = page.getByRole('listitem');
  await expect(card).toContainText(germanDate(slot.date));
  await expect(card).toContainText(`${slot.start} bis ${slot.end} Uhr`);
  await expect(card).toContainText(slot.coach);
  await expect(card.getByRole('link', { name: 'Zum Coaching' })).toHaveAttribute('href', /^https:/);
  expect(await readStorage(page)).not.toContain('Vertraulich');
  await page.getByRole('button', { name: 'Jetzt versuchen' }).press('Enter');
  await expect(page.getByRole('status')).toHaveText('Noch keine Verbindung.');
  await expectAccessible(page);

  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: /Robin/ })).toBeVisible();
  await expect(page).toHaveURL('/intern-participant');
});

test('after signing out the page without a connection shows no appointments [1.11]', async ({ page, context }) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/appointments');
  await expect(page.getByRole('heading', { name: 'Kommende Termine' })).toBeVisible();
  await waitForWorker(page);
  expect(await readStorage(page)).toContain('Uhr');
  await page.getByRole('button', { name: /Konto|Profil/ }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  expect(await readStorage(page)).toBeNull();

  await context.setOffline(true);
  await page.goto('/appointments');
  await expect(offlineTitle(page)).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(0);
  await expectAccessible(page);
});

test('a phone can install the portal: it has a name, and icons of the sizes that it says [1.11]', async ({ page }) => {
  await page.goto('/');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const response = await page.request.get(address ?? '');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await response.json()) as { name: string; icons: { src: string; sizes: string }[] };
  expect(manifest.name).toBe('Bewerbungscoaching');
  const drawnIcons = manifest.icons.filter(({ sizes }) => sizes !== 'any');
  expect(drawnIcons).toHaveLength(3);
  for (const { src, sizes } of drawnIcons) {
    const size = await page.evaluate(async (url) => {
      const picture = new Image();
      picture.src = url;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    expect(size).toBe(sizes);
  }
});
