import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The user account that runs PostgreSQL if Node runs as root. */
export interface Account {
  uid: number;
  gid: number;
  name: string;
}

/**
 * Chooses the account that runs PostgreSQL, which refuses to run as root. Returns undefined if Node runs as an ordinary
 * user: then PostgreSQL runs as the same user. If Node runs as root, the account is the first of these that exists and
 * is not root: the owner of the cluster directory, so that the account stays the same; the owner of the data directory;
 * `postgres`; `nobody`. Throws if Node runs as an ordinary user who does not own the cluster.
 */
export function chooseAccount(dataDir: string, clusterDir: string): Account | undefined {
  const ownUid = process.getuid?.() ?? 0;
  const clusterOwner = statSync(clusterDir, { throwIfNoEntry: false });
  if (ownUid !== 0) {
    if (clusterOwner && clusterOwner.uid !== ownUid) {
      throw new Error(
        `The database in ${clusterDir} belongs to uid ${clusterOwner.uid}, but this is uid ${ownUid}: ` +
          `start as that user or as root, or choose another DATA_DIR.`,
      );
    }
    return undefined;
  }
  if (process.platform !== 'linux') {
    throw new Error('The embedded PostgreSQL does not run as root here: start as an ordinary user.');
  }
  const accounts = readAccounts();
  const findAccount = (uid: number) => accounts.find((account) => account.uid === uid);
  if (clusterOwner && clusterOwner.uid !== 0) {
    // Only initdb needs an account with a name, and this cluster exists already.
    return {
      uid: clusterOwner.uid,
      gid: clusterOwner.gid,
      name: findAccount(clusterOwner.uid)?.name ?? 'without name',
    };
  }
  const dataOwnerUid = statSync(dataDir).uid;
  const account =
    (dataOwnerUid !== 0 ? findAccount(dataOwnerUid) : undefined) ??
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody');
  if (!account) {
    throw new Error('PostgreSQL refuses to run as root and there is neither a user postgres nor nobody: create one.');
  }
  return account;
}

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }));
}

/**
 * Returns the command to put in front of a PostgreSQL program so that the program runs under `account`. The command is
 * empty if `account` is undefined. If the account may not enter a parent directory of one of `paths`, such as a home
 * directory of mode 0700, the program keeps one capability of root, `dac_override`, to pass through directories.
 */
export function buildRunAsPrefix(account: Account | undefined, paths: string[]): string[] {
  if (!account) return [];
  const command = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  if (!paths.every((path) => isReachable(dirname(path), account))) {
    // Without no_setuid_fixup the kernel would drop the capability when the program stops being root.
    command.push('--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override');
  }
  return [...command, '--'];
}

function isReachable(directory: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(directory);
  const executeBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & executeBit) === 0) return false;
  return directory === dirname(directory) || isReachable(dirname(directory), account);
}

/** Makes `account` the owner of a directory and of everything in it. Symbolic links are not followed. */
export function changeOwner(directory: string, account: Account): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) changeOwner(path, account);
    else lchownSync(path, account.uid, account.gid);
  }
  chownSync(directory, account.uid, account.gid);
}
