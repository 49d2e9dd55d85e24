import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '../audit/exports.ts';
import { isDatabaseUnavailable, transact, type Tx } from '../../platform/database/db.ts';
import type { App, IncomingFile } from '../../platform/http/calls/handler.ts';
import { ServerError } from '../../platform/server-error.ts';
import { mapErrorsTo503 } from '../../platform/http/calls/unavailable.ts';
import { queueFileDeletion } from './deletion.sql.ts';
import { inspectFile, type FileExtension, type Inspect, type InspectedFile } from './inspection/verdict.steps.ts';
import { toDisplayName, extensionOf, findFreeName } from './name.rules.ts';
import { FileTooLarge, measureFile, receiveFile, type ReceivedFile } from '../../platform/storage/temporary-files.ts';
import { DiskFull, isDiskFullError, requireDiskSpace } from '../../platform/storage/disk-space.ts';
import { formatMegabytes } from '../../shared/german.ts';
import { hasInvisibleCharacters } from '../../shared/invisible.ts';
import { sumSizes } from './rules.ts';
import { countMarkup } from './markup/read.steps.ts';
import type { MarkupCounts } from './markup/rules.ts';
import * as sql from './sql.ts';
import { createStoreKey } from '../../platform/storage/store.ts';

/** An uploaded file on disk, with its display name. `numbers` are the numbers in its field name (reference 5.2). */
interface NamedFile extends ReceivedFile {
  name: string;
  /** Whether the name was sent with invisible characters. */
  hasInvisibleName: boolean;
  numbers: number[];
}

/** A file whose bytes are in the store. `numbers` are the numbers in its field name (reference 5.2). */
export interface StoredFile {
  /** The display name. */
  name: string;
  numbers: number[];
  size: number;
  sha256: string;
  storeKey: string;
  /** The numbers of tracked changes and comments in a docx; null if the file cannot be read as one. */
  markup: MarkupCounts | null;
}

/** Who uploads, and what they may upload. */
interface UploadOptions {
  uploader: number;
  /** The file extensions that the uploader may send. */
  allowedExtensions: readonly FileExtension[];
  /** The maximum total size of all files in bytes. */
  limit: number;
  /** Whether the server's configuration sets `limit`. A larger upload is then answered with 413 (reference 5.2). */
  isLimitFromConfig: boolean;
  /** Fires when the caller disconnects, which stops the inspection immediately. */
  signal: AbortSignal;
}

/** Creates a refusal to throw. Both calls for uploads declare these codes. */
type Refuse = (
  code: 'noFile' | 'wrongFile' | 'infected' | 'tooLarge' | 'tooMany' | 'overQuota',
  message?: string,
) => ServerError;

/** The maximum number of simultaneous uploads by one person to one process of the portal. */
const maxConcurrentUploads = 2;
/** The number of running uploads by the id of the person, for each portal. */
const runningUploadCounts = new WeakMap<App, Map<number, number>>();

/** Runs `work`, which handles one upload of a person; throws 429 if too many of the person's uploads are running. */
export async function limitConcurrentUploads<T>(app: App, person: number, work: () => Promise<T>): Promise<T> {
  const counts = runningUploadCounts.get(app) ?? new Map<number, number>();
  runningUploadCounts.set(app, counts);
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
 * Stores all files or none: if a file is refused or fails, no temporary file and no object of this upload remains.
 * There is one exception: if the connection to the database is lost during `save`, the objects stay, since their rows
 * may have been committed. Throws 503 if the disk is full, or if the scanner or the store is unavailable. Returns a
 * German sentence for each file that was replaced by a harmless copy.
 */
export async function receiveUpload(
  app: App,
  files: AsyncIterable<IncomingFile>,
  { uploader, allowedExtensions, limit, isLimitFromConfig, signal }: UploadOptions,
  refuse: Refuse,
  save: (storedFiles: StoredFile[]) => Promise<void>,
): Promise<string[]> {
  const receivedFiles: NamedFile[] = [];
  const notices: string[] = [];
  const storedFiles: StoredFile[] = [];
  await limitConcurrentUploads(app, uploader, async () => {
    try {
      await mapErrorsTo503(requireDiskSpace(app.settings));
      if (!(await receiveAll(files, join(app.settings.dataDir, 'tmp'), limit, receivedFiles)))
        throw isLimitFromConfig ? withStatus413(refuse('tooLarge')) : refuse('tooLarge');
      if (receivedFiles.length === 0) throw refuse('noFile');
      for (const [index, file] of receivedFiles.entries()) {
        const notice = await inspectReceivedFile(
          app,
          { ...file, allowedExtensions },
          { uploader, signal },
          (code, message) => addFileIndex(index, refuse(code, message)),
        );
        if (notice === null) continue;
        notices.push(notice);
        Object.assign(file, await measureFile(file.path));
      }
      for (const { path, name, numbers, size, sha256 } of receivedFiles) {
        const storeKey = createStoreKey();
        const markup = extensionOf(name) === 'docx' ? await countMarkup(app.inspectors, uploader, path, signal) : null;
        storedFiles.push({ name, numbers, size, sha256, storeKey, markup });
        await mapErrorsTo503(app.store.put(storeKey, path));
      }
      await save(storedFiles);
    } catch (error) {
      await removeStoredObjects(app, storedFiles, error);
      throw error;
    } finally {
      for (const { path } of receivedFiles) await rm(path, { force: true });
    }
  });
  return notices;
}

/**
 * Throws a refusal if the name of a file has an invisible character, or if the file has harmful content or a virus.
 * Returns a German sentence if the file was replaced by a harmless copy, otherwise null.
 */
async function inspectReceivedFile(
  app: App,
  file: InspectedFile & NamedFile,
  { uploader, signal }: Pick<UploadOptions, 'uploader' | 'signal'>,
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
  if (app.scanner && (await mapErrorsTo503(app.scanner.isInfected(file.path))))
    throw refuse('infected', `„${file.name}“ enthält Schadsoftware und wird nicht angenommen.`);
  return verdict.notice;
}

/** Returns a refusal with the index, from 0, of the file that caused it. */
function addFileIndex(index: number, { status, code, message }: ServerError): ServerError {
  return new ServerError(status, code, message, { errors: [{ path: String(index), message }] });
}

/** Removes the objects of a failed upload from the store, or queues their removal if the store is unavailable. */
async function removeStoredObjects(app: App, storedFiles: StoredFile[], cause: unknown): Promise<void> {
  // The rows may have been committed before the connection was lost. Objects without a row can be removed later, but
  // removed objects cannot be restored.
  if (isDatabaseUnavailable(cause)) return;
  const remainingKeys: string[] = [];
  // If the store is unavailable, `mapErrorsTo503` throws the code 'later'.
  const storeFailed = cause instanceof ServerError && cause.code === 'later';
  for (const { storeKey } of storedFiles)
    if (storeFailed) remainingKeys.push(storeKey);
    else await app.store.remove(storeKey).catch(() => remainingKeys.push(storeKey));
  // If the database is unavailable too, the nightly check of the store finds the objects.
  if (remainingKeys.length > 0) await transact(app.db, (tx) => queueFileDeletion(tx, remainingKeys)).catch(() => {});
}

/**
 * Writes all files into a folder and adds them to `receivedFiles`. Returns false as soon as their total size in bytes
 * exceeds the limit, otherwise true.
 */
async function receiveAll(
  files: AsyncIterable<IncomingFile>,
  folder: string,
  limit: number,
  receivedFiles: NamedFile[],
): Promise<boolean> {
  let remainingBytes = limit;
  for await (const file of files) {
    try {
      const receivedFile = await receiveFile(file.bytes, { into: folder, limit: remainingBytes });
      receivedFiles.push({
        ...receivedFile,
        name: toDisplayName(file.name),
        hasInvisibleName: hasInvisibleCharacters(file.name),
        numbers: file.numbers,
      });
      remainingBytes -= receivedFile.size;
    } catch (error) {
      if (error instanceof FileTooLarge) return false;
      if (isDiskFullError(error)) await mapErrorsTo503(Promise.reject(new DiskFull()));
      throw error;
    }
  }
  return true;
}

/** The facts that all documents of an upload share: participant, uploader, and whether the uploader is a coach. */
export interface UploadFacts {
  participant: number;
  uploadedBy: number;
  byCoach: boolean;
  /** The participant's document that a coach's upload answers. */
  answers: number | null;
}

/**
 * Writes the rows and audit entries of stored files. The caller must have locked the participant's row. Each file gets
 * a unique name within the upload. A file becomes a new version if its uploader has used the name before (reference
 * 5.9). Throws 413 (reference 5.2) if the participant would have more files or bytes than allowed; the files of all
 * uploaders count.
 */
export async function insertDocuments(
  tx: Tx,
  app: App,
  facts: UploadFacts,
  storedFiles: StoredFile[],
  refuse: Refuse,
): Promise<void> {
  const { participant, uploadedBy, byCoach } = facts;
  const { count, totalBytes, latestVersions } = await sql.selectTotalsAndVersions(tx, participant, uploadedBy, byCoach);
  const { filesPerParticipant, megabytesPerParticipant } = app.settings.providerConfig.uploads;
  if (count + storedFiles.length > filesPerParticipant) throw withStatus413(refuse('tooMany'));
  if (totalBytes + sumSizes(storedFiles) > megabytesPerParticipant * 1_000_000) {
    const message =
      `Hier liegen schon ${formatMegabytes(totalBytes)}. Mit ${formatMegabytes(sumSizes(storedFiles))} mehr wären ` +
      `es über ${megabytesPerParticipant} MB. Bitte lösche zuerst eine Datei.`;
    throw withStatus413(refuse('overQuota', message));
  }
  const names = new Set<string>();
  for (const file of storedFiles) {
    const name = findFreeName(file.name, names);
    names.add(name);
    const version = (latestVersions.get(name) ?? 0) + 1;
    const document = await sql.insertDocument(tx, { ...file, ...facts, name, extension: extensionOf(name), version });
    await audit(tx, { actor: uploadedBy, action: 'fileUploaded', person: participant, document });
  }
}

/** Returns a refusal with status 413, for the limits that the server's configuration sets (reference 5.2). */
const withStatus413 = ({ code, message }: ServerError) => new ServerError(413, code, message);
