import { CompiledQuery, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from './db.ts';

/** Statements by text, each with the name under which connections keep it. */
const names = new Map<string, string>();

/**
 * A statement that calls make all the time, written out once: no builder runs per call, and each connection has it parsed
 * and planned under `name`. `text` has $1, $2 … for the values. Worth it where a profile shows the builder or the planner;
 * not for lists with many filters, whose best plan depends on the values.
 */
export function prepare<Row>(name: string, text: string): (db: Db | Tx, ...values: unknown[]) => Promise<Row[]> {
  names.set(text, name);
  return async (db, ...values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}

/** The pool as the query builder wants it; prepared statements go to the connections under their names. */
export function namingPool(pool: pg.Pool): PostgresPool {
  const naming = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient) => ({
    query: (text: string, values: unknown[]) => {
      const name = names.get(text);
      return client.query(name ? { name, text, values } : { text, values });
    },
    release: () => client.release(),
  });
  return {
    async connect() {
      const client = await pool.connect();
      let wrapped = naming.get(client);
      if (!wrapped) naming.set(client, (wrapped = wrap(client) as unknown as PostgresPoolClient));
      return wrapped;
    },
    end: () => pool.end(),
  };
}
