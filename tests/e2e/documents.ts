import type { Page } from '@playwright/test';

/** Takes files through the picker behind 'Dateien auswählen'; the ending alone says what they are. */
export async function choose(page: Page, files: { name: string; buffer: Buffer }[]): Promise<void> {
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Dateien auswählen' }).click();
  await (await picker).setFiles(files.map((file) => ({ ...file, mimeType: '' })));
}

/**
 * Takes the picker of files over for the test from here on. The browser hears of it a moment later, and a key pressed
 * before would open a picker that nobody answers: call it before the page is opened.
 */
export function takeOverPicker(page: Page): void {
  page.on('filechooser', () => {});
}

/** Lets the page's uploads pass slowly, so many bytes a second, to be seen under way. */
export async function slowUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1 },
    uploadThroughput: bytesPerSecond,
  });
}
