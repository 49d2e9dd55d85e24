import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { App } from './handler.ts';
import { overloaded } from './refusal.ts';

/** `/healthz`: the process lives. `/readyz`: it goes on living, and the database and the file store answer. */
export function registerHealth(fastify: FastifyInstance, app: App): void {
  fastify.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  fastify.get('/readyz', { logLevel: 'warn' }, async () => {
    if (app.ending) throw overloaded();
    try {
      await Promise.all([sql`SELECT 1`.execute(app.db), app.store.check()]);
    } catch {
      throw overloaded();
    }
    return { status: 'ok' };
  });
}
