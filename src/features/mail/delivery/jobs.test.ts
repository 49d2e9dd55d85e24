import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { afterEach, expect, test, vi } from 'vitest';
import { transact } from '../../../platform/database/db.ts';
import { migrate } from '../../../platform/database/migrate.ts';
import { startEmbedded } from '../../../platform/postgres/embedded.ts';
import { readSettings } from '../../../platform/settings/settings.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { queueOutcomeMails } from '../outcome/steps.ts';
import { queueMailJobs } from '../outbox.sql.ts';
import { mailsToBoth, type BookingState, type OutcomeKind } from '../outcome/rules.ts';
import { openMailContext, startMailWorker, startSmtp, type MailContext } from '../../../../tests/support/smtp.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a mail server that is closed at the end of the test. */
async function openSmtp(port = 0) {
  const smtp = await startSmtp(port);
  cleanups.push(() => smtp.close());
  return smtp;
}

/** Opens a database with everything that a worker needs; mails are sent to this port. */
async function openParts(port: number): Promise<MailContext & { ownerUrl: string; world: World }> {
  const world = await openWorld({ env: environment(port) });
  cleanups.push(() => world.close());
  const parts = openMailContext(world.appUrl, world.settings);
  cleanups.push(() => parts.pool.end());
  return { ...parts, ownerUrl: world.ownerUrl, world };
}

const environment = (port: number) => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  PUBLIC_URL: 'https://portal.example',
});

async function startWorker(parts: MailContext): Promise<void> {
  const worker = await startMailWorker(parts);
  cleanups.push(() => worker.stop());
}

const soon = { timeout: 60_000, interval: 50 };

const stateOf = ({ db }: MailContext, id: string) =>
  db
    .selectFrom('mail')
    .select(['sent_at', 'failed_at', 'attempts', 'last_code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const sentAt = async (parts: MailContext, id: string) => (await stateOf(parts, id)).sent_at;

const listMailJobs = async ({ pool }: MailContext) =>
  (await pool.query<{ task_identifier: string }>(`SELECT task_identifier FROM graphile_worker.jobs`)).rows
    .map((row) => row.task_identifier)
    .filter((task) => task === 'mail');

/** Makes waiting retries due now. */
const retryNow = ({ pool }: MailContext) =>
  pool.query(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL`);

/** Like `sentAt`, but skips the pauses before retries, and returns null while the database is unavailable. */
const sentAtLast = (parts: MailContext, id: string) =>
  retryNow(parts)
    .then(() => sentAt(parts, id))
    .catch(() => null);

test('a queued mail is sent over SMTP by a worker whose database role cannot change the schema', async () => {
  const smtp = await openSmtp();
  const parts = await openParts(smtp.port);
  await startWorker(parts);
  await expect(parts.pool.query('CREATE TABLE forbidden ()')).rejects.toThrow('permission denied');
  const person = await parts.person({ email: 'ada@example.org', first_name: 'Änne', confirmed_at: null });
  const id = await parts.queue({ kind: 'confirmation', person });
  await expect.poll(() => sentAt(parts, id), soon).toBeInstanceOf(Date);
  await expect.poll(() => listMailJobs(parts), soon).toEqual([]);
  expect(smtp.state.received).toHaveLength(1);
  const mail = await PostalMime.parse(smtp.state.received[0]?.bytes ?? '');
  expect(mail.to?.[0]?.address).toBe('ada@example.org');
  expect(mail.text).toContain('Hallo Änne,');
  expect(mail.html).toContain('Hallo Änne,');
  expect(mail.messageId).toBe(`<mail-${id}@portal.example>`);
});

test('a mail is delayed while the mail server is down, and then sent once', async () => {
  const down = await openSmtp();
  await down.close();
  const parts = await openParts(down.port);
  await startWorker(parts);
  const person = await parts.person();
  const id = await parts.queue({ kind: 'passwordChanged', person });
  await expect.poll(() => stateOf(parts, id), soon).toMatchObject({ attempts: 1, last_code: 'ESOCKET', sent_at: null });
  await expect.poll(() => listMailJobs(parts), soon).toEqual(['mail']);
  const up = await openSmtp(down.port);
  await retryNow(parts);
  await expect.poll(() => sentAt(parts, id), soon).toBeInstanceOf(Date);
  await expect.poll(() => listMailJobs(parts), soon).toEqual([]);
  expect(up.state.received).toHaveLength(1);
});

test('a mail is given up after a permanent refusal, and neither queue nor log contains its address', async () => {
  const smtp = await openSmtp();
  smtp.state.toRecipient = () => 550;
  const parts = await openParts(smtp.port);
  await startWorker(parts);
  const person = await parts.person({ email: 'secret.person@example.org' });
  const id = await parts.queue({ kind: 'temporaryPassword', person });
  await expect.poll(() => stateOf(parts, id), soon).toMatchObject({ attempts: 1, last_code: 'EENVELOPE 550' });
  expect((await stateOf(parts, id)).failed_at).toBeInstanceOf(Date);
  await expect.poll(() => listMailJobs(parts), soon).toEqual([]);
  expect(parts.logged()).toContain(id);
  expect(parts.logged()).not.toMatch(/secret|example\.org|Passwort/);
});

test('a mail waits after a temporary refusal, and after a refusal that a corrected setting would prevent', async () => {
  const smtp = await openSmtp();
  const parts = await openParts(smtp.port);
  await startWorker(parts);
  const person = await parts.person();
  for (const [refuse, code] of [
    [{ toRecipient: () => 451 }, 'EENVELOPE 451'],
    [{ toContents: 452 }, 'EMESSAGE 452'],
    [{ toSender: 550 }, 'EENVELOPE 550'],
  ] as const) {
    Object.assign(smtp.state, refuse);
    const id = await parts.queue({ kind: 'passwordChanged', person });
    await expect.poll(() => stateOf(parts, id), soon).toMatchObject({ attempts: 1, last_code: code, failed_at: null });
    Object.assign(smtp.state, { toRecipient: () => 250, toContents: 250, toSender: 250 });
    await expect.poll(() => sentAtLast(parts, id), soon).toBeInstanceOf(Date);
    expect(await stateOf(parts, id)).toMatchObject({ attempts: 2, last_code: null });
  }
  expect(smtp.state.received).toHaveLength(3);
});

test('a mail is given up after a permanent refusal of its content', async () => {
  const smtp = await openSmtp();
  smtp.state.toContents = 554;
  const parts = await openParts(smtp.port);
  await startWorker(parts);
  const id = await parts.queue({ kind: 'passwordChanged', person: await parts.person() });
  await expect.poll(async () => (await stateOf(parts, id)).failed_at, soon).toBeInstanceOf(Date);
  expect(await stateOf(parts, id)).toMatchObject({ last_code: 'EMESSAGE 554' });
});

test('mails that a killed worker had claimed are sent after the next start [11.2]', async () => {
  const smtp = await openSmtp();
  const parts = await openParts(smtp.port);
  const person = await parts.person();
  const ids = [
    await parts.queue({ kind: 'passwordChanged', person }),
    await parts.queue({ kind: 'passwordChanged', person }),
  ];
  await queueMailJobs(parts.db, parts.clock, ids.length);
  const claimed = await parts.pool.query(
    `UPDATE graphile_worker._private_jobs SET locked_by = 'killed', locked_at = now() - interval '2 seconds', attempts = 1`,
  );
  expect(claimed.rowCount).toBe(2);
  await startWorker(parts);
  for (const id of ids) await expect.poll(() => sentAt(parts, id), soon).toBeInstanceOf(Date);
});

test('a starting worker leaves the mails that a running worker has claimed to that worker [11.2]', async () => {
  const smtp = await openSmtp();
  const parts = await openParts(smtp.port);
  const other = openMailContext(parts.world.appUrl, parts.settings);
  cleanups.push(() => other.pool.end());
  const person = await parts.person();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  smtp.state.beforeAnswer = () => (smtp.state.received.length <= 2 ? answered : Promise.resolve());
  await startWorker(parts);
  // The worker sends two mails at a time, so it claims no further one until the mail server answers.
  const claimed = [
    await parts.queue({ kind: 'passwordChanged', person }),
    await parts.queue({ kind: 'passwordChanged', person }),
  ];
  await expect.poll(() => smtp.state.received.length, soon).toBe(2);
  const lockedJobs = async () =>
    (await parts.pool.query(`SELECT locked_by FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL`)).rows;
  const before = await lockedJobs();
  expect(before).toHaveLength(2);
  await parts.pool.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute' WHERE locked_at IS NOT NULL`,
  );
  await startWorker(other);
  const third = await parts.queue({ kind: 'passwordChanged', person });
  await expect.poll(() => sentAt(parts, third), soon).toBeInstanceOf(Date);
  await expect.poll(lockedJobs, soon).toEqual(before);
  answer();
  for (const id of claimed) await expect.poll(() => sentAt(parts, id), soon).toBeInstanceOf(Date);
  expect(smtp.state.received).toHaveLength(3);
});

test('the worker continues after the database has closed its connections', async () => {
  const smtp = await openSmtp();
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
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = $1 AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      [name],
    );
    const id = await vi.waitFor(() => parts.queue({ kind: 'passwordChanged', person }), soon);
    await expect.poll(() => sentAtLast(parts, id), soon).toBeInstanceOf(Date);
  }
});

test('the worker continues after the embedded database was killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mail-kill-'));
  const postgres = await startEmbedded({ dataDir, log: () => {} });
  cleanups.push(async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const smtp = await openSmtp();
  await migrate(postgres.migrateUrl, postgres.url, 'db/migrations');
  const parts = openMailContext(postgres.url, readSettings({ ...environment(smtp.port), DATA_DIR: dataDir }));
  cleanups.push(() => parts.pool.end());
  await startWorker(parts);
  const person = await parts.person();
  for (let round = 1; round <= 2; round++) {
    const id = await parts.queue({ kind: 'passwordChanged', person });
    process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    await expect.poll(() => sentAtLast(parts, id), soon).toBeInstanceOf(Date);
  }
});

test('the job that runs every minute queues each due reminder once, and it is sent', async () => {
  const smtp = await openSmtp();
  const parts = await openParts(smtp.port);
  const participant = await parts.world.participant({ email: 'ada@example.org' });
  const startsAt = new Date(Date.now() + 90 * 60_000);
  const appointment = await parts.world.appointment(await parts.world.coach(), startsAt, { participant });
  const booked_at = new Date(Date.now() - 24 * 3_600_000);
  await parts.world.db.updateTable('appointment').set({ booked_at }).where('id', '=', appointment).execute();
  await startWorker(parts);
  for (let minute = 0; minute < 3; minute++) await parts.pool.query(`SELECT graphile_worker.add_job('reminders')`);
  await expect.poll(() => smtp.state.received.length, soon).toBe(1);
  await expect.poll(async () => (await parts.pool.query('SELECT FROM graphile_worker.jobs')).rows.length, soon).toBe(0);
  const mails = await Promise.all(smtp.state.received.map(({ bytes }) => PostalMime.parse(bytes)));
  expect(mails.map(({ subject }) => subject)).toEqual(['Dein Coaching beginnt bald']);
});

test('many reminders do not delay other mails', async () => {
  const smtp = await openSmtp();
  const parts = await openParts(smtp.port);
  const [ada, eve] = [await parts.world.participant(), await parts.person({ email: 'eve@example.org' })];
  const coach = await parts.world.coach();
  for (let index = 0; index < 8; index++) {
    const startsAt = new Date(Date.now() + (60 + index) * 60_000);
    const appointment = await parts.world.appointment(coach, startsAt, { participant: ada, minutes: 1 });
    await parts.queue({ kind: 'reminderSoon', person: ada, appointment });
  }
  await parts.queue({ kind: 'passwordChanged', person: eve });
  await startWorker(parts);
  await expect.poll(() => smtp.state.received.length, soon).toBe(9);
  // Two mails are sent at a time, so it is among the first two.
  expect(smtp.state.received.slice(0, 2).flatMap(({ recipients }) => recipients)).toContain('eve@example.org');
});

test('mails about an admin’s change wait for further changes, and do not delay other mails [4.10] [11.7]', async () => {
  const smtp = await openSmtp();
  const parts = await openParts(smtp.port);
  const [participant, coach] = [await parts.world.participant({ email: 'ada@example.org' }), await parts.world.coach()];
  const appointment = await parts.world.appointment(coach, inDays(-3, '10:00'), { participant, status: 'V' });
  await startWorker(parts);
  const timeAndCoach = { coach, startsAt: inDays(-3, '10:00'), endsAt: inDays(-3, '10:45') };
  const changeState = (state: BookingState, next: BookingState, kind: OutcomeKind) => {
    const change = {
      before: { ...timeAndCoach, state },
      after: { ...timeAndCoach, state: next },
      participant,
      previousRow: null,
      mails: mailsToBoth(kind, appointment, { participant, coach }),
      byParticipant: false,
    };
    const app = { clock: parts.clock, settings: { staffMailWaitSeconds: 60 } };
    return transact(parts.db, (tx) => queueOutcomeMails(tx, app, change, { at: new Date() }));
  };
  await changeState('booked', 'goodwill', 'appointmentGoodwill');
  await changeState('goodwill', 'booked', 'appointmentSetBack');
  await changeState('booked', 'missed', 'appointmentMissed');
  const other = await parts.queue({ kind: 'passwordChanged', person: participant });
  await expect.poll(() => sentAt(parts, other), soon).toBeInstanceOf(Date);
  expect(smtp.state.received).toHaveLength(1);
  parts.clock.shiftMs += 61_000;
  await expect.poll(() => smtp.state.received.length, soon).toBe(3);
  const mails = await Promise.all(smtp.state.received.slice(1).map(({ bytes }) => PostalMime.parse(bytes)));
  expect(mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Du hast dein Coaching versäumt', 'Versäumtes Coaching']),
  );
  await expect.poll(() => listMailJobs(parts), soon).toEqual([]);
});

test('the worker stops within two seconds when idle, and handles no signals', async () => {
  const before = process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');
  const smtp = await openSmtp();
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
