import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '../server/audit.ts';
import { databaseAway, transact, type Tx } from '../server/db.ts';
import type { App, IncomingFile } from '../server/handler.ts';
import { Refused } from '../server/refusal.ts';
import { isFull, orLater } from './away.ts';
import { queueForgetFiles } from './forget.ts';
import { inspectFile, type Ending, type InspectedFile } from './inspection/verdict.ts';
import { displayName, endingOf, freeName } from './name.ts';
import { FileTooLarge, measureFile, receiveFile, type ReceivedFile } from './receive.ts';
import { DiskFull, requireRoom } from './room.ts';
import { megabytes, totalOf } from './rules.ts';
import * as sql from './sql.ts';
import { newKey } from './store.ts';

interface Received extends ReceivedFile {
  name: string;
  numbers: number[];
}

/** A file whose bytes are in the store, under its display name; `numbers` are those of its field's name. */
export interface StoredFile {
  name: string;
  numbers: number[];
  size: number;
  sha256: string;
  storeKey: string;
}

interface Rules {
  /** The person who uploads. */
  by: number;
  allowed: readonly Ending[];
  /** Bytes of all files together, and whether that is the server's own cap rather than a rule. */
  limit: number;
  capped: boolean;
  /** Fires when the caller hangs up: what is looked into then is dropped at once. */
  signal: AbortSignal;
}

type Refuse = (
  code: 'noFile' | 'wrongFile' | 'infected' | 'tooLarge' | 'tooMany' | 'overQuota',
  message?: string,
) => Refused;

/** Uploads of a person that one instance takes at once: each holds a connection, and room on the disk. */
const mostAtOnce = 2;
const underWay = new WeakMap<App, Map<number, number>>();

/** Counts an upload until its answer is out; throws 429 beyond the most. */
async function oneOfFew<T>(app: App, person: number, work: () => Promise<T>): Promise<T> {
  const counts = underWay.get(app) ?? new Map<number, number>();
  underWay.set(app, counts);
  const count = counts.get(person) ?? 0;
  if (count >= mostAtOnce) {
    const message = 'Es laufen schon zwei Uploads von dir. Bitte warte, bis einer davon fertig ist.';
    throw new Refused(429, 'tooManyRequests', message, { retryAfter: 5, limit: 'uploadsAtOnce' });
  }
  counts.set(person, count + 1);
  try {
    return await work();
  } finally {
    const left = (counts.get(person) ?? 1) - 1;
    if (left === 0) counts.delete(person);
    else counts.set(person, left);
  }
}

/**
 * Receives, inspects, scans and stores the files of an upload, then hands them to `save`, which writes their rows. All of
 * them or none: whatever is refused or fails, no temporary file and no object of this upload stays behind. Throws 503 where
 * there is no room, or the scanner or the store is away. Where the database goes away during `save` the objects stay, for
 * their rows may be there. Answers the sentences to tell the person about files of which a harmless copy was kept.
 */
export async function receiveUpload(
  app: App,
  files: AsyncIterable<IncomingFile>,
  { by, allowed, limit, capped, signal }: Rules,
  refuse: Refuse,
  save: (stored: StoredFile[]) => Promise<void>,
): Promise<string[]> {
  const received: Received[] = [];
  const notices: string[] = [];
  const stored: StoredFile[] = [];
  await oneOfFew(app, by, async () => {
    try {
      await orLater(requireRoom(app.settings));
      if (!(await receiveAll(files, join(app.settings.dataDir, 'tmp'), limit, received)))
        throw capped ? overCap(refuse('tooLarge')) : refuse('tooLarge');
      if (received.length === 0) throw refuse('noFile');
      for (const file of received) {
        const notice = await inspect(app, { ...file, allowed }, signal, refuse);
        if (notice === null) continue;
        notices.push(notice);
        Object.assign(file, await measureFile(file.path));
      }
      for (const { path, name, numbers, size, sha256 } of received) {
        const storeKey = newKey();
        stored.push({ name, numbers, size, sha256, storeKey });
        await orLater(app.store.put(storeKey, path));
      }
      await save(stored);
    } catch (error) {
      await takeBack(app, stored, error);
      throw error;
    } finally {
      for (const { path } of received) await rm(path, { force: true });
    }
  });
  return notices;
}

/** Refuses a file for what it is, or for what the scanner finds in it; answers what to tell of one that was made harmless. */
async function inspect(app: App, file: InspectedFile, signal: AbortSignal, refuse: Refuse) {
  const verdict = await inspectFile(app.inspectors.look, file, signal);
  if (!verdict.ok) throw refuse('wrongFile', verdict.message);
  if (app.scanner && (await orLater(app.scanner.isInfected(file.path))))
    throw refuse('infected', `„${file.name}“ enthält Schadsoftware und wird nicht angenommen.`);
  return verdict.notice;
}

/** Removes the objects of an upload that came to nothing: at once, or by the queue where the store is what failed. */
async function takeBack(app: App, stored: StoredFile[], why: unknown): Promise<void> {
  // A database that went away may have committed: bytes that no row names can be removed later, lost ones never come back.
  if (databaseAway(why)) return;
  const left: string[] = [];
  const storeFailed = why instanceof Refused && why.code === 'later';
  for (const { storeKey } of stored)
    if (storeFailed) left.push(storeKey);
    else await app.store.remove(storeKey).catch(() => left.push(storeKey));
  // With the database away as well, the nightly look at the store finds them.
  if (left.length > 0) await transact(app.db, (tx) => queueForgetFiles(tx, left)).catch(() => {});
}

/** Writes all files to disk and lists them in `received`; false as soon as they exceed the limit together. */
async function receiveAll(files: AsyncIterable<IncomingFile>, into: string, limit: number, received: Received[]) {
  let left = limit;
  for await (const file of files) {
    try {
      const one = await receiveFile(file.bytes, { into, limit: left });
      received.push({ ...one, name: displayName(file.name), numbers: file.numbers });
      left -= one.size;
    } catch (error) {
      if (error instanceof FileTooLarge) return false;
      if (isFull(error)) await orLater(Promise.reject(new DiskFull()));
      throw error;
    }
  }
  return true;
}

/** Whose documents an upload adds to, and who brings them. */
export interface Owner {
  participant: number;
  uploadedBy: number;
  byCoach: boolean;
}

/**
 * Writes the rows of stored files, with free names and audit entries, for a participant whose lock is held. Throws 413, as
 * the server's own caps are answered (contract §7), where that would be more files or bytes than a participant may have,
 * whoever brought them.
 */
export async function addDocuments(
  tx: Tx,
  app: App,
  owner: Owner,
  stored: StoredFile[],
  refuse: Refuse,
): Promise<void> {
  const { total, bytes, names } = await sql.namesOf(tx, owner.participant, owner.uploadedBy, owner.byCoach);
  const { filesPerParticipant, megabytesPerParticipant } = app.settings.portal.uploads;
  if (total + stored.length > filesPerParticipant) throw overCap(refuse('tooMany'));
  if (bytes + totalOf(stored) > megabytesPerParticipant * 1_000_000) {
    const message =
      `Hier liegen schon ${megabytes(bytes)}. Mit ${megabytes(totalOf(stored))} mehr wären es über ` +
      `${megabytesPerParticipant} MB. Bitte lösche zuerst eine Datei.`;
    throw overCap(refuse('overQuota', message));
  }
  for (const file of stored) {
    const name = freeName(file.name, names);
    names.add(name);
    const document = await sql.addDocument(tx, { ...file, ...owner, name, ending: endingOf(name) });
    await audit(tx, { actor: owner.uploadedBy, action: 'fileUploaded', person: owner.participant, document });
  }
}

const overCap = ({ code, message }: Refused) => new Refused(413, code, message);
