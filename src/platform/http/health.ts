import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { productVersion } from './checkout.ts';
import type { App } from './handler.ts';
import { overloaded } from './refusal.ts';

/**
 * `/healthz`: the process lives, and of which version it is. `/readyz`: it goes on living, and the database and the file store answer; where a virus
 * scanner is set, `scanner` tells of it. One that is away stops uploads, not the portal.
 */
export function registerHealth(fastify: FastifyInstance, app: App): void {
  const version = productVersion();
  fastify.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok', version }));
  fastify.get('/readyz', { logLevel: 'warn' }, async () => {
    if (app.ending) throw overloaded();
    try {
      const [scanner] = await Promise.all([app.scanner?.state(), sql`SELECT 1`.execute(app.db), app.store.check()]);
      return { status: 'ok', ...(scanner ? { scanner } : {}) };
    } catch {
      throw overloaded();
    }
  });
}
