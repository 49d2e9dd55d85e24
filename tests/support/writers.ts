import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { importAppointments } from '../../src/features/appointments/contract.ts';
import { bookAppointment } from '../../src/features/booking/contract.ts';
import { createFreeSlots, seedParticipants } from './bookings.ts';
import { addAdmin, addCoach } from './people.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { openUnchanged, type FileStore } from '../../src/platform/storage/store.ts';
import { anonymizeUserData } from '../../src/features/participants/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { transact, type Db } from '../../src/platform/database/db.ts';
import { findViolations } from '../../src/operations/privacy/invariants.ts';
import { startSession } from '../../src/features/sessions/session.steps.ts';

const kinds = ['booking', 'upload', 'import', 'erasure'] as const;

/** The kind of request that a writer repeats. */
export type WriteKind = (typeof kinds)[number];

/** One writing request: `subject` is the id or name of the row it writes; `tries` counts how often it was sent. */
interface Write {
  kind: WriteKind;
  subject: string;
  path: string;
  body: () => FormData | string;
  tries: number;
}

const rowsOfImport = 60;
const docx = readFileSync(
  resolve(import.meta.dirname, '../../src/features/files/testdata/documents/single-paragraph.docx'),
);

/** Creates the rows that the next requests of a kind need, and returns these requests. */
async function prepare(db: Db, kind: WriteKind, admin: string): Promise<Write[]> {
  const json = (value: object) => () => JSON.stringify(value);
  const file = (field: string, name: string, bytes: Uint8Array | string) => () => {
    const form = new FormData();
    form.append(field, new Blob([bytes instanceof Uint8Array ? new Uint8Array(bytes) : bytes]), name);
    return form;
  };
  if (kind === 'import') {
    const email = `${randomUUID()}@kill.example`;
    await transact(db, (tx) => addCoach(tx, { email }));
    const year = new Date().getUTCFullYear() + 1;
    const lines = Array.from({ length: rowsOfImport }, (_, n) => {
      const date = new Date(Date.UTC(year, 0, 1 + n)).toISOString().slice(0, 10);
      return `${email};Einzelcoaching;${date};09:00;09:45`;
    });
    const csv = ['Coach-E-Mail;Typ;Datum;Von;Bis', ...lines].join('\r\n');
    return [write(kind, email, importAppointments, file(`file_${admin}`, 'termine.csv', csv))];
  }
  const sessions = await seedParticipants(db, 50);
  if (kind === 'booking') {
    const slots = await createFreeSlots(db, sessions.length);
    return sessions.map((sessionId, index) =>
      write(kind, String(slots[index]), bookAppointment, json({ sessionId, appointmentId: slots[index] })),
    );
  }
  if (kind === 'upload')
    return sessions.map((session) => {
      const name = `${randomUUID()}.docx`;
      return write(kind, name, uploadFiles, file(`file_${session}_0`, name, docx));
    });
  const hashes = sessions.map((id) => createHash('sha256').update(id).digest());
  const { rows } = await sql<{ id: number }>`
    WITH ended AS (DELETE FROM session WHERE id_hash = ANY (${hashes}::bytea[]) RETURNING person_id)
    UPDATE person SET inactive_at = clock_timestamp() - interval '1 day'
    WHERE id IN (SELECT person_id FROM ended) RETURNING id
  `.execute(db);
  return rows.map(({ id }) =>
    write(kind, String(id), anonymizeUserData, json({ sessionId: admin, participantId: id })),
  );
}

const write = (kind: WriteKind, subject: string, call: { path: string }, body: () => FormData | string): Write => ({
  kind,
  subject,
  path: servicePath(call),
  body,
  tries: 0,
});

/** The result of a run: the subjects of acknowledged writes by kind, and the unexpected answers. */
export interface Ledger {
  acknowledged: Record<WriteKind, string[]>;
  /** How many of the acknowledged writes were sent more than once. */
  retried: number;
  unexpected: string[];
  count(): number;
  stop(): Promise<void>;
}

/**
 * Starts one writer for each kind in `writers`. A writer sends each of its requests until it is answered, and continues
 * until `stop()`. `db` has the owner's role.
 */
export async function startWriting(db: Db, address: () => string, writers: readonly WriteKind[]): Promise<Ledger> {
  const adminId = await addAdmin(db);
  const { sessionId: admin } = await transact(db, (tx) => startSession(tx, { shiftMs: 0 }, adminId));
  const ledger = {
    acknowledged: { booking: [], upload: [], import: [], erasure: [] } as Record<WriteKind, string[]>,
    again: 0,
    unexpected: [] as string[],
  };
  let running = true;

  const send = async (one: Write): Promise<boolean> => {
    one.tries++;
    const body = one.body();
    const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const answer = await fetch(address() + one.path, { method: 'POST', headers, body }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (!answer || text === null || text === undefined || answer.status === 503) return false;
    // The first try may have erased the person although its answer was lost: then the retry finds no such person.
    const alreadyErased = one.kind === 'erasure' && answer.status === 404 && one.tries > 1;
    if (!alreadyErased && (answer.status !== 200 || !text.includes('"status":"success"'))) {
      ledger.unexpected.push(`${one.kind}: ${answer.status} ${text.slice(0, 200)}`);
      return true;
    }
    ledger.acknowledged[one.kind].push(one.subject);
    if (one.tries > 1) ledger.again++;
    return true;
  };
  const work = async (kind: WriteKind) => {
    let queue: Write[] = [];
    while (running) {
      // The database may be down at this moment.
      if (queue.length === 0) queue = await prepare(db, kind, admin).catch(() => []);
      const one = queue.pop();
      while (one && running && !(await send(one))) await sleep(30);
      if (!one) await sleep(30);
    }
  };
  const done = Promise.all(writers.map(work));
  return {
    ...ledger,
    get retried() {
      return ledger.again;
    },
    count: () => Object.values(ledger.acknowledged).reduce((sum, subjects) => sum + subjects.length, 0),
    async stop() {
      running = false;
      await done;
    },
  };
}

/** Returns the damage after a run: acknowledged writes that are missing, and incomplete writes (`halves`). */
export async function findDamage(db: Db, store: FileStore, { acknowledged }: Ledger) {
  const lost: string[] = [];
  const halves: string[] = [];
  const { rows: booked } = await sql<{ id: string }>`
    SELECT a.id::text AS id FROM appointment a WHERE a.status = 'G'
      AND EXISTS (SELECT FROM audit u WHERE u.appointment_id = a.id AND u.action = 'booked')
      AND EXISTS (SELECT FROM mail m WHERE m.appointment_id = a.id)
  `.execute(db);
  const { rows: erased } = await sql<{ id: string }>`
    SELECT id::text AS id FROM person WHERE anonymised_at IS NOT NULL
  `.execute(db);
  const documents = await db
    .selectFrom('document')
    .select(['name', 'store_key', 'sha256'])
    .where('size', '>', 1)
    .execute();
  const { rows: imports } = await sql<{ id: string; count: number }>`
    SELECT p.email AS id, count(a.id)::int AS count FROM person p JOIN coach c ON c.person_id = p.id
      LEFT JOIN appointment a ON a.coach_id = p.id WHERE p.email LIKE '%@kill.example' GROUP BY p.email
  `.execute(db);
  const stored = {
    booking: booked.map(({ id }) => id),
    erasure: erased.map(({ id }) => id),
    upload: documents.map(({ name }) => name),
    import: imports.filter(({ count }) => count === rowsOfImport).map(({ id }) => id),
  };
  for (const kind of kinds) {
    const subjects = new Set(stored[kind]);
    lost.push(...acknowledged[kind].filter((subject) => !subjects.has(subject)).map((subject) => `${kind} ${subject}`));
  }
  for (const { id, count } of imports) if (count !== 0 && count !== rowsOfImport) halves.push(`import ${id}: ${count}`);
  for (const { name, store_key: key, sha256 } of documents) {
    const bytes = await openUnchanged(store, key, sha256).catch(() => null);
    if (bytes) bytes.destroy();
    else halves.push(`document ${name} without its bytes`);
  }
  for (const { name, ids } of await findViolations(db)) halves.push(`${name} ${ids.join()}`);
  return { lost, halves };
}
