import { maxUploadBytes, participantEndings } from '../rules.ts';

/** The selection without files that were picked twice: same name, size and time of change. */
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
export function problemOf({ name, size }: { name: string; size: number }): string {
  const allowed = participantEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  if (!allowed) return 'Diese Datei kann nicht hochgeladen werden. Erlaubt sind docx und pdf.';
  return size === 0 ? 'Diese Datei ist leer.' : '';
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
