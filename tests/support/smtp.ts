import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { openDb, openPool, transact, type Clock, type Db } from '../server/db.ts';
import type { Log } from '../server/log.ts';
import type { Settings } from '../server/settings.ts';
import { queueMail, type QueuedMail } from './outbox.ts';

/** The parts that a mail worker needs, on a migrated database; for tests. */
export interface MailParts {
  db: Db;
  pool: Pool;
  clock: Clock;
  settings: Settings;
  log: Log;
  nightly: () => Promise<void>;
  jobs: Record<string, never>;
  /** All that was logged so far. */
  logged(): string;
  /** Queues one mail as a handler does and answers its id. */
  queue(mail: QueuedMail): Promise<string>;
  /** Stores a person, confirmed and active unless `columns` say otherwise, and answers the id. */
  person(columns?: Columns): Promise<number>;
}

interface Columns {
  email?: string;
  first_name?: string;
  confirmed_at?: Date | null;
  inactive_at?: Date | null;
}

/** Opens the parts with the app's restricted role; `pool.end()` closes them. */
export function openMailParts(url: string, settings: Settings): MailParts {
  const pool = openPool(url);
  const db = openDb(pool);
  let lines = '';
  const log: Log = pino({ level: 'debug' }, { write: (line: string) => void (lines += line) });
  return {
    ...{ db, pool, settings, log, clock: { shiftMs: 0 }, nightly: () => Promise.resolve(), jobs: {} },
    logged: () => lines,
    async queue(mail) {
      const before = (await db.selectFrom('mail').select('id').execute()).map(({ id }) => id);
      await transact(db, (tx) => queueMail(tx, [mail]));
      const after = (await db.selectFrom('mail').select('id').execute()).map(({ id }) => id);
      return after.find((id) => !before.includes(id)) ?? '';
    },
    async person(columns = {}) {
      const usual = { first_name: 'Ada', last_name: 'Beispiel', gender: 'f', role_id: 1, confirmed_at: new Date() };
      const row = { ...usual, email: `${randomUUID()}@example.org`, ...columns };
      const { id } = await db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow();
      return id;
    },
  };
}

/** What a mail server of tests has taken, and how it answers; a number other than 250 refuses. */
export interface SmtpState {
  received: { recipients: string[]; bytes: Buffer }[];
  toSender: number;
  toRecipient: (address: string) => number;
  toContents: number;
  /** Awaited between the end of a mail and the answer to it. */
  beforeAnswer: (bytes: Buffer) => Promise<void>;
}

/** A mail server on a port of its own, or on the one named. Its refusals quote the address, as real ones do. */
export async function startSmtp(port = 0) {
  const state: SmtpState = {
    received: [],
    toSender: 250,
    toRecipient: () => 250,
    toContents: 250,
    beforeAnswer: () => Promise.resolve(),
  };
  const refusal = (responseCode: number, words: string) =>
    responseCode === 250 ? null : Object.assign(new Error(words), { responseCode });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onMailFrom: ({ address }, _session, done) => done(refusal(state.toSender, `not from ${address}`)),
    onRcptTo: ({ address }, _session, done) => done(refusal(state.toRecipient(address), `unknown user ${address}`)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks);
        if (state.toContents !== 250) return done(refusal(state.toContents, 'looks like spam'));
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
