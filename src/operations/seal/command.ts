import { recordSeals, sealLog, selectSealsAfter } from '../../features/audit/exports.ts';
import { readArguments, runCommand, printLine, withInstallation, type Installation } from '../commands/installation.ts';
import { readSettings } from '../../platform/settings/settings.ts';

const usage = `Seals the audit log; the portal does so every hour. npm run doctor checks that all seals still match:

  npm run seal                        seals new entries, and shows the newest seal
  npm run seal -- --is NUMBER:HASH    exit code 1 unless the database still has this seal, which was noted elsewhere`;

async function main(): Promise<number> {
  const { is: expectedSeal } = readArguments(usage, { options: { is: { type: 'string' } } }).values;
  return withInstallation(readSettings(process.env), 'do not migrate', async (installation) => {
    if (expectedSeal !== undefined) return compareSeal(installation.db, expectedSeal);
    const { newest, sealedCount } = await sealLog({ ...installation, clock: { shiftMs: 0 } });
    await recordSeals(installation);
    printLine(`${sealedCount.toLocaleString('en')} entries were sealed.`);
    if (newest) {
      printLine(
        `The newest seal, from ${newest.sealedAt.slice(0, 19).replace('T', ' ')} UTC, to be noted on another machine:`,
      );
      printLine(`  ${newest.number}:${newest.hash}`);
    }
    return 0;
  });
}

/** Prints whether the database still has a seal, given as `NUMBER:HASH`, and returns the exit code. */
async function compareSeal(db: Installation['db'], expectedSeal: string): Promise<number> {
  const [, number, hash] = /^(\d{1,9}):([0-9a-f]{64})$/.exec(expectedSeal) ?? [];
  if (!number) throw new Error(usage);
  const [seal] = await selectSealsAfter(db, Number(number) - 1);
  const matches = seal?.number === Number(number) && seal.hash === hash;
  printLine(matches ? `Seal ${number} is unchanged.` : `Seal ${number} of this database differs, or does not exist.`);
  return matches ? 0 : 1;
}

runCommand(main);
