/** The styles of counting in lists, by the names that Word documents use. */
const numberFormats: Record<string, (value: number) => string> = {
  decimal: String,
  decimalZero: (value) => String(value).padStart(2, '0'),
  lowerLetter: toLetters,
  upperLetter: (value) => toLetters(value).toUpperCase(),
  lowerRoman: toRoman,
  upperRoman: (value) => toRoman(value).toUpperCase(),
};

/** Returns the number of a list's item in a format of Word, such as 'lowerRoman'; unknown formats count as decimal. */
export const formatNumber = (value: number, format: string): string => (numberFormats[format] ?? String)(value);

/** Counts a, b, …, z, aa, bb, … as Word does. */
function toLetters(value: number): string {
  if (value < 1) return String(value);
  const letter = String.fromCharCode(97 + ((value - 1) % 26));
  return letter.repeat(Math.min(Math.ceil(value / 26), 10));
}

const romanDigits = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

function toRoman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let result = '';
  for (const [size, digits] of romanDigits) for (; rest >= size; rest -= size) result += digits;
  return result;
}
