import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A pid that no system uses (Linux ends at 2^22, macOS at 99,998), so that PostgreSQL considers its process dead. */
const unusedPid = '2147483647';

/**
 * Cleans up after a killed node or a killed postmaster, so that the cluster can be started: stops the processes of this
 * database that are still alive, then makes a stale `postmaster.pid` harmless.
 *
 * The pid in that file proves nothing: it may by now be that of a zombie or of an unrelated process. Processes are
 * therefore recognised by `mark` in their command lines. The file is not deleted, because its other lines name the
 * shared memory by which PostgreSQL itself refuses to start beside backends that were overlooked here.
 */
export async function cleanUpAfterCrash({
  clusterDir,
  lockFile,
  mark,
  log,
}: {
  clusterDir: string;
  lockFile: string;
  mark: string;
  log: (line: string) => void;
}): Promise<void> {
  await stopOrphans(mark, log);
  refuseForeignLock(lockFile);
  const pidFile = join(clusterDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const content = readFileSync(pidFile, 'utf8');
  if (content.trim() === '') {
    // After a power cut the file may be empty, and PostgreSQL would ask an operator to delete it.
    rmSync(pidFile);
    return;
  }
  const rewritten = `${pidFile}.portal`;
  writeFileSync(rewritten, content.replace(/^.*/, unusedPid), { mode: 0o600 });
  const { uid, gid } = statSync(clusterDir);
  chownSync(rewritten, uid, gid);
  renameSync(rewritten, pidFile);
}

/** The exit status of a program that cannot get the lock because another process holds it. */
export const lockedStatus = 75;

/**
 * Throws if a PostgreSQL process in another container uses the cluster. Containers that share a volume see neither each
 * other's processes nor PostgreSQL's own interlock, and two servers on one cluster would destroy it. A file lock works
 * across containers, and every PostgreSQL process holds it while it is alive.
 */
function refuseForeignLock(lockFile: string): void {
  const { status } = spawnSync('flock', ['-n', '-E', String(lockedStatus), lockFile, 'true']);
  // Systems without flock (macOS) have no such containers either.
  if (status !== lockedStatus) return;
  throw new Error(
    `The database beside ${lockFile} is in use elsewhere, perhaps in another container: ` +
      'stop that one, or choose another DATA_DIR.',
  );
}

async function stopOrphans(mark: string, log: (line: string) => void): Promise<void> {
  let orphans = processesOf(mark);
  if (orphans.length === 0) return;
  log(`Stopping ${orphans.length} PostgreSQL process(es) that an earlier run left behind.`);
  const postmaster = orphans.find(({ isPostmaster }) => isPostmaster);
  if (postmaster) {
    sendSignal(postmaster.pid, 'SIGINT');
    orphans = await waitForEnd(mark, 15_000);
  }
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const { pid } of orphans) sendSignal(pid, name);
    orphans = await waitForEnd(mark, 5_000);
  }
  if (orphans.length > 0) {
    throw new Error(`PostgreSQL processes of an earlier run cannot be stopped (process id ${orphans[0]?.pid}).`);
  }
}

interface OwnProcess {
  pid: number;
  isPostmaster: boolean;
}

async function waitForEnd(mark: string, milliseconds: number): Promise<OwnProcess[]> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const alive = processesOf(mark);
    if (alive.length === 0 || performance.now() > end) return alive;
    await sleep(20);
  }
}

/**
 * The live PostgreSQL processes that have `mark` as their cluster_name; zombies have no command line and do not count.
 */
function processesOf(mark: string): OwnProcess[] {
  const processes: OwnProcess[] = [];
  for (const { pid, command } of process.platform === 'linux' ? processesInProc() : processesByPs()) {
    const [program = '', settings = ''] = command.split(' -D ');
    const isPostmaster =
      program.endsWith('/postgres') && !program.includes(' -c ') && settings.includes(` cluster_name=${mark}`);
    if (isPostmaster || command.startsWith(`postgres: ${mark}: `)) processes.push({ pid, isPostmaster });
  }
  return processes;
}

// Used on Linux, because slim images have no ps.
function processesInProc(): { pid: number; command: string }[] {
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

function processesByPs(): { pid: number; command: string }[] {
  return execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(.*)$/.exec(line))
    .map((match) => ({ pid: Number(match?.[1]), command: match?.[2] ?? '' }));
}

/** Sends a signal to a process that may have ended already. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
