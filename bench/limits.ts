import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Runs limits-server.ts in a separate process. */
export async function startLimitsServer(appUrl: string): Promise<{ address: string; stop(): void }> {
  const server = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'limits-server.ts')], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: appUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  return { address: line.toString().trim(), stop: () => server.kill() };
}

const slotCount = 100_000;
const statements = [
  'SELECT count(*) FROM bench.note WHERE person = :person',
  'UPDATE bench.slot SET person = :person WHERE id = :slot',
  'INSERT INTO bench.note (slot, person) VALUES (:slot, :person)',
];

/** Creates the tables for the limit L5 in the portal's database. */
export async function createTransactionTables(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`
    CREATE SCHEMA bench;
    CREATE TABLE bench.slot (id integer PRIMARY KEY, person integer NOT NULL);
    INSERT INTO bench.slot SELECT n, 0 FROM generate_series(1, ${slotCount}) n;
    CREATE TABLE bench.note (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, slot integer, person integer);
    CREATE INDEX ON bench.note (person);
    ANALYZE bench.slot
  `);
  await client.end();
}

/**
 * Measures the limit L5 with pgbench: transactions per second over 16 connections, each with a count, an update and an
 * insert. Returns null if this machine has no pgbench.
 */
export function measureTransactions(ownerUrl: string, folder: string, seconds: number): number | null {
  const script = join(folder, 'transactions.sql');
  const randomVariables = `\\set slot random(1, ${slotCount})\n\\set person random(1, 2000)\n`;
  writeFileSync(script, `${randomVariables}BEGIN;\n${statements.join(';\n')};\nCOMMIT;\n`);
  const options = ['--no-vacuum', '--protocol=prepared', '--client=16', '--jobs=2', `--time=${seconds}`];
  try {
    const output = execFileSync('pgbench', [...options, `--file=${script}`, ownerUrl], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Math.round(Number(/tps = ([\d.]+)/.exec(output)?.[1]));
  } catch {
    return null;
  }
}
