import * as z from 'zod/mini';
import { call, download, id, emptyObject } from '../../shared/call.ts';
import { documentStates } from './rules.ts';

/**
 * A document in a list: `size` in bytes, `uploadedAt` as an ISO 8601 instant in UTC, `mine` if the caller uploaded it.
 * `version` is 1 for the first upload under this name, 2 for the next, and so on. `state` is null for a coach's upload.
 * `answers` is the id of the participant's document that a coach's document answers, otherwise null. `markup` has the
 * numbers of tracked changes and comments in a docx; null if there is no docx that can be read.
 */
export const listedFile = z.object({
  id,
  name: z.string(),
  uploadByCoach: z.boolean(),
  mine: z.boolean(),
  size: z.int(),
  uploadedAt: z.string(),
  version: z.int(),
  state: z.nullable(z.enum(documentStates)),
  answers: z.nullable(id),
  markup: z.nullable(z.object({ insertions: z.int(), deletions: z.int(), comments: z.int() })),
});
export type ListedFile = z.output<typeof listedFile>;

/** The documents that the participant (`own`) and coaches uploaded. The misspelt key is part of the API. */
const documentLists = z.codec(
  z.object({ uploadParticiopant: z.array(listedFile), uploadCoach: z.array(listedFile) }),
  z.object({ own: z.array(listedFile), fromCoach: z.array(listedFile) }),
  {
    decode: (wire) => ({ own: wire.uploadParticiopant, fromCoach: wire.uploadCoach }),
    encode: (files) => ({ uploadParticiopant: files.own, uploadCoach: files.fromCoach }),
  },
);

export const getFiles = call({
  path: 'participant/getFiles',
  summary: 'Lists a participant’s documents; without participantId, the caller’s own.',
  may: ['participant', 'coach', 'speedCoach', 'admin'],
  input: z.object({ participantId: z.optional(z.nullable(id)) }),
  // editableFile: the participant has uploaded a docx. mayUpload: the caller is this participant or one of the
  // participant's coaches.
  output: z.object({ editableFile: z.boolean(), mayUpload: z.boolean(), files: documentLists }),
});

/**
 * The name of the text field for the id of the document that an upload answers. In the form, the name is followed by
 * the session id: `answers_<session id>`.
 */
export const answersField = 'answers';

/** `message` says what was removed to make a file harmless; missing if nothing was removed. `meta` repeats it. */
const uploadResult = z.object({
  message: z.optional(z.string()),
  meta: z.object({ message: z.optional(z.string()) }),
});

export const uploadFiles = call({
  path: 'participant/uploadFiles',
  summary: 'Uploads the caller’s own documents (docx, pdf; at most 10,000,000 bytes in total): all of them or none.',
  may: ['participant', 'admin'],
  rateLimit: 'uploads',
  body: 'files',
  hasTopLevelStatus: true,
  input: emptyObject,
  output: uploadResult,
  refusals: {
    noParticipantProfile: 'Zu diesem Konto gehört kein Teilnehmerprofil.',
    noFile: 'Es wurde keine Datei ausgewählt.',
    tooLarge: 'Die Dateien sind zusammen größer als 10 MB.',
    wrongFile: 'Die Datei kann nicht angenommen werden.',
    infected: 'Die Datei enthält Schadsoftware.',
    overQuota: 'Der Platz für Dateien reicht nicht.',
    tooMany: 'Du hast schon so viele Dateien hochgeladen, wie möglich ist. Bitte lösche zuerst eine.',
    inactive: 'Dein Zugang ist nicht aktiv. Bitte wende dich an das Coaching-Team.',
  },
});

export const uploadForParticipant = call({
  path: 'coach/uploadFiles',
  summary: 'Uploads documents (doc, docx, odt, pdf) for one of the caller’s participants: all of them or none.',
  may: ['coach', 'speedCoach', 'admin'],
  rateLimit: 'uploads',
  body: 'files',
  hasTopLevelStatus: true,
  refusalStatus: 409,
  input: emptyObject,
  output: uploadResult,
  refusals: {
    noCoachProfile: 'Zu diesem Konto gehört kein Coachprofil.',
    noFile: 'Es wurde keine Datei ausgewählt.',
    tooLarge: 'Die Dateien sind zusammen zu groß.',
    wrongFile: 'Die Datei kann nicht angenommen werden.',
    infected: 'Die Datei enthält Schadsoftware.',
    overQuota: 'Der Platz für Dateien reicht nicht.',
    tooMany: 'Für diese Person liegen schon so viele Dateien vor, wie möglich ist.',
    inactive: 'Diese Person ist nicht aktiv.',
    wrongDocument: 'Das Dokument, auf das du antwortest, gibt es nicht mehr.',
  },
});

export const setDocumentState = call({
  path: 'coach/setDocumentState',
  summary: 'Sets the state of the caller’s work on a document of one of their participants; the participant sees it.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object({ fileId: id, state: z.enum(documentStates) }),
  output: emptyObject,
  refusals: { noCoachProfile: uploadForParticipant.refusals.noCoachProfile },
});

export const downloadFile = call({
  path: 'participant/downloadFile',
  summary: 'Returns the bytes of a document.',
  may: ['participant', 'coach', 'speedCoach', 'admin'],
  rateLimit: 'downloads',
  responseType: 'file',
  input: z.object({ fileId: id }),
  output: download,
});

export const deleteFile = call({
  path: 'participant/deleteFile',
  summary: 'Deletes a document that the caller uploaded; an admin may also delete any coach’s uploads.',
  may: ['participant', 'coach', 'speedCoach', 'admin'],
  hasTopLevelStatus: true,
  input: z.object({ fileId: id }),
  output: emptyObject,
});
