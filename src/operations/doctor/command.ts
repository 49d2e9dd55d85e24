import { examine } from '../doctor/checks.ts';
import type { Finding } from '../doctor/finding.ts';
import { readArguments, runCommand, say, withInstallation } from './command.ts';
import { readSettings } from './settings.ts';

const usage = `Examines database, file store, queue, disks, backups and settings; while the portal runs or not:

  npm run doctor                      exit code 1 where something is broken
    --repair                          removes objects without a document, queues forgotten mails again
    --thorough                        reads every document instead of a thirtieth`;

const marks: Record<Finding['state'], string> = { ok: 'ok     ', warning: 'WARNING', trouble: 'TROUBLE' };

const options = { repair: { type: 'boolean' }, thorough: { type: 'boolean' } } as const;

async function main(): Promise<number> {
  const { repair = false, thorough = false } = readArguments(usage, { options }).values;
  const worst = await withInstallation(readSettings(process.env), 'as it is', (installation) =>
    examine(installation, { repair, thorough }, (check, { state, line }) =>
      say(`${marks[state]}  ${check.padEnd(10)}  ${line}`),
    ),
  );
  return worst === 'trouble' ? 1 : 0;
}

runCommand(main);
