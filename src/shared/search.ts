/** Returns the error if a trimmed search text has fewer than two characters (reference 8.1), or null. */
export function searchTooShortError(searchText: string): string | null {
  return searchText.length < 2 ? 'Bitte mindestens 2 Zeichen eingeben.' : null;
}

/** Like `searchTooShortError`, for a filter, which may be empty. */
export function filterTooShortError(searchText: string): string | null {
  return searchText === '' ? null : searchTooShortError(searchText);
}

/** Letters that are not a plain letter with an accent, but that people without such a key type as one. */
const plainLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', æ: 'a', œ: 'o' };

/**
 * Simplifies a text for comparison: ü, ue and u become u (likewise ä and ö), ß and ss become s, ı becomes i (likewise
 * ł, ø, đ), and accents and hyphens are removed. The database simplifies the names of people in the same way
 * (`fold_name`).
 */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđıæœ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .replace(/([aou])e/g, '$1')
    .replace(/ß|ss/g, 's');
}

/** Whether a text contains the typed text. Umlauts match however they are written in either text. */
export function containsText(text: string, typed: string): boolean {
  const foldedInput = foldText(typed);
  return (
    text.toLowerCase().includes(typed.toLowerCase()) ||
    (foldedInput.trim() !== '' && foldText(text).includes(foldedInput))
  );
}

/** Returns the options whose label contains the typed text (see `containsText`), in the same order. */
export function filterByLabel<Option extends { label: string }>(
  options: readonly Option[],
  { inputValue }: { inputValue: string },
): Option[] {
  return options.filter(({ label }) => containsText(label, inputValue.trim()));
}

/** Like `filterByLabel`, but labels that begin with the typed text come first ('ber': Berlin, Amberg). */
export function filterPrefixFirst<Option extends { label: string }>(
  options: readonly Option[],
  { inputValue }: { inputValue: string },
): Option[] {
  const matches = filterByLabel(options, { inputValue });
  const foldedInput = foldText(inputValue.trim());
  const beginsWithInput = ({ label }: Option) => foldText(label).startsWith(foldedInput);
  return [...matches.filter(beginsWithInput), ...matches.filter((option) => !beginsWithInput(option))];
}
