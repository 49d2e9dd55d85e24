import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { getPasskeys } from '../../src/features/passkeys/contract.ts';
import { expectAccessible } from './axe.ts';
import { waitForMail } from './mails.ts';
import { registerParticipant } from './people.ts';
import { startPortal } from './portal.ts';
import { setUpSecondFactor } from './second-factor.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

/** Browsers refuse passkeys on a page whose host is an address. */
test.use({ baseURL: async ({ baseURL }, run) => run(baseURL?.replace('127.0.0.1', 'localhost')) });

/**
 * Gives the page a device that checks who uses it, and always finds the right person. Returns a function that reads its
 * keys, and one that adds keys, as a service does that synchronises them between the devices of a person.
 */
async function addDevice(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  type Keys = Awaited<ReturnType<typeof readKeys>>;
  const readKeys = async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  const addKeys = async (keys: Keys) => {
    for (const credential of keys) await client.send('WebAuthn.addCredential', { authenticatorId, credential });
  };
  return { readKeys, addKeys };
}

/** Makes the browser one that offers no passkeys in fields. The device would take each of these offers at once. */
async function leaveFieldsAlone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}

/** Opens the dialog for signing in on the page of everybody. */
async function openLogin(page: Page) {
  await page.goto('/');
  await page.getByRole('button', { name: 'Anmelden' }).first().click();
  return page.getByRole('dialog', { name: 'Anmeldung' });
}

async function signInByPassword(page: Page, { email, password }: { email: string; password: string }) {
  const dialog = await openLogin(page);
  await dialog.getByLabel('E-Mail').fill(email);
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill(password);
  await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

async function signInByButton(page: Page) {
  const dialog = await openLogin(page);
  await dialog.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
}

async function signOut(page: Page) {
  await page.goto('/logout');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
}

test('a person is offered a passkey, signs in with it, renames it, and no longer gets in when it is removed [3.16]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await addDevice(page);
  await leaveFieldsAlone(page);
  const person = await registerParticipant(page);
  await signInByPassword(page, person);

  const offer = page.getByRole('dialog', { name: 'Schneller anmelden' });
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Passkey anlegen' }).click();
  await expect(toastOf(page, 'Dein Passkey ist angelegt. Beim nächsten Mal meldest du dich damit an.')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await waitForMail(person.email, 'Passkey');

  await page.goto('/einstellungen#passkeys');
  const section = page.getByRole('region', { name: 'Passkeys' });
  await expect(section.getByRole('listitem')).toContainText('Noch nicht benutzt');
  await section.getByRole('button', { name: /^Umbenennen / }).click();
  const dialog = page.getByRole('dialog', { name: 'Passkey umbenennen' });
  await dialog.getByLabel('Name').fill(' ');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Bitte gib dem Passkey einen Namen.');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Mein Handy');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(section.getByRole('listitem')).toContainText('Mein Handy');
  await expect(section.getByRole('listitem')).toContainText('Liegt nur auf dem Gerät, auf dem du ihn angelegt hast');
  await expectAccessible(page);

  await signOut(page);
  await signInByButton(page);
  await expect(page.getByRole('heading', { name: /Willkommen/, level: 1 })).toBeVisible();

  await page.goto('/einstellungen#passkeys');
  await expect(section.getByRole('listitem')).toContainText('Zuletzt benutzt');
  await section.getByRole('button', { name: 'Entfernen Mein Handy' }).click();
  await section.getByRole('button', { name: 'Sicher? Mein Handy' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(0);
  await expect(
    toastOf(page, 'Der Passkey ist entfernt. Lösche ihn auch auf deinem Gerät, sonst bietet es ihn weiter an.'),
  ).toBeVisible();
  await waitForMail(person.email, 'Mein Handy');

  await signOut(page);
  await signInByButton(page);
  await expect(page.getByRole('dialog', { name: 'Anmeldung' }).getByRole('alert')).toContainText(
    'vielleicht gilt dieser Passkey hier nicht mehr: Melde dich mit deinem Passwort an',
  );
});

test('the offer comes once: who declines it signs in by password as before, and finds it in the settings [3.16]', async ({
  page,
}) => {
  await addDevice(page);
  const person = await registerParticipant(page);
  await signInByPassword(page, person);
  await page.getByRole('dialog', { name: 'Schneller anmelden' }).getByRole('button', { name: 'Nicht jetzt' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await signOut(page);
  await signInByPassword(page, person);
  await expect(page.getByRole('heading', { name: /Willkommen/, level: 1 })).toBeVisible();
  const asked = page.waitForRequest(`**/${getPasskeys.path}.php`);
  await page.goto('/einstellungen');
  await asked;
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Passkey anlegen' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(1);
});

test('the field for the e-mail address offers a passkey, which signs in as well [3.16]', async ({ page }) => {
  await addDevice(page);
  const person = await registerParticipant(page);
  await signInByPassword(page, person);
  await page.getByRole('dialog').getByRole('button', { name: 'Passkey anlegen' }).click();
  await expect(toastOf(page, 'Dein Passkey ist angelegt. Beim nächsten Mal meldest du dich damit an.')).toBeVisible();

  await signOut(page);
  await openLogin(page);
  await expect(page.getByRole('heading', { name: /Willkommen/, level: 1 })).toBeVisible();
});

test('who cancels the question of the browser sees a message, and signs in by password [3.16]', async ({ page }) => {
  const person = await registerParticipant(page);
  // What browsers answer when the person closes their dialog.
  await page.addInitScript(() => {
    CredentialsContainer.prototype.get = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  const dialog = await openLogin(page);
  await dialog.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Mit dem Passkey hat es nicht geklappt.');
  await dialog.getByLabel('E-Mail').fill(person.email);
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill(person.password);
  await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Willkommen/, level: 1 })).toBeVisible();
});

test('a person has a key on each of two devices, removes the lost one’s, and a third device gets the other by synchronising [3.16]', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await registerParticipant(page);
  const openDevice = async () => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }) });
    const devicePage = await context.newPage();
    const device = await addDevice(devicePage);
    await leaveFieldsAlone(devicePage);
    return { devicePage, ...device };
  };
  const welcomeOn = (devicePage: Page) => devicePage.getByRole('heading', { name: /Willkommen/, level: 1 });
  const phone = await openDevice();
  await signInByPassword(phone.devicePage, person);
  await phone.devicePage.getByRole('dialog').getByRole('button', { name: 'Passkey anlegen' }).click();
  await expect(
    toastOf(phone.devicePage, 'Dein Passkey ist angelegt. Beim nächsten Mal meldest du dich damit an.'),
  ).toBeVisible();
  await phone.devicePage.goto('/einstellungen#passkeys');
  await phone.devicePage.getByRole('button', { name: /^Umbenennen / }).click();
  const dialog = phone.devicePage.getByRole('dialog', { name: 'Passkey umbenennen' });
  await dialog.getByLabel('Name').fill('Mein Handy');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(phone.devicePage.getByRole('button', { name: 'Entfernen Mein Handy' })).toBeVisible();
  await signOut(phone.devicePage);

  const laptop = await openDevice();
  await signInByPassword(laptop.devicePage, person);
  await expect(welcomeOn(laptop.devicePage)).toBeVisible();
  await laptop.devicePage.goto('/einstellungen#passkeys');
  const section = laptop.devicePage.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Passkey anlegen' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(2);
  await section.getByRole('button', { name: 'Entfernen Mein Handy' }).click();
  await section.getByRole('button', { name: 'Sicher? Mein Handy' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(1);
  await signOut(laptop.devicePage);

  await signInByButton(phone.devicePage);
  await expect(phone.devicePage.getByRole('dialog', { name: 'Anmeldung' }).getByRole('alert')).toContainText(
    'vielleicht gilt dieser Passkey hier nicht mehr: Melde dich mit deinem Passwort an',
  );
  await signInByButton(laptop.devicePage);
  await expect(welcomeOn(laptop.devicePage)).toBeVisible();

  const tablet = await openDevice();
  await tablet.addKeys(await laptop.readKeys());
  await signInByButton(tablet.devicePage);
  await expect(welcomeOn(tablet.devicePage)).toBeVisible();
});

test('where the second factor is required, a coach who has set it up signs in with a passkey alone [3.13] [3.16]', async ({
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-passkeys-'));
  await writeFile(join(folder, 'portal.json'), JSON.stringify({ secondFactor: 'required' }));
  const portal = await startPortal({ PORTAL_FILE: join(folder, 'portal.json') });
  try {
    const context = await browser.newContext({ baseURL: portal.url.replace('127.0.0.1', 'localhost') });
    const page = await context.newPage();
    await addDevice(page);
    await leaveFieldsAlone(page);
    await signInByPassword(page, { email: 'coach@demo.example', password: 'Demo-2026!' });
    await expect(page).toHaveURL('/einstellungen');
    await page.getByRole('button', { name: 'Einrichten' }).click();
    await setUpSecondFactor(page, 'Demo-2026!');
    await page.getByRole('button', { name: 'Weiter' }).click();
    await expect(page).toHaveURL('/intern-coach');
    await page.goto('/einstellungen#passkeys');
    const section = page.getByRole('region', { name: 'Passkeys' });
    await section.getByRole('button', { name: 'Passkey anlegen' }).click();
    await expect(section.getByRole('listitem')).toHaveCount(1);
    await signOut(page);

    await signInByButton(page);
    await expect(page).toHaveURL('/intern-coach');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  } finally {
    await portal.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
