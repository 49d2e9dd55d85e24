import { addDays, dateOf } from '../../shared/berlin.ts';
import { hasInvisible } from '../../shared/invisible.ts';

/** The maximum number of bytes of all files of a participant's upload (reference 5.1). */
export const maxUploadBytes = 10_000_000;

/** The endings of files that participants and coaches may upload (reference 5.1). */
export const participantEndings = ['docx', 'pdf'] as const;
export const coachEndings = ['doc', 'docx', 'odt', 'pdf'] as const;

/**
 * The states of a coach's work on a participant's document (reference 5.9): new, in work, or answered.
 */
export const documentStates = ['new', 'inWork', 'returned'] as const;
export type DocumentState = (typeof documentStates)[number];

/**
 * Whether a participant's document was uploaded since yesterday and no coach works on it yet (reference 5.9): the badge
 * 'Neu seit gestern'. `today` is the Berlin date.
 */
export function isFresh({ state, uploadedAt }: { state: DocumentState | null; uploadedAt: string }, today: string) {
  return state === 'new' && dateOf(new Date(uploadedAt)) >= addDays(today, -1);
}

/** Whether a document counts as editable: a docx that is not the coach's (reference 5.4). */
export function isEditable(document: { ending: string; uploadByCoach: boolean }): boolean {
  return document.ending === 'docx' && !document.uploadByCoach;
}

/** The maximum number of bytes of a document that is shown in the page (reference 5.11). */
const maxReadableBytes = 20_000_000;

/**
 * How the page can show a document (reference 5.11): as a PDF or a Word document; null if it only offers a download.
 */
export function readableAs({ name, size }: { name: string; size: number }): 'pdf' | 'docx' | null {
  const ending = (['pdf', 'docx'] as const).find((each) => name.toLowerCase().endsWith(`.${each}`));
  return ending && size <= maxReadableBytes ? ending : null;
}

/** A document and who uploaded it, for the right to delete it. */
export interface Deletable {
  participant: number;
  uploadedBy: number;
  byCoach: boolean;
}

/**
 * Whether a person may delete a document (reference 5.6): their own uploads, and an admin also every coach's uploads.
 * A participant who has become a coach may delete only what they uploaded as a coach.
 */
export function mayDelete(person: { id: number; role: string | null }, document: Deletable): boolean {
  if (document.byCoach && person.role === 'admin') return true;
  if (document.uploadedBy !== person.id || document.byCoach !== (person.role === 'coach')) return false;
  return document.byCoach || document.participant === person.id;
}

/** A selection without duplicates (reference 5.1): files with the same name, size and modification time. */
export function withoutDuplicates<F extends { name: string; size: number; lastModified: number }>(
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

/** Why a file cannot be uploaded (reference 5.7), '' if it can. Only the server checks its content. */
export function uploadProblem(
  { name, size }: { name: string; size: number },
  allowed: readonly string[] = participantEndings,
): string {
  if (!allowed.some((ending) => name.toLowerCase().endsWith(`.${ending}`)))
    return `Diese Datei kann nicht hochgeladen werden. Erlaubt sind ${endingList(allowed)}.`;
  if (hasInvisible(name))
    return 'Der Name dieser Datei hat Zeichen, die man nicht sieht. Bitte gib der Datei einen neuen Namen.';
  return size === 0 ? 'Diese Datei ist leer.' : '';
}

/** The endings as a list in a sentence (reference 5.1): 'doc, docx, odt und pdf'. */
export function endingList(endings: readonly string[]): string {
  return `${endings.slice(0, -1).join(', ')} und ${endings.at(-1) ?? ''}`;
}

/** Whether the total size of files is too large (reference 5.1). */
export function isTooLarge(files: readonly { size: number }[]): boolean {
  return totalSize(files) > maxUploadBytes;
}

/** The total size of files in bytes (reference 5.1). */
export function totalSize(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
