import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createApplication } from '../../src/app/application.ts';
import { createJobs } from '../../src/app/jobs.ts';
import { downloadFile, uploadFiles } from '../../src/features/files/contract.ts';
import { queueMailJobs } from '../../src/features/mail/outbox.sql.ts';
import { openPool } from '../../src/platform/database/db.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import type { Call } from '../../src/shared/call.ts';
import { outcomeOf } from '../races/context.ts';
import { proxyDatabase } from '../support/database-proxy.ts';
import { openProxy } from '../support/proxy.ts';
import type { CallResponse, World } from '../support/world.ts';
import { Interrupter, type Interruption } from './interrupter.ts';

/** The outcome of a call without a response, or with a fault as its response: it may have been served or not. */
export const unknownOutcome = 'unknown';

/** The document that participants upload. */
export const docx = readFileSync(
  resolve(import.meta.dirname, '../../src/features/files/testdata/documents/single-paragraph.docx'),
);

/** The ports of the servers that a portal reaches through proxies. The database is that of the world. */
export interface ServerPorts {
  mailServer: number;
  store: number;
}

/**
 * Starts a portal on the database of a world. It reaches its servers only through proxies, and it runs its jobs only
 * when `runJobs` is called. A killed portal reaches no server any more, so it can change nothing.
 */
async function startPortal(world: World, ports: ServerPorts, usesLocks: boolean) {
  const proxies: { close(): void }[] = [];
  let isKilled = false;
  const kill = () => {
    isKilled = true;
    for (const proxy of proxies) proxy.close();
  };
  const interrupter = new Interrupter(kill);
  const database = await proxyDatabase(world.appUrl, interrupter.accept('database'));
  const openServerProxy = (server: 'mailServer' | 'store') =>
    openProxy({ host: '127.0.0.1', port: ports[server] }, { host: '127.0.0.1', port: 0 }, interrupter.accept(server));
  const [mailServer, store] = await Promise.all([openServerProxy('mailServer'), openServerProxy('store')]);
  proxies.push(database, mailServer, store);
  const settings = {
    ...world.settings,
    smtpUrl: `smtp://127.0.0.1:${mailServer.port}`,
    fileStoreUrl: `s3://documents?endpoint=http://127.0.0.1:${store.port}&region=eu-central-1`,
  };
  const portal = await createApplication(settings, database.url, null, {
    clock: world.clock,
    runsJobs: false,
    usesLocks,
  });
  const address = await portal.fastify.listen({ port: 0, host: '127.0.0.1' });
  return {
    app: portal.app,
    jobs: createJobs(portal.app, pino({ level: 'silent' })),
    address,
    interrupter,
    isKilled: () => isKilled,
    async close() {
      await portal.close();
      kill();
    },
  };
}

type StartedPortal = Awaited<ReturnType<typeof startPortal>>;

/** A portal that can be interrupted and killed; after a kill, it is started again. */
export class InterruptedPortal {
  readonly #world: World;
  readonly #ports: ServerPorts;
  readonly #usesLocks: boolean;
  readonly #queuePool;
  #current: StartedPortal;
  readonly #closing: Promise<void>[] = [];

  private constructor(world: World, ports: ServerPorts, usesLocks: boolean, current: StartedPortal) {
    this.#world = world;
    this.#ports = ports;
    this.#usesLocks = usesLocks;
    this.#current = current;
    // The queue has its own connections, because tests of the worker and of kills interrupt the queue itself.
    this.#queuePool = openPool(world.appUrl, 3);
  }

  static async start(world: World, ports: ServerPorts, { usesLocks = true } = {}): Promise<InterruptedPortal> {
    return new InterruptedPortal(world, ports, usesLocks, await startPortal(world, ports, usesLocks));
  }

  /** Plans the interruption of a request that the portal makes from now on. Resolves once it happens. */
  interrupt(interruption: Interruption): Promise<void> {
    return this.#current.interrupter.plan(interruption);
  }

  /** Ends all interruptions; starts the portal again if it was killed. */
  async recover(): Promise<void> {
    this.#current.interrupter.clear();
    if (!this.#current.isKilled()) return;
    this.#closing.push(this.#current.close());
    this.#current = await startPortal(this.#world, this.#ports, this.#usesLocks);
  }

  /** Makes a call; returns the outcome. */
  call(call: Call, sessionId: string, input: Record<string, unknown>): Promise<string> {
    return this.#send(call, jsonRequest({ ...input, sessionId }));
  }

  /** Uploads `docx` under a name; returns the outcome. */
  upload(sessionId: string, name: string): Promise<string> {
    const form = new FormData();
    form.append(`file_${sessionId}_0`, new Blob([new Uint8Array(docx)]), name);
    return this.#send(uploadFiles, { body: form });
  }

  /** Returns the bytes of a document, as a person downloads it. */
  async download(sessionId: string, fileId: number): Promise<Buffer> {
    const response = await this.#post(downloadFile, jsonRequest({ sessionId, fileId }));
    return Buffer.from(await response.arrayBuffer());
  }

  #post(call: Pick<Call, 'path'>, request: RequestInit): Promise<Response> {
    return fetch(this.#current.address + servicePath(call), { method: 'POST', ...request });
  }

  async #send(call: Pick<Call, 'path'>, request: RequestInit): Promise<string> {
    try {
      const response = await this.#post(call, request);
      if (response.status >= 500) return unknownOutcome;
      const body = (await response.json()) as CallResponse<object>['body'];
      return outcomeOf({ status: response.status, headers: response.headers, body });
    } catch {
      return unknownOutcome;
    }
  }

  /** Runs all jobs that are due, and those that wait for another try, one after the other. */
  async runJobs(): Promise<string> {
    const { app, jobs } = this.#current;
    const { db } = this.#world;
    await sql`UPDATE graphile_worker._private_jobs SET run_at = now(), locked_at = NULL, locked_by = NULL`.execute(db);
    try {
      await jobs.tasks['offerOn']?.(null);
      await jobs.tasks['reminders']?.(null);
      await queueMailJobs(app.db, app.clock, 1_000);
    } catch {
      return unknownOutcome;
    }
    await runOnce({
      pgPool: this.#queuePool,
      taskList: jobs.tasks,
      noHandleSignals: true,
      concurrency: 1,
      logger: new Logger(() => () => {}),
    });
    return 'success';
  }

  /** Waits until a promise is settled or a statement waits for a lock, at most a second. */
  async waitUntilBlocked(work: Promise<unknown>): Promise<void> {
    let isSettled = false;
    void work.finally(() => (isSettled = true));
    for (const deadline = performance.now() + 1_000; !isSettled && performance.now() < deadline; await sleep(2)) {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      `.execute(this.#world.db);
      if (rows.length > 0) return;
    }
  }

  async close(): Promise<void> {
    await this.#current.close();
    await Promise.all(this.#closing);
    await this.#queuePool.end();
  }
}

const jsonRequest = (body: object): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
