import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { inject } from 'vitest';
import type * as z from 'zod/mini';
import type { InspectionLimits } from '../files/inspection/pool.ts';
import { dateOf, instantOf } from '../shared/berlin.ts';
import type { Call, FieldError } from '../shared/call.ts';
import { roles, type Role } from '../shared/roles.ts';
import { servicePath } from './calls.ts';
import type { ConnectionLimits } from './connections.ts';
import { openDb, openPool, transact, type Clock, type Db } from './db.ts';
import { migrate } from './migrate.ts';
import { openPortal, type Portal } from './portal.ts';
import { startSession } from './session.ts';
import { readSettings } from './settings.ts';
import { inDatabase, runStatement } from './testing-database.ts';

/** An answer as a client of the bare contract sees it; a refusal lacks the fields of success. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body & {
    meta: { status: string; code?: string; message?: string };
    status?: string;
    message?: string;
    errors?: FieldError[];
  };
  headers: Headers;
}

type BodyOf<C extends { output: z.ZodMiniType }> = Omit<Partial<z.input<C['output']>>, 'meta'> &
  (z.input<C['output']> extends { meta: infer M } ? { meta: M } : unknown);

/** What a test may decide about its world. */
export interface WorldOptions {
  env?: Record<string, string>;
  locks?: boolean;
  sendMails?: boolean;
  /** Takes the log's lines; the level is that of `env`, 'silent' by default. */
  logStream?: Writable;
  /** Limits of connections that a test can wait for. */
  limits?: ConnectionLimits;
  /** Other limits of the look into documents, or another program for it. */
  inspection?: Partial<InspectionLimits>;
  /** Another server than that of the run, and its replica. */
  server?: { migrateUrl: string; url: string; replicaUrl: string };
  /** The folder of the built screens; none by default. */
  webRoot?: string;
}

/**
 * A portal of its own for one test file: its own database, data folder and port, served over real HTTP with the app's
 * restricted role. `close()` takes everything away again.
 */
export async function openWorld(options: WorldOptions = {}) {
  const { env = {}, locks = true, sendMails = false, logStream, limits, inspection, webRoot = null } = options;
  const server = options.server ?? inject('postgres');
  const database = `world_${randomUUID().replaceAll('-', '')}`;
  await runStatement(server.migrateUrl, `CREATE DATABASE ${database}`);
  const ownerUrl = inDatabase(server.migrateUrl, database);
  const appUrl = inDatabase(server.url, database);
  await migrate(ownerUrl, appUrl, resolve(import.meta.dirname, '../../db/migrations'));
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-world-'));
  const settings = readSettings({
    DATABASE_URL: appUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '0',
    ...(options.server && { DATABASE_REPLICA_URL: inDatabase(options.server.replicaUrl, database) }),
    ...env,
  });
  const clock: Clock = { shiftMs: 0 };
  const portal: Portal = await openPortal(settings, appUrl, webRoot, {
    clock,
    locks,
    sendMails,
    // Races have more people at once than a busy machine serves in the time that anybody waits in life.
    poolWait: 10_000,
    ...(logStream ? { logStream } : {}),
    ...(limits ? { limits } : {}),
    ...(inspection ? { inspection } : {}),
  });
  const address = await portal.fastify.listen({ port: 0, host: '127.0.0.1' });
  const ownerPool = openPool(ownerUrl, 5);
  const owner = openDb(ownerPool);
  const people = builders(owner);

  return {
    address,
    settings,
    dataDir,
    ownerUrl,
    appUrl,
    /** The database as its owner, for facts and for breaking guards. */
    db: owner,
    app: portal.app,
    log: portal.fastify.log,
    clock,
    ...people,

    /** Starts a session without the login's hashing. */
    async signIn(person: number): Promise<string> {
      return (await transact(owner, (tx) => startSession(tx, clock, person))).sessionId;
    },

    /** Makes a call as a client of the bare contract; `sessionId` null sends none. */
    async call<C extends Pick<Call, 'path' | 'input' | 'output'>>(
      call: C,
      sessionId: string | null,
      input: Record<string, unknown> = {},
    ): Promise<Answer<BodyOf<C>>> {
      const response = await fetch(address + servicePath(call), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...input, ...(sessionId === null ? {} : { sessionId }) }),
      });
      return answerOf(response);
    },

    /** Sends files as multipart, each under the field name given. */
    async send<C extends Pick<Call, 'path' | 'output'>>(
      call: C,
      files: { field: string; name: string; bytes: Uint8Array }[],
    ): Promise<Answer<BodyOf<C>>> {
      const form = new FormData();
      for (const { field, name, bytes } of files) form.append(field, new Blob([new Uint8Array(bytes)]), name);
      return answerOf(await fetch(address + servicePath(call), { method: 'POST', body: form }));
    },

    async close(): Promise<void> {
      await portal.close();
      await ownerPool.end();
      await runStatement(server.migrateUrl, `DROP DATABASE ${database} WITH (FORCE)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

async function answerOf<Body>(response: Response): Promise<Answer<Body>> {
  const body = JSON.parse(await response.text()) as Answer<Body>['body'];
  return { status: response.status, headers: response.headers, body };
}

/** The Berlin wall clock so many days from today, as an instant. */
export function inDays(days: number, time: string): Date {
  const instant = instantOf(dateOf(new Date(Date.now() + days * 86_400_000)), time);
  if (!instant) throw new Error('that wall clock does not exist');
  return instant;
}

/** What a test says of an appointment's row: length in minutes, who holds it, its status and quota number. */
interface AppointmentRow {
  minutes?: number;
  speed?: boolean;
  participant?: number | null;
  status?: 'F' | 'G' | 'V' | 'K';
  quota?: number | null;
}

/** Rows written straight into the database, each with believable defaults. */
function builders(db: Db) {
  let next = 1;

  /** A document row without bytes in the store. */
  async function document(
    participant: number,
    { name = 'Lebenslauf.docx', byCoach = null as number | null } = {},
  ): Promise<number> {
    const { id } = await db
      .insertInto('document')
      .values({
        participant_id: participant,
        uploaded_by: byCoach ?? participant,
        by_coach: byCoach !== null,
        name,
        ending: name.split('.').at(-1) ?? '',
        size: 10,
        sha256: Buffer.alloc(32),
        store_key: randomUUID().replaceAll('-', ''),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async function person(
    role: Role | null,
    { firstName = 'Kim', lastName = 'Beispiel', email = `person${next++}@test.example`, passwordHash = '' } = {},
  ): Promise<number> {
    const { id } = await db
      .insertInto('person')
      .values({
        role_id: role ? roles[role].value : null,
        email,
        first_name: firstName,
        last_name: lastName,
        gender: 'd',
        phone: '022112345678',
        password_hash: passwordHash || null,
        confirmed_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async function location(label = 'Köln'): Promise<number> {
    const { id } = await db
      .insertInto('location')
      .values({ label })
      .onConflict((conflict) => conflict.column('label').doUpdateSet({ label }))
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  return {
    person,
    location,

    /** A confirmed, active participant; with an own docx unless `docx` is false. */
    async participant({ docx = true, ...about }: { docx?: boolean; [more: string]: unknown } = {}): Promise<number> {
      const id = await person('participant', about);
      await db
        .insertInto('participant')
        .values({
          person_id: id,
          qualification: 'Fachkraft für Lagerlogistik',
          qualification_start: '2026-01-01',
          qualification_end: '2026-12-31',
          location_id: await location(),
        })
        .execute();
      if (docx) await document(id);
      return id;
    },

    /** An active coach; `speed` with the full search. */
    async coach({ speed = false, ...about }: { speed?: boolean; [more: string]: unknown } = {}): Promise<number> {
      const id = await person('coach', { firstName: 'Cleo', lastName: 'Coach', ...about });
      await db
        .insertInto('coach')
        .values({ person_id: id, teams_link: `https://teams.example/${id}`, speed_coach: speed })
        .execute();
      return id;
    },

    async admin(about: Record<string, unknown> = {}): Promise<number> {
      return person('admin', { firstName: 'Alex', lastName: 'Admin', ...about });
    },

    document,

    /** An appointment of 45 minutes; free, or booked by `participant` with the quota number given. */
    async appointment(
      coach: number,
      startsAt: Date,
      { minutes = 45, speed = false, participant = null, quota = null, ...about }: AppointmentRow = {},
    ): Promise<number> {
      const status = about.status ?? (participant === null ? 'F' : 'G');
      const { id } = await db
        .insertInto('appointment')
        .values({
          coach_id: coach,
          type_id: speed ? 2 : 1,
          starts_at: startsAt,
          ends_at: new Date(startsAt.getTime() + minutes * 60_000),
          status,
          participant_id: participant,
          self_booked: quota !== null,
          quota_number: quota,
          ...(status === 'K' ? { cancel_kind: 'goodwill' } : {}),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
