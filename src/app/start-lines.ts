import { hostname } from 'node:os';

/** The numbers of the levels in the server's log. */
const levels = { info: 30, warn: 40, fatal: 60 };

/** The level of a line: `fatal` lines go to the error stream. */
export type LineLevel = keyof typeof levels;

/**
 * Whether the lines of this process are lines of a log: nobody reads them at a terminal, and LOG_LEVEL does not silence
 * the log.
 */
const isLog = ({ isTTY }: NodeJS.WriteStream) => !isTTY && process.env['LOG_LEVEL'] !== 'silent';

/**
 * Prints text for the operator about the start and the end of the portal. At a terminal it is printed as it is. In a log
 * it becomes one line of JSON, like the lines of requests, whatever LOG_LEVEL is.
 */
export function print(text: string, level: LineLevel = 'info'): void {
  const stream = level === 'fatal' ? process.stderr : process.stdout;
  stream.write(`${isLog(stream) ? formatLogLine(text, level) : text}\n`);
}

function formatLogLine(text: string, level: LineLevel): string {
  const { pid } = process;
  const msg = text.trim().replaceAll(/\s+/g, ' ');
  return JSON.stringify({ level: levels[level], time: Date.now(), pid, hostname: hostname(), msg });
}

/** Makes the warnings of Node itself lines of the log as well. */
export function printNodeWarnings(): void {
  if (!isLog(process.stderr)) return;
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => print(`${name}: ${message}`, 'warn'));
}
