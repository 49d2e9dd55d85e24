import { execFile } from 'node:child_process';
import { limitConcurrency } from '../concurrency.ts';
import { resolveSandboxProgram } from '../sandbox/sandboxes.ts';
import { exitCodes, type PictureFault, type ReportedFault } from './faults.ts';

declare module '../http/calls/handler.ts' {
  interface App {
    pictures: Pictures;
  }
}

/** Re-encodes uploaded pictures as new files (docs/decisions/0042). */
export interface Pictures {
  /**
   * Returns the middle of a picture as a square WebP file, or why the file is refused. Rejects if `signal` is aborted.
   */
  cropToSquare(path: string, signal: AbortSignal): Promise<Buffer | PictureFault>;
}

const program = resolveSandboxProgram(import.meta.url, { bundled: './picture.js', source: './draw.ts' });

/** How long drawing a picture may take, including the start of the process, in milliseconds. */
const defaultTimeLimitMs = 10_000;
/** How many pictures may wait while another one is being drawn; further ones are refused with 503. */
const maxWaiting = 20;

/**
 * Draws one picture at a time, each in a separate process. The decoders are written in C, and a bug in one of them
 * can affect only that process, which has no secrets of the portal: it gets an empty environment.
 */
export function openPictures({ timeLimitMs = defaultTimeLimitMs }: { timeLimitMs?: number } = {}): Pictures {
  const runLimited = limitConcurrency(1, maxWaiting);
  return { cropToSquare: (path, signal) => runLimited(() => draw(path, signal, timeLimitMs)) };
}

function draw(path: string, signal: AbortSignal, timeLimitMs: number): Promise<Buffer | PictureFault> {
  const options = {
    encoding: 'buffer',
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
    maxBuffer: 1_000_000,
    signal,
  } as const;
  const argv = [...(program.endsWith('.ts') ? ['--import', 'tsx'] : []), program, path];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, argv, { ...options, env: {} }, (error, picture) => {
      if (!error) return resolve(picture);
      if (signal.aborted) return reject(signal.reason as Error);
      if (error.killed) return resolve('slow');
      const reportedFault = (Object.keys(exitCodes) as ReportedFault[]).find(
        (fault) => exitCodes[fault] === error.code,
      );
      // A signal means that a decoder crashed on the file. Any other exit code means a bug in our program.
      if (reportedFault ?? error.signal) return resolve(reportedFault ?? 'notAPicture');
      // `error` is not passed on, because its message contains the path and the output of the process.
      reject(new Error('A picture could not be drawn.'));
    });
  });
}
