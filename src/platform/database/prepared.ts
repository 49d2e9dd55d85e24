import { CompiledQuery, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { DB } from './tables.generated.ts';

/**
 * Statements by their SQL text: the name under which connections keep a statement, and whether it is the last one of
 * its transaction.
 */
const statements = new Map<string, { name: string; isLast: boolean }>();

/** Runs a statement, inside or outside a transaction. */
type Run<Row> = (db: Kysely<DB>, ...values: unknown[]) => Promise<Row[]>;

function register<Row>(name: string, text: string, isLast: boolean): Run<Row> {
  const registered = statements.get(text);
  if (registered && (registered.name !== name || registered.isLast !== isLast))
    throw new Error(`the statement ${name} is already registered as ${registered.name}`);
  statements.set(text, { name, isLast });
  return async (db, ...values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}

/**
 * Registers a frequent statement, written as text: no query builder runs for it, and each connection parses and plans
 * it only once, under `name`. `text` has $1, $2 … for the values. Use it where a profile shows that the builder or the
 * planner takes long, but not for lists with many filters, whose best plan depends on the values.
 */
export const prepare = <Row>(name: string, text: string): Run<Row> => register(name, text, false);

/**
 * Like `prepare`, for the last statement of a transaction: COMMIT is sent right after it, without waiting for its
 * answer. If the statement fails, the database rolls back. A further statement of the same transaction throws an Error.
 */
export const prepareFinal = <Row>(name: string, text: string): Run<Row> => register(name, text, true);

/**
 * Wraps a pool, whose connections must have `pipeline` on, for the query builder. Prepared statements are sent under
 * their names. BEGIN is sent together with the first statement of its transaction, and COMMIT with the last one if it
 * was prepared as such: neither costs a round trip, and a transaction without statements sends nothing.
 */
export function pipeliningPool(pool: pg.Pool): PostgresPool {
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

/** The result that the query builder gets for a statement that is not sent. */
const nothing = { command: '', rowCount: null, rows: [] };

function connectionOf(client: pg.PoolClient) {
  // The type of a pool's client lacks `connection`, which the class has.
  const { connection } = client as unknown as pg.Client;
  /** The transaction's state: announced but not begun, begun, or the pending answer to a COMMIT that was sent early. */
  let transaction: 'none' | 'announced' | 'begun' | Promise<unknown> = 'none';

  const send = (text: string, values: unknown[]) => {
    const statement = statements.get(text);
    const answer = client.query(statement ? { name: statement.name, text, values } : { text, values });
    if (statement?.isLast && transaction === 'begun') {
      transaction = client.query('commit');
      // If the statement fails, nobody awaits this answer.
      transaction.catch(() => {});
    }
    return answer;
  };
  const begin = (text: string, values: unknown[]) => {
    transaction = 'begun';
    return Promise.all([client.query('begin'), send(text, values)]).then(([, answer]) => answer);
  };
  /** Writes several messages in one packet, so that the database wakes up only once. */
  const inOnePacket = <T>(write: () => Promise<T>) => {
    connection.stream.cork();
    try {
      return write();
    } finally {
      connection.stream.uncork();
    }
  };
  const end = async (text: 'commit' | 'rollback') => {
    const state = transaction;
    transaction = 'none';
    if (state === 'announced') return nothing;
    if (typeof state === 'string') return client.query(text);
    if (text === 'commit') await state;
    // The transaction failed and is being rolled back; the next one must not begin before that.
    else await state.catch(() => {});
    return nothing;
  };

  return {
    async query(text: string, values: unknown[]) {
      if (text === 'begin') {
        transaction = 'announced';
        return nothing;
      }
      if (text === 'commit' || text === 'rollback') return end(text);
      if (typeof transaction !== 'string') throw new Error('this transaction has already sent its last statement');
      return inOnePacket(() => (transaction === 'announced' ? begin(text, values) : send(text, values)));
    },
    release: () => client.release(),
  };
}
