import { classes, noticeDays, type Class } from '../retention/rules.ts';
import { letGo, whatIsDue } from '../retention/retention.ts';
import { readArguments, runCommand, say, withInstallation } from './command.ts';
import { readSettings } from './settings.ts';

const usage = `What goes because its time has come; the portal does it every night by the times of PORTAL_FILE (retention):

  npm run retention -- --report       tells what would go now, and changes nothing
  npm run retention -- --now          lets it go`;

const options = { report: { type: 'boolean' }, now: { type: 'boolean' } } as const;

async function main(): Promise<void> {
  const { report = false, now = false } = readArguments(usage, { options }).values;
  if (report === now) throw new Error(usage);
  const settings = readSettings(process.env);
  const counts = await withInstallation(settings, 'as it is', (installation) => {
    const app = { ...installation, clock: { shiftMs: 0 }, locks: true };
    return report ? whatIsDue(app) : letGo(app);
  });
  say(report ? 'Would go now:' : 'Gone:');
  for (const [name, words] of Object.entries(classes)) {
    const count = counts[name as Class];
    say(`  ${(count === undefined ? 'kept' : count.toLocaleString('en')).padStart(9)}  ${words}`);
  }
  say(`Those to be told have ${noticeDays} days to keep their account by signing in.`);
}

runCommand(main);
