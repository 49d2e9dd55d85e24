import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '../server/audit.ts';
import { serve, type IncomingFile } from '../server/handler.ts';
import { notFound } from '../server/refusal.ts';
import * as contract from './contract.ts';
import { inspectFile, type Ending } from './inspect.ts';
import { displayName, endingOf, freeName } from './name.ts';
import { FileTooLarge, receiveFile, type ReceivedFile } from './receive.ts';
import { isEditable, maxUploadBytes, mayDelete, participantEndings } from './rules.ts';
import * as sql from './sql.ts';
import { FileMissing, newKey } from './store.ts';

interface Received extends ReceivedFile {
  name: string;
}

/** Handlers of the documents: list, upload, download, delete. */
export const served = serve(contract, {
  async getFiles({ input, person, db }) {
    const participant = person.role === 'participant' ? person.id : (input.participantId ?? person.id);
    if (participant !== person.id && !(await sql.maySee(db, person, participant))) throw notFound();
    const documents = await sql.listDocuments(db, [participant]);
    return {
      editableFile: documents.some(isEditable),
      files: {
        own: documents.filter((document) => !document.uploadByCoach),
        fromCoach: documents.filter((document) => document.uploadByCoach),
      },
    };
  },

  async uploadFiles({ person, app, files, transaction, refuse, signal }) {
    const received: Received[] = [];
    const storeKeys: string[] = [];
    try {
      if (!(await receiveAll(files, join(app.settings.dataDir, 'tmp'), received))) throw refuse('tooLarge');
      if (received.length === 0) throw refuse('noFile');
      for (const { name, path } of received) {
        const verdict = await inspectFile({ name, path, allowed: participantEndings });
        if (!verdict.ok) throw refuse('wrongFile', verdict.message);
      }
      for (const { path } of received) {
        const key = newKey();
        storeKeys.push(key);
        await app.store.put(key, path);
      }
      await transaction(async (tx) => {
        const participant = await sql.lockParticipant(tx, person.id);
        if (!participant) throw refuse('noParticipantProfile');
        if (!participant.active) throw refuse('inactive');
        const { total, names } = await sql.namesOf(tx, person.id, person.id, false);
        if (total + received.length > app.settings.portal.uploads.filesPerParticipant) throw refuse('tooMany');
        for (const [index, file] of received.entries()) {
          const name = freeName(file.name, names);
          names.add(name);
          const document = await sql.addDocument(tx, {
            participant: person.id,
            uploadedBy: person.id,
            byCoach: false,
            name,
            ending: endingOf(name) as Ending,
            size: file.size,
            sha256: file.sha256,
            storeKey: storeKeys[index] ?? '',
          });
          await audit(tx, { actor: person.id, action: 'fileUploaded', person: person.id, document });
        }
        // A cancelled upload stores nothing, also when the cancel comes with the last byte.
        signal.throwIfAborted();
      });
    } catch (error) {
      for (const key of storeKeys) await app.store.remove(key);
      throw error;
    } finally {
      for (const { path } of received) await rm(path, { force: true });
    }
    return {};
  },

  async downloadFile({ input, person, app, db, transaction }) {
    const document = await sql.findDocument(db, input.fileId);
    if (!document || !(await sql.maySee(db, person, document.participant))) throw notFound();
    const bytes = await app.store.get(document.storeKey).catch((error: unknown) => {
      throw error instanceof FileMissing ? notFound() : error;
    });
    if (document.participant !== person.id)
      await transaction((tx) =>
        audit(tx, {
          actor: person.id,
          action: 'fileDownloaded',
          person: document.participant,
          document: document.id,
        }),
      );
    return { name: document.name, size: document.size, bytes };
  },

  async deleteFile({ input, person, app, db, transaction }) {
    const owner = await sql.findDocument(db, input.fileId);
    if (!owner) throw notFound();
    const storeKey = await transaction(async (tx) => {
      // The participant first, as everywhere: a booking that relies on this document waits or is waited for.
      await sql.lockParticipant(tx, owner.participant);
      const document = await sql.findDocument(tx, input.fileId);
      if (!document || !mayDelete(person, document)) throw notFound();
      await sql.dropDocument(tx, document.id);
      await audit(tx, {
        actor: person.id,
        action: 'fileDeleted',
        person: document.participant,
        document: document.id,
      });
      return document.storeKey;
    });
    await app.store.remove(storeKey);
    return {};
  },
});

/** Writes all files to disk and lists them in `received`; false as soon as they exceed the limit together. */
async function receiveAll(files: AsyncIterable<IncomingFile>, into: string, received: Received[]): Promise<boolean> {
  let left = maxUploadBytes;
  for await (const file of files) {
    try {
      const stored = await receiveFile(file.bytes, { into, limit: left });
      received.push({ ...stored, name: displayName(file.name) });
      left -= stored.size;
    } catch (error) {
      if (error instanceof FileTooLarge) return false;
      throw error;
    }
  }
  return true;
}
