/** What a search text, trimmed, is told that holds less than two letters (spec coach §9); null where it holds enough. */
export function tooShort(searched: string): string | null {
  return searched.length < 2 ? 'Bitte mindestens 2 Zeichen eingeben.' : null;
}

/** The same for a filter that may be left empty. */
export function filterTooShort(searched: string): string | null {
  return searched === '' ? null : tooShort(searched);
}
