import fc from 'fast-check';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterEach, expect, test, vi } from 'vitest';
import { bookAppointment } from '../../booking/contract.ts';
import { createFreeSlots, seedParticipantSessions } from '../../../../tests/support/bookings.ts';
import { inDays, openWorld } from '../../../../tests/support/world.ts';
import { sendMailAgain } from '../contract.ts';
import { deliver } from './deliver.steps.ts';
import { openMailTransport } from './smtp.adapter.ts';
import { openMailContext, startMailWorker, startSmtp, type MailContext } from '../../../../tests/support/smtp.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Opens a portal with two workers on the same database, which send to the same mail server. */
async function openPortalWithTwoWorkers() {
  const smtp = await startSmtp();
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, PUBLIC_URL: 'https://portal.example' };
  const world = await openWorld({ env, runsJobs: true });
  const context = openMailContext(world.appUrl, world.settings);
  const worker = await startMailWorker(context);
  cleanups.push(
    () => smtp.close(),
    () => world.close(),
    () => context.pool.end(),
    () => worker.stop(),
  );
  return { smtp, world, context };
}

const polling = { timeout: 60_000, interval: 50 };

/** Ends the pauses before the next attempts, and returns the number of unsent mails. */
async function retryNowAndCountUnsent({ db, pool }: MailContext): Promise<number> {
  await pool.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL');
  const { count } = await db
    .selectFrom('mail')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The id of a mail, from the Message-ID in its source. */
const idOf = (bytes: Buffer) => /^Message-ID: <mail-(.+)@portal\.example>$/im.exec(bytes.toString())?.[1] ?? '';

test('people can book while the mail server is down, and afterwards two workers send every mail once [11.2]', async () => {
  const { smtp, world, context } = await openPortalWithTwoWorkers();
  await smtp.close();
  const sessions = await seedParticipantSessions(world.db, 60);
  const slots = await createFreeSlots(world.db, 60);
  const answers = await Promise.all(
    sessions.map((session, index) => world.call(bookAppointment, session, { appointmentId: slots[index] })),
  );
  expect(answers.map(({ status }) => status)).toEqual(sessions.map(() => 200));
  const listFailed = () => context.db.selectFrom('mail').select('last_code').where('attempts', '>', 0).execute();
  await expect.poll(async () => (await listFailed()).length, polling).toBe(120);
  expect(new Set((await listFailed()).map((mail) => mail.last_code))).toEqual(new Set(['ESOCKET']));

  const restartedSmtp = await startSmtp(smtp.port);
  cleanups.push(() => restartedSmtp.close());
  await expect.poll(() => retryNowAndCountUnsent(context), polling).toBe(0);
  const mails = await context.db.selectFrom('mail').select('id').execute();
  expect(restartedSmtp.state.received.map(({ bytes }) => idOf(bytes)).sort()).toEqual(mails.map(({ id }) => id).sort());
});

test('an admin sends a mail that is tried again without waiting for the next attempt, of which only one is ever queued [10.7]', async () => {
  const { smtp, world, context } = await openPortalWithTwoWorkers();
  const admin = await world.signIn(await world.addAdmin());
  await smtp.close();
  const id = await context.queueMail({ kind: 'passwordChanged', person: await context.addPerson() });
  const readMail = () => context.db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const queuedAttempts = async () =>
    (await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'mail' AND locked_at IS NULL`.execute(world.db))
      .rows.length;
  await expect.poll(async () => (await readMail()).attempts, polling).toBe(1);
  await expect.poll(queuedAttempts, polling).toBe(1);

  // The server is still down: the attempt fails and replaces the one that was queued.
  expect((await world.call(sendMailAgain, admin, { mailId: id })).body.meta.status).toBe('success');
  await expect.poll(async () => (await readMail()).attempts, polling).toBe(2);
  await expect.poll(queuedAttempts, polling).toBe(1);

  const restartedSmtp = await startSmtp(smtp.port);
  cleanups.push(() => restartedSmtp.close());
  expect((await world.call(sendMailAgain, admin, { mailId: id })).body.meta.status).toBe('success');
  await expect.poll(async () => (await readMail()).sent_at, polling).not.toBeNull();
  await expect.poll(queuedAttempts, polling).toBe(0);
  expect(restartedSmtp.state.received.map(({ bytes }) => idOf(bytes))).toEqual([id]);
});

/**
 * Stores mails and returns their ids. The first time that a worker marks one of them as sent, the database closes the
 * worker's connection, so the mark is lost although the mail server has accepted the mail. Once the mail server
 * has received the mail a second time, its mark is stored.
 */
async function queueMailsWithCutConnections(
  { smtp, world, context }: Awaited<ReturnType<typeof openPortalWithTwoWorkers>>,
  count: number,
) {
  await sql`CREATE TABLE cut (id uuid); GRANT SELECT ON cut TO PUBLIC`.execute(world.db);
  await sql`
    CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM cut WHERE id = NEW.id) THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER cut_off BEFORE UPDATE OF sent_at ON mail FOR EACH ROW EXECUTE FUNCTION cut_off()
  `.execute(world.db);
  const person = await context.addPerson();
  const rows = Array.from({ length: count }, () => ({ kind: 'passwordChanged', person_id: person }));
  const ids = (await world.db.insertInto('mail').values(rows).returning('id').execute()).map(({ id }) => id);
  await sql`INSERT INTO cut SELECT id FROM mail`.execute(world.db);
  const receivedIds = new Set<string>();
  smtp.state.beforeAnswer = async (bytes) => {
    const id = idOf(bytes);
    if (receivedIds.has(id)) await sql`DELETE FROM cut WHERE id = ${id}`.execute(world.db);
    receivedIds.add(id);
  };
  return ids;
}

test('a mail is sent again with the same Message-ID if the connection fails before it is marked as sent [11.2]', async () => {
  const portal = await openPortalWithTwoWorkers();
  const { context } = portal;
  const ids = await queueMailsWithCutConnections(portal, 200);
  const send = openMailTransport(context.settings);
  const remainingIds = [...ids];
  const sendRemaining = async () => {
    for (let id = remainingIds.pop(); id; id = remainingIds.pop()) {
      const mailId = id;
      await expect(deliver({ ...context, send }, mailId)).rejects.toThrow();
      await vi.waitFor(() => deliver({ ...context, send }, mailId), { ...polling, interval: 5 });
    }
  };
  await Promise.all([1, 2, 3, 4, 5, 6].map(sendRemaining));
  expect(await retryNowAndCountUnsent(context)).toBe(0);
  const receivedIds = portal.smtp.state.received.map(({ bytes }) => idOf(bytes));
  // A third copy of a mail arrives if the pool hands out another connection that the database has closed.
  expect(receivedIds.length).toBeGreaterThanOrEqual(400);
  expect(new Set(receivedIds)).toEqual(new Set(ids));
});

test('a person’s name or address cannot add a header or a recipient to a mail', async () => {
  const smtp = await startSmtp();
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, PUBLIC_URL: 'https://portal.example' };
  const world = await openWorld({ env });
  const context = openMailContext(world.appUrl, world.settings);
  cleanups.push(
    () => smtp.close(),
    () => world.close(),
    () => context.pool.end(),
  );
  const coach = await world.addCoach();
  const participant = await world.addParticipant({ email: 'ada@example.org' });
  const appointment = await world.addAppointment(coach, inDays(9, '10:00'), { participant });
  const send = openMailTransport(world.settings);

  const sendAndReadHeaders = async (name: string) => {
    await world.db
      .updateTable('person')
      .set({ first_name: name, last_name: name })
      .where('id', 'in', [coach, participant])
      .execute();
    await world.db
      .updateTable('coach')
      .set({ teams_link: `https://teams.example/${name}` })
      .execute();
    smtp.state.received.length = 0;
    for (const kind of ['passwordChanged', 'appointmentBooked', 'reminderDayBefore'] as const)
      await deliver({ ...context, send }, await context.queueMail({ kind, person: participant, appointment }));
    return Promise.all(
      smtp.state.received.map(async ({ recipients, bytes }) => {
        const { headers, subject, from, to } = await PostalMime.parse(bytes);
        return { recipients, keys: headers.map(({ key }) => key), subject, from, to };
      }),
    );
  };

  // Such addresses cannot be registered. Even if one is stored, nobody else gets the mail.
  for (const email of [
    'ada@example.org, eve@evil.example',
    'x <eve@evil.example>',
    'ada@example.org\r\nBcc: eve@evil.example',
  ]) {
    await deliver(
      { ...context, send },
      await context.queueMail({ kind: 'passwordChanged', person: await context.addPerson({ email }) }),
    );
    const recipients = smtp.state.received.flatMap((mail) => mail.recipients);
    expect(recipients.filter((address) => address !== email)).toEqual([]);
    expect(smtp.state.received.map(({ bytes }) => /^bcc:/im.test(bytes.toString()))).not.toContain(true);
    smtp.state.received.length = 0;
  }

  const expected = await sendAndReadHeaders('Ada');
  expect(expected.map(({ recipients }) => recipients)).toEqual(expected.map(() => ['ada@example.org']));
  const hostileText = fc.constantFrom(
    '\r\n',
    '\n',
    '\r',
    '\u2028',
    'Bcc: eve@example.org',
    'Subject: x',
    '<',
    '>',
    ',',
    ';',
  );
  const names = fc.array(fc.oneof(hostileText, fc.string({ unit: 'grapheme' })), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(names, async (nameParts) => {
      expect(await sendAndReadHeaders(nameParts.join('').replaceAll('\0', '').slice(0, 100))).toEqual(expected);
    }),
    { numRuns: 12 },
  );
});
