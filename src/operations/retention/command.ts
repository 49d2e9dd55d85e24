import { retentionClassLabels, type RetentionClass } from './rules.ts';
import { deletionNoticeDays } from '../../features/mail/rules.ts';
import { applyRetention, countDueData } from './retention.ts';
import { readArguments, runCommand, printLine, withInstallation } from '../commands/installation.ts';
import { readSettings } from '../../platform/settings/settings.ts';

const usage = `Deletes data whose retention period has passed; the portal does so every night (periods: PORTAL_FILE, retention):

  npm run retention -- --report       shows what would be deleted now, and changes nothing
  npm run retention -- --now          deletes it`;

const options = { report: { type: 'boolean' }, now: { type: 'boolean' } } as const;

async function main(): Promise<void> {
  const { report: wantsReport = false, now: wantsDeletion = false } = readArguments(usage, { options }).values;
  if (wantsReport === wantsDeletion) throw new Error(usage);
  const settings = readSettings(process.env);
  const counts = await withInstallation(settings, 'do not migrate', (installation) => {
    const app = { ...installation, clock: { shiftMs: 0 }, usesLocks: true };
    return wantsReport ? countDueData(app) : applyRetention(app);
  });
  printLine(wantsReport ? 'Would be deleted now:' : 'Deleted:');
  for (const [name, label] of Object.entries(retentionClassLabels)) {
    const count = counts[name as RetentionClass];
    printLine(`  ${(count === undefined ? 'kept' : count.toLocaleString('en')).padStart(9)}  ${label}`);
  }
  printLine(`Participants who are notified have ${deletionNoticeDays} days to keep their account by signing in.`);
}

runCommand(main);
