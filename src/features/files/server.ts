import {
  isOwnParticipant,
  hasCoachProfile,
  isParticipantActive,
  lockParticipant,
  participantExists,
} from '../people/exports.ts';
import { deleteDocument, findDocument, selectDocuments } from './documents.sql.ts';
import { queueErasureListEntry, audit } from '../audit/exports.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { createRoutes, type IncomingFile } from '../../platform/http/calls/handler.ts';
import { notFound } from '../../platform/server-error.ts';
import { lockSession } from '../sessions/exports.ts';
import { queueMails } from '../mail/exports.ts';
import type { OutputOf } from '../../shared/call.ts';
import { mapErrorsTo503 } from '../../platform/http/calls/unavailable.ts';
import * as contract from './contract.ts';
import { findVisibleDocument, logAccess, logLook } from './access.steps.ts';
import { queueFileDeletion } from './deletion.sql.ts';
import { sumMarkup } from './markup/rules.ts';
import { coachExtensions, isEditable, maxUploadBytes, mayDelete, participantExtensions } from './rules.ts';
import * as sql from './sql.ts';
import { FileMissing, openUnchanged } from '../../platform/storage/store.ts';
import { insertDocuments, receiveUpload } from './upload.steps.ts';

/** Handlers for documents: list, upload, set the state, download and delete them. */
export const routes = createRoutes(contract, {
  async getFiles({ input, person, app, db, transaction, logSecurityEvent }) {
    const participant = person.role === 'participant' ? person.id : (input.participantId ?? person.id);
    if (participant !== person.id && !(await sql.maySeeDocuments(db, person, participant))) throw notFound();
    const documents = await selectDocuments(db, [participant], person.id);
    const access = { actor: person.id, action: 'filesListed', person: participant } as const;
    if (participant !== person.id) await logAccess({ app, transaction, logSecurityEvent }, access);
    return {
      editableFile: documents.some(isEditable),
      mayUpload: participant === person.id || (await isOwnParticipant(db, person.id, participant)),
      files: {
        own: documents.filter((document) => !document.uploadByCoach),
        fromCoach: documents.filter((document) => document.uploadByCoach),
      },
    };
  },

  async uploadFiles({ person, app, db, files, transaction, refuse, signal }) {
    if (!(await participantExists(db, person.id))) throw refuse('noParticipantProfile');
    const options = {
      uploader: person.id,
      allowedExtensions: participantExtensions,
      limit: maxUploadBytes,
      isLimitFromConfig: false,
      signal,
    };
    const notices = await receiveUpload(app, files, options, refuse, (storedFiles) =>
      transaction(async (tx) => {
        if (!(await lockParticipant(tx, person.id, app.usesLocks))) throw refuse('noParticipantProfile');
        if (!(await isParticipantActive(tx, person.id))) throw refuse('inactive');
        await lockSession(tx, app, person.sessionId);
        const facts = { participant: person.id, uploadedBy: person.id, byCoach: false, answers: null };
        await insertDocuments(tx, app, facts, storedFiles, refuse);
        // A cancelled upload stores nothing, even if it is cancelled after its last byte has arrived.
        signal.throwIfAborted();
      }),
    );
    return buildUploadAnswer(notices);
  },

  async uploadForParticipant({ person, app, db, files, fields, transaction, refuse, signal }) {
    if (!(await hasCoachProfile(db, person.id))) throw refuse('noCoachProfile');
    const options = {
      uploader: person.id,
      allowedExtensions: coachExtensions,
      limit: app.settings.providerConfig.uploads.megabytesPerRequest * 1_000_000,
      isLimitFromConfig: true,
      signal,
    };
    const notices = await receiveUpload(
      app,
      yieldFilesForOneParticipant(db, person.id, files),
      options,
      refuse,
      (storedFiles) =>
        transaction(async (tx) => {
          // The first number in the field's name is the participant's id.
          const participant = storedFiles[0]?.numbers[0] ?? 0;
          if (!(await lockParticipant(tx, participant)) || !(await isOwnParticipant(tx, person.id, participant)))
            throw notFound();
          if (!(await isParticipantActive(tx, participant))) throw refuse('inactive');
          await lockSession(tx, app, person.sessionId);
          const answeredDocument = await findAnsweredDocument(tx, participant, fields.get(contract.answersField));
          if (answeredDocument === 'unknown') throw refuse('wrongDocument');
          const facts = { participant, uploadedBy: person.id, byCoach: true, answers: answeredDocument };
          await insertDocuments(tx, app, facts, storedFiles, refuse);
          if (answeredDocument !== null)
            await sql.updateState(tx, { participant, document: answeredDocument, state: 'returned' });
          await queueMails(tx, [{ kind: 'fileFromCoach', person: participant, markup: sumMarkup(storedFiles) }]);
          signal.throwIfAborted();
        }),
    );
    return buildUploadAnswer(notices);
  },

  async setDocumentState({ input: { fileId, state }, person, db, transaction, refuse }) {
    if (!(await hasCoachProfile(db, person.id))) throw refuse('noCoachProfile');
    const document = await findDocument(db, fileId);
    if (!document || document.byCoach) throw notFound();
    const { participant } = document;
    await transaction(async (tx) => {
      // As in every handler, the participant's row is locked first. The lock also prevents the deletion of the
      // document.
      if (!(await lockParticipant(tx, participant)) || !(await isOwnParticipant(tx, person.id, participant)))
        throw notFound();
      if (!(await findDocument(tx, fileId))) throw notFound();
      if (!(await sql.updateState(tx, { participant, document: fileId, state }))) return;
      await audit(tx, { actor: person.id, action: 'documentStateSet', person: participant, document: fileId });
    });
    return {};
  },

  async downloadFile({ input, person, app, db, transaction, logSecurityEvent }) {
    const document = await findVisibleDocument(db, person, input.fileId);
    const opening = mapErrorsTo503(openUnchanged(app.store, document.storeKey, document.sha256));
    const bytes = await opening.catch((error: unknown) => {
      throw error instanceof FileMissing ? notFound() : error;
    });
    await logLook({ app, transaction, logSecurityEvent }, person, document);
    return { name: document.name, size: document.size, bytes };
  },

  async deleteFile({ input, person, app, db, transaction }) {
    const documentBeforeLock = await findDocument(db, input.fileId);
    if (!documentBeforeLock) throw notFound();
    const storeKey = await transaction(async (tx) => {
      // As in every handler, the participant's row is locked first. A booking takes the same lock, because it requires
      // an editable document, which must not be deleted at the same time.
      await lockParticipant(tx, documentBeforeLock.participant);
      const document = await findDocument(tx, input.fileId);
      if (!document || !mayDelete(person, document)) throw notFound();
      await deleteDocument(tx, document.id);
      await queueFileDeletion(tx, [document.storeKey]);
      await audit(tx, {
        actor: person.id,
        action: 'fileDeleted',
        person: document.participant,
        document: document.id,
      });
      await queueErasureListEntry(tx);
      return document.storeKey;
    });
    // If the store is unavailable now, the queued job removes the bytes later.
    await app.store.remove(storeKey).catch(() => {});
    return {};
  },
});

/**
 * Returns the id of the participant's document that an upload answers, from the upload's text field; null if the field
 * is empty, 'unknown' if the participant has not uploaded a document with this id.
 */
async function findAnsweredDocument(
  tx: Tx,
  participant: number,
  field: string | undefined,
): Promise<number | null | 'unknown'> {
  if (!field) return null;
  const document = /^\d{1,15}$/.test(field) ? await findDocument(tx, Number(field)) : null;
  return document && document.participant === participant && !document.byCoach ? document.id : 'unknown';
}

/** Builds the answer to an upload: the notices about files that were changed, if any. */
function buildUploadAnswer(notices: string[]): OutputOf<typeof contract.uploadFiles> {
  const message = notices.join(' ');
  return message === '' ? { meta: {} } : { message, meta: { message } };
}

/**
 * Yields the files of a coach's upload. Throws 404 unless all files are for the same participant, and this participant
 * is one of the coach's participants. Each file is checked before its content is read, so that a caller without the
 * right to upload learns nothing about the file.
 */
async function* yieldFilesForOneParticipant(
  db: Db,
  coach: number,
  files: AsyncIterable<IncomingFile>,
): AsyncGenerator<IncomingFile> {
  let participant: number | null = null;
  for await (const file of files) {
    const id = file.numbers[0] ?? 0;
    if (participant === null) {
      if (!(await participantExists(db, id)) || !(await isOwnParticipant(db, coach, id))) throw notFound();
      participant = id;
    }
    if (id !== participant) throw notFound();
    yield file;
  }
}
