import { execFile } from 'node:child_process';
import { limitConcurrency } from '../concurrency.ts';
import { sandboxProgram } from '../sandbox/sandboxes.ts';
import { refusedWith, type PictureFault } from './faults.ts';

declare module '../http/calls/handler.ts' {
  interface App {
    pictures: Pictures;
  }
}

/** Redraws the pictures that people upload (docs/decisions/0042). */
export interface Pictures {
  /** The middle of a picture as a square WebP, or the reason for refusing the file. Rejects when `signal` fires. */
  square(path: string, signal: AbortSignal): Promise<Buffer | PictureFault>;
}

const program = sandboxProgram(import.meta.url, { bundled: './picture.js', source: './draw.ts' });

/** Milliseconds that a picture may take, with the start of the process. */
const usualDeadline = 10_000;
const longestQueue = 20;

/**
 * One picture at a time, each in a process of its own: the decoders are written in C, and a fault in one of them
 * stays there. The process knows no secret of the portal, since it gets nothing of its environment.
 */
export function openPictures({ deadline = usualDeadline }: { deadline?: number } = {}): Pictures {
  const runLimited = limitConcurrency(1, longestQueue);
  return { square: (path, signal) => runLimited(() => draw(path, signal, deadline)) };
}

function draw(path: string, signal: AbortSignal, deadline: number): Promise<Buffer | PictureFault> {
  const options = {
    encoding: 'buffer',
    timeout: deadline,
    killSignal: 'SIGKILL',
    maxBuffer: 1_000_000,
    signal,
  } as const;
  const argv = [...(program.endsWith('.ts') ? ['--import', 'tsx'] : []), program, path];
  return new Promise((done, failed) => {
    execFile(process.execPath, argv, { ...options, env: {} }, (error, picture) => {
      if (!error) return done(picture);
      if (signal.aborted) return failed(signal.reason as Error);
      if (error.killed) return done('slow');
      const refused = (Object.keys(refusedWith) as PictureFault[]).find((fault) => refusedWith[fault] === error.code);
      // A signal means that a decoder broke on the file; another code is a fault of ours.
      if (refused ?? error.signal) return done(refused ?? 'notAPicture');
      // The message would hold the path and the output of the process.
      failed(new Error('A picture could not be drawn.'));
    });
  });
}
