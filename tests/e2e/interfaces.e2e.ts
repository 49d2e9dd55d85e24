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
  await dialog.getByRole('button', { name: 'Anlegen' }).click();
  const nameField = dialog.getByRole('textbox', { name: 'Name' });
  await expect(nameField).toBeFocused();
  await expect(nameField).toHaveAccessibleDescription('Bitte gib einen Namen ein.');
  await expect(dialog.getByRole('checkbox', { name: /^Zahlen lesen/ })).toHaveAccessibleDescription(
    'Bitte wähle mindestens einen Bereich aus.',
  );
  await expectAccessible(page);
  await nameField.fill(name);
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
  await page.clock.install();
  await page.reload();
  await expect(field).toHaveCount(0);
  await expect(entry).toContainText(/Zuletzt benutzt: .+ Uhr, Liste der Coaches/);

  await entry.getByRole('button', { name: `Sperren ${name}` }).click();
  await expect(entry.getByRole('alert')).toHaveText('Programme mit diesem Zugangsschlüssel werden sofort abgewiesen.');
  await expectAccessible(page);
  // The question stays until the sentence has been read.
  await page.clock.fastForward(20_000);
  await entry.getByRole('button', { name: `Sicher? ${name}` }).click();
  await expect(toastOf(page, 'Der Zugangsschlüssel ist gesperrt.')).toBeVisible();
  await expect(entry).toContainText(/Gesperrt von .+ am .+ Uhr/);
  await expect(entry).toContainText('gesperrt');
  expect((await askForCoaches()).status()).toBe(401);
  await system.dispose();
});

test('the page shows an example of a call for each scope to copy, which works with a token as it stands there [2.14]', async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await actAsDemo(page, 'admin');
  await page.goto('/interfaces');
  const section = page.getByRole('region', { name: 'So geht es' });
  await expect(section).toContainText(`${baseURL}/api/service/`);
  await section.getByRole('combobox', { name: 'Beispiel für' }).selectOption('Zahlen lesen');
  await section.getByRole('button', { name: 'Aufruf kopieren' }).click();
  await expect(toastOf(page, 'Der Aufruf ist kopiert.')).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const [, url = ''] = /^curl (\S+) /.exec(command) ?? [];
  const [, body = ''] = / -d '(.+)'$/.exec(command) ?? [];

  await page.getByRole('button', { name: 'Neuer Zugangsschlüssel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neuer Zugangsschlüssel' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Beispiel ${Date.now()}`);
  await dialog.getByRole('checkbox', { name: /^Zahlen lesen/ }).check();
  await dialog.getByRole('button', { name: 'Anlegen' }).click();
  const token = await page.getByRole('textbox', { name: 'Zugangsschlüssel' }).inputValue();
  const system = await playwright.request.newContext();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  expect((await system.post(url, { headers, data: body })).status()).toBe(200);
  for (const name of ['Alle Aufrufe zum Nachlesen', 'Beschreibung für Programme (OpenAPI)']) {
    const address = await section.getByRole('link', { name }).getAttribute('href');
    expect((await page.request.get(address ?? '')).status()).toBe(200);
  }
  await system.dispose();
});

test('tokens that ended more than a week ago are folded [2.14]', async ({ page }) => {
  const token = { scopes: ['figures'], createdBy: 'Ada Admin', lastUsedAt: null, lastCall: null };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const revoked = (tokenId: number, name: string, days: number) => ({
    ...{ ...token, tokenId, name, createdAt: daysAgo(99), expiresOn: daysAgo(-99).slice(0, 10) },
    ...{ revokedAt: daysAgo(days), revokedBy: null },
  });
  await page.route('**/admin/getTokens.php', (route) =>
    route.fulfill({ json: { meta: { status: 'success' }, data: [revoked(2, 'Neulich', 2), revoked(1, 'Damals', 9)] } }),
  );
  await actAsDemo(page, 'admin');
  await page.goto('/interfaces');
  const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(entry('Neulich')).toContainText('Gesperrt vom System am');
  await expect(entry('Damals')).toBeHidden();
  await page.getByText('Gesperrte und abgelaufene (1)').click();
  await expect(entry('Damals')).toBeVisible();
  await expectAccessible(page);
});
