import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { killUnderLoad, noDamage, startKillablePortal, type KillablePortal } from '../support/kills.ts';
import type { WriteKind } from '../support/writers.ts';
import { recordFigure, scaledCount } from './figure.ts';

/** The load: the kind of writes that each of the concurrent writers makes. */
const writers: WriteKind[] = ['booking', 'booking', 'booking', 'upload', 'upload', 'import', 'erasure'];

/** The portal to kill. It has its own database server, which writes to disk as durably as in production. */
let killablePortal: KillablePortal;
beforeEach(async () => {
  killablePortal = await startKillablePortal({ hasSeparateServer: true });
});
afterEach(() => killablePortal.close());

async function expectNoDamage(
  subject: string,
  killsBeforeScaling: number,
  kill: (nth: number) => Promise<void>,
): Promise<void> {
  const { damage, summary } = await killUnderLoad(killablePortal, {
    killCount: scaledCount(killsBeforeScaling),
    writers,
    kill,
  });
  const isMet = Object.values(damage).flat().length === 0;
  recordFigure({ subject, result: summary, goal: '0 lost, 0 incomplete in the data', isMet });
  expect(damage).toEqual(noDamage);
}

test('kills of the app under load cause no damage', async () => {
  await expectNoDamage('Kills of the app', 200, async () => {
    await killablePortal.killApp();
    await killablePortal.restartApp();
  });
});

test('kills and restarts of the database under load cause no damage, and the app keeps running', async () => {
  // The signal of the kernel's OOM killer, and the signals of pg_ctl restart with -m immediate and with -m fast.
  const signals = ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const;
  await expectNoDamage('Kills and restarts of the database', 100, (nth) =>
    killablePortal.killDatabase(signals[nth % signals.length] ?? 'SIGKILL'),
  );
  expect(killablePortal.getCurrentPortal().child.exitCode).toBeNull();
  const listUnsentMails = () =>
    killablePortal.db
      .selectFrom('mail')
      .select('id')
      .where('sent_at', 'is', null)
      .where('overtaken_at', 'is', null)
      .execute();
  await vi.waitFor(async () => expect(await listUnsentMails()).toEqual([]), { timeout: 120_000, interval: 500 });
});
