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
import { createParticipantAndCoachMails, type BookingState, type OutcomeKind } from '../outcome/rules.ts';
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

/** Opens a portal that sends its mails to a mail server on this port, and the context for its mail workers. */
async function openContext(port: number): Promise<MailContext & { ownerUrl: string; world: World }> {
  const world = await openWorld({ env: environment(port) });
  cleanups.push(() => world.close());
  const context = openMailContext(world.appUrl, world.settings);
  cleanups.push(() => context.pool.end());
  return { ...context, ownerUrl: world.ownerUrl, world };
}

const environment = (port: number) => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  PUBLIC_URL: 'https://portal.example',
});

async function startWorker(context: MailContext): Promise<void> {
  const worker = await startMailWorker(context);
  cleanups.push(() => worker.stop());
}

const polling = { timeout: 60_000, interval: 50 };

const readState = ({ db }: MailContext, id: string) =>
  db
    .selectFrom('mail')
    .select(['sent_at', 'failed_at', 'attempts', 'last_code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const readSentAt = async (context: MailContext, id: string) => (await readState(context, id)).sent_at;

const listMailJobs = async ({ pool }: MailContext) =>
  (await pool.query<{ task_identifier: string }>(`SELECT task_identifier FROM graphile_worker.jobs`)).rows
    .map((row) => row.task_identifier)
    .filter((task) => task === 'mail');

/** Ends the pauses before the next attempts of all jobs. */
const retryNow = ({ pool }: MailContext) =>
  pool.query(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL`);

/**
 * Ends the pauses before the next attempts. Returns when the mail was sent; null if it is not sent yet or the database
 * is unavailable.
 */
const retryAndReadSentAt = (context: MailContext, id: string) =>
  retryNow(context)
    .then(() => readSentAt(context, id))
    .catch(() => null);

test('a queued mail is sent over SMTP by a worker whose database role cannot change the schema', async () => {
  const smtp = await openSmtp();
  const context = await openContext(smtp.port);
  await startWorker(context);
  await expect(context.pool.query('CREATE TABLE forbidden ()')).rejects.toThrow('permission denied');
  const person = await context.addPerson({ email: 'ada@example.org', first_name: 'Änne', confirmed_at: null });
  const id = await context.queueMail({ kind: 'confirmation', person });
  await expect.poll(() => readSentAt(context, id), polling).toBeInstanceOf(Date);
  await expect.poll(() => listMailJobs(context), polling).toEqual([]);
  expect(smtp.state.received).toHaveLength(1);
  const mail = await PostalMime.parse(smtp.state.received[0]?.bytes ?? '');
  expect(mail.to?.[0]?.address).toBe('ada@example.org');
  expect(mail.text).toContain('Hallo Änne,');
  expect(mail.html).toContain('Hallo Änne,');
  expect(mail.messageId).toBe(`<mail-${id}@portal.example>`);
});

test('a mail waits while the mail server is down, and is then sent once', async () => {
  const closedSmtp = await openSmtp();
  await closedSmtp.close();
  const context = await openContext(closedSmtp.port);
  await startWorker(context);
  const person = await context.addPerson();
  const id = await context.queueMail({ kind: 'passwordChanged', person });
  await expect
    .poll(() => readState(context, id), polling)
    .toMatchObject({ attempts: 1, last_code: 'ESOCKET', sent_at: null });
  await expect.poll(() => listMailJobs(context), polling).toEqual(['mail']);
  const smtp = await openSmtp(closedSmtp.port);
  await retryNow(context);
  await expect.poll(() => readSentAt(context, id), polling).toBeInstanceOf(Date);
  await expect.poll(() => listMailJobs(context), polling).toEqual([]);
  expect(smtp.state.received).toHaveLength(1);
});

test('a mail is given up if its recipient is refused permanently, and the log does not contain the address', async () => {
  const smtp = await openSmtp();
  smtp.state.chooseRecipientReplyCode = () => 550;
  const context = await openContext(smtp.port);
  await startWorker(context);
  const person = await context.addPerson({ email: 'secret.person@example.org' });
  const id = await context.queueMail({ kind: 'temporaryPassword', person });
  await expect.poll(() => readState(context, id), polling).toMatchObject({ attempts: 1, last_code: 'EENVELOPE 550' });
  expect((await readState(context, id)).failed_at).toBeInstanceOf(Date);
  await expect.poll(() => listMailJobs(context), polling).toEqual([]);
  expect(context.loggedText()).toContain(id);
  expect(context.loggedText()).not.toMatch(/secret|example\.org|Passwort/);
});

test('a mail waits if the mail server refuses it temporarily or refuses the sender', async () => {
  const smtp = await openSmtp();
  const context = await openContext(smtp.port);
  await startWorker(context);
  const person = await context.addPerson();
  for (const [refusal, code] of [
    [{ chooseRecipientReplyCode: () => 451 }, 'EENVELOPE 451'],
    [{ contentReplyCode: 452 }, 'EMESSAGE 452'],
    [{ senderReplyCode: 550 }, 'EENVELOPE 550'],
  ] as const) {
    Object.assign(smtp.state, refusal);
    const id = await context.queueMail({ kind: 'passwordChanged', person });
    await expect
      .poll(() => readState(context, id), polling)
      .toMatchObject({ attempts: 1, last_code: code, failed_at: null });
    Object.assign(smtp.state, { chooseRecipientReplyCode: () => 250, contentReplyCode: 250, senderReplyCode: 250 });
    await expect.poll(() => retryAndReadSentAt(context, id), polling).toBeInstanceOf(Date);
    expect(await readState(context, id)).toMatchObject({ attempts: 2, last_code: null });
  }
  expect(smtp.state.received).toHaveLength(3);
});

test('a mail is given up if the mail server refuses its content permanently', async () => {
  const smtp = await openSmtp();
  smtp.state.contentReplyCode = 554;
  const context = await openContext(smtp.port);
  await startWorker(context);
  const id = await context.queueMail({ kind: 'passwordChanged', person: await context.addPerson() });
  await expect.poll(async () => (await readState(context, id)).failed_at, polling).toBeInstanceOf(Date);
  expect(await readState(context, id)).toMatchObject({ last_code: 'EMESSAGE 554' });
});

test('a starting worker sends the mails that a killed worker had claimed [11.2]', async () => {
  const smtp = await openSmtp();
  const context = await openContext(smtp.port);
  const person = await context.addPerson();
  const ids = [
    await context.queueMail({ kind: 'passwordChanged', person }),
    await context.queueMail({ kind: 'passwordChanged', person }),
  ];
  await queueMailJobs(context.db, context.clock, ids.length);
  const claim = await context.pool.query(
    `UPDATE graphile_worker._private_jobs
     SET locked_by = 'killed', locked_at = now() - interval '2 seconds', attempts = 1`,
  );
  expect(claim.rowCount).toBe(2);
  await startWorker(context);
  for (const id of ids) await expect.poll(() => readSentAt(context, id), polling).toBeInstanceOf(Date);
});

test('a starting worker does not send the mails that a running worker has claimed [11.2]', async () => {
  const smtp = await openSmtp();
  const context = await openContext(smtp.port);
  const otherContext = openMailContext(context.world.appUrl, context.settings);
  cleanups.push(() => otherContext.pool.end());
  const person = await context.addPerson();
  let allowAnswers = () => {};
  const answersAllowed = new Promise<void>((resolve) => (allowAnswers = resolve));
  smtp.state.beforeAnswer = () => (smtp.state.received.length <= 2 ? answersAllowed : Promise.resolve());
  await startWorker(context);
  // The worker sends two mails at a time, so it claims no third mail until the mail server answers.
  const claimedIds = [
    await context.queueMail({ kind: 'passwordChanged', person }),
    await context.queueMail({ kind: 'passwordChanged', person }),
  ];
  await expect.poll(() => smtp.state.received.length, polling).toBe(2);
  const listLockedJobs = async () =>
    (await context.pool.query(`SELECT locked_by FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL`)).rows;
  const before = await listLockedJobs();
  expect(before).toHaveLength(2);
  await context.pool.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute' WHERE locked_at IS NOT NULL`,
  );
  await startWorker(otherContext);
  const thirdId = await context.queueMail({ kind: 'passwordChanged', person });
  await expect.poll(() => readSentAt(context, thirdId), polling).toBeInstanceOf(Date);
  await expect.poll(listLockedJobs, polling).toEqual(before);
  allowAnswers();
  for (const id of claimedIds) await expect.poll(() => readSentAt(context, id), polling).toBeInstanceOf(Date);
  expect(smtp.state.received).toHaveLength(3);
});

test('the worker keeps sending mails after the database has closed its connections', async () => {
  const smtp = await openSmtp();
  const context = await openContext(smtp.port);
  await startWorker(context);
  const person = await context.addPerson();
  const owner = new pg.Client({ connectionString: context.ownerUrl });
  await owner.connect();
  cleanups.push(() => owner.end());
  const [{ name } = { name: '' }] = (await context.pool.query<{ name: string }>('SELECT current_database() AS name'))
    .rows;
  for (let round = 1; round <= 3; round++) {
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = $1 AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      [name],
    );
    const id = await vi.waitFor(() => context.queueMail({ kind: 'passwordChanged', person }), polling);
    await expect.poll(() => retryAndReadSentAt(context, id), polling).toBeInstanceOf(Date);
  }
});

test('the worker keeps sending mails after the embedded database was killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mail-kill-'));
  const postgres = await startEmbedded({ dataDir, log: () => {} });
  cleanups.push(async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const smtp = await openSmtp();
  await migrate(postgres.migrateUrl, postgres.url, 'db/migrations');
  const context = openMailContext(postgres.url, readSettings({ ...environment(smtp.port), DATA_DIR: dataDir }));
  cleanups.push(() => context.pool.end());
  await startWorker(context);
  const person = await context.addPerson();
  for (let round = 1; round <= 2; round++) {
    const id = await context.queueMail({ kind: 'passwordChanged', person });
    process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    await expect.poll(() => retryAndReadSentAt(context, id), polling).toBeInstanceOf(Date);
  }
});

test('a due reminder is sent once, although the job that queues reminders runs every minute', async () => {
  const smtp = await openSmtp();
  const context = await openContext(smtp.port);
  const participant = await context.world.addParticipant({ email: 'ada@example.org' });
  const startsAt = new Date(Date.now() + 90 * 60_000);
  const appointment = await context.world.addAppointment(await context.world.addCoach(), startsAt, { participant });
  const booked_at = new Date(Date.now() - 24 * 3_600_000);
  await context.world.db.updateTable('appointment').set({ booked_at }).where('id', '=', appointment).execute();
  await startWorker(context);
  for (let minute = 0; minute < 3; minute++) await context.pool.query(`SELECT graphile_worker.add_job('reminders')`);
  await expect.poll(() => smtp.state.received.length, polling).toBe(1);
  await expect
    .poll(async () => (await context.pool.query('SELECT FROM graphile_worker.jobs')).rows.length, polling)
    .toBe(0);
  const mails = await Promise.all(smtp.state.received.map(({ bytes }) => PostalMime.parse(bytes)));
  expect(mails.map(({ subject }) => subject)).toEqual(['Dein Coaching beginnt bald']);
});

test('many reminders do not delay other mails', async () => {
  const smtp = await openSmtp();
  const context = await openContext(smtp.port);
  const [ada, eve] = [await context.world.addParticipant(), await context.addPerson({ email: 'eve@example.org' })];
  const coach = await context.world.addCoach();
  for (let index = 0; index < 8; index++) {
    const startsAt = new Date(Date.now() + (60 + index) * 60_000);
    const appointment = await context.world.addAppointment(coach, startsAt, { participant: ada, minutes: 1 });
    await context.queueMail({ kind: 'reminderSoon', person: ada, appointment });
  }
  await context.queueMail({ kind: 'passwordChanged', person: eve });
  await startWorker(context);
  await expect.poll(() => smtp.state.received.length, polling).toBe(9);
  // Two mails are sent at a time, so the mail that is not a reminder is one of the first two.
  expect(smtp.state.received.slice(0, 2).flatMap(({ recipients }) => recipients)).toContain('eve@example.org');
});

test('mails about an admin’s change wait for further changes, and do not delay other mails [4.10] [11.7]', async () => {
  const smtp = await openSmtp();
  const context = await openContext(smtp.port);
  const [participant, coach] = [
    await context.world.addParticipant({ email: 'ada@example.org' }),
    await context.world.addCoach(),
  ];
  const appointment = await context.world.addAppointment(coach, inDays(-3, '10:00'), { participant, status: 'V' });
  await startWorker(context);
  const timeAndCoach = { coach, startsAt: inDays(-3, '10:00'), endsAt: inDays(-3, '10:45') };
  const changeState = (from: BookingState, to: BookingState, kind: OutcomeKind) => {
    const change = {
      before: { ...timeAndCoach, state: from },
      after: { ...timeAndCoach, state: to },
      participant,
      previousAppointment: null,
      mails: createParticipantAndCoachMails(kind, appointment, { participant, coach }),
      byParticipant: false,
    };
    const app = { clock: context.clock, settings: { staffMailWaitSeconds: 60 } };
    return transact(context.db, (tx) => queueOutcomeMails(tx, app, change, { at: new Date() }));
  };
  await changeState('booked', 'goodwill', 'appointmentGoodwill');
  await changeState('goodwill', 'booked', 'appointmentSetBack');
  await changeState('booked', 'missed', 'appointmentMissed');
  const otherId = await context.queueMail({ kind: 'passwordChanged', person: participant });
  await expect.poll(() => readSentAt(context, otherId), polling).toBeInstanceOf(Date);
  expect(smtp.state.received).toHaveLength(1);
  context.clock.shiftMs += 61_000;
  await expect.poll(() => smtp.state.received.length, polling).toBe(3);
  const mails = await Promise.all(smtp.state.received.slice(1).map(({ bytes }) => PostalMime.parse(bytes)));
  expect(mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Du hast dein Coaching versäumt', 'Versäumtes Coaching']),
  );
  await expect.poll(() => listMailJobs(context), polling).toEqual([]);
});

test('the worker stops within two seconds when idle, and handles no signals', async () => {
  const before = process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');
  const smtp = await openSmtp();
  const context = await openContext(smtp.port);
  const worker = await startMailWorker(context);
  const person = await context.addPerson();
  const id = await context.queueMail({ kind: 'passwordChanged', person });
  await expect.poll(() => readSentAt(context, id), polling).toBeInstanceOf(Date);
  expect(process.listenerCount('SIGTERM') + process.listenerCount('SIGINT')).toBe(before);
  const stopCalledAt = performance.now();
  await worker.stop();
  expect(performance.now() - stopCalledAt).toBeLessThan(2_000);
});
