import { expect, type Page } from '@playwright/test';
import { URI, type TOTP } from 'otpauth';
import decodeQR from 'qr/decode.js';

/** Reads the QR code on the screen, like an authenticator app; returns the generator of sign-in codes. */
async function scanQrCode(page: Page): Promise<TOTP> {
  const picture = page.getByRole('img', { name: 'QR-Code für die Authenticator-App' });
  const size = Number((await picture.getAttribute('viewBox'))?.split(' ')[2]);
  const path = (await picture.locator('path').getAttribute('d')) ?? '';
  // Draws each dark module of the code as a black square of `scale` × `scale` pixels.
  const scale = 4;
  const data = new Uint8Array((size * scale) ** 2 * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h/g))
    for (let row = 0; row < scale; row++)
      for (let column = 0; column < scale; column++) {
        const offset = ((Number(y) * scale + row) * size * scale + Number(x) * scale + column) * 4;
        data.fill(0, offset, offset + 3);
      }
  return URI.parse(decodeQR({ width: size * scale, height: size * scale, data })) as TOTP;
}

/** Sets up the second factor, starting with the password; returns the authenticator app and the recovery codes. */
export async function setUpSecondFactor(page: Page, password: string) {
  await page.getByLabel('Dein Passwort').fill(password);
  await page.getByRole('button', { name: 'Weiter' }).click();
  const app = await scanQrCode(page);
  await expect(page.getByText(app.secret.base32.replace(/.{4}(?=.)/g, '$&-'))).toBeVisible();
  const recoveryCodesHeading = page.getByRole('heading', { name: 'Deine Wiederherstellungscodes' });
  // The code of the previous half minute is also accepted. Using it here leaves the current code for the later sign-in.
  await expect(async () => {
    if (await recoveryCodesHeading.isVisible()) return;
    await page.getByLabel('Code aus der App').fill(app.generate({ timestamp: Date.now() - 30_000 }));
    await page.getByRole('button', { name: 'Einschalten' }).click();
    await expect(recoveryCodesHeading).toBeFocused({ timeout: 5_000 });
  }).toPass();
  return {
    app,
    recoveryCodes: await page
      .getByRole('listitem')
      .filter({ hasText: /^[\dA-Z-]{29}$/ })
      .allTextContents(),
  };
}
