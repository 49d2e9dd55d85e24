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
import type { CancelKind, Status } from '../../src/shared/coaching.ts';
import type { Call, FieldError } from '../../src/shared/call.ts';
import type { Role } from '../../src/shared/roles.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import type { ConnectionLimits } from '../../src/platform/http/edge/connection-limits.ts';
import { openDb, openPool, transact, type Clock, type Db } from '../../src/platform/database/db.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { createApplication, type RunningPortal } from '../../src/app/application.ts';
import { startSession } from '../../src/features/sessions/session.steps.ts';
import { readSettings } from '../../src/platform/settings/settings.ts';
import { urlOfDatabase, runStatement } from './database.ts';
import { addAdmin, addCoach, addLocation, addParticipant, addPerson, roleId, type PersonColumns } from './people.ts';

/** A response as a client of the API receives it. A refusal lacks the fields of a successful response. */
export interface CallResponse<Body = Record<string, unknown>> {
  status: number;
  body: Body & {
    meta: { status: string; code?: string; message?: string };
    status?: string;
    message?: string;
    errors?: FieldError[];
  };
  headers: Headers;
}

/** The body of a response to a call. All fields but `meta` are optional, because refusals lack them. */
type ResponseBody<C extends { output: z.ZodMiniType }> = Omit<Partial<z.input<C['output']>>, 'meta'> &
  (z.input<C['output']> extends { meta: infer M } ? { meta: M } : unknown);

/** The options of `openWorld`. */
export interface WorldOptions {
  /** Settings of the portal, as environment variables. */
  env?: Record<string, string>;
  /** Whether bookings lock their rows; true by default. */
  usesLocks?: boolean;
  /** Whether the portal runs its jobs, which also send the mails; false by default. */
  runsJobs?: boolean;
  /** Receives the lines of the log. Their level is LOG_LEVEL in `env`, 'silent' by default. */
  logStream?: Writable;
  /** Connection limits that are short enough for a test to wait for. */
  limits?: ConnectionLimits;
  /** Settings for the inspection of documents: limits that replace the usual ones, or a different program. */
  inspection?: Partial<InspectionLimits>;
  /** A database server with a replica, instead of the server of the test run. */
  server?: { migrateUrl: string; url: string; replicaUrl: string };
  /** The folder of the built screens. By default, the portal serves no screens. */
  webRoot?: string;
}

/**
 * Starts a portal for one test file: a "world" with its own database, data folder and port, in which tests make calls
 * over real HTTP. The portal uses the app's restricted database role. `close()` stops it and removes its data.
 */
export async function openWorld(options: WorldOptions = {}) {
  const { env = {}, usesLocks = true, runsJobs = false, logStream, limits, inspection, webRoot = null } = options;
  const server = options.server ?? inject('postgres');
  const database = `world_${randomUUID().replaceAll('-', '')}`;
  const template = options.server ? 'template1' : inject('postgres').template;
  await runStatement(server.migrateUrl, `CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY file_copy`);
  const ownerUrl = urlOfDatabase(server.migrateUrl, database);
  const appUrl = urlOfDatabase(server.url, database);
  // A copy of the template has been migrated.
  if (options.server) await migrate(ownerUrl, appUrl, resolve(import.meta.dirname, '../../db/migrations'));
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-world-'));
  const settings = readSettings({
    DATABASE_URL: appUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    STAFF_MAIL_WAIT_SECONDS: '0',
    RATE_LIMIT_FACTOR: '0',
    ...(options.server && { DATABASE_REPLICA_URL: urlOfDatabase(options.server.replicaUrl, database) }),
    ...env,
  });
  const clock: Clock = { shiftMs: 0 };
  const portal: RunningPortal = await createApplication(settings, appUrl, webRoot, {
    clock,
    usesLocks,
    runsJobs,
    // Tests of races make more concurrent calls than a busy machine can serve within the usual time limit.
    poolTimeout: 10_000,
    ...(logStream ? { logStream } : {}),
    ...(limits ? { limits } : {}),
    ...(inspection ? { inspection } : {}),
  });
  const address = await portal.fastify.listen({ port: 0, host: '127.0.0.1' });
  const ownerPool = openPool(ownerUrl, 5);
  const owner = openDb(ownerPool);
  const rowInserters = createRowInserters(owner);

  return {
    address,
    settings,
    dataDir,
    ownerUrl,
    appUrl,
    /** The database with the owner's role: tests read and prepare rows with it, and remove constraints. */
    db: owner,
    app: portal.app,
    log: portal.fastify.log,
    clock,
    ...rowInserters,

    /** Starts a session for a person; returns its id. This skips the login, because hashing a password is slow. */
    async signIn(person: number): Promise<string> {
      return (await transact(owner, (tx) => startSession(tx, clock, person))).sessionId;
    },

    /** Makes a call as a client of the API does. If `sessionId` is null, the request has none. */
    async call<C extends Pick<Call, 'path' | 'input' | 'output'>>(
      call: C,
      sessionId: string | null,
      input: Record<string, unknown> = {},
    ): Promise<CallResponse<ResponseBody<C>>> {
      const response = await fetch(address + servicePath(call), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...input, ...(sessionId === null ? {} : { sessionId }) }),
      });
      return readResponse(response);
    },

    /** Makes a call with a multipart body of files and texts, each with its field name. */
    async send<C extends Pick<Call, 'path' | 'output'>>(
      call: C,
      parts: ({ field: string; name: string; bytes: Uint8Array } | { field: string; text: string })[],
    ): Promise<CallResponse<ResponseBody<C>>> {
      const form = new FormData();
      for (const part of parts)
        if ('text' in part) form.append(part.field, part.text);
        else form.append(part.field, new Blob([new Uint8Array(part.bytes)]), part.name);
      return readResponse(await fetch(address + servicePath(call), { method: 'POST', body: form }));
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

async function readResponse<Body>(response: Response): Promise<CallResponse<Body>> {
  const body = JSON.parse(await response.text()) as CallResponse<Body>['body'];
  return { status: response.status, headers: response.headers, body };
}

/** Returns the instant of a wall clock time `hh:mm` in Berlin, this many days from today (negative: in the past). */
export function inDays(days: number, time: string): Date {
  const instant = instantOf(addDays(dateOf(new Date()), days), time);
  if (!instant) throw new Error('This wall clock time does not exist.');
  return instant;
}

/** The properties of a person that a test can set. */
export interface PersonData {
  firstName?: string;
  lastName?: string;
  email?: string;
  passwordHash?: string;
}

/** The properties of a coach that a test can set. */
export interface CoachData extends PersonData {
  /** Whether the coach is a speed coach, who may search all participants. */
  isSpeedCoach?: boolean;
}

/** The properties of an appointment that a test can set. By default, it is a free Einzelcoaching of 45 minutes. */
export interface AppointmentData {
  minutes?: number;
  /** Whether the appointment is a Speedcoaching. */
  isSpeedcoaching?: boolean;
  /** The id of the participant who has booked the appointment. */
  participant?: number | null;
  /** By default free (F), or booked (G) if there is a participant; V means missed and K cancelled. */
  status?: Status;
  /** How an appointment with status K was cancelled; goodwill by default. */
  cancelKind?: CancelKind;
  /** The quota number, from 1, of an appointment that the participant booked; null if staff booked it. */
  quotaNumber?: number | null;
}

/** Returns functions that insert rows directly into the database, with plausible defaults. */
function createRowInserters(db: Db) {
  let emailNumber = 1;

  /** Adds a document that a participant or a coach uploaded, without its bytes in the store; returns the id. */
  async function addDocument(
    participantId: number,
    { name = 'Lebenslauf.docx', byCoach = null as number | null, isCounted = false } = {},
  ): Promise<number> {
    const { id } = await db
      .insertInto('document')
      .values({
        participant_id: participantId,
        uploaded_by: byCoach ?? participantId,
        by_coach: byCoach !== null,
        name,
        ending: name.split('.').at(-1) ?? '',
        size: 10,
        sha256: Buffer.alloc(32),
        store_key: randomUUID().replaceAll('-', ''),
        ...(isCounted && { insertions: 0, deletions: 0, comments: 0, markup_counted: true }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Returns the columns of a person's row. The mail address is a new one if none is given. */
  const personColumns = ({
    firstName,
    lastName,
    email = `person${emailNumber++}@test.example`,
    passwordHash,
  }: PersonData): PersonColumns => ({
    email,
    phone: '022112345678',
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(passwordHash && { password_hash: passwordHash }),
  });

  return {
    /** Adds a person with a role or without one (null), but without a row in `participant` or `coach`. */
    addPerson: (role: Role | null, person: PersonData = {}) =>
      addPerson(db, { ...personColumns(person), role_id: roleId(role) }),

    addLocation: (label?: string) => addLocation(db, label),

    /** Adds a confirmed, active participant, with an uploaded docx unless `hasCv` is false; returns the id. */
    async addParticipant({ hasCv = true, ...person }: PersonData & { hasCv?: boolean } = {}): Promise<number> {
      const id = await addParticipant(db, personColumns(person));
      if (hasCv) await addDocument(id);
      return id;
    },

    /** Adds an active coach; returns the id. */
    addCoach: (data: CoachData = {}) => addCoach(db, personColumns(data), data.isSpeedCoach),

    addAdmin: (person: PersonData = {}) => addAdmin(db, personColumns(person)),

    addDocument,

    /** Adds a series of one Einzelcoaching of 45 minutes on one day, without the appointment; returns the id. */
    async addSeries(coach_id: number, date: string): Promise<number> {
      const day = { from_date: date, till_date: date, from_time: '10:00', till_time: '10:45' };
      const { id } = await db
        .insertInto('series')
        .values({ coach_id, type_id: 1, weekdays: [1, 2, 3], every_weeks: 1, ...day, minutes: 45, break_minutes: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /**
     * Adds an absence of a coach that was planned a day ago; returns the id. Throws if the absence overlaps upcoming
     * appointments that are not cancelled.
     */
    async addAbsence(
      coach_id: number,
      starts_at: Date,
      ends_at: Date,
      kind: AbsenceKind = 'vacation',
    ): Promise<number> {
      const planned_at = new Date(Date.now() - 86_400_000);
      const absence = db.insertInto('absence').values({ coach_id, starts_at, ends_at, kind, planned_at });
      return (await absence.returning('id').executeTakeFirstOrThrow()).id;
    },

    /**
     * Records that the coach has just searched for the participant by the complete e-mail address, so that the coach
     * may book for them. Does nothing if the participant does not exist.
     */
    async recordParticipantSearchHit(coach_id: number, participant: number): Promise<void> {
      await sql`
        INSERT INTO found_participant SELECT ${coach_id}, person_id, clock_timestamp() FROM participant
        WHERE person_id = ${participant} ON CONFLICT DO NOTHING
      `.execute(db);
    },

    /** Adds an appointment; returns the id. */
    async addAppointment(coach: number, startsAt: Date, data: AppointmentData = {}): Promise<number> {
      const { minutes = 45, participant = null } = data;
      const quotaNumber = data.quotaNumber ?? null;
      const status = data.status ?? (participant === null ? 'F' : 'G');
      const { id } = await db
        .insertInto('appointment')
        .values({
          coach_id: coach,
          type_id: data.isSpeedcoaching ? 2 : 1,
          starts_at: startsAt,
          ends_at: new Date(startsAt.getTime() + minutes * 60_000),
          status,
          participant_id: participant,
          self_booked: quotaNumber !== null,
          quota_number: quotaNumber,
          ...(status === 'K' ? { cancel_kind: data.cancelKind ?? 'goodwill' } : {}),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
