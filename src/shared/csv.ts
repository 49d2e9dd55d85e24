/**
 * Writes CSV as German spreadsheets open it without asking: UTF-8 with a byte order mark, semicolons (or the separator
 * that a format asks for), CRLF. A cell that holds a separator, a quote or a line break stands in quotes, quotes in it
 * doubled (RFC 4180).
 */
export function writeCsv(rows: readonly (readonly string[])[], separator: ';' | ',' = ';'): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(quoted).join(separator)}\r\n`).join('')}`;
}

/**
 * Text that somebody typed, safe to be opened in a spreadsheet: where it begins like a formula (= + - @, their
 * full-width twins, tab, CR, NUL) or with an apostrophe, an apostrophe is put before it. Whoever reads the file by
 * program takes one leading apostrophe off and has the text again. Not for dates, times and digits of our own making.
 */
export function safeText(text: string): string {
  return text !== '' && formulaStarts.includes(text.charAt(0)) ? `'${text}` : text;
}

/**
 * The digits of a phone number as a cell that keeps its leading zero: spreadsheets take digits alone for a number. A space
 * stands behind the dialling code (DIN 5008) of a mobile network or a great town, or behind the fourth digit.
 */
export function phoneCell(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^(0(?:30|40|69|89)|\d{4})(?=\d)/, '$1 ');
}

// Tab, CR, LF and NUL count as beginnings too: spreadsheets skip them and then read what follows as a formula.
const formulaStarts = "'=+-@\0\t\r\n＝＋－＠";

function quoted(cell: string): string {
  return /[;,"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
