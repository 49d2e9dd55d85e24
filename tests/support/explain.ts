import pg from 'pg';

/** The tables that grow over the years. No request of a page may scan one of them completely: this is too slow. */
const bigTables = ['appointment', 'person', 'participant', 'rating', 'audit', 'mail', 'document', 'waiting_entry'];

/** An SQL statement with the values of its parameters, as the PostgreSQL driver receives it. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Runs `work` and returns the queries (SELECT and WITH statements) that this process sends meanwhile. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const originalQuery = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
  const statements: Statement[] = [];
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    const { text, values = [] } = args[0] as Partial<Statement>;
    if (text && /^\s*(select|with)/i.test(text)) statements.push({ text, values });
    return Reflect.apply(originalQuery, this, args);
  });
  try {
    await work();
  } finally {
    Reflect.set(pg.Client.prototype, 'query', originalQuery);
  }
  return statements;
}

/** Returns PostgreSQL's execution plan for a statement, line by line. */
export async function readPlan(client: pg.Client | pg.PoolClient, { text, values }: Statement): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']);
}

/** Returns the big tables that an execution plan scans completely. */
export function findFullyScannedTables(plan: string[]): string[] {
  return bigTables.filter((table) => plan.some((line) => new RegExp(`Seq Scan on ${table}\\b`).test(line)));
}
