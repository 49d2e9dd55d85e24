import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test, vi } from 'vitest';
import { migrate } from '../server/migrate.ts';
import { startEmbedded } from '../server/postgres.ts';
import { readSettings } from '../server/settings.ts';
import { openWorld } from '../server/testing.ts';
import { openMailParts, type MailParts } from './testing.ts';
import { startMailWorker } from './worker.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A mail server on a port of its own; `refuse` answers every recipient with 550 and the address. */
async function startSmtp(port = 0) {
  const received: Buffer[] = [];
  const state = { refuse: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      done(state.refuse ? Object.assign(new Error(`unknown user ${address}`), { responseCode: 550 }) : null);
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  cleanups.push(close);
  return { received, state, port: address.port, close };
}

/** A database with all that a worker needs; mails go to the port named. */
async function openParts(port: number): Promise<MailParts & { ownerUrl: string }> {
  const world = await openWorld({ env: environment(port) });
  cleanups.push(() => world.close());
  const parts = openMailParts(world.appUrl, world.settings);
  cleanups.push(() => parts.pool.end());
  return { ...parts, ownerUrl: world.ownerUrl };
}

const environment = (port: number) => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  PUBLIC_URL: 'https://portal.example',
});

async function startWorker(parts: MailParts): Promise<void> {
  const worker = await startMailWorker(parts);
  cleanups.push(() => worker.stop());
}

const soon = { timeout: 15_000, interval: 50 };

const sentAt = async ({ db }: MailParts, id: string) =>
  (await db.selectFrom('mail').select('sent_at').where('id', '=', id).executeTakeFirst())?.sent_at;

const jobs = async ({ pool }: MailParts) =>
  (await pool.query<{ attempts: number; last_error: string }>('SELECT attempts, last_error FROM graphile_worker.jobs'))
    .rows;

/** Lets waiting retries begin now. */
const retryNow = ({ pool }: MailParts) =>
  pool.query(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL`);

/** As `sentAt`, while the database may be away; skips the pauses before retries. */
const sentAtLast = (parts: MailParts, id: string) =>
  retryNow(parts)
    .then(() => sentAt(parts, id))
    .catch(() => null);

test('a queued mail leaves over SMTP, sent by the role that cannot change the schema', async () => {
  const smtp = await startSmtp();
  const parts = await openParts(smtp.port);
  await startWorker(parts);
  await expect(parts.pool.query('CREATE TABLE forbidden ()')).rejects.toThrow('permission denied');
  const person = await parts.person({ email: 'ada@example.org', first_name: 'Änne', confirmed_at: null });
  const id = await parts.queue({ kind: 'confirmation', person });
  await expect.poll(() => sentAt(parts, id), soon).toBeInstanceOf(Date);
  await expect.poll(() => jobs(parts), soon).toEqual([]);
  expect(smtp.received).toHaveLength(1);
  const mail = await PostalMime.parse(smtp.received[0] ?? '');
  expect(mail.to?.[0]?.address).toBe('ada@example.org');
  expect(mail.text).toContain('Hallo Änne,');
  expect(mail.html).toContain('Hallo Änne,');
  expect(mail.messageId).toBe(`<mail-${id}@portal.example>`);
});

test('a mail server that is down delays a mail; it is then sent once', async () => {
  const down = await startSmtp();
  await down.close();
  const parts = await openParts(down.port);
  await startWorker(parts);
  const person = await parts.person();
  const id = await parts.queue({ kind: 'passwordChanged', person });
  await expect.poll(() => jobs(parts), soon).toMatchObject([{ attempts: 1, last_error: 'ESOCKET' }]);
  expect(await sentAt(parts, id)).toBeNull();
  const up = await startSmtp(down.port);
  await retryNow(parts);
  await expect.poll(() => sentAt(parts, id), soon).toBeInstanceOf(Date);
  await expect.poll(() => jobs(parts), soon).toEqual([]);
  expect(up.received).toHaveLength(1);
});

test("a mail server's refusal leaves no address in queue or log", async () => {
  const smtp = await startSmtp();
  smtp.state.refuse = true;
  const parts = await openParts(smtp.port);
  await startWorker(parts);
  const person = await parts.person({ email: 'secret.person@example.org' });
  const id = await parts.queue({ kind: 'temporaryPassword', person });
  await expect.poll(() => jobs(parts), soon).toMatchObject([{ attempts: 1, last_error: 'EENVELOPE 550' }]);
  expect(parts.logged()).toContain(id);
  expect(parts.logged()).not.toMatch(/secret|example\.org|Passwort/);
  const { rows } = await parts.pool.query('SELECT payload FROM graphile_worker._private_jobs');
  expect(rows).toEqual([{ payload: { id } }]);
});

test('a mail whose worker was killed is taken up again', async () => {
  const smtp = await startSmtp();
  const parts = await openParts(smtp.port);
  const person = await parts.person();
  const id = await parts.queue({ kind: 'passwordChanged', person });
  await parts.pool.query(
    `UPDATE graphile_worker._private_jobs SET locked_by = 'killed', locked_at = now() - interval '6 minutes', attempts = 1`,
  );
  await startWorker(parts);
  await expect.poll(() => sentAt(parts, id), soon).toBeInstanceOf(Date);
});

test('the worker goes on after the database threw it out', async () => {
  const smtp = await startSmtp();
  const parts = await openParts(smtp.port);
  await startWorker(parts);
  const person = await parts.person();
  const owner = new pg.Client({ connectionString: parts.ownerUrl });
  await owner.connect();
  cleanups.push(() => owner.end());
  const [{ name } = { name: '' }] = (await parts.pool.query<{ name: string }>('SELECT current_database() AS name'))
    .rows;
  for (let round = 1; round <= 3; round++) {
    await owner.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    );
    const id = await vi.waitFor(() => parts.queue({ kind: 'passwordChanged', person }), soon);
    await expect.poll(() => sentAtLast(parts, id), soon).toBeInstanceOf(Date);
  }
});

test('the worker goes on after the embedded database was killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mail-kill-'));
  const postgres = await startEmbedded({ dataDir, log: () => {} });
  cleanups.push(async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const smtp = await startSmtp();
  await migrate(postgres.migrateUrl, 'portal_app', 'db/migrations');
  const parts = openMailParts(postgres.url, readSettings({ ...environment(smtp.port), DATA_DIR: dataDir }));
  cleanups.push(() => parts.pool.end());
  await startWorker(parts);
  const person = await parts.person();
  for (let round = 1; round <= 2; round++) {
    const id = await parts.queue({ kind: 'passwordChanged', person });
    process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    await expect.poll(() => sentAtLast(parts, id), soon).toBeInstanceOf(Date);
  }
}, 40_000);

test('it stops at once when idle, and listens to no signal', async () => {
  const before = process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');
  const smtp = await startSmtp();
  const parts = await openParts(smtp.port);
  const worker = await startMailWorker(parts);
  const person = await parts.person();
  const id = await parts.queue({ kind: 'passwordChanged', person });
  await expect.poll(() => sentAt(parts, id), soon).toBeInstanceOf(Date);
  expect(process.listenerCount('SIGTERM') + process.listenerCount('SIGINT')).toBe(before);
  const since = performance.now();
  await worker.stop();
  expect(performance.now() - since).toBeLessThan(2_000);
});
