import { isOwnParticipant, hasCoachProfile, lockParticipant } from '../../people/exports.ts';
import { audit } from '../../audit/exports.ts';
import { queueMails } from '../../mail/exports.ts';
import { notFound } from '../../../platform/server-error.ts';
import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { maySeeDocuments } from '../sql.ts';
import * as contract from './contract.ts';
import { maxNotes } from './rules.ts';
import * as sql from './sql.ts';

/** Handlers for the notes that coaches write for participants. */
export const routes = createRoutes(contract, {
  async writeNote({ input: { participantId, text }, person, app, db, transaction, refuse }) {
    if (!(await hasCoachProfile(db, person.id))) throw refuse('noCoachProfile');
    const noteId = await transaction(async (tx) => {
      // The lock also protects the limit on notes, since two coaches may write at the same time.
      if (!(await lockParticipant(tx, participantId, app.usesLocks))) throw notFound();
      const isOwn = await isOwnParticipant(tx, person.id, participantId);
      if (!isOwn || !(await maySeeDocuments(tx, person, participantId))) throw notFound();
      const existingId = await sql.findSameNote(tx, participantId, person.id, text);
      if (existingId !== null) return existingId;
      if ((await sql.countNotes(tx, participantId)) >= maxNotes) throw refuse('tooMany');
      const id = await sql.insertNote(tx, participantId, person.id, text);
      await queueMails(tx, [{ kind: 'noteFromCoach', person: participantId }]);
      await audit(tx, { actor: person.id, action: 'noteWritten', person: participantId });
      return id;
    });
    return { data: { noteId } };
  },

  async deleteNote({ input: { noteId }, person, transaction }) {
    await transaction(async (tx) => {
      const participant = await sql.deleteNote(tx, noteId, person.id);
      if (participant === null) throw notFound();
      await audit(tx, { actor: person.id, action: 'noteDeleted', person: participant });
    });
    return {};
  },

  async getNotes({ input, person, db }) {
    const participant = person.role === 'participant' ? person.id : (input.participantId ?? person.id);
    const isSelf = participant === person.id;
    if (!isSelf && !(await maySeeDocuments(db, person, participant))) throw notFound();
    const rows = await sql.selectNotes(db, participant);
    return {
      data: rows.map(({ id, authorId, writtenAt, ...row }) => ({
        ...row,
        noteId: id,
        mine: authorId === person.id,
        writtenAt: writtenAt.toISOString(),
      })),
      meta: { mayWrite: !isSelf && (await isOwnParticipant(db, person.id, participant)) },
    };
  },
});
