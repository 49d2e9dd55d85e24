/**
 * The error for a trimmed search text of fewer than two characters (reference 8.1); null if it is long enough.
 */
export function searchTooShortError(searched: string): string | null {
  return searched.length < 2 ? 'Bitte mindestens 2 Zeichen eingeben.' : null;
}

/** Like `tooShort`, for an optional filter, which may be empty. */
export function filterTooShortError(searched: string): string | null {
  return searched === '' ? null : searchTooShortError(searched);
}

/**
 * Folds a text for comparison: umlauts, their spellings and plain letters (ü, ue, u) become the same, and accents and
 * hyphens are dropped. The database folds the names of people in the same way (`fold_name`).
 */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .replace(/([aou])e/g, '$1')
    .replace(/ß|ss/g, 's');
}

/** Whether a text contains the typed text, regardless of how umlauts are spelled. */
export function containsText(text: string, typed: string): boolean {
  const sought = foldText(typed);
  return text.toLowerCase().includes(typed.toLowerCase()) || (sought.trim() !== '' && foldText(text).includes(sought));
}

/** The options whose label contains the typed text, regardless of how umlauts are spelled; they keep their order. */
export function filterByLabel<Option extends { label: string }>(
  options: readonly Option[],
  { inputValue }: { inputValue: string },
): Option[] {
  return options.filter(({ label }) => containsText(label, inputValue.trim()));
}

/** Like `matching`, for long lists of places: labels that begin with the text come first ('ber': Berlin, Amberg). */
export function filterPrefixFirst<Option extends { label: string }>(
  options: readonly Option[],
  typed: { inputValue: string },
): Option[] {
  const matches = filterByLabel(options, typed);
  const sought = foldText(typed.inputValue.trim());
  const begins = ({ label }: Option) => foldText(label).startsWith(sought);
  return [...matches.filter(begins), ...matches.filter((option) => !begins(option))];
}
