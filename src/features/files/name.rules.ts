/** The maximum length of a displayed file name, in UTF-16 code units. */
const maxLength = 120;

/**
 * Turns the file name that a browser sent into a name to display, which is never used as a path. Keeps only the text
 * after the last / or \, removes control, bidi and other invisible characters, normalises to NFC, and shortens the name
 * to at most 120 characters, including its extension. Returns 'Datei' if nothing remains.
 */
export function toDisplayName(sentName: string): string {
  const visibleText = sentName.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  const name = (visibleText.split(/[/\\]/).at(-1) ?? '').normalize('NFC').trim();
  return insertSuffix(/^\.*$/.test(name) ? 'Datei' : name, '');
}

/** Returns the extension of a file's name in lower case, without the dot; '' if there is none. */
export function extensionOf(name: string): string {
  return /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/**
 * Returns the first name that is not taken: the name itself, or the name with ' (2)', ' (3)' … before its extension.
 */
export function findFreeName(name: string, takenNames: ReadonlySet<string>): string {
  let freeName = name;
  for (let number = 2; takenNames.has(freeName); number += 1) freeName = insertSuffix(name, ` (${number})`);
  return freeName;
}

/**
 * Inserts a suffix, which may be '', before the extension of a name. If the result would be too long, cuts off
 * characters before the suffix.
 */
function insertSuffix(name: string, suffix: string): string {
  const [, base = name, extension = ''] = /^(.+)(\.[^.\s]{1,10})$/s.exec(name) ?? [];
  let shortened = '';
  for (const character of base) {
    if (shortened.length + character.length + suffix.length + extension.length > maxLength) break;
    shortened += character;
  }
  return `${shortened.trimEnd()}${suffix}${extension}`;
}
