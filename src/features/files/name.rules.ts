/** The maximum length of a displayed file name, in UTF-16 code units. */
const maxLength = 120;

/**
 * Turns the name that was sent with a file into one to display; it is never used as a path. Keeps what follows the last
 * / or \, removes control, bidi and other invisible characters, normalises to NFC, and shortens the name to at most 120
 * characters, including its extension. Returns 'Datei' if nothing remains.
 */
export function toDisplayName(raw: string): string {
  const visible = raw.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  const name = (visible.split(/[/\\]/).at(-1) ?? '').normalize('NFC').trim();
  return shortenWithSuffix(/^\.*$/.test(name) ? 'Datei' : name, '');
}

/** Returns the extension of a file's name in lower case, without the dot; '' if there is none. */
export function extensionOf(name: string): string {
  return /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/**
 * Returns the first name that is not taken: the name itself, or the name with ' (2)', ' (3)' … before its extension.
 */
export function findFreeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let copy = 2; taken.has(free); copy += 1) free = shortenWithSuffix(name, ` (${copy})`);
  return free;
}

/**
 * Inserts a suffix, which may be '', before the extension of a name. Cuts characters before the suffix if necessary.
 */
function shortenWithSuffix(name: string, suffix: string): string {
  const [, base = name, extension = ''] = /^(.+)(\.[^.\s]{1,10})$/s.exec(name) ?? [];
  let shortened = '';
  for (const character of base) {
    if (shortened.length + character.length + suffix.length + extension.length > maxLength) break;
    shortened += character;
  }
  return `${shortened.trimEnd()}${suffix}${extension}`;
}
