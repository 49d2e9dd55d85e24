const collator = new Intl.Collator('de');

/** Compares names or labels for sorting in German order (DIN 5007-1: ä is sorted as a). */
export function compareGerman(a: string, b: string): number {
  return collator.compare(a, b);
}

/**
 * Formats the size of a file for display (reference 5.8): '512 Bytes', '24 kB', '1,23 MB'. A kB is 1,000 bytes, an MB
 * 1,000,000.
 */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return formatCount(bytes, 'Byte', 'Bytes');
  const kilobytes = Math.round(bytes / 1000);
  if (kilobytes < 1000) return `${kilobytes} kB`;
  return withTwoDecimals(bytes / 1_000_000);
}

/**
 * Formats the size of a file in MB, whatever its size, for the participants' upload (reference 5.7): '0,02 MB'. A file
 * that is not empty is shown with at least '0,01 MB'.
 */
export function formatMegabytes(bytes: number): string {
  return withTwoDecimals(shownMegabytes(bytes));
}

/** Formats the sum of file sizes in MB so that the sizes that `formatMegabytes` shows add up to it. */
export function formatTotalSize(sizes: readonly number[]): string {
  return withTwoDecimals(sizes.reduce((sum, bytes) => sum + shownMegabytes(bytes), 0));
}

const shownMegabytes = (bytes: number) => (bytes === 0 ? 0 : Math.max(1, Math.round(bytes / 10_000)) / 100);

const withTwoDecimals = (megabytes: number) =>
  `${megabytes.toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} MB`;

/** Formats a count with its noun: '1 Termin', '3 Termine'. */
export function formatCount(count: number, singular: string, plural: string): string {
  return `${count.toLocaleString('de-DE')} ${count === 1 ? singular : plural}`;
}
