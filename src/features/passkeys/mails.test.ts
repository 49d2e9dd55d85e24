import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { createPasskey } from '../../../tests/support/passkeys.ts';
import { openWorld } from '../../../tests/support/world.ts';
import { removePasskey } from './contract.ts';

test('the mails about a passkey name it and say what to do if it was somebody else [3.16] [11.4]', async () => {
  const world = await openWorld({ runsJobs: true });
  try {
    const folder = join(world.dataDir, 'mails');
    const readMails = async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
      const parsed = await Promise.all(
        names.map(async (name) => new PostalMime().parse(await readFile(join(folder, name), 'utf8'))),
      );
      return new Map(parsed.map(({ subject = '', text = '' }) => [subject, text.replaceAll(/\s+/g, ' ')]));
    };
    const name = 'Kims <b>Telefon</b>';
    const { session, passkeyId } = await createPasskey(world, await world.addParticipant(), {}, name);
    await world.call(removePasskey, session, { passkeyId });
    await vi.waitFor(async () => expect((await readMails()).size).toBe(2), { timeout: 60_000, interval: 50 });
    const mails = await readMails();
    const added = mails.get('Ein Passkey wurde hinzugefügt');
    expect(added).toContain(`Passkey: ${name}`);
    expect(added).toContain('Entferne danach den Passkey in den Einstellungen');
    const removed = mails.get('Ein Passkey wurde entfernt');
    expect(removed).toContain(`Passkey: ${name}`);
    expect(removed).toContain('Du warst das nicht?');
    expect(removed).toContain('Lösche ihn auch auf deinem Gerät');
  } finally {
    await world.close();
  }
});
