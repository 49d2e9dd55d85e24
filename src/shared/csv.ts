/**
 * Writes CSV that German spreadsheets open without asking for its format: UTF-8 with a byte order mark, semicolons (or
 * the separator of another format), CRLF. A cell with a separator, a quote or a line break is quoted, and its quotes
 * are doubled (RFC 4180).
 */
export function writeCsv(rows: readonly (readonly string[])[], separator: ';' | ',' = ';'): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(quote).join(separator)}\r\n`).join('')}`;
}

/**
 * Makes text that a person has typed safe for spreadsheets: if it begins like a formula (= + - @, their full-width
 * forms, tab, CR, LF, NUL) or with an apostrophe, an apostrophe is put before it. Programs that read the file remove
 * one leading apostrophe to get the text back. Not for dates, times and numbers that the portal has formatted itself.
 */
export function safeText(text: string): string {
  return text !== '' && formulaStarts.includes(text.charAt(0)) ? `'${text}` : text;
}

/**
 * A phone number as a cell that keeps its leading zero: spreadsheets would read digits alone as a number. A space
 * follows the dialling code (DIN 5008) of a mobile network or a large city, or else the fourth digit.
 */
export function phoneCell(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^(0(?:30|40|69|89)|\d{4})(?=\d)/, '$1 ');
}

// Tab, CR, LF and NUL are included, because spreadsheets skip them and read what follows as a formula.
const formulaStarts = "'=+-@\0\t\r\n＝＋－＠";

function quote(cell: string): string {
  return /[;,"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
