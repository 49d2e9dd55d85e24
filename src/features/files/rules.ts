import { addDays, dateOf } from '../../shared/berlin.ts';

/** The maximum total size of the files in a participant's upload, in bytes (reference 5.1). */
export const maxUploadBytes = 10_000_000;

/** The file extensions that participants and coaches may upload (reference 5.1). */
export const participantExtensions = ['docx', 'pdf'] as const;
export const coachExtensions = ['doc', 'docx', 'odt', 'pdf'] as const;

/** The states of a participant's document (reference 5.9): new, being worked on by a coach, or answered. */
export const documentStates = ['new', 'inWork', 'returned'] as const;
export type DocumentState = (typeof documentStates)[number];

/**
 * Whether a document gets the badge 'Neu seit gestern' (reference 5.9): its state is 'new' and it was uploaded today or
 * yesterday. `today` is the date in Berlin.
 */
export function isNewSinceYesterday(
  { state, uploadedAt }: { state: DocumentState | null; uploadedAt: string },
  today: string,
) {
  return state === 'new' && dateOf(new Date(uploadedAt)) >= addDays(today, -1);
}

/** Whether a document counts as editable: a docx that the participant uploaded (reference 5.4). */
export function isEditable(document: { extension: string; uploadByCoach: boolean }): boolean {
  return document.extension === 'docx' && !document.uploadByCoach;
}

/** The maximum size in bytes of a document that the page shows (reference 5.11). */
const maxReadableBytes = 20_000_000;

/** The format in which the page can show a document (reference 5.11); null if the document can only be downloaded. */
export function readableFormatOf({ name, size }: { name: string; size: number }): 'pdf' | 'docx' | null {
  const format = (['pdf', 'docx'] as const).find((extension) => name.toLowerCase().endsWith(`.${extension}`));
  return format && size <= maxReadableBytes ? format : null;
}

/** Returns the id of a document's entry in a list, for links to it (reference 5.7): `/files#dokument-7`. */
export const documentAnchor = ({ id }: { id: number }): string => `dokument-${id}`;

/** The facts about a document that decide who may delete it. `byCoach` is true if a coach uploaded the document. */
export interface DeletionFacts {
  participant: number;
  uploadedBy: number;
  byCoach: boolean;
}

/**
 * Whether a person may delete a document (reference 5.6). People may delete their own uploads, and admins also the
 * uploads of all coaches. A participant who has become a coach may delete only what they uploaded as a coach.
 */
export function mayDelete(person: { id: number; role: string | null }, document: DeletionFacts): boolean {
  if (document.byCoach && person.role === 'admin') return true;
  if (document.uploadedBy !== person.id || document.byCoach !== (person.role === 'coach')) return false;
  return document.byCoach || document.participant === person.id;
}

/** Returns each file once; files with the same name, size and modification time are duplicates (reference 5.1). */
export function removeDuplicates<F extends { name: string; size: number; lastModified: number }>(
  files: readonly F[],
): F[] {
  const keys = new Set<string>();
  return files.filter(({ name, size, lastModified }) => {
    const key = JSON.stringify([name, size, lastModified]);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}

/** Whether files together exceed the limit for a participant's upload (reference 5.1). */
export function exceedsUploadLimit(files: readonly { size: number }[]): boolean {
  return sumSizes(files) > maxUploadBytes;
}

/** Returns the total size of files in bytes (reference 5.1). */
export function sumSizes(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
