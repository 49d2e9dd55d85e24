import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';

/** Waits until a mail to this address contains `text`. Returns the full text of the newest matching mail. */
export async function waitForMail(address: string, text: string): Promise<string> {
  let newestText = '';
  await expect
    .poll(async () => {
      const mails = await Promise.all((await listMailFileNames()).map(readMail));
      const matches = mails.filter(
        (mail) => mail.to?.some((to) => to.address === address) && mail.text?.includes(text),
      );
      matches.sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
      newestText = matches.at(-1)?.text ?? '';
      return newestText;
    }, pollOptions)
    .not.toBe('');
  return newestText;
}

const pollOptions = { intervals: [100] };
const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'mails');

async function listMailFileNames(): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files.filter((name) => name.endsWith('.eml'));
}

/** The parsed mails by file name. They are cached, since a mail never changes and a test run sends a thousand. */
const parsedMails = new Map<string, ReturnType<typeof parseMail>>();

function readMail(name: string): ReturnType<typeof parseMail> {
  const mail = parsedMails.get(name) ?? parseMail(name);
  parsedMails.set(name, mail);
  return mail;
}

async function parseMail(name: string) {
  return PostalMime.parse(await readFile(join(folder, name)));
}
