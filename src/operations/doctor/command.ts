import { runChecks } from './checks.ts';
import type { Finding } from './finding.ts';
import { readArguments, runCommand, printLine, withInstallation } from '../commands/installation.ts';
import { readSettings } from '../../platform/settings/settings.ts';

const usage = `Checks database, file store, queue, disks, backups and settings, whether the portal runs or not:

  npm run doctor                      exit code 1 if something is broken
    --repair                          removes objects without a document, requeues mails that have no job
    --thorough                        reads all documents instead of one in thirty`;

const stateLabels: Record<Finding['state'], string> = { ok: 'ok     ', warning: 'WARNING', trouble: 'TROUBLE' };

const options = { repair: { type: 'boolean' }, thorough: { type: 'boolean' } } as const;

async function main(): Promise<number> {
  const { repair = false, thorough = false } = readArguments(usage, { options }).values;
  const worstState = await withInstallation(readSettings(process.env), 'do not migrate', (installation) =>
    runChecks(installation, { repair, thorough }, (check, { state, line }) =>
      printLine(`${stateLabels[state]}  ${check.padEnd(10)}  ${line}`),
    ),
  );
  return worstState === 'trouble' ? 1 : 0;
}

runCommand(main);
