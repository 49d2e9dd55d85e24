import { CompiledQuery, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from './db.ts';

/** Statements by text: the name under which connections keep each, and whether it is its transaction's last one. */
const statements = new Map<string, { name: string; isLast: boolean }>();

type Run<Row> = (db: Db | Tx, ...values: unknown[]) => Promise<Row[]>;

function register<Row>(name: string, text: string, isLast: boolean): Run<Row> {
  const known = statements.get(text);
  if (known && (known.name !== name || known.isLast !== isLast)) throw new Error(`${name} is ${known.name}, too`);
  statements.set(text, { name, isLast });
  return async (db, ...values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}

/**
 * A statement that calls make all the time, written out once: no builder runs per call, and each connection has it parsed
 * and planned under `name`. `text` has $1, $2 … for the values. Worth it where a profile shows the builder or the planner;
 * not for lists with many filters, whose best plan depends on the values.
 */
export const prepare = <Row>(name: string, text: string): Run<Row> => register(name, text, false);

/**
 * The same for the last statement of a transaction: COMMIT is sent right behind it, before its answer is there. Where it
 * fails, the database rolls back. Any statement of that transaction behind it is refused with an Error.
 */
export const prepareLast = <Row>(name: string, text: string): Run<Row> => register(name, text, true);

/**
 * The pool as the query builder wants it; its connections have to pipeline. Prepared statements go to them under their
 * names. BEGIN travels with the first statement of its transaction, and COMMIT with the last one where that is known:
 * neither costs a way to the database and back, and a transaction without statements asks it nothing.
 */
export function namingPool(pool: pg.Pool): PostgresPool {
  const connections = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      let wrapped = connections.get(client);
      if (!wrapped) connections.set(client, (wrapped = connectionOf(client) as unknown as PostgresPoolClient));
      return wrapped;
    },
    end: () => pool.end(),
  };
}

/** What the query builder looks at of an answer that the database was not asked for. */
const nothing = { command: '', rowCount: null, rows: [] };

function connectionOf(client: pg.PoolClient) {
  // The pool's type of a client leaves out what the library's class has.
  const { connection } = client as unknown as pg.Client;
  /** Where the transaction stands: announced but not begun, begun, or COMMIT's answer where that was sent ahead. */
  let transaction: 'none' | 'announced' | 'begun' | Promise<unknown> = 'none';

  const send = (text: string, values: unknown[]) => {
    const statement = statements.get(text);
    const answer = client.query(statement ? { name: statement.name, text, values } : { text, values });
    if (statement?.isLast && transaction === 'begun') {
      transaction = client.query('commit');
      // Where the statement has failed, nobody waits for it.
      transaction.catch(() => {});
    }
    return answer;
  };
  const begin = (text: string, values: unknown[]) => {
    transaction = 'begun';
    return Promise.all([client.query('begin'), send(text, values)]).then(([, answer]) => answer);
  };
  /** In one piece: the database is woken once. */
  const together = <T>(write: () => Promise<T>) => {
    connection.stream.cork();
    try {
      return write();
    } finally {
      connection.stream.uncork();
    }
  };
  const end = async (text: 'commit' | 'rollback') => {
    const stood = transaction;
    transaction = 'none';
    if (stood === 'announced') return nothing;
    if (typeof stood === 'string') return client.query(text);
    if (text === 'commit') await stood;
    // It failed, and was rolled back; the next transaction is not to begin before that.
    else await stood.catch(() => {});
    return nothing;
  };

  return {
    async query(text: string, values: unknown[]) {
      if (text === 'begin') {
        transaction = 'announced';
        return nothing;
      }
      if (text === 'commit' || text === 'rollback') return end(text);
      if (typeof transaction !== 'string') throw new Error('a statement behind the last one of its transaction');
      return together(() => (transaction === 'announced' ? begin(text, values) : send(text, values)));
    },
    release: () => client.release(),
  };
}
