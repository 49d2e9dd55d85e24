import pg from 'pg';

/** The tables that grow over the years: a full scan of one of them is too slow for a page. */
const bigTables = ['appointment', 'person', 'participant', 'rating', 'audit', 'mail', 'document', 'waiting_entry'];

/** A statement as the driver received it. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Records the reading statements that this process sends during `work`. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
  const seen: Statement[] = [];
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    const { text, values = [] } = args[0] as Partial<Statement>;
    if (text && /^\s*(select|with)/i.test(text)) seen.push({ text, values });
    return Reflect.apply(query, this, args);
  });
  try {
    await work();
  } finally {
    Reflect.set(pg.Client.prototype, 'query', query);
  }
  return seen;
}

/** Returns the lines of a statement's plan. */
export async function planOf(client: pg.Client | pg.PoolClient, { text, values }: Statement): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']);
}

/** The big tables that a plan scans completely. */
export function fullyScannedTables(plan: string[]): string[] {
  return bigTables.filter((table) => plan.some((line) => new RegExp(`Seq Scan on ${table}\\b`).test(line)));
}
