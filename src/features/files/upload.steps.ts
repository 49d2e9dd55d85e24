import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '../audit/exports.ts';
import { isDatabaseUnavailable, transact, type Tx } from '../../platform/database/db.ts';
import type { App, IncomingFile } from '../../platform/http/calls/handler.ts';
import { ServerError } from '../../platform/server-error.ts';
import { orUnavailable } from '../../platform/http/calls/unavailable.ts';
import { queueFileDeletion } from './deletion.sql.ts';
import { inspectFile, type Ending, type Inspect, type InspectedFile } from './inspection/verdict.steps.ts';
import { displayName, endingOf, freeName } from './name.rules.ts';
import { FileTooLarge, measureFile, receiveFile, type ReceivedFile } from '../../platform/storage/receive.ts';
import { DiskFull, isDiskFullError, requireDiskSpace } from '../../platform/storage/disk-space.ts';
import { formatFileSize } from '../../shared/german.ts';
import { hasInvisible } from '../../shared/invisible.ts';
import { totalSize } from './rules.ts';
import * as sql from './sql.ts';
import { newKey } from '../../platform/storage/store.ts';

interface Received extends ReceivedFile {
  name: string;
  /** Whether the name was sent with invisible characters. */
  hasInvisibleName: boolean;
  numbers: number[];
}

/** A file whose bytes are in the store, with its display name; `numbers` are the numbers in the name of its field. */
export interface StoredFile {
  name: string;
  numbers: number[];
  size: number;
  sha256: string;
  storeKey: string;
}

interface Rules {
  uploader: number;
  allowed: readonly Ending[];
  /** The maximum bytes of all files in total, and whether this is a limit of the server rather than a rule. */
  limit: number;
  isServerLimit: boolean;
  /** Fires when the caller disconnects, which stops the inspection immediately. */
  signal: AbortSignal;
}

type Refuse = (
  code: 'noFile' | 'wrongFile' | 'infected' | 'tooLarge' | 'tooMany' | 'overQuota',
  message?: string,
) => ServerError;

/** The maximum number of simultaneous uploads of a person on one instance: each needs a connection and disk space. */
const maxConcurrentUploads = 2;
const runningUploads = new WeakMap<App, Map<number, number>>();

/** Counts an upload until it is answered; throws 429 beyond the limit. */
export async function limitConcurrentUploads<T>(app: App, person: number, work: () => Promise<T>): Promise<T> {
  const counts = runningUploads.get(app) ?? new Map<number, number>();
  runningUploads.set(app, counts);
  const count = counts.get(person) ?? 0;
  if (count >= maxConcurrentUploads) {
    const message = 'Es laufen schon zwei Uploads von dir. Bitte warte, bis einer davon fertig ist.';
    throw new ServerError(429, 'tooManyRequests', message, { retryAfter: 5, limit: 'uploadsAtOnce' });
  }
  counts.set(person, count + 1);
  try {
    return await work();
  } finally {
    const remaining = (counts.get(person) ?? 1) - 1;
    if (remaining === 0) counts.delete(person);
    else counts.set(person, remaining);
  }
}

/**
 * Receives, inspects, scans and stores the files of an upload, then passes them to `save`, which writes their rows.
 * Works on all files or none: if one is refused or fails, no temporary file and no object of this upload remains.
 * Throws 503 if there is no disk space, or the scanner or the store is unavailable. If the database is lost during
 * `save`, the objects stay, since their rows may have been committed. Returns the sentences about files that were
 * replaced by a harmless copy.
 */
export async function receiveUpload(
  app: App,
  files: AsyncIterable<IncomingFile>,
  { uploader, allowed, limit, isServerLimit, signal }: Rules,
  refuse: Refuse,
  save: (stored: StoredFile[]) => Promise<void>,
): Promise<string[]> {
  const received: Received[] = [];
  const notices: string[] = [];
  const stored: StoredFile[] = [];
  await limitConcurrentUploads(app, uploader, async () => {
    try {
      await orUnavailable(requireDiskSpace(app.settings));
      if (!(await receiveAll(files, join(app.settings.dataDir, 'tmp'), limit, received)))
        throw isServerLimit ? as413(refuse('tooLarge')) : refuse('tooLarge');
      if (received.length === 0) throw refuse('noFile');
      for (const [index, file] of received.entries()) {
        const notice = await inspectReceived(app, { ...file, allowed }, { uploader, signal }, (code, message) =>
          refusalOfFile(index, refuse(code, message)),
        );
        if (notice === null) continue;
        notices.push(notice);
        Object.assign(file, await measureFile(file.path));
      }
      for (const { path, name, numbers, size, sha256 } of received) {
        const storeKey = newKey();
        stored.push({ name, numbers, size, sha256, storeKey });
        await orUnavailable(app.store.put(storeKey, path));
      }
      await save(stored);
    } catch (error) {
      await removeStored(app, stored, error);
      throw error;
    } finally {
      for (const { path } of received) await rm(path, { force: true });
    }
  });
  return notices;
}

/**
 * Refuses a file because of its name, its content or a virus. Returns the sentence about a file that was made harmless,
 * null for other files.
 */
async function inspectReceived(
  app: App,
  file: InspectedFile & Received,
  { uploader, signal }: Pick<Rules, 'uploader' | 'signal'>,
  refuse: Refuse,
) {
  if (file.hasInvisibleName)
    throw refuse(
      'wrongFile',
      `Der Name von „${file.name}“ hat Zeichen, die man nicht sieht. Bitte gib der Datei einen neuen Namen.`,
    );
  const inspect: Inspect = (task, signal) => app.inspectors.inspect(uploader, task, signal);
  const verdict = await inspectFile(inspect, file, signal);
  if (!verdict.ok) throw refuse('wrongFile', verdict.message);
  if (app.scanner && (await orUnavailable(app.scanner.isInfected(file.path))))
    throw refuse('infected', `„${file.name}“ enthält Schadsoftware und wird nicht angenommen.`);
  return verdict.notice;
}

/** A refusal that names the file of the upload by its index, counted from 0. */
function refusalOfFile(index: number, { status, code, message }: ServerError): ServerError {
  return new ServerError(status, code, message, { errors: [{ path: String(index), message }] });
}

/** Removes the objects of a failed upload: immediately, or through the queue if the store has failed. */
async function removeStored(app: App, stored: StoredFile[], cause: unknown): Promise<void> {
  // The database may have committed before it was lost. Bytes without a row can still be removed later, but removed
  // bytes cannot be restored.
  if (isDatabaseUnavailable(cause)) return;
  const remainingKeys: string[] = [];
  const storeFailed = cause instanceof ServerError && cause.code === 'later';
  for (const { storeKey } of stored)
    if (storeFailed) remainingKeys.push(storeKey);
    else await app.store.remove(storeKey).catch(() => remainingKeys.push(storeKey));
  // If the database is unavailable too, the nightly check of the store finds the objects.
  if (remainingKeys.length > 0) await transact(app.db, (tx) => queueFileDeletion(tx, remainingKeys)).catch(() => {});
}

/**
 * Writes all files to disk and adds them to `received`; returns false as soon as their total size exceeds the limit.
 */
async function receiveAll(files: AsyncIterable<IncomingFile>, into: string, limit: number, received: Received[]) {
  let remaining = limit;
  for await (const file of files) {
    try {
      const receivedFile = await receiveFile(file.bytes, { into, limit: remaining });
      received.push({
        ...receivedFile,
        name: displayName(file.name),
        hasInvisibleName: hasInvisible(file.name),
        numbers: file.numbers,
      });
      remaining -= receivedFile.size;
    } catch (error) {
      if (error instanceof FileTooLarge) return false;
      if (isDiskFullError(error)) await orUnavailable(Promise.reject(new DiskFull()));
      throw error;
    }
  }
  return true;
}

/** The participant who gets the documents of an upload, and the uploader. */
export interface Owner {
  participant: number;
  uploadedBy: number;
  byCoach: boolean;
  /** The participant's document that a coach's upload answers. */
  answers: number | null;
}

/**
 * Writes the rows of stored files, with audit entries, for a locked participant. Each file gets a unique name within
 * the upload, and becomes a new version if the same person has uploaded that name before (reference 5.9). Throws 413,
 * like other limits of the server (reference 5.2), if the participant would have more files or bytes than allowed,
 * counting all uploaders.
 */
export async function insertDocuments(
  tx: Tx,
  app: App,
  owner: Owner,
  stored: StoredFile[],
  refuse: Refuse,
): Promise<void> {
  const { total, bytes, latest } = await sql.selectVersions(tx, owner.participant, owner.uploadedBy, owner.byCoach);
  const { filesPerParticipant, megabytesPerParticipant } = app.settings.providerConfig.uploads;
  if (total + stored.length > filesPerParticipant) throw as413(refuse('tooMany'));
  if (bytes + totalSize(stored) > megabytesPerParticipant * 1_000_000) {
    const message =
      `Hier liegen schon ${formatFileSize(bytes)}. Mit ${formatFileSize(totalSize(stored))} mehr wären es über ` +
      `${megabytesPerParticipant} MB. Bitte lösche zuerst eine Datei.`;
    throw as413(refuse('overQuota', message));
  }
  const names = new Set<string>();
  for (const file of stored) {
    const name = freeName(file.name, names);
    names.add(name);
    const version = (latest.get(name) ?? 0) + 1;
    const document = await sql.insertDocument(tx, { ...file, ...owner, name, ending: endingOf(name), version });
    await audit(tx, { actor: owner.uploadedBy, action: 'fileUploaded', person: owner.participant, document });
  }
}

/** A refusal with the status of the server's limits. */
const as413 = ({ code, message }: ServerError) => new ServerError(413, code, message);
