import type { Locator, Page } from '@playwright/test';
import { mockAnswer } from './mocked-answers.ts';

/** A document of the signed-in participant, as the server would list and send it. */
export interface MockedFile {
  name: string;
  bytes: Buffer;
  /** The stated size, if it differs from the number of bytes. */
  size?: number;
}

/** Lists and sends these documents in place of the server, since the server would refuse to store some of them. */
export async function mockDocuments(page: Page, files: readonly MockedFile[]): Promise<void> {
  const entries = files.map(({ name, bytes, size = bytes.length }, index) => ({
    id: index + 1,
    name,
    size,
    uploadByCoach: false,
    mine: true,
    version: 1,
    state: 'new',
    answers: null,
    markup: null,
    uploadedAt: '2026-11-20T10:00:00.000Z',
  }));
  await mockAnswer(page, 'participant/getFiles', {
    editableFile: true,
    mayUpload: true,
    // The call misspells its field.
    files: { uploadParticiopant: entries, uploadCoach: [] },
  });
  await page.route('**/api/service/participant/downloadFile.php', (route) => {
    const { fileId } = route.request().postDataJSON() as { fileId: number };
    return route.fulfill({ contentType: 'application/octet-stream', body: files[fileId - 1]?.bytes ?? '' });
  });
}

/** Opens a document of the list in the pane. */
export const openDocument = (page: Page, name: string) =>
  page.getByRole('button', { name: `Lesen ${name}`, exact: true }).click();

/** The pane that shows a document. */
export const paneOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Returns the letters and digits of the text that a pane shows, in lower case; '' while the pane shows no text. */
export async function readNormalizedText(pane: Locator): Promise<string> {
  const text = await pane.evaluate((element) => {
    const frame = element.querySelector('iframe');
    return frame ? (frame.contentDocument?.body.innerText ?? '') : (element.textContent ?? '');
  });
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns an array to which the address of each request to another host is added from now on. */
export function collectExternalRequests(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && hostname !== '127.0.0.1') addresses.push(request.url());
  });
  return addresses;
}
