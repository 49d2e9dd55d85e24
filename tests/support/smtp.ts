import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { openDb, openPool, transact, type Clock, type Db } from '../../src/platform/database/db.ts';
import type { Log } from '../../src/platform/log.ts';
import type { Settings } from '../../src/platform/settings/settings.ts';
import { createMailJobs } from '../../src/features/mail/delivery/jobs.ts';
import { queueMails, type NewMail } from '../../src/features/mail/outbox.sql.ts';
import { startWorker } from '../../src/platform/jobs/worker.ts';
import { addPerson, type PersonColumns } from './people.ts';

/** A connection to a migrated database, and everything else that the mail worker needs. */
export interface MailContext {
  db: Db;
  pool: Pool;
  clock: Clock;
  settings: Settings;
  log: Log;
  /** Returns the text of the log so far. */
  loggedText(): string;
  /** Queues one mail as a handler does, and returns its id. */
  queueMail(mail: NewMail): Promise<string>;
  /** Adds a person, by default confirmed and active, and returns the id. */
  addPerson(columns?: PersonColumns): Promise<number>;
}

/** Connects to a migrated database. `url` has the app's restricted role; `pool.end()` disconnects. */
export function openMailContext(url: string, settings: Settings): MailContext {
  const pool = openPool(url);
  const db = openDb(pool);
  let logText = '';
  const log: Log = pino({ level: 'debug' }, { write: (line: string) => void (logText += line) });
  return {
    db,
    pool,
    settings,
    log,
    clock: { shiftMs: 0 },
    loggedText: () => logText,
    async queueMail(mail) {
      const idsBefore = (await db.selectFrom('mail').select('id').execute()).map(({ id }) => id);
      await transact(db, (tx) => queueMails(tx, [mail]));
      const idsAfter = (await db.selectFrom('mail').select('id').execute()).map(({ id }) => id);
      return idsAfter.find((id) => !idsBefore.includes(id)) ?? '';
    },
    addPerson(columns = {}) {
      return addPerson(db, { first_name: 'Ada', gender: 'f', email: `${randomUUID()}@example.org`, ...columns });
    },
  };
}

/** Starts a worker that runs only the mail jobs. */
export const startMailWorker = (context: MailContext) => startWorker({ ...context, ...createMailJobs(context) });

/**
 * The mails that the test server has received, and the SMTP reply codes that it sends for a sender, a recipient and the
 * content of a mail. The code 250 accepts; every other code refuses.
 */
export interface SmtpState {
  received: { recipients: string[]; bytes: Buffer }[];
  senderReplyCode: number;
  chooseRecipientReplyCode: (address: string) => number;
  contentReplyCode: number;
  /** Awaited after the server has received a mail and before it replies. */
  beforeAnswer: (bytes: Buffer) => Promise<void>;
}

/**
 * Starts an SMTP server on a free port or on `port`. Its refusals quote the mail address, as those of real servers do.
 */
export async function startSmtp(port = 0) {
  const state: SmtpState = {
    received: [],
    senderReplyCode: 250,
    chooseRecipientReplyCode: () => 250,
    contentReplyCode: 250,
    beforeAnswer: () => Promise.resolve(),
  };
  const createRefusal = (responseCode: number, message: string) =>
    responseCode === 250 ? null : Object.assign(new Error(message), { responseCode });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onMailFrom: ({ address }, _session, done) => done(createRefusal(state.senderReplyCode, `not from ${address}`)),
    onRcptTo: ({ address }, _session, done) =>
      done(createRefusal(state.chooseRecipientReplyCode(address), `unknown user ${address}`)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks);
        if (state.contentReplyCode !== 250) return done(createRefusal(state.contentReplyCode, 'looks like spam'));
        state.received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), bytes });
        void state.beforeAnswer(bytes).finally(() => done());
      });
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  return { state, port: address.port, close };
}
