import type { Page } from '@playwright/test';

/** Chooses files in the picker behind 'Dateien auswählen'; the browser derives their type from the extension. */
export async function chooseFiles(page: Page, files: { name: string; buffer: Buffer }[]): Promise<void> {
  const pickerOpened = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Dateien auswählen' }).click();
  await (await pickerOpened).setFiles(files.map((file) => ({ ...file, mimeType: '' })));
}

/**
 * Makes Playwright intercept the page's file pickers, by adding a listener for them. Call this before opening the page:
 * the browser starts to intercept with a delay, and a key pressed too early would open a real picker.
 */
export function interceptFilePickers(page: Page): void {
  page.on('filechooser', () => {});
}

/** Slows the page's uploads down to this many bytes per second, so that their progress can be seen. */
export async function slowDownUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}
