import { sql } from 'kysely';
import type { Db, Tx } from '../../src/platform/database/db.ts';

/** Waits until another transaction is waiting for a lock that `tx` holds. */
export async function waitForBlockedTransaction(db: Db, tx: Tx): Promise<void> {
  const {
    rows: [holder],
  } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
  for (;;) {
    const { rows } = await sql`
      SELECT 1 FROM pg_locks WHERE NOT granted AND ${holder?.pid}::int = ANY (pg_blocking_pids(pid))
    `.execute(db);
    if (rows.length > 0) return;
  }
}
