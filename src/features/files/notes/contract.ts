import * as z from 'zod/mini';
import { call, id, emptyObject, toFieldErrors, text } from '../../../shared/call.ts';
import { maxLengths } from '../../../shared/lengths.ts';
import { uploadForParticipant } from '../contract.ts';
import { findNoteProblem } from './rules.ts';

const { noCoachProfile } = uploadForParticipant.refusals;
const coaches = ['coach', 'speedCoach', 'admin'] as const;

export const writeNote = call({
  path: 'coach/writeNote',
  summary:
    'Writes a note for one of the caller’s participants, who is notified by mail without the text; returns the ' +
    'existing note if the text is the same.',
  may: coaches,
  rateLimit: 'actionsThatMail',
  input: z.object({ participantId: id, text: text(maxLengths.note, { multiline: true }) }),
  rules: ({ text: note }) => toFieldErrors({ text: findNoteProblem(note) }),
  output: z.object({ data: z.object({ noteId: id }) }),
  refusals: { noCoachProfile, tooMany: 'Für diese Person gibt es schon 100 Notizen. Bitte lösche zuerst eine.' },
});

export const deleteNote = call({
  path: 'coach/deleteNote',
  summary: 'Deletes a note that the caller wrote.',
  may: coaches,
  input: z.object({ noteId: id }),
  output: emptyObject,
});

/** A note: `mine` if the caller wrote it, `writtenAt` as an ISO 8601 instant in UTC. */
const note = z.object({ noteId: id, text: z.string(), author: z.string(), mine: z.boolean(), writtenAt: z.string() });
export type Note = z.output<typeof note>;

export const getNotes = call({
  path: 'participant/getNotes',
  summary: 'Lists the notes for a participant, newest first; without participantId, those for the caller.',
  may: ['participant', ...coaches],
  input: z.object({ participantId: z.optional(z.nullable(id)) }),
  // mayWrite: the caller may write notes for this participant.
  output: z.object({ data: z.array(note), meta: z.object({ mayWrite: z.boolean() }) }),
});
