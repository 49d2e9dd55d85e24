import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A pid that no process can have: pids end at 2^22 on Linux and at 99,998 on macOS. */
const unusedPid = '2147483647';

/**
 * Makes sure that the cluster can be started again after Node or PostgreSQL's main process (the postmaster) was killed.
 * First it stops those processes of this database that are still alive, then it makes a stale `postmaster.pid`
 * harmless.
 *
 * The processes are recognised by `clusterName` in their command lines, because the pid in the file may by now belong
 * to a zombie or an unrelated process. The file gets a pid that no process has, so that PostgreSQL considers the server
 * dead. It is not deleted, because its other lines identify the shared memory of the earlier server. If processes that
 * this function overlooked still use that memory, PostgreSQL refuses to start.
 */
export async function cleanUpAfterCrash({
  clusterDir,
  lockFile,
  clusterName,
  log,
}: {
  clusterDir: string;
  lockFile: string;
  clusterName: string;
  log: (line: string) => void;
}): Promise<void> {
  await stopOrphans(clusterName, log);
  refuseIfLockedElsewhere(lockFile);
  const pidFile = join(clusterDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const content = readFileSync(pidFile, 'utf8');
  if (content.trim() === '') {
    // A power cut can leave the file empty, and then PostgreSQL would refuse to start until an operator deletes it.
    rmSync(pidFile);
    return;
  }
  const rewrittenFile = `${pidFile}.portal`;
  writeFileSync(rewrittenFile, content.replace(/^.*/, unusedPid), { mode: 0o600 });
  const { uid, gid } = statSync(clusterDir);
  chownSync(rewrittenFile, uid, gid);
  renameSync(rewrittenFile, pidFile);
}

/** The exit status that `flock` is asked to return if another process holds the lock. */
export const lockedStatus = 75;

/**
 * Throws if a PostgreSQL process in another container uses the cluster. Two servers on the same cluster would destroy
 * it, and containers that share a volume see neither each other's processes nor each other's shared memory. A file lock
 * works across containers, and every PostgreSQL process holds it while it is alive.
 */
function refuseIfLockedElsewhere(lockFile: string): void {
  const { status } = spawnSync('flock', ['-n', '-E', String(lockedStatus), lockFile, 'true']);
  // A system without flock, such as macOS, runs no such containers, so this check passes there.
  if (status !== lockedStatus) return;
  throw new Error(
    `The database beside ${lockFile} is in use elsewhere, perhaps in another container: ` +
      'stop that one, or choose another DATA_DIR.',
  );
}

async function stopOrphans(clusterName: string, log: (line: string) => void): Promise<void> {
  let orphans = listProcessesOf(clusterName);
  if (orphans.length === 0) return;
  log(`Stopping ${orphans.length} PostgreSQL process(es) that an earlier run left behind.`);
  const postmaster = orphans.find(({ isPostmaster }) => isPostmaster);
  if (postmaster) {
    sendSignal(postmaster.pid, 'SIGINT');
    orphans = await waitUntilEnded(clusterName, 15_000);
  }
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const { pid } of orphans) sendSignal(pid, signal);
    orphans = await waitUntilEnded(clusterName, 5_000);
  }
  if (orphans.length > 0) {
    throw new Error(`PostgreSQL processes of an earlier run cannot be stopped (process id ${orphans[0]?.pid}).`);
  }
}

interface DatabaseProcess {
  pid: number;
  isPostmaster: boolean;
}

/** Waits until no process of the cluster is left, or until the timeout. Returns the processes that are left. */
async function waitUntilEnded(clusterName: string, timeoutMs: number): Promise<DatabaseProcess[]> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const processes = listProcessesOf(clusterName);
    if (processes.length === 0 || performance.now() > deadline) return processes;
    await sleep(20);
  }
}

/**
 * Lists the live PostgreSQL processes with this cluster name. Zombies have no command line, so they are not included.
 */
function listProcessesOf(clusterName: string): DatabaseProcess[] {
  const processes: DatabaseProcess[] = [];
  for (const { pid, command } of process.platform === 'linux' ? listProcessesInProc() : listProcessesByPs()) {
    const [program = '', settings = ''] = command.split(' -D ');
    const isPostmaster =
      program.endsWith('/postgres') && !program.includes(' -c ') && settings.includes(` cluster_name=${clusterName}`);
    if (isPostmaster || command.startsWith(`postgres: ${clusterName}: `)) processes.push({ pid, isPostmaster });
  }
  return processes;
}

// Used on Linux instead of `ps`, which slim images lack.
function listProcessesInProc(): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: readCommand(name) }));
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // The process has ended since /proc was listed.
    return '';
  }
}

function listProcessesByPs(): { pid: number; command: string }[] {
  return execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(.*)$/.exec(line))
    .map((match) => ({ pid: Number(match?.[1]), command: match?.[2] ?? '' }));
}

/** Sends a signal to a process. Does nothing if the process has already ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
