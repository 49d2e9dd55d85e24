import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '../server/audit.ts';
import { databaseAway, type Tx } from '../server/db.ts';
import type { App, IncomingFile } from '../server/handler.ts';
import type { Refused } from '../server/refusal.ts';
import { inspectFile, type Ending } from './inspect.ts';
import { displayName, endingOf, freeName } from './name.ts';
import { FileTooLarge, receiveFile, type ReceivedFile } from './receive.ts';
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
  allowed: readonly Ending[];
  /** Bytes of all files together. */
  limit: number;
}

type Refuse = (code: 'noFile' | 'wrongFile' | 'tooLarge', message?: string) => Refused;

/**
 * Receives, inspects and stores the files of an upload, then hands them to `save`, which writes their rows. All of them
 * or none: whatever is refused or fails, no temporary file and no object of this upload stays behind. Where the database
 * goes away during `save` the objects stay, for their rows may be there.
 */
export async function receiveUpload(
  app: App,
  files: AsyncIterable<IncomingFile>,
  { allowed, limit }: Rules,
  refuse: Refuse,
  save: (stored: StoredFile[]) => Promise<void>,
): Promise<void> {
  const received: Received[] = [];
  const stored: StoredFile[] = [];
  try {
    if (!(await receiveAll(files, join(app.settings.dataDir, 'tmp'), limit, received))) throw refuse('tooLarge');
    if (received.length === 0) throw refuse('noFile');
    for (const { name, path } of received) {
      const verdict = await inspectFile({ name, path, allowed });
      if (!verdict.ok) throw refuse('wrongFile', verdict.message);
    }
    for (const { path, name, numbers, size, sha256 } of received) {
      const storeKey = newKey();
      stored.push({ name, numbers, size, sha256, storeKey });
      await app.store.put(storeKey, path);
    }
    await save(stored);
  } catch (error) {
    // A database that went away may have committed: bytes that no row names can be removed later, lost ones never come back.
    if (!databaseAway(error)) for (const { storeKey } of stored) await app.store.remove(storeKey);
    throw error;
  } finally {
    for (const { path } of received) await rm(path, { force: true });
  }
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
 * Writes the rows of stored files, with free names and audit entries, for a participant whose lock is held; false where
 * that would be more files than a participant may have.
 */
export async function addDocuments(tx: Tx, app: App, owner: Owner, stored: StoredFile[]): Promise<boolean> {
  const { total, names } = await sql.namesOf(tx, owner.participant, owner.uploadedBy, owner.byCoach);
  if (total + stored.length > app.settings.portal.uploads.filesPerParticipant) return false;
  for (const file of stored) {
    const name = freeName(file.name, names);
    names.add(name);
    const document = await sql.addDocument(tx, { ...file, ...owner, name, ending: endingOf(name) });
    await audit(tx, { actor: owner.uploadedBy, action: 'fileUploaded', person: owner.participant, document });
  }
  return true;
}
