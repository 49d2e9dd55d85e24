/** The longest displayed file name, in UTF-16 units. */
const longest = 120;

/**
 * A file's name for display, never used as a path: the part after the last / or \, in NFC, without control, bidi and
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

/** The name itself, or with ' (2)', ' (3)' … before its ending: the first that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let copy = 2; taken.has(free); copy += 1) free = shorten(name, ` (${copy})`);
  return free;
}

/**
 * Inserts `mark` before the ending of a name and shortens what precedes it, between characters, to the longest name.
 */
function shorten(name: string, mark: string): string {
  const [, base = name, ending = ''] = /^(.+)(\.[^.\s]{1,10})$/s.exec(name) ?? [];
  let kept = '';
  for (const character of base) {
    if (kept.length + character.length + mark.length + ending.length > longest) break;
    kept += character;
  }
  return `${kept.trimEnd()}${mark}${ending}`;
}
