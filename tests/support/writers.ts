import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { importAppointments } from '../../src/features/appointments/import-files/contract.ts';
import { bookAppointment } from '../../src/features/booking/contract.ts';
import { createFreeSlots, seedParticipantSessions } from './bookings.ts';
import { addAdmin, addCoach } from './people.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { openUnchanged, type FileStore } from '../../src/platform/storage/store.ts';
import { anonymizeUserData } from '../../src/features/participants/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { transact, type Db } from '../../src/platform/database/db.ts';
import { findViolations } from '../../src/operations/privacy/invariants.ts';
import { startSession } from '../../src/features/sessions/session.steps.ts';

const writeKinds = ['booking', 'upload', 'import', 'erasure'] as const;

/** The kind of request that a writer sends again and again. */
export type WriteKind = (typeof writeKinds)[number];

/** A request that writes data. */
interface Write {
  kind: WriteKind;
  /** The id, the name or the e-mail address with which `findDamage` finds the written data. */
  subject: string;
  path: string;
  /** Creates a new body for each attempt. */
  createBody: () => FormData | string;
  /** How often the request was sent. */
  attempts: number;
}

const rowsPerImport = 60;
const docx = readFileSync(
  resolve(import.meta.dirname, '../../src/features/files/testdata/documents/single-paragraph.docx'),
);

/** Creates the rows that the next requests of a kind need, and returns these requests. */
async function prepareWrites(db: Db, kind: WriteKind, adminSession: string): Promise<Write[]> {
  const jsonBody = (value: object) => () => JSON.stringify(value);
  const fileBody = (field: string, name: string, bytes: Uint8Array | string) => () => {
    const form = new FormData();
    form.append(field, new Blob([bytes instanceof Uint8Array ? new Uint8Array(bytes) : bytes]), name);
    return form;
  };
  if (kind === 'import') {
    const email = `${randomUUID()}@kill.example`;
    await transact(db, (tx) => addCoach(tx, { email }));
    const year = new Date().getUTCFullYear() + 1;
    const lines = Array.from({ length: rowsPerImport }, (_, index) => {
      const date = new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10);
      return `${email};Einzelcoaching;${date};09:00;09:45`;
    });
    const csv = ['Coach-E-Mail;Typ;Datum;Von;Bis', ...lines].join('\r\n');
    return [createWrite(kind, email, importAppointments, fileBody(`file_${adminSession}`, 'termine.csv', csv))];
  }
  const sessions = await seedParticipantSessions(db, 50);
  if (kind === 'booking') {
    const slots = await createFreeSlots(db, sessions.length);
    return sessions.map((sessionId, index) =>
      createWrite(kind, String(slots[index]), bookAppointment, jsonBody({ sessionId, appointmentId: slots[index] })),
    );
  }
  if (kind === 'upload')
    return sessions.map((session) => {
      const name = `${randomUUID()}.docx`;
      return createWrite(kind, name, uploadFiles, fileBody(`file_${session}_0`, name, docx));
    });
  const hashes = sessions.map((id) => createHash('sha256').update(id).digest());
  const { rows } = await sql<{ id: number }>`
    WITH ended AS (DELETE FROM session WHERE id_hash = ANY (${hashes}::bytea[]) RETURNING person_id)
    UPDATE person SET inactive_at = clock_timestamp() - interval '1 day'
    WHERE id IN (SELECT person_id FROM ended) RETURNING id
  `.execute(db);
  return rows.map(({ id }) =>
    createWrite(kind, String(id), anonymizeUserData, jsonBody({ sessionId: adminSession, participantId: id })),
  );
}

const createWrite = (
  kind: WriteKind,
  subject: string,
  call: { path: string },
  createBody: () => FormData | string,
): Write => ({
  kind,
  subject,
  path: servicePath(call),
  createBody,
  attempts: 0,
});

/** A run of writers, and its results so far. */
export interface WriterRun {
  /** The subjects of the acknowledged writes. */
  acknowledged: Record<WriteKind, string[]>;
  /** How many of the acknowledged writes were sent more than once. */
  retriedWrites: number;
  /** Responses that neither acknowledge a write nor ask for a retry, as texts. */
  unexpectedResponses: string[];
  /** Returns the number of acknowledged writes. */
  countAcknowledged(): number;
  stop(): Promise<void>;
}

/**
 * Starts one writer for each item of `writers`. Until `stop()`, a writer sends one request after the other. It repeats
 * a request as long as it gets no response, or a response with status 503. `db` has the owner's role; `getAddress`
 * returns the portal's current URL.
 */
export async function startWriting(
  db: Db,
  getAddress: () => string,
  writers: readonly WriteKind[],
): Promise<WriterRun> {
  const adminId = await addAdmin(db);
  const { sessionId: adminSession } = await transact(db, (tx) => startSession(tx, { shiftMs: 0 }, adminId));
  const acknowledged: WriterRun['acknowledged'] = { booking: [], upload: [], import: [], erasure: [] };
  const unexpectedResponses: string[] = [];
  let retriedWrites = 0;
  let isRunning = true;

  /** Sends a request; returns false if it must be sent again. */
  const send = async (write: Write): Promise<boolean> => {
    write.attempts++;
    const body = write.createBody();
    const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const response = await fetch(getAddress() + write.path, { method: 'POST', headers, body }).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (!response || text === null || text === undefined || response.status === 503) return false;
    // If the first attempt erased the person but its response was lost, the second attempt finds no such person.
    const isAlreadyErased = write.kind === 'erasure' && response.status === 404 && write.attempts > 1;
    if (!isAlreadyErased && (response.status !== 200 || !text.includes('"status":"success"'))) {
      unexpectedResponses.push(`${write.kind}: ${response.status} ${text.slice(0, 200)}`);
      return true;
    }
    acknowledged[write.kind].push(write.subject);
    if (write.attempts > 1) retriedWrites++;
    return true;
  };
  const runWriter = async (kind: WriteKind) => {
    let queue: Write[] = [];
    while (isRunning) {
      // If the database is down, the preparation fails and is repeated.
      if (queue.length === 0) queue = await prepareWrites(db, kind, adminSession).catch(() => []);
      const write = queue.pop();
      while (write && isRunning && !(await send(write))) await sleep(30);
      if (!write) await sleep(30);
    }
  };
  const allStopped = Promise.all(writers.map(runWriter));
  return {
    acknowledged,
    unexpectedResponses,
    get retriedWrites() {
      return retriedWrites;
    },
    countAcknowledged: () => Object.values(acknowledged).reduce((sum, subjects) => sum + subjects.length, 0),
    async stop() {
      isRunning = false;
      await allStopped;
    },
  };
}

/** Compares the data with the acknowledged writes of a run. Returns the lost writes and the incomplete writes. */
export async function findDamage(db: Db, store: FileStore, { acknowledged }: WriterRun) {
  const lostWrites: string[] = [];
  const incompleteWrites: string[] = [];
  const { rows: bookings } = await sql<{ id: string }>`
    SELECT a.id::text AS id FROM appointment a WHERE a.status = 'G'
      AND EXISTS (SELECT FROM audit u WHERE u.appointment_id = a.id AND u.action = 'booked')
      AND EXISTS (SELECT FROM mail m WHERE m.appointment_id = a.id)
  `.execute(db);
  const { rows: erasedPeople } = await sql<{ id: string }>`
    SELECT id::text AS id FROM person WHERE anonymised_at IS NOT NULL
  `.execute(db);
  // The documents of size 1 are those that `seedParticipantSessions` creates without bytes.
  const documents = await db
    .selectFrom('document')
    .select(['name', 'store_key', 'sha256'])
    .where('size', '>', 1)
    .execute();
  const { rows: imports } = await sql<{ id: string; count: number }>`
    SELECT p.email AS id, count(a.id)::int AS count FROM person p JOIN coach c ON c.person_id = p.id
      LEFT JOIN appointment a ON a.coach_id = p.id WHERE p.email LIKE '%@kill.example' GROUP BY p.email
  `.execute(db);
  const storedSubjects = {
    booking: bookings.map(({ id }) => id),
    erasure: erasedPeople.map(({ id }) => id),
    upload: documents.map(({ name }) => name),
    import: imports.filter(({ count }) => count === rowsPerImport).map(({ id }) => id),
  };
  for (const kind of writeKinds) {
    const stored = new Set(storedSubjects[kind]);
    const missingSubjects = acknowledged[kind].filter((subject) => !stored.has(subject));
    lostWrites.push(...missingSubjects.map((subject) => `${kind} ${subject}`));
  }
  for (const { id, count } of imports)
    if (count !== 0 && count !== rowsPerImport) incompleteWrites.push(`import ${id}: ${count}`);
  for (const { name, store_key: key, sha256 } of documents) {
    const bytes = await openUnchanged(store, key, sha256).catch(() => null);
    if (bytes) bytes.destroy();
    else incompleteWrites.push(`document ${name} without its bytes`);
  }
  for (const { name, ids } of await findViolations(db)) incompleteWrites.push(`${name} ${ids.join()}`);
  return { lostWrites, incompleteWrites };
}
