import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { inject } from 'vitest';
import type * as z from 'zod/mini';
import { sql } from 'kysely';
import type { InspectionLimits } from '../../src/features/files/inspection/inspectors.adapter.ts';
import { addDays, dateOf, instantOf } from '../../src/shared/berlin.ts';
import type { AbsenceKind } from '../../src/features/absences/rules.ts';
import type { CancelKind } from '../../src/shared/coaching.ts';
import type { Call, FieldError } from '../../src/shared/call.ts';
import type { Role } from '../../src/shared/roles.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import type { ConnectionLimits } from '../../src/platform/http/edge/connection-limits.ts';
import { openDb, openPool, transact, type Clock, type Db } from '../../src/platform/database/db.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { createApplication, type RunningPortal } from '../../src/app/application.ts';
import { startSession } from '../../src/features/sessions/session.steps.ts';
import { readSettings } from '../../src/platform/settings/settings.ts';
import { inDatabase, runStatement } from './database.ts';
import { addAdmin, addCoach, addLocation, addParticipant, addPerson, roleId, type PersonColumns } from './people.ts';

/** An answer as a client of the API receives it; a refusal lacks the fields of a success. */
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

/** The options of a test's world. */
export interface WorldOptions {
  env?: Record<string, string>;
  locks?: boolean;
  sendMails?: boolean;
  /** Receives the log's lines; the level is that of `env`, 'silent' by default. */
  logStream?: Writable;
  /** Connection limits short enough for a test to wait for. */
  limits?: ConnectionLimits;
  /** Other limits for the inspection of documents, or another program for it. */
  inspection?: Partial<InspectionLimits>;
  /** A database server other than that of the test run, and its replica. */
  server?: { migrateUrl: string; url: string; replicaUrl: string };
  /** The folder of the built screens; none by default. */
  webRoot?: string;
}

/**
 * Starts a portal for one test file, with its own database, data folder and port, over real HTTP and with the app's
 * restricted database role. `close()` removes everything.
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
    STAFF_MAIL_WAIT_SECONDS: '0',
    RATE_LIMIT_FACTOR: '0',
    ...(options.server && { DATABASE_REPLICA_URL: inDatabase(options.server.replicaUrl, database) }),
    ...env,
  });
  const clock: Clock = { shiftMs: 0 };
  const portal: RunningPortal = await createApplication(settings, appUrl, webRoot, {
    clock,
    locks,
    sendMails,
    // Tests of races make more concurrent calls than a busy machine can serve within the usual time limit.
    poolTimeout: 10_000,
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
    /** The database with the owner's role, for reading and preparing rows and for removing guards. */
    db: owner,
    app: portal.app,
    log: portal.fastify.log,
    clock,
    ...people,

    /** Starts a session without a login, which would have to hash a password; returns the session's id. */
    async signIn(person: number): Promise<string> {
      return (await transact(owner, (tx) => startSession(tx, clock, person))).sessionId;
    },

    /** Makes a call as a client of the API would; a null `sessionId` is not sent. */
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

    /** Sends files and texts as multipart, each under its field name. */
    async send<C extends Pick<Call, 'path' | 'output'>>(
      call: C,
      files: ({ field: string; name: string; bytes: Uint8Array } | { field: string; text: string })[],
    ): Promise<Answer<BodyOf<C>>> {
      const form = new FormData();
      for (const part of files)
        if ('text' in part) form.append(part.field, part.text);
        else form.append(part.field, new Blob([new Uint8Array(part.bytes)]), part.name);
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

/** Returns a wall clock time in Berlin this many days from today, as an instant. */
export function inDays(days: number, time: string): Date {
  const instant = instantOf(addDays(dateOf(new Date()), days), time);
  if (!instant) throw new Error('This wall clock time does not exist.');
  return instant;
}

/** The data of a person in a test. */
export interface PersonData {
  firstName?: string;
  lastName?: string;
  email?: string;
  passwordHash?: string;
}

/** The data of an appointment in a test: length in minutes, participant, status and quota number. */
export interface AppointmentData {
  minutes?: number;
  speed?: boolean;
  participant?: number | null;
  status?: 'F' | 'G' | 'V' | 'K';
  /** How an appointment with status K was cancelled; goodwill by default. */
  cancelKind?: CancelKind;
  quota?: number | null;
}

/** Returns functions that insert rows directly into the database, with plausible defaults. */
function builders(db: Db) {
  let next = 1;

  /** Adds a document's row without bytes in the store. */
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

  /** Returns the columns of a person's row. */
  const columns = ({
    firstName,
    lastName,
    email = `person${next++}@test.example`,
    passwordHash,
  }: PersonData): PersonColumns => ({
    email,
    phone: '022112345678',
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(passwordHash && { password_hash: passwordHash }),
  });

  return {
    /** Adds a person with a role or without one, but without the profile of a participant or a coach. */
    person: (role: Role | null, about: PersonData = {}) => addPerson(db, { ...columns(about), role_id: roleId(role) }),

    location: (label?: string) => addLocation(db, label),

    /** Adds a confirmed, active participant, with an uploaded docx unless `docx` is false. */
    async participant({ docx = true, ...about }: PersonData & { docx?: boolean } = {}): Promise<number> {
      const id = await addParticipant(db, columns(about));
      if (docx) await document(id);
      return id;
    },

    /** Adds an active coach; with `speed` one who may search all participants. */
    coach: ({ speed = false, ...about }: PersonData & { speed?: boolean } = {}) => addCoach(db, columns(about), speed),

    admin: (about: PersonData = {}) => addAdmin(db, columns(about)),

    document,

    /** Adds a series of Einzelcoachings of 45 minutes on one day, without its appointments. */
    async series(coach_id: number, date: string): Promise<number> {
      const day = { from_date: date, till_date: date, from_time: '10:00', till_time: '10:45' };
      const { id } = await db
        .insertInto('series')
        .values({ coach_id, type_id: 1, weekdays: [1, 2, 3], every_weeks: 1, ...day, minutes: 45, break_minutes: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Adds an absence of a coach, planned a day ago; it may not overlap uncancelled appointments that are upcoming. */
    async absence(coach_id: number, starts_at: Date, ends_at: Date, kind: AbsenceKind = 'vacation'): Promise<number> {
      const planned_at = new Date(Date.now() - 86_400_000);
      const absence = db.insertInto('absence').values({ coach_id, starts_at, ends_at, kind, planned_at });
      return (await absence.returning('id').executeTakeFirstOrThrow()).id;
    },

    /** Records that the coach has just found a participant by the complete e-mail address; ignores unknown ids. */
    async recordFoundParticipant(coach_id: number, participant: number): Promise<void> {
      await sql`
        INSERT INTO found_participant SELECT ${coach_id}, person_id, clock_timestamp() FROM participant
        WHERE person_id = ${participant} ON CONFLICT DO NOTHING
      `.execute(db);
    },

    /** Adds an appointment, by default of 45 minutes and free; or booked by `participant` with the quota number. */
    async appointment(
      coach: number,
      startsAt: Date,
      { minutes = 45, speed = false, participant = null, quota = null, ...about }: AppointmentData = {},
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
          ...(status === 'K' ? { cancel_kind: about.cancelKind ?? 'goodwill' } : {}),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
