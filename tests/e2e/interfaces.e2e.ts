import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

test('on a phone an admin creates a token, with which another system reads the coaches until the admin revokes it [2.14]', async ({
  page,
  playwright,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAsDemo(page, 'admin');
  await page.goto('/interfaces');
  await page.getByRole('button', { name: 'Neuer Zugangsschlüssel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neuer Zugangsschlüssel' });
  const name = `Berichte ${Date.now()}`;
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('checkbox', { name: /^Termine lesen/ }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Anlegen' }).click();

  const field = page.getByRole('textbox', { name: 'Zugangsschlüssel' });
  await expect(field).toBeFocused();
  const token = await field.inputValue();
  expect(token).toMatch(/^cpt_[\w-]{43}$/);
  const entry = page.getByRole('listitem').filter({ hasText: name });
  await expect(entry).toContainText('Noch nicht benutzt');
  await expectAccessible(page);

  const system = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const askForCoaches = () => system.post('/api/service/admin/getCoachListObject.php', { data: {} });
  expect((await askForCoaches()).status()).toBe(200);
  await page.reload();
  await expect(field).toHaveCount(0);
  await expect(entry).toContainText(/Zuletzt benutzt: .+ Uhr, Liste der Coaches/);

  await entry.getByRole('button', { name: `Sperren ${name}` }).click();
  await entry.getByRole('button', { name: `Sicher? ${name}` }).click();
  await expect(toastOf(page, 'Der Zugangsschlüssel ist gesperrt.')).toBeVisible();
  await expect(entry).toContainText('gesperrt');
  expect((await askForCoaches()).status()).toBe(401);
  await system.dispose();
});
