/** All files of a participant's upload together, in bytes (spec participant §9). */
export const maxUploadBytes = 10_000_000;

/** What a participant may upload, and what a coach (spec participant §5, coach §5). */
export const participantEndings = ['docx', 'pdf'] as const;
export const coachEndings = ['doc', 'docx', 'odt', 'pdf'] as const;

/** Whether a document counts as editable: an own docx (contract §7). */
export function isEditable(document: { ending: string; uploadByCoach: boolean }): boolean {
  return document.ending === 'docx' && !document.uploadByCoach;
}

/** A document with who brought it, for the right to delete it. */
export interface Deletable {
  participant: number;
  uploadedBy: number;
  byCoach: boolean;
}

/**
 * Whether a person may delete a document (contract §3): one's own uploads; an admin every coach's uploads as well. Who
 * has become a coach deletes what they uploaded as one, and leaves what they brought as a participant.
 */
export function mayDelete(person: { id: number; role: string | null }, document: Deletable): boolean {
  if (document.byCoach && person.role === 'admin') return true;
  if (document.uploadedBy !== person.id || document.byCoach !== (person.role === 'coach')) return false;
  return document.byCoach || document.participant === person.id;
}

/** A selection without the files that were picked twice: same name, size and time of change. */
export function withoutDoubles<F extends { name: string; size: number; lastModified: number }>(
  files: readonly F[],
): F[] {
  const seen = new Set<string>();
  return files.filter(({ name, size, lastModified }) => {
    const key = JSON.stringify([name, size, lastModified]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** What keeps a file from being uploaded, '' when nothing does. Its content is judged by the server. */
export function problemOf(
  { name, size }: { name: string; size: number },
  allowed: readonly string[] = participantEndings,
): string {
  if (!allowed.some((ending) => name.toLowerCase().endsWith(`.${ending}`)))
    return `Diese Datei kann nicht hochgeladen werden. Erlaubt sind ${endingList(allowed)}.`;
  return size === 0 ? 'Diese Datei ist leer.' : '';
}

/** Endings as a sentence lists them: 'doc, docx, odt und pdf'. */
export function endingList(endings: readonly string[]): string {
  return `${endings.slice(0, -1).join(', ')} und ${endings.at(-1) ?? ''}`;
}

/** Whether files are too big together (spec participant §5). */
export function tooBig(files: readonly { size: number }[]): boolean {
  return totalOf(files) > maxUploadBytes;
}

/** Bytes of all files together. */
export function totalOf(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** A size in MB as the dialog lists it: '0,02 MB'; never '0,00 MB' for a file that holds something. */
export function megabytes(bytes: number): string {
  const shown = bytes === 0 ? 0 : Math.max(0.01, bytes / 1_000_000);
  return `${shown.toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} MB`;
}
