/**
 * The error for a trimmed search text of fewer than two characters (reference 8.1); null if it is long enough.
 */
export function tooShort(searched: string): string | null {
  return searched.length < 2 ? 'Bitte mindestens 2 Zeichen eingeben.' : null;
}

/** Like `tooShort`, for an optional filter, which may be empty. */
export function filterTooShort(searched: string): string | null {
  return searched === '' ? null : tooShort(searched);
}

/**
 * Folds a text for comparison: umlauts, their spellings and plain letters (ü, ue, u) become the same, and accents and
 * hyphens are dropped. The database folds the names of people in the same way (`fold_name`).
 */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .replace(/([aou])e/g, '$1')
    .replace(/ß|ss/g, 's');
}

/** Whether a text contains the typed text, regardless of how umlauts are spelled. */
export function holds(text: string, typed: string): boolean {
  const sought = folded(typed);
  return text.toLowerCase().includes(typed.toLowerCase()) || (sought.trim() !== '' && folded(text).includes(sought));
}

/** The options whose label contains the typed text, regardless of how umlauts are spelled; they keep their order. */
export function matching<Option extends { label: string }>(
  options: readonly Option[],
  { inputValue }: { inputValue: string },
): Option[] {
  return options.filter(({ label }) => holds(label, inputValue.trim()));
}

/** Like `matching`, for long lists of places: labels that begin with the text come first ('ber': Berlin, Amberg). */
export function beginningsFirst<Option extends { label: string }>(
  options: readonly Option[],
  typed: { inputValue: string },
): Option[] {
  const matches = matching(options, typed);
  const sought = folded(typed.inputValue.trim());
  const begins = ({ label }: Option) => folded(label).startsWith(sought);
  return [...matches.filter(begins), ...matches.filter((option) => !begins(option))];
}
