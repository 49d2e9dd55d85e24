import pg from 'pg';

/** Runs one statement on a new connection, such as one that creates or drops a database. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the URL of another database on the same server, with the same role. */
export function urlOfDatabase(url: string, database: string): string {
  const newUrl = new URL(url);
  newUrl.pathname = `/${database}`;
  return newUrl.toString();
}
