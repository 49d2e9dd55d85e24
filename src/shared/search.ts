/** What a search text, trimmed, is told that holds less than two letters (spec coach §9); null where it holds enough. */
export function tooShort(searched: string): string | null {
  return searched.length < 2 ? 'Bitte mindestens 2 Zeichen eingeben.' : null;
}

/** The same for a filter that may be left empty. */
export function filterTooShort(searched: string): string | null {
  return searched === '' ? null : tooShort(searched);
}

/**
 * A text as it is compared: umlauts, their spellings and plain letters (ü, ue, u) are one letter, accents and hyphens are
 * none. The database folds the names of people in the same way (`fold_name`).
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

/** Those of the options, in their order, whose label holds what was typed, however its umlauts are spelled. */
export function matching<Option extends { label: string }>(
  options: readonly Option[],
  { inputValue }: { inputValue: string },
): Option[] {
  const plain = inputValue.trim().toLowerCase();
  const sought = folded(plain);
  return options.filter(({ label }) => label.toLowerCase().includes(plain) || folded(label).includes(sought));
}

/** The same for a long list of places: those that begin with what was typed come first, so Berlin before Amberg for `ber`. */
export function beginningsFirst<Option extends { label: string }>(
  options: readonly Option[],
  typed: { inputValue: string },
): Option[] {
  const found = matching(options, typed);
  const sought = folded(typed.inputValue.trim());
  const begins = ({ label }: Option) => folded(label).startsWith(sought);
  return [...found.filter(begins), ...found.filter((option) => !begins(option))];
}
