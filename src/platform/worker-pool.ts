import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

interface PoolOptions {
  /** The worker's program, as `workerProgram` finds it. */
  program: string;
  /** The most workers at once. */
  atOnce: number;
  /** The most tasks that wait; a further one is refused. */
  mostWaiting?: number;
  /** Megabytes of objects in a worker; one that needs more is stopped ('ERR_WORKER_OUT_OF_MEMORY') and replaced. */
  memory: number;
}

/**
 * The path of a worker's program. In the bundle it is beside the server's under the name `bundled`; in the sources it
 * is `source`, relative to the importing module, and compiled when it starts.
 */
export function workerProgram(importer: string, { bundled, source }: { bundled: string; source: string }): string {
  return fileURLToPath(new URL(importer.endsWith('.js') ? bundled : source, importer));
}

/** Starts workers as needed, with lower priority than everything else, and ends them after a minute without work. */
export function openPool({ program, atOnce, mostWaiting = Infinity, memory }: PoolOptions): Piscina {
  return new Piscina({
    filename: program,
    minThreads: 0,
    maxThreads: atOnce,
    maxQueue: mostWaiting,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
    niceIncrement: 5,
    ...(program.endsWith('.ts') && { execArgv: ['--import', 'tsx'] }),
  });
}
