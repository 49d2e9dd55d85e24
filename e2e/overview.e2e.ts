import { expect } from '@playwright/test';
import { createOwnAppointment, deleteOwnAppointment } from '../src/appointments/contract.ts';
import { ownDay, rowsOf } from './calendar-pages.ts';
import { ask } from './calls.ts';
import { beDemo } from './people.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

test('an appointment that somebody else has just deleted is told as such, and leaves the list', async ({ page }) => {
  const [date, coach] = [ownDay(), await beDemo(page, 'coach3')];
  const ids: number[] = [];
  for (const hour of ['09', '10']) {
    const form = {
      type: 'Einzelcoaching',
      date,
      fromTime: `${hour}:00`,
      tillTime: `${hour}:45`,
      participantId: null,
    } as const;
    const { data } = await ask(page.request, createOwnAppointment, form, coach);
    ids.push(data.appointmentId);
  }
  await page.goto(`/appointment-overview-coach?von=${date}&bis=${date}`);
  await expect(rowsOf(page)).toHaveCount(2);
  const removal = rowsOf(page)
    .first()
    .getByRole('button', { name: /Löschen|Sicher/ });
  await removal.click();
  await ask(page.request, deleteOwnAppointment, { appointmentId: ids[0] ?? 0 }, coach);
  await removal.click();
  await expect(toastOf(page, 'Diesen Termin hat inzwischen schon jemand gelöscht.')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page).first()).toBeFocused();
});

for (const width of [320, 360, 600])
  test(`a row of the overview is read line by line at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await beDemo(page, 'admin');
    await page.goto('/appointment-overview-admin?ohne=gebucht,versaeumt');
    const row = rowsOf(page).first();
    for (const fact of [/^.., \d\d\.\d\d\.\d{4}$/, / Uhr$/, /^(Einzel|Speed)coaching$/, 'Frei']) {
      const shown = row.getByText(fact, { exact: true });
      await expect(shown).toBeVisible();
      expect(await shown.evaluate((text) => text.scrollWidth <= text.clientWidth || text.clientWidth === 0)).toBe(true);
      // One line.
      expect((await shown.boundingBox())?.height).toBeLessThan(32);
    }
    expect((await row.boundingBox())?.height).toBeLessThan(260);
  });
