import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { killUnderLoad, noDamage, openVictim, type Victim } from '../support/kills.ts';
import type { Kind } from '../support/writers.ts';
import { recordFigure, tries } from './figure.ts';

const writers: Kind[] = ['booking', 'booking', 'booking', 'upload', 'upload', 'import', 'erasure'];

/** On a database server of its own, as durable as in life. */
let victim: Victim;
beforeEach(async () => {
  victim = await openVictim({ ownServer: true });
});
afterEach(() => victim.close());

async function survives(what: string, usualKills: number, kill: (nth: number) => Promise<void>): Promise<void> {
  const { damage, summary } = await killUnderLoad(victim, { kills: tries(usualKills), writers, kill });
  const holds = Object.values(damage).flat().length === 0;
  recordFigure({ what, result: summary, goal: '0 lost, 0 halves in the data', holds });
  expect(damage).toEqual(noDamage);
}

test('the app is killed while people book, upload, import and erase', async () => {
  await survives('Kills of the app', 200, async () => {
    await victim.killApp();
    await victim.startAgain();
  });
});

test('the database is killed and restarted while people book, upload, import and erase: the app goes on', async () => {
  // As by the kernel, and as by pg_ctl restart with -m immediate and -m fast.
  const signals = ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const;
  await survives('Kills and restarts of the database', 100, (nth) =>
    victim.killDatabase(signals[nth % signals.length] ?? 'SIGKILL'),
  );
  expect(victim.portal().child.exitCode).toBeNull();
  const waiting = () =>
    victim.db.selectFrom('mail').select('id').where('sent_at', 'is', null).where('overtaken_at', 'is', null).execute();
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 120_000, interval: 500 });
});
