import { hasInvisibleCharacters } from '../../shared/invisible.ts';
import { participantExtensions, readableFormatOf } from './rules.ts';

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
