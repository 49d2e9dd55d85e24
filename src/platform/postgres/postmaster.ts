import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCleanEnvironment } from './cluster.ts';
import { lockedStatus, sendSignal } from './orphans.ts';
import { socketPort } from './socket.ts';

/** A running PostgreSQL server. */
export interface Postmaster {
  /** Resolves when PostgreSQL has ended, with the reason in a few words. Never rejects. */
  ended: Promise<string>;
  /** Requests a fast shutdown, which rolls back open transactions, and kills PostgreSQL if that takes too long. */
  stop: () => Promise<void>;
}

/**
 * A shell script that starts PostgreSQL and shuts it down if Node is killed, which PostgreSQL would not notice. When
 * Node ends, the pipe on the script's standard input closes, and the script requests a fast shutdown. It prints the
 * server's pid, and ends when the server ends. It locks the file $1, and PostgreSQL's processes inherit the lock (see
 * `refuseIfLockedElsewhere`).
 */
const watchdog = `
exec 3<&0 9>>"$1"
shift
if command -v flock >/dev/null; then flock -n 9 || exit ${lockedStatus}; fi
"$@" </dev/null >&2 3<&- &
server=$!
echo "$server"
exec >&-
{ read -r line <&3; kill -INT "$server"; } 2>/dev/null &
reader=$!
wait "$server"
status=$?
kill "$reader" 2>/dev/null
exit "$status"
`;

const maxLogBytes = 1024 * 1024;

/**
 * Starts PostgreSQL on a cluster and waits until it accepts connections. After a crash, that includes the recovery.
 * `command` is the path of PostgreSQL, after the prefixes from `runAsPrefix` and `buildSameClockPrefix`. If the start
 * fails, the error contains the last lines of the log.
 */
export async function startPostmaster(options: {
  command: string[];
  clusterDir: string;
  socketDir: string;
  logFile: string;
  lockFile: string;
  clusterName: string;
  maxConnections: number;
  isDisposable: boolean;
}): Promise<Postmaster> {
  rotateLog(options.logFile);
  const logHandle = openSync(options.logFile, 'a', 0o600);
  const logStart = statSync(options.logFile).size;
  const shell = spawn(
    '/bin/sh',
    ['-c', watchdog, 'sh', options.lockFile, ...options.command, ...buildServerArguments(options)],
    {
      cwd: '/',
      // The shell gets its own process group, so that Ctrl-C reaches only Node, which finishes its work and then stops
      // the database.
      detached: true,
      env: createCleanEnvironment(),
      stdio: ['pipe', 'pipe', logHandle],
    },
  );
  closeSync(logHandle);
  let hasEnded = false;
  const ended = new Promise<string>((resolve) => {
    shell.on('error', (error) => resolve(error.message));
    shell.on('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  }).finally(() => (hasEnded = true));
  const pid = readFirstLine(shell);
  while (!hasEnded && !(await isReady(options.clusterDir, pid))) await sleep(5);
  if (hasEnded) {
    const output = readFileSync(options.logFile).subarray(logStart).toString().trim().split('\n').slice(-5).join('\n');
    throw new Error(`PostgreSQL did not start (${await ended}):\n${output}`);
  }
  // The shell must not keep Node alive. It ends when Node ends.
  shell.unref();
  for (const stream of [shell.stdin, shell.stdout]) (stream as unknown as { unref?(): void } | null)?.unref?.();

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    shell.ref();
    shell.stdin?.end();
    for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
      const timeout = signal === 'SIGQUIT' ? 20_000 : 5_000;
      if (await Promise.race([ended.then(() => true), sleep(timeout, false, { ref: false })])) return;
      sendSignal(Number(await pid), signal);
    }
    await ended;
  };
  return { ended, stop: () => (stopped ??= stop()) };
}

function buildServerArguments(options: {
  clusterDir: string;
  socketDir: string;
  clusterName: string;
  maxConnections: number;
  isDisposable: boolean;
}) {
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    port: socketPort,
    unix_socket_directories: `"${options.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // After a kill, PostgreSQL's processes are found by this name (see orphans.ts).
    cluster_name: options.clusterName,
    max_connections: options.maxConnections,
    timezone: 'UTC',
    shared_buffers: '64MB',
    // The portal's queries are too small to gain from parallel workers or compilation. Parallel workers would also need
    // /dev/shm, of which a container has only 64 MB.
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    // io_uring and I/O workers bring no gain for a database of this size, and some containers forbid io_uring.
    io_method: 'sync',
    // Random reads from memory or an SSD cost little more than sequential reads, so the planner should prefer indexes.
    random_page_cost: 1.1,
    // The log must not contain values of rows or queries. With its default settings, PostgreSQL would log error details
    // and statements that contain e-mail addresses. The app logs the errors itself.
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: 0,
    log_checkpoints: 'off',
    ...(options.isDisposable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return ['-D', options.clusterDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Appends `.1` to the name of a log that is larger than a megabyte. Replaces the log that has that name already. */
function rotateLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(logFile, `${logFile}.1`);
}

function readFirstLine(shell: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    shell.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.split('\n')[0] ?? '');
    });
    shell.stdout?.on('close', () => resolve(text.trim()));
    shell.on('error', () => resolve(''));
  });
}

/**
 * Whether the server with this pid accepts connections. The first line of postmaster.pid is the pid of the server, and
 * the eighth is its state. After a crash, the file may still contain an older pid.
 */
async function isReady(clusterDir: string, pid: Promise<string>): Promise<boolean> {
  const expectedPid = await pid;
  let lines: string[];
  try {
    lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return false;
  }
  return lines[0] === expectedPid && lines[7]?.trim() === 'ready';
}
