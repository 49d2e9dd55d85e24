/**
 * The error for a trimmed search text of less than two characters (reference 8.1); null if it is long enough.
 */
export function tooShort(searched: string): string | null {
  return searched.length < 2 ? 'Bitte mindestens 2 Zeichen eingeben.' : null;
}

/** The same for an optional filter. */
export function filterTooShort(searched: string): string | null {
  return searched === '' ? null : tooShort(searched);
}

/**
 * Folds a text for comparison: umlauts, their spellings and plain letters (ü, ue, u) are the same, accents and hyphens
 * are dropped. The database folds the names of people in the same way (`fold_name`).
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

/** The options, in their order, whose label contains the typed text, regardless of how umlauts are spelled. */
export function matching<Option extends { label: string }>(
  options: readonly Option[],
  { inputValue }: { inputValue: string },
): Option[] {
  return options.filter(({ label }) => holds(label, inputValue.trim()));
}

/**
 * The same for long lists of places: matches at the beginning come first, Berlin before Amberg for `ber`.
 */
export function beginningsFirst<Option extends { label: string }>(
  options: readonly Option[],
  typed: { inputValue: string },
): Option[] {
  const found = matching(options, typed);
  const sought = folded(typed.inputValue.trim());
  const begins = ({ label }: Option) => folded(label).startsWith(sought);
  return [...found.filter(begins), ...found.filter((option) => !begins(option))];
}
