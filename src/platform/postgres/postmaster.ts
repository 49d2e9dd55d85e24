import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanEnvironment } from './cluster.ts';
import { lockedStatus, sendSignal } from './orphans.ts';
import { port } from './socket.ts';

/** A running PostgreSQL. */
export interface Postmaster {
  /** Resolves with the reason, in a few words, when PostgreSQL has ended. Never rejects. */
  ended: Promise<string>;
  /** Shuts PostgreSQL down fast (open transactions are rolled back), and kills it if that takes too long. */
  stop: () => Promise<void>;
}

/**
 * A shell script that runs between node and PostgreSQL, because PostgreSQL does not notice when node is killed: the
 * pipe on the script's standard input closes when node ends, and the script then requests a fast shutdown. It prints
 * the server's pid and ends with the server. PostgreSQL's processes inherit the lock on the file in $1 (see
 * `refuseForeignLock`).
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
 * Starts PostgreSQL on a cluster and waits until it accepts connections (after a crash: until recovery is done).
 * `command` is the program after the commands of `runAs` and `withSameClock`. If the start fails, the error contains
 * the end of the log.
 */
export async function startPostmaster(options: {
  command: string[];
  clusterDir: string;
  socketDir: string;
  logFile: string;
  lockFile: string;
  mark: string;
  connections: number;
  disposable: boolean;
}): Promise<Postmaster> {
  rotate(options.logFile);
  const logHandle = openSync(options.logFile, 'a', 0o600);
  const logStart = statSync(options.logFile).size;
  const shell = spawn(
    '/bin/sh',
    ['-c', watchdog, 'sh', options.lockFile, ...options.command, ...serverArguments(options)],
    {
      cwd: '/',
      // A process group of its own, so that Ctrl-C reaches only node, which finishes its work and stops the database.
      detached: true,
      env: cleanEnvironment(),
      stdio: ['pipe', 'pipe', logHandle],
    },
  );
  closeSync(logHandle);
  let hasEnded = false;
  const ended = new Promise<string>((resolve) => {
    shell.on('error', (error) => resolve(error.message));
    shell.on('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  }).finally(() => (hasEnded = true));
  const pid = firstLine(shell);
  while (!hasEnded && !(await isReady(options.clusterDir, pid))) await sleep(5);
  if (hasEnded) {
    const output = readFileSync(options.logFile).subarray(logStart).toString().trim().split('\n').slice(-5).join('\n');
    throw new Error(`PostgreSQL did not start (${await ended}):\n${output}`);
  }
  // The shell ends with node, so it must not keep node alive.
  shell.unref();
  for (const stream of [shell.stdin, shell.stdout]) (stream as unknown as { unref?(): void } | null)?.unref?.();

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    shell.ref();
    shell.stdin?.end();
    for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
      const patience = signal === 'SIGQUIT' ? 20_000 : 5_000;
      if (await Promise.race([ended.then(() => true), sleep(patience, false, { ref: false })])) return;
      sendSignal(Number(await pid), signal);
    }
    await ended;
  };
  return { ended, stop: () => (stopped ??= stop()) };
}

function serverArguments(options: {
  clusterDir: string;
  socketDir: string;
  mark: string;
  connections: number;
  disposable: boolean;
}) {
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    port,
    unix_socket_directories: `"${options.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // The name by which PostgreSQL's processes are found after a kill (see orphans.ts).
    cluster_name: options.mark,
    max_connections: options.connections,
    timezone: 'UTC',
    shared_buffers: '64MB',
    // Containers have 64 MB of /dev/shm, and no query here is large enough for parallel workers or compilation.
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    // io_uring and I/O workers bring no gain at this size, and not every container allows them.
    io_method: 'sync',
    // Indexes are preferred, because random reads from memory or an SSD cost little more than sequential ones.
    random_page_cost: 1.1,
    // The log must not contain values of rows or queries: PostgreSQL would put e-mail addresses into the messages,
    // details and statements of errors. The app reports errors itself.
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: 0,
    log_checkpoints: 'off',
    ...(options.disposable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return ['-D', options.clusterDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Keeps the log small: one old file of about a megabyte beside the current one. */
function rotate(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(logFile, `${logFile}.1`);
}

function firstLine(shell: ChildProcess): Promise<string> {
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

/** Whether the server with this pid accepts connections; the file of an earlier start holds another pid. */
async function isReady(clusterDir: string, pid: Promise<string>): Promise<boolean> {
  const expected = await pid;
  let lines: string[];
  try {
    lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return false;
  }
  return lines[0] === expected && lines[7]?.trim() === 'ready';
}
