import type { Locator, Page } from '@playwright/test';
import { mockAnswer } from './mocked-answers.ts';

/** A document of the page's participant, as the server would list and send it. */
export interface MockedFile {
  name: string;
  bytes: Buffer;
  /** The stated size, if it differs from the number of bytes. */
  size?: number;
}

/** Lists and sends these documents in place of the server, since some are files that no upload accepts. */
export async function mockDocuments(page: Page, files: readonly MockedFile[]): Promise<void> {
  const own = files.map(({ name, bytes, size = bytes.length }, index) => ({
    id: index + 1,
    name,
    size,
    uploadByCoach: false,
    mine: true,
    version: 1,
    state: 'new',
    answers: null,
    uploadedAt: '2026-11-20T10:00:00.000Z',
  }));
  await mockAnswer(page, 'participant/getFiles', {
    editableFile: true,
    mayUpload: true,
    files: { uploadParticiopant: own, uploadCoach: [] },
  });
  await page.route('**/api/service/participant/downloadFile.php', (route) => {
    const { fileId } = route.request().postDataJSON() as { fileId: number };
    return route.fulfill({ contentType: 'application/octet-stream', body: files[fileId - 1]?.bytes ?? '' });
  });
}

export const openDocument = (page: Page, name: string) =>
  page.getByRole('button', { name: `Lesen ${name}`, exact: true }).click();

/** The pane that shows a document. */
export const paneOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Returns the text that a pane shows, reduced to its letters and digits; '' as long as it shows none. */
export async function lettersIn(pane: Locator): Promise<string> {
  const text = await pane.evaluate((element) => {
    const frame = element.querySelector('iframe');
    return frame ? (frame.contentDocument?.body.innerText ?? '') : (element.textContent ?? '');
  });
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns a list to which each further request of the page to another host adds its address. */
export function collectForeignRequests(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && hostname !== '127.0.0.1') addresses.push(request.url());
  });
  return addresses;
}
