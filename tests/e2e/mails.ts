import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';

/** The text of the newest mail to an address that contains `text`; waits until it is sent. */
export async function mailsTo(address: string, text: string): Promise<string> {
  let found = '';
  await expect
    .poll(async () => {
      const mails = await Promise.all((await names()).map(read));
      const mine = mails.filter((mail) => mail.to?.some((to) => to.address === address) && mail.text?.includes(text));
      mine.sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
      found = mine.at(-1)?.text ?? '';
      return found;
    })
    .not.toBe('');
  return found;
}

const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'mails');

async function names(): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files.filter((name) => name.endsWith('.eml'));
}

async function read(name: string) {
  return PostalMime.parse(await readFile(join(folder, name)));
}
