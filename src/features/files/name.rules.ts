/** The maximum length of a displayed file name, in UTF-16 units. */
const maxLength = 120;

/**
 * A file's name for display, never used as a path: what follows the last / or \, in NFC, without control, bidi and
 * other invisible characters, at most 120 characters including its ending; 'Datei' if nothing remains.
 */
export function displayName(raw: string): string {
  const visible = raw.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  const name = (visible.split(/[/\\]/).at(-1) ?? '').normalize('NFC').trim();
  return shorten(/^\.*$/.test(name) ? 'Datei' : name, '');
}

/** The ending of a file's name in lower case, without the dot; '' if there is none. */
export function endingOf(name: string): string {
  return /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The first name that is not taken: the name itself, or the name with ' (2)', ' (3)' … before its ending. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let copy = 2; taken.has(free); copy += 1) free = shorten(name, ` (${copy})`);
  return free;
}

/**
 * Inserts `mark` before the ending of a name, and cuts off whole characters before the mark if the name is too long.
 */
function shorten(name: string, mark: string): string {
  const [, base = name, ending = ''] = /^(.+)(\.[^.\s]{1,10})$/s.exec(name) ?? [];
  let shortened = '';
  for (const character of base) {
    if (shortened.length + character.length + mark.length + ending.length > maxLength) break;
    shortened += character;
  }
  return `${shortened.trimEnd()}${mark}${ending}`;
}
