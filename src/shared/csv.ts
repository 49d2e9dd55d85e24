/**
 * Writes a CSV file that German versions of spreadsheet programs open without asking for the format: a byte order mark
 * for UTF-8, semicolons between cells, CRLF after each row. A comma as `separator` is for programs that require commas.
 * A cell that contains a separator, a quote or a line break is quoted, and its quotes are doubled (RFC 4180).
 */
export function writeCsv(rows: readonly (readonly string[])[], separator: ';' | ',' = ';'): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(quoteIfNeeded).join(separator)}\r\n`).join('')}`;
}

/**
 * Prevents a spreadsheet program from running a typed text as a formula. If the text begins like a formula (= + - @,
 * their full-width forms, tab, CR, LF, NUL) or with an apostrophe, it gets an apostrophe in front. A program that reads
 * the file removes one apostrophe at the start to restore the text. Dates, times and numbers that the portal has
 * formatted do not need this.
 */
export function escapeFormula(text: string): string {
  return text !== '' && formulaStarts.includes(text.charAt(0)) ? `'${text}` : text;
}

/**
 * Returns the text of a cell without the apostrophe that `escapeFormula` or a spreadsheet program has put in front. The
 * apostrophe of a name like 't Hooft stays.
 */
export function unescapeFormula(cell: string): string {
  return cell.replace(/^'(?!\p{Ll}[\s-])/u, '');
}

/**
 * Formats a phone number with a space, so that a spreadsheet program does not read it as a number and drop the zero at
 * its start. The space follows the area code of a large city (030, 040, 069, 089), or else the fourth digit, where the
 * code of a mobile network ends (DIN 5008).
 */
export function formatPhoneCell(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^(0(?:30|40|69|89)|\d{4})(?=\d)/, '$1 ');
}

// Tab, CR, LF and NUL are included, because spreadsheet programs skip them and read what follows as a formula.
const formulaStarts = "'=+-@\0\t\r\n＝＋－＠";

function quoteIfNeeded(cell: string): string {
  return /[;,"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
