import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { queueFileDeletion, deleteDocument, findDocument } from '../../features/files/exports.ts';
import { eraseIntroductionsAgain } from '../../features/coaches/exports.ts';
import type { FileStore } from '../../platform/storage/store.ts';
import { eraseBySystem } from '../../features/participants/exports.ts';
import { audit, type Erasure } from '../../features/audit/exports.ts';
import { revokeAllTokens } from '../../features/tokens/exports.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { migrationLock } from '../../platform/database/migrate.ts';
import { readProviderConfig } from '../../platform/settings/provider-config.ts';
import { readContent, parsePartName, readArchive, type Manifest } from './archive.ts';
import {
  applyNewerMigrations,
  createSchemaOfBackup,
  dropSchema,
  advanceSequences,
  setTriggersEnabled,
} from './rebuild.ts';
import { insertRows, type AboutFile } from './tables.ts';
import { getErasureCutoff } from './target.ts';

/** A verified backup and how to restore it. */
export interface RestoreJob {
  /** The path of the archive. */
  path: string;
  /** The private key of an encrypted archive. */
  identity: string | null;
  about: AboutFile;
  manifest: Manifest;
  /** All known erasures. Erasures from before the cutoff (`getErasureCutoff`) are ignored. */
  erasures: Erasure[];
  /** The folder with this checkout's migrations. */
  migrationsFolder: string;
}

/** The result of a restore. */
export interface RestoreSummary {
  personCount: number;
  appointmentCount: number;
  /** The number of documents that were put into the store. */
  documentCount: number;
  /** The numbers of records that were erased again, because they had been erased after the backup. */
  erasedCounts: { people: number; documents: number; introductions: number };
  /** The number of mails that were waiting at the time of the backup and were queued again. */
  mailCount: number;
}

/** The context for erasing data again. Slots that become free are offered to the waiting list for the default time. */
const systemContext = {
  clock: { shiftMs: 0 },
  usesLocks: true,
  settings: { staffMailWaitSeconds: 0, providerConfig: readProviderConfig(undefined) },
};

/**
 * Replaces the content of the database with a backup, in one transaction: if the process is killed, the database stays
 * as it was. The same transaction erases again everything that was erased after the backup. Documents are put into the
 * store before their rows become visible; other objects of the store are not touched. `db` has the owner's role; no
 * portal may be running.
 */
export async function restore(db: Db, store: FileStore, job: RestoreJob): Promise<RestoreSummary> {
  return db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
    // A portal that starts during the restore waits for this lock before it migrates.
    await sql`SELECT pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    await dropSchema(tx);
    await createSchemaOfBackup(tx, job.about, job.migrationsFolder);
    await setTriggersEnabled(tx, job.about, false);
    // A row may be inserted before a row of the same table that it refers to.
    await sql`SET CONSTRAINTS ALL DEFERRED`.execute(tx);

    let rebuilt: RebuiltDatabase | null = null;
    let documentCount = 0;
    for await (const entry of readArchive(job.path, job.identity)) {
      const part = parsePartName(entry.name);
      if (part && 'table' in part) {
        const table = job.about.tables.find(({ name }) => name === part.table);
        if (!table) throw new Error(`The backup holds rows of an unknown table '${part.table}'.`);
        await insertRows(tx, table, await readContent(entry));
      } else if (part) {
        rebuilt ??= await finishDatabase(tx, job);
        if (!rebuilt.storeKeys.has(part.key)) continue;
        await store.put(part.key, Readable.from(entry.content));
        documentCount++;
      }
    }
    rebuilt ??= await finishDatabase(tx, job);
    return { ...rebuilt.summary, documentCount };
  });
}

interface RebuiltDatabase {
  /** The store keys of all documents in the database. */
  storeKeys: Set<string>;
  summary: Omit<RestoreSummary, 'documentCount'>;
}

/**
 * Completes the database once all rows are inserted: applies newer migrations, advances the sequences, queues waiting
 * mails, and erases again what was erased after the backup.
 */
async function finishDatabase(
  tx: Tx,
  { about, manifest, erasures, migrationsFolder }: RestoreJob,
): Promise<RebuiltDatabase> {
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(tx);
  await setTriggersEnabled(tx, about, true);
  await applyNewerMigrations(tx, about, migrationsFolder);
  await advanceSequences(tx, about);
  const mailCount = await queueWaitingMails(tx);
  const cutoff = getErasureCutoff(about);
  const erasedCounts = await eraseAgain(
    tx,
    erasures.filter(({ at }) => at >= cutoff),
  );
  for (const id of manifest.deleted) await deleteDocument(tx, id);
  // Otherwise a token that was revoked after the backup would be valid again. The log needs the rows.
  await revokeAllTokens(tx);
  await audit(tx, { actor: null, action: 'restored' });
  const { rows } = await sql<{ people: number; appointments: number }>`
    SELECT (SELECT count(*) FROM person) AS people, (SELECT count(*) FROM appointment) AS appointments
  `.execute(tx);
  const documents = await tx.selectFrom('document').select('store_key as key').execute();
  const { people: personCount = 0, appointments: appointmentCount = 0 } = rows[0] ?? {};
  return {
    storeKeys: new Set(documents.map(({ key }) => key)),
    summary: { personCount, appointmentCount, erasedCounts, mailCount },
  };
}

/** Deletes all jobs, because they are outdated, queues the waiting mails again, and returns the number of mails. */
async function queueWaitingMails(tx: Tx): Promise<number> {
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(tx);
  const { rows } = await sql`
    UPDATE mail SET to_hand_over = true WHERE num_nonnulls(sent_at, failed_at, overtaken_at) = 0 RETURNING id
  `.execute(tx);
  return rows.length;
}

/** Repeats erasures, and returns the numbers of people, documents and introductions that still existed. */
async function eraseAgain(tx: Tx, erasures: Erasure[]): Promise<RestoreSummary['erasedCounts']> {
  const collectIds = (wantedKind: Erasure['kind']) =>
    new Set(erasures.filter(({ kind }) => kind === wantedKind).map(({ id }) => id));
  let people = 0;
  for (const id of collectIds('person')) if (await eraseBySystem(tx, systemContext, id)) people++;
  let documents = 0;
  for (const id of collectIds('document')) {
    const document = await findDocument(tx, id);
    if (!document) continue;
    await deleteDocument(tx, id);
    await queueFileDeletion(tx, [document.storeKey]);
    await audit(tx, { actor: null, action: 'fileDeleted', person: document.participant, document: id });
    documents++;
  }
  return { people, documents, introductions: await eraseIntroductionsAgain(tx, erasures) };
}
