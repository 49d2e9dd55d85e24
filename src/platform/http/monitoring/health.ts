import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { readProductVersion } from '../../settings/paths.ts';
import type { App } from '../calls/handler.ts';
import { unavailable } from '../../server-error.ts';

/**
 * Registers two checks. `/healthz` succeeds while the process runs, and returns the version. `/readyz` succeeds while
 * the database and the file store respond and the server is not closing. If a virus scanner is configured, `/readyz`
 * returns its state as `scanner`, but succeeds even if the scanner does not work, because then only uploads fail.
 */
export function registerHealthChecks(fastify: FastifyInstance, app: App): void {
  const version = readProductVersion();
  fastify.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok', version }));
  fastify.get('/readyz', { logLevel: 'warn' }, async () => {
    if (app.isClosing) throw unavailable();
    try {
      const [scanner] = await Promise.all([app.scanner?.state(), sql`SELECT 1`.execute(app.db), app.store.check()]);
      return { status: 'ok', ...(scanner ? { scanner } : {}) };
    } catch {
      throw unavailable();
    }
  });
}
