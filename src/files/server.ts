import { isActive, lockParticipant } from '../accounts/sql.ts';
import { queueNoteErasures } from '../backup/erased.ts';
import { auditLook } from '../audit/reading.ts';
import { audit } from '../server/audit.ts';
import { serve, type Incoming } from '../server/handler.ts';
import { notFound } from '../server/refusal.ts';
import { lockSession } from '../server/session.ts';
import { queueMail } from '../mail/outbox.ts';
import type { Call, OutputOf } from '../shared/call.ts';
import { orLater } from './away.ts';
import * as contract from './contract.ts';
import { queueForgetFiles } from './forget.ts';
import { coachEndings, isEditable, maxUploadBytes, mayDelete, participantEndings } from './rules.ts';
import * as sql from './sql.ts';
import { FileMissing, openUnchanged } from './store.ts';
import { addDocuments, receiveUpload, type StoredFile } from './upload.ts';

/** Handlers of the documents: list, upload, download, delete. */
export const served = serve(contract, {
  async getFiles({ input, person, app, db, transaction, record }) {
    const participant = person.role === 'participant' ? person.id : (input.participantId ?? person.id);
    if (participant !== person.id && !(await sql.maySee(db, person, participant))) throw notFound();
    const documents = await sql.listDocuments(db, [participant], person.id);
    const look = { actor: person.id, action: 'filesListed', person: participant } as const;
    if (participant !== person.id) await noteLook({ app, transaction, record }, look);
    return {
      editableFile: documents.some(isEditable),
      mayUpload: participant === person.id || (await sql.hasAppointmentWith(db, participant, person.id)),
      files: {
        own: documents.filter((document) => !document.uploadByCoach),
        fromCoach: documents.filter((document) => document.uploadByCoach),
      },
    };
  },

  async uploadFiles({ person, app, files, transaction, refuse, signal }) {
    const rules = { by: person.id, allowed: participantEndings, limit: maxUploadBytes, capped: false, signal };
    const notices = await receiveUpload(app, files, rules, refuse, (stored) =>
      transaction(async (tx) => {
        if (!(await lockParticipant(tx, person.id, app.locks))) throw refuse('noParticipantProfile');
        if (!(await isActive(tx, person.id))) throw refuse('inactive');
        await lockSession(tx, app, person.sessionId);
        const owner = { participant: person.id, uploadedBy: person.id, byCoach: false };
        await addDocuments(tx, app, owner, stored, refuse);
        // A cancelled upload stores nothing, also when the cancel comes with the last byte.
        signal.throwIfAborted();
      }),
    );
    return told(notices);
  },

  async uploadForParticipant({ person, app, db, files, transaction, refuse, signal }) {
    if (!(await sql.isCoach(db, person.id))) throw refuse('noCoachProfile');
    const rules = {
      by: person.id,
      allowed: coachEndings,
      limit: app.settings.portal.uploads.megabytesPerRequest * 1_000_000,
      capped: true,
      signal,
    };
    const notices = await receiveUpload(app, files, rules, refuse, (stored) =>
      transaction(async (tx) => {
        const id = participantOf(stored);
        if (!(await lockParticipant(tx, id)) || !(await sql.hasAppointmentWith(tx, id, person.id))) throw notFound();
        if (!(await isActive(tx, id))) throw refuse('inactive');
        await lockSession(tx, app, person.sessionId);
        const owner = { participant: id, uploadedBy: person.id, byCoach: true };
        await addDocuments(tx, app, owner, stored, refuse);
        await queueMail(tx, [{ kind: 'fileFromCoach', person: id }]);
        signal.throwIfAborted();
      }),
    );
    return told(notices);
  },

  async downloadFile({ input, person, app, db, transaction, record }) {
    const document = await sql.findDocument(db, input.fileId);
    if (!document || !(await sql.maySee(db, person, document.participant))) throw notFound();
    const opened = orLater(openUnchanged(app.store, document.storeKey, document.sha256));
    const bytes = await opened.catch((error: unknown) => {
      throw error instanceof FileMissing ? notFound() : error;
    });
    const { id, participant } = document;
    const look = { actor: person.id, action: 'fileDownloaded', person: participant, document: id } as const;
    if (participant !== person.id) await noteLook({ app, transaction, record }, look);
    return { name: document.name, size: document.size, bytes };
  },

  async deleteFile({ input, person, app, db, transaction }) {
    const owner = await sql.findDocument(db, input.fileId);
    if (!owner) throw notFound();
    const storeKey = await transaction(async (tx) => {
      // The participant first, as everywhere: a booking that relies on this document waits or is waited for.
      await lockParticipant(tx, owner.participant);
      const document = await sql.findDocument(tx, input.fileId);
      if (!document || !mayDelete(person, document)) throw notFound();
      await sql.dropDocument(tx, document.id);
      await queueForgetFiles(tx, [document.storeKey]);
      await audit(tx, {
        actor: person.id,
        action: 'fileDeleted',
        person: document.participant,
        document: document.id,
      });
      await queueNoteErasures(tx);
      return document.storeKey;
    });
    // At once where that is possible; a store that is away gets the queued job.
    await app.store.remove(storeKey).catch(() => {});
    return {};
  },
});

/** The answer of an upload: what was changed in its files, where something was. */
function told(notices: string[]): OutputOf<typeof contract.uploadFiles> {
  const message = notices.join(' ');
  return message === '' ? { meta: {} } : { message, meta: { message } };
}

/** Writes a look at foreign documents down, and tells of somebody who looks at those of very many people. */
async function noteLook(
  { app, transaction, record }: Pick<Incoming<Call>, 'app' | 'transaction' | 'record'>,
  look: Parameters<typeof auditLook>[1],
): Promise<void> {
  const { peopleReadPerDay } = app.settings.portal.alarms;
  if (await transaction((tx) => auditLook(tx, look, peopleReadPerDay))) record('readMuch', { person: look.actor });
}

/** The participant for whom all files of a coach's upload are; 0, an id that nobody has, where they disagree. */
function participantOf(stored: StoredFile[]): number {
  const [id = 0, ...others] = new Set(stored.map(({ numbers }) => numbers[0] ?? 0));
  return others.length === 0 ? id : 0;
}
