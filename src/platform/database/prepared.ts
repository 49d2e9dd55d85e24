import { CompiledQuery, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { DB } from './tables.generated.ts';

/**
 * The prepared statements by their SQL text. `name` identifies a statement on each connection. `isFinal` marks the last
 * statement of a transaction.
 */
const statements = new Map<string, { name: string; isFinal: boolean }>();

/** Runs a prepared statement with the values of its parameters, inside or outside a transaction. */
type RunStatement<Row> = (db: Kysely<DB>, ...values: unknown[]) => Promise<Row[]>;

function registerStatement<Row>(name: string, text: string, isFinal: boolean): RunStatement<Row> {
  const registered = statements.get(text);
  if (registered && (registered.name !== name || registered.isFinal !== isFinal))
    throw new Error(`the statement ${name} is already registered as ${registered.name}`);
  statements.set(text, { name, isFinal });
  return async (db, ...values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}

/**
 * Prepares a frequent statement that is written as text, with $1, $2 … for the values. It bypasses the query builder,
 * and each connection parses and plans it only once, under `name`. Use it where a profile shows that the builder or the
 * planner takes long, but not for lists with many filters, because their best plan depends on the values.
 */
export const prepare = <Row>(name: string, text: string): RunStatement<Row> => registerStatement(name, text, false);

/**
 * Like `prepare`, for the last statement of a transaction: COMMIT is sent together with it, before its answer arrives.
 * If the statement fails, the database rolls back. A further statement in the same transaction throws an Error.
 */
export const prepareWithCommit = <Row>(name: string, text: string): RunStatement<Row> =>
  registerStatement(name, text, true);

/**
 * Wraps a pool for the query builder. The pool's connections must have the option `pipeline`. Prepared statements are
 * sent under their names. BEGIN is sent together with the first statement of its transaction, and COMMIT together with
 * a final statement (see `prepareWithCommit`), so they cost no round trip. A transaction without statements sends
 * nothing.
 */
export function createPipeliningPool(pool: pg.Pool): PostgresPool {
  const wrappedClients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      let wrappedClient = wrappedClients.get(client);
      if (!wrappedClient)
        wrappedClients.set(client, (wrappedClient = wrapClient(client) as unknown as PostgresPoolClient));
      return wrappedClient;
    },
    end: () => pool.end(),
  };
}

/** The result that the query builder gets for a BEGIN, COMMIT or ROLLBACK that is not sent on its own. */
const emptyResult = { command: '', rowCount: null, rows: [] };

function wrapClient(client: pg.PoolClient) {
  // The class has `connection`, but the type of a pool's client lacks it.
  const { connection } = client as unknown as pg.Client;
  /**
   * The state of the transaction: `requested` until BEGIN is sent, and `begun` afterwards. Once COMMIT has been sent
   * together with the final statement, this is the promise of the answer to COMMIT.
   */
  let transaction: 'none' | 'requested' | 'begun' | Promise<unknown> = 'none';

  const send = (text: string, values: unknown[]) => {
    const statement = statements.get(text);
    const answer = client.query(statement ? { name: statement.name, text, values } : { text, values });
    if (statement?.isFinal && transaction === 'begun') {
      transaction = client.query('commit');
      // If the statement fails, nobody awaits the answer to COMMIT, so its rejection is handled here.
      transaction.catch(() => {});
    }
    return answer;
  };
  const beginAndSend = (text: string, values: unknown[]) => {
    transaction = 'begun';
    return Promise.all([client.query('begin'), send(text, values)]).then(([, answer]) => answer);
  };
  /** Sends everything that `write` writes in one packet, so that the database process wakes up only once. */
  const sendInOnePacket = <T>(write: () => Promise<T>) => {
    connection.stream.cork();
    try {
      return write();
    } finally {
      connection.stream.uncork();
    }
  };
  const endTransaction = async (text: 'commit' | 'rollback') => {
    const state = transaction;
    transaction = 'none';
    if (state === 'requested') return emptyResult;
    if (typeof state === 'string') return client.query(text);
    if (text === 'commit') await state;
    // The database is rolling the failed transaction back, and the next one must not begin before that is done.
    else await state.catch(() => {});
    return emptyResult;
  };

  return {
    async query(text: string, values: unknown[]) {
      if (text === 'begin') {
        transaction = 'requested';
        return emptyResult;
      }
      if (text === 'commit' || text === 'rollback') return endTransaction(text);
      if (typeof transaction !== 'string') throw new Error('this transaction has already sent its last statement');
      return sendInOnePacket(() => (transaction === 'requested' ? beginAndSend(text, values) : send(text, values)));
    },
    release: () => client.release(),
  };
}
