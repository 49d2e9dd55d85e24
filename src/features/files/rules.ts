import { addDays, dateOf } from '../../shared/berlin.ts';
import { hasInvisibleCharacters } from '../../shared/invisible.ts';

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

/** Says why the page does not show a document (reference 5.11); '' if it does. */
export function describeUnreadable(document: { name: string; size: number }): string {
  if (readableFormatOf(document)) return '';
  return isOldFormat(document.name)
    ? 'doc und odt lassen sich hier nur herunterladen'
    : 'Über 20 MB lassen sich hier nur herunterladen';
}

/** Whether a file is a text document that Word can save as docx, and that the page does not show (reference 5.11). */
export const isOldFormat = (name: string): boolean => /\.(doc|odt)$/i.test(name);

/** What to do with such a file if only docx is allowed (reference 5.1). */
export const saveAsDocx = 'Öffne sie in Word oder LibreOffice und speichere sie als docx.';

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

/**
 * Returns in German why a file cannot be uploaded (reference 5.7), or '' if it can. Only the server checks the content.
 */
export function findUploadProblem(
  { name, size }: { name: string; size: number },
  allowedExtensions: readonly string[] = participantExtensions,
): string {
  if (!allowedExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))) {
    const refusal = `Diese Datei kann nicht hochgeladen werden. Erlaubt sind ${joinExtensions(allowedExtensions)}.`;
    return isOldFormat(name) ? `${refusal} ${saveAsDocx}` : refusal;
  }
  if (hasInvisibleCharacters(name))
    return 'Der Name dieser Datei hat Zeichen, die man nicht sieht. Bitte gib der Datei einen neuen Namen.';
  return size === 0 ? 'Diese Datei ist leer.' : '';
}

/** Joins file extensions for a German sentence (reference 5.1): 'doc, docx, odt und pdf'. */
export function joinExtensions(extensions: readonly string[]): string {
  return `${extensions.slice(0, -1).join(', ')} und ${extensions.at(-1) ?? ''}`;
}

/** Whether files together exceed the limit for a participant's upload (reference 5.1). */
export function exceedsUploadLimit(files: readonly { size: number }[]): boolean {
  return sumSizes(files) > maxUploadBytes;
}

/** Returns the total size of files in bytes (reference 5.1). */
export function sumSizes(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
