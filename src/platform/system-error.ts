import { getSystemErrorMap } from 'node:util';

/** An error of a system call. It names a path, the address of a socket or a host, or none of them. */
interface SystemError extends Error {
  code: string;
  syscall: string;
  errno?: number;
  path?: string;
  address?: string;
  port?: number;
  hostname?: string;
}

/** What could not be done, as the end of a sentence about a path, by the system call. */
const failedActions: Record<string, string> = {
  open: 'cannot be opened',
  read: 'cannot be read',
  scandir: 'cannot be read',
  opendir: 'cannot be read',
  write: 'cannot be written',
  mkdir: 'cannot be created',
  mkdtemp: 'cannot be created',
  rename: 'cannot be renamed',
  unlink: 'cannot be deleted',
  rm: 'cannot be deleted',
  rmdir: 'cannot be deleted',
  connect: 'cannot be reached',
  getaddrinfo: 'cannot be found',
  listen: 'cannot be listened on',
};

/**
 * Returns a sentence for operators about a failed system call, such as '/data/tmp cannot be created: permission denied
 * (EACCES).' Returns null if the error does not come from a system call. An error that only wraps such an error has a
 * message of its own.
 */
export function describeSystemError(error: unknown): string | null {
  const systemError = findSystemError(error);
  if (!systemError) return null;
  const { path, address, port, hostname, syscall } = systemError;
  const socket = port === undefined ? address : `${address}:${port}`;
  const subject = path ?? socket ?? hostname ?? 'A file';
  const action = syscall.startsWith('spawn') ? 'cannot be started' : (failedActions[syscall] ?? 'cannot be accessed');
  return `${subject} ${action}: ${describeSystemReason(systemError)}.`;
}

/** Returns the system's reason for an error, such as 'permission denied (EACCES)'. */
export function describeSystemReason(error: unknown): string {
  const systemError = findSystemError(error);
  if (!systemError) return 'unknown reason';
  const { errno, code } = systemError;
  const reason = errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1];
  return reason === undefined ? code : `${reason} (${code})`;
}

/**
 * Adds `path` to an error of a system call that Node reports without one, such as a write to a full disk or a read of a
 * folder. Returns the error, so that it can be thrown.
 */
export function addPath(error: unknown, path: string): unknown {
  const systemError = findSystemError(error);
  if (systemError) systemError.path ??= path;
  return error;
}

function findSystemError(error: unknown): SystemError | null {
  if (!(error instanceof Error)) return null;
  if ('syscall' in error && typeof error.syscall === 'string' && 'code' in error) return error as SystemError;
  // A host with several addresses has one error for each of them.
  return error instanceof AggregateError ? findSystemError(error.errors[0]) : null;
}
