import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The account that runs PostgreSQL, if it is another one than that of node. */
export interface Account {
  uid: number;
  gid: number;
  name: string;
}

/**
 * Chooses the account PostgreSQL runs under. PostgreSQL refuses uid 0, so root hands it to the owner of the
 * cluster directory (so that it stays the same), else of the data directory, else `postgres`, else `nobody`. For an
 * ordinary user the answer is undefined: no other account is needed. Throws if the cluster belongs to somebody else.
 */
export function chooseAccount(dataDir: string, clusterDir: string): Account | undefined {
  const me = process.getuid?.() ?? 0;
  const clusterOwner = statSync(clusterDir, { throwIfNoEntry: false });
  if (me !== 0) {
    if (clusterOwner && clusterOwner.uid !== me) {
      throw new Error(
        `The database in ${clusterDir} belongs to uid ${clusterOwner.uid}, but this is uid ${me}: ` +
          `start as that user or as root, or choose another DATA_DIR.`,
      );
    }
    return undefined;
  }
  if (process.platform !== 'linux') {
    throw new Error('The embedded PostgreSQL does not run as root here: start as an ordinary user.');
  }
  const known = knownAccounts();
  const named = (uid: number) => known.find((account) => account.uid === uid);
  if (clusterOwner && clusterOwner.uid !== 0) {
    // Only initdb needs a name for the uid, the server does not.
    return { uid: clusterOwner.uid, gid: clusterOwner.gid, name: named(clusterOwner.uid)?.name ?? 'without name' };
  }
  const dataOwner = statSync(dataDir).uid;
  const account =
    (dataOwner !== 0 ? named(dataOwner) : undefined) ??
    known.find(({ name }) => name === 'postgres') ??
    known.find(({ name }) => name === 'nobody');
  if (!account) {
    throw new Error('PostgreSQL refuses to run as root and there is neither a user postgres nor nobody: create one.');
  }
  return account;
}

function knownAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }));
}

/**
 * The command to put in front of a PostgreSQL program so that it runs under `account` (none: under our own). If that
 * account may not enter a directory on the way to one of `paths` (a home of mode 0700), it keeps one capability of
 * root, that of passing through directories.
 */
export function runAs(account: Account | undefined, paths: string[]): string[] {
  if (!account) return [];
  const command = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  if (!paths.every((path) => isReachable(dirname(path), account))) {
    // Without no_setuid_fixup the kernel drops the ambient capabilities together with uid 0.
    command.push('--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override');
  }
  return [...command, '--'];
}

function isReachable(directory: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(directory);
  const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & execute) === 0) return false;
  return directory === dirname(directory) || isReachable(dirname(directory), account);
}

/** Gives a directory and all in it to `account`; links are not followed. */
export function giveTo(directory: string, account: Account): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) giveTo(path, account);
    else lchownSync(path, account.uid, account.gid);
  }
  chownSync(directory, account.uid, account.gid);
}
